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

/** Files that cannot be read as a motion, and the words that say why. All others must load. */
const REFUSED: readonly (readonly [pattern: RegExp, reason: RegExp])[] = [
  [/\.(md|csv|json|txt|mat|forces)$/, /: expected a motion file \(\.bvh, .*\), found "\.\w+"$/],
  [/grf[^/]*\.mot$/, /: this table holds forces, not a motion/],
  [/^force-bmc\/ik_.*\.mot$/, /: joint angles need the one model \(\.osim\) beside them, and none is there$/],
  // Clusters on feet, shanks and thighs: no pelvis is marked.
  [/^c3d-btk\/Eb015\w+\.c3d$/, /\(RFT1, .*\) are an unknown marker set; missing: left ASIS, .*right toe$/],
  [/^c3d-btk\/type1\.C3D$/, /are an unknown marker set; missing: left heel, right heel$/],
  // Numbered points, a vendor's own names, and a file whose markers are named but never seen.
  [/^c3d-btk\/(badParameterOffset|phasespace_sample)\.c3d$/, /\((Point +1|\*1), .*missing: left ASIS/],
  [/^c3d-btk\/mocap36\.c3d$/, /\(Skeleton_Hip2, .*missing: left ASIS/],
  [/^c3d-btk\/parameterOverflow\.c3d$/, /missing: left ASIS.*; named but never seen: LFHD, RFHD/],
];

/** Files that load without a person, and the words that say why. In all others a person must be found. */
const NOBODY: readonly (readonly [pattern: RegExp, reason: RegExp])[] = [
  [/^c3d-btk\/type-[24]a\.c3d$|^force-bmc\/walk1\.trc$|^force-opensim-c3d\/walking2\.c3d$/, /hips and legs only/],
  [/^force-opensim-gait2354\/.*\.(osim|mot)$/, /^the model has no body for head, leftUpperArm/],
  [/^khronos-gltf\/Fox\.glb$/, /^four legs of equal length/],
];

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
    const refused = REFUSED.find(([pattern]) => pattern.test(name));
    const nobody = NOBODY.find(([pattern]) => pattern.test(name));
    if (refused) {
      it(`${name} is refused with its reason`, async () => {
        const error: unknown = await read(path).then(
          () => undefined,
          (thrown) => thrown,
        );
        expect(error instanceof FormatError || error instanceof UsageError || error instanceof RigError).toBe(true);
        expect((error as Error).message).toMatch(refused[1]);
      });
      continue;
    }
    it(name, async () => {
      const clips = await read(path);
      expect(clips.length).toBeGreaterThan(0);
      for (const clip of clips) {
        expectSound(clip);
        expect(clip.roles.status === 'refused' ? clip.roles.reason : '').toMatch(nobody?.[1] ?? /^$/);
        if (clip.roles.status === 'humanoid' && clip.frameCount > 0) expectJudged(clip);
      }
    });
  }
});
