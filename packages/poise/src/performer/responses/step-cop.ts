/** Where the weight is while someone steps (performer.md §4). */
import type { Actor } from '../actor.ts';
import type { CopKey } from './cop-keys.ts';
import type { Neutral } from './neutral.ts';
import { PUSH } from './push-force.ts';
import type { StepTiming } from './request.ts';
import type { PlannedStep } from './step-plan.ts';

/** How far the CoP may go towards the toes, the heels or the side to brake before a foot is lifted [m], for feet of 0.266 m. */
const BRAKE = { forward: [0.06, 0.0011], back: [0.045, 0.0009], side: [0.07, 0.0011] } as const; // and more per N·s
const PREPARE = { forward: 0.1, back: 0.07 }; // [m] towards the swinging foot, which throws the body over the other one
const FOOT_LENGTH = 0.266;

/** Where the weight is: brakes, goes to the foot that stays, to the one that landed, and in the end to the middle. */
export function stepCop(
  actor: Actor,
  neutral: Neutral,
  direction: number,
  impulse: number, // [N·s] for the reference body
  steps: readonly PlannedStep[],
  timing: StepTiming,
): CopKey[] {
  const size = actor.foot.length / FOOT_LENGTH;
  const [ux, uz] = [Math.sin(direction), Math.cos(direction)];
  const [restX, restZ] = [neutral.com[0], neutral.com[2]];
  const sign = (foot: 0 | 1): number => (foot === 0 ? 1 : -1);
  const t0 = PUSH.start;
  const lead = steps[0].foot;
  const braking = ([least, more]: readonly [number, number]): number => least + more * impulse;
  const brake = Math.hypot(braking(uz > 0 ? BRAKE.forward : BRAKE.back) * uz, braking(BRAKE.side) * ux) * size;
  const prepare = (uz > 0 ? PREPARE.forward : PREPARE.back) * size * uz * uz * Math.min(1, (0.19 / timing.lift) ** 2);
  const keys: CopKey[] = [
    { from: 0, to: 0, at: [restX, restZ], share: 0 },
    {
      from: t0 + Math.max(0.04, timing.lift - 0.17),
      to: t0 + Math.max(0.09, timing.lift - 0.09),
      at: [restX + brake * ux + prepare * sign(lead), restZ + brake * uz],
      share: 0,
    },
  ];
  /** On a foot: a little inwards, ahead of the ankle, towards where the push goes. */
  const onFoot = (foot: 0 | 1, reach: number): readonly [number, number] => {
    const print = neutral.prints[foot];
    const edge = 0.033 + 0.005 * uz; // the heel is narrower than the ball
    const inward = Math.min(edge, Math.max(0.012, edge - 0.006 - 0.02 * ux * sign(foot) * Math.abs(ux)));
    return [print.x - size * inward * sign(foot), print.z + size * (0.05 + reach * uz * Math.abs(uz))];
  };
  steps.forEach((step, k) => {
    const other = step.foot === 0 ? 1 : 0;
    const carried = steps.slice(0, k).findLast(({ foot }) => foot === other);
    const before = steps[k - 1];
    if (before && before.foot === step.foot) {
      // Out and back: onto the foot that landed, and in time back to the other one.
      const landed = before.land + timing.transfer;
      keys.push({ from: before.land, to: landed, at: onFoot(step.foot, 0.06), share: before.share });
      keys.push({ from: Math.max(landed, step.lift - 0.17), to: step.lift - 0.01, at: onFoot(other, 0.03), share: 0 });
      return;
    }
    // Onto the foot that stays, just before the other one leaves.
    const from = k === 0 ? step.lift - 0.075 : steps[k - 1].land;
    const to = k === 0 ? step.lift - 0.005 : Math.min(step.lift - 0.01, from + timing.transfer);
    keys.push({ from, to, at: onFoot(other, k === 0 ? 0.078 : 0.02), share: carried?.share ?? 0 });
  });
  const last = steps[steps.length - 1];
  keys.push({ from: last.land - 0.01, to: last.land + 0.34, at: [restX, restZ], share: last.share });
  return keys;
}
