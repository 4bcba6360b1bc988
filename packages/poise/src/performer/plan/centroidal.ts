/**
 * From a centre of pressure to the motion of the CoM that it carries (performer.md §3).
 *
 * c̈ = ω² (c − p_eff) with ω = √(g/h). The divergent part ξ = c + ċ/ω is integrated backwards from the end, where the body
 * rests or the motion repeats, the CoM forwards from there: both directions are stable, and the result is the one motion
 * that stays bounded.
 */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { ReadonlyVector } from '../../math/types.ts';

export interface CentroidalPlan {
  readonly com: Float64Array; // frames×2 [m] (x, z)
  readonly capture: Float64Array; // frames×2 [m] ξ
}

export interface PlanInput {
  readonly cop: ReadonlyVector; // frames×2 [m] effective centre of pressure (x, z), see effectiveCop
  readonly comHeight: number; // [m] mean
  readonly frameTime: number; // [s]
  /** 'loop': the motion repeats, displaced by `stride`. Otherwise it starts at rest over the first CoP and ends over the last. */
  readonly ends: 'rest' | 'loop';
  readonly stride?: readonly [x: number, z: number]; // [m] per loop
}

/** Solves for the CoM. */
export function planCom({ cop, comHeight, frameTime, ends, stride = [0, 0] }: PlanInput): CentroidalPlan {
  const frames = cop.length / 2;
  const decay = Math.exp(-Math.sqrt(GRAVITY / comHeight) * frameTime);
  const com = new Float64Array(2 * frames);
  const capture = new Float64Array(2 * frames);
  for (let k = 0; k < 2; k++) {
    const at = (frame: number): number => cop[2 * frame + k];
    // Backwards: ξ_i = e^(−ωΔ) ξ_{i+1} + (1 − e^(−ωΔ)) p_i. A loop runs twice, so that the start value is forgotten.
    let value = at(frames - 1);
    for (let pass = 0; pass < (ends === 'loop' ? 3 : 1); pass++) {
      if (pass > 0) value = capture[k] + stride[k];
      for (let frame = frames - 1; frame >= 0; frame--) {
        value = decay * value + (1 - decay) * at(frame);
        capture[2 * frame + k] = value;
      }
    }
    // Forwards: c_{i+1} = e^(−ωΔ) c_i + (1 − e^(−ωΔ)) (ξ_i + ξ_{i+1})/2.
    value = at(0);
    for (let pass = 0; pass < (ends === 'loop' ? 3 : 1); pass++) {
      if (pass > 0) value = advance(value, decay, capture[2 * (frames - 1) + k], capture[k] + stride[k]) - stride[k];
      for (let frame = 0; frame < frames; frame++) {
        com[2 * frame + k] = value;
        if (frame + 1 < frames) value = advance(value, decay, capture[2 * frame + k], capture[2 * frame + 2 + k]);
      }
    }
  }
  return { com, capture };
}

const advance = (c: number, decay: number, from: number, to: number): number =>
  decay * c + ((1 - decay) * (from + to)) / 2;

/** Folds angular momentum and a push into the CoP: p_eff = p + (−Ḣ_z, +Ḣ_x)/(mg) − F h/(mg). All frames × their width;
 *  `momentumRate` frames×3 [N·m], `push` frames×3 [N] or undefined. */
export function effectiveCop(
  cop: ReadonlyVector,
  momentumRate: ReadonlyVector,
  push: ReadonlyVector | undefined,
  mass: number,
  comHeight: number,
): Float64Array {
  const out = new Float64Array(cop.length);
  const weight = mass * GRAVITY;
  for (let frame = 0; frame < cop.length / 2; frame++) {
    out[2 * frame] = cop[2 * frame] - momentumRate[3 * frame + 2] / weight;
    out[2 * frame + 1] = cop[2 * frame + 1] + momentumRate[3 * frame] / weight;
    if (!push) continue;
    out[2 * frame] -= (push[3 * frame] * comHeight) / weight;
    out[2 * frame + 1] -= (push[3 * frame + 2] * comHeight) / weight;
  }
  return out;
}
