/**
 * The steps that a source takes, found by looking ahead at which soles carry: any source that knows what it is going to do, whether it
 * walks, runs, hops or dances. Steps are counted from where the search began; what lies behind is forgotten.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { headingYaw } from '../../gait/heading.ts';
import { pendulumRate } from '../../gait/pendulum.ts';
import type { Placement } from '../../gait/placement.ts';
import { COURSE_ROWS, type GaitStep } from '../../gait/steps/gait-step.ts';
import { LANDINGS, type NominalLanding, type NominalSteps } from '../../gait/steps/step-plan-types.ts';
import { treadOnSpot } from '../../gait/steps/tread-on-spot.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { createFootFrame, type FootFrame, footPoint } from '../foot-frame.ts';
import type { Source } from '../source.ts';
import { LandingSearch, LEAST } from './landing-search.ts';
import { PressureCourse } from './pressure-course.ts';
import type { StepsAhead } from './steps-ahead.ts';

const LEAST_TIME = 1 / 120; // [s] of a step
const MORE = 3; // landings looked at beyond those of a plan
const USUAL = 0.6; // [s] of a step of which nothing else is known
const FLAT = 0.3; // of a stance, after which the sole lies flat
const FLAT_BY = 0.15; // [s] after the landing, at the latest
const NO_LOAD = new Float64Array(0);
const LEAST_HEIGHT = 0.3; // of the body: a pendulum is not shorter

export class SourceSteps implements StepsAhead {
  begunAt = 0;
  readonly #source: Source;
  readonly #body: Body;
  readonly #frames: readonly [FootFrame, FootFrame];
  readonly #ws: Workspace;
  readonly #q: Float64Array;
  readonly #wrench = new Float64Array(6);
  readonly #point = new Float64Array(3);
  readonly #pressure: PressureCourse;
  readonly #search: LandingSearch;
  #steps: (GaitStep | undefined)[] = [];
  #loaded: (GaitStep | undefined)[] = []; // the same, with their load
  #treads: readonly GaitStep[] = []; // after the last landing

  constructor(source: Source) {
    this.#source = source;
    this.#body = source.body;
    this.#pressure = new PressureCourse(source);
    this.#frames = [createFootFrame(source.body, 0), createFootFrame(source.body, 1)];
    this.#ws = createWorkspace(source.body);
    this.#q = new Float64Array(coordinateCount(source.body.skeleton));
    this.#search = new LandingSearch(source, (k) => this.#forget(Math.max(0, k - 1)));
  }

  /** Begins anew for t [s] of the source. */
  begin(t: number): void {
    this.begunAt = t;
    this.#search.begin(t);
  }

  /** Index of the step whose foot landed last at t [s]; looks as far ahead as plans need. */
  at(t: number): number {
    return this.#search.at(t, LANDINGS + MORE);
  }

  /** [s] from t until the source moves a foot: 0 where one is in the air; Infinity: not as far as is known. */
  standsFor(t: number): number {
    this.at(t);
    let until = Number.POSITIVE_INFINITY;
    for (const foot of [0, 1] as const) {
      if (!this.#search.standsAt(foot, t)) return 0;
      until = Math.min(until, this.#search.liftAfter(foot, t));
    }
    return until - t;
  }

  /** Landing k: when. Infinity: not known. */
  landingTime(k: number): number {
    return this.#search.landings[k]?.land ?? Number.POSITIVE_INFINITY;
  }

  /** Measures steps from k on anew. */
  #forget(k: number): void {
    this.#steps.length = Math.min(this.#steps.length, k);
    this.#loaded.length = Math.min(this.#loaded.length, k);
  }

  /** Step k. The last one, after which no landing is known, is taken to be as long as the one before it. */
  step(k: number): GaitStep | undefined {
    if (k < 0 || k >= this.#search.landings.length) return undefined;
    let step = this.#steps[k];
    if (!step) {
      step = this.#measure(k);
      if (k + 1 < this.#search.landings.length) this.#steps[k] = step;
    }
    return step;
  }

  #pose(t: number): void {
    this.#source.pose(this.#q, t);
    forwardKinematics(this.#body, this.#ws, this.#q);
  }

  #measure(k: number): GaitStep {
    const { foot, lift, land } = this.#search.landings[k];
    const next = this.#search.landings[k + 1]?.land ?? land + (this.#steps[k - 1]?.duration ?? USUAL);
    const duration = Math.max(LEAST_TIME, next - land);
    const other: 0 | 1 = foot === 0 ? 1 : 0;
    const [otherLift, ownLift] = [this.#search.liftAfter(other, land), this.#search.liftAfter(foot, land)];
    const stood = this.#search.standsAt(other, land);
    const doubleSupport = stood ? Math.min(duration, otherLift - land) : 0;
    const lastCarried = Math.max(Math.min(ownLift, next), stood ? Math.min(otherLift, next) : land);
    const flight = next - lastCarried;
    this.#pose(land + Math.min(FLAT_BY, FLAT * (Math.min(ownLift, next) - land)));
    const frame = this.#frames[foot];
    footPoint(this.#point, 0, this.#ws, frame, frame.middle);
    const [x, , z] = this.#point;
    const [footYaw, yaw] = [this.#footYaw(frame), headingYaw(this.#body, this.#ws)];
    const course = new Float64Array(4 * COURSE_ROWS);
    const height = this.#writeCourse(course, x, z, land, duration);
    const { pressure, sole } = this.#pressure.over({ foot, x, z, yaw: footYaw, land, duration, until: lastCarried });
    const before = this.#steps[k - 1];
    return {
      foot,
      lift,
      land,
      x,
      z,
      height: this.#source.floor,
      footYaw,
      yaw,
      stepX: before ? x - before.x : 0,
      stepZ: before ? z - before.z : 0,
      duration,
      doubleSupport,
      flight,
      rate: pendulumRate(Math.max(LEAST_HEIGHT * this.#body.height, height)),
      course,
      load: NO_LOAD,
      pressure,
      sole,
    };
  }

  /** From heel to ball. */
  #footYaw(frame: FootFrame): number {
    const p = this.#point;
    footPoint(p, 0, this.#ws, frame, frame.heel);
    const [x, , z] = p;
    footPoint(p, 0, this.#ws, frame, frame.ball);
    return Math.atan2(p[0] - x, p[2] - z);
  }

  /** Rows of the course; returns the mean height of the centre of mass over the floor [m]. */
  #writeCourse(course: Float64Array, x: number, z: number, land: number, duration: number): number {
    const h = duration / (COURSE_ROWS - 1);
    const at = new Float64Array(2 * (COURSE_ROWS + 2));
    let height = 0;
    for (let row = -1; row <= COURSE_ROWS; row++) {
      this.#pose(land + row * h);
      at[2 * row + 2] = this.#ws.com[0] - x;
      at[2 * row + 3] = this.#ws.com[2] - z;
      height += (this.#ws.com[1] - this.#source.floor) / (COURSE_ROWS + 2);
    }
    for (let row = 0; row < COURSE_ROWS; row++) {
      for (let c = 0; c < 2; c++) {
        course[4 * row + c] = at[2 * row + 2 + c];
        course[4 * row + 2 + c] = (at[2 * row + 4 + c] - at[2 * row + c]) / (2 * h);
      }
    }
    return height;
  }

  #loadedStep(k: number): GaitStep | undefined {
    const step = this.step(k);
    if (!step) return undefined;
    let loaded = this.#loaded[k];
    if (!loaded) {
      loaded = { ...step, load: this.#loadOf(step.land, step.land + step.duration - step.flight) };
      if (k + 1 < this.#search.landings.length) this.#loaded[k] = loaded;
    }
    return loaded;
  }

  #loadOf(land: number, lift: number): Float64Array {
    const weight = this.#body.totalMass * GRAVITY;
    const load = new Float64Array(COURSE_ROWS);
    for (let row = 0; row < COURSE_ROWS; row++) {
      this.#source.wrench(this.#wrench, land + (row * (lift - land)) / (COURSE_ROWS - 1));
      load[row] = Math.max(0, this.#wrench[4] / weight);
    }
    return load;
  }

  /** out = the steps about step k, whose foot landed last, moved over the floor. False: nothing is known of it. Where one of them ends in
   *  flight all of them are told as a runner's. */
  writeNominal(out: NominalSteps, k: number, placement: Readonly<Placement>): boolean {
    if (!this.step(k)) return false;
    let runs = false;
    for (let i = 0; i <= LANDINGS; i++) runs ||= (this.step(k + i)?.flight ?? 0) > LEAST;
    const stepAt = (i: number): GaitStep | undefined => (runs ? this.#loadedStep(i) : this.step(i));
    const stance = stepAt(k)!;
    const before = stepAt(k - 1);
    writePlaced(out.stance, stance, placement);
    writePlaced(out.before, before ?? stance, placement);
    if (!before) out.before.foot = stance.foot === 0 ? 1 : 0;
    for (out.known = 0; out.known < LANDINGS; out.known++) {
      const step = stepAt(k + 1 + out.known);
      if (!step) break;
      writePlaced(out.ahead[out.known], step, placement);
    }
    out.planned = out.known;
    const last = out.known === 0 ? undefined : k + out.known;
    if (last === undefined || out.known === LANDINGS || runs) return true;
    // whoever stops there could tread on the spot
    const treads = this.#treadsAfter(last);
    for (; out.planned < LANDINGS; out.planned++) {
      writePlaced(out.ahead[out.planned], treads[(out.planned - out.known) % 2], placement);
    }
    return true;
  }

  #treadsAfter(last: number): readonly GaitStep[] {
    const [before, step] = [this.step(last - 1)!, this.step(last)!];
    if (this.#treads[0]?.x !== before.x || this.#treads[1]?.x !== step.x) this.#treads = treadOnSpot([before, step]);
    return this.#treads;
  }
}

export function writePlaced(out: NominalLanding, step: GaitStep, { yaw, x, z }: Readonly<Placement>): void {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  out.step = step;
  out.foot = step.foot;
  out.x = c * step.x + s * step.z + x;
  out.z = c * step.z - s * step.x + z;
  out.height = step.height;
  out.turn = yaw;
  out.yaw = step.yaw + yaw;
  out.footYaw = step.footYaw + yaw;
}
