/** Postures of a chosen reaction on this body: what its trunk, head and arms do is added to the motion underneath. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { ease } from '../../math/envelope.ts';
import { slerpQuat } from '../../math/quat.ts';
import type { Role } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { AS_IT_IS, sampleAdapted } from '../push-response/adapt.ts';
import { wrapAngle } from '../push-response/aligned-radius.ts';
import { ROW } from '../push-response/channel-layout.ts';
import { channelsOf } from '../push-response/channels.ts';
import { compose } from '../push-response/compose.ts';
import { landingsOf } from '../push-response/entries.ts';
import { createFigure, createStage, type Figure, headingYaw, type Stage, setNeutral } from '../push-response/figure.ts';
import type { ResponseLibrary } from '../push-response/response.ts';
import { SIGNATURE, writeSignature } from './pose-signature.ts';
import { createReactionIndex, type ReactionIndex } from './reaction-index.ts';
import { type ReactionMatch, searchReactions } from './reaction-search.ts';

/** A reaction in play, plain data. */
export interface PlayedReaction {
  readonly entry: number;
  readonly start: number; // frame that was matched
  readonly since: number; // [s]
  readonly amplitude: number;
  readonly psi: number; // [rad] turned to the push
  readonly yaw: number; // [rad] heading at the hit
  readonly impulse: readonly [x: number, z: number]; // [N·s] world
  readonly neutral: number[]; // nq, the pose at the hit
  rate: number; // frames per second
}

export interface ReactionPlayer {
  readonly index: ReactionIndex;
  readonly figure: Figure;
  readonly base: Stage;
  readonly stage: Stage;
  readonly row: Float64Array;
  readonly signature: Float64Array;
  readonly joints: readonly number[]; // that take part: the legs follow the steps
  neutralOf: PlayedReaction | undefined; // whose neutral pose the figure holds
}

const RISE = 0.1; // [s] in which it takes over
const RETURN = 0.25; // [s] at its end
const AMPLITUDES = [0.4, 1.2] as const;
const PARTS: readonly Role[] = [
  'spine',
  'chest',
  'upperChest',
  'neck',
  'head',
  'leftShoulder',
  'leftUpperArm',
  'leftLowerArm',
  'rightShoulder',
  'rightUpperArm',
  'rightLowerArm',
];

export function createReactionPlayer(body: Body, library: ResponseLibrary): ReactionPlayer {
  return {
    index: createReactionIndex(library, body),
    figure: createFigure(body),
    base: createStage(body),
    stage: createStage(body),
    row: new Float64Array(ROW),
    signature: new Float64Array(SIGNATURE),
    joints: PARTS.map((role) => body.roles[role]).filter((joint): joint is number => joint !== undefined),
    neutralOf: undefined,
  };
}

/** Searches for a reaction to a push. ws, q: the pose now; contacts: 1 left, 2 right. */
export function chooseReaction(
  player: ReactionPlayer,
  body: Body,
  ws: Workspace,
  q: Float64Array,
  now: { readonly time: number; readonly contacts: number; readonly impulse: readonly [x: number, z: number] },
): { readonly match: ReactionMatch; readonly played: PlayedReaction } | undefined {
  const yaw = headingYaw(body, ws);
  const [x, z] = now.impulse;
  const angle = wrapAngle(Math.atan2(x, z) - yaw);
  const strength = Math.hypot(x, z);
  writeSignature(player.signature, 0, body, ws, player.figure.leg);
  const match = searchReactions(player.index, { signature: player.signature, contacts: now.contacts, angle, strength });
  if (!match) return undefined;
  const entry = player.index.entries[match.entry];
  const amplitude = Math.max(AMPLITUDES[0], Math.min(AMPLITUDES[1], strength / entry.radius));
  const played: PlayedReaction = {
    entry: match.entry,
    start: match.frame,
    since: now.time,
    amplitude,
    psi: wrapAngle(angle - entry.angle),
    yaw,
    impulse: now.impulse,
    neutral: [...q],
    rate: entry.timeScale / channelsOf(entry.response).frameTime,
  };
  return { match, played };
}

/** How much of the reaction is shown, 0 … 1; 0 once it is over. */
export function shareOf(player: ReactionPlayer, played: PlayedReaction, time: number): number {
  const { response } = player.index.entries[played.entry];
  const left = (response.clip.frameCount - 1 - placeOf(played, time)) / played.rate;
  return left <= 0 ? 0 : ease((time - played.since) / RISE) * ease(left / RETURN);
}

const placeOf = ({ start, since, rate }: PlayedReaction, time: number): number => start + rate * (time - since);

/** Turns the joints of `pose` (the motion underneath, nq) as the reaction has them. */
export function addReaction(player: ReactionPlayer, played: PlayedReaction, pose: Float64Array, time: number): void {
  const share = shareOf(player, played, time);
  if (share === 0) return;
  const { figure, base, stage, row, index } = player;
  if (player.neutralOf !== played) {
    setNeutral(figure, Float64Array.from(played.neutral));
    player.neutralOf = played;
  }
  const entry = index.entries[played.entry];
  const { amplitude, psi } = played;
  const adaptation = { ...AS_IT_IS, amplitude, footLift: 1, psi, mirrored: entry.mirrored };
  sampleAdapted(row, channelsOf(entry.response), adaptation, placeOf(played, time));
  base.q.set(pose);
  compose(stage, figure, base, row, played.yaw);
  for (const joint of player.joints) {
    const i = quatIndex(joint);
    slerpQuat(pose, i, pose, i, stage.q, i, share);
  }
}

/** Where the reaction sets its first foot down: side, offset [m] world (x, z) turned to the push; undefined: it does not step. */
export function firstFootprint(
  player: ReactionPlayer,
  played: PlayedReaction,
): { readonly side: number; readonly offset: readonly [number, number]; readonly steps: number } | undefined {
  const entry = player.index.entries[played.entry];
  const landings = landingsOf(entry);
  const [first] = landings;
  if (!first) return undefined;
  const turn = played.yaw + played.psi;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const leg = player.figure.leg;
  const offset = [leg * (cosine * first.x + sine * first.z), leg * (cosine * first.z - sine * first.x)] as const;
  return { side: first.side === 'left' ? 0 : 1, offset, steps: landings.length };
}
