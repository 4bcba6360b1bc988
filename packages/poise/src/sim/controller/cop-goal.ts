/**
 * Where the centre of pressure should be. Mode 'paper': a point that moves to the centre of support as a damped spring would,
 * kept as a state of its own and leaking to the measured one. Deviates: the 2009 scheme starts from the measured point every tick, which
 * feeds noise back (anticipation by CMRT chatters). Mode 'qp': the point that the wished force through the CoM meets on the
 * ground, as far as the soles reach: the ankles first, then the hips.
 */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { capturePoint, pendulumRate } from '../../gait/pendulum.ts';
import { length2 } from '../../math/length2.ts';
import { keepInside, type Region } from '../keep-inside.ts';
import type { RunningScene } from '../simulation.ts';
import type { ControllerOptions, PlanMoment } from '../types.ts';
import type { MovingPoint } from './moving-point.ts';
import type { SupportChoice } from './support-choice.ts';

const STIFFNESS = 60; // [1/s²]
const DAMPING = 2 * Math.sqrt(STIFFNESS);
const LEAK = 0.1; // [s] towards the measured point
const RAMP = 0.15; // [s] over which the goal comes in after a change of support
/** Turning of the whole body is slowed at this rate [1/s]. */
const SPIN_DAMPING = 2;
const HIP_MARGIN = 0.06; // [m] before the edge, where the hips begin to help
/** A CoM that will pass the support by this much [m] cannot be held; hope fades over the last stretch before. */
const HOPELESS = 0.25;
const FADE = 0.1;
const HIP_SHARE = 4; // of what would just stop the CoM

/** How fast the capture point of those who may step settles, over the pendulum's own rate. */
const SETTLES = 2;
/** The same for those who may step: they need their hips less. */
const STEP_MARGIN = 0.01;
const STEP_HIPS = 1;
/** A capture point this far to the side of where it should be is a push to the side [m]. */
const SIDEWAYS = 0.05;

export class CopGoal {
  readonly point = new Float64Array(2); // x, z [m]
  readonly moment = new Float64Array(2); // about that point, wished: x, z [N·m]
  need = 0; // [m] by which the CoM will pass the support if nothing but the soles act
  hope = 1; // 0 … 1: whether it can still be held; a person who falls does not fight for balance
  sideways = false; // the CoM is about to pass the support to the side rather than forward or back
  stepping = false; // a foot is on its way to where it helps: the hips need not
  isUnmoved = true; // no step was taken, or all were taken back
  trust = 1; // 0 … 1: share of the weight
  readonly stateSize = 5;
  private readonly velocity = new Float64Array(2);
  private isKnown = false;
  private readonly scene: RunningScene;
  private readonly options: ControllerOptions;
  private readonly edge = new Float64Array(2);
  private readonly spin = new Float64Array(3); // [N·m] rate of the angular momentum that is wished for
  private readonly middle = new Float64Array(2);
  private readonly region: { -readonly [Key in keyof Region]: Region[Key] };

  constructor(scene: RunningScene, options: ControllerOptions) {
    this.scene = scene;
    this.options = options;
    this.region = { points: scene.support, start: 0, count: 0, centre: scene.supportCentre };
  }

  /** Where the centre of pressure can be: on all soles that touch, or on what the motion that is followed stands on. */
  private findRegion(support: SupportChoice): void {
    const { scene, middle, region: found } = this;
    const { region, regionCount } = support;
    const followed = this.options.plan && regionCount > 0;
    found.points = followed ? region : scene.support;
    found.count = followed ? regionCount : scene.supportCount;
    found.centre = followed ? middle : scene.supportCentre;
    if (!followed) return;
    middle.fill(0);
    for (let i = 0; i < 2 * regionCount; i++) middle[i % 2] += region[i] / regionCount;
  }

  /** Rate of the pendulum that the person is [1/s]. */
  get rate(): number {
    const { com, person } = this.scene;
    return pendulumRate(Math.max(0.1, com[1] - person.floorHeight));
  }

  /** `wish`: CoM acceleration wished for. */
  update(wish: Float64Array, support: SupportChoice, base: MovingPoint, moment?: PlanMoment): void {
    this.moment.fill(0);
    this.need = 0;
    this.hope = 1;
    this.sideways = false;
    this.findRegion(support);
    if (this.options.mode === 'paper') this.spring(support);
    else {
      if ((this.options.stepping && !this.holdsSideways(support, base)) || (moment && !moment.stands)) {
        this.aimAtCapture(wish, base);
      }
      this.meetForce(wish, support, moment);
    }
    if (this.region.count > 0) this.keepInside(this.point, this.options.gains.copMargin);
    const since = this.scene.time - support.changedAt;
    const ramps = !this.options.stepping && !moment;
    this.trust = !ramps || since >= RAMP || support.changedAt <= 0 ? 1 : Math.max(0.02, since / RAMP);
  }

  private spring(support: SupportChoice): void {
    const { scene, point, velocity } = this;
    const dt = scene.controlPeriod;
    if (!this.isKnown || support.changedAt === scene.time) {
      for (let k = 0; k < 2; k++) point[k] = scene.hasCop ? scene.cop[k] : scene.supportCentre[k];
      velocity.fill(0);
      this.isKnown = true;
    }
    const leak = scene.hasCop ? dt / LEAK : 0;
    for (let k = 0; k < 2; k++) {
      const floor = scene.floorMotion[2 * k];
      point[k] += leak * (scene.cop[k] - point[k]);
      velocity[k] += dt * (STIFFNESS * (scene.supportCentre[k] - point[k]) + DAMPING * (floor - velocity[k]));
      point[k] += dt * velocity[k];
    }
  }

  /** Pushed to the side with both feet where they were: hips and arms hold more than a step would, and the spring uses them. */
  private holdsSideways({ left, forward }: SupportChoice, base: MovingPoint): boolean {
    if (!this.isUnmoved) return false;
    const { com, comVelocity } = this.scene;
    const x = capturePoint(com[0] - base.place[0], comVelocity[0], this.rate);
    const z = capturePoint(com[2] - base.place[1], comVelocity[2], this.rate);
    const aside = Math.abs(x * left[0] + z * left[1]);
    return aside > SIDEWAYS && aside > 2 * Math.abs(x * forward[0] + z * forward[1]);
  }

  /** The wish by the capture point, for those who step: supports that are long let a spring run too fast to be stopped.
   *  p = p_r + (1 + K)(ξ − ξ_r) makes ξ settle at the rate ωK, whatever p can be reached. */
  private aimAtCapture(wish: Float64Array, base: MovingPoint): void {
    const { com, comVelocity, floorMotion } = this.scene;
    const height = Math.max(0.1, com[1] - this.scene.person.floorHeight);
    const square = GRAVITY / height;
    const rate = pendulumRate(height);
    for (let k = 0; k < 2; k++) {
      const axis = 2 * k;
      const gap = capturePoint(com[axis] - base.place[k], comVelocity[axis] - floorMotion[axis] - base.rate[k], rate);
      const p = base.place[k] - base.second[k] / square + (1 + SETTLES) * gap;
      wish[axis] = square * (com[axis] - p);
    }
  }

  /** Sets the point, and the wish to what the soles can give: their part as far as they reach, and the hips' part only when the
   *  CoM will not stop above them. */
  private meetForce(wish: Float64Array, { left, forward }: SupportChoice, moment?: PlanMoment): void {
    const { scene, point, edge, spin } = this;
    const { com, comVelocity, floorMotion, angularMomentum } = scene;
    const lift = Math.max(0.2 * GRAVITY, GRAVITY + wish[1]);
    const height = Math.max(0.1, com[1] - scene.person.floorHeight);
    const rate = pendulumRate(height);
    const weight = scene.links.body.totalMass * lift;
    // (p − c) × f = −SPIN_DAMPING · H: the force passes by the CoM so that it slows the turning, or turns as the motion does
    for (let k = 0; k < 3; k++) {
      spin[k] = -SPIN_DAMPING * (moment ? angularMomentum[k] - moment.spin[k] : angularMomentum[k]);
      if (moment) spin[k] += moment.spinRate[k];
    }
    point[0] = com[0] - (height * wish[0]) / lift + spin[2] / weight;
    point[1] = com[2] - (height * wish[2]) / lift - spin[0] / weight;
    if (this.region.count === 0) return;
    const slowed = this.keepInside(point, this.options.gains.copMargin);
    for (let k = 0; k < 2; k++) {
      const axis = 2 * k;
      if (slowed) wish[axis] = ((com[axis] - point[k]) * lift) / height;
      // what turns the motion takes part of the force
      if (slowed && moment) wish[axis] += (k === 0 ? spin[2] : -spin[0]) / (scene.links.body.totalMass * height);
      edge[k] = com[axis] + (comVelocity[axis] - floorMotion[axis]) / rate;
    }
    if (this.stepping || (moment && !moment.stands)) return;
    const x = edge[0];
    const z = edge[1];
    const { copMargin } = this.options.gains;
    // who may step forward or back needs the hips less; sideways they are all there is
    if (!this.keepInside(edge, copMargin + HIP_MARGIN)) return;
    const ahead = (x - edge[0]) * forward[0] + (z - edge[1]) * forward[1];
    const aside = (x - edge[0]) * left[0] + (z - edge[1]) * left[1];
    this.sideways = Math.abs(aside) > Math.abs(ahead);
    const steps = this.options.stepping && !this.sideways;
    if (steps) {
      edge[0] = x;
      edge[1] = z;
      if (!this.keepInside(edge, copMargin + STEP_MARGIN)) return;
    }
    const hips = steps ? STEP_HIPS : HIP_SHARE;
    this.need = length2(x - edge[0], z - edge[1]);
    this.hope = Math.max(0, Math.min(1, (HOPELESS - this.need) / FADE));
    wish[0] -= this.hope * hips * rate * rate * (x - edge[0]);
    wish[2] -= this.hope * hips * rate * rate * (z - edge[1]);
  }

  /** Moves a point into the support drawn in by a margin; false if it was there already. */
  private keepInside(point: Float64Array, margin: number): boolean {
    const { scene, region } = this;
    const { points: support, count: supportCount } = region;
    if (scene.links.planar) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < supportCount; i++) {
        low = Math.min(low, support[2 * i + 1]);
        high = Math.max(high, support[2 * i + 1]);
      }
      const middle = (low + high) / 2;
      const before = point[1];
      point[1] = Math.max(Math.min(low + margin, middle), Math.min(Math.max(high - margin, middle), before));
      point[0] = 0;
      return point[1] !== before;
    }
    return keepInside(point, region, margin);
  }

  reset(): void {
    this.isKnown = false;
    this.velocity.fill(0);
  }

  save(out: Float64Array, o: number): void {
    out.set(this.point, o);
    out.set(this.velocity, o + 2);
    out[o + 4] = this.isKnown ? 1 : 0;
  }

  restore(state: Float64Array, o: number): void {
    this.point.set(state.subarray(o, o + 2));
    this.velocity.set(state.subarray(o + 2, o + 4));
    this.isKnown = state[o + 4] === 1;
  }
}
