/** The point that the CoM is asked to be above, before any offset: place, rate and acceleration over the ground. */
import type { RunningScene } from '../simulation.ts';
import type { ControllerOptions } from '../types.ts';
import type { SupportChoice } from './support-choice.ts';
import type { Tracking } from './tracking.ts';

/** A point on the ground on its way: x, z. */
export interface MovingPoint {
  readonly place: Float64Array; // [m]
  readonly rate: Float64Array; // [m/s]
  readonly second: Float64Array; // [m/s²]
}

export class ComBase {
  readonly place = new Float64Array(2); // x, z
  readonly rate = new Float64Array(2);
  readonly second = new Float64Array(2);
  private readonly scene: RunningScene;
  private readonly tracking: Tracking;
  private readonly support: SupportChoice;
  private readonly target: ControllerOptions['comTarget'];

  constructor(scene: RunningScene, tracking: Tracking, support: SupportChoice, target: ControllerOptions['comTarget']) {
    this.scene = scene;
    this.tracking = tracking;
    this.support = support;
    this.target = target;
  }

  /** `leanTo`: a place that matters more right now (a foot that is to carry alone). */
  update(leanTo: MovingPoint | undefined): void {
    const { place, rate, second } = this;
    rate.fill(0);
    second.fill(0);
    if (leanTo) {
      place.set(leanTo.place);
      rate.set(leanTo.rate);
      second.set(leanTo.second);
    } else if (this.target === 'reference' && this.support.stance[0] | this.support.stance[1]) this.asReference();
    else place.set(this.scene.supportCentre);
  }

  /** Where the reference has its CoM, seen from the ankles that carry. */
  private asReference(): void {
    const { place, rate, second } = this;
    const { links, engine } = this.scene;
    const { ws } = this.tracking;
    const { xpos } = engine.views;
    const share = 1 / (this.support.stance[0] + this.support.stance[1]);
    for (let k = 0; k < 2; k++) {
      const axis = 2 * k;
      place[k] = ws.com[axis];
      rate[k] = ws.comVelocity[axis];
      second[k] = ws.comAcceleration[axis];
      for (let foot = 0; foot < 2; foot++) {
        if (!this.support.stance[foot]) continue;
        const { link } = links.soles[foot];
        const j = 3 * links.joint[link] + axis;
        place[k] += share * (xpos[3 * (link + 1) + axis] - ws.segmentOrigin[j]);
        rate[k] -= share * ws.originVelocity[j];
        second[k] -= share * ws.originAcceleration[j];
      }
    }
  }
}
