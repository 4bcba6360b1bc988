/**
 * Which foot steps where and when, for somebody who stood and was pushed: pendulum, capture point ξ, feet as points. One small problem
 * per foot, number of steps, crossing and swing time; fewest steps first. All places are (ahead, left) in a level frame that does not
 * move [m]; u is the middle of a sole. The frame's axes are the stance's own.
 *
 * Per axis: min Σ(q_k − s_k)² + Σδ_k² + w (ξ_n − u_n − b)², q_k the step vectors, δ_k the balance point's shift under the standing sole.
 */
import { createStepAxis, MOST_STEPS, StandingAxis, type StepAxis } from './standing-axis.ts';
import { STANDING_DEFAULTS, type StandingParameters } from './standing-parameters.ts';

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
  readonly airFrom: Float64Array; // 2 where it left
  readonly swung: number; // [s] since it left
  readonly crosses: boolean; // that swing was meant to cross
  readonly liftIn: Float64Array; // 2 [s] until each foot could leave the ground
  /** Feet that may step: bit 1 left, bit 2 right. */
  readonly may: number;
}

/** The next landing. */
export interface StepChoice {
  foot: 0 | 1;
  steps: number; // that the plan needs
  crosses: boolean;
  lift: number; // [s] from now
  land: number; // [s] from now
  swing: number; // [s] whole time in the air
  readonly place: Float64Array; // 2 where it lands
  readonly shift: Float64Array; // 2 of the balance point under the standing sole
  short: number; // [m] how far the capture point will lie short of the last foot
  cost: number;
  caught: boolean;
}

const TIMES = 12;
const TIME_STEP = 0.03; // [s]
const RELEASE = 0.05; // [s] of the model person, before landing, a step is not changed any more
const LATER_SHIFT = 0.05; // [s] of the model person, in which weight goes over between steps

export const createStepChoice = (): StepChoice => ({
  foot: 0,
  steps: 0,
  crosses: false,
  lift: 0,
  land: 0,
  swing: 0,
  place: new Float64Array(2),
  shift: new Float64Array(2),
  short: 0,
  cost: 0,
  caught: false,
});

export class StandingSteps {
  readonly parameters: StandingParameters;
  readonly size: number; // of this person's legs against the model's
  readonly #pace: number; // times scale with the root of lengths
  readonly #solver: StandingAxis;
  readonly #axes: readonly [StepAxis, StepAxis] = [createStepAxis(), createStepAxis()];
  readonly #best: StepChoice = createStepChoice();

  readonly #mayLand: ((ahead: number, left: number) => boolean) | undefined;

  /** `mayLand`: where feet may be put; default everywhere. */
  constructor(
    legOverModel: number,
    parameters: Partial<StandingParameters> = {},
    mayLand?: (ahead: number, left: number) => boolean,
  ) {
    this.#mayLand = mayLand;
    this.parameters = { ...STANDING_DEFAULTS, ...parameters };
    this.size = legOverModel;
    this.#pace = Math.sqrt(legOverModel);
    this.#solver = new StandingAxis(this.#pace * this.parameters.laterSwing, this.#pace * LATER_SHIFT);
  }

  /** [s] until a foot that carries this share of the weight can leave the ground. */
  liftTime(share: number): number {
    const { unloadBase, unloadSlope } = this.parameters;
    return this.#pace * (unloadBase + unloadSlope * share);
  }

  /** The best next step against a fall towards `direction` (unit, ahead and left), written to `out`. False: no foot may step. */
  choose(out: StepChoice, state: StandingState, direction: Float64Array): boolean {
    let found = false;
    const best = this.#best;
    for (let level = 1; level <= MOST_STEPS && !(found && best.caught); level++) {
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
      if (state.air >= 0 && first !== state.crosses && state.swung > 0.1 * this.#pace) continue;
      this.#writeAxes(state, direction, foot, steps, crossed);
      for (let i = 0; i < TIMES; i++) any = this.#tryTime(state, direction, foot, steps, crossed, i, any) || any;
    }
    return any;
  }

  #writeAxes(state: StandingState, direction: Float64Array, foot: 0 | 1, steps: number, crossed: number): void {
    const { parameters: p, size } = this;
    const [ahead, aside] = this.#axes;
    const other = 1 - foot;
    const width = Math.abs(state.stance[1]);
    ahead.xi = state.xi[0];
    aside.xi = state.xi[1];
    ahead.cop = state.cop[0];
    aside.cop = state.cop[1];
    ahead.stand = state.feet[2 * other];
    aside.stand = state.feet[2 * other + 1];
    ahead.room = size * (p.roomAhead + p.hipRoom);
    aside.room = size * (p.roomAside + p.hipRoom);
    for (let k = 0; k < steps; k++) {
      const which = k % 2 === 0 ? foot : other;
      const sign = which === 0 ? 1 : -1;
      const crosses = ((crossed >> k) & 1) === 1;
      ahead.wish[k] = sign * state.stance[0] + (crosses ? size * p.crossAhead : 0);
      aside.wish[k] = sign * width;
      ahead.least[k] = crosses ? size * p.crossAhead : -size * p.longestBack;
      ahead.most[k] = size * p.longest;
      const near = crosses ? -size * p.crossing : size * p.narrowest;
      const far = crosses ? size * p.narrowest : size * Math.max(p.widest, 1.2 * width);
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
    const short = size * p.endShort;
    ahead.end = -short * direction[0] * Math.abs(direction[0]);
    const along = direction[1] * Math.abs(direction[1]);
    if (lastCrosses) aside.end = -short * along;
    else if (sign * direction[1] > 0) {
      aside.end = -short * along - ((sign * width) / 2) * (1 - direction[1] * direction[1]);
    } else aside.end = (-sign * width) / 2;
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
    const { parameters: p, size } = this;
    const pace = this.#pace;
    const [ahead, aside] = this.#axes;
    const best = this.#best;
    const inAir = state.air >= 0;
    const crosses = (crossed & 1) === 1;
    const extra = crosses ? pace * p.crossTime : 0;
    const swing = pace * (p.leastSwing + i * TIME_STEP) + extra;
    const lift = inAir ? -1 : state.liftIn[foot];
    const land = inAir ? swing - state.swung : lift + swing;
    if (land < pace * RELEASE) return false;
    const reach = p.swingSpeed * Math.sqrt(size) * Math.max(0, (inAir ? land : swing) - 0.03 * pace);
    const from = inAir ? state.airPlace : state.feet;
    const o = inAir ? 0 : 2 * foot;
    const kept = [ahead.least[0], ahead.most[0], aside.least[0], aside.most[0]] as const;
    ahead.least[0] = Math.max(kept[0], from[o] - ahead.stand - reach);
    ahead.most[0] = Math.min(kept[1], from[o] - ahead.stand + reach);
    aside.least[0] = Math.max(kept[2], from[o + 1] - aside.stand - reach);
    aside.most[0] = Math.min(kept[3], from[o + 1] - aside.stand + reach);
    let tried = false;
    if (ahead.least[0] <= ahead.most[0] && aside.least[0] <= aside.most[0]) {
      let cost =
        this.#solver.solve(ahead, state.rate, steps, lift, land) +
        this.#solver.solve(aside, state.rate, steps, lift, land);
      const origin = inAir ? state.airFrom : state.feet;
      const travel = Math.hypot(ahead.stand + ahead.step[0] - origin[o], aside.stand + aside.step[0] - origin[o + 1]);
      const usual = pace * p.swingBase + (p.swingSlope / pace) * travel + extra;
      cost += size * p.timeWeight * (swing - usual) ** 2 + (crossed > 0 ? size * size * p.crossPrice : 0);
      const last = ahead.last * direction[0] + aside.last * direction[1];
      const before = ahead.before * direction[0] + aside.before * direction[1];
      const short = Math.max(last, before) - (ahead.endXi * direction[0] + aside.endXi * direction[1]);
      const caught = short >= size * p.caught - 1e-9;
      const lands = this.#mayLand?.(ahead.stand + ahead.step[0], aside.stand + aside.step[0]) ?? true;
      tried = lands;
      if (lands && (!found || isBetter(caught, short, cost, best))) {
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
        best.short = short;
        best.cost = cost;
        best.caught = caught;
      }
    }
    ahead.least[0] = kept[0];
    ahead.most[0] = kept[1];
    aside.least[0] = kept[2];
    aside.most[0] = kept[3];
    return tried;
  }
}

/** Caught is better than not; then the lower cost, or, where nothing catches, the one that comes nearest to it. */
function isBetter(caught: boolean, short: number, cost: number, best: StepChoice): boolean {
  if (caught !== best.caught) return caught;
  return caught ? cost < best.cost : short > best.short;
}

function copyChoice(out: StepChoice, from: StepChoice): void {
  out.foot = from.foot;
  out.steps = from.steps;
  out.crosses = from.crosses;
  out.lift = from.lift;
  out.land = from.land;
  out.swing = from.swing;
  out.place.set(from.place);
  out.shift.set(from.shift);
  out.short = from.short;
  out.cost = from.cost;
  out.caught = from.caught;
}
