/**
 * Where and when the next foot lands, so that the body is caught within three landings and comes back to its line: one small problem
 * per axis, landing time and double support, solved exactly. Everything is reckoned against the clip's own steps; without a hit the
 * answer is the clip.
 */
import { followClip } from './follow-clip.ts';
import type { GaitStep } from './gait-step.ts';
import { turnedX, turnedZ, writeOwnCourse } from './own-course.ts';
import { STEP_PLAN_DEFAULTS, STEP_PLAN_OPTIONS, type StepPlanParameters } from './parameters.ts';
import { PlanProblem, USUAL_STEP } from './plan-problem.ts';
import { RunRows, type RunSteps } from './run-rows.ts';
import type { LossReason, NominalLanding, StepPlanInput, StepPlanOptions, StepPlanOutput } from './step-plan-types.ts';
import { WalkRows } from './walk-rows.ts';

/** How the steps after the next landing are made. */
const LATER = ['own', 'soon', 'fast'] as const;
type Later = (typeof LATER)[number];
const TIMES = 8; // landing times that are tried
const LIFTS = 3; // moments at which the other foot may leave, while it still stands
const HELD = 0.7; // share of the double support for which weight that is held back stays where it is
const RELEASE = 0.05; // [s] of the model person: nearer than this no landing is planned
const SAME = 1e-6; // [m²] of the model person: cost below which the plan is the clip

export class StepPlan {
  readonly options: StepPlanOptions;
  readonly parameters: StepPlanParameters;
  readonly size: number; // of this person's legs against the model's (MODEL_LEG)
  readonly #problem: PlanProblem;
  readonly #run: RunSteps;
  readonly #own = new Float64Array(4);
  readonly #early = new Float64Array(2);
  readonly #walkRows = new WalkRows();
  readonly #runRows = new RunRows();
  #bestTime = 0;
  #bestLift = 0;
  #bestHold = 0;
  #bestShift = 1;

  constructor(
    legOverModel: number,
    options: Partial<StepPlanOptions> = {},
    parameters: Partial<StepPlanParameters> = {},
  ) {
    this.size = legOverModel;
    this.options = { ...STEP_PLAN_OPTIONS, ...options };
    this.parameters = { ...STEP_PLAN_DEFAULTS, ...parameters };
    this.#problem = new PlanProblem(legOverModel, this.options, this.parameters);
    this.#run = { steps: this.#problem.steps, now: 0, trunkTime: 1, leanLeft: 0, hipLag: 0 };
  }

  /** [s] Time constant with which the lean goes back in steps of this length. */
  trunkTime(step: GaitStep): number {
    return this.#problem.trunkTime(step);
  }

  /** Writes the best next landing to `out`, which holds the answer before it. Allocates nothing. */
  solve(out: StepPlanOutput, input: StepPlanInput): void {
    const { nominal } = input;
    const waits = input.sinceHit < this.options.delay;
    if (nominal.known === 0 || (waits && !out.reacts)) {
      followClip(out, input);
      return;
    }
    // while a hit is not felt, what was planned goes on
    if (waits && out.index === input.index) return;
    const n = nominal.planned;
    this.#problem.read(input);
    const error = this.#problem.brace(input);
    const runs = nominal.stance.step.load.length > 0;
    const cost = runs ? this.#solveRun(input, n) : this.#solveWalk(input, n);
    this.#writeOutput(out, input, n);
    out.cost = cost;
    out.captureError = error;
    out.reacts = cost > SAME * this.size * this.size;
    out.lost = this.#lossOf();
  }

  #solveWalk(input: StepPlanInput, n: number): number {
    const { quickShift, leastSwing } = this.parameters;
    const { duration: own, doubleSupport: ownShift } = input.nominal.stance.step;
    const latest = Math.max(own, input.time);
    const played = this.#playedBy(input);
    let best = Number.POSITIVE_INFINITY;
    // whoever still stands on both feet may lift the other one sooner than planned, or keep the weight on it for as long as the clip does
    const stands = input.time < input.doubleSupport;
    const sooner = Math.max(input.time + RELEASE * this.#problem.pace, quickShift * ownShift);
    const lifts = sooner < input.doubleSupport ? LIFTS : 1;
    const held = Math.max(input.doubleSupport, ownShift);
    const ways = stands && held - input.time > RELEASE * this.#problem.pace ? lifts + 1 : lifts;
    for (let tried = 0; tried < LATER.length * ways; tried++) {
      const way = Math.floor(tried / LATER.length);
      const holds = way === lifts;
      const lift = holds ? held : input.doubleSupport - ((input.doubleSupport - sooner) * way) / (LIFTS - 1);
      const hold = holds ? input.time + HELD * (held - input.time) : 0;
      const later = this.#writeLater(input, n, LATER[tried % LATER.length]);
      const soonest = Math.max(input.time + RELEASE * this.#problem.pace, lift + leastSwing * this.#problem.pace);
      const earliest = Math.min(latest, Math.max(soonest, played));
      const tries = latest > earliest ? TIMES : 1;
      for (let i = 0; i < tries; i++) {
        const T = latest - (i * (latest - earliest)) / Math.max(1, tries - 1);
        const late = later + this.#priceOf(T, own);
        if (late > best) break;
        const cost = late + this.#costOf(input, n, T, lift, hold, best - late);
        if (!(cost < best)) continue;
        best = cost;
        this.#bestTime = T;
        this.#bestLift = lift;
        this.#bestHold = hold;
        this.#bestShift = this.#problem.times[0].shifted[1] / Math.max(1e-9, this.#problem.times[0].ownShifted[1]);
        this.#problem.axes[0].keep(n);
        this.#problem.axes[1].keep(n);
      }
    }
    return best;
  }

  /** [s] When the source can have played its step, hurrying from now on. */
  #playedBy({ nominal: { stance }, time, shown, pace }: StepPlanInput): number {
    const { rush, fastest } = this.parameters;
    const left = Math.max(0, stance.step.duration - shown);
    const from = Math.max(1, pace);
    const top = Math.max(from, fastest);
    const rising = (top * top - from * from) / (2 * rush);
    const takes =
      left <= rising
        ? (Math.sqrt(from * from + 2 * rush * left) - from) / rush
        : (top - from) / rush + (left - rising) / top;
    return time + takes;
  }

  /** [m²] of a step of T [s] that is one of `own` in the clip. */
  #priceOf(T: number, own: number): number {
    return this.parameters.timeWeight * this.size * ((USUAL_STEP * this.#problem.pace * (T - own)) / own) ** 2;
  }

  /** Sets how the steps after the next landing are made: as in the clip, with the weight over soon, or all of them fast. Returns the price of
   *  that; Infinity: they are so fast already. */
  #writeLater({ nominal: { ahead } }: StepPlanInput, n: number, later: Later): number {
    const { quickShift, laterSwing } = this.parameters;
    let price = 0;
    let isFaster = later !== 'fast';
    for (let k = 1; k < n; k++) {
      const { step } = ahead[k - 1];
      const soon = quickShift * step.doubleSupport;
      const T = later === 'fast' ? Math.min(step.duration, soon + laterSwing * this.#problem.pace) : step.duration;
      isFaster ||= T < step.duration;
      price += this.#priceOf(T, step.duration);
      this.#readEarly(ahead[k - 1], T);
      for (let axis = 0; axis < 2; axis++) {
        const times = this.#problem.times[axis];
        times.duration[k] = T;
        times.shifted[k] = later === 'fast' || (later === 'soon' && k === 1) ? soon : step.doubleSupport;
        times.early[k] = this.#problem.frame.along(axis, this.#early[0], this.#early[1]);
      }
    }
    return isFaster ? price : Number.POSITIVE_INFINITY;
  }

  /** early = (x, z) [m] of the clip's own capture point T [s] after a landing, against that at the next one. */
  #readEarly(landing: NominalLanding, T: number): void {
    const { step } = landing;
    const own = this.#own;
    writeOwnCourse(own, step, T);
    let x = own[0] + own[2] / step.rate;
    let z = own[1] + own[3] / step.rate;
    writeOwnCourse(own, step, step.duration);
    x -= own[0] + own[2] / step.rate;
    z -= own[1] + own[3] / step.rate;
    this.#early[0] = turnedX(landing, x, z);
    this.#early[1] = turnedZ(landing, x, z);
  }

  /** Cost of one landing time and lift-off; Infinity when it is above `limit`. */
  #costOf(input: StepPlanInput, n: number, T: number, lift: number, hold: number, limit: number): number {
    const air = Math.max(0, T - Math.max(input.time, lift));
    this.#readEarly(input.nominal.stance, T);
    let cost = 0;
    for (let axis = 1; axis >= 0; axis--) {
      const times = this.#problem.times[axis];
      times.duration[0] = T;
      times.shifted[0] = lift;
      times.hold = hold;
      times.early[0] = this.#problem.frame.along(axis, this.#early[0], this.#early[1]);
      const problem = this.#problem.axes[axis];
      this.#problem.boundSwing(axis, air);
      cost += this.#walkRows.write(problem.rows, n, this.#problem.states[axis], this.#problem.xi[axis], times);
      cost += problem.solve(n);
      if (cost > limit) return Number.POSITIVE_INFINITY;
    }
    return cost;
  }

  #solveRun(input: StepPlanInput, n: number): number {
    const { stance } = input.nominal;
    const T = Math.max(stance.step.duration, input.time);
    const run = this.#run;
    run.now = input.time;
    run.trunkTime = this.trunkTime(stance.step);
    run.leanLeft = 1 - this.options.beta;
    run.hipLag = this.parameters.hipLag * this.#problem.pace;
    let cost = 0;
    for (let axis = 0; axis < 2; axis++) {
      this.#problem.boundSwing(axis, Math.max(0, T - input.time));
      this.#runRows.write(this.#problem.axes[axis].rows, n, this.#problem.states[axis], run);
      cost += this.#problem.axes[axis].solve(n);
      this.#problem.axes[axis].keep(n);
    }
    this.#bestTime = T;
    this.#bestLift = input.doubleSupport;
    this.#bestShift = 1;
    this.#bestHold = 0;
    return cost;
  }

  #writeOutput(out: StepPlanOutput, input: StepPlanInput, n: number): void {
    const { ahead, stance } = input.nominal;
    const frame = this.#problem.frame;
    const [aheadAxis, asideAxis] = this.#problem.axes;
    const first = ahead[0];
    out.index = input.index;
    out.foot = first.foot;
    out.yaw = first.footYaw;
    out.time = this.#bestTime;
    out.lift = this.#bestLift;
    out.hold = this.#bestHold;
    out.doubleSupport = this.#bestShift * first.step.doubleSupport;
    let aheadMoved = aheadAxis.stand;
    let asideMoved = asideAxis.stand;
    for (let k = 0; k < n; k++) {
      aheadMoved += aheadAxis.change[k];
      asideMoved += asideAxis.change[k];
      out.landings[2 * k] = ahead[k].x + frame.worldX(aheadMoved, asideMoved);
      out.landings[2 * k + 1] = ahead[k].z + frame.worldZ(aheadMoved, asideMoved);
      out.captures[2 * k] = frame.worldX(aheadAxis.capture[k], asideAxis.capture[k]);
      out.captures[2 * k + 1] = frame.worldZ(aheadAxis.capture[k], asideAxis.capture[k]);
    }
    out.place[0] = out.landings[0];
    out.place[1] = out.landings[1];
    out.soleShift[0] = frame.worldX(aheadAxis.shift, asideAxis.shift);
    out.soleShift[1] = frame.worldZ(aheadAxis.shift, asideAxis.shift);
    out.hip[0] = frame.worldX(aheadAxis.hip, asideAxis.hip);
    out.hip[1] = frame.worldZ(aheadAxis.hip, asideAxis.hip);
    const aside = frame.along(1, first.x - stance.x, first.z - stance.z) + asideAxis.change[0];
    out.crosses = first.foot !== stance.foot && (first.foot === 0 ? aside < 0 : aside > 0);
  }

  /** Nothing within reach catches the body. */
  #lossOf(): LossReason | undefined {
    const { size, parameters: p } = this;
    const { states, xi } = this.#problem;
    const [ahead, aside] = states;
    const capture = Math.hypot(xi[0] - ahead.stand, xi[1] - aside.stand);
    if (capture > size * p.lostCapture) return 'capture point out of reach';
    return Math.abs(aside.com - aside.stand) > size * p.lostBeside ? 'body too far beside the foot' : undefined;
  }
}
