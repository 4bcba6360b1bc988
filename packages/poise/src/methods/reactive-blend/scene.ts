/** What a reaction works with: the body, the motion underneath and memory. What changes is in its state. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { STANDING_SPEED } from '../../gait/standing.ts';
import {
  createSupportHull,
  type SupportHull,
  watchFeet,
  writeSoleMiddle,
  writeSupport,
} from '../../gait/streaming-contacts.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import type { BalancerEvent } from '../balancer.ts';
import { legLengthOf } from '../push-response/build-response.ts';
import { type BlendState, createBlendState } from './blend-state.ts';
import { createCoarseMover } from './coarse-mover.ts';
import type { JointDetail } from './detail.ts';
import { createMover, type Mover } from './move-body.ts';
import type { ReactiveBlendOptions } from './options.ts';
import { writeZmp } from './pendulum.ts';
import type { Primary } from './primary.ts';
import type { ReactionPlayer } from './reaction-player.ts';

export interface Scene {
  readonly body: Body;
  readonly primary: Primary;
  readonly options: ReactiveBlendOptions;
  readonly state: BlendState;
  readonly leg: number; // [m] hip to ankle
  events: BalancerEvent[]; // of the step at hand
  // memory
  mover: Mover; // for the tick at hand
  readonly movers: Map<string, Mover>; // per tick and detail
  readonly player: ReactionPlayer | undefined; // where there is a library
  readonly own: Workspace; // of the motion underneath, placed
  readonly base: { readonly q: Float64Array; readonly v: Float64Array }; // its pose and velocity
  readonly hull: SupportHull; // of the feet as they are planned
  readonly ownHull: SupportHull; // of the motion underneath
  readonly zmp: Float64Array; // 2 of the motion underneath
  readonly soles: Float64Array; // 2×2 middles of its soles
  readonly left: Float64Array; // 2, a view on soles
  readonly right: Float64Array; // 2
  readonly goal: Float64Array; // 2 offset at which the body settles
  readonly bias: Float64Array; // 2 of the ZMP, before a step
  readonly to: Float64Array; // 2
  readonly arm: Float64Array; // 3 [m] from the centre of mass to where a hit acts
  readonly before: Float64Array; // nq
}

export function createScene(
  body: Body,
  primary: Primary,
  options: ReactiveBlendOptions,
  player: ReactionPlayer | undefined,
): Scene {
  const [nq, nv] = [coordinateCount(body.skeleton), freedomCount(body.skeleton)];
  const soles = new Float64Array(4);
  const mover = createMover(body, options.tick, options.hands);
  return {
    body,
    primary,
    options,
    state: createBlendState(nq, nv, options.tick),
    leg: legLengthOf(body),
    events: [],
    mover,
    movers: new Map([[`${options.tick} all`, mover]]),
    player,
    own: createWorkspace(body),
    base: { q: new Float64Array(nq), v: new Float64Array(nv) },
    hull: createSupportHull(body),
    ownHull: createSupportHull(body),
    zmp: new Float64Array(2),
    soles,
    left: soles.subarray(0, 2),
    right: soles.subarray(2, 4),
    goal: new Float64Array(2),
    bias: new Float64Array(2),
    to: new Float64Array(2),
    arm: new Float64Array(3),
    before: new Float64Array(nq),
  };
}

/** Inner steps of another length [s] and more or fewer joints from now on. */
export function useDetail(scene: Scene, tick: number, joints: JointDetail): void {
  const key = `${tick} ${joints}`;
  let mover = scene.movers.get(key);
  if (!mover) {
    const { hands } = scene.options;
    mover =
      joints === 'few' ? createCoarseMover(scene.body, tick, hands) : createMover(scene.body, tick, hands, joints);
    scene.movers.set(key, mover);
  }
  scene.mover = mover;
  scene.state.tick = tick;
  scene.state.joints = joints;
}

const AGREED = 3e-4; // [m] offsets of feet this near are one
const NO_OFFSETS = new Float64Array(4);

export function placeMotion(scene: Scene, q: Float64Array): void {
  q[0] += scene.state.placed[0];
  q[2] += scene.state.placed[1];
}

/** Pose, kinematics and contacts of the motion underneath at a time. */
export function readMotion(scene: Scene, time: number): void {
  const { q, v } = scene.base;
  scene.primary.write(q, v, time);
  placeMotion(scene, q);
  forwardKinematics(scene.body, scene.own, q);
  forwardVelocity(scene.body, scene.own, v);
  watchFeet(scene.state.watched, scene.body, scene.own, scene.options.ground);
}

/** Support and places of the soles. */
export function lookAtFeet(scene: Scene): void {
  const { steps, watched } = scene.state;
  writeSupport(scene.ownHull, scene.body, scene.own, watched.planted, NO_OFFSETS);
  writeSupport(scene.hull, scene.body, scene.own, steps.stands, steps.offset);
  for (const side of [0, 1]) writeSoleMiddle(scene.soles, 2 * side, scene.body.soles[side], scene.own);
  const { planted } = watched;
  const alone = planted[0] === planted[1] ? undefined : planted[0] > 0 ? scene.left : scene.right;
  writeZmp(scene.zmp, scene.own.com, scene.ownHull, alone);
}

/** Does the motion underneath stand? One that travels makes its own steps. */
export function isStandingStill(scene: Scene): boolean {
  const { comVelocity } = scene.own;
  return Math.hypot(comVelocity[0], comVelocity[2]) < STANDING_SPEED;
}

export function feetAgree(scene: Scene): boolean {
  const { offset } = scene.state.steps;
  return Math.hypot(offset[0] - offset[2], offset[1] - offset[3]) < AGREED;
}
