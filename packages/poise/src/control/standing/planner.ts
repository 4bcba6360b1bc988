/**
 * Keeps somebody who stands on their feet: by ankles and hips as long as that is enough, by steps where people step, and by a last step
 * back into the stance when all is over. Plans where feet go and where the balance point should be; the body makes it true.
 */
import type { Body } from '../../body/body.ts';
import { MODEL_LEG } from '../../gait/standing-parameters.ts';
import { createStepChoice, StandingSteps, type StepChoice } from '../../gait/standing-steps.ts';
import { SWING_STATE } from '../../gait/swing-course.ts';
import { ease } from '../../math/ease.ts';
import { CONTACT_FADE } from '../parameters.ts';
import type { Plan, Planner } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';
import { Calm } from './calm.ts';
import { EvenGround } from './even-ground.ts';
import { FallWatch } from './fall-watch.ts';
import { HeightCourse, sinkOf } from './height-course.ts';
import { lossOf } from './loss.ts';
import { createMoveScratch, moveSource } from './move-source.ts';
import {
  type FootEvent,
  MODES,
  STANDING_PLANNER_DEFAULTS,
  type StandingMode,
  type StandingPlannerOptions,
} from './options.ts';
import { legLength, Stance } from './stance.ts';
import { CHOICE_STATE, restoreChoice, saveChoice } from './step-state.ts';
import { SwingFoot } from './swing-foot.ts';
import { planTidyStep, TIDY_SHIFT } from './tidy-step.ts';

/** Numbers of a planner in a save. */
export const STANDING_STATE = 27 + CHOICE_STATE + SWING_STATE;

const REPLAN = 0.02; // [s] between plans
const RELEASE = 0.05; // [s] before landing the plan stands
const LANDED = 0.05; // share of its load that a foot has when it lands, and just before it leaves
const BOTH = 3; // feet that may step, as bits
const REACTS_IN_SWING = 0.06; // [s] after a push, a foot in the air is aimed anew
const UNLOADS = 0.1; // per tick, of the foot that tidies up

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

  readonly #steps: StandingSteps;
  readonly #stance: Stance;
  readonly #calm: Calm;
  readonly #swingFoot = new SwingFoot();
  readonly #height = new HeightCourse();
  readonly #fallWatch: FallWatch;
  readonly #even: EvenGround;
  readonly #from = new Float64Array(2); // (ahead, left): balance point when a phase began
  readonly #want = new Float64Array(2); // (ahead, left): balance point now
  readonly #moving = createMoveScratch();
  #phase = 0; // [s] in this mode
  #length = 0; // [s] that the shift takes
  #next = 0; // [s] until the next plan

  constructor(body: Body, options: Partial<StandingPlannerOptions> = {}) {
    this.options = { ...STANDING_PLANNER_DEFAULTS, ...options };
    this.legs = legLength(body);
    const { walkable, parameters } = this.options;
    const mayLand = walkable && ((a: number, l: number) => walkable(stance.worldX(a, l), stance.worldZ(a, l)));
    this.#steps = new StandingSteps(this.legs / MODEL_LEG, parameters, mayLand);
    const stance = new Stance(this.#steps.parameters, this.#steps.size);
    this.#stance = stance;
    this.#calm = new Calm(this.#steps.size);
    this.#even = new EvenGround(this.legs, stance.forward);
    this.#fallWatch = new FallWatch(this.#steps, stance, this.#even);
  }

  /** Whether the next step is the first of a recovery. */
  get #isFresh(): boolean {
    return this.stepsTaken === 0 || this.mode === 'stand';
  }

  /** [s] that everything has been calm. */
  get calm(): number {
    return this.#calm.time;
  }

  /** Nothing happens any more, and feet are where they shall be. */
  get isSettled(): boolean {
    return this.mode === 'stand' && this.#calm.isCalm;
  }

  /** Forgets everything: somebody who stands. */
  reset(): void {
    this.mode = 'stand';
    this.sincePush = Infinity;
    this.stepsTaken = 0;
    this.tidying = false;
    this.reason = '';
    this.#calm.reset();
    this.#height.reset();
    this.#stance.now.air = -1;
    this.#phase = 0;
    this.#next = 0;
  }

  update(plan: Plan, body: ReactionBody, h: number): void {
    const stance = this.#stance;
    this.events.length = 0;
    this.#phase += h;
    this.sincePush += h;
    this.#next -= h;
    this.#even.ground = body.reference.ground;
    if (this.mode === 'stand') stance.readFrame(body);
    stance.read(body);
    plan.copRest.set(stance.rest);
    this.#takeLoad(plan, h);
    this.#watch(body, h);
    plan.urgency = this.mode === 'stand' ? 0 : 1;
    if (this.mode === 'fall') this.#fall(plan);
    if (this.mode === 'stand') this.#stand(plan, body);
    if (this.mode === 'shift') this.#shift(plan, body, h);
    if (this.mode === 'swing') this.#swing(plan, body, h);
    else if (this.mode === 'stay') this.#stay(plan, body);
    this.#height.advance(plan, this.#heightGoal(body), h);
  }

  /** Feet on the ground take their load within CONTACT_FADE. */
  #takeLoad(plan: Plan, h: number): void {
    for (let foot = 0; foot < 2; foot++) {
      const f = plan.feet[foot];
      const leaves = (this.mode === 'shift' || this.mode === 'swing') && this.choice.foot === foot;
      if (!leaves && f.load > 0) f.load = Math.min(1, f.load + h / CONTACT_FADE);
    }
  }

  /** Calm, or lost; and whether it is time for a step back into the stance. */
  #watch(body: ReactionBody, h: number): void {
    if (this.mode === 'fall') return;
    const calm = this.#calm;
    calm.update(body, this.#stance.rest, this.mode === 'stand' ? this.sincePush : 0, h);
    if (calm.isCalm) this.stepsTaken = 0;
    if (calm.isSlow && this.options.tidy && this.options.mayStep()) this.#tidy(body);
    this.reason = lossOf(body, this.#stance, this.legs, this.stepsTaken, this.#height.height);
    if (this.reason !== '') this.#enter('fall');
  }

  #heightGoal(body: ReactionBody): number {
    const swings = this.mode === 'swing';
    const lower = Math.min(this.#footHeight(body, 0), this.#footHeight(body, 1));
    return lower - sinkOf(this.#stance.now, swings ? this.choice : undefined, this.legs);
  }

  #footHeight(body: ReactionBody, foot: number): number {
    const lands = this.mode === 'swing' && this.choice.foot === foot;
    return lands ? this.#swingFoot.landing : body.feet[foot].place[1];
  }

  /** The wished balance point (ahead, left) as a shift of the source's own. */
  #writeCop(plan: Plan, body: ReactionBody): void {
    const [a, l] = this.#want;
    plan.copShift[0] = this.#stance.worldX(a, l) - body.momentum.ownCop[0];
    plan.copShift[1] = this.#stance.worldZ(a, l) - body.momentum.ownCop[1];
  }

  #enter(mode: StandingMode): void {
    this.mode = mode;
    this.#phase = 0;
    this.#next = 0;
    this.#from.set(this.#stance.now.cop);
  }

  /** Ankles and hips: the balance point goes beyond the capture point's error. A step begins where that will not do. */
  #stand(plan: Plan, body: ReactionBody): void {
    const { rest } = this.#stance;
    for (let k = 0; k < 2; k++) {
      const error = body.momentum.captureError((2 * k) as 0 | 2) - rest[k];
      plan.copShift[k] = rest[k] + body.parameters.captureGain * error;
    }
    if (this.#next > 0 || this.sincePush < this.#steps.parameters.delay || !this.options.mayStep()) return;
    this.#next = REPLAN;
    if (this.#fallWatch.mustStep()) this.#startStep(BOTH);
  }

  /** Plans a step of the feet in `may` and begins to move the weight over. False: no step helps. */
  #startStep(may: number): boolean {
    const { now, rightShare } = this.#stance;
    now.air = -1;
    now.may = may;
    for (let foot = 0; foot < 2; foot++) {
      const share = may !== BOTH ? 0 : foot === 0 ? 1 - rightShare : rightShare;
      now.liftIn[foot] = this.#steps.liftTime(share);
    }
    this.#fallWatch.aim(this.#isFresh);
    if (!this.#fallWatch.choose(this.choice)) return false;
    this.tidying = false;
    this.#enter('shift');
    this.#length = this.choice.lift;
    this.#next = REPLAN;
    return true;
  }

  #shift(plan: Plan, body: ReactionBody, h: number): void {
    if (this.tidying) {
      this.#shiftToTidy(plan, body);
      return;
    }
    const { choice } = this;
    const { now } = this.#stance;
    if (this.#next <= 0 && this.#length - this.#phase > h) {
      this.#next = REPLAN;
      now.may = 1 << choice.foot;
      now.liftIn.fill(Math.max(0, this.#length - this.#phase));
      this.#fallWatch.aim(this.#isFresh);
      this.#fallWatch.choose(this.choice);
    }
    const u = Math.min(1, this.#phase / Math.max(1e-3, this.#length));
    const stand = 2 * (1 - choice.foot);
    for (let k = 0; k < 2; k++) {
      this.#want[k] = this.#from[k] + u * (now.feet[stand + k] + choice.shift[k] - this.#from[k]);
    }
    this.#writeCop(plan, body);
    plan.feet[choice.foot].load = Math.max(LANDED, 1 - u);
    if (this.#phase >= this.#length) this.#lift(plan, body);
  }

  /** Without haste: the capture point moves over the foot that stays, then the other one lifts. A push ends it. */
  #shiftToTidy(plan: Plan, body: ReactionBody): void {
    const { feet, xi } = this.#stance.now;
    if (this.sincePush < this.#phase) {
      this.tidying = false;
      this.#enter('stand');
      return;
    }
    const stand = 2 * (1 - this.choice.foot);
    const u = ease(this.#phase / this.#length);
    let away = 0;
    for (let k = 0; k < 2; k++) {
      const goal = this.#from[k] + u * (feet[stand + k] - this.#from[k]);
      this.#want[k] = goal + body.parameters.captureGain * (xi[k] - goal);
      away += (xi[k] - feet[stand + k]) ** 2;
    }
    this.#writeCop(plan, body);
    if (this.#phase < this.#length) return;
    const foot = plan.feet[this.choice.foot];
    foot.load = Math.max(LANDED, foot.load - UNLOADS);
    const isOver = Math.sqrt(away) < TIDY_SHIFT.over * this.#steps.size;
    if (isOver || this.#phase > 2 * this.#length) this.#lift(plan, body);
  }

  #lift(plan: Plan, body: ReactionBody): void {
    const { choice } = this;
    const { foot } = choice;
    const { now } = this.#stance;
    plan.feet[foot].load = 0;
    now.air = foot;
    now.airFrom.set(now.feet.subarray(2 * foot, 2 * foot + 2));
    now.swung = 0;
    now.crosses = choice.crosses;
    this.#enter('swing');
    this.#next = REPLAN;
    this.stepsTaken++;
    this.events.push({ kind: 'lift', foot });
    this.#swingFoot.begin(body, choice, this.#stance);
  }

  #swing(plan: Plan, body: ReactionBody, h: number): void {
    const { choice } = this;
    const { foot } = choice;
    const { now } = this.#stance;
    const swing = this.#swingFoot;
    now.swung = swing.course.time;
    for (let k = 0; k < 2; k++) now.airPlace[k] = now.feet[2 * foot + k];
    if (this.tidying && this.sincePush < this.#phase) this.tidying = false;
    const sees = this.sincePush >= Math.min(REACTS_IN_SWING, this.#steps.parameters.delay);
    if (!this.tidying && sees && this.#next <= 0 && swing.timeLeft > RELEASE) {
      this.#next = REPLAN;
      now.air = foot;
      this.#fallWatch.aim(this.#isFresh);
      if (this.#fallWatch.choose(this.choice)) swing.aim(body, choice, this.#stance, Math.max(RELEASE, choice.land));
    }
    for (let k = 0; k < 2; k++) {
      const place = now.feet[2 * (1 - foot) + k];
      const shift = this.tidying ? body.parameters.captureGain * (now.xi[k] - place) : choice.shift[k];
      this.#want[k] = place + shift;
    }
    this.#writeCop(plan, body);
    swing.write(plan.feet[foot], body.reference.feet[foot].pitchAxis, h);
    if (swing.timeLeft <= 1e-9) this.#land(plan, body);
  }

  #land(plan: Plan, body: ReactionBody): void {
    const { foot } = this.choice;
    const stance = this.#stance;
    const { now } = stance;
    plan.feet[foot].turn.fill(0);
    plan.feet[foot].load = LANDED;
    now.air = -1;
    this.events.push({ kind: 'land', foot });
    this.#fallWatch.aim(this.#isFresh);
    const holds = this.#fallWatch.isCaught(Math.hypot(body.ws.comVelocity[0], body.ws.comVelocity[2]));
    stance.writeMiddle(this.#fallWatch.origin);
    const tidied = this.tidying;
    this.tidying = false;
    if (tidied || holds || !this.#startStep(1 << (1 - foot))) this.#enter('stay');
  }

  /** Weight comes onto the landed foot; then it is a stand like any other. */
  #stay(plan: Plan, body: ReactionBody): void {
    const { stayBlend, stayShare } = this.#steps.parameters;
    const { now, held } = this.#stance;
    const u = Math.min(1, this.#phase / stayBlend);
    const beyond = (k: number): number => now.xi[k] + stayShare * (now.xi[k] - (now.feet[k] + now.feet[2 + k]) / 2);
    this.#stance.outside(beyond(0), beyond(1));
    for (let k = 0; k < 2; k++) this.#want[k] = this.#from[k] + u * (held[k] - this.#from[k]);
    this.#writeCop(plan, body);
    if (u >= 1) this.#enter('stand');
  }

  /** Nothing helps: the body tips over the edge of the feet that is nearest to where it falls. */
  #fall(plan: Plan): void {
    if (plan.falling) return;
    const { now, held } = this.#stance;
    this.#stance.outside(now.xi[0], now.xi[1], now.air >= 0 ? 1 - now.air : -1);
    plan.falling = true;
    plan.pivot[0] = this.#stance.worldX(held[0], held[1]);
    plan.pivot[1] = this.#stance.worldZ(held[0], held[1]);
  }

  /** Begins a step back into the stance, where a foot is out of it. */
  #tidy(body: ReactionBody): void {
    const shift = planTidyStep(this.choice, body, this.#stance, this.#even, this.#steps.size);
    if (shift === 0) return;
    this.tidying = true;
    this.#enter('shift');
    this.#length = shift;
    this.#from.set(this.#stance.now.xi);
  }

  /** Moves the source to where the feet stand now, once all is calm. Call between ticks. */
  absorb(body: ReactionBody): void {
    if (this.isSettled) this.#height.height += moveSource(body, this.#moving);
  }

  /** Everything that the next plan depends on. */
  save(out: Float64Array): void {
    const { now, forward } = this.#stance;
    out.set([MODES.indexOf(this.mode), this.sincePush, this.stepsTaken, this.tidying ? 1 : 0], 0);
    out.set([now.air, now.swung, now.crosses ? 1 : 0, ...now.airFrom, ...now.cop, ...forward], 4);
    out.set(
      [...this.#from, ...this.#fallWatch.origin, ...this.#fallWatch.direction, this.#phase, this.#length, this.#next],
      13,
    );
    out.set([this.#height.height, this.#height.rate, this.#swingFoot.landing], 22);
    this.#calm.save(out, 25);
    saveChoice(out, 27, this.choice);
    this.#swingFoot.course.save(out, 27 + CHOICE_STATE);
  }

  restore(saved: Float64Array): void {
    const { now, forward } = this.#stance;
    this.mode = MODES[saved[0]] ?? 'stand';
    this.sincePush = saved[1];
    this.stepsTaken = saved[2];
    this.tidying = saved[3] === 1;
    now.air = saved[4];
    now.swung = saved[5];
    now.crosses = saved[6] === 1;
    now.airFrom.set(saved.subarray(7, 9));
    now.cop.set(saved.subarray(9, 11));
    forward.set(saved.subarray(11, 13));
    this.#from.set(saved.subarray(13, 15));
    this.#fallWatch.origin.set(saved.subarray(15, 17));
    this.#fallWatch.direction.set(saved.subarray(17, 19));
    this.#phase = saved[19];
    this.#length = saved[20];
    this.#next = saved[21];
    this.#height.height = saved[22];
    this.#height.rate = saved[23];
    this.#swingFoot.landing = saved[24];
    this.#calm.restore(saved, 25);
    restoreChoice(this.choice, saved, 27);
    this.#swingFoot.course.restore(saved, 27 + CHOICE_STATE);
  }
}
