/** Memory for a step plan's question and answer, and the nominal steps of a gait placed in the world. */
import type { Placement } from '../placement.ts';
import { COURSE_ROWS, type Gait, type GaitStep } from './gait-step.ts';
import {
  LANDINGS,
  type NominalLanding,
  type NominalSteps,
  type StepPlanInput,
  type StepPlanOutput,
} from './step-plan-types.ts';

const NO_STEP: GaitStep = {
  foot: 0,
  lift: Number.NEGATIVE_INFINITY,
  land: 0,
  x: 0,
  z: 0,
  height: 0,
  footYaw: 0,
  yaw: 0,
  stepX: 0,
  stepZ: 0,
  duration: 0,
  doubleSupport: 0,
  flight: 0,
  rate: 1,
  course: new Float64Array(4 * COURSE_ROWS),
  load: new Float64Array(0),
};

const createLanding = (): NominalLanding => ({
  step: NO_STEP,
  foot: 0,
  x: 0,
  z: 0,
  height: 0,
  yaw: 0,
  footYaw: 0,
  turn: 0,
});

export const createNominalSteps = (): NominalSteps => ({
  before: createLanding(),
  stance: createLanding(),
  ahead: Array.from({ length: LANDINGS }, createLanding),
  known: 0,
  planned: 0,
});

export const createStepPlanInput = (): StepPlanInput => ({
  nominal: createNominalSteps(),
  index: 0,
  time: 0,
  doubleSupport: 0,
  over: 0,
  com: new Float64Array(2),
  velocity: new Float64Array(2),
  ownCom: new Float64Array(2),
  ownVelocity: new Float64Array(2),
  lean: new Float64Array(2),
  leanRate: new Float64Array(2),
  stand: new Float64Array(2),
  before: new Float64Array(2),
  swingOffset: new Float64Array(2),
  push: new Float64Array(2),
  sinceHit: Number.POSITIVE_INFINITY,
  shown: Number.POSITIVE_INFINITY,
  pace: 1,
  hipLimit: Number.POSITIVE_INFINITY,
});

export const createStepPlanOutput = (): StepPlanOutput => ({
  index: Number.NaN,
  foot: 0,
  reacts: false,
  place: new Float64Array(2),
  yaw: 0,
  time: 0,
  lift: 0,
  hold: 0,
  doubleSupport: 0,
  soleShift: new Float64Array(2),
  hip: new Float64Array(2),
  crosses: false,
  landings: new Float64Array(2 * LANDINGS),
  captures: new Float64Array(2 * LANDINGS),
  cost: 0,
  captureError: 0,
  lost: undefined,
});

/** Index of the entry in `gait.steps` that step k (counted on past the end) repeats; −1: there is no such step. Where the gait stops the
 *  character treads on the spot from there on, if it has to step. */
export function entryOf({ steps, landings, round }: Gait, k: number): number {
  if (k < 0) return -1;
  if (round === undefined) return k < steps.length ? k : steps.length > landings ? landings + ((k - landings) % 2) : -1;
  if (k < round.to) return k;
  return round.from + ((k - round.from) % (round.to - round.from));
}

/** [s] When step k lands, in the clip's time, on past its end. */
export function landingTime(gait: Gait, k: number): number {
  const entry = entryOf(gait, k);
  return entry < 0 ? Number.POSITIVE_INFINITY : gait.steps[entry].land + lapsOf(gait, k) * (gait.round?.time ?? 0);
}

/** Rounds that lie between step k and the entry that it repeats. */
const lapsOf = ({ round }: Gait, k: number): number =>
  round === undefined || k < round.to ? 0 : Math.floor((k - round.from) / (round.to - round.from));

/** out = step k of the gait, moved over the floor by `placement`. False: the gait has no such step. */
function writeLanding(out: NominalLanding, gait: Gait, k: number, placement: Readonly<Placement>): boolean {
  const entry = entryOf(gait, k);
  if (entry < 0) return false;
  const step = gait.steps[entry];
  out.step = step;
  out.foot = step.foot;
  let { x, z, height } = step;
  let turn = 0;
  const laps = lapsOf(gait, k);
  if (laps > 0 && gait.round !== undefined) {
    const { move, rise } = gait.round;
    height += laps * rise;
    turn = laps * move.yaw;
    const [cos, sin] = [Math.cos(move.yaw), Math.sin(move.yaw)];
    const away = (1 - cos) * (1 - cos) + sin * sin;
    if (away < 1e-18) {
      x += laps * move.x;
      z += laps * move.z;
    } else {
      // a turn about the point that the move leaves in place
      const centreX = ((1 - cos) * move.x + sin * move.z) / away;
      const centreZ = ((1 - cos) * move.z - sin * move.x) / away;
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const [fromX, fromZ] = [x - centreX, z - centreZ];
      x = centreX + c * fromX + s * fromZ;
      z = centreZ - s * fromX + c * fromZ;
    }
  }
  const [c, s] = [Math.cos(placement.yaw), Math.sin(placement.yaw)];
  out.x = c * x + s * z + placement.x;
  out.z = -s * x + c * z + placement.z;
  out.height = height;
  out.turn = turn + placement.yaw;
  out.yaw = step.yaw + out.turn;
  out.footYaw = step.footYaw + out.turn;
  return true;
}

/** out = the steps about step k, whose foot stands (or stood last), moved over the floor by `placement`. False: no such step. */
export function writeNominal(out: NominalSteps, gait: Gait, k: number, placement: Readonly<Placement>): boolean {
  if (!writeLanding(out.stance, gait, k, placement)) return false;
  if (!writeLanding(out.before, gait, k - 1, placement)) {
    // the foot that stood before the first landing is known by the first step vector alone
    const { stance, before } = out;
    const { stepX, stepZ, foot } = stance.step;
    const [c, s] = [Math.cos(stance.turn), Math.sin(stance.turn)];
    Object.assign(before, stance);
    before.foot = foot === 0 ? 1 : 0;
    before.x = stance.x - (c * stepX + s * stepZ);
    before.z = stance.z - (-s * stepX + c * stepZ);
  }
  let ahead = 0;
  while (ahead < LANDINGS && writeLanding(out.ahead[ahead], gait, k + 1 + ahead, placement)) ahead++;
  out.planned = ahead;
  out.known = gait.round === undefined ? Math.max(0, Math.min(ahead, gait.landings - 1 - k)) : ahead;
  return true;
}
