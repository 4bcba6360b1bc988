/**
 * Euler angles ↔ quaternions for any sequence of axes that a file may hold: the six orders of three axes, the six with the
 * first axis repeated, and sequences that turn about fewer axes or name one axis twice.
 * A sequence [a, b, c] means q = q(a) ⊗ q(b) ⊗ q(c): turns about the moving axes, first a. Axes: 0 x, 1 y, 2 z. Radians.
 */
import type { ReadonlyVector } from './types.ts';

export type Axis = 0 | 1 | 2;

/** A sequence of axes, prepared once for the loops. */
export interface EulerOrder {
  readonly axes: readonly Axis[];
  /** Places in `axes` that carry the rotation: one per run of equal neighbours, at most three. The others stay 0. */
  readonly places: readonly number[];
  /** The first and second carrying axis, and the one at right angles to both; all of x y z once. */
  readonly i: Axis;
  readonly j: Axis;
  readonly k: Axis;
  readonly handedness: 1 | -1; // e_i × e_j = handedness · e_k
  readonly kind: 'none' | 'one' | 'two' | 'three' | 'repeated'; // repeated: i j i
}

/** Sequences with fewer than three carrying axes cannot express every rotation. */
export const spansAllRotations = (order: EulerOrder): boolean => order.kind === 'three' || order.kind === 'repeated';

export function createEulerOrder(axes: readonly Axis[]): EulerOrder {
  const places: number[] = [];
  for (let place = 0; place < axes.length && places.length < 3; place++) {
    if (place === 0 || axes[place] !== axes[place - 1]) places.push(place);
  }
  const i = axes[places[0]] ?? 0;
  const j = axes[places[1]] ?? (((i + 1) % 3) as Axis);
  const k = (3 - i - j) as Axis;
  const kinds = ['none', 'one', 'two', axes[places[2]] === i ? 'repeated' : 'three'] as const;
  return { axes: [...axes], places, i, j, k, handedness: (i + 1) % 3 === j ? 1 : -1, kind: kinds[places.length] };
}

/** out = the rotation of the angles angles[n], angles[n + 1], … about order.axes. */
export function quatFromEuler(
  out: Float64Array,
  o: number,
  order: EulerOrder,
  angles: ReadonlyVector,
  n: number,
): void {
  const { axes } = order;
  let x = 0;
  let y = 0;
  let z = 0;
  let w = 1;
  for (let place = 0; place < axes.length; place++) {
    const half = angles[n + place] / 2;
    const c = Math.cos(half);
    const s = Math.sin(half);
    const px = x;
    const py = y;
    const pz = z;
    const pw = w;
    // (px, py, pz, pw) ⊗ (s·axis, c)
    if (axes[place] === 0) {
      x = px * c + pw * s;
      y = py * c + pz * s;
      z = pz * c - py * s;
      w = pw * c - px * s;
    } else if (axes[place] === 1) {
      x = px * c - pz * s;
      y = py * c + pw * s;
      z = pz * c + px * s;
      w = pw * c - py * s;
    } else {
      x = px * c + py * s;
      y = py * c - px * s;
      z = pz * c + pw * s;
      w = pw * c - pz * s;
    }
  }
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = w;
}

/**
 * out = the angles about order.axes that give q, on the branch nearest to near[n], near[n + 1], … (the previous frame), so
 * that curves stay continuous; `out` may be `near`. Where the axes cannot express q the angles are the best fit.
 */
export function eulerFromQuat(
  out: Float64Array,
  o: number,
  order: EulerOrder,
  q: ReadonlyVector,
  i: number,
  near: ReadonlyVector,
  n: number,
): void {
  const first = order.places.length > 0 ? near[n + order.places[0]] : 0;
  const second = order.places.length > 1 ? near[n + order.places[1]] : 0;
  const third = order.places.length > 2 ? near[n + order.places[2]] : 0;
  for (let place = 0; place < order.axes.length; place++) out[o + place] = 0;
  if (order.kind === 'one') {
    out[o + order.places[0]] = nearest(2 * Math.atan2(q[i + order.i], q[i + 3]), first);
  } else if (order.kind === 'two') {
    twoAngles(out, o, order, q, i, first, second);
  } else if (order.kind !== 'none') {
    threeAngles(out, o, order, q, i, first, second, third);
  }
}

const TURN = 2 * Math.PI;

/** The same angle, whole turns away, nearest to another. */
const nearest = (angle: number, near: number): number => angle - TURN * Math.round((angle - near) / TURN);

/** q(i, α) ⊗ q(j, β) laid out as [[w, j], [i, h·k]] is the outer product of (cos α/2, sin α/2) and (cos β/2, sin β/2); its
 *  leading singular vectors are the best fit, and no pose is singular. h: handedness. */
function twoAngles(
  out: Float64Array,
  o: number,
  order: EulerOrder,
  q: ReadonlyVector,
  at: number,
  first: number,
  second: number,
): void {
  const w = q[at + 3];
  const i = q[at + order.i];
  const j = q[at + order.j];
  const k = order.handedness * q[at + order.k];
  out[o + order.places[0]] = nearest(Math.atan2(2 * (w * i + j * k), w * w + j * j - i * i - k * k), first);
  out[o + order.places[1]] = nearest(Math.atan2(2 * (w * j + i * k), w * w + i * i - j * j - k * k), second);
}

/** Below this sine of half the middle angle two axes coincide and only the sum (or difference) of their angles counts; the
 *  rotation is changed by less than twice this. */
const GIMBAL = 1e-12;

/**
 * i j i: w = cos(β/2) cos S, i = cos(β/2) sin S, j = sin(β/2) cos D, h·k = sin(β/2) sin D with S, D = (α ± γ)/2.
 * i j k becomes i j i after a quarter turn about j: q(k, γ) ⊗ q(j, 90°) = q(j, 90°) ⊗ q(i, −h γ). h: handedness.
 */
function threeAngles(
  out: Float64Array,
  o: number,
  order: EulerOrder,
  q: ReadonlyVector,
  at: number,
  first: number,
  second: number,
  third: number,
): void {
  const h = order.handedness;
  const repeated = order.kind === 'repeated';
  let w = q[at + 3];
  let i = q[at + order.i];
  let j = q[at + order.j];
  let k = h * q[at + order.k];
  if (!repeated) {
    const s = Math.SQRT1_2;
    [w, i, j, k] = [s * (w - j), s * (i - k), s * (j + w), s * (k + i)];
  }
  const cosine = Math.hypot(w, i);
  const sine = Math.hypot(j, k);
  const thirdInPlane = repeated ? third : -h * third;
  // In gimbal lock the free half keeps the value of the previous frame.
  const sum = cosine < GIMBAL ? (first + thirdInPlane) / 2 : Math.atan2(i, w);
  const difference = sine < GIMBAL ? (first - thirdInPlane) / 2 : Math.atan2(k, j);
  const middle = 2 * Math.atan2(sine, cosine);
  const alpha = sum + difference;
  const gamma = repeated ? sum - difference : -h * (sum - difference);
  const beta = repeated ? middle : middle - Math.PI / 2;
  // The same rotation has a second set of angles; take the set nearer to the previous frame.
  const a = nearest(alpha, first);
  const b = nearest(beta, second);
  const c = nearest(gamma, third);
  const otherA = nearest(alpha + Math.PI, first);
  const otherB = nearest(repeated ? -beta : Math.PI - beta, second);
  const otherC = nearest(gamma + Math.PI, third);
  const distance = Math.abs(a - first) + Math.abs(b - second) + Math.abs(c - third);
  const otherDistance = Math.abs(otherA - first) + Math.abs(otherB - second) + Math.abs(otherC - third);
  const other = otherDistance < distance;
  out[o + order.places[0]] = other ? otherA : a;
  out[o + order.places[1]] = other ? otherB : b;
  out[o + order.places[2]] = other ? otherC : c;
}
