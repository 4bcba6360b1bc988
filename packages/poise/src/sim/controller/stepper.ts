/**
 * Steps of a person who cannot hold, after the capture point: when it leaves the soles, one foot is moved under it; when all
 * is calm again, the other foot closes up. In space only.
 */
import { ease, easeBend, easeRate } from '../../math/ease.ts';
import { length2 } from '../../math/length2.ts';
import type { RunningScene } from '../simulation.ts';
import { CaptureWatch } from './capture-watch.ts';
import type { CopGoal } from './cop-goal.ts';
import { FeetOnGround } from './feet-on-ground.ts';
import { createMovingPoint, type MovingPoint, restAt } from './moving-point.ts';
import type { SupportChoice } from './support-choice.ts';
import { moveSwing, type SwingGoal } from './swing-goal.ts';
import type { Tracking } from './tracking.ts';

const QUICK = 0.34; // [s] a step that catches
const CLOSING = 0.5; // [s] a step that closes up
const LOWERS = 0.15; // [s]
const BENT = 0.04; // [m] that the CoM goes down for a step: knees that are bent can reach
const AIM_UNTIL = 0.6; // share of the swing during which the target may move
const REST = 0.12; // [s] after landing, before the next step
const CALM = { away: 0.03, speed: 0.12 }; // [m] of the capture point from the centre of support, [m/s]
const SHIFTED = 0.04; // [m] of the capture point from the middle of the foot that is to carry
const SHIFT_SPEED = 0.2; // [m/s] mean
const LONGEST_WAIT = 0.6; // [s] after the shift
const UNEVEN = 0.06; // [m] from the reference's stance: worth closing up

/** 0 stands, 1 swings, 2 shifts its weight to close up. */
const [STANDS, SWINGS, SHIFTS] = [0, 1, 2];
export const STEPPER_STATE = 27;

export class Stepper {
  /** While the weight is shifted, and while one foot carries alone: the place that the CoM goes to. */
  get leanTo(): MovingPoint | undefined {
    return this.phase === STANDS ? undefined : this.leaning;
  }
  lowered = 0; // [m] of the CoM, for legs apart
  taken = 0; // steps since the last reset
  private steps = 0; // since it last stood in the reference's stance
  private phase = STANDS;
  private since = 0; // [s] when the phase began
  private foot = 0; // that swings or will
  private duration = QUICK;
  private lastFoot = -1;
  private closing = false;
  private readonly leaning = createMovingPoint();
  private readonly target = new Float64Array(2);
  private readonly from = new Float64Array(3);
  private readonly feet: FeetOnGround;
  private readonly watch: CaptureWatch;
  private readonly layout = new Float64Array(2); // left ankle from the right one in the reference: left, forward
  private readonly scene: RunningScene;
  private readonly support: SupportChoice;
  private readonly goal: SwingGoal;
  private readonly cop: CopGoal;

  constructor(scene: RunningScene, support: SupportChoice, goal: SwingGoal, cop: CopGoal) {
    this.scene = scene;
    this.support = support;
    this.goal = goal;
    this.cop = cop;
    this.feet = new FeetOnGround(scene);
    this.watch = new CaptureWatch(scene, support, this.feet);
  }

  /** Steps to catch itself, or has just done so. */
  get isBusy(): boolean {
    if (this.phase === SWINGS) return !this.closing;
    return this.phase === STANDS && this.steps > 0 && this.scene.time - this.since < 0.4;
  }

  /** Decides what the feet do; to be called once the support is known. `stands`: the motion does not step by itself. */
  update(stands: boolean): void {
    const { scene } = this;
    if (scene.links.planar) return;
    // a motion that walks places its feet itself; a step that has begun is finished
    if (!stands && this.phase !== SWINGS) {
      this.phase = STANDS;
      this.lowered = 0;
      this.watch.outsideSince = Infinity;
      this.cop.stepping = false;
      return;
    }
    this.watch.read();
    this.readLowered();
    if (this.phase === SWINGS) this.swing();
    else if (this.mustStep()) this.begin(this.watch.betterFoot(QUICK, this.lastFoot), QUICK, false);
    else if (this.phase === SHIFTS) this.shift();
    else this.considerClosing();
    this.cop.stepping = this.phase === SWINGS;
    this.cop.isUnmoved = this.phase === STANDS && this.steps === 0;
    if (this.phase !== SWINGS) return;
    this.support.stance[this.foot] = 0;
  }

  /** Legs apart reach less high. */
  private readLowered(): void {
    const apart = this.feet.apart();
    const usual = length2(this.layout[0], this.layout[1]);
    const leg = 0.53 * this.scene.links.body.height;
    const half = Math.min(0.9 * leg, apart / 2);
    const before = Math.min(half, usual / 2);
    const wanted =
      Math.sqrt(leg * leg - before * before) - Math.sqrt(leg * leg - half * half) + (this.isBusy ? BENT : 0);
    this.lowered += (wanted - this.lowered) * Math.min(1, this.scene.controlPeriod / LOWERS);
  }

  private mustStep(): boolean {
    const { scene } = this;
    if (scene.supportCount === 0 || (scene.footContact[0] & scene.footContact[1]) === 0) return false;
    if (scene.time - this.since < REST && this.steps > 0) return false;
    return this.watch.isOutside(this.steps === 0);
  }

  private begin(foot: number, duration: number, closing: boolean): void {
    const { xpos } = this.scene.engine.views;
    const o = this.feet.ankleIndex(foot);
    for (let k = 0; k < 3; k++) this.from[k] = xpos[o + k];
    this.phase = SWINGS;
    this.since = this.scene.time;
    this.foot = foot;
    this.duration = duration;
    this.closing = closing;
    this.watch.outsideSince = Infinity;
    this.goal.begin(foot, xpos, o);
    restAt(this.leaning, this.scene.supportCentre); // both feet still stand; from the next tick on it is one
    this.setTarget(0);
  }

  private setTarget(spent: number): void {
    if (this.closing) {
      const { left, forward } = this.support;
      const at = this.feet.ankle(1 - this.foot);
      const sign = this.foot === 0 ? 1 : -1;
      const [aside, ahead] = [sign * this.layout[0], sign * this.layout[1]];
      this.target[0] = at.x + aside * left[0] + ahead * forward[0];
      this.target[1] = at.z + aside * left[1] + ahead * forward[1];
      return;
    }
    const { x, z } = this.watch.landing(this.foot, Math.max(0.02, this.duration - spent));
    this.target[0] = x;
    this.target[1] = z;
  }

  private swing(): void {
    const { scene, goal } = this;
    const spent = scene.time - this.since;
    const u = spent / this.duration;
    const down = scene.person.footHeight[this.foot] < 0.003;
    if ((u > AIM_UNTIL && down) || u > 2) {
      this.phase = STANDS;
      this.since = scene.time;
      this.lastFoot = this.foot;
      this.taken++;
      this.steps = this.closing ? 0 : this.steps + 1;
      goal.foot = -1;
      return;
    }
    if (u < AIM_UNTIL) this.setTarget(spent);
    for (let k = 0; k < 2; k++) {
      this.leaning.place[k] = this.feet.innerMiddleOf(1 - this.foot, k);
      this.leaning.rate[k] = 0;
      this.leaning.second[k] = 0;
    }
    const { duration, target, from } = this;
    const landsAt = scene.person.floorHeight + this.feet.ankleHeight;
    moveSwing(goal, { u, duration, target, liftedFrom: from[1], landsAt }, scene.controlPeriod);
  }

  /** After the steps that caught: once all is calm, the foot behind closes up. */
  private considerClosing(): void {
    if (this.steps === 0 || this.scene.time - this.since < 0.3) return;
    const { scene } = this;
    const capture = this.watch.point;
    const { supportCentre, comVelocity } = scene;
    const away = Math.hypot(capture[0] - supportCentre[0], capture[1] - supportCentre[1]);
    if (away > CALM.away || Math.hypot(comVelocity[0], comVelocity[2]) > CALM.speed) return;
    if (this.feet.unevenness(this.support, this.layout) < UNEVEN) {
      this.steps = 0;
      return;
    }
    this.phase = SHIFTS;
    this.since = scene.time;
    this.foot = 1 - this.lastFoot;
    this.from[0] = scene.com[0];
    this.from[2] = scene.com[2];
    const to = this.feet.ankle(this.lastFoot);
    this.duration = Math.max(0.5, Math.hypot(to.x - scene.com[0], to.z - scene.com[2]) / SHIFT_SPEED);
    this.shift();
  }

  /** Weight onto the foot that stays, gently, until the other can be lifted. */
  private shift(): void {
    const { scene, leaning } = this;
    const capture = this.watch.point;
    const spent = scene.time - this.since;
    const u = Math.min(1, spent / this.duration);
    const s = ease(u);
    const rate = easeRate(u) / this.duration;
    const second = easeBend(u) / (this.duration * this.duration);
    let away = 0;
    for (let k = 0; k < 2; k++) {
      const middle = this.feet.innerMiddleOf(1 - this.foot, k);
      leaning.place[k] = this.from[2 * k] + s * (middle - this.from[2 * k]);
      leaning.rate[k] = rate * (middle - this.from[2 * k]);
      leaning.second[k] = second * (middle - this.from[2 * k]);
      away = Math.hypot(away, capture[k] - middle);
    }
    if ((u === 1 && away < SHIFTED) || spent > this.duration + LONGEST_WAIT) this.begin(this.foot, CLOSING, true);
  }

  /** Keeps how the reference stands, to close up to it. */
  aim(tracking: Tracking): void {
    const { links } = this.scene;
    const { ws } = tracking;
    const { left, forward } = this.support;
    const a = 3 * links.joint[links.soles[0].link];
    const b = 3 * links.joint[links.soles[1].link];
    const dx = ws.segmentOrigin[a] - ws.segmentOrigin[b];
    const dz = ws.segmentOrigin[a + 2] - ws.segmentOrigin[b + 2];
    this.layout[0] = dx * left[0] + dz * left[1];
    this.layout[1] = dx * forward[0] + dz * forward[1];
  }

  reset(): void {
    this.phase = STANDS;
    this.since = 0;
    this.watch.outsideSince = Infinity;
    this.steps = 0;
    this.lowered = 0;
    this.taken = 0;
    this.lastFoot = -1;
    this.layout.fill(0);
    this.goal.foot = -1;
    this.cop.stepping = false;
  }

  save(out: Float64Array, o: number): void {
    out.set([this.phase, this.since, this.watch.outsideSince, this.foot, this.duration, this.lastFoot], o);
    out.set([this.closing ? 1 : 0, this.steps, this.goal.foot], o + 6);
    out[o + 23] = this.taken;
    out[o + 24] = this.lowered;
    out.set(this.layout, o + 25);
    out.set(this.target, o + 9);
    out.set(this.from, o + 11);
    out.set(this.goal.position, o + 14);
    out.set(this.goal.velocity, o + 17);
    out.set(this.goal.acceleration, o + 20);
  }

  restore(state: Float64Array, o: number): void {
    [this.phase, this.since, this.watch.outsideSince, this.foot, this.duration, this.lastFoot] = state.subarray(
      o,
      o + 6,
    );
    this.closing = state[o + 6] === 1;
    this.steps = state[o + 7];
    this.taken = state[o + 23];
    this.lowered = state[o + 24];
    this.layout.set(state.subarray(o + 25, o + 27));
    this.goal.foot = state[o + 8];
    this.target.set(state.subarray(o + 9, o + 11));
    this.from.set(state.subarray(o + 11, o + 14));
    this.goal.position.set(state.subarray(o + 14, o + 17));
    this.goal.velocity.set(state.subarray(o + 17, o + 20));
    this.goal.acceleration.set(state.subarray(o + 20, o + 23));
    this.cop.stepping = this.phase === SWINGS;
  }
}
