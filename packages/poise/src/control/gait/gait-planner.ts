/**
 * Keeps somebody who walks or runs on their feet: the step plan says where and when the next foot lands, how far the balance point
 * helps and what the hip adds; the source is played faster where a foot has to land sooner. Everything is told against the source:
 * places of feet and balance point are displacements from what the source does at the same moment.
 */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { MODEL_LEG } from '../../gait/standing-parameters.ts';
import { trunkTimesPerStep } from '../../gait/steps/lean.ts';
import { STEP_PLAN_OPTIONS } from '../../gait/steps/parameters.ts';
import { StepPlan } from '../../gait/steps/step-plan.ts';
import { createStepPlanInput, createStepPlanOutput } from '../../gait/steps/step-plan-memory.ts';
import type { NominalSteps, StepPlanInput, StepPlanOptions, StepPlanOutput } from '../../gait/steps/step-plan-types.ts';
import { leftShare } from '../left-share.ts';
import type { Plan, Planner } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { Reference } from '../reference.ts';
import type { Source } from '../source.ts';
import { createMoveScratch } from '../standing/move-source.ts';
import type { FootEvent } from '../standing/options.ts';
import { legLength } from '../standing/stance.ts';
import { displacement, landingHeight, shiftFeet } from './displaced-feet.ts';
import { GaitCalm } from './gait-calm.ts';
import { gaitLoss } from './gait-loss.ts';
import { createClock, type GaitClock, LONG_AGO, restoreGait, savedBeginning, saveGait } from './gait-state.ts';
import { askBow } from './passing.ts';
import { writePlanInput } from './plan-input.ts';
import { askedPace, changePace } from './source-pace.ts';
import { SourceSteps } from './source-steps.ts';
import { type StepsAhead, takesSteps } from './steps-ahead.ts';
import { SwingOffset } from './swing-offset.ts';
import { WalkerSink } from './walker-sink.ts';
import { shiftedShare } from './weight-shift.ts';

const REPLAN = 0.02; // [s] between plans
const RELEASE = 0.05; // [s] before a landing nothing is planned any more
const GRIP_TIME = 0.06; // [s] before it lands a foot follows its course exactly
const MOST_GRIP = 0.8;
const MOST_TREAD = 4; // weights
const FIRMLY = 0.6; // urgency of the balance point while a hit is answered
const ROUNDING = 1e-7; // [m]
const LONGEST_SWING = 1; // [s] that a foot takes to its place, also where no landing is known
const FOLLOWS_IN = 0.4; // [s] in which a foot that is not the next to land comes along
const KEEPS_TIME = 1e6; // price of any other landing time
const FORGOTTEN = 3; // [s] where a source was looked at first no longer matters after two of its steps
const ON_LINE = 0.01; // [m] beside the line that nobody sees

export class GaitPlanner implements Planner {
  readonly stepPlan: StepPlan;
  readonly output: StepPlanOutput = createStepPlanOutput();
  readonly events: FootEvent[] = [];
  /** [s] since a push began; the owner sets it to 0. */
  sincePush = Infinity;
  reason = ''; // of a fall
  stepsTaken = 0; // since the last push
  readonly #steps: StepsAhead;
  readonly keepsTime: boolean; // the source cannot be played faster
  readonly #input: StepPlanInput = createStepPlanInput();
  readonly #rest = new Float64Array(2); // (x, z) [m] displacement of the feet that carry
  readonly #before = new Float64Array(2); // (x, z) [m] displacement of the foot that carried before
  readonly #targets = [new Float64Array(3), new Float64Array(3)] as const; // [m] displacement at the next landing
  readonly #swings = [new SwingOffset(), new SwingOffset()] as const;
  readonly #clock: GaitClock = createClock();
  readonly #own = new Float64Array(8);
  readonly #moving = createMoveScratch();
  readonly #calm: GaitCalm;
  readonly #legs: number; // [m]
  readonly #postureRate: number;
  readonly #sink: WalkerSink;

  /** `guessed`: the steps of a source that knows nothing ahead; it cannot be played faster, so feet land when its own do. */
  constructor(source: Source, options: Partial<StepPlanOptions> = {}, guessed?: StepsAhead) {
    this.#steps = guessed ?? new SourceSteps(source);
    this.keepsTime = guessed !== undefined;
    this.#legs = legLength(source.body);
    this.stepPlan = new StepPlan(this.#legs / MODEL_LEG, options, guessed ? { timeWeight: KEEPS_TIME } : {});
    this.#calm = new GaitCalm(this.stepPlan.size);
    this.#sink = new WalkerSink(this.#legs, this.stepPlan.size);
    const usual = trunkTimesPerStep(STEP_PLAN_OPTIONS.beta);
    this.#postureRate = Math.sqrt(trunkTimesPerStep(this.stepPlan.options.beta) / usual);
  }

  /** Forgets everything; `t` [s] of the source is where it begins. */
  reset(t: number): void {
    this.#steps.begin(t);
    this.#clock.index = -1;
    this.#clock.nextPlan = 0;
    this.#clock.wasUp.fill(false);
    for (const target of this.#targets) target.fill(0);
    this.#rest.fill(0);
    this.#before.fill(0);
    Object.assign(this.output, { index: Number.NaN, reacts: false, lost: undefined });
    this.sincePush = Infinity;
    this.stepsTaken = 0;
    this.reason = '';
    this.#calm.time = 0;
    this.#sink.course.reset();
  }

  /** Whether the source takes steps at t [s]: somebody who stands for long, or for a moment without moving on, does not. `speed`: [m/s]
   *  over the ground. */
  isStepping(t: number, speed: number): boolean {
    return takesSteps(this.#steps.standsFor(t), speed, this.stepPlan.size);
  }

  get nominal(): NominalSteps {
    return this.#input.nominal;
  }

  /** All is well; the walker may still be beside the line. */
  get isSettled(): boolean {
    return this.reason === '' && this.#calm.isCalm;
  }

  update(plan: Plan, body: ReactionBody, h: number): void {
    const { reference } = body;
    const clock = this.#clock;
    this.events.length = 0;
    this.sincePush += h;
    clock.nextPlan -= h;
    this.#follow(body, h);
    if (clock.nextPlan <= 0) this.#solve(body);
    this.#watch(plan, body);
    this.#pace(body, h);
    plan.tread = Math.max(0, Math.min(MOST_TREAD, reference.projected[4] / (body.body.totalMass * GRAVITY)));
    plan.treads = true;
    plan.postureRate = this.#postureRate;
    this.#shiftWeight(plan, body, h);
    this.#sink.advance(plan, body, this.#input.nominal, this.output, this.#targets, clock.index, h);
    for (const foot of [0, 1] as const) this.#swing(plan, body, foot, h);
    this.#calm.update(body, this.#rest, this.sincePush, h);
  }

  /** Which step is on, and for how long. */
  #follow(body: ReactionBody, h: number): void {
    const { reference } = body;
    const clock = this.#clock;
    const index = this.#steps.at(reference.time);
    if (index === clock.index) {
      clock.sinceLanding += h;
      return;
    }
    const stance = this.#steps.step(index);
    const isFirst = clock.index < 0;
    const since = Math.max(0, reference.time - this.#steps.landingTime(index));
    clock.sinceLanding = isFirst ? since : since / reference.rate;
    clock.shift = stance && !isFirst && this.output.reacts ? this.output.doubleSupport : (stance?.doubleSupport ?? 0);
    clock.hold = 0;
    clock.over = 0;
    clock.index = index;
    clock.nextPlan = 0;
    if (!stance) return;
    const other = stance.foot === 0 ? 1 : 0;
    this.#before[0] = displacement(body, other, 0);
    this.#before[1] = displacement(body, other, 2);
    if (isFirst) return;
    this.events.push({ kind: 'land', foot: stance.foot });
    this.stepsTaken++;
  }

  /** Loss is told before the body breaks. */
  #watch(plan: Plan, body: ReactionBody): void {
    if (plan.falling) return;
    this.reason = gaitLoss(body, this.output.lost, this.#legs);
    plan.falling = this.reason !== '';
  }

  #solve(body: ReactionBody): void {
    const output = this.output;
    const input = this.#input;
    const clock = this.#clock;
    const { reference } = body;
    if (!this.#steps.writeNominal(input.nominal, clock.index, reference.placement)) {
      if (this.keepsTime) output.reacts = false; // nobody steps: what is left is for the ankles
      return;
    }
    clock.nextPlan = REPLAN;
    const landsIn = (this.#steps.landingTime(clock.index + 1) - reference.time) / reference.rate;
    if (output.index === clock.index && landsIn < RELEASE) return;
    input.index = clock.index;
    input.time = clock.sinceLanding;
    input.doubleSupport = clock.shift;
    input.over = clock.over;
    input.sinceHit = this.sincePush;
    input.shown = reference.time - input.nominal.stance.step.land;
    input.pace = reference.rate;
    writePlanInput(input, body, this.#before, this.#own);
    this.stepPlan.solve(output, input);
    if (input.nominal.known === 0) return;
    if (output.reacts && clock.sinceLanding < clock.shift) {
      clock.shift = output.lift;
      clock.hold = output.hold;
    }
    const [next] = input.nominal.ahead;
    const target = this.#targets[output.foot];
    target[0] = rounded(output.place[0] - next.x);
    target[2] = rounded(output.place[1] - next.z);
    target[1] = landingHeight(body, next.x, next.z, target);
  }

  /** The source is played as fast as the next landing asks for. */
  #pace({ reference }: ReactionBody, h: number): void {
    if (this.keepsTime) return;
    const { output } = this;
    const { index, sinceLanding, shift } = this.#clock;
    const { step } = this.#input.nominal.stance;
    const hurries = output.reacts && output.index === index && output.time < step.duration - h;
    const shown = reference.time - step.land;
    const landsIn = this.#steps.landingTime(index + 1) - reference.time;
    const goal = hurries
      ? askedPace(step.doubleSupport - shown, shift - sinceLanding, landsIn, output.time - sinceLanding, h)
      : 1;
    changePace(reference, goal, this.stepPlan.parameters, h);
  }

  /** Where the balance point should be: under the same soles as the source's, on the foot that landed last as soon as the plan says. */
  #shiftWeight(plan: Plan, body: ReactionBody, h: number): void {
    const { output } = this;
    const { reference, momentum, parameters } = body;
    const { stance } = this.#input.nominal;
    const { shift, sinceLanding } = this.#clock;
    const [left, right] = reference.feet;
    const share = left.firmness === 0 ? 0 : right.firmness === 0 ? 1 : leftShare(body);
    const both = left.firmness > 0 && right.firmness > 0;
    const shifted = shiftedShare(this.#clock, plan, stance, share, both, h);
    const flies = left.firmness === 0 && right.firmness === 0;
    const waits = this.sincePush < this.stepPlan.options.delay;
    for (let k = 0; k < 2; k++) {
      const c = (2 * k) as 0 | 2;
      if (!flies) {
        const apart = left.ball[c] - right.ball[c];
        const carried = shifted * displacement(body, 0, c) + (1 - shifted) * displacement(body, 1, c);
        this.#rest[k] = carried + (shifted - share) * apart;
      }
      const rest = this.#rest[k];
      plan.copRest[k] = rest;
      // what is too small to plan for is left to the ankles: nobody walks on without them
      const small = waits ? 0 : parameters.captureGain * (momentum.captureError(c) - rest);
      const planned = output.hip[k] + (sinceLanding < shift ? 0 : output.soleShift[k]);
      plan.copShift[k] = rest + (output.reacts ? planned : small);
    }
    plan.urgency = output.reacts ? FIRMLY : 0;
  }

  #swing(plan: Plan, body: ReactionBody, foot: 0 | 1, h: number): void {
    const own = plan.feet[foot];
    const swing = this.#swings[foot];
    const { wasUp, index } = this.#clock;
    const { reference } = body;
    if (reference.feet[foot].firmness > 0 && own.load > 0) {
      wasUp[foot] = false;
      own.grip = 0;
      return;
    }
    if (!wasUp[foot]) {
      const { place, leftHeight } = body.feet[foot];
      swing.begin(place);
      swing.place[1] += leftHeight;
      if (this.output.foot !== foot) this.#targets[foot].set(place);
      wasUp[foot] = true;
    }
    const isNext = this.output.foot === foot;
    const target = this.#targets[this.output.foot];
    const landIn = Math.min(LONGEST_SWING, (this.#steps.landingTime(index + 1) - reference.time) / reference.rate);
    own.offset.set(swing.show());
    askBow(swing, body, foot, target, this.#input.nominal, isNext ? landIn : LONGEST_SWING, this.stepPlan.size);
    swing.advance(target, isNext ? landIn : FOLLOWS_IN, h);
    own.rate.set(swing.mean);
    for (let c = 0; c < 3; c++) own.turn[c] = own.turnRate[c] = 0;
    own.landing = target[1];
    own.grip = isNext ? MOST_GRIP * (1 - Math.min(1, landIn / GRIP_TIME)) : 0;
  }

  /** Moves the source along its way to where the walker is; beside the line only once all is well. Call between ticks. */
  absorb(body: ReactionBody): void {
    const { nominal } = this.#input;
    if (nominal.known === 0) return;
    const { stance, ahead } = nominal;
    if (!body.feet[stance.foot].stands) return;
    const { place } = body.feet[stance.foot];
    const [x, z] = [ahead[0].x - stance.x, ahead[0].z - stance.z];
    const way = nominal.known > 1 ? [ahead[1].x - stance.x, ahead[1].z - stance.z] : [x, z];
    const size = Math.hypot(way[0], way[1]);
    const [ux, uz] = size > 0.05 ? [way[0] / size, way[1] / size] : [0, 0];
    const along = place[0] * ux + place[2] * uz;
    const isOnLine = this.isSettled && Math.hypot(place[0] - along * ux, place[2] - along * uz) < ON_LINE;
    const [dx, dz] = isOnLine ? [place[0], place[2]] : [along * ux, along * uz];
    if (Math.hypot(dx, dz) < 1e-4) return;
    shiftFeet(body, dx, dz, this.#swings, this.#moving);
    for (const target of this.#targets) {
      target[0] -= dx;
      target[2] -= dz;
    }
    for (const values of [this.#rest, this.#before]) {
      values[0] -= dx;
      values[1] -= dz;
    }
  }

  /** Everything that the next plan depends on. The source stands at `t` [s]. */
  save(out: Float64Array, t: number): void {
    const { begunAt } = this.#steps;
    saveGait(out, this, this.#parts(), {
      now: this.#steps.at(t),
      begunAt: begunAt > t - FORGOTTEN ? begunAt : LONG_AGO,
    });
  }

  /** The source must be where it was when it was saved. */
  restore(saved: Float64Array, { time, placement }: Reference): void {
    const begunAt = savedBeginning(saved);
    this.reset(begunAt === LONG_AGO ? time - FORGOTTEN : begunAt);
    restoreGait(this, this.#parts(), saved, this.#steps.at(time));
    if (this.#clock.index >= 0) this.#steps.writeNominal(this.#input.nominal, this.#clock.index, placement);
  }

  #parts() {
    return {
      clock: this.#clock,
      rest: this.#rest,
      before: this.#before,
      targets: this.#targets,
      swings: this.#swings,
      calm: this.#calm,
      height: this.#sink.course,
    };
  }
}

const rounded = (value: number): number => (Math.abs(value) < ROUNDING ? 0 : value);
