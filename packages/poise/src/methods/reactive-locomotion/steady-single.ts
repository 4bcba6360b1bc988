/**
 * What ankle and hip do to keep balance while one foot stands; [Komura04] leaves ZMP and angular momentum as they are until both
 * feet are down. Symbols: ξ = x + v/ω capture point, Δξ its distance from the undisturbed one, u shift of the ZMP, h tipping
 * momentum, H height, T time until the other foot lands.
 *
 * Ankle: Δξ(T) = (Δξ − u) e^{ωT} + u, so u = Δξ/(1 − e^{−ωT}) would bring the body back; the sole says how much of it there is.
 * Sideways only: ahead the next foot does it.
 * Hip: m H ẍ = m g (x − z) − ḣ. A trunk that is thrown on is stopped by ḣ = −h/T; the body goes faster for it, by h/(mH).
 */
import type { NominalStep } from './gait-step.ts';
import { type Law, lawPosition, lawVelocity } from './pendulum.ts';
import type { PlanePhase, PlanPhase } from './plan.ts';
import type { Axis } from './planned-step.ts';

const STRONGEST = 1; // [N·m/kg] that hips stop the trunk with

/** The single support `phase`, over in `duration`, with what ankle and hip can do for it. `share`: 0 … 1 of that; `hip`: 0 … 1,
 *  how much of the momentum the hip takes sideways. */
export function steadied(step: NominalStep, phase: PlanPhase, duration: number, share: number, hip = 1): PlanPhase {
  const { forward, left } = phase;
  return {
    ...phase,
    duration,
    forward: steadiedPlane(step, phase, 'forward', 0, share * stopping(step, forward, duration)),
    left: steadiedPlane(
      step,
      phase,
      'left',
      share * ankleShift(step, phase, duration),
      share * hip * stopping(step, left, duration),
    ),
  };
}

type Pendulum = Extract<Law, { kind: 'pendulum' }>;

function steadiedPlane(step: NominalStep, phase: PlanPhase, axis: Axis, shift: number, rate: number): PlanePhase {
  const plane = phase[axis];
  if (shift === 0 && rate === 0 && plane.zmp.kind === 'through-com') return plane;
  const { mass, height, gravity } = step.body;
  const law = plane.law as Pendulum;
  const own = plane.zmp.kind === 'even' ? plane.zmp.own : law.q;
  const q = own - (gravity / height) * shift - rate / (mass * height);
  return { ...plane, law: { ...law, q }, zmp: { kind: 'even', rate, own } };
}

/** ḣ that stops a trunk on its way out [N·m]; one that comes back to the clip's posture is let be. */
function stopping({ body }: NominalStep, { h0, lean0 }: PlanePhase, duration: number): number {
  if (!(duration > 0) || Math.abs(h0) < LEAST) return 0;
  if (Math.abs(lean0 - h0 * duration) <= Math.abs(lean0)) return 0;
  const most = STRONGEST * body.mass;
  return Math.max(-most, Math.min(most, -h0 / duration));
}

const LEAST = 1e-6; // [m] of the capture point, [kg·m²/s] of momentum: less is rounding

function ankleShift(step: NominalStep, phase: PlanPhase, duration: number): number {
  const { sole } = step.measures;
  const { law } = phase.left;
  if (sole === undefined || law.kind !== 'pendulum' || !(law.p > 0) || !(duration > 0)) return 0;
  const w = Math.sqrt(law.p);
  const t = (phase.from - 1) * step.after;
  const { afterLaw, zC } = step.left;
  const off = law.x0 - lawPosition(afterLaw, t) + (law.v0 - lawVelocity(afterLaw, t)) / w;
  if (Math.abs(off) < LEAST) return 0;
  const wished = off / (1 - Math.exp(-w * duration));
  return Math.max(Math.min(0, sole[0] - zC), Math.min(Math.max(0, sole[1] - zC), wished));
}
