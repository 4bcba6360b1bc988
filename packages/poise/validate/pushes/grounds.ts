/** Ground on which people are pushed: their own floor, a floor elsewhere, a slope, a step down behind the heels, a lift. */
import { analyse } from '../../src/balance/analyse.ts';
import type { Ground as Plane } from '../../src/balance/report.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import type { Ground } from '../../src/control/ground.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { headingAt } from '../../src/gait/heading.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { Subject } from './bodies.ts';

export const GROUNDS = ['flat', 'y5', 'slope', 'step', 'lift'] as const;
export type GroundKind = (typeof GROUNDS)[number];

const RAISED = 5; // [m]
const SLOPE = (12 * Math.PI) / 180; // [rad]
const FACINGS = 4; // up the slope, down, and across it either way
const DROP = 0.15; // [m]
const BEHIND = 0.02; // [m] from the heels to the edge
const LIFT = 1; // [m/s]

/** The ground of one case, and how a recording on it is measured. */
export interface Scene {
  readonly ground: Ground | undefined; // what the method is told; undefined: nothing
  /** The plane under the levelled recording; the subject's own as it was found, but for the slope. */
  readonly plane: Plane;
  /** Gravity is not square to the plane. */
  readonly slopes: boolean;
  /** Heights of the levelled ground over the plane, where there is more than one; 0 first. */
  readonly levels: readonly number[];
  /** Height [m] of the levelled ground at a place. */
  heightAt(x: number, z: number): number;
  readonly speed: number; // [m/s] upwards
  /** Moves the ground to where it is at t [s]. */
  moveTo(t: number): void;
  /** A recording without the ground's own height and motion. */
  level(clip: Clip): Clip;
}

type Stand = Pick<Subject, 'body' | 'clip'>;

/** The ground for the case `index`: slopes are faced upwards, downwards and across in turn. */
export function sceneOf(kind: GroundKind, subject: Stand, index: number): Scene {
  const plane = analyse(subject.body, subject.clip).ground;
  if (kind === 'slope') return slopeUnder(subject, plane, index);
  if (kind === 'step') return stepBehind(subject, plane);
  const scene = onPlane(plane);
  if (kind === 'flat') return scene;
  const from = kind === 'y5' ? RAISED : 0;
  const speed = kind === 'lift' ? LIFT : 0;
  const point = { height: plane.height + from, normal: [0, 1, 0] as Vec3, velocity: [0, speed, 0] as Vec3 };
  return {
    ...scene,
    ground: () => point,
    speed,
    moveTo: (t) => {
      point.height = plane.height + from + speed * t;
    },
    level: (clip) => lowered(clip, from, speed),
  };
}

/** How many different scenes there are of one kind: cases of one remainder share theirs. */
export const facingsOf = (kind: GroundKind): number => (kind === 'slope' ? FACINGS : 1);

/** A scene on a plane as it was found. */
export function onPlane(plane: Plane): Scene {
  const [nx, ny, nz] = plane.normal;
  return {
    ground: undefined,
    plane,
    slopes: false,
    levels: [0],
    heightAt: (x, z) => plane.height - (nx * x + nz * z) / ny,
    speed: 0,
    moveTo: () => {},
    level: (clip) => clip,
  };
}

function slopeUnder(subject: Stand, own: Plane, index: number): Scene {
  const { forward, left } = headingAt(subject.body, subject.clip, 0);
  const [x, z] = [forward, [-forward[0], -forward[1]], left, [-left[0], -left[1]]][index % FACINGS]!;
  const [rise, middle] = [Math.tan(SLOPE), middleOf(solesOf(subject))];
  const heightAt = (px: number, pz: number): number =>
    own.height + rise * (x! * (px - middle[0]) + z! * (pz - middle[1]));
  const normal: Vec3 = [-Math.sin(SLOPE) * x!, Math.cos(SLOPE), -Math.sin(SLOPE) * z!];
  const plane: Plane = { ...own, kind: 'plane', height: heightAt(0, 0), normal };
  const point = { height: 0, normal };
  const ground: Ground = (px, pz) => {
    point.height = heightAt(px, pz);
    return point;
  };
  return { ...onPlane(plane), ground, slopes: true };
}

function stepBehind(subject: Stand, plane: Plane): Scene {
  const { forward } = headingAt(subject.body, subject.clip, 0);
  const soles = solesOf(subject);
  let edge = Number.POSITIVE_INFINITY;
  for (let k = 0; k < soles.length; k += 3) edge = Math.min(edge, soles[k] * forward[0] + soles[k + 2] * forward[1]);
  edge -= BEHIND;
  const isUp = (x: number, z: number): boolean => x * forward[0] + z * forward[1] >= edge;
  const scene = onPlane(plane);
  const up = { height: plane.height, normal: [0, 1, 0] as Vec3 };
  const down = { ...up, height: plane.height - DROP };
  return {
    ...scene,
    ground: (x, z) => (isUp(x, z) ? up : down),
    levels: [0, -DROP],
    heightAt: (x, z) => scene.heightAt(x, z) - (isUp(x, z) ? 0 : DROP),
  };
}

/** Points of both soles in the first frame, 3 numbers each. */
function solesOf({ body, clip }: Stand): Float64Array {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, clip.q);
  const points = new Float64Array(body.soles[0].points.length + body.soles[1].points.length);
  solePointsAt(points, body, ws);
  return points;
}

function middleOf(points: Float64Array): readonly [number, number] {
  const mean = (c: number): number =>
    points.filter((_, k) => k % 3 === c).reduce((a, b) => a + b) / (points.length / 3);
  return [mean(0), mean(2)];
}

/** A clip so many metres lower, and lower by `speed` [m/s] as it goes on. */
export function lowered(clip: Clip, by: number, speed: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq + 1] -= by + speed * frame * clip.frameTime;
  return createClip({ ...clip, q });
}
