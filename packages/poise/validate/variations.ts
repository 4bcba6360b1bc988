/** Captures changed so that nothing becomes wrong with them: cropped, mirrored, turned, resampled, resized, noisy, in other formats. The judge must not find new errors. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { saveFile } from '../reproduce/page-sections.ts';
import type { Finding } from '../src/balance/finding.ts';
import { judge } from '../src/balance/judge.ts';
import { createRng } from '../src/math/random.ts';
import { type Clip, frameRate, withFrameRate } from '../src/motion/clip.ts';
import { HALF_RATE, HELD_OUT, readTakes, SOUND } from './clips.ts';
import { hashOf } from './halves.ts';
import {
  MOCAP,
  type Outcome,
  REPOSITORY,
  table,
  VALIDATION_PAGE,
  type Validation,
  type ValidationOptions,
} from './validation.ts';
import { variations } from './variations/kinds.ts';
import { filmStrip } from './verdicts/film-strip.ts';
import { fastClips, nameOf, RANDOM } from './verdicts.ts';

const SAME_PLACE = 0.5; // [s] an error this near was there before, whatever it is called

interface NewError {
  readonly name: string;
  readonly finding: Finding;
}

const errorsOf = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

/** Clips with a name: those that count as sound, and the random ones, at the rate at which they were captured. */
export async function sources(): Promise<readonly (readonly [name: string, clip: Clip])[]> {
  const files = [...Object.values(SOUND), ...Object.values(HELD_OUT)].flat();
  const folder = resolve(MOCAP, RANDOM);
  if (existsSync(folder))
    files.push(...(await readdir(folder)).filter((f) => f.endsWith('.bvh')).map((f) => `${RANDOM}/${f}`));
  const fast = new Set([...HALF_RATE, ...(existsSync(folder) ? await fastClips() : [])]);
  const all: (readonly [string, Clip])[] = [];
  for (const file of files)
    for (const clip of await readTakes(file)) {
      const name = nameOf(file);
      all.push([name, fast.has(name) ? withFrameRate(clip, frameRate(clip) / 2) : clip]);
    }
  return all;
}

async function run({ seed, say }: ValidationOptions): Promise<Outcome> {
  const found = new Map(variations.map(({ id }) => [id, { tried: 0, errors: [] as NewError[] }]));
  for (const [name, clip] of await sources()) {
    const before = errorsOf(judge(clip).findings);
    for (const { id, apply } of variations) {
      const varied = await apply(clip, createRng((hashOf(`${name}-${id}.x`) ^ Math.imul(seed, 0x9e3779b1)) >>> 0));
      if (!varied) continue;
      const judged = judge(varied.clip);
      // Sizes change time: places are compared as shares of the clip there.
      const pace = id === 'size' ? clip.frameTime / varied.clip.frameTime : 1;
      const at = (frame: number, own: Clip, from = 0): number => from + frame * own.frameTime;
      const isNew = ({ start, end }: Finding): boolean =>
        !before.some(
          (old) =>
            at(old.start, clip) < pace * at(end, varied.clip, varied.from) + SAME_PLACE &&
            at(old.end, clip) > pace * at(start, varied.clip, varied.from) - SAME_PLACE,
        );
      const fresh = errorsOf(judged.findings).filter(isNew);
      const entry = found.get(id)!;
      entry.tried++;
      for (const finding of fresh) {
        entry.errors.push({ name, finding });
        say(
          `${id} ${name} ${finding.rule} ${finding.value.toFixed(3)} > ${finding.limit.toFixed(3)}: ${finding.message}`,
        );
        const path = resolve(REPOSITORY, 'out/variations', `${name}-${id}-${finding.rule}.svg`);
        saveFile(path, filmStrip(varied.clip, judged, name, finding));
      }
    }
  }
  const clipsOf = (errors: readonly NewError[]): readonly string[] => [...new Set(errors.map(({ name }) => name))];
  const rows = variations.map(({ id, text }) => {
    const { tried, errors } = found.get(id)!;
    const clips = clipsOf(errors);
    const list = clips.map(
      (name) =>
        `${name} (${[...new Set(errors.filter((e) => e.name === name).map((e) => e.finding.rule))].join(', ')})`,
    );
    return [
      `${id}: ${text}`,
      tried,
      clips.length,
      `${((100 * clips.length) / Math.max(1, tried)).toFixed(1)} %`,
      list.join(', '),
    ];
  });
  const lines = variations.map(({ id }) => {
    const { tried, errors } = found.get(id)!;
    return { id: `variations/${id}/new-errors`, value: clipsOf(errors).length / Math.max(1, tried), unit: '1' };
  });
  const markdown = [
    'New: an error that the clip itself does not have within 0.5 s of that place. Clips marked as captured at 60 Hz are read at that rate.',
    '',
    table(['variation', 'clips', 'with a new error', 'share', 'which'], rows),
  ].join('\n');
  return { lines, markdown, figures: [] };
}

export const varied: Validation = { id: 'variations', page: VALIDATION_PAGE, run };
