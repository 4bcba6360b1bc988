/**
 * The steps of a stream of poses, learned as they are shown: a gait that plays in a mixer, steered or not. The next landings are those of
 * the last round, seen from where the walker faces now: speed and heading may change all the time. Before a round is known the last step
 * stands for the next ones, mirrored.
 */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { wrapAngle } from '../../math/angle.ts';
import { headingYaw } from '../heading.ts';
import { STANDING_SPEED } from '../standing.ts';
import { createWatchedFeet, type WatchedFeet, watchFeet } from '../streaming-contacts.ts';
import { closeRound } from './find-round.ts';
import { writeSole } from './foot-courses.ts';
import { COURSE_ROWS, type Gait, type GaitRound, type GaitStep } from './gait-step.ts';
import { createStanceRecord, recordFrame, type StanceRecord, stepOf } from './stance-record.ts';

/** A whole step, and how it looked at its touch-down: the sole not yet flat, the hips turned to one side. */
interface SeenStep {
  readonly step: GaitStep;
  readonly yaw: number; // [rad] facing at touch-down
  readonly x: number; // [m] middle of the sole at touch-down
  readonly z: number;
}

const SHORTEST_STEP = 0.12; // [s] feet that land sooner after each other land together
const LONGEST_STEP = 1.6; // [s] whoever takes longer stands
const ROUND = 4; // landings after which a round is known: both feet twice
const KEPT = 6; // steps
const RUNS = 0.03; // [s] in the air before a landing

export class LearnedSteps {
  readonly #body: Body;
  readonly #feet: WatchedFeet = createWatchedFeet();
  readonly #was = new Float64Array(2); // planted before
  readonly #left = new Float64Array(2); // [s] when each foot left last
  readonly #stood = new Float64Array(4); // [m] middle of each sole when it was down last, over a floor that rests
  readonly #record: StanceRecord = createStanceRecord();
  readonly #sole = new Float64Array(4);
  readonly #point = new Float64Array(3);
  readonly #steps: SeenStep[] = []; // the latest last
  #time = 0; // [s] since the start of the stream
  #landings = 0;
  #gait: Gait | undefined;

  constructor(body: Body) {
    this.#body = body;
  }

  /** Landings in a row so far: tells one stance from the next. */
  get landings(): number {
    return this.#landings;
  }

  /** [s] since the foot that stands has landed. */
  get sinceLanding(): number {
    return this.#record.foot < 0 ? 0 : this.#time - this.#record.start;
  }

  /** A whole round has been seen. Before it the gait is a guess from the last step. */
  get isKnown(): boolean {
    return this.#landings >= ROUND;
  }

  /** The gait from the present stance on, in the stream's world: step 1 is that stance, step 0 the one before it. Undefined: nobody
   *  walks. The same object until the next landing. */
  gait(): Gait | undefined {
    return this.#gait;
  }

  /** What comes next does not follow from what was shown. */
  forget(): void {
    this.#steps.length = 0;
    this.#landings = 0;
    this.#record.foot = -1;
    this.#gait = undefined;
  }

  /**
   * The next pose of the stream, dt [s] after the one before. ws: its position and velocity level. `ground` [m] is the
   * height of the floor; (floorX, floorZ) [m/s] its velocity under a character that walks on the spot.
   */
  watch(ws: Workspace, dt: number, ground: number, floorX = 0, floorZ = 0): void {
    const body = this.#body;
    this.#time += dt;
    this.#was.set(this.#feet.planted);
    watchFeet(this.#feet, body, ws, ground, dt, floorX, floorZ);
    const record = this.#record;
    // where the stream would be on a floor that rests
    record.shiftX -= floorX * dt;
    record.shiftZ -= floorZ * dt;
    const yaw = headingYaw(body, ws);
    for (let foot = 0; foot < 2; foot++) {
      if (this.#was[foot] > 0 && this.#feet.planted[foot] === 0) this.#left[foot] = this.#time;
      if (this.#was[foot] === 0 && this.#feet.planted[foot] > 0) this.#land(foot as 0 | 1, ws);
      if (this.#feet.planted[foot] === 0) continue;
      writeSole(this.#sole, body.soles[foot], ws, this.#point);
      this.#stood[2 * foot] = this.#sole[0] + record.shiftX;
      this.#stood[2 * foot + 1] = this.#sole[1] + record.shiftZ;
    }
    if (record.foot < 0) return;
    if (this.#time - record.start > LONGEST_STEP) {
      this.forget();
      return;
    }
    writeSole(this.#sole, body.soles[record.foot], ws, this.#point);
    recordFrame(record, this.#time, ws, this.#sole, yaw, this.#feet.planted[record.foot] > 0);
  }

  #land(foot: 0 | 1, ws: Workspace): void {
    const record = this.#record;
    const other = 1 - foot;
    const since = this.#time - record.start;
    if (record.foot >= 0 && since < SHORTEST_STEP && foot !== record.foot) {
      this.forget();
    } else if (record.foot === foot) {
      // the same foot again: a hop, or it had only slipped
      if (since < SHORTEST_STEP) return;
      this.forget();
    }
    const air = this.#feet.planted[other] > 0 ? 0 : Math.max(0, this.#time - this.#left[other]);
    if (record.foot >= 0) {
      const otherLeft = this.#left[record.foot === 0 ? 1 : 0];
      const step = stepOf(record, this.#steps.at(-1)?.step, this.#time, air > RUNS ? air : 0, otherLeft);
      this.#steps.push({ step, yaw: record.yaw, x: record.x, z: record.z });
      if (this.#steps.length > KEPT) this.#steps.shift();
    }
    writeSole(this.#sole, this.#body.soles[foot], ws, this.#point);
    record.stepX = this.#sole[0] + record.shiftX - this.#stood[2 * other];
    record.stepZ = this.#sole[1] + record.shiftZ - this.#stood[2 * other + 1];
    record.foot = foot;
    record.start = this.#time;
    record.lift = this.#left[foot];
    record.count = 0;
    record.x = this.#sole[0] + record.shiftX;
    record.z = this.#sole[1] + record.shiftZ;
    record.height = this.#sole[2];
    record.footYaw = this.#sole[3];
    record.yaw = headingYaw(this.#body, ws);
    this.#landings++;
    this.#gait = this.#foresee();
  }

  /** The gait from this landing on: the last round again, turned by as much as the walker has turned since. */
  #foresee(): Gait | undefined {
    const record = this.#record;
    const last = this.#steps.at(-1)?.step;
    if (last === undefined) return undefined;
    const same = this.#steps.at(-2);
    const bend = wayTurn(last);
    const turn = same === undefined ? 2 * bend : wrapAngle(record.yaw - same.yaw);
    const like = same === undefined ? turned(mirrored(last), bend) : turned(same.step, turn);
    // the sole comes to lie a little beside where it touches first
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const [settleX, settleZ] = same === undefined ? [0, 0] : [same.step.x - same.x, same.step.z - same.z];
    const now: GaitStep = {
      ...like,
      foot: record.foot as 0 | 1,
      x: record.x - record.shiftX + c * settleX + s * settleZ,
      z: record.z - record.shiftZ + c * settleZ - s * settleX,
      height: record.height,
      footYaw: record.footYaw,
      land: record.start,
      lift: record.lift,
    };
    const before: GaitStep = { ...last, x: last.x - record.shiftX, z: last.z - record.shiftZ };
    const next = following(turned(last, turn), now);
    const again = following(turned(like, turn), next);
    const round = roundOf(now, again, turn);
    const kind = last.load.length > 0 ? 'run' : 'walk';
    return { kind, steps: closeRound([before, now, next, again], round), landings: 4, round };
  }
}

/** [rad] by which the way of the body turns in a step. A body that hardly moves does not turn. */
function wayTurn({ course }: GaitStep): number {
  const end = 4 * (COURSE_ROWS - 1);
  const slow = Math.min(Math.hypot(course[2], course[3]), Math.hypot(course[end + 2], course[end + 3]));
  if (slow < STANDING_SPEED) return 0;
  return wrapAngle(Math.atan2(course[end + 2], course[end + 3]) - Math.atan2(course[2], course[3]));
}

function roundOf(from: GaitStep, to: GaitStep, yaw: number): GaitRound {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const move = { yaw, x: to.x - (c * from.x + s * from.z), z: to.z - (c * from.z - s * from.x) };
  return { from: 1, to: 3, move, rise: to.height - from.height, time: to.land - from.land };
}

/** A step like `step`, made from where `from` stands. */
function following(step: GaitStep, from: GaitStep): GaitStep {
  return {
    ...step,
    x: from.x + step.stepX,
    z: from.z + step.stepZ,
    land: from.land + from.duration,
    lift: from.land + from.doubleSupport,
  };
}

/** A step turned about up. */
function turned(step: GaitStep, angle: number): GaitStep {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const course = step.course.slice();
  for (let i = 0; i < course.length; i += 2) {
    const [x, z] = [course[i], course[i + 1]];
    course[i] = c * x + s * z;
    course[i + 1] = c * z - s * x;
  }
  return {
    ...step,
    stepX: c * step.stepX + s * step.stepZ,
    stepZ: c * step.stepZ - s * step.stepX,
    yaw: step.yaw + angle,
    footYaw: step.footYaw + angle,
    course,
  };
}

/** The step as the other foot would make it: mirrored at the way that the walker faces. */
function mirrored(step: GaitStep): GaitStep {
  const straight = turned(step, -step.yaw);
  const course = straight.course.map((value, i) => (i % 2 === 0 ? -value : value));
  const mirror = {
    ...straight,
    foot: (1 - step.foot) as 0 | 1,
    stepX: -straight.stepX,
    footYaw: -straight.footYaw,
    course,
  };
  return turned(mirror, step.yaw);
}
