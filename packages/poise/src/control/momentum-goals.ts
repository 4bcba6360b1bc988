/**
 * What the body wants of its momentum: a centre of mass that comes back over the plan's balance point, a steady height, and no spin
 * that the source does not have. p: balance point, ξ = c + ċ/ω: capture point; c̈ − c̈_r = ω²((c − c_r) − (p − p_r)).
 */
import { GRAVITY } from '../dynamics/wrench.ts';
import { pendulumRate } from '../gait/pendulum.ts';
import { ease } from '../math/ease.ts';
import type { ConeForce } from '../optim/cone-force.ts';
import type { ReactionBody } from './reaction-body.ts';

/** The ground carries at least this share of the weight where a balance point is spoken of. */
const LEAST_LOAD = 0.2;

export class MomentumGoals {
  readonly acceleration = new Float64Array(3); // [m/s²] of the centre of mass, against the source's
  readonly cop = new Float64Array(2); // (x, z) [m] the balance point that is wished for
  readonly ownCop = new Float64Array(2); // (x, z) [m] that of the source
  /** (x, z) [m] that what the source is granted beyond its soles moves upright by, as an outside force would: −F/(m ω²). A source whose
   *  masses are not those of its character stands so. */
  readonly ownLean = new Float64Array(2);
  rate = 3; // [1/s] ω
  urgency = 0; // 0 … 1: how far outside the soles the balance point would have to be
  #height = 1; // [m] of the source's centre of mass over its feet
  readonly #body: ReactionBody;

  constructor(body: ReactionBody) {
    this.#body = body;
  }

  /** (x, z) [m] of the capture point against the source's. Needs the velocity level. */
  captureError(axis: 0 | 2): number {
    const { ws, reference } = this.#body;
    return ws.com[axis] - reference.ws.com[axis] + (ws.comVelocity[axis] - reference.ws.comVelocity[axis]) / this.rate;
  }

  /** Height of the source's centre of mass over its feet gives the rate. Call before the plan needs it. */
  readRate(): void {
    const { reference } = this.#body;
    const [left, right] = reference.feet;
    const height = reference.ws.com[1] - Math.min(left.ball[1], right.ball[1]);
    this.#height = Math.max(0.3 * this.#body.body.height, height);
    this.rate = pendulumRate(this.#height);
    this.#readOwnCop(Math.min(left.ball[1], right.ball[1]));
  }

  /** Where the source's own wrench, as far as its soles can give it, meets the ground. */
  #readOwnCop(ground: number): void {
    const { reference, body } = this.#body;
    const { projected: w, ws } = reference;
    const height = ws.com[1] - ground;
    const load = Math.max(LEAST_LOAD * body.totalMass * GRAVITY, w[4]);
    this.ownCop[0] = ws.com[0] + (w[2] - height * w[3]) / load;
    this.ownCop[1] = ws.com[2] - (w[0] + height * w[5]) / load;
    const { allowance: a, noise } = reference;
    const weight = body.totalMass * GRAVITY;
    this.ownLean[0] = (a[2] - noise[2] - height * (a[3] - noise[3])) / weight;
    this.ownLean[1] = -(a[0] - noise[0] + height * (a[5] - noise[5])) / weight;
  }

  /** Share of the source's own noise that the body is granted: less and less the farther it is from doing the same. */
  get noiseShare(): number {
    const { plan, feet, parameters: p } = this.#body;
    if (plan.treads) return 1;
    let square = 0;
    for (let k = 0; k < 2; k++) {
      const c = (2 * k) as 0 | 2;
      square += (this.captureError(c) - plan.copRest[k]) ** 2 + (feet[0].place[c] - feet[1].place[c]) ** 2;
    }
    return 1 / (1 + square / (p.noiseReach * p.noiseReach));
  }

  update(): void {
    const { ws, reference, plan, parameters: p, awake } = this.#body;
    const { support } = this.#body.contacts;
    const { acceleration, cop, ownCop, rate } = this;
    for (let k = 0; k < 2; k++) cop[k] = ownCop[k] + plan.copShift[k];
    // the source itself may stand outside its soles by what counts as an error of its capture
    const own = support.count > 0 ? Math.max(0, -support.distance(ownCop[0], ownCop[1])) : 0;
    const outside = support.hold(cop, p.hipReach + own);
    this.urgency = ease((outside - own) / p.urgentReach);
    const square = plan.tread * rate * rate;
    for (let k = 0; k < 2; k++) {
      const c = 2 * k;
      const moved = ws.com[c] - reference.ws.com[c];
      const full = square * (moved - (cop[k] - ownCop[k]));
      const rest = square * (moved - plan.copRest[k]);
      acceleration[c] = awake * full + (1 - awake) * rest;
    }
    const low = reference.ws.com[1] + plan.height - ws.com[1];
    const slow = reference.ws.comVelocity[1] + plan.heightRate - ws.comVelocity[1];
    acceleration[1] = plan.heightAcceleration + awake * (p.heightStiffness * low + p.heightDamping * slow);
  }

  /** Adds the goals to the price of the wrench: what the source's soles give it, and what brings the body back to it. The push is left
   *  out: goals see only what it did. */
  addTo(cone: ConeForce): void {
    const { reference, ws, parameters: p, body, awake, plan } = this.#body;
    const m = body.totalMass;
    const linear = (p.linearWeight + (p.urgentLinearWeight - p.linearWeight) * this.urgency) / m;
    const angular = p.angularWeight / (m * body.height * body.height);
    for (let c = 0; c < 6; c++) {
      let wanted: number;
      let weight: number;
      if (c < 3) {
        weight = angular;
        const spin = ws.angularMomentum[c] - reference.ws.angularMomentum[c] - plan.spin[c];
        wanted = reference.projected[c] + plan.spinRate[c] - awake * plan.postureRate * p.spinDamping * spin;
      } else {
        weight = c === 4 ? p.verticalWeight / m : linear;
        wanted = reference.projected[c] + m * this.acceleration[c - 3];
      }
      cone.g[c] -= weight * wanted;
      cone.H[7 * c] += weight;
    }
    this.#addBalancePoint(cone);
  }

  /** The balance point alone decides where the capture point goes, spin included: F and M may change together as long as F h + M stays.
   *  So legs swing without throwing the trunk. In numbers: F_z + M_x/h and F_x − M_z/h are held. */
  #addBalancePoint(cone: ConeForce): void {
    const { reference, parameters: p, body, plan } = this.#body;
    const m = body.totalMass;
    const weight = (plan.urgency * (p.urgentLinearWeight - p.linearWeight)) / m;
    if (weight === 0) return;
    const h = this.#height;
    for (let k = 0; k < 2; k++) {
      const force = 3 + 2 * k;
      const moment = 2 - 2 * k;
      const arm = k === 0 ? -1 / h : 1 / h;
      const wanted =
        reference.projected[force] +
        m * this.acceleration[2 * k] +
        arm * (reference.projected[moment] + plan.spinRate[moment]);
      cone.g[force] -= weight * wanted;
      cone.g[moment] -= weight * arm * wanted;
      cone.H[7 * force] += weight;
      cone.H[7 * moment] += weight * arm * arm;
      cone.H[6 * force + moment] += weight * arm;
      cone.H[6 * moment + force] += weight * arm;
    }
  }
}
