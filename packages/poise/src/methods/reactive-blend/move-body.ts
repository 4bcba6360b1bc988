/** One frame of momentum IK: feet exactly where they are to be, centre of mass and angular momentum as planned, the rest near
 *  the posture asked for. [Komura05] eq. 5 as docs/ik.md (E1) has it. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { RigError } from '../../errors.ts';
import { buildIk } from '../../ik/build-ik.ts';
import { groupsOf } from '../../ik/carriers.ts';
import { createIkScratch, type IkScratch } from '../../ik/ik-system.ts';
import { type Limb, limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { jointRange } from '../../ik/limits/joint-range.ts';
import { createIk, type IkProblem } from '../../ik/problem.ts';
import { solveIk } from '../../ik/solve-ik.ts';
import { createTask } from '../../ik/task.ts';
import { angularMomentum } from '../../ik/tasks/angular-momentum.ts';
import { com } from '../../ik/tasks/com.ts';
import { type FootPlant, footPlant } from '../../ik/tasks/foot-plant.ts';
import { HELD_WEIGHT, posture, weighJoints } from '../../ik/tasks/posture.ts';
import { smoothness } from '../../ik/tasks/smoothness.ts';
import { copyQuat } from '../../math/quat.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import { type JointDetail, restingJoints, restJoints, restShare } from './detail.ts';
import { createSpeedLimits, limitSpeeds } from './speed-limits.ts';

export interface FootGoal {
  readonly position: Float64Array; // 3 [m] of the ankle
  stands: boolean; // it must be reached: hips come nearer where a leg is too short
  readonly rotation: Float64Array; // 4
}

/** Legs, and where their feet are to be. */
export interface LegGoals {
  readonly ws: Workspace; // of the pose before the step, afterwards of its end
  readonly limbs: readonly [left: Limb, right: Limb];
  readonly feet: readonly [left: FootGoal, right: FootGoal];
}

export interface Mover extends LegGoals {
  readonly dt: number;
  // goals at the end of the step, besides those of the feet
  readonly com: Float64Array; // 3 [m]
  readonly comBefore: Float64Array; // 3 [m] the goal of the step before
  readonly momentum: Float64Array; // 3 [kg·m²/s]
  readonly tilt: Float64Array; // 3 [rad] of the trunk, about: for those who do not solve for momentum
  readonly lag: Float64Array; // 3 [m] of the hips behind pose.q, in the step before
  /** How much the angular momentum matters, 1 after a hit … 0: the posture wins. */
  insistence: number;
  readonly pose: { readonly q: Float64Array; readonly v: Float64Array };
  move(q: Float64Array, v: Float64Array): void;
}

const FEET = 1e-10; // W′⁻¹ of the feet [m²/s²]
const SWING = 0.01; // of one in the air; the leg is closed afterwards
const COM = 1e-7; // [m²/s²]
const MOMENTUM = { firm: 0.02, loose: 60 }; // [kg²m⁴/s²] soft: joints that would have to race leave it
/** Weights of turns: hips go where the CoM needs them, the trunk stays upright unless the angular momentum wants otherwise. */
const SPINE = 1.5;
const PELVIS = 4;
const ARMS = 0.3; // they fly first
const RETURN = 3; // [1/s] joints go back to the posture
const CLOSED = 2e-5; // [m]
const MOST_PASSES = 6;
const TAKEN_BACK = 0.35; // of an error of the CoM, per step: what legs do beyond the solution is no jolt
const FASTEST_COM = 6; // [m/s]

export function createMover(body: Body, dt: number, hands: 'free' | 'tied', detail: 'all' | 'main' = 'all'): Mover {
  const plants = body.soles.map(({ foot }) => footPlant(body, foot, dt, { softness: FEET })) as [FootPlant, FootPlant];
  const groups = movingGroups(body, detail);
  const comTask = createTask({
    ...com(body, { stiffness: TAKEN_BACK / dt, softness: COM, fastest: FASTEST_COM }),
    groups,
  });
  const angular = createTask({ ...angularMomentum(body, { softness: MOMENTUM.firm }), groups });
  const pose = posture(body, { spine: SPINE }, { stiffness: RETURN });
  weighJoints(pose, [0], PELVIS);
  weighJoints(pose, armJoints(body), ARMS);
  const held = heldJoints(body, hands);
  const resting = restingJoints(body, detail);
  const share = restShare(dt);
  const speeds = createSpeedLimits(body);
  weighJoints(pose, [...held, ...resting], HELD_WEIGHT);
  const smooth = smoothness(pose.weight);
  const problem: IkProblem = createIk(body, {
    tasks: [...plants.flatMap(({ tasks }) => tasks), comTask, angular],
    preferences: [pose, smooth],
    limits: [jointRange(body, dt)],
  });
  const scratch: IkScratch = createIkScratch(problem);
  const ws = createWorkspace(body);
  const limbs = legsOf(body);
  const before = new Float64Array(coordinateCount(body.skeleton));
  const turn = new Float64Array(4);
  const feet = createFootGoals();
  const state: { q: Float64Array; v: Float64Array } = { q: before, v: before };
  return {
    dt,
    limbs,
    feet,
    com: new Float64Array(3),
    comBefore: new Float64Array(3),
    momentum: angular.reference.momentum,
    tilt: new Float64Array(3),
    lag: new Float64Array(3),
    insistence: 1,
    pose: pose.reference,
    ws,
    move(q, v) {
      angular.softness = MOMENTUM.loose * (MOMENTUM.firm / MOMENTUM.loose) ** this.insistence;
      forwardKinematics(body, ws, q);
      forwardVelocity(body, ws, v);
      for (let side = 0; side < 2; side++) {
        plants[side].position.position.set(feet[side].position);
        plants[side].rotation.rotation.set(feet[side].rotation);
        // a straight leg cannot be lifted at once by turning joints: the hips would be, so a foot in the air only wishes
        for (const task of plants[side].tasks) task.softness = feet[side].stands ? FEET : SWING;
      }
      comTask.reference.position.set(this.comBefore);
      for (let c = 0; c < 3; c++) comTask.reference.velocity[c] = (this.com[c] - this.comBefore[c]) / dt;
      smooth.reference.previous.set(v);
      before.set(q);
      state.v = v;
      buildIk(problem, body, ws, state);
      const { x } = solveIk(problem, scratch);
      limitSpeeds(x, pose.reference.v, v, dt, speeds);
      integrate(q, body.skeleton, before, x, dt, turn);
      // joints that do not take part are the motion's own, to the bit
      for (const joint of held) copyQuat(q, quatIndex(joint), pose.reference.q, quatIndex(joint));
      restJoints(q, resting, before, pose.reference.q, share);
      closeLegs(q, body, this);
      difference(v, body.skeleton, before, 0, q, 0, dt, turn);
    },
  };
}

export const createFootGoals = (): readonly [FootGoal, FootGoal] => {
  const goal = (): FootGoal => ({
    position: new Float64Array(3),
    stands: false,
    rotation: Float64Array.of(0, 0, 0, 1),
  });
  return [goal(), goal()];
};

/** Columns that momentum is made with: all, or those of joints that do not rest. */
function movingGroups(body: Body, detail: JointDetail): Int32Array | undefined {
  if (detail === 'all') return undefined;
  const resting = new Set(restingJoints(body, detail));
  const joints = Array.from({ length: jointCount(body.skeleton) }, (_, joint) => joint);
  return groupsOf(
    joints.filter((joint) => !resting.has(joint)),
    'with-translation',
  );
}

/** Puts both ankles exactly on their goals. */
export function closeLegs(q: Float64Array, body: Body, { ws, limbs, feet }: LegGoals): void {
  for (let pass = 0; ; pass++) {
    forwardKinematics(body, ws, q);
    let worst = -1;
    let most = CLOSED;
    for (let side = 0; side < 2; side++) {
      const { status, missing } = solveLimb(q, ws, limbs[side], feet[side]);
      if (!feet[side].stands || status !== 'too-far' || missing <= most) continue;
      worst = side;
      most = missing;
    }
    if (worst < 0 || pass === MOST_PASSES) return;
    // the hips come nearer by what the leg lacks
    const hip = 3 * limbs[worst].upper;
    const { position } = feet[worst];
    let length = 0;
    for (let c = 0; c < 3; c++) length += (position[c] - ws.segmentOrigin[hip + c]) ** 2;
    const share = most / Math.sqrt(length);
    for (let c = 0; c < 3; c++) q[c] += share * (position[c] - ws.segmentOrigin[hip + c]);
  }
}

export const legsOf = (body: Body): readonly [left: Limb, right: Limb] => [legOf(body, 'left'), legOf(body, 'right')];

function legOf(body: Body, side: (typeof SIDES)[number]): Limb {
  const leg = limbOf(body, side, 'leg', { softening: 0.001 });
  if (leg) return leg;
  throw new RigError(`a reaction needs a ${side} leg with hip, knee and ankle`);
}

/** Joints without a role (fingers, helpers, twist bones), and arms that are tied: they stay as the motion has them. */
export function heldJoints({ skeleton, roles }: Body, hands: 'free' | 'tied'): readonly number[] {
  const named = new Set<number>(Object.values(roles));
  const held: number[] = [];
  for (let joint = 1; joint < jointCount(skeleton); joint++) if (!named.has(joint)) held.push(joint);
  return hands === 'free' ? held : [...held, ...armJoints({ roles })];
}

const armJoints = ({ roles }: Pick<Body, 'roles'>): number[] =>
  SIDES.flatMap((side) => (['UpperArm', 'LowerArm', 'Hand'] as const).map((part) => roles[`${side}${part}`])).filter(
    (joint): joint is number => joint !== undefined,
  );
