/** A layer's question to its recoverability map. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { headingYaw } from '../gait/heading.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { canTake, type PushFate, type RecoverabilityMap } from '../methods/recoverability/types.ts';
import { toVec3, type VectorLike } from './vector-like.ts';

/** What becomes of a push [N·s] in the pose `q`, faced as it faces; undefined without a map. */
export function poseCanTake(
  map: RecoverabilityMap | undefined,
  body: Body,
  ws: Workspace,
  q: ReadonlyVector,
  impulse: VectorLike,
): PushFate | undefined {
  if (!map) return undefined;
  forwardKinematics(body, ws, q);
  const yaw = headingYaw(body, ws);
  return canTake(map, { impulse: toVec3('impulse', impulse), forward: [Math.sin(yaw), Math.cos(yaw)] });
}
