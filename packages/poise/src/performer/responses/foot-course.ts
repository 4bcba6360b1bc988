/**
 * Where a foot is at any time: on a print, rolled over its ball or heel, or on its way to the next. A foot is told by the
 * print it is over, its pitch and its lift; with no lift the ball (heel up) or the heel (toes up) rests exactly where the
 * print has it, so nothing slides.
 */
import { type FootShape, rollOnHeel, rollOnToes } from '../../gait/foot-roll.ts';
import { ease } from '../../math/ease.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import { DEGREE } from '../motions/stance.ts';
import type { Track } from '../plan/keys.ts';
import type { Footprint } from '../pose/plant-foot.ts';
import type { FootRequest } from '../pose/request.ts';

/** What the foot turns about while it touches the ground. */
export type Pivot = 'ball' | 'heel';

export interface Swing {
  readonly lift: number; // [s]
  readonly land: number; // [s]
  readonly to: Footprint;
  readonly height: number; // [m] of the ball over the ground
  readonly pivots: readonly [lift: Pivot, land: Pivot];
}

export interface FootCourse {
  readonly from: Footprint;
  readonly swings: readonly Swing[];
  readonly pitch: Track; // [deg] toes up +; on the ground − needs the pivot 'ball', + 'heel'
}

/** Ankle over the print at a pitch [rad]: height and way along the foot [m]. Toes lie flat. */
const rolled = (foot: FootShape, pitch: number, pivot: Pivot): readonly [y: number, z: number] =>
  pivot === 'heel' ? rollOnHeel(foot, foot.heel, pitch) : rollOnToes(foot, pitch, 0);

/** Rises early, comes down later, at rest at both ends: 0…1 over a swing. */
const arch = (u: number): number => ease(u / 0.45) * ease((1 - u) / 0.55);

const pitchTurn = new Float64Array(4);

/** Writes a foot at time t [s]. */
export function footAt(foot: FootRequest, actor: Actor, course: FootCourse, t: number): void {
  const pitch = course.pitch(t) * DEGREE;
  let from = course.from;
  let swing: Swing | undefined;
  for (const next of course.swings) {
    if (t <= next.lift) break;
    if (t < next.land) {
      swing = next;
      break;
    }
    from = next.to;
  }
  const standing: Pivot = pitch > 0 ? 'heel' : 'ball';
  if (!swing) {
    place(foot, from, rolled(actor.foot, pitch, standing), 0, pitch, standing === 'ball' ? -pitch : 0);
    return;
  }
  const u = (t - swing.lift) / (swing.land - swing.lift);
  const way = ease((u - 0.02) / 0.95); // the foot is up before it travels, and there before it is down
  const over: Footprint = {
    x: from.x + way * (swing.to.x - from.x),
    z: from.z + way * (swing.to.z - from.z),
    turn: from.turn + way * (swing.to.turn - from.turn),
  };
  const [a, b] = [rolled(actor.foot, pitch, swing.pivots[0]), rolled(actor.foot, pitch, swing.pivots[1])];
  const change = ease((u - 0.62) / 0.36); // the foot is about level by then
  const at: [number, number] = [a[0] + change * (b[0] - a[0]), a[1] + change * (b[1] - a[1])];
  // Toes lie flat until the foot is off the ground, then straighten; before landing on the ball they lie flat again.
  const bent = swing.pivots[0] === 'ball' ? 1 - ease((u - 0.05) / 0.5) : 0;
  const again = swing.pivots[1] === 'ball' ? ease((u - 0.5) / 0.5) : 0;
  place(foot, over, at, swing.height * arch(u), pitch, -pitch * (bent + again - bent * again));
}

function place(
  foot: FootRequest,
  print: Footprint,
  [y, z]: readonly [y: number, z: number],
  lift: number,
  pitch: number,
  toeBend: number,
): void {
  quatFromAxisAngle(foot.rotation, 0, 0, 1, 0, print.turn);
  quatFromAxisAngle(pitchTurn, 0, 1, 0, 0, -pitch);
  multiplyQuat(foot.rotation, 0, foot.rotation, 0, pitchTurn, 0);
  foot.ankle[0] = print.x + z * Math.sin(print.turn);
  foot.ankle[1] = y + lift;
  foot.ankle[2] = print.z + z * Math.cos(print.turn);
  foot.toeBend = toeBend;
  foot.kneeYaw = print.turn;
}

/** Is the foot on the ground at time t? */
export const stands = ({ swings }: FootCourse, t: number): boolean =>
  !swings.some(({ lift, land }) => t > lift && t < land);
