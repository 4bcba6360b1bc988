/** Clips made by programs, sound and far from it, before the writers: each is refused in words, or its file can be read again. */
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { normalizeQuat } from '../src/math/quat.ts';
import { createRng, normal } from '../src/math/random.ts';
import { BOUNDS } from '../src/motion/bounds.ts';
import { type Clip, createClip, type ExtraTrack } from '../src/motion/clip.ts';
import { coordinateCount, createSkeleton, type EndSite, type Skeleton } from '../src/motion/skeleton.ts';
import { checkClosure } from './closure.ts';
import type { Seed } from './seeds.ts';
import type { Target } from './targets.ts';

const SIZES = [
  0, 1e-300, 1e-12, 1e-9, 1e-6, 1e-5, 9e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 3, 99, 101, 1e3, 1e4, 1e5, 1e6, 9.9e6, 1e7,
];
const FRAME_TIMES = [1 / 30, 1 / 120, 1e-4, 1.0001e-4, 0.001, 0.123456789012345, 1, 999.999, 1e3, 1 / 29.97, 1 / 3];
const NAMES = [
  '',
  ' ',
  'a b',
  '\t',
  '\n',
  '\r\n',
  '"',
  "'",
  '{',
  '}',
  'End Site',
  'JOINT',
  'MOTION',
  'ROOT x',
  ':',
  '#',
  ';',
  '\\',
  '/',
  '|',
  '::',
  '\0',
  '\x1b[2J',
  '\u061c',
  '\u202e',
  '\ud800',
  'é',
  '名前',
  '😀',
  '0',
  '-1',
  '1e5',
  'NaN',
  'root',
  ':bonedata',
  'end',
  'begin',
  '<b>',
  '&amp;',
  ']]>',
  '__proto__',
  'constructor',
  'x'.repeat(255),
  'x'.repeat(1024),
  'Hips',
  'LeftFoot',
  'Hips_end',
  'a_tip',
  'a_link',
  'Model::Hips',
  '\u0000\u0001Model',
  'Frame#',
  ',',
  '*',
  '=',
];
const FRAMES = [1, 2, 3, 6, 17];

const person = madeUpMotion();

/** Choices from the bytes; when they end, from what they sum up to. */
function choices(data: Uint8Array) {
  const rng = createRng(data.reduce((sum, byte) => (31 * sum + byte) % 2 ** 31, 7));
  let at = 0;
  const byte = (): number => (at < data.length ? data[at++] : Math.floor(256 * rng.next()));
  return {
    rng,
    byte,
    pick: <T>(list: readonly T[]): T => list[byte() % list.length],
    chance: (of256: number) => byte() < of256,
  };
}
type Choices = ReturnType<typeof choices>;

function treeOf({ rng, byte, pick, chance }: Choices): Skeleton {
  const n = 1 + (byte() % 40);
  const bone = pick(SIZES);
  const parents = Array.from({ length: n }, (_, i) => (i === 0 ? -1 : Math.floor(rng.next() * i)));
  const names = parents.map((_, i) => (chance(60) ? pick(NAMES) : `j${i}`));
  const offsets = parents.flatMap((_, i) =>
    [0, 0, 0].map(() => (i === 0 ? 0 : (chance(20) ? pick(SIZES) : bone) * (2 * rng.next() - 1))),
  );
  const restRotations = new Float64Array(4 * n).map((_, i) => (i % 4 === 3 ? 1 : 0));
  if (chance(80)) for (let i = 0; i < n; i++) turn(restRotations, 4 * i, rng);
  return createSkeleton({ names, parents, offsets, restRotations, endSites: sitesOf(n, { rng, byte, pick, chance }) });
}

const sitesOf = (n: number, { byte, pick, rng }: Choices): EndSite[] =>
  Array.from({ length: byte() % 4 }, () => ({
    joint: byte() % n,
    offset: [0, 0, 0].map(() => pick(SIZES) * (rng.next() - 0.5)) as unknown as [number, number, number],
  }));

function turn(out: Float64Array, o: number, rng: ReturnType<typeof createRng>): void {
  for (let k = 0; k < 4; k++) out[o + k] = normal(rng);
  normalizeQuat(out, o, out, o);
}

/** A person with other bones and names. */
function personOf({ rng, byte, pick, chance }: Choices): Skeleton {
  const { skeleton } = person;
  const scale = chance(128) ? 1 : pick(SIZES);
  const offsets = skeleton.offsets.map((x) => x * scale);
  for (let times = byte() % 6; times > 0; times--) {
    const joint = byte() % skeleton.names.length;
    const factor = pick(SIZES);
    for (let k = 0; k < 3; k++)
      offsets[3 * joint + k] = joint === 0 ? 0 : factor * (chance(40) ? rng.next() - 0.5 : offsets[3 * joint + k]);
  }
  const names = skeleton.names.map((name) => (chance(6) ? pick(NAMES) : name));
  const restRotations = skeleton.restRotations.slice();
  if (chance(50)) turn(restRotations, 4 * (byte() % names.length), rng);
  const endSites = chance(128) ? skeleton.endSites : sitesOf(names.length, { rng, byte, pick, chance });
  return createSkeleton({ ...skeleton, names, offsets, restRotations, endSites });
}

export function clipOf(data: Uint8Array): Clip {
  const by = choices(data);
  const { rng, byte, pick, chance } = by;
  const isPerson = chance(150);
  const skeleton = isPerson ? personOf(by) : treeOf(by);
  const nq = coordinateCount(skeleton);
  const frames = pick(FRAMES);
  const q = new Float64Array(frames * nq);
  const reach = pick(SIZES);
  const still = chance(90);
  for (let f = 0; f < frames; f++) {
    if (isPerson && still) q.set(person.q.subarray((f % 6) * nq, ((f % 6) + 1) * nq), f * nq);
    else for (let i = 0; i < skeleton.names.length; i++) turn(q, f * nq + 3 + 4 * i, rng);
    if (chance(150)) for (let k = 0; k < 3; k++) q[f * nq + k] = Math.min(BOUNDS.length, reach) * (2 * rng.next() - 1);
  }
  const extraTracks: ExtraTrack[] = Array.from({ length: chance(40) ? 1 + (byte() % 3) : 0 }, () => {
    const kind = pick(['translation', 'rotation', 'scale'] as const);
    const width = kind === 'rotation' ? 4 : 3;
    return { node: byte() % 50, name: pick(NAMES), kind, values: new Float64Array(frames * width).fill(pick(SIZES)) };
  });
  return createClip({
    name: chance(90) ? pick(NAMES) : 'take',
    skeleton,
    frameTime: pick(FRAME_TIMES),
    q,
    extraTracks,
  });
}

const made: Target = async (data) => {
  const clip = clipOf(data);
  return `${clip.roles.status} ${await checkClosure(clip)}`;
};

export const clipTargets: Readonly<Record<string, Target>> = { clip: made };

export const clipSeeds = (): readonly Seed[] =>
  [0, 1, 2, 3].map((k) => ({ kind: 'clip', data: Uint8Array.of(k, 40 * k, 90, 7) }));
