/** Plays reactions of a gait, and several players as one. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { STANDING_SPEED } from '../../gait/standing.ts';
import { ease } from '../../math/ease.ts';
import { expQuat, multiplyQuat } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { legLengthOf } from '../push-response/build-response.ts';
import type { GaitReaction } from './gait-reactions.ts';
import { matchPush, playMatch } from './match-push.ts';
import { postureJoints } from './posture-joints.ts';
import type { ChosenReaction, PlayedReaction, PushNow, ReactionPlayer } from './reaction-player.ts';
import type { SearchTable } from './reaction-search.ts';

const RATE = 60; // [1/s] frames of a reaction
const RISE = 0.1; // [s] in which it takes over
const RETURN = 0.4; // [s] at its end
const AMPLITUDES = [0.4, 1.3] as const;

export function createGaitPlayer(body: Body, reactions: readonly GaitReaction[]): ReactionPlayer {
  const joints = postureJoints(body);
  const table = tableOf(reactions);
  const leg = legLengthOf(body);
  const turn = new Float64Array(4);
  const framesOf = ({ entry }: PlayedReaction): number => reactions[entry].turns.length / (3 * joints.length);
  const shareOf = (played: PlayedReaction, time: number): number => {
    const left = (framesOf(played) - 1) / RATE - played.start / RATE - (time - played.since);
    return left <= 0 ? 0 : ease((time - played.since) / RISE) * ease(left / RETURN);
  };
  return {
    joints,
    shareOf,
    firstFootprint: () => undefined, // a gait makes its own steps
    choose(_body, ws, _q, now): ChosenReaction | undefined {
      if (Math.hypot(ws.comVelocity[0], ws.comVelocity[2]) < STANDING_SPEED) return undefined;
      const found = matchPush(table, body, leg, ws, now);
      if (!found || found.match.relaxed > 1) return undefined;
      const { name, angle, strength } = reactions[found.match.entry];
      const played = playMatch(found, now, { angle, strength, amplitudes: AMPLITUDES, rate: RATE, neutral: [] });
      return { played, name, cost: found.match.cost };
    },
    add(played, pose, time) {
      const share = shareOf(played, time) * played.amplitude;
      if (share === 0) return;
      const { turns } = reactions[played.entry];
      const place = Math.min(framesOf(played) - 1, played.start + RATE * (time - played.since));
      const frame = Math.min(framesOf(played) - 2, Math.floor(place));
      joints.forEach((joint, j) => {
        const [a, b] = [3 * (frame * joints.length + j), 3 * ((frame + 1) * joints.length + j)];
        for (let c = 0; c < 3; c++) turn[c] = share * (turns[a + c] + (place - frame) * (turns[b + c] - turns[a + c]));
        expQuat(turn, 0, turn, 0);
        multiplyQuat(pose, quatIndex(joint), pose, quatIndex(joint), turn, 0);
      });
    },
  };
}

function tableOf(reactions: readonly GaitReaction[]): SearchTable {
  const rows = reactions.flatMap(({ contacts }, k) => Array.from(contacts, (_, frame) => ({ k, frame })));
  return {
    count: rows.length,
    signatures: Float64Array.from(reactions.flatMap(({ signatures }) => [...signatures])),
    contacts: Uint8Array.from(reactions.flatMap(({ contacts }) => [...contacts])),
    entry: Int32Array.from(rows, ({ k }) => k),
    frame: Int32Array.from(rows, ({ frame }) => frame),
    angle: Float64Array.from(rows, ({ k }) => reactions[k].angle),
    strength: Float64Array.from(rows, ({ k }) => reactions[k].strength),
  };
}

/** One for those who stand, one for those who travel; either may be missing. */
export function joinPlayers(
  standing: ReactionPlayer | undefined,
  travelling: ReactionPlayer | undefined,
): ReactionPlayer | undefined {
  if (!standing || !travelling) return standing ?? travelling;
  const of = ({ gait }: PlayedReaction): ReactionPlayer => (gait ? travelling : standing);
  return {
    joints: [...new Set([...standing.joints, ...travelling.joints])],
    choose(body: Body, ws: Workspace, q: Float64Array, now: PushNow) {
      const found = travelling.choose(body, ws, q, now);
      if (found) return { ...found, played: { ...found.played, gait: true } };
      return standing.choose(body, ws, q, now);
    },
    shareOf: (played, time) => of(played).shareOf(played, time),
    add: (played, pose, time) => of(played).add(played, pose, time),
    firstFootprint: (played) => of(played).firstFootprint(played),
  };
}
