/** The steps of a stream of which nothing ahead is known: the last one again, mirrored, from where the feet are, as fast as the body goes. */
import type { Body } from '../../body/body.ts';
import { writePlaced } from '../../control/gait/source-steps.ts';
import type { StepsAhead } from '../../control/gait/steps-ahead.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { headingYaw } from '../../gait/heading.ts';
import { pendulumRate } from '../../gait/pendulum.ts';
import type { Placement } from '../../gait/placement.ts';
import { STANDING_SPEED } from '../../gait/standing.ts';
import { COURSE_ROWS, type GaitStep } from '../../gait/steps/gait-step.ts';
import { LANDINGS, type NominalSteps } from '../../gait/steps/step-plan-types.ts';
import type { SeenSteps } from './seen-steps.ts';

const NO_LOAD = new Float64Array(0);
const LEAST_HEIGHT = 0.3; // of the body: a pendulum is not shorter
const GLIDES = 0.4; // [s] on both feet: longer than a step allows
const LATE = 0.05; // [s] a foot that is late lands as soon as this

export class GuessedSteps implements StepsAhead {
  readonly seen: SeenSteps;
  readonly begunAt = 0;
  readonly #body: Body;
  readonly #ws: Workspace; // of the stream, position and velocity level
  readonly #now: () => number; // [s] of the stream
  readonly #waits: () => boolean; // the source stands, whatever the stream does

  constructor(body: Body, ws: Workspace, seen: SeenSteps, now: () => number, waits: () => boolean) {
    this.#body = body;
    this.#ws = ws;
    this.seen = seen;
    this.#now = now;
    this.#waits = waits;
  }

  begin(): void {}

  at(): number {
    return this.seen.count;
  }

  /** Somebody on both feet who does not move on stands. */
  standsFor(): number {
    const { comVelocity } = this.#ws;
    const slow = Math.hypot(comVelocity[0], comVelocity[2]) < STANDING_SPEED;
    return this.#waits() || (this.#isOnBoth && slow) ? Number.POSITIVE_INFINITY : 0;
  }

  get #isOnBoth(): boolean {
    return this.seen.stood[0] > 0 && this.seen.stood[1] > 0;
  }

  /** On both feet for long, or come down on both: skates, platforms, and crossfades whose feet slide along. */
  get #glides(): boolean {
    const { left, land, together } = this.seen;
    return this.#isOnBoth && (together > 0 || this.#now() - Math.max(land, left[0], left[1]) > GLIDES);
  }

  #duration(): number {
    const { land, duration } = this.seen;
    return Math.max(duration, this.#now() - land + LATE);
  }

  landingTime(k: number): number {
    const { land, count, duration } = this.seen;
    if (k <= count) return land - (count - k) * duration;
    return land + this.#duration() + (k - count - 1) * duration;
  }

  step(k: number): GaitStep | undefined {
    const { seen } = this;
    const ahead = k - seen.count;
    if (ahead < -1 || ahead > LANDINGS) return undefined;
    const { com, comVelocity } = this.#ws;
    const other = 1 - seen.foot;
    const [vx, vz] = [comVelocity[0], comVelocity[2]];
    const speed = Math.hypot(vx, vz);
    const yaw = headingYaw(this.#body, this.#ws);
    const [ux, uz] = speed > 0.1 ? [vx / speed, vz / speed] : [Math.sin(yaw), Math.cos(yaw)];
    // across the way the feet stay where they are, one after the other
    const [sx, sz] = [seen.places[2 * seen.foot], seen.places[2 * seen.foot + 1]];
    const across = (seen.places[2 * other] - sx) * uz - (seen.places[2 * other + 1] - sz) * ux;
    const aside = ahead % 2 === 0 ? 0 : across;
    const duration = ahead === 0 ? this.#duration() : seen.duration;
    const along = ahead <= 0 ? ahead * speed * seen.duration : speed * (this.#duration() + (ahead - 1) * seen.duration);
    const [x, z] = [sx + along * ux + aside * uz, sz + along * uz - aside * ux];
    const foot = (ahead % 2 === 0 ? seen.foot : other) as 0 | 1;
    const land = this.landingTime(k);
    const course = new Float64Array(4 * COURSE_ROWS);
    for (let row = 0; row < COURSE_ROWS; row++) {
      const t = land + (row * duration) / (COURSE_ROWS - 1) - this.#now();
      course.set([com[0] + vx * t - x, com[2] + vz * t - z, vx, vz], 4 * row);
    }
    return {
      foot,
      lift: seen.left[foot],
      land,
      x,
      z,
      height: 0,
      footYaw: yaw,
      yaw,
      stepX: speed * seen.duration * ux + (ahead % 2 === 0 ? -across : across) * uz,
      stepZ: speed * seen.duration * uz - (ahead % 2 === 0 ? -across : across) * ux,
      duration,
      doubleSupport: seen.flight > 0 ? 0 : Math.min(seen.double, 0.5 * duration),
      flight: seen.flight,
      rate: pendulumRate(Math.max(LEAST_HEIGHT * this.#body.height, com[1])),
      course,
      load: seen.flight > 0 ? new Float64Array(COURSE_ROWS).fill(duration / (duration - seen.flight)) : NO_LOAD,
    };
  }

  /** False where the stream has stopped, or glides on both feet: there is no next step to plan. */
  writeNominal(out: NominalSteps, k: number, placement: Readonly<Placement>): boolean {
    if (this.#glides || this.standsFor() > 0) return false;
    const [stance, before] = [this.step(k), this.step(k - 1)];
    if (!stance || !before) return false;
    writePlaced(out.stance, stance, placement);
    writePlaced(out.before, before, placement);
    for (out.known = 0; out.known < LANDINGS; out.known++) {
      writePlaced(out.ahead[out.known], this.step(k + 1 + out.known)!, placement);
    }
    out.planned = out.known;
    return true;
  }
}
