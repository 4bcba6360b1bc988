/**
 * What ankle and hip do to keep balance while one foot stands; [Komura04] leaves ZMP and angular momentum as they are until both
 * feet are down. Symbols: ξ = x + v/ω capture point, Δξ its distance from the undisturbed one, u shift of the ZMP, h tipping
 * momentum, H height, T time until the other foot lands.
 *
 * Ankle: Δξ(T) = (Δξ − u) e^{ωT} + u, so u = Δξ/(1 − e^{−ωT}) would bring the body back; the sole says how much of it there is.
 * Sideways only: ahead the next foot does it.
 * Hip: m H ẍ = m g (x − z) − ḣ. A trunk that is thrown on is stopped by ḣ = −h/T; the body goes faster for it, by h/(mH).
 */

import { type Law, writeLaw } from '../../gait/pendulum-law.ts';
import type { NominalStep } from './gait-step.ts';
import type { PlanePhase, PlanPhase } from './plan.ts';

const STRONGEST = 1; // [N·m/kg] that hips stop the trunk with

type Pendulum = Extract<Law, { kind: 'pendulum' }>;

/** A single support that can be written over. */
interface SingleMemory {
  kind: 'single';
  step: number;
  start: number;
  duration: number;
  from: number;
  to: number;
  pace: number | undefined;
  readonly forward: SteadyPlane;
  readonly left: SteadyPlane;
}

interface SteadyPlane {
  readonly law: { -readonly [key in keyof Pendulum]: Pendulum[key] };
  readonly zmp: { readonly kind: 'even'; rate: number; own: number };
  h0: number;
  lean0: number;
  readonly foot: 0;
  readonly hEnd: number;
}

const createPlane = (): SteadyPlane => ({
  law: { kind: 'pendulum', x0: 0, v0: 0, p: 0, q: 0 },
  zmp: { kind: 'even', rate: 0, own: 0 },
  h0: 0,
  lean0: 0,
  foot: 0,
  hEnd: Number.NaN,
});

export const createSingle = (): SingleMemory => ({
  kind: 'single',
  step: 0,
  start: 0,
  duration: 0,
  from: 1,
  to: 2,
  pace: undefined,
  forward: createPlane(),
  left: createPlane(),
});

/** Writes the single support `phase`, over in `duration`, with what ankle and hip can do for it. `share`: 0 … 1 of that; `hip`:
 *  0 … 1, how much of the momentum the hip takes sideways. */
export function writeSteadied(
  out: SingleMemory,
  step: NominalStep,
  phase: PlanPhase,
  duration: number,
  share: number,
  hip: number,
): void {
  out.step = phase.step;
  out.start = phase.start;
  out.duration = duration;
  out.from = phase.from;
  out.to = phase.to;
  out.pace = phase.pace;
  const shift = share * ankleShift(step, phase, duration);
  writePlane(out.forward, step, phase.forward, 0, share * stopping(step, phase.forward, duration));
  writePlane(out.left, step, phase.left, shift, share * hip * stopping(step, phase.left, duration));
}

function writePlane(out: SteadyPlane, step: NominalStep, plane: PlanePhase, shift: number, rate: number): void {
  const { mass, height, gravity } = step.body;
  const law = plane.law as Pendulum;
  const own = plane.zmp.kind === 'even' ? plane.zmp.own : law.q;
  out.law.x0 = law.x0;
  out.law.v0 = law.v0;
  out.law.p = law.p;
  out.law.q = own - (gravity / height) * shift - rate / (mass * height);
  out.zmp.rate = rate;
  out.zmp.own = own;
  out.h0 = plane.h0;
  out.lean0 = plane.lean0;
}

/** The same as a phase of its own. */
export function steadied(step: NominalStep, phase: PlanPhase, duration: number, share: number, hip: number): PlanPhase {
  const out = createSingle();
  writeSteadied(out, step, phase, duration, share, hip);
  return out;
}

/** ḣ that stops a trunk on its way out [N·m]; one that comes back to the clip's posture is let be. */
function stopping({ body }: NominalStep, { h0, lean0 }: PlanePhase, duration: number): number {
  if (!(duration > 0) || Math.abs(h0) < LEAST) return 0;
  if (Math.abs(lean0 - h0 * duration) <= Math.abs(lean0)) return 0;
  const most = STRONGEST * body.mass;
  return Math.max(-most, Math.min(most, -h0 / duration));
}

const LEAST = 1e-6; // [m] of the capture point, [kg·m²/s] of momentum: less is rounding

const own = new Float64Array(2); // memory: x and v of the undisturbed body

function ankleShift(step: NominalStep, phase: PlanPhase, duration: number): number {
  const { sole } = step.measures;
  const { law } = phase.left;
  if (sole === undefined || law.kind !== 'pendulum' || !(law.p > 0) || !(duration > 0)) return 0;
  const w = Math.sqrt(law.p);
  const t = (phase.from - 1) * step.after;
  const { afterLaw, zC } = step.left;
  writeLaw(own, afterLaw, t);
  const off = law.x0 - own[0] + (law.v0 - own[1]) / w;
  if (Math.abs(off) < LEAST) return 0;
  const wished = off / (1 - Math.exp(-w * duration));
  return Math.max(Math.min(0, sole[0] - zC), Math.min(Math.max(0, sole[1] - zC), wished));
}
