/** Where the weight is while someone steps (docs/performer.md). */
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

const signOf = (foot: 0 | 1): number => (foot === 0 ? 1 : -1);

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
  const rest = [neutral.com[0], neutral.com[2]] as const;
  const onFoot = (foot: 0 | 1, reach: number) => placeOnFoot(neutral, direction, size, foot, reach);
  const keys: CopKey[] = [
    { from: 0, to: 0, at: rest, share: 0 },
    brakeKey(rest, direction, impulse, size, steps[0].foot, timing),
  ];
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
    const from = before ? before.land : step.lift - 0.075;
    const to = before ? Math.min(step.lift - 0.01, from + timing.transfer) : step.lift - 0.005;
    keys.push({ from, to, at: onFoot(other, before ? 0.02 : 0.078), share: carried?.share ?? 0 });
  });
  const last = steps[steps.length - 1];
  keys.push({ from: last.land - 0.01, to: last.land + 0.34, at: rest, share: last.share });
  return keys;
}

/** Before the first foot leaves: towards where the push goes, and towards that foot. */
function brakeKey(
  rest: readonly [x: number, z: number],
  direction: number,
  impulse: number,
  size: number,
  lead: 0 | 1,
  { lift }: StepTiming,
): CopKey {
  const [ux, uz] = [Math.sin(direction), Math.cos(direction)];
  const braking = ([least, more]: readonly [number, number]): number => least + more * impulse;
  const brake = Math.hypot(braking(uz > 0 ? BRAKE.forward : BRAKE.back) * uz, braking(BRAKE.side) * ux) * size;
  // A performer with more time needs less of it.
  const prepare = (uz > 0 ? PREPARE.forward : PREPARE.back) * size * uz * uz * Math.min(1, (0.19 / lift) ** 2);
  return {
    from: PUSH.start + Math.max(0.04, lift - 0.17),
    to: PUSH.start + Math.max(0.09, lift - 0.09),
    at: [rest[0] + brake * ux + prepare * signOf(lead), rest[1] + brake * uz],
    share: 0,
  };
}

/** On a foot that stands where it began: a little inwards, ahead of the ankle, `reach` [m] towards where the push goes. */
function placeOnFoot(
  neutral: Neutral,
  direction: number,
  size: number,
  foot: 0 | 1,
  reach: number,
): readonly [x: number, z: number] {
  const [ux, uz] = [Math.sin(direction), Math.cos(direction)];
  const print = neutral.prints[foot];
  const edge = 0.033 + 0.005 * uz; // the heel is narrower than the ball
  const inward = Math.min(edge, Math.max(0.012, edge - 0.006 - 0.02 * ux * signOf(foot) * Math.abs(ux)));
  return [print.x - size * inward * signOf(foot), print.z + size * (0.05 + reach * uz * Math.abs(uz))];
}
