/** A clip's walk or run as the pendulum sees it: measured step by step, the model fitted to each. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { RigError } from '../../errors.ts';
import type { Placement } from '../../gait/placement.ts';
import { wrapAngle } from '../../math/angle.ts';
import type { Clip } from '../../motion/clip.ts';
import { chooseLap, type Lap } from './choose-lap.ts';
import { findSteps } from './find-steps.ts';
import { fitStep, type NominalStep } from './gait-step.ts';
import { lagOf, lapMove } from './lap-move.ts';
import { loadedContacts } from './loaded-contacts.ts';
import { evened, type MeasuredStep, measureStep } from './measure-step.ts';
import { ankleCourses, type PlacedStep, placeSteps } from './place-steps.ts';
import type { Gait } from './running-plan.ts';

export interface ImportedGait {
  readonly gait: Gait;
  readonly placed: readonly PlacedStep[]; // one per step of the gait, in the clip's world: one lap, an even number
  readonly chain: readonly PlacedStep[]; // all steps that the clip takes in a row; `placed` begins at step …
  readonly from: number; // … of these
  readonly lap: Readonly<Placement>; // from one lap to the next
  readonly lag: number; // [frames] before its first landing that a lap begins, when it follows another
  readonly contacts: BalanceReport; // the clip's report, with feet down for as long as they carry
  readonly notes: readonly string[]; // what the model is not made for
}

const UNEVEN = 0.08; // of the height: more than this the pendulum's constant height is a poor picture
const LEAST_WAY = 0.05; // [m] that a step brings the body on
const LOOSE = 4; // times what people's own steps differ by: a lap whose ends do is no loop

/** Measures the clip's steps. The gait loops over the best lap of them: steady, and ending as it began. */
export function importGait(body: Body, clip: Clip, judged: BalanceReport, friction: number): ImportedGait {
  const report = loadedContacts(judged);
  const ankles = ankleCourses(body, clip);
  const chain = placeSteps(report, findSteps(report), ankles);
  const measured = evened(chain.map((step) => measureStep(body, clip, report, step)));
  const fitted = measured.map((step, k) => fitOf(body, chain[k]!, step, friction));
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
  const turns = placed.map((step, k) => wrapAngle((placed[k + 1]?.yaw ?? placed[0]!.yaw + move.yaw) - step.yaw));
  const steps = chosen.map(({ nominal }) => nominal!);
  const notes = notesOf(lap, Math.max(...measured.slice(lap.from, lap.to).map(({ rise }) => rise)));
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
  readonly reason: string; // why there is none
}

function fitOf(body: Body, { touchDown: b }: PlacedStep, { measures, end, way }: MeasuredStep, friction: number): Fit {
  if (way < LEAST_WAY) {
    const reason = `the body moves on by less than 5 cm in the step at frame ${b}: an in-place clip must be set moving first`;
    return { nominal: undefined, reason };
  }
  const reason = `the step at frame ${b} is not one that a pendulum could make: its speed does not carry it over the foot`;
  return { nominal: fitStep(measures, { mass: body.totalMass, friction }, end), reason };
}
