/** Contacts of a physics engine as hits. Written for Rapier's contact force events; nothing of Rapier is imported, its shape is enough. */
import { UsageError } from '../../errors.ts';
import type { BoneOf, Hit } from '../events.ts';
import { toVec3, type VectorLike } from '../vector-like.ts';

/** What is used of Rapier's TempContactForceEvent. */
export interface ContactForceLike {
  collider1(): number; // handles
  collider2(): number;
  /** [N] summed over the contact, along its normal: from the first collider to the second. */
  totalForce(): VectorLike;
}

const SHORTEST = 0.008; // [s] of a hit: a step of most engines

/** The hit that a contact gives a character, whose colliders stand for bones; undefined: it is none of its colliders. dt [s]: the step of the
 *  engine, over which the force acts.
 *
 * ```ts
 * const bones = new Map([[headCollider.handle, 'head'], [capsule.handle, 'chest']]);
 * events.drainContactForceEvents((event) => {
 *   const hit = contactHit(event, bones, world.timestep);
 *   if (hit) layer.hit(hit);
 * });
 * ```
 */
export function contactHit(event: ContactForceLike, bones: ReadonlyMap<number, BoneOf>, dt: number): Hit | undefined {
  if (!(dt > 0 && dt < Infinity)) throw new UsageError(`contactHit needs the engine's step in seconds, found ${dt}`);
  const second = bones.get(event.collider2());
  const first = bones.get(event.collider1());
  if (second === undefined && first === undefined) return undefined;
  if (second !== undefined && first !== undefined) return undefined; // the character touches itself
  const [x, y, z] = toVec3('totalForce', event.totalForce());
  const share = second === undefined ? -dt : dt; // what the second gets the first gets the other way round
  const bone = (second ?? first) as BoneOf;
  return { bone, impulse: [share * x, share * y, share * z], duration: Math.max(SHORTEST, dt) };
}
