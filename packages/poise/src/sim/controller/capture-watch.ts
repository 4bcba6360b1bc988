/** The capture point, ξ = c + ċ/ω: whether it has left the soles, and where a foot must land to catch it. */
import { captureAfter, capturePoint, pendulumRate } from '../../gait/pendulum.ts';
import { signedDistance } from '../../math/polygon.ts';
import type { RunningScene } from '../simulation.ts';
import type { FeetOnGround } from './feet-on-ground.ts';
import { type StepTarget, stepTarget } from './step-target.ts';
import type { SupportChoice } from './support-choice.ts';

const OUTSIDE = 0.03; // [m] beyond the soles
const AHEAD = 0.1; // [s] how far it is foreseen
const PERSISTS = 0.03; // [s]
const LINGERS = 0.2; // [s] a little outside

export class CaptureWatch {
  readonly point = new Float64Array(2); // x, z [m]
  outsideSince = Infinity; // [s]
  private readonly nearest = new Float64Array(2);
  private readonly scene: RunningScene;
  private readonly support: SupportChoice;
  private readonly feet: FeetOnGround;

  constructor(scene: RunningScene, support: SupportChoice, feet: FeetOnGround) {
    this.scene = scene;
    this.support = support;
    this.feet = feet;
  }

  /** Of the pendulum that the person is [1/s]. */
  get rate(): number {
    return pendulumRate(Math.max(0.3, this.scene.com[1] - this.scene.person.floorHeight));
  }

  /** Where it is now. */
  read(): void {
    const { com, comVelocity, person } = this.scene;
    const rate = this.rate;
    this.point[0] = capturePoint(com[0], comVelocity[0], rate);
    this.point[1] = capturePoint(com[2], comVelocity[2], rate);
    if (person.floorHeight < com[1]) return;
    this.point[0] = com[0];
    this.point[1] = com[2];
  }

  /** It is, or will soon be, outside the soles. `unmoved`: no step was taken; pushes to the side are then held by hips and arms, which do
   *  more than a first step that must not cross the legs. */
  isOutside(unmoved: boolean): boolean {
    const { scene, point, nearest } = this;
    const { support, supportCount, time } = scene;
    const inside = signedDistance(nearest, support, 0, supportCount, point[0], point[1]);
    const { left, forward } = this.support;
    const dx = point[0] - nearest[0];
    const dz = point[1] - nearest[1];
    const sideways = Math.abs(dx * left[0] + dz * left[1]) > Math.abs(dx * forward[0] + dz * forward[1]);
    const soon = inside < 0 && !(sideways && unmoved) ? -inside * Math.exp(this.rate * AHEAD) : 0;
    // just outside for long is as bad as well outside
    if (soon > OUTSIDE) this.outsideSince = Math.min(this.outsideSince, time - LINGERS + PERSISTS);
    else if (soon > 0) this.outsideSince = Math.min(this.outsideSince, time);
    else this.outsideSince = Infinity;
    return time - this.outsideSince >= LINGERS - 1e-9;
  }

  /** The foot whose step of `time` seconds misses it least; when both reach, not the one that stepped last, or the one that carries less. */
  betterFoot(time: number, last: number): number {
    const [left, right] = [this.landing(0, time), this.landing(1, time)];
    if (Math.abs(left.missing - right.missing) > 0.02) return left.missing < right.missing ? 0 : 1;
    if (last >= 0) return 1 - last;
    const [a, b] = [this.feet.ankle(0), this.feet.ankle(1)];
    const { cop } = this.scene;
    return Math.hypot(cop[0] - a.x, cop[1] - a.z) > Math.hypot(cop[0] - b.x, cop[1] - b.z) ? 0 : 1;
  }

  /** Landing place of a foot that has `time` left. */
  landing(foot: number, time: number): StepTarget {
    const stance = this.feet.ankle(1 - foot);
    const press = this.feet.pressureUnder(1 - foot, this.point);
    const rate = this.rate;
    const landing = {
      x: captureAfter(this.point[0], press[0], rate, time),
      z: captureAfter(this.point[1], press[1], rate, time),
    };
    return stepTarget(foot, stance, landing, this.support);
  }
}
