/**
 * Keeps somebody who stands on their feet: by ankles and hips as long as that is enough, by steps where people step, and by a last step
 * back into the stance when all is over. Plans where feet go and where the balance point should be; the body makes it true.
 */
import type { Body } from '../../body/body.ts';
import type { StandingSteps } from '../../gait/standing-steps.ts';
import { createStepChoice, type StepChoice } from '../../gait/step-choice.ts';
import { type Plan, type Planner, takeLoad } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { FallWatch } from './fall-watch.ts';
import { heightGoal } from './height-course.ts';
import { lossOf } from './loss.ts';
import { createMoveScratch, moveSource } from './move-source.ts';
import {
  type FootEvent,
  STANDING_PLANNER_DEFAULTS,
  type StandingMode,
  type StandingPlannerOptions,
} from './options.ts';
import type { StandingBalance } from './parameters.ts';
import { createPlannerParts, type PlannerClock, type PlannerParts } from './planner-parts.ts';
import { restorePlanner, savePlanner } from './planner-state.ts';
import { legLength, type Stance } from './stance.ts';
import type { SwingFoot } from './swing-foot.ts';
import { leadOver, missesBack, planTidyStep, shiftBack } from './tidy-step.ts';

const BOTH = 3; // feet that may step, as bits

export class StandingPlanner implements Planner {
  mode: StandingMode = 'stand';
  readonly choice: StepChoice = createStepChoice();
  readonly events: FootEvent[] = [];
  readonly options: StandingPlannerOptions;
  /** [s] since a push began that the planner has not answered; the owner sets it to 0. */
  sincePush = Infinity;
  stepsTaken = 0; // since the last recovery
  reason = ''; // of a fall
  readonly legs: number; // [m] length of a leg
  tidying = false;

  readonly swingFoot: SwingFoot;
  readonly fallWatch: FallWatch;
  readonly #parts: PlannerParts;
  readonly #steps: StandingSteps;
  readonly #stance: Stance;
  readonly #balance: StandingBalance;
  readonly #clock: PlannerClock;
  readonly #from: Float64Array;
  readonly #want = new Float64Array(2); // (ahead, left): balance point now
  readonly #moving = createMoveScratch();

  constructor(body: Body, options: Partial<StandingPlannerOptions> = {}) {
    this.options = { ...STANDING_PLANNER_DEFAULTS, ...options };
    this.legs = legLength(body);
    const parts = createPlannerParts(body, this.legs, this.options);
    this.#parts = parts;
    this.swingFoot = parts.swingFoot;
    this.fallWatch = parts.fallWatch;
    this.#steps = parts.steps;
    this.#stance = parts.stance;
    this.#balance = parts.balance;
    this.#clock = parts.clock;
    this.#from = parts.from;
  }

  /** Whether the next step is the first of a recovery. */
  get #isFresh(): boolean {
    return this.stepsTaken === 0 || this.mode === 'stand';
  }

  /** A step is under way, or has been taken, and it is not calm yet. */
  get takesSteps(): boolean {
    return this.mode !== 'stand' || this.stepsTaken > 0;
  }

  /** Nothing happens any more, and feet are where they shall be. */
  get isSettled(): boolean {
    return this.mode === 'stand' && this.#parts.calm.isCalm;
  }

  /** Forgets everything: somebody who stands. */
  reset(): void {
    this.mode = 'stand';
    this.sincePush = Infinity;
    this.#forget();
    this.tidying = false;
    this.reason = '';
    this.#parts.calm.reset();
    this.#parts.height.reset();
    this.#stance.now.air = -1;
    this.#clock.phase = 0;
    this.#clock.next = 0;
  }

  #forget(): void {
    this.sincePush = Infinity;
    this.stepsTaken = 0;
    this.fallWatch.wish = undefined;
  }

  update(plan: Plan, body: ReactionBody, h: number): void {
    const stance = this.#stance;
    this.events.length = 0;
    this.#clock.phase += h;
    this.sincePush += h;
    this.#clock.next -= h;
    this.#parts.even.ground = body.reference.ground;
    if (this.mode === 'stand') stance.readFrame(body);
    stance.read(body);
    plan.copRest.set(stance.rest);
    const leaves = this.mode === 'shift' || this.mode === 'swing' ? this.choice.foot : -1;
    takeLoad(plan, leaves, h);
    for (let foot = 0; foot < 2; foot++) plan.feet[foot].heelUp = 0;
    this.#watch(body, h);
    plan.urgency = this.mode === 'stand' ? 0 : 1;
    if (this.mode === 'fall') plan.falling = true;
    if (this.mode === 'stand') this.#stand(plan, body);
    if (this.mode === 'shift') this.#shift(plan, body, h);
    if (this.mode === 'swing') this.#swing(plan, body, h);
    else if (this.mode === 'stay') this.#stay(plan, body);
    const landing = this.mode === 'swing' ? this.choice : undefined;
    this.#parts.height.advance(
      plan,
      heightGoal(body, stance.now, landing, this.swingFoot.landing, this.legs, this.#balance),
      h,
    );
  }

  /** Calm, or lost; and whether it is time for a step back into the stance. */
  #watch(body: ReactionBody, h: number): void {
    if (this.mode === 'fall') return;
    const calm = this.#parts.calm;
    calm.update(body, this.#stance, this.mode === 'stand' ? this.sincePush : 0, h);
    if (calm.isCalm) this.#forget();
    if (calm.isSlow && this.options.tidy && this.options.mayStep() && bothStand(body)) this.#tidy(body);
    this.reason = lossOf(body, this, this.#stance, this.#steps, this.#parts.height.height, this.#balance);
    if (this.reason !== '') this.#enter('fall');
  }

  #enter(mode: StandingMode): void {
    this.mode = mode;
    this.#clock.phase = 0;
    this.#clock.next = 0;
    this.#from.set(this.#stance.now.cop);
  }

  /** Ankles and hips: the balance point goes beyond the capture point's error. A step begins where that will not do. */
  #stand(plan: Plan, body: ReactionBody): void {
    const { rest, lean } = this.#stance;
    const settles = this.stepsTaken > 0 && this.#parts.calm.isSlow;
    const gain = settles ? this.#balance.settleGain : body.parameters.captureGain;
    for (let k = 0; k < 2; k++) {
      const error = body.momentum.captureError((2 * k) as 0 | 2) - rest[k] - lean[k];
      plan.copShift[k] = rest[k] + gain * error;
    }
    if (this.#clock.next > 0 || this.sincePush < this.#steps.parameters.delay || !this.options.mayStep()) return;
    this.#clock.next = this.#balance.replan;
    if (bothStand(body) && this.fallWatch.mustStep()) this.#startStep(BOTH);
  }

  /** Plans a step of the feet in `may` and begins to move the weight over. False: no step helps. */
  #startStep(may: number): boolean {
    const { now, rightShare } = this.#stance;
    now.air = -1;
    now.may = may;
    now.slack = 0;
    for (let foot = 0; foot < 2; foot++) {
      const share = may !== BOTH ? 0 : foot === 0 ? 1 - rightShare : rightShare;
      now.liftIn[foot] = this.#steps.liftTime(share);
    }
    this.fallWatch.aim(this.#isFresh);
    if (!this.fallWatch.choose(this.choice, this.stepsTaken)) return false;
    this.tidying = false;
    this.#enter('shift');
    this.#clock.length = this.choice.lift;
    this.#clock.next = this.#balance.replan;
    return true;
  }

  #shift(plan: Plan, body: ReactionBody, h: number): void {
    if (this.tidying) {
      this.#shiftToTidy(plan, body, h);
      return;
    }
    const { choice } = this;
    const { now } = this.#stance;
    if (this.#clock.next <= 0 && this.#clock.length - this.#clock.phase > h) {
      this.#clock.next = this.#balance.replan;
      now.may = 1 << choice.foot;
      now.slack = this.#balance.almostCaught;
      now.liftIn.fill(Math.max(0, this.#clock.length - this.#clock.phase));
      this.fallWatch.aim(this.#isFresh);
      this.fallWatch.choose(this.choice, this.stepsTaken);
    }
    // the foot that will step is loaded first; then the weight goes over
    const left = this.#clock.length - this.#clock.phase;
    const u = Math.max(0, 1 - left / this.#steps.shiftTime);
    if (u === 0) this.#from.set(choice.loading);
    const stand = 2 * (1 - choice.foot);
    for (let k = 0; k < 2; k++) {
      this.#want[k] = this.#from[k] + u * (now.feet[stand + k] + choice.shift[k] - this.#from[k]);
    }
    this.#stance.writeCop(plan, body, this.#want);
    plan.feet[choice.foot].load = Math.max(this.#balance.landedLoad, 1 - u);
    plan.feet[choice.foot].heelUp = u * this.#balance.heelOff;
    if (this.#clock.phase >= this.#clock.length) this.#lift(plan, body, h);
  }

  /** The foot that goes back pushes the body off, over the foot that stays; then it lifts. A push ends it. */
  #shiftToTidy(plan: Plan, body: ReactionBody, h: number): void {
    const stance = this.#stance;
    const { phase } = this.#clock;
    const isPushed = this.sincePush < phase;
    // crossed legs leave no room to push off aside: then it is a step like any other
    const isLost = phase > this.#balance.tidyLongest || this.fallWatch.mustStep();
    if (isPushed || isLost) {
      this.tidying = false;
      this.#enter('stand');
      if (!isPushed) this.#startStep(BOTH);
      return;
    }
    const isOver = shiftBack(this.#want, this.#from, stance, this.choice.foot, phase, this.#balance);
    stance.writeCop(plan, body, this.#want);
    if (!isOver) return;
    const foot = plan.feet[this.choice.foot];
    const { landedLoad, tidyUnload } = this.#balance;
    foot.load = Math.max(landedLoad, foot.load - tidyUnload);
    foot.heelUp = (1 - foot.load) * this.#balance.heelOff;
    if (foot.load <= landedLoad) this.#lift(plan, body, h);
  }

  #lift(plan: Plan, body: ReactionBody, h: number): void {
    const { choice } = this;
    const { foot } = choice;
    plan.feet[foot].load = 0;
    this.#stance.lift(foot, choice.crosses);
    this.#enter('swing');
    this.#clock.next = this.#balance.replan;
    if (!this.tidying) this.stepsTaken++;
    this.events.push({ kind: 'lift', foot });
    this.swingFoot.begin(body, choice, this.#stance, h);
  }

  #swing(plan: Plan, body: ReactionBody, h: number): void {
    const { choice } = this;
    const { foot } = choice;
    const { now } = this.#stance;
    const swing = this.swingFoot;
    this.#stance.readSwing(swing.course);
    const isLate = this.tidying && missesBack(this.#stance, foot, swing.timeLeft) > this.#balance.nearCaught;
    if (isLate || (this.tidying && this.sincePush < this.#clock.phase)) this.tidying = false;
    const { delay, release } = this.#steps.parameters;
    const { reactsInSwing, settlesFrom } = this.#balance;
    const sees = this.sincePush >= Math.min(reactsInSwing, delay);
    if (
      !this.tidying &&
      sees &&
      this.#clock.next <= 0 &&
      swing.timeLeft > release &&
      swing.course.phase < settlesFrom
    ) {
      this.#clock.next = this.#balance.replan;
      now.slack = this.#balance.almostCaught;
      this.fallWatch.aim(this.#isFresh);
      if (this.fallWatch.choose(this.choice, this.stepsTaken)) {
        now.crosses = choice.crosses;
        swing.aim(body, choice, this.#stance, Math.max(release, choice.land), h);
      }
    }
    if (this.tidying)
      leadOver(this.#want, this.#stance, choice, swing.timeLeft, body.parameters.captureGain, this.#balance);
    else for (let k = 0; k < 2; k++) this.#want[k] = now.feet[2 * (1 - foot) + k] + choice.shift[k];
    this.#stance.writeCop(plan, body, this.#want);
    if (swing.timeLeft <= 1e-9) this.#land(plan, body);
    else swing.write(plan.feet[foot], body.reference.feet[foot].pitchAxis, h);
  }

  #land(plan: Plan, body: ReactionBody): void {
    const { foot } = this.choice;
    const stance = this.#stance;
    plan.feet[foot].turn.fill(0);
    plan.feet[foot].load = this.#balance.landedLoad;
    stance.now.air = -1;
    this.events.push({ kind: 'land', foot });
    this.fallWatch.aim(this.#isFresh);
    const holds = this.fallWatch.isCaught(Math.hypot(body.ws.comVelocity[0], body.ws.comVelocity[2]));
    stance.writeMiddle(this.fallWatch.origin);
    const tidied = this.tidying;
    this.tidying = false;
    if (tidied || holds || !this.#startStep(1 << (1 - foot))) this.#enter('stay');
  }

  /** Weight comes onto the landed foot; then it is a stand like any other. */
  #stay(plan: Plan, body: ReactionBody): void {
    const { stayBlend, stayShare } = this.#steps.parameters;
    const { now, held } = this.#stance;
    const u = Math.min(1, this.#clock.phase / stayBlend);
    const beyond = (k: number): number => now.xi[k] + stayShare * (now.xi[k] - (now.feet[k] + now.feet[2 + k]) / 2);
    this.#stance.outside(beyond(0), beyond(1));
    for (let k = 0; k < 2; k++) this.#want[k] = this.#from[k] + u * (held[k] - this.#from[k]);
    this.#stance.writeCop(plan, body, this.#want);
    if (u >= 1) this.#enter('stand');
  }

  /** Begins a step back into the stance, where a foot is out of it. */
  #tidy(body: ReactionBody): void {
    const { wish } = this.fallWatch;
    if (!planTidyStep(this.choice, body, this.#stance, this.#parts.even, this.#balance, wish?.follows)) return;
    this.tidying = true;
    this.#enter('shift');
  }

  /** Moves the source to where the feet stand now, once all is calm. Call between ticks. */
  absorb(body: ReactionBody): void {
    if (this.isSettled) this.#parts.height.height += moveSource(body, this.#moving);
  }

  /** Everything that the next plan depends on. */
  save(out: Float64Array): void {
    savePlanner(out, this, this.#parts);
  }

  restore(saved: Float64Array): void {
    restorePlanner(this, this.#parts, saved);
  }
}

/** A foot that the source holds up finds no ground: whoever stands on one foot balances there. */
const bothStand = ({ reference: { feet } }: ReactionBody): boolean => feet[0].firmness > 0 && feet[1].firmness > 0;
