/** A clip's walk or run as the pendulum sees it: measured step by step, the model fitted to each. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { RigError } from '../../errors.ts';
import { type Clip, frameAt } from '../../motion/clip.ts';
import { type ClipStep, findSteps, type Stance } from './find-steps.ts';
import { fitStep, type NominalStep, type PlaneMeasures, type StepMeasures } from './gait-step.ts';
import { loadCourse } from './load-course.ts';
import type { Gait } from './running-plan.ts';

/** A step of the clip in the world. */
export interface PlacedStep extends ClipStep {
  readonly yaw: number; // [rad] of the step's forward about up, from +Z towards +X
  readonly oldFoot: readonly [x: number, z: number]; // [m]
  readonly newFoot: readonly [x: number, z: number]; // [m]
}

export interface ImportedGait {
  readonly gait: Gait;
  readonly placed: readonly PlacedStep[]; // one per step of the gait, in the clip's world
  readonly notes: readonly string[]; // what the model is not made for
}

const FLAT = [0.15, 0.5] as const; // part of a stance between landing on the heel and rolling over the toes
const MIDDLE = 0.4; // of a stance: the foot is flat
const EDGE = 0.015; // [m] of the sole that the ZMP keeps away from: what is left is for the trunk
const UNEVEN = 0.08; // of the height: more than this the pendulum's constant height is a poor picture

/** Measures the clip's steps. The gait loops over its last full cycle of them. */
export function importGait(body: Body, clip: Clip, report: BalanceReport, friction: number): ImportedGait {
  const steps = findSteps(report);
  const ankles = ankleCourses(body, clip);
  const placed = steps.map((step) => placeStep(report, step, ankles));
  const ws = createWorkspace(body);
  const fitted = placed.map((step) => {
    forwardKinematics(
      body,
      ws,
      frameAt(clip, Math.round(step.stance.start + MIDDLE * (step.stance.end - step.stance.start))),
    );
    return measureStep(body, report, step, friction, soleOf(body, ws, step));
  });
  const notes: string[] = [];
  if (fitted.some(({ rise }) => rise > UNEVEN)) {
    notes.push('the centre of mass rises and falls by more than 8 % of its height: the pendulum takes the mean');
  }
  const turns = placed.map((step, k) => turnBetween(step.yaw, placed[k + 1]?.yaw ?? placed[Math.max(0, k - 1)]!.yaw));
  return { gait: { steps: fitted.map(({ nominal }) => nominal), turns, loops: true }, placed, notes };
}

const turnBetween = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from));

/** Ankle places per frame, both sides: frames × (x, z). */
function ankleCourses(body: Body, clip: Clip): readonly [left: Float64Array, right: Float64Array] {
  const ws = createWorkspace(body);
  const courses = [new Float64Array(2 * clip.frameCount), new Float64Array(2 * clip.frameCount)] as const;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, frameAt(clip, frame));
    body.soles.forEach(({ foot }, side) => {
      courses[side]![2 * frame] = ws.segmentOrigin[3 * foot];
      courses[side]![2 * frame + 1] = ws.segmentOrigin[3 * foot + 2];
    });
  }
  return courses;
}

/** Where a foot stands: the ankle's middle over the part of the stance in which it hardly moves. */
function placeOf(course: Float64Array, { start, end }: Stance): readonly [x: number, z: number] {
  const length = end - start;
  const from = start + Math.floor(FLAT[0] * length);
  const to = Math.max(from + 1, start + Math.ceil(FLAT[1] * length));
  const middle = (offset: number): number => {
    const values = Array.from({ length: to - from }, (_, k) => course[2 * (from + k) + offset]).sort((a, b) => a - b);
    return values[values.length >> 1]!;
  };
  return [middle(0), middle(1)];
}

function placeStep(report: BalanceReport, step: ClipStep, ankles: readonly [Float64Array, Float64Array]): PlacedStep {
  const { touchDown: b, next } = step;
  const [own, other] = step.side === 'left' ? ankles : [ankles[1], ankles[0]];
  const moved = [report.com[3 * next] - report.com[3 * b], report.com[3 * next + 2] - report.com[3 * b + 2]] as const;
  if (Math.hypot(moved[0], moved[1]) < 0.05) {
    throw new RigError(
      `the body moves on by less than 5 cm in the step at frame ${b}: an in-place clip must be set moving first`,
    );
  }
  return {
    ...step,
    yaw: Math.atan2(moved[0], moved[1]),
    newFoot: placeOf(own, step.stance),
    oldFoot: placeOf(other, step.before),
  };
}

/** Along the step's forward and left, from the old foot. */
function inStepFrame(step: PlacedStep, x: number, z: number): readonly [forward: number, left: number] {
  const [dx, dz] = [x - step.oldFoot[0], z - step.oldFoot[1]];
  const [s, c] = [Math.sin(step.yaw), Math.cos(step.yaw)];
  return [dx * s + dz * c, dx * c - dz * s]; // left = up × forward
}

/** How far the sole of the foot that lands goes to its right and left, from its place [m]. */
function soleOf(body: Body, ws: Workspace, step: PlacedStep): readonly [right: number, left: number] {
  const { segments, points, parts } = body.soles[step.side === 'left' ? 0 : 1];
  const { segmentOrigin, worldFromSegment } = ws;
  const [s, c] = [Math.sin(step.yaw), Math.cos(step.yaw)];
  let [low, high] = [0, 0];
  for (let i = 0; i < segments.length; i++) {
    if (parts[i] === 'toe') continue;
    const place = [0, 2].map((k) => {
      let sum = segmentOrigin[3 * segments[i] + k];
      for (let d = 0; d < 3; d++) sum += worldFromSegment[9 * segments[i] + 3 * k + d] * points[3 * i + d];
      return sum;
    });
    const left = (place[0]! - step.newFoot[0]) * c - (place[1]! - step.newFoot[1]) * s;
    low = Math.min(low, left + EDGE);
    high = Math.max(high, left - EDGE);
  }
  return [low, high];
}

function measureStep(
  body: Body,
  report: BalanceReport,
  step: PlacedStep,
  friction: number,
  sole: readonly [right: number, left: number],
): { readonly nominal: NominalStep; readonly rise: number } {
  const { touchDown: b, leave: c, next, side, gait } = step;
  const com = (frame: number) => inStepFrame(step, report.com[3 * frame], report.com[3 * frame + 2]);
  const velocity = (frame: number): readonly [number, number] => {
    const [vx, vz] = [report.comVelocity[3 * frame], report.comVelocity[3 * frame + 2]];
    const [s, k] = [Math.sin(step.yaw), Math.cos(step.yaw)];
    return [vx * s + vz * k, vx * k - vz * s];
  };
  const foot = inStepFrame(step, step.newFoot[0], step.newFoot[1]);
  let [height, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let frame = b; frame <= next; frame++) {
    const y = report.com[3 * frame + 1] - report.ground.height;
    height += y / (next - b + 1);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const plane = (axis: 0 | 1): PlaneMeasures => {
    const zmp = zmpReader(report, step, axis);
    const xC = com(c)[axis];
    const zC = gait === 'run' ? zmp(c - 1) - foot[axis] : zmp(c) - foot[axis];
    const zB = gait === 'run' ? zmp(b) - foot[axis] : zmp(b);
    const way = com(next)[axis] - xC;
    const travel = axis === 0 && gait === 'walk' && way > 0.05 ? (zmp(next) - zmp(c)) / way : 0;
    return {
      xB: com(b)[axis],
      vB: velocity(b)[axis],
      xC,
      foot: foot[axis],
      zB: gait === 'run' ? Math.max(-0.12, Math.min(0.12, zB)) : Math.max(-0.08, Math.min(0.2, zB)),
      zC: Math.max(-0.12, Math.min(0.2, zC)),
      travel: Math.max(0, Math.min(0.6, travel)),
    };
  };
  const measures: StepMeasures = {
    side,
    gait,
    height,
    support: (c - b) * report.frameTime,
    after: (next - c) * report.frameTime,
    forward: plane(0),
    left: plane(1),
    sole,
    load: gait === 'run' ? loadCourse(report, step) : undefined,
  };
  const ends = [com(next), velocity(next)] as const;
  const nominal = fitStep(
    measures,
    { mass: body.totalMass, friction },
    {
      forward: [ends[0][0] - foot[0], ends[1][0]],
      left: [ends[0][1] - foot[1], ends[1][1]],
    },
  );
  if (nominal === undefined) {
    throw new RigError(
      `the step at frame ${b} is not one that a pendulum could make: its speed does not carry it over the foot`,
    );
  }
  return { nominal, rise: (high - low) / height };
}

/** ZMP along an axis of the step, from the old foot; where it is undefined, the nearest frame's. */
function zmpReader(report: BalanceReport, step: PlacedStep, axis: 0 | 1): (frame: number) => number {
  return (frame) => {
    for (let away = 0; away < 6; away++) {
      for (const near of [frame + away, frame - away]) {
        if (near < 0 || near >= report.frameCount || Number.isNaN(report.zmp[3 * near])) continue;
        return inStepFrame(step, report.zmp[3 * near], report.zmp[3 * near + 2])[axis];
      }
    }
    return inStepFrame(step, report.com[3 * frame], report.com[3 * frame + 2])[axis];
  };
}
