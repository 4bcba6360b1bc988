/**
 * Puts support feet back on their plans exactly: a step along a straight velocity leaves them off by what joints turned,
 * squared. What can be seen is taken back by the whole body within its limits; the rest, micrometres, by two-bone IK of the
 * legs; where a leg is too short the hips come nearer, the least that serves all.
 */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { copyQuat, expQuat, multiplyQuat } from '../math/quat.ts';
import { copy3 } from '../math/vec3.ts';
import { integrate } from '../motion/coordinates.ts';
import { SIDES } from '../motion/roles.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { buildIk } from './build-ik.ts';
import { createIkScratch, type IkScratch } from './ik-system.ts';
import { createLimb, type Limb, type LimbTarget, limbOf, solveLimb } from './leg-ik.ts';
import type { Limit } from './limit-rows.ts';
import { createIk, type IkProblem } from './problem.ts';
import { solveIk } from './solve-ik.ts';
import { RANK } from './task.ts';
import type { FootPlant } from './tasks/foot-plant.ts';
import { frameOrientation } from './tasks/frame-orientation.ts';
import { framePosition } from './tasks/frame-position.ts';
import { postureWeights } from './tasks/posture.ts';

/** A support foot, the leg that carries it, and where it has to be at the end of the step. */
interface ClosedFoot {
  readonly plant: FootPlant;
  readonly limb: Limb;
  readonly target: LimbTarget; // also what the whole-body correction aims at
}

export interface ClosedFeet {
  readonly feet: readonly ClosedFoot[];
  readonly problem: IkProblem; // the feet alone, nothing else wished for than to stay
  readonly scratch: IkScratch;
  readonly dt: number; // [s]
  readonly state: { q: Float64Array; readonly v: Float64Array }; // the pose at hand, and zeros
  readonly missing: Float64Array; // 1 [m] most by which a foot is off its plan
  readonly turn: Float64Array; // 4 memory
}

/** Errors [m, rad] up to this are left to the legs alone. */
const UNSEEN = 2e-5;
const MOST_CORRECTIONS = 4;
/** [m] that passes as met. */
const CLOSED = 1e-9;
/** Times that the hips may be moved. */
const MOST_MOVES = 40;

/** `limits` are kept while feet are corrected; dt [s] is the step. */
export function createClosedFeet(
  body: Body,
  plants: readonly FootPlant[],
  limits: readonly Limit[],
  dt: number,
): ClosedFeet {
  const asked = { stiffness: 1, softness: 0, rank: RANK.support, fastest: Infinity };
  const rows = plants.map(({ segment }) => ({
    position: framePosition(body, segment, asked),
    turn: frameOrientation(body, segment, asked),
  }));
  const nv = freedomCount(body.skeleton);
  const stay = { name: 'stay', weight: postureWeights(body), target: (out: Float64Array) => void out.fill(0) };
  const problem = createIk(body, {
    tasks: rows.flatMap(({ position, turn }) => [position, turn]),
    preferences: [stay],
    limits,
  });
  return {
    feet: plants.map((plant, f) => ({
      plant,
      limb: limbAbove(body, plant.segment),
      target: { position: rows[f].position.reference.position, rotation: rows[f].turn.reference.rotation },
    })),
    problem,
    scratch: createIkScratch(problem),
    dt,
    state: { q: new Float64Array(0), v: new Float64Array(nv) },
    missing: new Float64Array(1),
    turn: new Float64Array(4),
  };
}

/** The leg or arm that ends in a segment; on other rigs the two joints above it that have length between them. */
function limbAbove(body: Body, segment: number): Limb {
  for (const side of SIDES) {
    for (const kind of ['leg', 'arm'] as const) {
      const limb = limbOf(body, side, kind);
      if (limb?.end === segment) return limb;
    }
  }
  const { parents, offsets, names } = body.skeleton;
  const above = (joint: number): number => {
    let at = joint;
    while (at > 0 && Math.hypot(...offsets.subarray(3 * at, 3 * at + 3)) < 1e-6) at = parents[at];
    return at > 0 ? parents[at] : -1;
  };
  const lower = above(segment);
  const upper = lower > 0 ? above(lower) : -1;
  if (upper < 0) throw new UsageError(`"${names[segment]}" cannot be planted: expected two bones above it`);
  return createLimb(body, upper, lower, segment);
}

/** Writes where the feet have to be one step from now: the plan, carried on by its velocity. */
export function writeFootTargets({ feet, turn, dt }: ClosedFeet): void {
  for (let f = 0; f < feet.length; f++) {
    const { position, rotation } = feet[f].plant;
    const { target } = feet[f];
    copy3(target.position, 0, position.position, 0);
    for (let k = 0; k < 3; k++) {
      target.position[k] += dt * position.velocity[k];
      turn[k] = dt * rotation.angularVelocity[k];
    }
    expQuat(turn, 0, turn, 0);
    multiplyQuat(turn, 0, turn, 0, rotation.rotation, 0);
    copyQuat(target.rotation, 0, turn, 0);
  }
}

/** Moves the pose in q until all feet are on their targets; closed.missing[0] says how far off one still is. ws is scratch. */
export function closeFeet(q: Float64Array, body: Body, ws: Workspace, closed: ClosedFeet): void {
  if (closed.feet.length === 0) return;
  correctWholeBody(q, body, ws, closed);
  closeLegs(q, body, ws, closed);
}

/** The least movement of all joints, root and trunk included, that brings the feet back; joints stop at their limits. */
function correctWholeBody(q: Float64Array, body: Body, ws: Workspace, closed: ClosedFeet): void {
  const { problem, scratch, state, turn } = closed;
  state.q = q;
  for (let pass = 0; pass < MOST_CORRECTIONS; pass++) {
    forwardKinematics(body, ws, q);
    buildIk(problem, body, ws, state);
    let worst = 0;
    for (let row = 0; row < problem.rowCount; row++) worst = Math.max(worst, Math.abs(problem.b[row]));
    if (!(worst > UNSEEN)) return;
    integrate(q, body.skeleton, q, solveIk(problem, scratch).x, 1, turn);
  }
}

/** Two-bone IK of every leg, the hips moved until all reach. */
function closeLegs(q: Float64Array, body: Body, ws: Workspace, { feet, missing }: ClosedFeet): void {
  for (let move = 0; ; move++) {
    forwardKinematics(body, ws, q);
    let worst = -1;
    missing[0] = 0;
    for (let f = 0; f < feet.length; f++) {
      const outcome = solveLimb(q, ws, feet[f].limb, feet[f].target);
      if (!(outcome.missing > missing[0])) continue;
      missing[0] = outcome.missing;
      worst = f;
    }
    if (!(missing[0] > CLOSED) || move === MOST_MOVES) return;
    moveHips(q, ws, feet[worst]);
  }
}

/** Carries the root along the way from hip to foot by what the leg is too short, or away by what it is too long. */
function moveHips(q: Float64Array, ws: Workspace, { limb, target }: ClosedFoot): void {
  const o = 3 * limb.upper;
  const { segmentOrigin } = ws;
  const x = target.position[0] - segmentOrigin[o];
  const y = target.position[1] - segmentOrigin[o + 1];
  const z = target.position[2] - segmentOrigin[o + 2];
  const { status, missing } = limb.outcome;
  const share = ((status === 'too-far' ? 1 : -1) * missing) / Math.sqrt(x * x + y * y + z * z);
  if (!(Math.abs(share) < Infinity)) return;
  q[0] += share * x;
  q[1] += share * y;
  q[2] += share * z;
}
