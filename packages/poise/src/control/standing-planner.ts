/**
 * Keeps somebody who stands on their feet: by ankles and hips as long as that is enough, by steps where people step, and by a last step
 * back into the stance when all is over. Plans where feet go and where the balance point should be; the body makes it true.
 */
import type { Body } from '../body/body.ts';
import { MODEL_LEG, type StandingParameters } from '../gait/standing-parameters.ts';
import { createStepChoice, type StandingState, StandingSteps, type StepChoice } from '../gait/standing-steps.ts';
import { SWING_STATE, SwingCourse } from '../gait/swing-course.ts';
import { EvenGround } from './even-ground.ts';
import { footPoint } from './foot-frame.ts';
import { CONTACT_FADE } from './parameters.ts';
import type { FootPlan, Plan, Planner } from './plan.ts';
import type { ReactionBody } from './reaction-body.ts';
import { smoothStep } from './reaction-body.ts';

const MODES = ['stand', 'shift', 'swing', 'stay', 'fall'] as const;
export type StandingMode = (typeof MODES)[number];

/** Numbers of a planner in a save. */
export const STANDING_STATE = 39 + SWING_STATE;

export interface StandingPlannerOptions {
  readonly parameters: Partial<StandingParameters>;
  /** Whether the body may step at all, now. */
  readonly mayStep: () => boolean;
  /** Whether feet go back into the stance of the source after a recovery. */
  readonly tidy: boolean;
  /** Where feet may be put, (x, z) [m] world; default: everywhere. */
  readonly walkable: ((x: number, z: number) => boolean) | undefined;
}

export const STANDING_PLANNER_DEFAULTS: StandingPlannerOptions = {
  parameters: {},
  mayStep: () => true,
  tidy: true,
  walkable: undefined,
};

/** A foot that left or landed in a tick. */
export interface FootEvent {
  readonly kind: 'lift' | 'land';
  readonly foot: 0 | 1;
}

const REPLAN = 0.02; // [s] between plans
const GRIP_TIME = 0.06; // [s] before landing, a foot begins to follow its course exactly
const RELEASE = 0.05; // [s] before landing the plan stands
/** [s], [s/m]: weight moves over before a tidying step, and that step. Captured people swing back in 0.39 to 0.43 s. */
const TIDY_SHIFT = { base: 0.35, slope: 0.5 };
const TIDY_SWING = { base: 0.36, slope: 0.15 };
/** People do not wait until they stand still: a tidying step begins when the capture point is near and slow for a moment. */
const TIDY_ERROR = 0.06; // [m]
const TIDY_SPEED = 0.15; // [m/s]
const TIDY_WAIT = 0.12; // [s]
const UNTIDY = 0.03; // [m] feet that are farther off their stance go back
const CALM_SPEED = 0.06; // [m/s] of the capture point's error when all is well
const CALM_ERROR = 0.02; // [m]
const CALM_TIME = 0.25; // [s]
const MOST_STEPS = 9; // without a recovery in between

export class StandingPlanner implements Planner {
  mode: StandingMode = 'stand';
  readonly choice: StepChoice = createStepChoice();
  readonly events: FootEvent[] = [];
  readonly options: StandingPlannerOptions;
  /** [s] since a push began that the planner has not answered; the owner sets it to 0. */
  sincePush = Infinity;
  /** [s] that everything has been calm. */
  calm = Infinity;
  stepsTaken = 0; // since the last recovery
  reason = ''; // of a fall
  readonly legs: number; // [m] length of a leg
  tidying = false;

  readonly #steps: StandingSteps;
  readonly #even: EvenGround;
  readonly #state: MutableState;
  readonly #course = new SwingCourse();
  readonly #direction = new Float64Array(2);
  readonly #forward = Float64Array.of(0, 1); // (x, z) of the stance's frame
  readonly #from = new Float64Array(2); // (ahead, left): balance point when a phase began
  readonly #want = new Float64Array(2); // (ahead, left): balance point now
  readonly #rest = new Float64Array(2); // (x, z) of the feet's displacement
  readonly #middles = new Float64Array(6); // world
  readonly #origin = new Float64Array(2); // (ahead, left) that falls are counted from
  readonly #push = new Float64Array(2); // (ahead, left) [m/s²]
  #phase = 0; // [s] in this mode
  #length = 0; // [s] that the shift takes
  #next = 0; // [s] until the next plan
  #slow = 0; // [s] that a tidying step could begin
  #height = 0;
  #heightRate = 0;

  constructor(body: Body, options: Partial<StandingPlannerOptions> = {}) {
    this.options = { ...STANDING_PLANNER_DEFAULTS, ...options };
    this.legs = legLength(body);
    const { walkable } = this.options;
    const mayLand = walkable && ((a: number, l: number) => walkable(this.#worldX(a, l), this.#worldZ(a, l)));
    this.#steps = new StandingSteps(this.legs / MODEL_LEG, this.options.parameters, mayLand);
    this.#state = createState();
    this.#even = new EvenGround(this.legs, this.#forward);
  }

  /** Nothing happens any more, and feet are where they shall be. */
  get isSettled(): boolean {
    return this.mode === 'stand' && this.calm >= CALM_TIME;
  }

  /** Forgets everything: somebody who stands. */
  reset(): void {
    this.mode = 'stand';
    this.sincePush = Infinity;
    this.calm = 0;
    this.#slow = 0;
    this.stepsTaken = 0;
    this.tidying = false;
    this.reason = '';
    this.#state.air = -1;
    this.#phase = 0;
    this.#next = 0;
    this.#height = 0;
    this.#heightRate = 0;
  }

  get #size(): number {
    return this.#steps.size;
  }

  update(plan: Plan, body: ReactionBody, h: number): void {
    this.events.length = 0;
    this.#phase += h;
    this.sincePush += h;
    this.#next -= h;
    this.#even.ground = body.reference.ground;
    this.#readState(body);
    this.#writeRest(plan, body);
    this.#load(plan, h);
    plan.urgency = this.mode === 'shift' || this.mode === 'swing' || this.mode === 'stay' ? 1 : 0;
    this.#watch(body, h);
    if (this.mode === 'fall') {
      this.#fall(plan);
      return;
    }
    if (this.mode === 'stand') this.#stand(plan, body);
    if (this.mode === 'shift') this.#shift(plan, body, h);
    if (this.mode === 'swing') this.#swing(plan, body, h);
    else if (this.mode === 'stay') this.#stay(plan, body);
    this.#writeHeight(plan, body, h);
  }

  /** Feet on the ground take their load within CONTACT_FADE. */
  #load(plan: Plan, h: number): void {
    for (let foot = 0; foot < 2; foot++) {
      const f = plan.feet[foot];
      const leaves = (this.mode === 'shift' || this.mode === 'swing') && this.choice.foot === foot;
      if (!leaves && f.load > 0) f.load = Math.min(1, f.load + h / CONTACT_FADE);
    }
  }

  // places, in the frame of the stance

  #ahead(x: number, z: number): number {
    return x * this.#forward[0] + z * this.#forward[1];
  }

  #left(x: number, z: number): number {
    return x * this.#forward[1] - z * this.#forward[0];
  }

  #worldX(a: number, l: number): number {
    return a * this.#forward[0] + l * this.#forward[1];
  }

  #worldZ(a: number, l: number): number {
    return a * this.#forward[1] - l * this.#forward[0];
  }

  /** The frame of the stance: where the source's hips face. Kept during a reaction. */
  #readFrame(body: ReactionBody): void {
    const { segmentOrigin: o } = body.reference.ws;
    const { leftUpperLeg: l = 0, rightUpperLeg: r = 0 } = body.body.roles;
    const x = o[3 * l] - o[3 * r];
    const z = o[3 * l + 2] - o[3 * r + 2];
    const size = Math.hypot(x, z) || 1;
    this.#forward[0] = -z / size;
    this.#forward[1] = x / size;
  }

  #readState(body: ReactionBody): void {
    const { ws, momentum, reference, hits, body: person } = body;
    const state = this.#state;
    if (this.mode === 'stand') this.#readFrame(body);
    state.rate = momentum.rate;
    const x = ws.com[0] + ws.comVelocity[0] / state.rate;
    const z = ws.com[2] + ws.comVelocity[2] / state.rate;
    state.xi[0] = this.#ahead(x, z);
    state.xi[1] = this.#left(x, z);
    for (let foot = 0; foot < 2; foot++) {
      const { frame } = reference.feet[foot];
      footPoint(this.#middles, 3 * foot, ws, frame, frame.middle);
      state.feet[2 * foot] = this.#ahead(this.#middles[3 * foot], this.#middles[3 * foot + 2]);
      state.feet[2 * foot + 1] = this.#left(this.#middles[3 * foot], this.#middles[3 * foot + 2]);
    }
    this.#readStance(body);
    this.#readCop(body);
    const ax = hits.wrench[3] / person.totalMass;
    const az = hits.wrench[5] / person.totalMass;
    this.#push[0] = this.#ahead(ax, az);
    this.#push[1] = this.#left(ax, az);
  }

  /** From the right foot to the left in the source's own stance. */
  #readStance(body: ReactionBody): void {
    const { ws, feet } = body.reference;
    footPoint(this.#scratch, 0, ws, feet[0].frame, feet[0].frame.middle);
    footPoint(this.#scratch, 3, ws, feet[1].frame, feet[1].frame.middle);
    const x = this.#scratch[0] - this.#scratch[3];
    const z = this.#scratch[2] - this.#scratch[5];
    this.#state.stance[0] = this.#ahead(x, z);
    this.#state.stance[1] = this.#left(x, z);
  }

  readonly #scratch = new Float64Array(6);

  /** The balance point of the last tick. */
  #readCop(body: ReactionBody): void {
    const { cone, ws } = body;
    const { wrench: w } = cone;
    if (!(w[4] > 0.1 * body.body.totalMass * 9.81)) return;
    const ground = Math.min(body.feet[0].ball[1], body.feet[1].ball[1]);
    const height = ws.com[1] - ground;
    const x = ws.com[0] + (w[2] - height * w[3]) / w[4];
    const z = ws.com[2] - (w[0] + height * w[5]) / w[4];
    this.#state.cop[0] = this.#ahead(x, z);
    this.#state.cop[1] = this.#left(x, z);
  }

  /** Where the feet's new places move the reference to: their displacement, weighed by what the source puts on them. */
  #writeRest(plan: Plan, body: ReactionBody): void {
    const { feet } = body;
    const share = this.#leftShare(body);
    for (let k = 0; k < 2; k++) {
      const c = 2 * k;
      this.#rest[k] = share * feet[0].place[c] + (1 - share) * feet[1].place[c];
      plan.copRest[k] = this.#rest[k];
    }
  }

  /** Share of the source's weight on its left foot. */
  #leftShare(body: ReactionBody): number {
    const { force, firmness } = body.reference;
    const left = body.body.soles[0].parts.length;
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

  /** Ankles and hips: the balance point goes beyond the capture point's error. */
  #writeFeedback(plan: Plan, body: ReactionBody): void {
    const { captureGain } = body.parameters;
    for (let k = 0; k < 2; k++) {
      const error = body.momentum.captureError((2 * k) as 0 | 2) - this.#rest[k];
      plan.copShift[k] = this.#rest[k] + captureGain * error;
    }
  }

  /** The wished balance point (ahead, left) as a shift of the source's own. */
  #writeCop(plan: Plan, body: ReactionBody): void {
    const [a, l] = this.#want;
    const [fx, fz] = this.#forward;
    plan.copShift[0] = a * fx + l * fz - body.momentum.ownCop[0];
    plan.copShift[1] = a * fz - l * fx - body.momentum.ownCop[1];
  }

  // modes

  #enter(mode: StandingMode): void {
    this.mode = mode;
    this.#phase = 0;
    this.#next = 0;
    this.#from.set(this.#state.cop);
  }

  #stand(plan: Plan, body: ReactionBody): void {
    this.#writeFeedback(plan, body);
    if (this.#next > 0 || !this.options.mayStep()) return;
    const { parameters: p } = this.#steps;
    if (this.sincePush < p.delay) return;
    this.#next = REPLAN;
    if (!this.#mustStep()) return;
    this.#startStep(3);
  }

  /** The capture point, seen a moment ahead, leaves what feet, soles and hips can hold. */
  #mustStep(): boolean {
    const { xi, cop, rate } = this.#state;
    const { look } = this.#steps.parameters;
    for (let k = 0; k < 2; k++) {
      this.#scratch[k] = xi[k] + look * (rate * (xi[k] - cop[k]) + this.#push[k] / rate);
    }
    return this.#outside(this.#scratch[0], this.#scratch[1], -1) > 1e-6;
  }

  /** How far a place is outside the line between the feet (`only` ≥ 0: that foot), grown by soles and hips. `#held` is the nearest. */
  #outside(a: number, l: number, only: number): number {
    const { parameters: p, size } = this.#steps;
    const { feet } = this.#state;
    let baseA = feet[0];
    let baseL = feet[1];
    if (only >= 0) {
      baseA = feet[2 * only];
      baseL = feet[2 * only + 1];
    } else {
      const da = feet[2] - feet[0];
      const dl = feet[3] - feet[1];
      const u = Math.max(0, Math.min(1, ((a - feet[0]) * da + (l - feet[1]) * dl) / Math.max(1e-9, da * da + dl * dl)));
      baseA = feet[0] + u * da;
      baseL = feet[1] + u * dl;
    }
    const ea = a - baseA;
    const el = l - baseL;
    const roomA = size * (p.roomAhead + p.hipRoom);
    const roomL = size * (p.roomAside + p.hipRoom);
    const share = Math.min(1, roomA / Math.max(1e-9, Math.abs(ea)), roomL / Math.max(1e-9, Math.abs(el)));
    this.#held[0] = baseA + share * ea;
    this.#held[1] = baseL + share * el;
    return (1 - share) * Math.hypot(ea, el);
  }

  readonly #held = new Float64Array(2);

  /** Plans a step of the feet in `may` and begins to move the weight over. False: no step helps. */
  #startStep(may: number): boolean {
    const state = this.#state;
    state.air = -1;
    state.may = may;
    const share = this.#shareOfRight();
    state.liftIn[0] = this.#steps.liftTime(1 - share);
    state.liftIn[1] = this.#steps.liftTime(share);
    if (may !== 3) state.liftIn.fill(this.#steps.liftTime(0));
    this.#aimFall();
    if (!this.#plan()) return false;
    this.tidying = false;
    this.#enter('shift');
    this.#length = this.choice.lift;
    this.#next = REPLAN;
    return true;
  }

  #shareOfRight(): number {
    const { feet, cop } = this.#state;
    const da = feet[2] - feet[0];
    const dl = feet[3] - feet[1];
    const u = ((cop[0] - feet[0]) * da + (cop[1] - feet[1]) * dl) / Math.max(1e-9, da * da + dl * dl);
    return Math.max(0, Math.min(1, u));
  }

  /** Which way it falls: from the middle of the stance to the capture point. */
  #aimFall(): void {
    const { feet, xi } = this.#state;
    if (this.stepsTaken === 0 || this.mode === 'stand') {
      this.#origin[0] = (feet[0] + feet[2]) / 2;
      this.#origin[1] = (feet[1] + feet[3]) / 2;
    }
    const a = xi[0] - this.#origin[0];
    const l = xi[1] - this.#origin[1];
    const size = Math.hypot(a, l);
    if (size < 1e-6) return;
    this.#direction[0] = a / size;
    this.#direction[1] = l / size;
  }

  /** Chooses the next landing; a push that goes on is expected to last. */
  #plan(): boolean {
    const state = this.#state;
    const { expectPush } = this.#steps.parameters;
    const [a, l] = state.xi;
    for (let k = 0; k < 2; k++) state.xi[k] += (expectPush * this.#push[k]) / state.rate;
    const aimedA = this.mode === 'swing' ? this.choice.place[0] : Number.NaN;
    const aimedL = this.choice.place[1];
    const found = this.#steps.choose(this.choice, state, this.#direction);
    if (found) this.#even.avoidEdges(this.choice.place, this.#direction, aimedA, aimedL);
    state.xi[0] = a;
    state.xi[1] = l;
    return found;
  }

  #shift(plan: Plan, body: ReactionBody, h: number): void {
    const { choice } = this;
    const stand = 1 - choice.foot;
    const state = this.#state;
    if (!this.tidying && this.#next <= 0 && this.#length - this.#phase > h) {
      this.#next = REPLAN;
      state.may = 1 << choice.foot;
      state.liftIn.fill(Math.max(0, this.#length - this.#phase));
      this.#aimFall();
      this.#plan();
    }
    if (this.tidying) {
      this.#shiftToTidy(plan, body, stand);
      return;
    }
    const u = Math.min(1, this.#phase / Math.max(1e-3, this.#length));
    for (let k = 0; k < 2; k++) {
      const goal = state.feet[2 * stand + k] + choice.shift[k];
      this.#want[k] = this.#from[k] + u * (goal - this.#from[k]);
    }
    this.#writeCop(plan, body);
    plan.feet[choice.foot].load = Math.max(LANDED, 1 - u);
    if (this.#phase < this.#length) return;
    this.#lift(plan, body);
  }

  /** Without haste: the capture point moves over the foot that stays, then the other one lifts. A push ends it. */
  #shiftToTidy(plan: Plan, body: ReactionBody, stand: number): void {
    const { feet, xi } = this.#state;
    if (this.sincePush < this.#phase) {
      this.tidying = false;
      this.#enter('stand');
      return;
    }
    const u = smoothStep(this.#phase / this.#length);
    let away = 0;
    for (let k = 0; k < 2; k++) {
      const goal = this.#from[k] + u * (feet[2 * stand + k] - this.#from[k]);
      this.#want[k] = goal + body.parameters.captureGain * (xi[k] - goal);
      away += (xi[k] - feet[2 * stand + k]) ** 2;
    }
    this.#writeCop(plan, body);
    const ready = this.#phase >= this.#length && Math.sqrt(away) < 0.03 * this.#size;
    if (this.#phase > this.#length)
      plan.feet[this.choice.foot].load = Math.max(LANDED, plan.feet[this.choice.foot].load - 0.1);
    if (ready || this.#phase > 2 * this.#length) this.#lift(plan, body);
  }

  #lift(plan: Plan, body: ReactionBody): void {
    const { choice } = this;
    const foot = choice.foot;
    const { place } = body.feet[foot];
    plan.feet[foot].load = 0;
    const state = this.#state;
    state.air = foot;
    state.airFrom[0] = state.feet[2 * foot];
    state.airFrom[1] = state.feet[2 * foot + 1];
    state.swung = 0;
    state.crosses = choice.crosses;
    this.#course.begin(place[0], place[1] + body.feet[foot].leftHeight, place[2], choice.swing);
    this.#enter('swing');
    this.#next = REPLAN;
    this.stepsTaken++;
    this.events.push({ kind: 'lift', foot });
    this.#aimCourse(body, choice.swing);
  }

  /** Where the ball must go, against the source's foot, so that the middle of the sole comes to the planned place. */
  #aimCourse(body: ReactionBody, left: number): void {
    const { choice } = this;
    const foot = choice.foot;
    const [fx, fz] = this.#forward;
    const [a, l] = choice.place;
    const x = a * fx + l * fz;
    const z = a * fz - l * fx;
    // the source's own foot, whose places offsets are counted from
    const reference = body.reference.feet[foot];
    footPoint(this.#scratch, 0, body.reference.ws, reference.frame, reference.frame.middle);
    const toX = x - this.#scratch[0];
    const toZ = z - this.#scratch[2];
    const height = this.#landingHeight(reference.ball, toX, toZ);
    const other = 1 - foot;
    footPoint(this.#scratch, 3, body.ws, body.reference.feet[other].frame, body.reference.feet[other].frame.middle);
    // the other foot in the same terms
    const standX = this.#scratch[3] - this.#scratch[0];
    const standZ = this.#scratch[5] - this.#scratch[2];
    this.#course.aim(toX, height, toZ, left, standX, standZ);
    this.#landing = height;
  }

  #landing = 0;

  /** [m] of the ground under a ball that lands (x, z) away from the source's, against that under the source's. */
  #landingHeight(ball: Float64Array, x: number, z: number): number {
    const { ground } = this.#even;
    if (!ground) return 0;
    const own = ground(ball[0], ball[2]).height;
    return ground(ball[0] + x, ball[2] + z).height - own;
  }

  #swing(plan: Plan, body: ReactionBody, h: number): void {
    const { choice } = this;
    const foot = choice.foot;
    const stand = 1 - foot;
    const state = this.#state;
    const course = this.#course;
    state.swung = course.time;
    state.airPlace[0] = state.feet[2 * foot];
    state.airPlace[1] = state.feet[2 * foot + 1];
    const left = course.land - course.time;
    if (
      !this.tidying &&
      this.#next <= 0 &&
      left > RELEASE &&
      this.sincePush >= Math.min(0.06, this.#steps.parameters.delay)
    ) {
      this.#next = REPLAN;
      state.air = foot;
      this.#aimFall();
      if (this.#plan()) this.#aimCourse(body, Math.max(RELEASE, choice.land));
    }
    if (this.tidying && this.sincePush < this.#phase) this.tidying = false;
    for (let k = 0; k < 2; k++) {
      const place = state.feet[2 * stand + k];
      this.#want[k] = this.tidying
        ? place + body.parameters.captureGain * (state.xi[k] - place)
        : place + choice.shift[k];
    }
    this.#writeCop(plan, body);
    this.#writeFoot(plan.feet[foot], body, h);
    if (course.land - course.time > 1e-9) return;
    this.#land(plan, body);
  }

  #writeFoot(plan: FootPlan, body: ReactionBody, h: number): void {
    const course = this.#course;
    const { axis } = body.feet[this.choice.foot];
    for (let c = 0; c < 3; c++) {
      plan.offset[c] = course.place[c];
      plan.turn[c] = course.heel * axis[c];
    }
    course.advance(h);
    for (let c = 0; c < 3; c++) {
      plan.rate[c] = course.rate[c];
      plan.turnRate[c] = course.heelRate * axis[c];
    }
    plan.landing = this.#landing;
    plan.grip = 0.8 * (1 - Math.min(1, (course.land - course.time) / GRIP_TIME));
    plan.load = 0;
  }

  #land(plan: Plan, body: ReactionBody): void {
    const { choice } = this;
    const foot = choice.foot;
    const state = this.#state;
    const { parameters: p, size } = this.#steps;
    plan.feet[foot].turn.fill(0);
    plan.feet[foot].load = LANDED;
    state.air = -1;
    this.events.push({ kind: 'land', foot });
    // caught: the capture point lies short of the leading foot, or rests inside
    this.#aimFall();
    const [da, dl] = this.#direction;
    const lead = Math.max(state.feet[0] * da + state.feet[1] * dl, state.feet[2] * da + state.feet[3] * dl);
    const short = lead - (state.xi[0] * da + state.xi[1] * dl);
    const off = this.#outside(state.xi[0], state.xi[1], -1);
    const speed = Math.hypot(body.ws.comVelocity[0], body.ws.comVelocity[2]);
    const holds = (short >= size * (p.caught - 0.01) && off < 0.03 * size) || (off < 1e-6 && speed < p.calm);
    this.#origin[0] = (state.feet[0] + state.feet[2]) / 2;
    this.#origin[1] = (state.feet[1] + state.feet[3]) / 2;
    const tidied = this.tidying;
    this.tidying = false;
    if (tidied || holds || !this.#startStep(1 << (1 - foot))) this.#enter('stay');
  }

  /** Weight comes onto the landed foot; then it is a stand like any other. */
  #stay(plan: Plan, body: ReactionBody): void {
    const { parameters: p } = this.#steps;
    const { feet, xi } = this.#state;
    const u = Math.min(1, this.#phase / p.stayBlend);
    for (let k = 0; k < 2; k++) this.#scratch[k] = xi[k] + p.stayShare * (xi[k] - (feet[k] + feet[2 + k]) / 2);
    this.#outside(this.#scratch[0], this.#scratch[1], -1);
    for (let k = 0; k < 2; k++) this.#want[k] = this.#from[k] + u * (this.#held[k] - this.#from[k]);
    this.#writeCop(plan, body);
    if (u >= 1) this.#enter('stand');
  }

  /** Nothing helps: the body tips over the edge of the feet that is nearest to where it falls. */
  #fall(plan: Plan): void {
    const { air, xi } = this.#state;
    if (plan.falling) return;
    this.#outside(xi[0], xi[1], air >= 0 ? 1 - air : -1);
    plan.falling = true;
    plan.pivot[0] = this.#worldX(this.#held[0], this.#held[1]);
    plan.pivot[1] = this.#worldZ(this.#held[0], this.#held[1]);
  }

  /** The body goes up and down with its lower foot, which may be one that is about to land; the other leg bends. */
  #writeHeight(plan: Plan, body: ReactionBody, h: number): void {
    const goal = Math.min(this.#footHeight(body, 0), this.#footHeight(body, 1)) - this.#sink();
    const acceleration = HEIGHT_RATE * HEIGHT_RATE * (goal - this.#height) - 2 * HEIGHT_RATE * this.#heightRate;
    plan.height = this.#height;
    plan.heightRate = this.#heightRate;
    plan.heightAcceleration = acceleration;
    this.#heightRate += h * acceleration;
    this.#height += h * this.#heightRate;
  }

  #footHeight(body: ReactionBody, foot: number): number {
    return this.mode === 'swing' && this.choice.foot === foot ? this.#landing : body.feet[foot].place[1];
  }

  /** [m] that legs of one length come down when they stand farther apart than in the source's stance. */
  #sink(): number {
    const { feet, stance } = this.#state;
    const { choice, mode, legs } = this;
    const own = Math.hypot(stance[0], stance[1]);
    const swings = mode === 'swing';
    const other = 1 - choice.foot;
    const a = swings ? choice.place[0] - feet[2 * other] : feet[0] - feet[2];
    const l = swings ? choice.place[1] - feet[2 * other + 1] : feet[1] - feet[3];
    const apart = Math.min(1.2 * legs, Math.hypot(a, l));
    const drop = (d: number): number => legs - Math.sqrt(legs * legs - (d * d) / 4);
    return Math.max(0, SINK_SHARE * (drop(apart) - drop(Math.min(apart, own))));
  }

  /** Calm, or lost. */
  #watch(body: ReactionBody, h: number): void {
    if (this.mode === 'fall') return;
    const { size } = this.#steps;
    let error = 0;
    let speed = 0;
    for (let k = 0; k < 2; k++) {
      error += (body.momentum.captureError((2 * k) as 0 | 2) - this.#rest[k]) ** 2;
      speed += (body.ws.comVelocity[2 * k] - body.reference.ws.comVelocity[2 * k]) ** 2;
    }
    const isCalm = Math.sqrt(error) < CALM_ERROR * size && Math.sqrt(speed) < CALM_SPEED && this.sincePush > CALM_TIME;
    this.calm = this.mode === 'stand' && isCalm ? this.calm + h : 0;
    const slow = Math.sqrt(error) < TIDY_ERROR * size && Math.sqrt(speed) < TIDY_SPEED && this.sincePush > CALM_TIME;
    this.#slow = this.mode === 'stand' && slow ? this.#slow + h : 0;
    if (this.calm >= CALM_TIME) this.stepsTaken = 0;
    if (this.#slow >= TIDY_WAIT && this.options.tidy && this.options.mayStep()) this.#tidy(body);
    this.reason = this.#lossOf(body);
    if (this.reason !== '') this.#enter('fall');
  }

  /** Why the body cannot be held any more; '' while it can. */
  #lossOf(body: ReactionBody): string {
    if (body.failed) return 'the body found no way to move';
    if (this.stepsTaken > MOST_STEPS) return `${MOST_STEPS} steps did not bring it to rest`;
    const { xi, air } = this.#state;
    const leg = this.legs;
    const away = this.#outside(xi[0], xi[1], -1);
    if (away > MOST_CAPTURE * leg) return 'no step reaches far enough';
    const x = body.ws.com[0];
    const z = body.ws.com[2];
    const lean = this.#outside(this.#ahead(x, z), this.#left(x, z), air >= 0 ? 1 - air : -1);
    if (lean > MOST_LEAN * leg) return 'the body leans too far over its feet';
    const low = body.reference.ws.com[1] + this.#height - body.ws.com[1];
    if (low > MOST_DROP * leg) return 'the legs give way';
    if (body.missing > MOST_MISSING) return 'the feet do not reach the ground';
    return '';
  }

  /** Brings the foot that stepped last back into the stance, as people do who were pushed where they stood: after one step everything is
   *  where it was. */
  #tidy(body: ReactionBody): void {
    const [left, right] = body.feet;
    const x = left.place[0] - right.place[0];
    const z = left.place[2] - right.place[2];
    const apart = Math.hypot(x, z);
    if (apart < UNTIDY * this.#size) return;
    const { foot } = this.choice;
    const other = 1 - foot;
    this.#readTidyPlace(body, foot, other);
    if (!this.#even.isEven(this.choice.place[0], this.choice.place[1], Number.NaN)) return;
    this.choice.crosses = false;
    this.choice.swing = TIDY_SWING.base + TIDY_SWING.slope * apart;
    this.choice.shift.fill(0);
    this.tidying = true;
    this.#enter('shift');
    this.#length = TIDY_SHIFT.base + TIDY_SHIFT.slope * apart;
    this.#from.set(this.#state.xi);
  }

  /** Where the foot stands when both are moved alike. */
  #readTidyPlace(body: ReactionBody, foot: number, other: number): void {
    const { frame } = body.reference.feet[foot];
    footPoint(this.#scratch, 0, body.reference.ws, frame, frame.middle);
    const x = this.#scratch[0] + body.feet[other].place[0];
    const z = this.#scratch[2] + body.feet[other].place[2];
    this.choice.place[0] = this.#ahead(x, z);
    this.choice.place[1] = this.#left(x, z);
  }

  /** Moves the source to where the feet stand now, where both have moved alike. Call between ticks. */
  absorb(body: ReactionBody): void {
    const { feet, reference } = body;
    if (this.mode !== 'stand' || this.calm < CALM_TIME) return;
    const x = (feet[0].place[0] + feet[1].place[0]) / 2;
    const z = (feet[0].place[2] + feet[1].place[2]) / 2;
    if (Math.hypot(x, z) < 1e-4) return;
    const { yaw, x: px, z: pz } = reference.placement;
    for (let foot = 0; foot < 2; foot++) reference.writeEndPose(this.#ends[foot], this.#quat, foot);
    const height = reference.next[1];
    reference.place(yaw, px + x, pz + z);
    for (let foot = 0; foot < 2; foot++) {
      reference.writeEndPose(this.#scratch, this.#quat, foot);
      for (let c = 0; c < 3; c++) feet[foot].place[c] -= this.#scratch[c] - this.#ends[foot][c];
    }
    // the centre of mass stays where it is
    this.#height += height - reference.next[1];
  }

  /** Everything that the next plan depends on. */
  save(out: Float64Array): void {
    const { choice } = this;
    const state = this.#state;
    let o = 0;
    const put = (...values: readonly number[]): void => {
      for (const value of values) out[o++] = value;
    };
    put(MODES.indexOf(this.mode), this.sincePush, this.calm, this.stepsTaken, this.tidying ? 1 : 0);
    put(choice.foot, choice.steps, choice.crosses ? 1 : 0, choice.lift, choice.land, choice.swing, ...choice.place);
    put(...choice.shift, choice.short, choice.cost, choice.caught ? 1 : 0);
    put(state.air, state.swung, state.crosses ? 1 : 0, ...state.airFrom, ...state.cop);
    put(...this.#forward, ...this.#from, ...this.#origin, ...this.#direction);
    put(this.#slow, this.#phase, this.#length, this.#next, this.#height, this.#heightRate, this.#landing);
    this.#course.save(out, o);
  }

  restore(saved: Float64Array): void {
    const { choice } = this;
    const state = this.#state;
    let o = 0;
    const take = (): number => saved[o++];
    const fill = (out: Float64Array): void => {
      for (let k = 0; k < out.length; k++) out[k] = take();
    };
    this.mode = MODES[take()] ?? 'stand';
    this.sincePush = take();
    this.calm = take();
    this.stepsTaken = take();
    this.tidying = take() === 1;
    choice.foot = take() === 1 ? 1 : 0;
    choice.steps = take();
    choice.crosses = take() === 1;
    choice.lift = take();
    choice.land = take();
    choice.swing = take();
    fill(choice.place);
    fill(choice.shift);
    choice.short = take();
    choice.cost = take();
    choice.caught = take() === 1;
    state.air = take();
    state.swung = take();
    state.crosses = take() === 1;
    fill(state.airFrom);
    fill(state.cop);
    for (const values of [this.#forward, this.#from, this.#origin, this.#direction]) fill(values);
    this.#slow = take();
    this.#phase = take();
    this.#length = take();
    this.#next = take();
    this.#height = take();
    this.#heightRate = take();
    this.#landing = take();
    this.#course.restore(saved, o);
  }

  readonly #ends = [new Float64Array(3), new Float64Array(3)];
  readonly #quat = new Float64Array(4);
}

/** Loss, over the length of a leg: capture point beyond the feet, centre of mass beyond them, and how far it may sink. */
const MOST_CAPTURE = 1.15;
const MOST_LEAN = 0.55;
const MOST_DROP = 0.35;
const MOST_MISSING = 0.05; // [m]
const HEIGHT_RATE = 9; // [1/s]
/** Knees and heels take up the rest. Pelvis of captured people: 7 to 10 cm lower after steps of 0.5 to 0.9 m. */
const SINK_SHARE = 1.2;

const LANDED = 0.05;

interface MutableState extends StandingState {
  rate: number;
  air: number;
  swung: number;
  crosses: boolean;
  may: number;
}

const createState = (): MutableState => ({
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
  let sum = 0.045 * body.height; // ankle over the ground
  while (joint > 0 && joint !== body.roles.leftUpperLeg) {
    sum += Math.hypot(offsets[3 * joint], offsets[3 * joint + 1], offsets[3 * joint + 2]);
    joint = parents[joint];
  }
  return sum;
}
