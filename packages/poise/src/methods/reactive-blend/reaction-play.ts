/** Postures of a chosen reaction on this body: what its trunk, head and arms do is added to the motion underneath. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { ease } from '../../math/ease.ts';
import { slerpQuat } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { AS_IT_IS, sampleAdapted } from '../push-response/adapt.ts';
import { ROW } from '../push-response/channel-layout.ts';
import { channelsOf } from '../push-response/channels.ts';
import { compose } from '../push-response/compose.ts';
import { landingsOf } from '../push-response/entries.ts';
import { createFigure, createStage, type Figure, type Stage, setNeutral } from '../push-response/figure.ts';
import type { ResponseLibrary } from '../push-response/response.ts';
import { matchPush, playMatch } from './match-push.ts';
import { postureJoints } from './posture-joints.ts';
import { createReactionIndex, type ReactionIndex } from './reaction-index.ts';
import type { ChosenReaction, PlayedReaction, PushNow, ReactionFootprint, ReactionPlayer } from './reaction-player.ts';

interface Player {
  readonly index: ReactionIndex;
  readonly figure: Figure;
  readonly base: Stage;
  readonly stage: Stage;
  readonly row: Float64Array;
  readonly joints: readonly number[];
  neutralOf: PlayedReaction | undefined; // whose neutral pose the figure holds
}

const RISE = 0.1; // [s] in which it takes over
const RETURN = 0.25; // [s] at its end
const MOST_TURN = 0.6; // [rad]
const AMPLITUDES = [0.4, 1.2] as const;

export function createReactionPlayer(body: Body, library: ResponseLibrary): ReactionPlayer {
  const player: Player = {
    index: createReactionIndex(library, body),
    figure: createFigure(body),
    base: createStage(body),
    stage: createStage(body),
    row: new Float64Array(ROW),
    joints: postureJoints(body),
    neutralOf: undefined,
  };
  return {
    joints: player.joints,
    choose: (person, ws, q, now) => chooseReaction(player, person, ws, q, now),
    shareOf: (played, time) => shareOf(player, played, time),
    add: (played, pose, time) => addReaction(player, played, pose, time),
    firstFootprint: (played) => firstFootprint(player, played),
  };
}

function chooseReaction(
  player: Player,
  body: Body,
  ws: Workspace,
  q: Float64Array,
  now: PushNow,
): ChosenReaction | undefined {
  const found = matchPush(player.index, body, player.figure.leg, ws, now);
  if (!found) return undefined;
  const entry = player.index.entries[found.match.entry];
  const played = playMatch(found, now, {
    angle: entry.angle,
    strength: entry.radius,
    amplitudes: AMPLITUDES,
    rate: entry.timeScale / channelsOf(entry.response).frameTime,
    neutral: [...q],
  });
  const { name } = entry.response;
  return { played, name: entry.mirrored ? `${name}, mirrored` : name, cost: found.match.cost };
}

function shareOf(player: Player, played: PlayedReaction, time: number): number {
  const { response } = player.index.entries[played.entry];
  const left = (response.clip.frameCount - 1 - placeOf(played, time)) / played.rate;
  return left <= 0 ? 0 : ease((time - played.since) / RISE) * ease(left / RETURN);
}

const placeOf = ({ start, since, rate }: PlayedReaction, time: number): number => start + rate * (time - since);

function addReaction(player: Player, played: PlayedReaction, pose: Float64Array, time: number): void {
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

/** Of a reaction that was turned far to the push, the foot would be the wrong one. */
function firstFootprint(player: Player, played: PlayedReaction): ReactionFootprint | undefined {
  if (Math.abs(played.psi) > MOST_TURN) return undefined;
  const entry = player.index.entries[played.entry];
  const landings = landingsOf(entry);
  const [first] = landings;
  if (!first) return undefined;
  const turn = played.yaw + played.psi;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const { leg } = player.figure;
  const offset = [leg * (cosine * first.x + sine * first.z), leg * (cosine * first.z - sine * first.x)] as const;
  return { side: first.side === 'left' ? 0 : 1, offset, steps: landings.length, strength: entry.radius };
}
