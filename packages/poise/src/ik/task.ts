/**
 * The parts that a whole-body IK problem is made of. The unknown x (nv numbers, components as in v) is the generalised
 * velocity ([Komura05] eq. 2–5). Parts are configured once; what changes from frame to frame is written into their references.
 */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import type { ReadonlyVector } from '../math/types.ts';

/** Asks for J x = b. Rows are in SI units, world axes. */
export interface Task {
  readonly name: string; // shown in outcomes and in the studio
  readonly dim: number;
  /** W′⁻¹ of the rows, in the row's unit squared over the unit of the preferences' weights: up to 1e-6 hard
   *  (HARD_SOFTNESS), the larger the softer. May be changed between frames. */
  softness: number;
  /** Which task gives way when rows cannot all be met: the larger rank. See RANK. */
  readonly rank: number;
  /** First columns (multiples of 3: 0 is the root's translation, 3 + 3j joint j) of the groups of three that may hold
   *  anything but 0, ascending. Absent: all. */
  readonly groups?: Int32Array | undefined;
  jacobian(out: Float64Array, body: Body, ws: Workspace): void; // J, dim × nv, row-major
  target(out: Float64Array, body: Body, ws: Workspace): void; // b, dim
}

/** A task with its reference. All of Poise's own are made here, with their fields in one order: reading a number from objects
 *  of many shapes would put it on the heap, every frame. */
export function createTask<R>(parts: Task & { readonly reference: R }): Task & { readonly reference: R } {
  const { name, dim, softness, rank, groups, reference, jacobian, target } = parts;
  return { name, dim, softness, rank, groups, reference, jacobian, target };
}

/** Support feet are never given up; angular momentum is softened before anything else is. */
export const RANK = { support: 0, ordinary: 1, angularMomentum: 2 } as const;

/** Where the body is: pose and velocity of the frame. */
export interface IkState {
  readonly q: ReadonlyVector; // nq
  readonly v: ReadonlyVector; // nv
}

/** Asks for x = target in every freedom by itself, Σ weight (x − target)². The diagonal terms of docs/ik.md (E1). */
export interface Preference {
  readonly name: string;
  readonly weight: Float64Array; // nv, ≥ 0. May be changed between frames
  target(out: Float64Array, body: Body, state: IkState): void; // nv
}
