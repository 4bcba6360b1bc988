/**
 * How somebody stands, as step plans see it: feet, capture point, balance point and push as (ahead, left) in a frame that faces where
 * the source's hips face and does not move while it is kept.
 */
import type { Body } from '../../body/body.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { StandingParameters } from '../../gait/standing-parameters.ts';
import type { StandingState } from '../../gait/standing-steps.ts';
import { footPoint } from '../foot-frame.ts';
import type { Plan } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';

/** What the planner writes of it. */
export interface StandingNow extends StandingState {
  rate: number;
  air: number;
  swung: number;
  crosses: boolean;
  may: number;
}

/** Of the weight: below, the balance point is not worth reading. */
const LEAST_LOAD = 0.1;

export class Stance {
  readonly now: StandingNow = createNow();
  readonly push = new Float64Array(2); // (ahead, left) [m/s²] of the hits of this tick
  readonly rest = new Float64Array(2); // (x, z) [m] displacement of the feet, weighed by what the source puts on them
  readonly own = new Float64Array(2); // (ahead, left): the capture point that the source would have here
  readonly copError = new Float64Array(2); // (ahead, left): the balance point against the source's own
  readonly held = new Float64Array(2); // (ahead, left): the nearest place that feet, soles and hips can hold
  readonly forward = Float64Array.of(0, 1); // (x, z) of the frame
  readonly #parameters: StandingParameters;
  readonly #size: number;
  readonly #points = new Float64Array(6);

  constructor(parameters: StandingParameters, size: number) {
    this.#parameters = parameters;
    this.#size = size;
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
    const size = Math.hypot(x, z) || 1;
    this.forward[0] = -z / size;
    this.forward[1] = x / size;
  }

  /** Reads the body at the start of a tick. */
  read(body: ReactionBody): void {
    const { ws, momentum, reference, hits, body: person } = body;
    const { now } = this;
    now.rate = momentum.rate;
    this.#put(now.xi, 0, ws.com[0] + ws.comVelocity[0] / now.rate, ws.com[2] + ws.comVelocity[2] / now.rate);
    for (let foot = 0; foot < 2; foot++) {
      const { frame } = reference.feet[foot];
      footPoint(this.#points, 0, ws, frame, frame.middle);
      this.#put(now.feet, 2 * foot, this.#points[0], this.#points[2]);
    }
    this.#readStance(body);
    if (body.load > LEAST_LOAD * person.totalMass * GRAVITY) {
      this.#put(now.cop, 0, body.balancePoint[0], body.balancePoint[1]);
    }
    this.#put(this.push, 0, hits.wrench[3] / person.totalMass, hits.wrench[5] / person.totalMass);
    this.#readRest(body);
    const { com, comVelocity } = reference.ws;
    const x = com[0] + comVelocity[0] / now.rate + this.rest[0];
    const z = com[2] + comVelocity[2] / now.rate + this.rest[1];
    this.#put(this.own, 0, x, z);
    this.#put(this.copError, 0, body.balanceError[0] - this.rest[0], body.balanceError[1] - this.rest[1]);
  }

  #put(out: Float64Array, o: number, x: number, z: number): void {
    out[o] = this.ahead(x, z);
    out[o + 1] = this.left(x, z);
  }

  /** From the right foot to the left in the source's own stance. */
  #readStance({ reference: { ws, feet } }: ReactionBody): void {
    const p = this.#points;
    footPoint(p, 0, ws, feet[0].frame, feet[0].frame.middle);
    footPoint(p, 3, ws, feet[1].frame, feet[1].frame.middle);
    this.#put(this.now.stance, 0, p[0] - p[3], p[2] - p[5]);
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
    const roomA = this.#size * (p.roomAhead + p.hipRoom);
    const roomL = this.#size * (p.roomAside + p.hipRoom);
    const share = Math.min(1, roomA / Math.max(1e-9, Math.abs(ea)), roomL / Math.max(1e-9, Math.abs(el)));
    this.held[0] = baseA + share * ea;
    this.held[1] = baseL + share * el;
    return (1 - share) * Math.hypot(ea, el);
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
    const [a, l] = direction;
    return Math.max(feet[0] * a + feet[1] * l, feet[2] * a + feet[3] * l);
  }
}

/** Share of the source's weight on its left foot. */
function leftShare({ reference: { force, firmness }, body }: ReactionBody): number {
  const left = body.soles[0].parts.length;
  let sum = 0;
  let all = 0;
  for (let k = 0; k < firmness.length; k++) {
    let f = 0;
    for (let e = 0; e < 4; e++) f += force[4 * k + e] * firmness[k];
    all += f;
    if (k < left) sum += f;
  }
  return all > 1 ? sum / all : 0.5;
}

const createNow = (): StandingNow => ({
  rate: 3,
  xi: new Float64Array(2),
  cop: new Float64Array(2),
  feet: new Float64Array(4),
  stance: new Float64Array(2),
  air: -1,
  airPlace: new Float64Array(2),
  airFrom: new Float64Array(2),
  swung: 0,
  crosses: false,
  liftIn: new Float64Array(2),
  may: 3,
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
