/** The course of both feet through the steps of a response. */
import { type Move, track } from '../plan/keys.ts';
import type { Footprint } from '../pose/plant-foot.ts';
import type { FootCourse, Swing } from './foot-course.ts';
import type { Neutral } from './neutral.ts';
import type { PlannedStep } from './step-plan.ts';

/** Both feet for a displacement of the whole body. */
export function stepFeet(
  neutral: Neutral,
  steps: readonly PlannedStep[],
  moved: readonly [x: number, z: number],
): readonly [FootCourse, FootCourse] {
  return [courseOf(neutral, steps, moved, 0), courseOf(neutral, steps, moved, 1)];
}

function courseOf(
  neutral: Neutral,
  steps: readonly PlannedStep[],
  moved: readonly [number, number],
  foot: 0 | 1,
): FootCourse {
  const home = neutral.prints[foot];
  const printAt = (share: number): Footprint => ({
    x: home.x + share * moved[0],
    z: home.z + share * moved[1],
    turn: home.turn,
  });
  const pitch: Move[] = [];
  const swings: Swing[] = [];
  let from = home;
  steps.forEach((step, k) => {
    if (step.foot !== foot) return;
    const to = printAt(step.share);
    const swing = swingTo(from, to, step);
    swings.push(swing);
    pitch.push(...pitchMoves(from, to, step, steps[k - 1]));
    from = to;
  });
  if (swings.length === 0) pitch.push(...stayingHeel(home, printAt(1), steps));
  return { from: home, swings, pitch: track(0, ...pitch) };
}

/** [deg] The heel of the foot that stays comes up while the other one is far ahead. */
function stayingHeel(from: Footprint, ahead: Footprint, steps: readonly PlannedStep[]): Move[] {
  const { far, forward } = shapeOf(from, ahead);
  const [out, back] = [steps[0], steps[steps.length - 1]];
  return [
    [out.land - 0.12, 0.45, -26 * forward * Math.min(1, far / 0.8)],
    [back.lift - 0.38, 0.32, 0],
  ];
}

/** Shares of a way: how much of it goes forward, back and aside, adding up to 1; and how long it is [m]. */
function shapeOf(from: Footprint, to: Footprint) {
  const [x, z] = [to.x - from.x, to.z - from.z];
  const far = Math.hypot(x, z);
  const along = far > 1e-6 ? z / far : 0;
  return { far, forward: Math.max(0, along) ** 2, back: Math.max(0, -along) ** 2, aside: 1 - along * along };
}

function swingTo(from: Footprint, to: Footprint, { lift, land, closes }: PlannedStep): Swing {
  const { far, forward } = shapeOf(from, to);
  const height = 0.022 + 0.055 * Math.min(1, far / 0.75);
  return {
    lift,
    land,
    to,
    height: closes ? 0.8 * height : height,
    pivots: ['ball', forward > 0.5 && !closes ? 'heel' : 'ball'],
  };
}

/** [deg] Heel up before the foot leaves, toes up before a forward landing, on the ball before a backward one. */
function pitchMoves(from: Footprint, to: Footprint, step: PlannedStep, before: PlannedStep | undefined): Move[] {
  const { lift, land, closes } = step;
  const { far, forward, back, aside } = shapeOf(from, to);
  const size = Math.min(1, far / 0.8);
  const swing = land - lift;
  const most = -(forward * (10 + 26 * size) + back * (10 + 14 * size) + aside * (6 + 8 * size));
  const landing = closes ? -3 * (1 - forward) : forward > 0.5 ? 7 * forward * size : -(11 * back * size + 3 * aside);
  const moves: Move[] = [];
  if (before && before.foot !== step.foot)
    moves.push([before.land - 0.17, 0.17 + Math.max(0.08, lift - before.land), -25 * forward * size]);
  const off = Math.min(0.1, before ? 0.6 * (lift - before.land) : 0.08);
  moves.push([lift - off, off + 0.38 * swing, most]);
  moves.push([lift + 0.4 * swing, 0.58 * swing, landing]);
  moves.push([land - 0.015, 0.12 + 0.05 * back, 0]);
  return moves;
}
