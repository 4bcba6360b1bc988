/**
 * Everything at one moment: pose, velocities, accelerations, the wrench W = (Mo; F) that they ask of the ground, and how W
 * and points of the body answer to the unknowns. Spatial vectors at the world origin, (angular; linear).
 */
import type { Body } from '../../body/body.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { sumInertia, sumMotion, sumWrench, ZERO } from '../../dynamics/subtree-sums.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY, groundWrench, type SegmentInertia } from '../../dynamics/wrench.ts';
import {
  AXIS,
  AXIS_VELOCITY,
  BASE_PUSH,
  BASE_VELOCITY,
  FREEDOM_SIZE,
  type WrenchDerivatives,
  writeWrenchColumns,
} from '../../dynamics/wrench-column.ts';
import { apply3 } from '../../math/mat3.ts';
import { crossMotion } from '../../math/spatial.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { poseOfAngles } from './coordinates.ts';
import { type ExternalLoads, subtractLoadSlopes, subtractLoads } from './external-loads.ts';
import type { Mechanism } from './freedoms.ts';

export interface SiteState {
  readonly ws: Workspace;
  readonly seg: SegmentInertia;
  readonly loads: ExternalLoads | undefined;
  time: number; // [s] of the state: known forces change with it
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
  readonly angles: Float64Array; // total
  readonly rates: Float64Array;
  readonly seconds: Float64Array;
  readonly wrench: Float64Array; // 6
  readonly derivatives: WrenchDerivatives; // 6 × free
  readonly axes: Float64Array; // 9 per joint: hinge axes in the joint's frame
  readonly course: Float64Array; // 6 per joint: what carries the first hinge of joints that ride, in the joint's frame
  readonly motions: Float64Array; // free × 6: the spatial motion S that a unit of each unknown gives
  readonly freedom: Float64Array; // scratch
  readonly carried: Float64Array; // scratch
}

export function createSiteState(mechanism: Mechanism, seg: SegmentInertia, loads?: ExternalLoads): SiteState {
  const { body, free, total, joints } = mechanism;
  return {
    ws: createWorkspace(body),
    seg,
    loads,
    time: 0,
    q: new Float64Array(coordinateCount(body.skeleton)),
    v: new Float64Array(freedomCount(body.skeleton)),
    a: new Float64Array(freedomCount(body.skeleton)),
    angles: new Float64Array(total),
    rates: new Float64Array(total),
    seconds: new Float64Array(total),
    wrench: new Float64Array(6),
    derivatives: {
      byPosition: new Float64Array(6 * free),
      byVelocity: new Float64Array(6 * free),
      byAcceleration: new Float64Array(6 * free),
    },
    axes: new Float64Array(9 * joints.length),
    course: new Float64Array(6 * joints.length),
    motions: new Float64Array(6 * free),
    freedom: new Float64Array(FREEDOM_SIZE),
    carried: new Float64Array(6),
  };
}

/** Runs the dynamics for state.angles, rates and seconds; q, v, a hold the joints that ride along. Writes state.wrench. */
export function evaluateState(mechanism: Mechanism, state: SiteState): void {
  const { body } = mechanism;
  const { ws, q, v, a } = state;
  poseOfAngles(q, v, a, state.axes, mechanism, state.angles, state.rates, state.seconds, state.course);
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  forwardAcceleration(body, ws, a);
  groundWrench(state.wrench, body, ws, state.seg);
  if (state.loads) subtractLoads(state, state.loads);
}

/** Writes state.derivatives and state.motions after evaluateState. */
export function differentiateState(mechanism: Mechanism, state: SiteState): void {
  const { body, free } = mechanism;
  const { ws, freedom, derivatives, seg } = state;
  sumInertia(body, ws, ZERO, seg);
  sumMotion(body, ws, ZERO, ZERO);
  sumWrench(body, ws, seg);
  state.motions.fill(0);
  for (let c = 0; c < 3; c++) {
    // root translation: axes fixed in the world, standing on nothing
    freedom.fill(0);
    freedom[AXIS + 3 + c] = 1;
    freedom[BASE_PUSH + 4] = GRAVITY;
    state.motions[6 * c + 3 + c] = 1;
    writeWrenchColumns(derivatives, free, c, freedom, ws.scratch, 0);
  }
  mechanism.joints.forEach((joint, index) => {
    writeBase(freedom, body, ws, joint.joint);
    if (joint.rides) addCourse(freedom, state, index, joint.joint);
    for (let k = 0; k < joint.free; k++) {
      const column = joint.first + k;
      writeAxis(freedom, state, index, joint.joint, k);
      for (let c = 0; c < 6; c++) {
        state.motions[6 * column + c] = freedom[AXIS + c];
        freedom[AXIS_VELOCITY + c] = freedom[BASE_VELOCITY + c];
      }
      writeWrenchColumns(derivatives, free, column, freedom, ws.scratch, joint.joint);
      moveBase(freedom, state.carried, state.rates[column], state.seconds[column]);
    }
  });
  if (state.loads) subtractLoadSlopes(state, state.loads, free);
}

/** What the first hinge of a joint stands on: its parent; for the root a frame that only translates. */
function writeBase(out: Float64Array, body: Body, ws: Workspace, joint: number): void {
  const { originVelocity: u, originAcceleration: b, angularVelocity: w, angularAcceleration: e, segmentOrigin: o } = ws;
  const parent = joint === 0 ? 0 : body.skeleton.parents[joint];
  const i = 3 * parent;
  for (let c = 0; c < 3; c++) {
    const [c1, c2] = [i + ((c + 1) % 3), i + ((c + 2) % 3)];
    const still = joint === 0;
    out[BASE_VELOCITY + c] = still ? 0 : w[i + c];
    out[BASE_PUSH + c] = still ? 0 : e[i + c];
    // (ω; u − ω × o) and its rate (α; u̇ − α × o − ω × u)
    out[BASE_VELOCITY + 3 + c] = still ? u[c] : u[i + c] - w[c1] * o[c2] + w[c2] * o[c1];
    out[BASE_PUSH + 3 + c] = still ? b[c] : b[i + c] - e[c1] * o[c2] + e[c2] * o[c1] - w[c1] * u[c2] + w[c2] * u[c1];
  }
  out[BASE_PUSH + 4] += GRAVITY;
}

/** S = (s; o × s) of hinge k. */
function writeAxis(out: Float64Array, state: SiteState, index: number, joint: number, k: number): void {
  writeTurn(out, state.ws, joint, state.axes, 9 * index + 3 * k);
}

/** AXIS of `out` = the turn about the joint's origin by a vector in its frame. */
function writeTurn(out: Float64Array, ws: Workspace, joint: number, vectors: Float64Array, at: number): void {
  const { worldFromSegment, segmentOrigin: o } = ws;
  apply3(out, AXIS, worldFromSegment, 9 * joint, vectors, at);
  const i = 3 * joint;
  out[AXIS + 3] = o[i + 1] * out[AXIS + 2] - o[i + 2] * out[AXIS + 1];
  out[AXIS + 4] = o[i + 2] * out[AXIS] - o[i] * out[AXIS + 2];
  out[AXIS + 5] = o[i] * out[AXIS + 1] - o[i + 1] * out[AXIS];
}

/** The first hinge of a joint that rides stands on the joint as the clip has it: a hinge that turns with ω₀, and ω̇₀. */
function addCourse(freedom: Float64Array, { ws, course, carried }: SiteState, index: number, joint: number): void {
  writeTurn(freedom, ws, joint, course, 6 * index);
  moveBase(freedom, carried, 1, 0);
  writeTurn(freedom, ws, joint, course, 6 * index + 3);
  for (let c = 0; c < 6; c++) freedom[BASE_PUSH + c] += freedom[AXIS + c];
}

/** The next hinge stands on this one: V += S θ̇, A += S θ̈ + (V × S) θ̇. */
function moveBase(freedom: Float64Array, carried: Float64Array, rate: number, second: number): void {
  crossMotion(carried, 0, freedom, BASE_VELOCITY, freedom, AXIS);
  for (let c = 0; c < 6; c++) {
    freedom[BASE_PUSH + c] += freedom[AXIS + c] * second + carried[c] * rate;
    freedom[BASE_VELOCITY + c] += freedom[AXIS + c] * rate;
  }
}
