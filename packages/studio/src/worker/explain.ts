/**
 * Why the zero moment point lies where it lies: the share of each part of the body. [Tak00] eq. 2 is a sum over segments,
 * so the shares add up to the whole; each is split into what its weight does and what its motion does.
 */
import type { Body, Clip } from 'poise';
import {
  coordinateCount,
  createWorkspace,
  difference,
  forwardKinematics,
  forwardVelocity,
  freedomCount,
  GRAVITY,
} from 'poise/dynamics';
import type { Explanation } from '../state/types.ts';
import type { Moment } from './api.ts';
import { type BodyPart, partsOfBody } from './body-parts.ts';

const HALF_WINDOW = 0.07; // [s] over which accelerations are fitted: about the smoothing that reports have
const LEAST_LOAD = 0.05; // of body weight; below it there is no zero moment point

/** Per segment at the moment: centre of mass, its acceleration, rate of its spin. */
interface SegmentMotion {
  readonly position: Float64Array; // n×3 [m]
  readonly acceleration: Float64Array; // n×3 [m/s²]
  readonly spinRate: Float64Array; // n×3 [N·m]
}

export function explainMoment(clip: Clip, body: Body, moment: Moment): Explanation | undefined {
  if (moment.support.length === 0 || !Number.isFinite(moment.zmp[0])) return undefined;
  const middle = centreOf(moment.support);
  const direction = unit(moment.zmp[0] - middle[0], moment.zmp[1] - middle[1], moment.forward);
  const segments = segmentMotion(clip, body, moment.frame);
  let load = 0;
  for (let i = 0; i < body.mass.length; i++)
    load += at(body.mass, i) * (at(segments.acceleration, 3 * i + 1) + GRAVITY);
  if (load < LEAST_LOAD * body.totalMass * GRAVITY) return undefined;
  const parts = partsOfBody(body).map((part) =>
    shareOf(part, body, segments, { middle, direction, load, floor: moment.floor }),
  );
  const along = ([x, z]: readonly [number, number]): number =>
    (x - middle[0]) * direction[0] + (z - middle[1]) * direction[1];
  return {
    frame: moment.frame,
    direction,
    way: inWords(direction, moment.forward),
    total: parts.reduce((sum, part) => sum + part.weight + part.motion, 0),
    edge: Math.max(...moment.support.map(along)),
    parts: [...parts].sort((a, b) => Math.abs(b.weight + b.motion) - Math.abs(a.weight + a.motion)),
  };
}

interface Measure {
  readonly middle: readonly [number, number];
  readonly direction: readonly [number, number];
  readonly load: number; // [N] vertical force of the ground
  readonly floor: number;
}

/** p·d = Σ [(r·d) m (a_y + g) − y m (a·d) + Ḣ_z d_x − Ḣ_x d_z] / F_y, about the middle of the support. [Tak00] eq. 2 */
function shareOf(part: BodyPart, body: Body, { position, acceleration, spinRate }: SegmentMotion, by: Measure) {
  const [dx, dz] = by.direction;
  let mass = 0;
  let weight = 0;
  let motion = 0;
  for (const joint of part.joints) {
    const i = 3 * joint;
    const m = at(body.mass, joint);
    const along = (at(position, i) - by.middle[0]) * dx + (at(position, i + 2) - by.middle[1]) * dz;
    const pushed = at(acceleration, i) * dx + at(acceleration, i + 2) * dz;
    mass += m / body.totalMass;
    weight += (along * m * GRAVITY) / by.load;
    motion += (m * (along * at(acceleration, i + 1) - (at(position, i + 1) - by.floor) * pushed)) / by.load;
    motion += (at(spinRate, i + 2) * dx - at(spinRate, i) * dz) / by.load;
  }
  return { name: part.name, joints: part.joints, mass, weight, motion };
}

/** Fits a parabola through each centre of mass and a line through each spin over the frames around the moment. */
function segmentMotion(clip: Clip, body: Body, frame: number): SegmentMotion {
  const n = body.mass.length;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const v = new Float64Array(freedomCount(clip.skeleton));
  const turn = new Float64Array(4);
  const reach = Math.max(2, Math.round(HALF_WINDOW / clip.frameTime));
  const first = Math.max(0, frame - reach);
  const last = Math.min(clip.frameCount - 1, frame + reach);
  const motion = {
    position: new Float64Array(3 * n),
    acceleration: new Float64Array(3 * n),
    spinRate: new Float64Array(3 * n),
  };
  const fit = curvatureWeights(first, last, clip.frameTime);
  for (let at = first; at <= last; at++) {
    forwardKinematics(body, ws, clip.q, at * nq);
    const before = Math.max(0, at - 1);
    const after = Math.min(clip.frameCount - 1, at + 1);
    difference(
      v,
      clip.skeleton,
      clip.q,
      before * nq,
      clip.q,
      after * nq,
      Math.max(1, after - before) * clip.frameTime,
      turn,
    );
    forwardVelocity(body, ws, v);
    const curve = fit.curve[at - first] ?? 0;
    const slope = fit.slope[at - first] ?? 0;
    for (let i = 0; i < 3 * n; i++) {
      motion.acceleration[i]! += curve * (ws.segmentCom[i] ?? 0);
      motion.spinRate[i]! += slope * (ws.segmentSpin[i] ?? 0);
    }
    if (at === frame) motion.position.set(ws.segmentCom);
  }
  return motion;
}

/** Weights that give second derivative and slope of the least-squares parabola through equally spaced samples. */
function curvatureWeights(first: number, last: number, dt: number): { curve: number[]; slope: number[] } {
  const count = last - first + 1;
  const x = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * dt);
  const sum2 = x.reduce((sum, value) => sum + value ** 2, 0);
  const mean2 = sum2 / count;
  const spread = x.reduce((sum, value) => sum + (value ** 2 - mean2) ** 2, 0);
  return {
    curve: x.map((value) => (spread > 0 ? (2 * (value ** 2 - mean2)) / spread : 0)),
    slope: x.map((value) => (sum2 > 0 ? value / sum2 : 0)),
  };
}

const at = (values: Float64Array, i: number): number => values[i] ?? 0;

function centreOf(points: Moment['support']): readonly [number, number] {
  const x = points.map((point) => point[0]);
  const z = points.map((point) => point[1]);
  return [(Math.min(...x) + Math.max(...x)) / 2, (Math.min(...z) + Math.max(...z)) / 2];
}

function unit(x: number, z: number, otherwise: readonly [number, number]): readonly [number, number] {
  const size = Math.hypot(x, z);
  return size > 1e-4 ? [x / size, z / size] : otherwise;
}

/** 'forward', 'back and left' …, as the person sees it. */
function inWords([x, z]: readonly [number, number], [fx, fz]: readonly [number, number]): string {
  const ahead = x * fx + z * fz;
  const aside = x * fz - z * fx; // to the left
  const words = [
    Math.abs(ahead) > 0.38 ? (ahead > 0 ? 'forward' : 'back') : '',
    Math.abs(aside) > 0.38 ? (aside > 0 ? 'left' : 'right') : '',
  ];
  return words.filter(Boolean).join(' and ');
}
