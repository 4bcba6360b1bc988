/** Every captured file beside the repository loads, or is refused with a true reason; what loads can be judged. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { analyse } from '../src/balance/analyse.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import { lint } from '../src/balance/lint.ts';
import { FormatError, RigError, UsageError } from '../src/errors.ts';
import type { Clip } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { describeWithMocap, mocapPath } from './support/mocap.ts';

/** Files that hold no motion of a person Poise could read, and the words that say why. */
const REFUSED: readonly (readonly [pattern: RegExp, reason: RegExp])[] = [
  [/\.(md|csv|json|txt|mat|forces)$/, /expected a motion file/],
  [/grf.*\.mot$|_grf\.mot$/, /force/i],
];

/** Recordings that may lack what a person needs; the message must name it. */
const MAY_LACK = /marker|label|point|model|\.osim|angle/i;

function* filesUnder(folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const path = resolve(folder, name);
    if (statSync(path).isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

async function read(path: string): Promise<readonly Clip[]> {
  const folder = dirname(path);
  return await readClips(readFileSync(path), basename(path), {
    neighbours: readdirSync(folder),
    companion: async (name) => {
      try {
        return readFileSync(resolve(folder, name));
      } catch {
        return undefined;
      }
    },
  });
}

/** Finite coordinates, unit quaternions, at least one frame. */
function expectSound(clip: Clip): void {
  expect(clip.q.every(Number.isFinite)).toBe(true);
  const nq = 3 + 4 * clip.skeleton.names.length;
  for (let i = 3; i < Math.min(clip.q.length, 200 * nq); i += 4) {
    if (i % nq < 3) i += 3 - (i % nq);
    const length = Math.hypot(clip.q[i], clip.q[i + 1], clip.q[i + 2], clip.q[i + 3]);
    expect(Math.abs(length - 1)).toBeLessThan(1e-6);
  }
}

function expectJudged(clip: Clip): void {
  const body = fitBody(clip);
  const report = analyse(body, clip);
  expect(report.com.every(Number.isFinite)).toBe(true);
  expect(report.imbalance.every(Number.isFinite)).toBe(true);
  for (const finding of lint(body, clip, report)) expect(finding.message).not.toMatch(/NaN|undefined|Infinity/);
}

describeWithMocap('reality', () => {
  for (const path of filesUnder(mocapPath())) {
    const name = relative(mocapPath(), path).replaceAll('\\', '/');
    it(name, async () => {
      const expected = REFUSED.find(([pattern]) => pattern.test(name));
      let clips: readonly Clip[];
      try {
        clips = await read(path);
      } catch (error) {
        expect(error instanceof FormatError || error instanceof UsageError || error instanceof RigError).toBe(true);
        expect((error as Error).message).toMatch(expected?.[1] ?? MAY_LACK);
        return;
      }
      expect(expected, 'was expected to be refused').toBeUndefined();
      expect(clips.length).toBeGreaterThan(0);
      for (const clip of clips) {
        expectSound(clip);
        if (clip.roles.status === 'humanoid' && clip.frameCount > 0) expectJudged(clip);
        else if (clip.roles.status === 'refused') expect(clip.roles.reason.length).toBeGreaterThan(10);
      }
    });
  }
});
