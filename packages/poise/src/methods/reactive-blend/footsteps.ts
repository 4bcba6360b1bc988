/** Where the feet go: those that swing in the motion underneath are led to where they catch the body, and where it only stands,
 *  steps are made. Feet that stand do not move. */
import { lackingGap } from '../../gait/swing.ts';
import { ease } from '../../math/ease.ts';
import { type Beside, writeCapture, writeCaptureAhead } from './pendulum.ts';

/** Plain data. Pairs are (x, z) in world axes, offsets from the motion underneath. */
export interface Footsteps {
  readonly offset: Float64Array; // 2×2 [m]
  readonly speed: Float64Array; // 2×2 [m/s] of offsets that are led
  readonly stands: Float64Array; // 2: 1 carries
  readonly stoodBefore: Float64Array; // 2: in the motion underneath
  readonly liftedAt: Float64Array; // 2 [s]
  readonly swingTime: Float64Array; // 2 [s] of the last swing seen
  step: MadeStep | undefined;
  lead: number; // foot that was set down last, −1: none
  landedAt: number; // [s]
  wantedAt: number; // [s] since when the body cannot be held; −1: it can
  count: number; // steps since the hit
}

/** A step that the motion underneath does not have. */
export interface MadeStep {
  readonly side: number;
  readonly start: number; // [s]
  readonly duration: number; // [s]
  readonly from: readonly [number, number];
  to: readonly [number, number];
  readonly height: number; // [m]
  readonly catches: boolean; // the body; otherwise it follows the other foot
}

const USUAL_SWING = 0.4; // [s]
const SHORTEST_LEFT = 0.07; // [s]
const LONGEST_LOOK = 0.2; // [s]
const TRANSFER = 0.05; // [s] until the new foot carries
const LONGEST_FLIGHT = 0.12; // [s]
const ENOUGH = 0.012; // [m] a capture point this near needs no other place for the foot
const BESIDE = 0.12; // [m] between ankles across the heading: no crossing
const CROSSING = -0.12; // [m] in a stride, where one foot is well ahead of the other
const FASTEST_LEAD = 3.5; // [m/s]
const LONGEST_PART = 1 / 60; // [s] of a tick: in longer ones a foot that must hurry would be thrown to and fro

export const createFootsteps = (): Footsteps => ({
  offset: new Float64Array(4),
  speed: new Float64Array(4),
  stands: Float64Array.of(1, 1),
  stoodBefore: Float64Array.of(1, 1),
  liftedAt: new Float64Array(2),
  swingTime: Float64Array.of(USUAL_SWING, USUAL_SWING),
  step: undefined,
  lead: -1,
  landedAt: 0,
  wantedAt: -1,
  count: 0,
});

/** What the plan needs to know of the body now. */
export interface Surroundings {
  readonly time: number; // [s] at the end of the tick
  readonly h: number; // [s]
  readonly rate: number; // w
  readonly beside: Beside;
  readonly zmp: Float64Array; // 2 of the motion underneath
  readonly soles: Float64Array; // 2×2 middles of the soles of the motion underneath
  readonly left: readonly [x: number, z: number]; // to the character's left, unit
  readonly reach: number; // [m] farthest that feet are set apart
}

const target = new Float64Array(2);
const stance = new Float64Array(2);

/** Keeps account of the feet of the motion underneath; returns the foot that was just set down by it, or −1. */
export function followContacts(steps: Footsteps, planted: Float64Array, time: number): number {
  let landed = -1;
  for (let side = 0; side < 2; side++) {
    const now = planted[side];
    if (now === 0 && steps.stoodBefore[side] > 0) steps.liftedAt[side] = time;
    if (now > 0 && steps.stoodBefore[side] === 0) {
      const swing = time - steps.liftedAt[side];
      if (swing > 0.1 && swing < 1.2) steps.swingTime[side] = swing;
      steps.speed.fill(0, 2 * side, 2 * side + 2);
      landed = side;
    }
    steps.stoodBefore[side] = now;
    steps.stands[side] = now > 0 && steps.step?.side !== side ? 1 : 0;
  }
  return landed;
}

/** Leads a foot that is in the air anyway to where it will catch the body. */
export function leadSwing(steps: Footsteps, side: number, around: Surroundings): void {
  const { time, h, beside, rate } = around;
  const left = Math.max(SHORTEST_LEFT, steps.swingTime[side] - (time - steps.liftedAt[side]));
  const other = 1 - side;
  const base = [steps.offset[2 * other], steps.offset[2 * other + 1]] as const;
  writeCapture(target, beside, rate);
  const [x, z] = [target[0] - base[0], target[1] - base[1]];
  if (Math.hypot(x, z) > ENOUGH) {
    const look = Math.min(left, LONGEST_LOOK) + TRANSFER;
    if (steps.stands[other] > 0) writeCaptureAhead(target, beside, rate, look, beside.p);
    else for (let c = 0; c < 2; c++) target[c] += Math.min(look, LONGEST_FLIGHT) * beside.v[c];
    // what the standing foot can bring back needs no step
    if ((target[0] - base[0]) * x + (target[1] - base[1]) * z < 0) target.set(base);
  } else target.set(base);
  keepApart(target, steps, side, around, CROSSING);
  const omega = Math.max(8, Math.min(25, 4 / left));
  const parts = Math.max(1, Math.ceil(h / LONGEST_PART - 1e-6));
  for (let part = 0; part < parts; part++) drawTo(target, steps, side, omega, h / parts);
}

/** The foot's offset goes on by h towards a place, critically damped. */
function drawTo(to: Float64Array, { offset, speed }: Footsteps, side: number, omega: number, h: number): void {
  for (let c = 0; c < 2; c++) {
    const i = 2 * side + c;
    const pull = omega * omega * (to[c] - offset[i]) - 2 * omega * speed[i];
    speed[i] = Math.max(-FASTEST_LEAD, Math.min(FASTEST_LEAD, speed[i] + h * pull));
    offset[i] += h * speed[i];
  }
}

/** Moves a landing (offset of a foot, in place) so that feet neither come nearer to each other across the heading
 *  than `least` [m], nor stand farther apart than legs reach. */
export function keepApart(to: Float64Array, steps: Footsteps, side: number, around: Surroundings, least: number): void {
  const { soles, left, reach } = around;
  const o = 2 * (1 - side);
  const sign = side === 0 ? 1 : -1;
  // from the other foot to the landing
  let x = soles[2 * side] + to[0] - soles[o] - steps.offset[o];
  let z = soles[2 * side + 1] + to[1] - soles[o + 1] - steps.offset[o + 1];
  const beside = sign * (x * left[0] + z * left[1]);
  // where the motion itself has its feet nearer to each other, they may be
  const own = sign * ((soles[2 * side] - soles[o]) * left[0] + (soles[2 * side + 1] - soles[o + 1]) * left[1]);
  const lacking = lackingGap(least, own, beside);
  x += sign * lacking * left[0];
  z += sign * lacking * left[1];
  const stride = Math.hypot(soles[2 * side] - soles[o], soles[2 * side + 1] - soles[o + 1]);
  const shorter = Math.min(1, Math.max(reach, stride) / Math.max(1e-9, Math.hypot(x, z)));
  to[0] = shorter * x + soles[o] + steps.offset[o] - soles[2 * side];
  to[1] = shorter * z + soles[o + 1] + steps.offset[o + 1] - soles[2 * side + 1];
}

/** The foot that can catch the body: the one on the side it falls to, or the one behind. */
export function chooseFoot(steps: Footsteps, around: Surroundings): number {
  if (steps.lead >= 0 && steps.count > 0) return 1 - steps.lead;
  const { soles, left, beside, rate } = around;
  writeCapture(target, beside, rate);
  const length = Math.max(1e-9, Math.hypot(target[0], target[1]));
  const aside = (target[0] * left[0] + target[1] * left[1]) / length;
  if (Math.abs(aside) > 0.5) return aside > 0 ? 0 : 1;
  const ahead = ((soles[0] - soles[2]) * target[0] + (soles[1] - soles[3]) * target[1]) / length;
  if (Math.abs(ahead) > 0.05) return ahead > 0 ? 1 : 0;
  return aside > 0 ? 1 : 0;
}

/** Where the foot must be set down after `duration` to catch the body: out (2), an offset. A step on its way is measured from
 *  where it began. */
export function writeCatch(
  out: Float64Array,
  steps: Footsteps,
  side: number,
  duration: number,
  around: Surroundings,
): void {
  const { zmp, soles, beside, rate } = around;
  const o = 2 * (1 - side);
  const { step } = steps;
  const [fromX, fromZ] = step?.side === side ? step.from : [steps.offset[2 * side], steps.offset[2 * side + 1]];
  for (let c = 0; c < 2; c++) stance[c] = soles[o + c] + steps.offset[o + c] - zmp[c];
  writeCaptureAhead(out, beside, rate, duration, stance);
  out[0] += zmp[0] - soles[2 * side] - fromX;
  out[1] += zmp[1] - soles[2 * side + 1] - fromZ;
  // the sole has a size: only what is beyond it, and never nearer to the other foot
  const [lx, lz] = around.left;
  const aside = out[0] * lx + out[1] * lz;
  const ahead = out[1] * lx - out[0] * lz; // forward = left × up
  const outward = (side === 0 ? 1 : -1) * Math.max(0, (side === 0 ? aside : -aside) - SOLE.aside);
  const onward = Math.sign(ahead) * Math.max(0, Math.abs(ahead) - SOLE.ahead);
  const over = Math.hypot(outward, onward);
  const farther = over > 1e-9 ? 1 + OVER / over : 0;
  out[0] = fromX + farther * (outward * lx - onward * lz);
  out[1] = fromZ + farther * (outward * lz + onward * lx);
  keepApart(out, steps, side, around, BESIDE);
}

const OVER = 0.03; // [m] beyond the capture point
const SOLE = { ahead: 0.06, aside: 0 }; // [m] from its middle to where it is let carry

/** Sets a foot in motion. */
export function startStep(
  steps: Footsteps,
  side: number,
  time: number,
  duration: number,
  to: Float64Array,
  catches: boolean,
): void {
  const from = [steps.offset[2 * side], steps.offset[2 * side + 1]] as const;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const height = Math.min(0.14, 0.045 + 0.12 * length);
  steps.step = { side, start: time, duration, from, to: [to[0], to[1]], height, catches };
  steps.stands[side] = 0;
  steps.wantedAt = -1;
  steps.count++;
}

/** [s] from the state that is known (one tick ago) until a step lands that has `left` to go: it lands with a tick. */
export const untilLanding = (left: number, h: number): number => h * (1 + Math.ceil(left / h - 1e-6));

/** Leads a step that is on its way to another place, as far as a foot in the air can be led. */
export function aimStep(step: MadeStep, to: Float64Array, time: number, h: number): void {
  const late = (time - step.start) / step.duration;
  if (late > LAST_AIM) return;
  const [x, z] = [to[0] - step.to[0], to[1] - step.to[1]];
  const share = Math.min(1, (FASTEST_AIM * h) / Math.max(1e-9, Math.hypot(x, z)));
  step.to = [step.to[0] + share * x, step.to[1] + share * z];
}

const LAST_AIM = 0.8; // of the swing
const FASTEST_AIM = 1.5; // [m/s]

/** Moves the foot of a made step; true when it has landed. */
export function carryStep(steps: Footsteps, time: number): boolean {
  const { step } = steps;
  if (!step) return false;
  const u = ease((time - step.start) / step.duration);
  for (let c = 0; c < 2; c++) steps.offset[2 * step.side + c] = step.from[c] + u * (step.to[c] - step.from[c]);
  if (time < step.start + step.duration - 1e-9) return false;
  steps.lead = step.side;
  steps.landedAt = time;
  steps.step = undefined;
  return true;
}

/** How high the foot of a made step is over where the motion has it [m]. */
export function liftOf({ step }: Footsteps, side: number, time: number): number {
  if (!step || step.side !== side) return 0;
  const u = Math.max(0, Math.min(1, (time - step.start) / step.duration));
  return step.height * 16 * u * u * (1 - u) * (1 - u);
}
