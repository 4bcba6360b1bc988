/** Everything that is written can be read again, and says the same. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { multiplyQuat } from '../../src/math/quat.ts';
import { createRng, type Rng } from '../../src/math/random.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { formats, readClips, writableExtensions, writeClip, writeCompanions } from '../../src/motion/formats/index.ts';
import { coordinateCount, createSkeleton, type Skeleton } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { motionNamed, motions } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { gltfErrors } from '../support/gltf-valid.ts';
import { randomBody, randomPose } from '../support/random-body.ts';

/** Formats that hold every joint, and how near they come back: [m], and parts of a rotation matrix. */
const WHOLE: Readonly<Record<string, number>> = {
  '.bvh': 1e-8,
  '.amc': 1e-7,
  '.glb': 2e-6,
  '.gltf': 2e-6,
  '.fbx': 2e-6,
};
/** Formats that hold a person: bones that roles name, or positions from which limbs are fitted [m]. */
const PERSON: Readonly<Record<string, number>> = { '.vrma': 2e-6, '.npz': 0.03, '.npy': 0.03, '.trc': 0.03 };
const MODEL = ['.mot']; // of an OpenSim model: see mot-write.test.ts

async function writeRead(clip: Clip, extension: string): Promise<Clip> {
  const name = `a${extension}`;
  const data = await writeClip(clip, name);
  expect(await writeClip(clip, name), 'the same bytes again').toEqual(data);
  if (['.glb', '.gltf', '.vrma'].includes(extension)) expect(await gltfErrors(data)).toEqual([]);
  const beside = new Map((await writeCompanions(clip, name)).map((file) => [file.name, file.data]));
  const clips = await readClips(data, name, {
    companion: async (file) => beside.get(file),
    neighbours: [...beside.keys()],
    // what files without a person leave to a guess
    ...(clip.roles.status === 'refused' && { up: 'y', groundHeight: 0, referenceFrames: 0 }),
    ...(clip.roles.status === 'refused' && extension === '.bvh' && { metresPerUnit: 0.01 }),
    ...(clip.roles.status === 'refused' && extension === '.amc' && { metresPerUnit: 0.0254 / 0.45 }),
  });
  expect(clips).toHaveLength(1);
  return clips[0]!;
}

/** Acclaim files call the root "root", put links and tips between, and state no frame rate. */
function expectSame(clip: Clip, back: Clip, extension: string): void {
  const isAmc = extension === '.amc';
  const names = back.skeleton.names.filter((name) => !isAmc || !/_(link|tip)$/.test(name));
  const wanted = clip.skeleton.names.map((name, joint) => (isAmc && joint === 0 ? 'root' : name));
  expect([...names].sort(), extension).toEqual([...wanted].sort());
  expect(back.frameCount, extension).toBe(clip.frameCount);
  const named = ({ skeleton, roles }: Clip): string[] =>
    Object.entries(roles.status === 'humanoid' ? roles.roles : {}).map(
      ([role, joint]) => `${role} ${skeleton.names[joint]}`,
    );
  const isRoot = (line: string): boolean => line.startsWith('hips ');
  expect(
    named(back)
      .filter((line) => !isRoot(line))
      .sort(),
    extension,
  ).toEqual(
    named(clip)
      .filter((line) => !isRoot(line))
      .sort(),
  );
  if (!isAmc) expect(back.frameTime, extension).toBeCloseTo(clip.frameTime, 12);
}

/** Largest distance of joints of the same name [m]; of those that the second clip has. */
function distance(a: Clip, b: Clip, without: readonly string[] = []): number {
  let worst = 0;
  for (let frame = 0; frame < a.frameCount; frame++) {
    const [p, r] = [a, b].map(
      (clip) => worldFramesOf(clip.skeleton, clip.q, frame * coordinateCount(clip.skeleton)).origins,
    );
    a.skeleton.names.forEach((name, joint) => {
      const other = b.skeleton.names.indexOf(name);
      if (other < 0 || without.includes(name)) return;
      worst = Math.max(worst, Math.hypot(...[0, 1, 2].map((k) => p![3 * joint + k]! - r![3 * other + k]!)));
    });
  }
  return worst;
}

/** Largest difference of the tips of bones [m], wherever they hang. */
function tipDistance(a: Clip, b: Clip): number {
  const tips = ({ skeleton, q }: Clip): number[][] => {
    const { origins, rotations } = worldFramesOf(skeleton, q);
    return skeleton.endSites.map(({ joint, offset }) =>
      turnedBy(rotations, 4 * joint, offset).map((x, k) => x + origins[3 * joint + k]!),
    );
  };
  const [p, r] = [tips(a), tips(b)];
  return Math.max(0, ...p.map((tip) => Math.min(...r.map((other) => Math.hypot(...tip.map((x, k) => x - other[k]!))))));
}

function turnedBy(q: Float64Array, i: number, [x, y, z]: readonly [number, number, number]): number[] {
  const [a, b, c, w] = [q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!];
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}

function randomClip(rng: Rng, seed: number): Clip {
  const body = randomBody(rng, { joints: 2 + (seed % 14) });
  const skeleton: Skeleton = createSkeleton({
    ...body.skeleton,
    endSites: [{ joint: body.skeleton.names.length - 1, offset: [0.1, 0.2, -0.1] }],
  });
  const frames = 2 + (seed % 5);
  const q = Array.from({ length: frames }, () => [...randomPose(rng, skeleton)]).flat();
  return createClip({
    name: `random ${seed}`,
    skeleton,
    frameTime: 1 / [24, 29.97, 60, 120, 7][seed % 5]!,
    q: Float64Array.from(q),
  });
}

/** The person with fingers and a thing in the hand, all of which move. */
function withFingers(clip: Clip, rng: Rng): Clip {
  const { skeleton } = clip;
  const [names, parents, offsets] = [[...skeleton.names], [...skeleton.parents], [...skeleton.offsets]];
  const add = (name: string, parent: string, offset: readonly number[]): void => {
    parents.push(names.indexOf(parent));
    names.push(name);
    offsets.push(...offset);
  };
  for (const [side, s] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    for (const [k, finger] of ['Thumb', 'Index', 'Little'].entries()) {
      add(`${side}${finger}1`, `${side}Hand`, [s * 0.08, 0, 0.03 - 0.03 * k]);
      add(`${side}${finger}2`, `${side}${finger}1`, [s * 0.03, 0, 0]);
    }
  }
  add('sword', 'rightHand', [-0.07, 0, 0.05]);
  const nq = coordinateCount(skeleton);
  const more = names.length - skeleton.names.length;
  const rows = Array.from({ length: clip.frameCount }, (_, frame) => [
    ...clip.q.subarray(frame * nq, (frame + 1) * nq),
    ...Array.from({ length: more }, () => [
      ...randomPose(rng, createSkeleton({ names: ['x'], parents: [-1], offsets: [0, 0, 0] })).subarray(3),
    ]).flat(),
  ]);
  return createClip({
    ...clip,
    skeleton: createSkeleton({ names, parents, offsets, endSites: skeleton.endSites }),
    q: Float64Array.from(rows.flat()),
  });
}

const short = (name: string): Clip => trim(perform(motionNamed(name)), 10, 22);

it('knows all formats that are written', () => {
  expect([...Object.keys(WHOLE), ...Object.keys(PERSON), ...MODEL].sort()).toEqual([...writableExtensions()].sort());
  expect(formats.filter(({ write, read }) => write && !read)).toEqual([]);
});

describe.each(motions.map(({ id }) => id))('%s', (id) => {
  const clip = short(id);

  it.each(Object.entries(WHOLE))('comes back from %s', async (extension, tolerance) => {
    const back = await writeRead(clip, extension);
    expectSame(clip, back, extension);
    expect(distance(clip, back)).toBeLessThan(tolerance);
    expect(tipDistance(clip, back)).toBeLessThan(tolerance);
  });

  it.each(Object.entries(PERSON))('comes back from %s as a person', async (extension, tolerance) => {
    const back = await writeRead(clip, extension);
    expect(back.roles.status).toBe('humanoid');
    expect(back.frameCount).toBe(clip.frameCount);
    if (extension !== '.npy') expect(back.frameTime).toBeCloseTo(clip.frameTime, 9);
    // markers have no spine: it begins at the hips then
    expect(distance(clip, back, extension === '.trc' ? ['spine'] : [])).toBeLessThan(tolerance);
  });
});

describe('a person with fingers and a sword', () => {
  const clip = withFingers(short('punch'), createRng(3));

  it.each(Object.entries(WHOLE))('keeps them in %s', async (extension, tolerance) => {
    const back = await writeRead(clip, extension);
    expectSame(clip, back, extension);
    expect(distance(clip, back)).toBeLessThan(tolerance);
  });

  it('lies as it lay, read from markers: the file says which way is up', async () => {
    const q = clip.q.slice();
    const nq = coordinateCount(clip.skeleton);
    for (let o = 0; o < q.length; o += nq) {
      multiplyQuat(q, o + 3, Float64Array.of(-Math.SQRT1_2, 0, 0, Math.SQRT1_2), 0, q, o + 3); // on the back
      q[o + 1] = 0.15;
    }
    const lying = createClip({ ...clip, q });
    // against the hips: how high the floor is under somebody who lies is another question
    const atOrigin = (of: Clip): Clip => {
      const width = coordinateCount(of.skeleton);
      return createClip({ ...of, q: of.q.map((x, i) => (i % width < 3 ? 0 : x)) });
    };
    expect(distance(atOrigin(lying), atOrigin(await writeRead(lying, '.trc')), ['spine'])).toBeLessThan(0.03);
  });

  it('has its joints as markers in TRC', async () => {
    const text = new TextDecoder().decode(await writeClip(clip, 'a.trc'));
    for (const name of ['leftIndex2', 'sword', 'RHip', 'LBigToe']) expect(text).toContain(`\t${name}\t`);
  });
});

describe('any skeleton', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed))('made by chance from seed %i', async (seed) => {
    const clip = randomClip(createRng(seed), seed);
    expect(clip.roles.status).toBe('refused');
    for (const [extension, tolerance] of Object.entries(WHOLE)) {
      const back = await writeRead(clip, extension);
      expectSame(clip, back, extension);
      expect(distance(clip, back), extension).toBeLessThan(10 * tolerance);
    }
    for (const extension of [...Object.keys(PERSON), ...MODEL]) {
      await expect(writeClip(clip, `a${extension}`)).rejects.toThrow(UsageError);
    }
  });
});

describe('a clip that is sound and hardly a person', () => {
  const odd: readonly (readonly [what: string, clip: Clip])[] = [
    ['names of a thousand characters', withNames(short('idle'), (name) => name.padEnd(1024, 'x'))],
    ['names too long for a file', withNames(short('idle'), (name) => name.padEnd(1025, 'x'))],
    ['an end beyond the horizon', beyondTheHorizon()],
  ];

  it.each(odd)('with %s is written so that it can be read, or refused', async (_, clip) => {
    for (const extension of writableExtensions()) {
      const name = `a${extension}`;
      const data = await writeClip(clip, name).catch((error: unknown) => error);
      if (!(data instanceof Uint8Array)) expect(data).toBeInstanceOf(UsageError);
      else {
        const beside = new Map((await writeCompanions(clip, name)).map((file) => [file.name, file.data]));
        const options = { companion: async (file: string) => beside.get(file), neighbours: [...beside.keys()] };
        expect(await readClips(data, name, options), extension).toHaveLength(1);
      }
    }
  });
});

/** A leg without a person: readers guess its unit. */
function beyondTheHorizon(): Clip {
  const endSites = [{ joint: 1, offset: [0.01, 564444.388, 0.05] as const }];
  const skeleton = createSkeleton({ names: ['root', 'leg'], parents: [-1, 0], offsets: [0, 0, 0, 0, 0, 0], endSites });
  return createClip({ skeleton, frameTime: 1 / 30, q: Float64Array.of(0, 0.96, 0, 0, 0, 0, 1, 0, 0, 0, 1) });
}

function withNames(clip: Clip, name: (name: string) => string): Clip {
  const { skeleton } = clip;
  return createClip({ ...clip, skeleton: createSkeleton({ ...skeleton, names: skeleton.names.map(name) }) });
}
