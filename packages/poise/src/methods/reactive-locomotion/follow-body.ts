/** The whole body after a plan: feet exactly where they are to be, centre of mass and angular momentum as planned, the rest as
 *  near to the clip as that leaves it. One step of velocity-level IK, then exact legs. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { RigError } from '../../errors.ts';
import { buildIk } from '../../ik/build-ik.ts';
import { createIkScratch, type IkScratch } from '../../ik/ik-system.ts';
import { type Limb, limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { jointRange } from '../../ik/limits/joint-range.ts';
import { createIk, type IkProblem } from '../../ik/problem.ts';
import { solveIk } from '../../ik/solve-ik.ts';
import { type AngularMomentumTask, angularMomentum } from '../../ik/tasks/angular-momentum.ts';
import { type ComTask, com } from '../../ik/tasks/com.ts';
import { type FootPlant, footPlant } from '../../ik/tasks/foot-plant.ts';
import { type PosturePreference, posture } from '../../ik/tasks/posture.ts';
import { type SmoothnessPreference, smoothness } from '../../ik/tasks/smoothness.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import type { Side } from '../../motion/roles.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';

export interface Follower {
  readonly body: Body;
  readonly dt: number;
  readonly q: Float64Array; // nq, the pose now
  readonly v: Float64Array; // nv
  // write these before each step; they hold at its end
  readonly pose: PosturePreference['reference'];
  readonly com: Float64Array; // 3 [m]
  readonly momentum: Float64Array; // 3 [kg·m²/s] H
  readonly feet: readonly [left: FootTarget, right: FootTarget];
  // memory
  readonly ws: Workspace;
  readonly problem: IkProblem;
  readonly scratch: IkScratch;
  readonly comTask: ComTask;
  readonly angular: AngularMomentumTask;
  readonly plants: readonly [FootPlant, FootPlant];
  readonly legs: readonly [Limb, Limb];
  readonly smooth: SmoothnessPreference;
  readonly before: Float64Array; // nq
  readonly turn: Float64Array; // 4
}

export interface FootTarget {
  readonly position: Float64Array; // 3 [m] of the ankle
  readonly rotation: Float64Array; // 4
}

export interface FollowerOptions {
  readonly dt: number; // [s]
  readonly return: number; // [1/s] how fast joints go back to the clip
}

const SUPPORT = 1e-10; // W′⁻¹ of the feet
const COM = 1e-7; // [m²/s²]
const MOMENTUM = 1; // [kg²m⁴/s²] soft: joints that would have to race leave it

export function createFollower(body: Body, options: FollowerOptions): Follower {
  const { dt } = options;
  const { skeleton } = body;
  const plants = body.soles.map(({ foot }) => footPlant(body, foot, dt, { softness: SUPPORT })) as unknown as readonly [
    FootPlant,
    FootPlant,
  ];
  const comTask = com(body, { stiffness: 1 / dt, softness: COM, fastest: 6 });
  const angular = angularMomentum(body, { softness: MOMENTUM });
  const pose = posture(body, {}, { stiffness: options.return });
  const smooth = smoothness(pose.weight);
  const problem = createIk(body, {
    tasks: [...plants.flatMap(({ tasks }) => tasks), comTask, angular],
    preferences: [pose, smooth],
    limits: [jointRange(body, dt)],
  });
  const nq = coordinateCount(skeleton);
  const target = (): FootTarget => ({ position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) });
  return {
    body,
    dt,
    q: new Float64Array(nq),
    v: new Float64Array(freedomCount(skeleton)),
    pose: pose.reference,
    com: comTask.reference.position,
    momentum: angular.reference.momentum,
    feet: [target(), target()],
    ws: createWorkspace(body),
    problem,
    scratch: createIkScratch(problem),
    comTask,
    angular,
    plants,
    legs: [legOf(body, 'left'), legOf(body, 'right')],
    smooth,
    before: new Float64Array(nq),
    turn: new Float64Array(4),
  };
}

function legOf(body: Body, side: Side): Limb {
  const leg = limbOf(body, side, 'leg', { softening: 0.005 });
  if (leg) return leg;
  throw new RigError(`a walk needs a ${side} leg with hip, knee and ankle`);
}

/** Moves q and v on by dt. */
export function stepFollower(follower: Follower): void {
  const { body, dt, q, v, ws, problem, scratch, plants, feet, legs, smooth, before, turn } = follower;
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  for (let side = 0; side < 2; side++) {
    plants[side]!.position.position.set(feet[side]!.position);
    plants[side]!.rotation.rotation.set(feet[side]!.rotation);
  }
  buildIk(problem, body, ws, { q, v });
  const { x } = solveIk(problem, scratch);
  before.set(q);
  integrate(q, body.skeleton, before, x, dt, turn);
  forwardKinematics(body, ws, q);
  for (let side = 0; side < 2; side++) solveLimb(q, ws, legs[side]!, feet[side]!);
  difference(v, body.skeleton, before, 0, q, 0, dt, turn);
  smooth.reference.previous.set(v);
}
