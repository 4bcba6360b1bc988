/** Where feet go in this tick: those that swing are led, and a motion that stands is given steps where it needs them. */
import { headingOf } from '../../gait/heading.ts';
import { writeSupport } from '../../gait/streaming-contacts.ts';
import type { Vec3 } from '../../math/types.ts';
import { editFootprint, footprintOf } from './edit-footprint.ts';
import {
  aimStep,
  carryStep,
  chooseFoot,
  followContacts,
  leadSwing,
  type Surroundings,
  startStep,
  untilLanding,
  writeCatch,
} from './footsteps.ts';
import { captureMargin } from './pendulum.ts';
import { feetAgree, isStandingStill, lookAtFeet, type Scene } from './scene.ts';

const FOLLOW_UP = 0.08; // [s] before the other foot follows
const LONGEST_WAIT = 0.5; // [s]
const PRESS = 0.3; // [m] the ZMP is drawn to the foot that will step
const MANY_STEPS = 4; // more than these is a stumble
const LEG_SPREAD = 0.95; // leg lengths that feet are set apart at most

export function planFeet(scene: Scene, time: number, h: number, rate: number): void {
  const { state } = scene;
  const { steps } = state;
  const landed = followContacts(steps, state.watched.planted, time);
  lookAtFeet(scene);
  const around: Surroundings = {
    time,
    h,
    rate,
    beside: state.beside,
    zmp: scene.zmp,
    soles: scene.soles,
    left: headingOf(scene.body, scene.own).left,
    reach: scene.leg * LEG_SPREAD,
  };
  if (landed >= 0) {
    steps.lead = landed;
    steps.landedAt = time;
    const moved = Math.hypot(steps.offset[0] - steps.offset[2], steps.offset[1] - steps.offset[3]);
    if (moved > 0.02) tellLanding(scene, landed, time);
  }
  for (const side of [0, 1]) {
    if (state.watched.planted[side] === 0 && steps.step?.side !== side) leadSwing(steps, side, around);
  }
  aimAgain(scene, around);
  const stepping = steps.step?.side ?? -1;
  if (carryStep(steps, time)) tellLanding(scene, stepping, time);
  scene.bias.fill(0);
  const stands = isStandingStill(scene) && !steps.step;
  if (stands && steps.stands[0] > 0 && steps.stands[1] > 0) considerStep(scene, time, rate, around);
  chooseGoal(scene);
  writeSupport(scene.hull, scene.body, scene.own, steps.stands, steps.offset);
}

function tellLanding(scene: Scene, side: number, time: number): void {
  const sole = scene.soles;
  const { offset } = scene.state.steps;
  const position: Vec3 = [
    sole[2 * side] + offset[2 * side],
    scene.options.ground,
    sole[2 * side + 1] + offset[2 * side + 1],
  ];
  scene.events.push({ kind: 'step', time, foot: side === 0 ? 'left' : 'right', position });
}

/** Both feet stand: is a step needed, or one that follows the last? */
function considerStep(scene: Scene, time: number, rate: number, around: Surroundings): void {
  const { state, options } = scene;
  const { steps } = state;
  const margin = captureMargin(state.beside, rate, scene.zmp, scene.hull);
  if (margin < 0.004) {
    if (steps.wantedAt < 0) steps.wantedAt = time;
    const footprint = steps.count === 0 ? footprintOf(scene) : undefined;
    const side = footprint?.side ?? chooseFoot(steps, around);
    if (time - steps.wantedAt < (steps.count > 0 ? 0 : options.onset)) {
      // weight goes onto the other foot by pressing with this one
      const [x, z] = around.left;
      const aside = side === 0 ? PRESS : -PRESS;
      scene.bias[0] = aside * x;
      scene.bias[1] = aside * z;
      return;
    }
    writeCatch(scene.to, steps, side, untilLanding(options.swing, around.h), around);
    if (footprint) editFootprint(scene, footprint, rate, around);
    // beyond recovery: feet come under the body while it is braked
    if (state.status === 'falling') scene.to.set(state.beside.x);
    makeStep(scene, side, time, 'the capture point has left the feet', state.status !== 'falling');
    return;
  }
  steps.wantedAt = -1;
  if (steps.lead < 0 || time - steps.landedAt < FOLLOW_UP) return;
  const other = 1 - steps.lead;
  const a = 2 * steps.lead;
  if (feetAgree(scene)) return;
  // the foot that stands must hold the body meanwhile
  const held = heldBy(scene, steps.lead, rate);
  if (held < 0.01 && time - steps.landedAt < LONGEST_WAIT) return;
  scene.to[0] = steps.offset[a];
  scene.to[1] = steps.offset[a + 1];
  makeStep(scene, other, time, 'the other foot follows', false);
}

/** A step that is on its way to catch the body goes where that will be, as it is known now. */
function aimAgain(scene: Scene, around: Surroundings): void {
  const { steps } = scene.state;
  const { step } = steps;
  if (!step?.catches || steps.stands[1 - step.side] === 0) return;
  const left = step.start + step.duration - around.time;
  writeCatch(scene.to, steps, step.side, untilLanding(Math.max(0, left), around.h), around);
  const footprint = steps.count === 1 ? footprintOf(scene) : undefined;
  if (footprint?.side === step.side) editFootprint(scene, footprint, around.rate, around);
  aimStep(step, scene.to, around.time, around.h);
}

function makeStep(scene: Scene, side: number, time: number, reason: string, catches: boolean): void {
  const { state, options } = scene;
  if (state.status === 'recovering' || state.status === 'balanced') {
    state.status = 'stepping';
    scene.events.push({ kind: 'strategy', time, name: 'step', reason });
  }
  startStep(state.steps, side, time, options.swing, scene.to, catches);
  if (state.steps.count > MANY_STEPS && state.status === 'stepping') state.status = 'stumbling';
}

/** How far inside one foot the capture point is [m]. */
function heldBy(scene: Scene, side: number, rate: number): number {
  const { state } = scene;
  const alone = Float64Array.of(side === 0 ? 1 : 0, side === 1 ? 1 : 0);
  writeSupport(scene.ownHull, scene.body, scene.own, alone, state.steps.offset);
  return captureMargin(state.beside, rate, scene.zmp, scene.ownHull);
}

/** What the body settles at: the offset of the foot that was set down last, or of the one that stands. */
function chooseGoal(scene: Scene): void {
  const { steps } = scene.state;
  const alone = steps.stands[0] > 0 !== steps.stands[1] > 0;
  const side = alone ? (steps.stands[0] > 0 ? 0 : 1) : Math.max(0, steps.lead);
  scene.goal[0] = steps.offset[2 * side];
  scene.goal[1] = steps.offset[2 * side + 1];
  if (alone || steps.lead < 0 || feetAgree(scene) || !isStandingStill(scene)) return;
  // the other foot is to follow: the body waits over the one that was set down
  for (let c = 0; c < 2; c++) scene.goal[c] += scene.soles[2 * side + c] - scene.zmp[c];
}
