/**
 * All that is derived from (q, v, a) for one Body. Scratch memory: overwritten by every call, never an input.
 * World axes and points unless a name says otherwise. Create one per body and worker.
 */
import type { Body } from '../body/body.ts';
import type { SpatialSums } from '../math/spatial.ts';
import { freedomCount, jointCount } from '../motion/skeleton.ts';
import { FREEDOM_SIZE } from './wrench-column.ts';

export interface Workspace {
  // fixed by the body
  readonly massive: Int32Array; // segments that carry mass, ascending
  readonly subtreeMass: Float64Array; // n   [kg]       of each segment and everything that hangs on it
  readonly moving: Int32Array; // joints that move mass (subtreeMass > 0), ascending
  // position level, written by forwardKinematics(body, ws, q)
  readonly segmentOrigin: Float64Array; // n×3 [m]        joint origins
  readonly segmentRotation: Float64Array; // n×4            world-from-segment quaternions
  readonly worldFromSegment: Float64Array; // n×9            the same as row-major matrices
  readonly segmentCom: Float64Array; // n×3 [m]        the joint's origin where the segment has no mass
  readonly com: Float64Array; // 3   [m]        whole body
  // velocity level, written by forwardVelocity(body, ws, v); needs the position level
  readonly originVelocity: Float64Array; // n×3 [m/s]      of the joint origins
  readonly angularVelocity: Float64Array; // n×3 [rad/s]
  readonly segmentComVelocity: Float64Array; // n×3 [m/s]      only of segments with mass; others stay 0
  readonly segmentSpin: Float64Array; // n×3 [kg·m²/s]  angular momentum of each segment about its own CoM
  readonly comVelocity: Float64Array; // 3   [m/s]
  readonly linearMomentum: Float64Array; // 3   [kg·m/s]
  readonly angularMomentum: Float64Array; // 3   [kg·m²/s]  about the CoM
  readonly orbitalMomentum: Float64Array; // 3   [kg·m²/s]  the same with segments as point masses
  // acceleration level, written by forwardAcceleration(body, ws, a); needs the velocity level
  readonly originAcceleration: Float64Array; // n×3 [m/s²]
  readonly angularAcceleration: Float64Array; // n×3 [rad/s²]
  readonly segmentComAcceleration: Float64Array; // n×3 [m/s²]     only of segments with mass; others stay 0
  readonly segmentSpinRate: Float64Array; // n×3 [N·m]      d/dt of segmentSpin
  readonly comAcceleration: Float64Array; // 3   [m/s²]
  readonly linearMomentumRate: Float64Array; // 3   [N]
  readonly angularMomentumRate: Float64Array; // 3   [N·m]      about the CoM
  readonly orbitalMomentumRate: Float64Array; // 3   [N·m]      the same with segments as point masses
  // between the loops of one function; no meaning outside it
  readonly scratch: Scratch;
}

/** Intermediate memory of the dynamics functions. Sums over subtrees: see subtree-sums.ts. */
export interface Scratch extends SpatialSums {
  readonly turned: Float64Array; // n×6 [kg·m²]    inertia of each segment about its own CoM, world axes
  readonly moment: Float64Array; // n×3 [kg·m]
  readonly inertia: Float64Array; // n×6 [kg·m²]
  readonly momentum: Float64Array; // n×3 [kg·m/s]
  readonly swirl: Float64Array; // n×9 [kg·m²/s]
  readonly wrench: Float64Array; // n×6 [N·m; N]
  readonly columns: Float64Array; // 6×nv           momentum columns on the way to the mass matrix
  readonly biasOrigin: Float64Array; // n×3 [m/s²]     accelerations and rates at zero generalised acceleration
  readonly biasAngular: Float64Array; // n×3 [rad/s²]
  readonly biasCom: Float64Array; // n×3 [m/s²]
  readonly biasSpin: Float64Array; // n×3 [N·m]
  readonly rates: Float64Array; // 9              linear, orbital and spin rate of momentum
  readonly block: Float64Array; // 42             the vectors and matrices of one joint
}

/** Memory for one body; every dynamics function works in it without allocating.
 *
 * ```ts
 * const ws = createWorkspace(body);
 * forwardKinematics(body, ws, q);
 * const height = ws.com[1];
 * ```
 */
export function createWorkspace(body: Body): Workspace {
  const n = jointCount(body.skeleton);
  const subtreeMass = subtreeMassOf(body);
  return {
    massive: indicesWhere(body.mass),
    subtreeMass,
    moving: indicesWhere(subtreeMass),
    segmentOrigin: new Float64Array(3 * n),
    segmentRotation: new Float64Array(4 * n),
    worldFromSegment: new Float64Array(9 * n),
    segmentCom: new Float64Array(3 * n),
    com: new Float64Array(3),
    originVelocity: new Float64Array(3 * n),
    angularVelocity: new Float64Array(3 * n),
    segmentComVelocity: new Float64Array(3 * n),
    segmentSpin: new Float64Array(3 * n),
    comVelocity: new Float64Array(3),
    linearMomentum: new Float64Array(3),
    angularMomentum: new Float64Array(3),
    orbitalMomentum: new Float64Array(3),
    originAcceleration: new Float64Array(3 * n),
    angularAcceleration: new Float64Array(3 * n),
    segmentComAcceleration: new Float64Array(3 * n),
    segmentSpinRate: new Float64Array(3 * n),
    comAcceleration: new Float64Array(3),
    linearMomentumRate: new Float64Array(3),
    angularMomentumRate: new Float64Array(3),
    orbitalMomentumRate: new Float64Array(3),
    scratch: createScratch(n, freedomCount(body.skeleton), subtreeMass),
  };
}

function createScratch(n: number, nv: number, subtreeMass: Float64Array): Scratch {
  return {
    mass: subtreeMass,
    turned: new Float64Array(6 * n),
    moment: new Float64Array(3 * n),
    inertia: new Float64Array(6 * n),
    momentum: new Float64Array(3 * n),
    swirl: new Float64Array(9 * n),
    wrench: new Float64Array(6 * n),
    columns: new Float64Array(6 * nv),
    biasOrigin: new Float64Array(3 * n),
    biasAngular: new Float64Array(3 * n),
    biasCom: new Float64Array(3 * n),
    biasSpin: new Float64Array(3 * n),
    rates: new Float64Array(9),
    block: new Float64Array(FREEDOM_SIZE),
  };
}

/** Mass of each segment and of everything that hangs on it [kg]. */
export function subtreeMassOf(body: Body): Float64Array {
  const { parents } = body.skeleton;
  const subtreeMass = Float64Array.from(body.mass);
  for (let i = parents.length - 1; i > 0; i--) subtreeMass[parents[i]] += subtreeMass[i];
  return subtreeMass;
}

function indicesWhere(values: Float64Array): Int32Array {
  const indices: number[] = [];
  for (let i = 0; i < values.length; i++) if (values[i] > 0) indices.push(i);
  return Int32Array.from(indices);
}
