/** A swinging foot goes round the leg that stands: beside it, it keeps to its own side, and crosses ahead of it or behind. */
import { besideShare, lackingGap } from '../../gait/swing.ts';
import { smoothstep } from '../../math/ease.ts';
import type { Follower } from './follow-body.ts';
import { turnKnees } from './knee-aside.ts';
import type { StepAxes } from './reference.ts';

const GAP = 0.1; // [m] between ankles that pass each other; less where the clip's pass nearer
const BESIDE = 0.06; // [m] ahead or behind: as near as that a foot is beside the other leg …
const CLEAR = 0.55; // … and from here on it is clear of it

/** How far [m] to its own side a swinging foot is moved. `ahead`, `apart`: of the other foot, forward and to its own side [m];
 *  `own`: the latter in the clip. */
const asideOf = (ahead: number, apart: number, own: number): number =>
  besideShare(ahead, BESIDE, CLEAR) * lackingGap(GAP, own, apart);

/** Moves the swinging one of two feet round the other one's leg, and turns knees that would meet where `kneesTurn`. `clipX`, `clipZ`:
 *  from the clip's right ankle to its left one [m]. */
export function goRound(
  { feet, kneesOut, dt }: Pick<Follower, 'feet' | 'kneesOut' | 'dt'>,
  { forward: f, left: l }: StepAxes,
  clipX: number,
  clipZ: number,
  kneesTurn: boolean,
): void {
  const x = feet[0].position[0] - feet[1].position[0];
  const z = feet[0].position[2] - feet[1].position[2];
  const own = clipX * l[0] + clipZ * l[1];
  const apart = x * l[0] + z * l[1];
  if (kneesTurn) turnKnees(feet, kneesOut, apart, own, l, dt);
  const aside = asideOf(x * f[0] + z * f[1], apart, own);
  if (aside === 0) return;
  for (let side = 0; side < 2; side++) {
    const foot = feet[side]!;
    // one that lands stays where it lands
    const share = (1 - smoothstep(foot.firm)) * (1 - foot.near) * smoothstep(feet[1 - side]!.hold);
    const by = (side === 0 ? 1 : -1) * share * aside;
    foot.position[0] += by * l[0];
    foot.position[2] += by * l[1];
    foot.ball[0] += by * l[0];
    foot.ball[2] += by * l[1];
  }
}
