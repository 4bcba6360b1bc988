/**
 * Which foot steps where and when, for somebody who stood and was pushed: pendulum, capture point ξ, feet as points. One small problem
 * per foot, number of steps, crossing and swing time; fewest steps first. All places are (ahead, left) in a level frame that does not
 * move [m]; u is the middle of a sole. The frame's axes are the stance's own.
 *
 * Per axis: min Σ(q_k − s_k)² + Σδ_k² + w (ξ_n − u_n − b)², q_k the step vectors, δ_k the balance point's shift under the standing sole.
 */

import { holdLoading } from './hold-loading.ts';
import { scaledTo } from './parameter.ts';
import { createStepAxis, MOST_STEPS, StandingAxis, type StepAxis } from './standing-axis.ts';
import { STANDING_DEFAULTS, STANDING_PARAMETERS, type StandingParameters } from './standing-parameters.ts';
import { copyChoice, createStepChoice, isBetter, type StepChoice } from './step-choice.ts';
import { createStepMap, writeStepMap } from './step-map.ts';
import { shareOfSpeed, stopTime, swingReach } from './swing-reach.ts';

/** Somebody on two feet, or on one with the other in the air. */
export interface StandingState {
  readonly rate: number; // ω [1/s]
  readonly xi: Float64Array; // 2 capture point
  readonly cop: Float64Array; // 2 balance point now
  readonly feet: Float64Array; // 4 middle of the left sole, of the right
  readonly stance: Float64Array; // 2 from the right foot to the left when all is well
  /** The foot in the air, −1: none. */
  readonly air: number;
  readonly airPlace: Float64Array; // 2 where it is
  readonly airRate: Float64Array; // 2 [m/s] how it moves
  readonly airFrom: Float64Array; // 2 where it left
  readonly swung: number; // [s] since it left
  readonly crosses: boolean; // that swing was meant to cross
  readonly liftIn: Float64Array; // 2 [s] until each foot could leave the ground
  /** Feet that may step: bit 1 left, bit 2 right. */
  readonly may: number;
  /** [m] that a step that has begun may miss: what is planned anew does not change for less. */
  readonly slack: number;
}

/** Steps as an example has them: followed where that catches the fall as well. */
export interface StepWish {
  readonly foot: 0 | 1; // that steps first
  readonly steps: number;
  /** Per step (ahead, left) [m]: how much farther than in the stance the landing foot is from the other one. */
  readonly moves: readonly number[];
  readonly swings: readonly number[]; // [s] per step
  /** After the last step the other foot comes beside it; otherwise that foot goes back. */
  readonly follows: boolean;
}

const TIMES = 12; // swing times that are tried

export class StandingSteps {
  readonly parameters: StandingParameters; // of this person
  readonly #solver: StandingAxis;
  readonly #axes: readonly [StepAxis, StepAxis] = [createStepAxis(), createStepAxis()];
  readonly #best: StepChoice = createStepChoice();
  readonly #transfer = createStepMap(); // while the weight comes onto the foot that landed last
  #wish: StepWish | undefined;
  #done = 0; // steps of it that are over

  readonly #mayLand: ((ahead: number, left: number) => boolean) | undefined;

  /** `parameters`: of the model, who moves alike. `mayLand`: where feet may be put; default everywhere. */
  constructor(
    legOverModel: number,
    parameters: Partial<StandingParameters> = {},
    mayLand?: (ahead: number, left: number) => boolean,
  ) {
    this.#mayLand = mayLand;
    this.parameters = scaledTo(STANDING_PARAMETERS, { ...STANDING_DEFAULTS, ...parameters }, legOverModel);
    this.#solver = new StandingAxis(this.parameters.laterSwing, this.parameters.laterShift);
  }

  /** [s] in which the weight goes over before a foot leaves. */
  get shiftTime(): number {
    return this.parameters.laterShift;
  }

  /** [s] until a foot that carries this share of the weight can leave the ground. */
  liftTime(share: number): number {
    const { unloadBase, unloadSlope } = this.parameters;
    return unloadBase + unloadSlope * share;
  }

  /** [m] from the middle of a standing sole to the farthest capture point that one more step brings to rest: u e^(−ωT) + room, u the
   *  longest step and T the quickest. */
  oneStepReach(rate: number): number {
    const { longest, roomAhead, hipRoom } = this.parameters;
    return longest * this.#quickestShare(rate) + roomAhead + hipRoom;
  }

  /** [m] beyond soles and hips, for any number of steps: Σ u e^(−ωTk). `wait` [s]: until the first foot can leave. */
  anyStepReach(rate: number, wait: number): number {
    const share = this.#quickestShare(rate);
    return ((this.parameters.longest * share) / (1 - share)) * Math.exp(-rate * wait);
  }

  /** e^(−ωT) of the quickest step. */
  #quickestShare(rate: number): number {
    return Math.exp(-rate * (this.parameters.leastSwing + this.parameters.laterShift));
  }

  /** The best next step against a fall towards `direction` (unit, ahead and left), written to `out`. `done` steps of the wish are
   *  over. False: no foot may step. */
  choose(out: StepChoice, state: StandingState, direction: Float64Array, wish?: StepWish, done = 0): boolean {
    let found = false;
    const best = this.#best;
    const left = wish ? wish.steps - done : 0;
    const { stayBlend } = this.parameters;
    writeStepMap(this.#transfer, state.rate, 0, stayBlend, stayBlend);
    this.#wish = left > 0 ? wish : undefined;
    this.#done = done;
    // as many steps as the example takes, if these catch; else the fewest that do
    const first = Math.min(MOST_STEPS, left);
    for (let k = first > 1 ? 0 : 1; k <= MOST_STEPS && !(found && best.caught); k++) {
      const level = k === 0 ? first : k;
      // a crossing counts as a step more
      for (let steps = Math.max(1, level - 1); steps <= level; steps++) {
        for (let foot = 0; foot < 2; foot++) {
          if (state.air >= 0 ? state.air !== foot : (state.may & (1 << foot)) === 0) continue;
          found = this.#tryFoot(state, direction, foot as 0 | 1, steps, level - steps, found) || found;
        }
      }
    }
    if (found) copyChoice(out, best);
    return found;
  }

  /** All crossings and times of one first foot. `crossings`: 0 or 1 of the steps cross. */
  #tryFoot(
    state: StandingState,
    direction: Float64Array,
    foot: 0 | 1,
    steps: number,
    crossings: number,
    found: boolean,
  ): boolean {
    let any = found;
    const masks = crossings === 0 ? 1 : Math.min(steps, 2);
    for (let m = 0; m < masks; m++) {
      const crossed = crossings === 0 ? 0 : 1 << m;
      const first = (crossed & 1) === 1;
      // a foot that is well on its way does not change sides
      if (state.air >= 0 && first !== state.crosses && state.swung > this.parameters.keepsSide) continue;
      this.#writeAxes(state, direction, foot, steps, crossed);
      for (let i = 0; i < TIMES; i++) any = this.#tryTime(state, direction, foot, steps, crossed, i, any) || any;
    }
    return any;
  }

  #writeAxes(state: StandingState, direction: Float64Array, foot: 0 | 1, steps: number, crossed: number): void {
    const { parameters: p } = this;
    const [ahead, aside] = this.#axes;
    const other = 1 - foot;
    const width = Math.abs(state.stance[1]);
    ahead.xi = state.xi[0];
    aside.xi = state.xi[1];
    ahead.cop = state.cop[0];
    aside.cop = state.cop[1];
    ahead.stand = state.feet[2 * other];
    aside.stand = state.feet[2 * other + 1];
    ahead.leave = state.feet[2 * foot];
    aside.leave = state.feet[2 * foot + 1];
    ahead.room = p.roomAhead + p.hipRoom;
    aside.room = p.roomAside + p.hipRoom;
    // a crossing foot passes in front of the other leg, or behind it where the fall goes back
    const pass = direction[0] < 0 ? -p.crossAhead : p.crossAhead;
    for (let k = 0; k < steps; k++) {
      const which = k % 2 === 0 ? foot : other;
      const sign = which === 0 ? 1 : -1;
      const crosses = ((crossed >> k) & 1) === 1;
      const at = k + this.#done;
      const wish = this.#wish && at < this.#wish.steps && this.#wishes(foot) ? this.#wish.moves : undefined;
      ahead.wish[k] = sign * state.stance[0] + (wish ? wish[2 * at] : crosses ? pass : 0);
      aside.wish[k] = sign * width + (wish ? wish[2 * at + 1] : 0);
      ahead.least[k] = crosses && pass > 0 ? pass : -p.longestBack;
      ahead.most[k] = crosses && pass < 0 ? pass : p.longest;
      const near = crosses ? -p.crossing : p.narrowest;
      const far = crosses ? p.narrowest : Math.max(p.widest, 1.2 * width);
      aside.least[k] = sign > 0 ? near : -far;
      aside.most[k] = sign > 0 ? far : -near;
    }
    // across the fall it is enough that the capture point ends between the feet: there the wish for the stance's own width counts too
    const across = direction[1] * direction[1];
    ahead.endWeight = p.endWeight;
    aside.endWeight = p.endWeight * across + p.acrossWeight * (1 - across);
    // where the capture point should lie against the last foot: short of it along the fall
    const last = steps % 2 === 1 ? foot : other;
    const sign = last === 0 ? 1 : -1;
    const lastCrosses = ((crossed >> (steps - 1)) & 1) === 1;
    const short = p.endShort;
    ahead.end = -short * direction[0] * Math.abs(direction[0]);
    const along = direction[1] * Math.abs(direction[1]);
    if (lastCrosses) aside.end = -short * along;
    else if (sign * direction[1] > 0) {
      aside.end = -short * along - ((sign * width) / 2) * (1 - direction[1] * direction[1]);
    } else aside.end = (-sign * width) / 2;
  }

  #solve(rate: number, steps: number, lift: number, land: number): number {
    return this.#solver.solve(this.#axes[0], rate, steps, lift, land) + this.#solveAside(rate, steps, lift, land);
  }

  /** Sideways the plan is free as long as the capture point ends over the soles; where it would not, the last foot goes under it. */
  #solveAside(rate: number, steps: number, lift: number, land: number): number {
    const aside = this.#axes[1];
    const cost = this.#solver.solve(aside, rate, steps, lift, land);
    const { last, before, end, endWeight } = aside;
    const held = this.#afterTransfer(aside);
    const beyond = last >= before ? held - last : last - held;
    if (beyond <= this.parameters.roomAside) return cost;
    aside.end = 0;
    aside.transfer = this.#transfer.A / this.#transfer.tau;
    aside.endWeight = this.parameters.endWeight;
    const braced = this.#solver.solve(aside, rate, steps, lift, land);
    aside.end = end;
    aside.transfer = 0;
    aside.endWeight = endWeight;
    return braced;
  }

  /** [m] where the capture point is when the weight has come from the foot before onto the last one. */
  #afterTransfer({ endXi, last, before }: StepAxis): number {
    const { tau, A, B } = this.#transfer;
    return tau * endXi - A * before - B * last;
  }

  /** [m] that the capture point will then be outside what these feet, soles and hips hold: another step would have to follow. */
  #offAtEnd(): number {
    const { parameters: p } = this;
    const [ahead, aside] = this.#axes;
    const da = ahead.before - ahead.last;
    const dl = aside.before - aside.last;
    const ea = this.#afterTransfer(ahead) - ahead.last;
    const el = this.#afterTransfer(aside) - aside.last;
    const u = Math.max(0, Math.min(1, (ea * da + el * dl) / Math.max(1e-9, da * da + dl * dl)));
    const offA = Math.max(0, Math.abs(ea - u * da) - (p.roomAhead + p.hipRoom));
    const offL = Math.max(0, Math.abs(el - u * dl) - (p.roomAside + p.hipRoom));
    return Math.sqrt(offA * offA + offL * offL);
  }

  /** Whether the example steps with this foot now. */
  #wishes(foot: 0 | 1): boolean {
    return this.#wish !== undefined && (this.#wish.foot + this.#done) % 2 === foot;
  }

  #tryTime(
    state: StandingState,
    direction: Float64Array,
    foot: 0 | 1,
    steps: number,
    crossed: number,
    i: number,
    found: boolean,
  ): boolean {
    const { parameters: p } = this;
    const [ahead, aside] = this.#axes;
    const best = this.#best;
    const inAir = state.air >= 0;
    const crosses = (crossed & 1) === 1;
    const extra = crosses ? p.crossTime : 0;
    const swing = p.leastSwing + i * p.swingStep + extra;
    const lift = inAir ? -1 : state.liftIn[foot];
    const land = inAir ? swing - state.swung : lift + swing;
    if (land < p.release || (inAir && land < stopTime(p.swingBraking, state.airRate))) return false;
    const from = inAir ? state.airPlace : state.feet;
    const o = inAir ? 0 : 2 * foot;
    const left = inAir ? land : swing;
    const a = inAir ? state.airRate[0] : 0;
    const l = inAir ? state.airRate[1] : 0;
    const [alongAhead, alongAside] = [p.swingSpeed * shareOfSpeed(a, l), p.swingSpeed * shareOfSpeed(l, a)];
    const leastAhead = ahead.least[0];
    const mostAhead = ahead.most[0];
    const leastAside = aside.least[0];
    const mostAside = aside.most[0];
    ahead.least[0] = Math.max(leastAhead, from[o] - ahead.stand - swingReach(alongAhead, -a, left));
    ahead.most[0] = Math.min(mostAhead, from[o] - ahead.stand + swingReach(alongAhead, a, left));
    aside.least[0] = Math.max(leastAside, from[o + 1] - aside.stand - swingReach(alongAside, -l, left));
    aside.most[0] = Math.min(mostAside, from[o + 1] - aside.stand + swingReach(alongAside, l, left));
    let tried = false;
    if (ahead.least[0] <= ahead.most[0] && aside.least[0] <= aside.most[0]) {
      let cost = this.#solve(state.rate, steps, lift, land);
      if (lift > p.laterShift && holdLoading(ahead, aside, p)) {
        cost = this.#solve(state.rate, steps, lift, land);
        ahead.load = Number.NaN;
        aside.load = Number.NaN;
      }
      const origin = inAir ? state.airFrom : state.feet;
      const x = ahead.stand + ahead.step[0] - origin[o];
      const z = aside.stand + aside.step[0] - origin[o + 1];
      const travel = Math.sqrt(x * x + z * z);
      const wish = this.#wish;
      const usual = wish ? wish.swings[this.#done] : p.swingBase + p.swingSlope * travel + extra;
      cost += p.timeWeight * (swing - usual) ** 2;
      if (wish && !this.#wishes(foot)) cost += p.otherFootPrice;
      const last = ahead.last * direction[0] + aside.last * direction[1];
      const before = ahead.before * direction[0] + aside.before * direction[1];
      const short = Math.max(last, before) - (ahead.endXi * direction[0] + aside.endXi * direction[1]);
      const miss = Math.max(p.caught - short, this.#offAtEnd()) - state.slack;
      const caught = miss <= 1e-9;
      const lands = this.#mayLand?.(ahead.stand + ahead.step[0], aside.stand + aside.step[0]) ?? true;
      tried = lands;
      if (lands && (!found || isBetter(caught, miss, cost, best))) {
        best.foot = foot;
        best.steps = steps;
        best.crosses = crosses;
        best.lift = Math.max(0, lift);
        best.land = land;
        best.swing = swing;
        best.place[0] = ahead.stand + ahead.step[0];
        best.place[1] = aside.stand + aside.step[0];
        best.shift[0] = ahead.shift;
        best.shift[1] = aside.shift;
        best.loading[0] = ahead.loading;
        best.loading[1] = aside.loading;
        best.short = short;
        best.miss = miss;
        best.cost = cost;
        best.caught = caught;
      }
    }
    ahead.least[0] = leastAhead;
    ahead.most[0] = mostAhead;
    aside.least[0] = leastAside;
    aside.most[0] = mostAside;
    return tried;
  }
}
