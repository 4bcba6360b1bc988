/** The acceleration of the CoM that is wished for, [Rabbani14] eq. 1, and the point that it is asked to be above. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { RunningScene } from '../simulation.ts';
import type { ControllerOptions } from '../types.ts';
import { copyMovingPoint, createMovingPoint, type MovingPoint, restAt } from './moving-point.ts';
import type { PlanFollower } from './plan-follower.ts';
import type { Stepper } from './stepper.ts';
import type { SupportChoice } from './support-choice.ts';
import type { Tracking } from './tracking.ts';

/** Vertical acceleration of the CoM that may be asked for: the feet keep load, the legs are not asked for leaps [m/s²]. */
const LEAST_LIFT = -0.6 * GRAVITY;
const MOST_LIFT = GRAVITY;

/** What decides where the CoM goes. */
export interface ComGuides {
  readonly tracking: Tracking;
  readonly support: SupportChoice;
  readonly stepper: Stepper | undefined;
  readonly follower: PlanFollower | undefined;
}

export class ComWish {
  readonly acceleration = new Float64Array(3);
  readonly base: MovingPoint = createMovingPoint();
  readonly asked = new Float64Array(2); // x, z [m] with the offset
  private readonly offset = new Float64Array(4);
  private readonly scene: RunningScene;
  private readonly options: ControllerOptions;
  private readonly guides: ComGuides;

  constructor(scene: RunningScene, options: ControllerOptions, guides: ComGuides) {
    this.scene = scene;
    this.options = options;
    this.guides = guides;
  }

  update(t: number): void {
    const { scene, offset, base, acceleration: wish, options } = this;
    const { gains } = options;
    const { com, comVelocity, floorMotion } = scene;
    this.findBase();
    offset.fill(0);
    options.comOffset?.(offset, t);
    const { left, forward } = this.guides.support;
    for (let k = 0; k < 2; k++) {
      const axis = 2 * k;
      const shift = offset[0] * left[k] + offset[1] * forward[k];
      const rate = offset[2] * left[k] + offset[3] * forward[k];
      const wanted = base.place[k] + shift;
      this.asked[k] = wanted;
      wish[axis] =
        gains.com * (wanted - com[axis]) +
        gains.comDamping * (floorMotion[axis] + base.rate[k] + rate - comVelocity[axis]) +
        floorMotion[3 + axis] +
        base.second[k];
      base.place[k] = wanted;
      base.rate[k] += rate;
    }
    if (scene.links.planar) wish[0] = 0;
    this.wishHeight();
  }

  /** A place that matters more right now (a foot that is to carry alone), where the motion that is followed is, or the middle of the
   *  support. */
  private findBase(): void {
    const { stepper, follower } = this.guides;
    const leanTo = stepper?.leanTo;
    if (leanTo) copyMovingPoint(this.base, leanTo);
    else if (follower) copyMovingPoint(this.base, follower.com);
    else restAt(this.base, this.scene.supportCentre);
  }

  private wishHeight(): void {
    const { scene, acceleration: wish } = this;
    const { gains } = this.options;
    const { com, comVelocity, floorMotion } = scene;
    const { tracking, stepper, follower } = this.guides;
    const height = follower ? follower.comHeight : tracking.comHeight[0];
    const rate = follower ? follower.moment.comVelocity[1] : tracking.comHeight[1];
    const second = follower ? follower.moment.comAcceleration[1] : tracking.comHeight[2];
    const floor = scene.person.floorHeight;
    wish[1] =
      gains.height * (floor + height - (stepper?.lowered ?? 0) - com[1]) +
      gains.heightDamping * (floorMotion[1] + rate - comVelocity[1]) +
      second +
      floorMotion[4];
    wish[1] = Math.max(LEAST_LIFT, Math.min(MOST_LIFT, wish[1]));
  }
}
