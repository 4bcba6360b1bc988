/** A push looked up in a table of reactions. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { headingYaw } from '../../gait/heading.ts';
import { wrapAngle } from '../../math/angle.ts';
import { SIGNATURE, writeSignature } from './pose-signature.ts';
import { type ReactionMatch, type SearchTable, searchReactions } from './reaction-search.ts';

export interface PushMatch {
  readonly match: ReactionMatch;
  readonly yaw: number; // [rad] heading at the hit
  readonly angle: number; // [rad] of the push in the heading frame
  readonly strength: number; // [N·s]
}

/** The reaction that fits the pose of `ws`; `leg`: length of its legs [m]. */
export function matchPush(
  table: SearchTable,
  body: Body,
  leg: number,
  ws: Workspace,
  { impulse: [x, z], contacts }: { readonly impulse: readonly [x: number, z: number]; readonly contacts: number },
): PushMatch | undefined {
  const yaw = headingYaw(body, ws);
  const angle = wrapAngle(Math.atan2(x, z) - yaw);
  const strength = Math.hypot(x, z);
  const signature = new Float64Array(SIGNATURE);
  writeSignature(signature, 0, body, ws, leg);
  const match = searchReactions(table, { signature, contacts, angle, strength });
  return match && { match, yaw, angle, strength };
}
