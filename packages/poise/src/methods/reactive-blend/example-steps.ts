/** The steps of an example, edited for a push that is stronger or weaker than its own, as a wish for the planner. */
import { MOST_STEPS } from '../../gait/standing-axis.ts';
import type { StepWish } from '../../gait/standing-steps.ts';
import { type Entry, type Landing, landingsOf } from '../push-response/entries.ts';
import { type FootstepRule, footstepShift } from './footstep-rule.ts';

/** A push and the body that takes it, as footprints see them. */
export interface FootprintEdit {
  readonly rule: FootstepRule;
  readonly from: number; // frame of the example that was matched
  readonly psi: number; // [rad] that the example is turned by
  readonly angle: number; // [rad] of the push in the heading frame
  readonly strength: number; // F_r [N·s] of the push
  readonly mass: number; // [kg]
  readonly leg: number; // [m]
  readonly rate: number; // ω [1/s]
  readonly speed: number; // [m/s] of the centre of mass along the push
}

/** [rad] Of an example that is turned farther than this, the foot would be the wrong one. */
const MOST_TURN = 0.6;
/** [leg lengths] A foot that lands this near to where the stance has it has been brought beside the other one. */
const BESIDE = 0.08;

/** undefined: the example does not step, or was turned too far for its feet to mean anything. Footprint k of [Komura05] moves by Σ Δd
 *  along the push. */
export function wishedSteps(entry: Entry, edit: FootprintEdit): StepWish | undefined {
  if (Math.abs(edit.psi) > MOST_TURN) return undefined;
  const all = landingsOf(entry);
  const landings = all.filter(({ frame }) => frame > edit.from);
  const moves = movesOf(all, edit).slice(2 * (all.length - landings.length));
  let count = landings.length;
  const isBeside = (k: number): boolean => Math.hypot(moves[2 * k], moves[2 * k + 1]) < BESIDE * edit.leg;
  while (count > 0 && isBeside(count - 1)) count--;
  if (count === 0) return undefined;
  const seconds = entry.response.clip.frameTime / entry.timeScale;
  const swings = landings.map(({ lift, frame }) => (frame - lift) * seconds);
  shiftMoves(moves, count, swings, entry.radius, edit);
  const steps = Math.min(MOST_STEPS, landings.length);
  return {
    foot: landings[0].side === 'left' ? 0 : 1,
    steps,
    moves: moves.slice(0, 2 * steps),
    swings: swings.slice(0, steps),
    follows: landings.length > count,
  };
}

/** Per landing (ahead, left) [m]: how much farther than in the stance it is from the other foot. */
function movesOf(landings: readonly Landing[], { psi, leg }: FootprintEdit): number[] {
  const [sine, cosine] = [Math.sin(psi), Math.cos(psi)];
  const placed = { left: [0, 0], right: [0, 0] };
  return landings.flatMap(({ side, x, z }) => {
    const place = [leg * (cosine * z - sine * x), leg * (cosine * x + sine * z)];
    const other = placed[side === 'left' ? 'right' : 'left'];
    placed[side] = place;
    return [place[0] - other[0], place[1] - other[1]];
  });
}

/** Adds Δd along the push to every step that catches: each foot goes that much farther than the one before. `own`: F_o [N·s].
 *  Deviates by default: somebody who stood is a pendulum that began at rest, and all of its ways are in proportion to the push. The rules
 *  of gaits take the speed at which a step begins as given. */
function shiftMoves(
  moves: number[],
  count: number,
  swings: readonly number[],
  own: number,
  { rule, angle, strength, mass, rate, speed }: FootprintEdit,
): void {
  const [ahead, left] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < count; k++) {
    const along = moves[2 * k] * ahead + moves[2 * k + 1] * left;
    const support = { rate, duration: swings[k], behind: Math.max(0, along), speed, exit: 0 };
    const shift =
      rule === 'exact' ? along * (strength / own - 1) : footstepShift(rule, (strength - own) / (mass * count), support);
    moves[2 * k] += shift * ahead;
    moves[2 * k + 1] += shift * left;
  }
}
