/**
 * How somebody stands, as step plans see it: feet, capture point, balance point and push as (ahead, left) in a frame that faces where
 * the source's hips face and does not move while it is kept.
 */

import type { Body } from '../../body/body.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { StandingParameters } from '../../gait/standing-parameters.ts';
import type { StandingState } from '../../gait/standing-steps.ts';
import type { SwingCourse } from '../../gait/swing-course.ts';
import { footPoint } from '../foot-frame.ts';
import { leftShare } from '../left-share.ts';
import type { Plan } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';

/** What the planner writes of it. */
export interface StandingNow extends StandingState {
  rate: number;
  air: number;
  swung: number;
  crosses: boolean;
  may: number;
  slack: number;
}

/** Of the weight: below, the balance point is not worth reading. */
const LEAST_LOAD = 0.1;
const LEAST_HEIGHT = 0.1; // [m] of the centre of mass: lower, nobody stands

export class Stance {
  readonly now: StandingNow = createNow();
  readonly push = new Float64Array(2); // (ahead, left) [m/s²] of the hits of this tick
  readonly rest = new Float64Array(2); // (x, z) [m] displacement of the feet, weighed by what the source puts on them
  readonly lean = new Float64Array(2); // (x, z) [m] that the body must hang back against a steady pull: −F/(m ω²)
  readonly spin = new Float64Array(2); // (ahead, left) [m] that the capture point lies farther for the spin beyond the source's
  readonly own = new Float64Array(2); // (ahead, left): the capture point that the source would have here
  readonly copError = new Float64Array(2); // (ahead, left): the balance point against the source's own
  readonly held = new Float64Array(2); // (ahead, left): the nearest place that feet, soles and hips can hold
  readonly forward = Float64Array.of(0, 1); // (x, z) of the frame
  readonly #parameters: StandingParameters;
  readonly #points = new Float64Array(6);

  constructor(parameters: StandingParameters) {
    this.#parameters = parameters;
  }

  ahead(x: number, z: number): number {
    return x * this.forward[0] + z * this.forward[1];
  }

  left(x: number, z: number): number {
    return x * this.forward[1] - z * this.forward[0];
  }

  worldX(ahead: number, left: number): number {
    return ahead * this.forward[0] + left * this.forward[1];
  }

  worldZ(ahead: number, left: number): number {
    return ahead * this.forward[1] - left * this.forward[0];
  }

  /** Faces where the source's hips face. */
  readFrame({ reference, body }: ReactionBody): void {
    const { segmentOrigin: o } = reference.ws;
    const { leftUpperLeg: l = 0, rightUpperLeg: r = 0 } = body.roles;
    const x = o[3 * l] - o[3 * r];
    const z = o[3 * l + 2] - o[3 * r + 2];
    const size = Math.sqrt(x * x + z * z) || 1;
    this.forward[0] = -z / size;
    this.forward[1] = x / size;
  }

  /** Reads the body at the start of a tick. */
  read(body: ReactionBody): void {
    const { ws, momentum, reference, hits, body: person } = body;
    const { now } = this;
    now.rate = momentum.rate;
    const { force } = hits.pull;
    for (let k = 0; k < 2; k++) this.lean[k] = -force[2 * k] / (person.totalMass * now.rate * now.rate);
    // who hangs back against a pull stands as others do: c̈ = ω²(c − lean − p)
    const { ownLean } = momentum;
    const x = ws.com[0] - this.lean[0] - ownLean[0];
    const z = ws.com[2] - this.lean[1] - ownLean[1];
    this.#readSpin(body);
    this.put(now.xi, x + ws.comVelocity[0] / now.rate, z + ws.comVelocity[2] / now.rate);
    for (let k = 0; k < 2; k++) now.xi[k] += this.spin[k];
    for (let foot = 0; foot < 2; foot++) {
      const { frame } = reference.feet[foot];
      footPoint(this.#points, 0, ws, frame, frame.middle);
      this.put(now.feet, this.#points[0], this.#points[2], 2 * foot);
    }
    this.#readStance(body);
    if (body.load > LEAST_LOAD * person.totalMass * GRAVITY) {
      this.put(now.cop, body.balancePoint[0], body.balancePoint[1]);
    }
    const { totalMass: m } = person;
    this.put(this.push, (hits.wrench[3] - force[0]) / m, (hits.wrench[5] - force[2]) / m);
    this.#readRest(body);
    const { com, comVelocity } = reference.ws;
    const ownX = com[0] - ownLean[0] + comVelocity[0] / now.rate + this.rest[0];
    const ownZ = com[2] - ownLean[1] + comVelocity[2] / now.rate + this.rest[1];
    this.put(this.own, ownX, ownZ);
    this.put(this.copError, body.balanceError[0] - this.rest[0], body.balanceError[1] - this.rest[1]);
  }

  /** A foot leaves the ground. */
  lift(foot: 0 | 1, crosses: boolean): void {
    const { now } = this;
    now.air = foot;
    now.airFrom.set(now.feet.subarray(2 * foot, 2 * foot + 2));
    now.swung = 0;
    now.crosses = crosses;
  }

  /** Where the foot in the air is in its course. */
  readSwing({ time, rate }: SwingCourse): void {
    const { now } = this;
    now.swung = time;
    for (let k = 0; k < 2; k++) now.airPlace[k] = now.feet[2 * now.air + k];
    this.put(now.airRate, rate[0], rate[2]);
  }

  /** Angular momentum h that the ground has to brake drives the body on by h/(m z), z the height of its centre of mass: as a hit above
   *  the middle does once the trunk has bent. */
  #readSpin({ ws, reference, feet, body: { totalMass } }: ReactionBody): void {
    const height = ws.com[1] - Math.min(feet[0].ball[1], feet[1].ball[1]);
    const scale = 1 / (totalMass * Math.max(height, LEAST_HEIGHT) * this.now.rate);
    const h = ws.angularMomentum;
    const own = reference.ws.angularMomentum;
    this.put(this.spin, scale * (own[2] - h[2]), scale * (h[0] - own[0]));
  }

  /** out[o…] = (ahead, left) of a direction or place in the world. */
  put(out: Float64Array, x: number, z: number, o = 0): void {
    out[o] = this.ahead(x, z);
    out[o + 1] = this.left(x, z);
  }

  /** From the right foot to the left in the source's own stance. */
  #readStance({ reference: { ws, feet } }: ReactionBody): void {
    const p = this.#points;
    footPoint(p, 0, ws, feet[0].frame, feet[0].frame.middle);
    footPoint(p, 3, ws, feet[1].frame, feet[1].frame.middle);
    this.put(this.now.stance, p[0] - p[3], p[2] - p[5]);
  }

  #readRest(body: ReactionBody): void {
    const share = leftShare(body);
    const [left, right] = body.feet;
    for (let k = 0; k < 2; k++) this.rest[k] = share * left.place[2 * k] + (1 - share) * right.place[2 * k];
  }

  /** How far a place is outside the line between the feet (`only` ≥ 0: that foot), grown by soles and hips. `held` is the nearest. */
  outside(a: number, l: number, only = -1): number {
    const p = this.#parameters;
    const { feet } = this.now;
    let baseA = feet[0];
    let baseL = feet[1];
    if (only >= 0) {
      baseA = feet[2 * only];
      baseL = feet[2 * only + 1];
    } else {
      const u = this.#between(a, l);
      baseA += u * (feet[2] - feet[0]);
      baseL += u * (feet[3] - feet[1]);
    }
    const ea = a - baseA;
    const el = l - baseL;
    const roomA = p.roomAhead + p.hipRoom;
    const roomL = p.roomAside + p.hipRoom;
    const shareA = roomA / Math.max(1e-9, Math.abs(ea));
    const share = Math.min(1, Math.min(shareA, roomL / Math.max(1e-9, Math.abs(el))));
    this.held[0] = baseA + share * ea;
    this.held[1] = baseL + share * el;
    return (1 - share) * Math.sqrt(ea * ea + el * el);
  }

  /** The same, beyond what the source does by itself: people sway, and some clips lean. */
  outsideOwn(a: number, l: number, only = -1): number {
    const own = this.outside(this.own[0], this.own[1], only);
    return Math.max(0, this.outside(a, l, only) - own);
  }

  /** 0 at the left foot … 1 at the right. */
  #between(a: number, l: number): number {
    const { feet } = this.now;
    const da = feet[2] - feet[0];
    const dl = feet[3] - feet[1];
    const u = ((a - feet[0]) * da + (l - feet[1]) * dl) / Math.max(1e-9, da * da + dl * dl);
    return Math.max(0, Math.min(1, u));
  }

  /** Share of the weight on the right foot, told by the balance point. */
  get rightShare(): number {
    return this.#between(this.now.cop[0], this.now.cop[1]);
  }

  /** A wished balance point (ahead, left) as a shift of the source's own. */
  writeCop(plan: Plan, { momentum }: ReactionBody, want: Float64Array): void {
    plan.copShift[0] = this.worldX(want[0], want[1]) - momentum.ownCop[0];
    plan.copShift[1] = this.worldZ(want[0], want[1]) - momentum.ownCop[1];
  }

  /** out = half-way between the feet. */
  writeMiddle(out: Float64Array): void {
    const { feet } = this.now;
    for (let k = 0; k < 2; k++) out[k] = (feet[k] + feet[2 + k]) / 2;
  }

  /** The farther foot along a direction (ahead, left). */
  leadAlong(direction: Float64Array): number {
    const { feet } = this.now;
    const a = direction[0];
    const l = direction[1];
    return Math.max(feet[0] * a + feet[1] * l, feet[2] * a + feet[3] * l);
  }
}

const createNow = (): StandingNow => ({
  rate: 3,
  xi: new Float64Array(2),
  cop: new Float64Array(2),
  feet: new Float64Array(4),
  stance: new Float64Array(2),
  air: -1,
  airPlace: new Float64Array(2),
  airRate: new Float64Array(2),
  airFrom: new Float64Array(2),
  swung: 0,
  crosses: false,
  liftIn: new Float64Array(2),
  may: 3,
  slack: 0,
});

/** Hip to knee to ankle and down to the sole [m]. */
export function legLength(body: Body): number {
  const { offsets, parents } = body.skeleton;
  let joint = body.soles[0].foot;
  let sum = ANKLE_HEIGHT * body.height;
  while (joint > 0 && joint !== body.roles.leftUpperLeg) {
    sum += Math.hypot(offsets[3 * joint], offsets[3 * joint + 1], offsets[3 * joint + 2]);
    joint = parents[joint];
  }
  return sum;
}

const ANKLE_HEIGHT = 0.045; // over stature
