/** What the body is to do by the end of a tick. */
import { copyQuat, logQuat, relativeQuat } from '../../math/quat.ts';
import { quatIndex, velocityIndex } from '../../motion/skeleton.ts';
import { TAKE_BACK } from './deliver.ts';
import { liftOf } from './footsteps.ts';
import { smoothMomentumShare } from './momentum-profile.ts';
import type { PlayedReaction, ReactionPlayer } from './reaction-player.ts';
import type { Scene } from './scene.ts';

const FIRM = 0.35; // [s] the angular momentum of the hit matters most
const STEPPING = 0.35; // of that while a step is made
const LOOSENING = 0.2; // [s] in which the posture wins over it again
const REACH = 0.985; // of a leg: beyond this the body sinks
const DEEPEST = 0.14; // [leg lengths]
const TRUNK = 0.08; // inertia of the trunk about the hips, of mass × leg²
const UPRIGHT = 1; // [1/s] what is left of a tilt goes
const SINK_RATE = 12; // [1/s]

/** What the body is to do by the end of the tick. */
export function writeGoals(scene: Scene, time: number, h: number): void {
  const { state } = scene;
  const { com, comBefore, momentum, pose } = scene.mover;
  writeFeet(scene, time);
  sinkBody(scene, h);
  com[0] = scene.own.com[0] + state.beside.x[0];
  com[1] = scene.own.com[1] - state.sink;
  com[2] = scene.own.com[2] + state.beside.x[1];
  comBefore.set(state.com);
  state.com.set(com);
  const share = smoothMomentumShare(time - state.spinAt, state.spinLanding, TAKE_BACK);
  const firm = Math.exp(-Math.max(0, time - state.spinAt - FIRM) / LOOSENING);
  // a leg that steps has angular momentum of its own, which the ground gives: the trunk need not take it up
  scene.mover.insistence = state.steps.step ? STEPPING * firm : firm;
  for (let c = 0; c < 3; c++) momentum[c] = scene.own.angularMomentum[c] + share * state.spin[c];
  const inertia = TRUNK * scene.body.totalMass * scene.leg * scene.leg;
  for (let c = 0; c < 3; c++) state.tilt[c] += (h * share * state.spin[c]) / inertia - h * UPRIGHT * state.tilt[c];
  scene.mover.tilt.set(state.tilt);
  scene.mover.lag.set(state.lag);
  pose.q.set(scene.base.q);
  pose.v.set(scene.base.v);
  if (state.reaction && scene.player) addPostures(scene, scene.player, state.reaction, time, h);
  pose.q[0] += state.beside.x[0];
  pose.q[1] -= state.sink;
  pose.q[2] += state.beside.x[1];
}

/** Posture and its rate as the reaction in play has them. */
function addPostures(scene: Scene, player: ReactionPlayer, reaction: PlayedReaction, time: number, h: number): void {
  const { pose } = scene.mover;
  const { before } = scene;
  before.set(pose.q);
  player.add(reaction, before, time - h);
  player.add(reaction, pose.q, time);
  for (const joint of player.joints) {
    const [i, o] = [quatIndex(joint), velocityIndex(joint)];
    relativeQuat(turn, 0, before, i, pose.q, i);
    logQuat(turn, 0, turn, 0);
    for (let c = 0; c < 3; c++) pose.v[o + c] += turn[c] / h;
  }
  if (player.shareOf(reaction, time) === 0 && time > reaction.since + h) scene.state.reaction = undefined;
}

const turn = new Float64Array(4);

export function writeFeet(scene: Scene, time: number): void {
  const { steps } = scene.state;
  for (let side = 0; side < 2; side++) {
    const { foot } = scene.body.soles[side];
    const goal = scene.mover.feet[side];
    const { position, rotation } = goal;
    goal.stands = steps.stands[side] > 0;
    position[0] = scene.own.segmentOrigin[3 * foot] + steps.offset[2 * side];
    position[1] = scene.own.segmentOrigin[3 * foot + 1] + liftOf(steps, side, time);
    position[2] = scene.own.segmentOrigin[3 * foot + 2] + steps.offset[2 * side + 1];
    copyQuat(rotation, 0, scene.own.segmentRotation, 4 * foot);
  }
}

/** Lower by what the longer leg lacks, smoothly. */
function sinkBody(scene: Scene, h: number): void {
  const { state } = scene;
  const at = scene.own.segmentOrigin;
  let needed = 0;
  scene.mover.limbs.forEach(({ upper, end }, side) => {
    const { position } = scene.mover.feet[side];
    const up = at[3 * upper + 1] - position[1];
    const own = Math.hypot(
      at[3 * upper] - at[3 * end],
      at[3 * upper + 1] - at[3 * end + 1],
      at[3 * upper + 2] - at[3 * end + 2],
    );
    const reach = Math.max(own, REACH * scene.leg);
    const x = at[3 * upper] + state.beside.x[0] - position[0];
    const z = at[3 * upper + 2] + state.beside.x[1] - position[2];
    needed = Math.max(needed, up - Math.sqrt(Math.max(0, reach * reach - x * x - z * z)));
  });
  needed = Math.min(needed, DEEPEST * scene.leg);
  state.sinkSpeed += h * (SINK_RATE * SINK_RATE * (needed - state.sink) - 2 * SINK_RATE * state.sinkSpeed);
  state.sink += h * state.sinkSpeed;
}
