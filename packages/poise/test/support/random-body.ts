/** Bodies and states made by chance from a seed: trees of any shape, full inertia tensors, some segments without mass. */
import type { Body, JointLimits, Sole } from '../../src/body/body.ts';
import { normalizeQuat } from '../../src/math/quat.ts';
import { createRng, normal, type Rng, uniform } from '../../src/math/random.ts';
import { createSkeleton, type Skeleton } from '../../src/motion/skeleton.ts';

export interface RandomBodyOptions {
  readonly joints: number;
  readonly massless: number; // share of segments without mass, 0…1
}

export function randomBody(rng: Rng, options: Partial<RandomBodyOptions> = {}): Body {
  const { joints: n, massless } = { joints: 12, massless: 0.3, ...options };
  const skeleton = randomSkeleton(rng, n);
  const mass = new Float64Array(n);
  const comInSegment = new Float64Array(3 * n);
  const inertiaInSegment = new Float64Array(6 * n);
  for (let i = 0; i < n; i++) {
    if (i > 0 && rng.next() < massless) continue;
    mass[i] = uniform(rng, 0.2, 12);
    for (let k = 0; k < 3; k++) comInSegment[3 * i + k] = 0.15 * normal(rng);
    addPointInertias(inertiaInSegment, 6 * i, rng, mass[i]);
  }
  return {
    skeleton,
    roles: {},
    table: 'random',
    totalMass: mass.reduce((sum, m) => sum + m, 0),
    height: 1.7,
    mass,
    comInSegment,
    inertiaInSegment,
    soles: [emptySole('left'), emptySole('right')],
    limits: freeLimits(n),
    shapes: [],
  };
}

function randomSkeleton(rng: Rng, n: number): Skeleton {
  const parents = Int32Array.from({ length: n }, (_, i) =>
    i === 0 ? -1 : Math.floor(uniform(rng, Math.max(0, i - 4), i)),
  );
  const offsets = Float64Array.from({ length: 3 * n }, (_, i) => (i < 3 ? 0 : 0.25 * normal(rng)));
  const restRotations = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) randomQuat(restRotations, 4 * i, rng);
  return createSkeleton({ names: Array.from(parents, (_, i) => `joint${i}`), parents, offsets, restRotations });
}

/** The inertia of four random particles about their own CoM: any tensor a real thing can have, none that it cannot. */
function addPointInertias(out: Float64Array, o: number, rng: Rng, mass: number): void {
  for (let point = 0; point < 4; point++) {
    const x = 0.1 * normal(rng);
    const y = 0.1 * normal(rng);
    const z = 0.1 * normal(rng);
    const m = mass / 4;
    out[o] += m * (y * y + z * z);
    out[o + 1] += m * (x * x + z * z);
    out[o + 2] += m * (x * x + y * y);
    out[o + 3] -= m * x * y;
    out[o + 4] -= m * x * z;
    out[o + 5] -= m * y * z;
  }
}

function freeLimits(n: number): JointLimits {
  const neutral = new Float64Array(4 * n);
  const axes = new Float64Array(9 * n);
  for (let i = 0; i < n; i++) {
    neutral[4 * i + 3] = 1;
    for (let k = 0; k < 3; k++) axes[9 * i + 4 * k] = 1;
  }
  const lower = new Float64Array(3 * n).fill(-Infinity);
  const upper = new Float64Array(3 * n).fill(Infinity);
  return { lower, upper, neutral, axes, columns: [] };
}

const emptySole = (side: 'left' | 'right'): Sole => ({
  side,
  foot: 0,
  toes: 0,
  parts: [],
  segments: new Int32Array(0),
  points: new Float64Array(0),
});

function randomQuat(out: Float64Array, o: number, rng: Rng): void {
  for (let k = 0; k < 4; k++) out[o + k] = normal(rng);
  normalizeQuat(out, o, out, o);
}

/** Any pose at all: root within some metres of the origin, every rotation equally likely. */
export function randomPose(rng: Rng, skeleton: Skeleton): Float64Array {
  const n = skeleton.names.length;
  const q = new Float64Array(3 + 4 * n);
  for (let k = 0; k < 3; k++) q[k] = 2 * normal(rng);
  for (let i = 0; i < n; i++) randomQuat(q, 3 + 4 * i, rng);
  return q;
}

/** A velocity or acceleration with components of the given size. */
export function randomTangent(rng: Rng, skeleton: Skeleton, size = 1): Float64Array {
  return Float64Array.from({ length: 3 + 3 * skeleton.names.length }, () => size * normal(rng));
}

export interface RandomState {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
}

export function randomState(rng: Rng, skeleton: Skeleton): RandomState {
  return {
    q: randomPose(rng, skeleton),
    v: randomTangent(rng, skeleton, 2),
    a: randomTangent(rng, skeleton, 5),
  };
}

/** A body, a generator that goes on from it, both from one seed. */
export function seededBody(seed: number, options: Partial<RandomBodyOptions> = {}): { body: Body; rng: Rng } {
  const rng = createRng(seed);
  return { body: randomBody(rng, options), rng };
}
