/** A clip's walk or run as the pendulum sees it: measured step by step, the model fitted to each. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { RigError } from '../../errors.ts';
import { wrapAngle } from '../../math/angle.ts';
import { type Clip, frameAt } from '../../motion/clip.ts';
import { chooseLap, type Lap } from './choose-lap.ts';
import { findSteps } from './find-steps.ts';
import type { FloorMove } from './floor-move.ts';
import { fitStep, type NominalStep, type PlaneMeasures, type StepMeasures } from './gait-step.ts';
import { lagOf, lapMove } from './lap-move.ts';
import { loadCourse } from './load-course.ts';
import { loadedContacts } from './loaded-contacts.ts';
import { ankleCourses, inStepFrame, type PlacedStep, placeSteps } from './place-steps.ts';
import type { Gait } from './running-plan.ts';

export interface ImportedGait {
  readonly gait: Gait;
  readonly placed: readonly PlacedStep[]; // one per step of the gait, in the clip's world: one lap, an even number
  readonly chain: readonly PlacedStep[]; // all steps that the clip takes in a row; `placed` begins at step …
  readonly from: number; // … of these
  readonly lap: FloorMove; // from one lap to the next
  readonly lag: number; // [frames] before its first landing that a lap begins, when it follows another
  readonly contacts: BalanceReport; // the clip's report, with feet down for as long as they carry
  readonly notes: readonly string[]; // what the model is not made for
}

const MIDDLE = 0.4; // of a stance: the foot is flat
const EDGE = 0.015; // [m] of the sole that the ZMP keeps away from: what is left is for the trunk
const UNEVEN = 0.08; // of the height: more than this the pendulum's constant height is a poor picture
const LEAST_WAY = 0.05; // [m] that a step brings the body on
const LOOSE = 4; // times what people's own steps differ by: a lap whose ends do is no loop

/** Measures the clip's steps. The gait loops over the best lap of them: steady, and ending as it began. */
export function importGait(body: Body, clip: Clip, judged: BalanceReport, friction: number): ImportedGait {
  const report = loadedContacts(judged);
  const ankles = ankleCourses(body, clip);
  const chain = placeSteps(report, findSteps(report), ankles);
  const fitted = chain.map((step) => fitOf(body, clip, report, step, friction));
  const lap = chooseLap(
    body,
    clip,
    report,
    chain,
    fitted.map(({ nominal }) => nominal !== undefined),
  );
  if (lap === undefined) throw new RigError(fitted.find(({ nominal }) => nominal === undefined)!.reason);
  const placed = chain.slice(lap.from, lap.to);
  const lag = lagOf(body, clip, placed[0]!.touchDown, placed[placed.length - 1]!.next);
  const move = lapMove(report, ankles, chain, lap, lag);
  const chosen = fitted.slice(lap.from, lap.to);
  const turns = placed.map((step, k) => wrapAngle((placed[k + 1]?.yaw ?? placed[0]!.yaw + move.turn) - step.yaw));
  const steps = chosen.map(({ nominal }) => nominal!);
  const notes = notesOf(lap, Math.max(...chosen.map(({ rise }) => rise)));
  return {
    gait: { steps, turns, loops: true, spread: spreadOf(steps) },
    placed,
    chain,
    from: lap.from,
    lap: move,
    lag,
    contacts: report,
    notes,
  };
}

const MOST_SPREAD = 0.08; // steps that differ more are no measure of each other

/** Share by which steps of a gait differ from their mean, in length and in speed at touch-down. */
function spreadOf(steps: readonly NominalStep[]): number {
  const far = (values: readonly number[]): number => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.max(...values.map((value) => Math.abs(value - mean))) / Math.abs(mean);
  };
  const most = Math.max(far(steps.map(({ forward }) => forward.foot)), far(steps.map(({ forward }) => forward.vB)));
  return Math.min(MOST_SPREAD, most);
}

function notesOf({ misfit }: Lap, rise: number): readonly string[] {
  const notes: string[] = [];
  if (rise > UNEVEN) {
    notes.push('the centre of mass rises and falls by more than 8 % of its height: the pendulum takes the mean');
  }
  if (misfit > LOOSE) {
    notes.push('the steps differ so much in speed and pose that going on with them over and over does not look even');
  }
  return notes;
}

interface Fit {
  readonly nominal: NominalStep | undefined;
  readonly rise: number; // of the height
  readonly reason: string; // why there is none
}

function fitOf(body: Body, clip: Clip, report: BalanceReport, step: PlacedStep, friction: number): Fit {
  const { touchDown: b, next, stance } = step;
  const way = Math.hypot(report.com[3 * next] - report.com[3 * b], report.com[3 * next + 2] - report.com[3 * b + 2]);
  if (way < LEAST_WAY) {
    const reason = `the body moves on by less than 5 cm in the step at frame ${b}: an in-place clip must be set moving first`;
    return { nominal: undefined, rise: 0, reason };
  }
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, frameAt(clip, Math.round(stance.start + MIDDLE * (stance.end - stance.start))));
  const { nominal, rise } = measureStep(body, report, step, friction, soleOf(body, ws, step));
  const reason = `the step at frame ${b} is not one that a pendulum could make: its speed does not carry it over the foot`;
  return { nominal, rise, reason };
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
): { readonly nominal: NominalStep | undefined; readonly rise: number } {
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
