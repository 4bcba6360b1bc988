/**
 * A pendulum that walks or runs as a gait does, is pushed and steps as the plan says: what the plan is held against before any body
 * carries it out. Its motion against the gait's own is exact: c̃̈ = ω²(c̃ − p − λ).
 */

import { STAY } from '../../src/gait/placement.ts';
import type { Gait } from '../../src/gait/steps/gait-step.ts';
import { turnedX, turnedZ, writeOwnCourse } from '../../src/gait/steps/own-course.ts';
import type { StepPlan } from '../../src/gait/steps/step-plan.ts';
import { createStepPlanInput, createStepPlanOutput, writeNominal } from '../../src/gait/steps/step-plan-memory.ts';
import type { LossReason } from '../../src/gait/steps/step-plan-types.ts';

/** A push: force per mass in world axes, even over its duration. */
export interface PendulumPush {
  readonly start: number; // [s] from the touch-down of step 0
  readonly duration: number; // [s]
  readonly x: number; // [m/s] impulse over mass
  readonly z: number;
  readonly above?: number; // r/z: height of the hit above the centre of mass, over that of the centre of mass
}

export interface Landed {
  readonly index: number; // of the step
  readonly time: number; // [s] when
  readonly duration: number; // [s] of the step that it ends
  readonly offset: readonly [x: number, z: number]; // [m] of the foot against the gait's own
  readonly capture: readonly [x: number, z: number]; // [m] ξ − u − b
  readonly com: readonly [x: number, z: number]; // [m] against the gait's own
  readonly step: readonly [x: number, z: number]; // [m] from the other foot
  readonly lean: readonly [x: number, z: number]; // λ [m]
  readonly crosses: boolean;
}

export interface WalkOutcome {
  readonly fell: LossReason | undefined;
  readonly landed: readonly Landed[];
  /** Every tick: time, step, c (x, z), c against the gait's own (x, z); LOG_ROW numbers. */
  readonly log: Float64Array;
}

export const LOG_ROW = 6;

export interface WalkSettings {
  readonly tick: number; // [s]
  readonly every: number; // ticks between plans
  readonly from: number; // step at whose touch-down the walk begins
  readonly to: number; // step at whose landing it ends
}

export const WALK_SETTINGS: WalkSettings = { tick: 0.005, every: 6, from: -1, to: 12 };

const RELEASE = 0.05; // [s] before a landing nothing is planned any more
const LAST_WAY = 0.03; // [s] in which the foot is only put down

export function walkPendulum(
  plan: StepPlan,
  gait: Gait,
  pushes: readonly PendulumPush[],
  settings: Partial<WalkSettings> = {},
): WalkOutcome {
  const { tick, every, from, to } = { ...WALK_SETTINGS, ...settings };
  const input = createStepPlanInput();
  const out = createStepPlanOutput();
  const { nominal, com, velocity, ownCom, ownVelocity, lean, leanRate, stand, before, swingOffset } = input;
  const own = new Float64Array(4);
  const log: number[] = [];
  const landed: Landed[] = [];
  // a whole number of rounds before the first step
  const lap = gait.round === undefined ? 0 : gait.round.to - gait.round.from;
  const base = lap > 0 ? gait.round!.from + lap * 2 : 0;
  const placeOf = (index: number): void => {
    if (!writeNominal(nominal, gait, base + index, STAY)) throw new Error(`the gait has no step ${index}`);
    input.index = index;
  };
  placeOf(from);
  let time = 0;
  for (let k = from; k < 0; k++) {
    placeOf(k);
    time -= nominal.stance.step.duration;
  }
  placeOf(from);
  const c = [0, 0]; // c̃ against the gait's own
  const v = [0, 0];
  const feet = [0, 0]; // of the standing foot against its own place
  const last = [0, 0]; // of the one before
  let t = 0;
  let ticks = 0;
  input.doubleSupport = nominal.stance.step.doubleSupport;
  let fell: LossReason | undefined;
  while (input.index < to) {
    const { step } = nominal.stance;
    const hit = Math.max(
      ...pushes.filter(({ start }) => start <= time + 1e-9).map(({ start }) => start),
      Number.NEGATIVE_INFINITY,
    );
    input.time = t;
    input.sinceHit = time - hit;
    writeOwnCourse(own, step, t);
    ownCom[0] = nominal.stance.x + turnedX(nominal.stance, own[0], own[1]);
    ownCom[1] = nominal.stance.z + turnedZ(nominal.stance, own[0], own[1]);
    ownVelocity[0] = turnedX(nominal.stance, own[2], own[3]);
    ownVelocity[1] = turnedZ(nominal.stance, own[2], own[3]);
    const force = [0, 0];
    const kick = [0, 0];
    for (const { start, duration, x, z, above = 0 } of pushes) {
      if (time < start - 1e-9 || time >= start + duration - 1e-9) continue;
      [x, z].forEach((impulse, axis) => {
        force[axis]! += impulse / duration;
        kick[axis]! += (impulse / duration) * above;
      });
    }
    for (let axis = 0; axis < 2; axis++) {
      com[axis] = ownCom[axis]! + c[axis]! - lean[axis]!;
      velocity[axis] = ownVelocity[axis]! + v[axis]! - leanRate[axis]!;
      stand[axis] = (axis === 0 ? nominal.stance.x : nominal.stance.z) + feet[axis]!;
      before[axis] = (axis === 0 ? nominal.before.x : nominal.before.z) + last[axis]!;
      input.push[axis] = force[axis]!;
      if (t < input.doubleSupport) swingOffset[axis] = last[axis]!;
    }
    const known = out.index === input.index;
    if (!known || (ticks % every === 0 && t < out.time - RELEASE)) plan.solve(out, input);
    if (t < input.doubleSupport) input.doubleSupport = Math.max(t, out.lift);
    if (out.lost !== undefined) {
      fell = out.lost;
      break;
    }
    const h = Math.min(tick, out.time - t);
    const airborne = t >= step.duration - step.flight && step.flight > 0;
    const stiffness = airborne
      ? 0
      : step.load.length > 0
        ? step.rate ** 2 * loadAt(step.load, (t + h / 2) / (step.duration - step.flight))
        : step.rate ** 2;
    const holds = out.hold > 0 && t < input.doubleSupport;
    if (!holds) input.over = shareAt(t + h / 2, input.doubleSupport);
    else if (t + h / 2 >= out.hold) {
      input.over += (1 - input.over) * Math.min(1, h / Math.max(h, input.doubleSupport - t));
    }
    const share = input.over;
    const ownShare = shareAt(t + h / 2, step.doubleSupport);
    const gap = [nominal.stance.x - nominal.before.x, nominal.stance.z - nominal.before.z];
    const trunk = plan.trunkTime(step);
    const limit = plan.parameters.swingSpeed * Math.sqrt(plan.size) * plan.options.strength * h;
    const target = nominal.ahead[0]!;
    for (let axis = 0; axis < 2; axis++) {
      const shift = t >= input.doubleSupport ? out.soleShift[axis]! : 0;
      const p =
        last[axis]! + (feet[axis]! - last[axis]!) * share + gap[axis]! * (share - ownShare) + shift + lean[axis]!;
      const drift = velocity[axis]! - ownVelocity[axis]!;
      advance(c, v, axis, p, stiffness, force[axis]! + kick[axis]!, h);
      const pull = airborne ? 0 : -(lean[axis]! - out.hip[axis]!) / trunk ** 2 - (2 * leanRate[axis]!) / trunk;
      leanRate[axis]! += (kick[axis]! + pull) * h;
      lean[axis]! += leanRate[axis]! * h;
      if (t < input.doubleSupport) continue;
      const carried = Number.isFinite(input.sinceHit) ? drift * h : 0;
      if (!out.reacts) swingOffset[axis]! += carried;
      else {
        const wanted = out.place[axis]! - (axis === 0 ? target.x : target.z) - swingOffset[axis]!;
        const way = wanted * Math.min(1, h / Math.max(h, out.time - t - LAST_WAY));
        swingOffset[axis]! += Math.max(carried - limit, Math.min(carried + limit, way));
      }
    }
    t += h;
    time += h;
    ticks++;
    log.push(time, input.index, com[0]!, com[1]!, c[0]! - lean[0]!, c[1]! - lean[1]!);
    if (t < out.time - 1e-9) continue;
    // touch-down: from here on against the next step's own course
    writeOwnCourse(own, step, t);
    const { stance } = nominal;
    const place = [stance.x + turnedX(stance, own[0], own[1]), stance.z + turnedZ(stance, own[0], own[1])];
    const speed = [turnedX(stance, own[2], own[3]), turnedZ(stance, own[2], own[3])];
    const old = [stance.x + feet[0]!, stance.z + feet[1]!];
    input.doubleSupport = out.doubleSupport;
    input.over = 0;
    placeOf(input.index + 1);
    const next = nominal.stance;
    const first = next.step.course;
    const ownPlace = [next.x + turnedX(next, first[0]!, first[1]!), next.z + turnedZ(next, first[0]!, first[1]!)];
    const ownSpeed = [turnedX(next, first[2]!, first[3]!), turnedZ(next, first[2]!, first[3]!)];
    for (let axis = 0; axis < 2; axis++) {
      c[axis]! += place[axis]! - ownPlace[axis]!;
      v[axis]! += speed[axis]! - ownSpeed[axis]!;
      last[axis] = feet[axis]!;
      feet[axis] = swingOffset[axis]!;
    }
    const pair = (of: (axis: 0 | 1) => number): readonly [number, number] => [of(0), of(1)];
    landed.push({
      index: input.index,
      time,
      duration: t,
      offset: pair((axis) => feet[axis]!),
      capture: pair((axis) => c[axis]! + v[axis]! / next.step.rate - feet[axis]!),
      com: pair((axis) => c[axis]! - lean[axis]!),
      step: pair((axis) => (axis === 0 ? next.x : next.z) + feet[axis]! - old[axis]!),
      lean: pair((axis) => lean[axis]!),
      crosses: out.crosses,
    });
    t = 0;
  }
  return { fell, landed, log: Float64Array.from(log) };
}

const shareAt = (t: number, shifted: number): number => (shifted > 0 ? Math.min(1, t / shifted) : 1);

function loadAt(load: Float64Array, share: number): number {
  const at = Math.min(1, Math.max(0, share)) * (load.length - 1);
  const row = Math.min(load.length - 2, Math.floor(at));
  return load[row]! + (at - row) * (load[row + 1]! - load[row]!);
}

/** c̈ = stiffness (c − p) + force over h, exactly for what does not change meanwhile. */
function advance(c: number[], v: number[], axis: number, p: number, stiffness: number, force: number, h: number): void {
  const w = Math.sqrt(stiffness);
  if (w * h < 1e-9) {
    c[axis]! += h * (v[axis]! + (h * force) / 2);
    v[axis]! += h * force;
    return;
  }
  const centre = p - force / stiffness;
  const away = c[axis]! - centre;
  const [cosh, sinh, speed] = [Math.cosh(w * h), Math.sinh(w * h), v[axis]!];
  c[axis] = centre + away * cosh + (speed / w) * sinh;
  v[axis] = away * w * sinh + speed * cosh;
}
