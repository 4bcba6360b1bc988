/** The pose follows a clip in every joint: the term W (q̇ − q̇0)² of docs/ik.md (E1). */

import type { Body } from '../../body/body.ts';
import { filledWith } from '../../math/options.ts';
import { difference } from '../../motion/coordinates.ts';
import { freedomCount, restPose } from '../../motion/skeleton.ts';
import type { Preference } from '../task.ts';

export interface PostureWeights {
  readonly joints: number;
  readonly spine: number; // between hips and head
  readonly root: number; // translation and rotation
}

const POSTURE_WEIGHTS: PostureWeights = { joints: 1, spine: 1.5, root: 0.05 };

/** Weight of a joint that must not help, such as a tied arm. */
export const HELD_WEIGHT = 1e6;

export interface PosturePreference extends Preference {
  readonly reference: {
    readonly q: Float64Array; // nq: the clip's pose
    readonly v: Float64Array; // nv
  };
}

export interface PostureOptions {
  readonly stiffness: number; // [1/s]
}

/** q̇0 = v + stiffness (q_ref ⊖ q), stiffness 2 s⁻¹ unless stated.
 *
 * ```ts
 * const pose = posture(body);
 * pose.reference.q.set(clip.q.subarray(frame * nq, (frame + 1) * nq));
 * ```
 */
export function posture(
  body: Body,
  weights: Partial<PostureWeights> = {},
  { stiffness = 2 }: Partial<PostureOptions> = {},
): PosturePreference {
  const { skeleton } = body;
  const nv = freedomCount(skeleton);
  const reference = { q: restPose(skeleton), v: new Float64Array(nv) };
  const turn = new Float64Array(4);
  return {
    name: 'posture',
    weight: postureWeights(body, weights),
    reference,
    target(out, _, state) {
      difference(out, skeleton, state.q, 0, reference.q, 0, 1, turn);
      for (let i = 0; i < nv; i++) out[i] = reference.v[i] + stiffness * out[i];
    },
  };
}

/** One weight per freedom, nv numbers. */
function postureWeights(body: Body, weights: Partial<PostureWeights> = {}): Float64Array {
  const { joints, spine, root } = filledWith(POSTURE_WEIGHTS, weights);
  const { skeleton, roles } = body;
  const out = new Float64Array(freedomCount(skeleton)).fill(joints);
  // from below the head down to the root
  let joint = roles.head === undefined ? 0 : skeleton.parents[roles.head];
  for (; joint > 0; joint = skeleton.parents[joint]) out.fill(spine, 3 + 3 * joint, 6 + 3 * joint);
  out.fill(root, 0, 6);
  return out;
}

/** Sets the weight of single joints, all three freedoms each. */
export function weighJoints(preference: Preference, joints: readonly number[], weight: number): void {
  for (const joint of joints) preference.weight.fill(weight, 3 + 3 * joint, 6 + 3 * joint);
}
