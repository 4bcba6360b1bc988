/** What a pendulum has to know of a step of the clip. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { type Clip, frameAt } from '../../motion/clip.ts';
import type { PlaneMeasures, StepMeasures } from './gait-step.ts';
import { loadCourse } from './load-course.ts';
import { inStepFrame, type PlacedStep } from './place-steps.ts';
import { soleRoom } from './sole-room.ts';

export interface MeasuredStep {
  readonly measures: StepMeasures;
  /** Centre of mass at the end, from the new foot [m], and its velocity [m/s]. */
  readonly end: Readonly<Record<'forward' | 'left', readonly [x: number, v: number]>>;
  readonly rise: number; // of the centre of mass, of its height
  readonly way: number; // [m] that the body gets on
}

const MIDDLE = 0.4; // of a stance: the foot is flat
const EDGE = 0.015; // [m] of the sole that the ZMP keeps away from: what is left is for the trunk

export function measureStep(body: Body, clip: Clip, report: BalanceReport, step: PlacedStep): MeasuredStep {
  const { touchDown: b, leave: c, next, side, gait, stance } = step;
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, frameAt(clip, Math.round(stance.start + MIDDLE * (stance.end - stance.start))));
  const foot = inStepFrame(step, step.newFoot[0], step.newFoot[1]);
  let [height, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let frame = b; frame <= next; frame++) {
    const y = report.com[3 * frame + 1] - report.ground.height;
    height += y / (next - b + 1);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const measures: StepMeasures = {
    side,
    gait,
    height,
    support: (c - b) * report.frameTime,
    after: (next - c) * report.frameTime,
    forward: measurePlane(report, step, 0),
    left: measurePlane(report, step, 1),
    sole: soleOf(body, ws, step),
    load: gait === 'run' ? loadCourse(report, step, soleRoom(body, clip, report, step)) : undefined,
  };
  const [place, speed] = [comIn(report, step, next), velocityIn(report, step, next)];
  return {
    measures,
    end: { forward: [place[0] - foot[0], speed[0]], left: [place[1] - foot[1], speed[1]] },
    rise: (high - low) / height,
    way: Math.hypot(report.com[3 * next] - report.com[3 * b], report.com[3 * next + 2] - report.com[3 * b + 2]),
  };
}

const comIn = ({ com }: BalanceReport, step: PlacedStep, frame: number): readonly [number, number] =>
  inStepFrame(step, com[3 * frame], com[3 * frame + 2]);

function velocityIn({ comVelocity }: BalanceReport, { yaw }: PlacedStep, frame: number): readonly [number, number] {
  const [vx, vz] = [comVelocity[3 * frame], comVelocity[3 * frame + 2]];
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  return [vx * s + vz * c, vx * c - vz * s];
}

function measurePlane(report: BalanceReport, step: PlacedStep, axis: 0 | 1): PlaneMeasures {
  const { touchDown: b, leave: c, next, gait } = step;
  const foot = inStepFrame(step, step.newFoot[0], step.newFoot[1])[axis];
  const zmp = zmpReader(report, step, axis);
  const xC = comIn(report, step, c)[axis];
  const zC = gait === 'run' ? zmp(c - 1) - foot : zmp(c) - foot;
  const zB = gait === 'run' ? zmp(b) - foot : zmp(b);
  const way = comIn(report, step, next)[axis] - xC;
  const travel = axis === 0 && gait === 'walk' && way > 0.05 ? (zmp(next) - zmp(c)) / way : 0;
  return {
    xB: comIn(report, step, b)[axis],
    vB: velocityIn(report, step, b)[axis],
    xC,
    foot,
    zB: gait === 'run' ? Math.max(-0.12, Math.min(0.12, zB)) : Math.max(-0.08, Math.min(0.2, zB)),
    zC: Math.max(-0.12, Math.min(0.2, zC)),
    travel: Math.max(0, Math.min(0.6, travel)),
  };
}

/** The same steps with where the ZMP is taken as the middle of all of them: at touch-down and toe-off it races, and one step of a
 *  capture tells little of it. */
export function evened(steps: readonly MeasuredStep[]): MeasuredStep[] {
  const sign = (step: MeasuredStep): number => (step.measures.side === 'left' ? 1 : -1);
  const middle = (value: (step: MeasuredStep) => number): number => {
    const sorted = steps.map(value).sort((a, b) => a - b);
    return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
  };
  const forward = {
    zB: middle(({ measures }) => measures.forward.zB),
    zC: middle(({ measures }) => measures.forward.zC),
    travel: middle(({ measures }) => measures.forward.travel),
  };
  // to the left is outwards for the left foot, inwards for the right one
  const zB = middle((step) => sign(step) * step.measures.left.zB);
  const zC = middle((step) => sign(step) * step.measures.left.zC);
  return steps.map((step) => {
    const { measures } = step;
    const left = { ...measures.left, zB: sign(step) * zB, zC: sign(step) * zC };
    return { ...step, measures: { ...measures, forward: { ...measures.forward, ...forward }, left } };
  });
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
