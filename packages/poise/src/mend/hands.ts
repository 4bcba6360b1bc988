/** Hands that mending carried along come back towards where they were: what they hold or touch is not in the file. */

import { runsWhere } from '../balance/rules/rule.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { limbOf, solveLimb } from '../ik/leg-ik.ts';
import { tanh } from '../math/power.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { SIDES } from '../motion/roles.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { blended, type Frames, shareOf } from '../motion/stretches.ts';
import { meets } from './blame.ts';
import { movedStretches } from './change.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { metres, stretchesInWords } from './words.ts';

const FREE = 0.6; // of the bound: up to here a hand moves freely, from there on less and less
const MORE = 1.1; // times the bound: straight arms and joints beside cost a little
const SOFTENING = 0.01; // [m] before an arm is straight

/** Keeps hands within `most` [m] of where `before` has them.
 *
 * ```ts
 * const { clip: held, did } = keepHands(body, before, after, 0.05);
 * ```
 */
export function keepHands(body: Body, before: Clip, after: Clip, most: number): StageOutcome {
  if (before === after) return untouched(after);
  const nq = coordinateCount(after.skeleton);
  const [was, ws] = [createWorkspace(body), createWorkspace(body)];
  const q = after.q.slice();
  let [farthest, remains] = [0, 0];
  for (const side of SIDES) {
    const arm = limbOf(body, side, 'arm', { softening: SOFTENING });
    if (!arm) continue;
    const way = new Float64Array(3);
    const target = { position: new Float64Array(3), rotation: new Float64Array(4) };
    for (let frame = 0; frame < after.frameCount; frame++) {
      const row = q.subarray(frame * nq, (frame + 1) * nq);
      forwardKinematics(body, was, before.q, frame * nq);
      forwardKinematics(body, ws, row);
      const i = 3 * arm.end;
      for (let k = 0; k < 3; k++) way[k] = ws.segmentOrigin[i + k] - was.segmentOrigin[i + k];
      const size = Math.hypot(way[0], way[1], way[2]);
      farthest = Math.max(farthest, size);
      if (size <= FREE * most) continue;
      const share = bounded(size, most) / size;
      for (let k = 0; k < 3; k++) target.position[k] = was.segmentOrigin[i + k] + share * way[k];
      target.rotation.set(ws.segmentRotation.subarray(4 * arm.end, 4 * arm.end + 4));
      const { missing } = solveLimb(row, ws, arm, target);
      remains = Math.max(remains, bounded(size, most) + missing);
    }
  }
  if (farthest <= most) return untouched(after);
  const left = remains > MORE * most ? [`A hand could not come nearer than ${metres(remains)} to where it was.`] : [];
  return {
    clip: withCoordinates(after, q),
    did: [`Hands had moved by up to ${metres(farthest)} and were brought back to within ${metres(most)}.`],
    left,
  };
}

/** `after` as it was in the stretches in which a hand is farther than `most` [m] from where `before` has it: it could not be brought back. Where
 *  `before` was impossible the hand goes along with the body that has to move. */
export function withoutFarHands(
  body: Body,
  before: Clip,
  { clip, did, left }: StageOutcome,
  { most, impossible }: { readonly most: number; readonly impossible: readonly Frames[] },
): StageOutcome {
  const nq = coordinateCount(clip.skeleton);
  const [was, ws] = [createWorkspace(body), createWorkspace(body)];
  const hands = SIDES.flatMap((side) => body.roles[`${side}Hand`] ?? []);
  const isFar = (frame: number): boolean => {
    forwardKinematics(body, was, before.q, frame * nq);
    forwardKinematics(body, ws, clip.q, frame * nq);
    return hands.some((hand) => {
      const way = [0, 1, 2].map((k) => ws.segmentOrigin[3 * hand + k] - was.segmentOrigin[3 * hand + k]);
      return Math.hypot(...way) > MORE * most;
    });
  };
  const far = runsWhere(clip.frameCount, isFar);
  if (clip === before) return { clip, did, left };
  const stretches = movedStretches(body, before, clip).filter(
    (run) => far.some((one) => meets(one, run)) && !impossible.some((one) => meets(one, run)),
  );
  if (stretches.length === 0) return { clip, did, left };
  const fade = Math.max(2, Math.round(MEND_PARAMETERS.blendTime / clip.frameTime));
  const near = blended(clip, before, shareOf(clip.frameCount, stretches, fade));
  const words = `A hand would have moved farther than ${metres(most)} in ${stretchesInWords(clip, stretches)}; they were left as they were.`;
  return { clip: near, did: near === before ? [] : did, left: [...left, words] };
}

/** The size itself while it is small, never more than `most`; smooth. */
function bounded(size: number, most: number): number {
  const free = FREE * most;
  return size <= free ? size : free + (most - free) * tanh((size - free) / (most - free));
}
