/** Can the feet go on from here as a frame of a response has them? */
import { FOOT, ROW } from './channel-layout.ts';
import { channelsOf } from './channels.ts';
import { type Entry, landingsOf } from './entries.ts';
import type { Point, Query, Rejection } from './selection.ts';

const SOON = 0.05; // [s] a foot that is in the air there must not be needed by then
const ONE_FOOT = 0.05; // cost of standing on both feet here and on one there, or the other way round
const JUST = 0.07; // [s] a foot that is in the air there and stands here must have been lifted since
const NEAR = { height: 0.04, miss: 0.08 }; // [m] a foot in the air here that stands there must be about to land there
const IN_AIR = 0.25; // [m] by which a foot in the air may be elsewhere
const STANCE = 0.15; // [m] by which the feet may stand otherwise when no step will put that right
const STANCE_COST = 0.5; // per (0.3 m)² otherwise

export type ContactVerdict =
  | { readonly rejection: Rejection }
  | { readonly rejection: undefined; readonly cost: number; readonly shift: Point };

/** How careful to be. 'any': a foot may have to fly from where it stands into the middle of a step. */
export type ContactCare = 'strict' | 'any';

/** `shift`: where the response's neutral stance would lie [m, heading frame] when its loaded foot is put where ours is. */
export function checkContacts(
  entry: Entry,
  frame: number,
  query: Query,
  leg: number,
  care: ContactCare,
): ContactVerdict {
  const { planted, values, frameTime } = channelsOf(entry.response);
  const at = (foot: 0 | 1, f: number): boolean => planted[entry.mirrored ? 1 - foot : foot][f] > 0;
  const theirs = [at(0, frame), at(1, frame)] as const;
  const ours = [query.feet[0].planted, query.feet[1].planted] as const;
  // the other foot in the air
  if (ours[0] !== ours[1] && theirs[0] !== theirs[1] && ours[0] !== theirs[0]) return { rejection: 'contact' };
  const soon = Math.min(planted[0].length - 1, frame + Math.round(SOON / frameTime));
  for (const foot of [0, 1] as const) {
    if (ours[foot] && !theirs[foot] && at(foot, soon)) return { rejection: 'contact' };
    const just = Math.max(0, frame - Math.round(JUST / frameTime));
    if (care === 'strict' && ours[foot] && !theirs[foot] && !at(foot, just)) return { rejection: 'contact' };
  }
  const place = (foot: 0 | 1): Point => {
    const row = frame * ROW + FOOT[entry.mirrored ? ((1 - foot) as 0 | 1) : foot];
    const [nx, nz] = query.feet[foot].neutral;
    return [nx + (entry.mirrored ? -1 : 1) * leg * values[row], nz + leg * values[row + 2]];
  };
  const loaded = loadedFoot(ours, theirs);
  const mine = query.feet[loaded].ball;
  const there = place(loaded);
  const shift: Point = [mine[0] - there[0], mine[1] - there[1]];
  const other = (1 - loaded) as 0 | 1;
  const [ox, oz] = place(other);
  const miss = Math.hypot(ox + shift[0] - query.feet[other].ball[0], oz + shift[1] - query.feet[other].ball[1]);
  if (care === 'strict' && !ours[other] && theirs[other]) {
    if (query.feet[other].height > NEAR.height || miss > NEAR.miss) return { rejection: 'contact' };
  }
  if (care === 'strict' && !ours[other] && !theirs[other] && miss > IN_AIR) return { rejection: 'contact' };
  const steps = landingsOf(entry).some((l) => l.frame > frame && l.side === (other === 0 ? 'left' : 'right'));
  if (miss > STANCE && !steps) return { rejection: 'stance' };
  const oneFoot = (ours[0] && ours[1]) !== (theirs[0] && theirs[1]) ? ONE_FOOT : 0;
  return { rejection: undefined, cost: oneFoot + STANCE_COST * (miss / 0.3) ** 2, shift };
}

/** The foot on which both poses stand; the left one where both do on both. */
function loadedFoot(ours: readonly [boolean, boolean], theirs: readonly [boolean, boolean]): 0 | 1 {
  if (ours[0] && theirs[0]) return 0;
  if (ours[1] && theirs[1]) return 1;
  return ours[1] ? 1 : 0;
}
