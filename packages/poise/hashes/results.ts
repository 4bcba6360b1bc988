/** Results whose bytes are compared between engines: pure library code, runs in Node and in a browser alike. */
import { analyse } from '../src/balance/analyse.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import { lint } from '../src/balance/lint.ts';
import { balanceFilter } from '../src/methods/balance-filter/index.ts';
import { methodNamed } from '../src/methods/index.ts';
import { plantFeet } from '../src/methods/plant-feet/index.ts';
import type { Clip } from '../src/motion/clip.ts';
import { readClips, writeClip } from '../src/motion/formats/index.ts';
import { mirror } from '../src/motion/mirror.ts';
import { resample } from '../src/motion/resample.ts';
import { trim } from '../src/motion/trim.ts';
import { createActor } from '../src/performer/actor.ts';
import { motionNamed } from '../src/performer/index.ts';
import { createMannequin } from '../src/performer/mannequin/skeleton.ts';
import { perform } from '../src/performer/motion.ts';
import { performRequest } from '../src/performer/responses/generate.ts';
import { libraryPlan } from '../src/performer/responses/library-plan.ts';
import { neutralStance } from '../src/performer/responses/neutral.ts';

/** Numbers that an engine computes by itself; all else is +, −, ×, ÷ and √, which IEEE 754 fixes. */
const FUNCTIONS = ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'exp', 'log', 'sinh', 'tanh', 'cbrt'] as const;
const arguments4096 = Float64Array.from({ length: 4096 }, (_, i) => (i - 2048) / 307);

/** FNV-1a over the bytes, twice with other starts: 64 bits. */
export function hashOf(bytes: Uint8Array): string {
  const run = (start: number): string => {
    let hash = start;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash.toString(16).padStart(8, '0');
  };
  return run(0x811c9dc5) + run(0x9747b28c);
}

const bytesOf = (value: Float64Array | Uint8Array | string): Uint8Array =>
  typeof value === 'string'
    ? new TextEncoder().encode(value)
    : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);

export interface Result {
  readonly name: string;
  readonly hash: string;
  /** The numbers themselves, where there are any: how far two engines lie apart. */
  readonly numbers: readonly number[];
}

const result = (name: string, value: Float64Array | Uint8Array | string): Result => ({
  name,
  hash: hashOf(bytesOf(value)),
  numbers: value instanceof Float64Array ? Array.from(value) : [],
});

const MOTIONS = ['walk', 'run', 'idle', 'squat', 'kick', 'limbo-walk', 'turn', 'bend'];
const report = (clip: Clip): string => {
  const body = fitBody(clip);
  const judged = analyse(body, clip);
  return JSON.stringify([judged.summary, lint(body, clip, judged)]);
};

/** Some thirty results, in order. */
export async function results(): Promise<readonly Result[]> {
  const found: Result[] = [];
  for (const name of FUNCTIONS)
    found.push(
      result(
        `Math.${name}`,
        arguments4096.map((x) => Math[name](x)).map((x) => (Number.isNaN(x) ? 0 : x)),
      ),
    );
  found.push(
    result(
      'Math.atan2',
      arguments4096.map((x, i) => Math.atan2(x, arguments4096[4095 - i] ?? 1)),
    ),
  );
  found.push(
    result(
      'Math.hypot',
      arguments4096.map((x, i) => Math.hypot(x, i / 7, 3)),
    ),
  );
  found.push(
    result(
      'Math.pow',
      arguments4096.map((x) => Math.abs(x) ** 1.37),
    ),
  );
  const clips = new Map(MOTIONS.map((name) => [name, perform(motionNamed(name))]));
  for (const [name, clip] of clips) found.push(result(`perform ${name}`, clip.q));
  const walk = clips.get('walk')!;
  const idle = clips.get('idle')!;
  for (const name of ['walk', 'kick']) found.push(result(`judge ${name}`, report(clips.get(name)!)));
  for (const name of ['a.bvh', 'a.glb', 'a.amc']) found.push(result(`write ${name}`, await writeClip(walk, name)));
  const [read] = await readClips(await writeClip(walk, 'a.bvh'), 'a.bvh');
  found.push(result('read a.bvh', read!.q));
  found.push(result('resample', resample(walk, 1 / 47).q), result('mirror', mirror(walk).q));
  found.push(result('body', createMannequin({ height: 1.63 }).body.inertiaInSegment as Float64Array));
  const short = trim(clips.get('limbo-walk')!, 0, 60);
  found.push(result('plantFeet', plantFeet(fitBody(short), short).clip.q));
  found.push(result('balanceFilter', balanceFilter(fitBody(short), short).clip.q));
  const actor = createActor();
  found.push(
    result('performed response', performRequest(actor, neutralStance(actor), libraryPlan()[0]!).performed.hips),
  );
  for (const [id, clip] of [
    ['reactive-locomotion', walk],
    ['reactive-blend', idle],
  ] as const) {
    const body = fitBody(clip);
    const { clip: reacted } = methodNamed(id).run({
      body,
      clip,
      pushes: [{ time: 0.5, segment: body.roles.chest ?? 0, impulse: [25, 0, 10] }],
    });
    found.push(result(`react ${id}`, reacted.q));
  }
  return found;
}
