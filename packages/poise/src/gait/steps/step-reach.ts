/** How far a step may differ from the clip's own: what legs reach, and what the swinging foot still can. */

import type { StepPlanParameters } from './parameters.ts';
import { PlanFrame } from './plan-frame.ts';
import type { StepAxis } from './step-axis.ts';
import type { NominalLanding } from './step-plan-types.ts';

const SLOW_END = 0.03; // [s] of the model person, before landing, in which the foot is only put down

export class StepReach {
  readonly #p: StepPlanParameters;
  readonly #size: number;
  readonly #swingSpeed: number; // [m/s]
  readonly #own = new PlanFrame();

  constructor(parameters: StepPlanParameters, size: number, strength: number) {
    this.#p = parameters;
    this.#size = size;
    this.#swingSpeed = parameters.swingSpeed * Math.sqrt(size) * strength;
  }

  /** Bounds of step k, from landing `from` to landing `to`; legs reach as far as from the facing at that landing. */
  writeLegs(ahead: StepAxis, aside: StepAxis, k: number, from: NominalLanding, to: NominalLanding): void {
    const { longest, longestBack, widest, crossing } = this.#p;
    const own = this.#own;
    own.turnTo(to.yaw);
    const x = to.x - from.x;
    const z = to.z - from.z;
    const step = own.along(0, x, z);
    // a runner's feet are never both down: only the body limits how far from the last one the next lands
    const free = from.step.load.length > 0 ? (this.#size * longest) / 2 : 0;
    const back = Math.min(-this.#size * longestBack, step - free);
    bound(ahead, k, step, back, Math.max(this.#size * longest, step + free));
    const near = -this.#size * crossing;
    const far = this.#size * (from.foot === to.foot ? crossing : widest);
    const left = to.foot === 0;
    const across = own.along(1, x, z);
    const room = from.step.load.length > 0 ? this.#size * crossing : 0;
    bound(aside, k, across, Math.min(left ? near : -far, across - room), Math.max(left ? far : -near, across + room));
  }

  /**
   * Bounds of the next step: legs (written before, given as `least` and `most`) and the swinging foot, which the body carries along.
   * `offset` and `velocity`: of foot and body against the clip's; `air`: [s] until the landing, in the air.
   */
  writeSwing(axis: StepAxis, least: number, most: number, offset: number, velocity: number, air: number): void {
    const way = this.#swingSpeed * Math.max(0, air - SLOW_END * Math.sqrt(this.#size));
    const low = offset + velocity * air - way;
    const high = offset + velocity * air + way;
    axis.least[0] = Math.max(low, least);
    axis.most[0] = Math.min(high, most);
    if (axis.least[0] <= axis.most[0]) return;
    // out of the legs' reach whatever is done: as near as the foot can come
    axis.least[0] = low > most ? low : high;
    axis.most[0] = axis.least[0];
  }
}

/** Bounds against the clip's own step, which is always allowed. */
function bound(axis: StepAxis, k: number, own: number, low: number, high: number): void {
  axis.least[k] = Math.min(0, low - own);
  axis.most[k] = Math.max(0, high - own);
}
