/** Changes of a clip that make nothing wrong with it: its verdict must not change for the worse. */
import { multiplyQuat, quatFromAxisAngle, rotate3 } from '../../src/math/quat.ts';
import { normal, type Rng, uniform } from '../../src/math/random.ts';
import { type Clip, createClip, durationOf, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { resample } from '../../src/motion/resample.ts';
import type { Role } from '../../src/motion/roles.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';

export interface Varied {
  readonly clip: Clip;
  readonly from: number; // [s] of the clip at which it begins
}

export interface Variation {
  readonly id: string;
  readonly text: string;
  /** undefined where the clip offers nothing for it. */
  readonly apply: (clip: Clip, rng: Rng) => Varied | undefined | Promise<Varied | undefined>;
}

const DEGREE = Math.PI / 180;
const CROP = { least: 2, most: 8 }; // [s]
const SCALE = { least: 0.6, most: 1.3 };
const NOISE = { place: 0.0015, turn: 0.5 * DEGREE, lasts: 0.1 }; // [m], [rad] of measured motion, and how long it takes to change [s]
const RATES = [30, 60, 120] as const; // [Hz]
const LEAST_RATE_CHANGE = 1.2; // times

const whole = (clip: Clip): Varied => ({ clip, from: 0 });

/** A piece of a clip, written as a file of its own: without the pose that stood before the motion, its floor and scale found anew. */
async function crop(clip: Clip, rng: Rng): Promise<Varied | undefined> {
  const seconds = uniform(rng, CROP.least, CROP.most);
  const place = rng.next();
  if (durationOf(clip) < 1.2 * CROP.least) return undefined;
  const length = Math.round(Math.min(seconds, 0.8 * durationOf(clip)) / clip.frameTime);
  const start = Math.floor(place * (clip.frameCount - length));
  const again = await reread({ ...trim(clip, start, start + length), source: undefined }, 'bvh');
  return again && { clip: again, from: start * clip.frameTime };
}

/** The mirror image of everything: of the motion and of the bones. What was the left side is the right one. */
function mirrored(clip: Clip): Varied {
  const { skeleton, roles, source } = clip;
  const images = (q: Float64Array): Float64Array => {
    const nq = coordinateCount(skeleton);
    const out = q.slice();
    for (let o = 0; o < q.length; o += nq) {
      out[o] = -q[o];
      mirrorTurns(out.subarray(o + 3, o + nq));
    }
    return out;
  };
  const restRotations = skeleton.restRotations.slice();
  mirrorTurns(restRotations);
  const otherSide = (role: string): Role =>
    role.replace(/^left|^right/, (side) => (side === 'left' ? 'right' : 'left')) as Role;
  const image = createClip({
    ...clip,
    extraTracks: [],
    skeleton: {
      ...skeleton,
      restRotations,
      offsets: skeleton.offsets.map((x, i) => (i % 3 === 0 ? -x : x)),
      endSites: skeleton.endSites.map(({ joint, offset: [x, y, z] }) => ({ joint, offset: [-x, y, z] as const })),
    },
    q: images(clip.q),
    source: source && { ...source, referenceFrames: images(source.referenceFrames) },
    roles:
      roles.status === 'humanoid'
        ? {
            ...roles,
            roles: Object.fromEntries(Object.entries(roles.roles).map(([role, joint]) => [otherSide(role), joint])),
          }
        : roles,
  });
  return whole(image);
}

/** Quaternions mirrored in the plane x = 0, in place. */
function mirrorTurns(turns: Float64Array): void {
  for (let i = 0; i < turns.length; i += 4) {
    turns[i + 1] = -turns[i + 1];
    turns[i + 2] = -turns[i + 2];
  }
}

/** Every frame turned about the vertical. */
function turned(clip: Clip, rng: Rng): Varied {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, 2 * Math.PI * rng.next());
  for (let o = 0; o < q.length; o += nq) {
    rotate3(q, o, turn, 0, q, o);
    multiplyQuat(q, o + 3, turn, 0, q, o + 3);
  }
  return whole(withCoordinates(clip, q));
}

function atRate(rate: number): Variation['apply'] {
  return (clip) => {
    const ratio = rate * clip.frameTime;
    if (Math.max(ratio, 1 / ratio) < LEAST_RATE_CHANGE) return undefined;
    return whole(resample(clip, 1 / rate, { method: ratio > 1 ? 'spline' : 'slerp' }));
  };
}

/** A person of another size who does the same as gravity makes it: lengths by a factor, times by its root. */
function resized(clip: Clip, rng: Rng): Varied {
  const factor = uniform(rng, SCALE.least, SCALE.most);
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let o = 0; o < q.length; o += nq) for (let k = 0; k < 3; k++) q[o + k] *= factor;
  const { offsets, endSites } = clip.skeleton;
  const skeleton = {
    ...clip.skeleton,
    offsets: offsets.map((x) => factor * x),
    endSites: endSites.map(({ joint, offset: [x, y, z] }) => ({
      joint,
      offset: [factor * x, factor * y, factor * z] as const,
    })),
  };
  const source = clip.source && {
    ...clip.source,
    referenceFrames: clip.source.referenceFrames.map((x, i) => (i % nq < 3 ? factor * x : x)),
  };
  return whole(createClip({ ...clip, skeleton, q, source, frameTime: clip.frameTime * Math.sqrt(factor) }));
}

/** Noise of measurement that changes within a tenth of a second, on the hips' place and every joint. */
function measured(clip: Clip, rng: Rng): Varied {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const joints = jointCount(clip.skeleton);
  const state = Float64Array.from({ length: 3 + 3 * joints }, () => normal(rng));
  const keep = Math.exp(-clip.frameTime / NOISE.lasts);
  const turn = new Float64Array(4);
  for (let o = 0; o < q.length; o += nq) {
    for (let i = 0; i < state.length; i++) state[i] = keep * state[i] + Math.sqrt(1 - keep * keep) * normal(rng);
    for (let k = 0; k < 3; k++) q[o + k] += NOISE.place * state[k];
    for (let joint = 0; joint < joints; joint++) {
      const [x, y, z] = state.subarray(3 + 3 * joint, 6 + 3 * joint);
      const size = Math.hypot(x, y, z);
      quatFromAxisAngle(turn, 0, x / size, y / size, z / size, (NOISE.turn * size) / Math.sqrt(3));
      multiplyQuat(q, o + quatIndex(joint), q, o + quatIndex(joint), turn, 0);
    }
  }
  return whole(withCoordinates(clip, q));
}

async function reread(clip: Clip, extension: string): Promise<Clip | undefined> {
  const file = `varied.${extension}`;
  const [again] = await readClips(await writeClip(clip, file), file, {});
  return again;
}

/** Written in another format and read again. */
function through(extension: string): Variation['apply'] {
  return async (clip) => {
    const again = await reread(clip, extension);
    return again && whole(again);
  };
}

export const variations: readonly Variation[] = [
  { id: 'crop', text: '2 to 8 s of it', apply: crop },
  { id: 'mirror', text: 'its mirror image', apply: mirrored },
  { id: 'turn', text: 'turned about the vertical', apply: turned },
  ...RATES.map((rate) => ({ id: `rate-${rate}`, text: `at ${rate} frames per second`, apply: atRate(rate) })),
  { id: 'size', text: '0.6 to 1.3 times as large, as slow as gravity makes it', apply: resized },
  { id: 'noise', text: 'with 1.5 mm and 0.5° of noise', apply: measured },
  ...['bvh', 'glb', 'fbx'].map((extension) => ({
    id: extension,
    text: `as ${extension.toUpperCase()}`,
    apply: through(extension),
  })),
];
