/** A push looked up in a table of reactions, and the one that is found, turned and scaled to it. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { headingYaw } from '../../gait/heading.ts';
import { wrapAngle } from '../../math/angle.ts';
import { SIGNATURE, writeSignature } from './pose-signature.ts';
import type { PlayedReaction, PushNow } from './reaction-player.ts';
import { type ReactionMatch, type SearchTable, searchReactions } from './reaction-search.ts';

export interface PushMatch {
  readonly match: ReactionMatch;
  readonly yaw: number; // [rad] heading at the hit
  readonly angle: number; // [rad] of the push in the heading frame
  readonly strength: number; // [N·s]
}

const signature = new Float64Array(SIGNATURE);

/** The reaction that fits the pose of `ws`; `leg`: length of its legs [m]. */
export function matchPush(
  table: SearchTable,
  body: Body,
  leg: number,
  ws: Workspace,
  { impulse: [x, z], contacts }: PushNow,
): PushMatch | undefined {
  const yaw = headingYaw(body, ws);
  const angle = wrapAngle(Math.atan2(x, z) - yaw);
  const strength = Math.hypot(x, z);
  writeSignature(signature, 0, body, ws, leg);
  const match = searchReactions(table, { signature, contacts, angle, strength });
  return match && { match, yaw, angle, strength };
}

/** How a reaction is played that was made for a push of its own angle and strength. */
interface Playing {
  readonly angle: number; // [rad]
  readonly strength: number; // [N·s]
  readonly amplitudes: readonly [least: number, most: number];
  readonly rate: number; // frames per second
  readonly neutral: number[];
}

export function playMatch({ match, yaw, angle, strength }: PushMatch, now: PushNow, own: Playing): PlayedReaction {
  const [least, most] = own.amplitudes;
  return {
    entry: match.entry,
    start: match.frame,
    since: now.time,
    amplitude: Math.max(least, Math.min(most, strength / own.strength)),
    psi: wrapAngle(angle - own.angle),
    yaw,
    impulse: now.impulse,
    neutral: own.neutral,
    rate: own.rate,
  };
}
