/**
 * A walk or run that does not end: the clip on its own timeline, and past its last whole step rounds of the lap that leads best from
 * there back to itself.
 */
import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { movePose } from '../../gait/placement.ts';
import { movedTimes, type RepeatedMove, repeatedMove } from '../../gait/repeated-move.ts';
import type { Clip } from '../../motion/clip.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionScratch,
  sampleMotion,
} from '../../motion/motion-spline.ts';
import { ClipSource } from '../clip-source.ts';
import type { Source } from '../source.ts';
import { type ClosedLap, closeLap } from './lap/close-lap.ts';
import { openLap } from './lap/open-lap.ts';

export class RoundSource implements Source {
  readonly body: Body;
  readonly floor: number;
  readonly start: number; // [s] of the clip: the lap begins …
  readonly end: number; // … and ends; from here on it is repeated
  readonly #own: ClipSource;
  readonly #lap: ClosedLap;
  readonly #moves: RepeatedMove;
  readonly #scratch: MotionScratch;

  /** Throws RigError where the clip shows no two whole steps in a row. */
  constructor(body: Body, clip: Clip, report: BalanceReport = analyse(body, clip)) {
    const open = openLap(body, clip, report);
    this.body = body;
    this.#own = new ClipSource(body, clip, { report: open.contacts });
    this.floor = this.#own.floor;
    this.start = open.placed[0]!.touchDown * clip.frameTime;
    this.end = open.placed.at(-1)!.next * clip.frameTime;
    this.#lap = closeLap(body, clip, interpolateMotion(clip), open);
    this.#moves = repeatedMove(open.lap);
    this.#scratch = createMotionScratch(clip.skeleton);
  }

  /** Rounds that are over at t, and the moment of the clip that is on [s]. */
  #at(t: number): { rounds: number; time: number } {
    if (t <= this.end) return { rounds: 0, time: t };
    const length = this.end - this.start;
    const rounds = Math.floor((t - this.end) / length);
    return { rounds: rounds + 1, time: this.start + t - this.end - rounds * length };
  }

  pose(out: Float64Array, t: number): void {
    const { rounds, time } = this.#at(t);
    if (rounds === 0) {
      this.#own.pose(out, t);
      return;
    }
    // the closed lap is where the first one ended
    sampleMotion(this.#lap.motion, this.#lap.start + time - this.start, out, undefined, undefined, this.#scratch);
    movePose(movedTimes(this.#moves, rounds - 1), out);
  }

  contact(out: Float64Array, t: number): void {
    this.#own.contact(out, this.#at(t).time);
  }

  wrench(out: Float64Array, t: number): void {
    const { rounds, time } = this.#at(t);
    this.#own.wrench(out, time);
    if (rounds === 0) return;
    const yaw = movedTimes(this.#moves, rounds).yaw;
    const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
    for (const o of [0, 3]) {
      const [x, z] = [out[o], out[o + 2]];
      out[o] = c * x + s * z;
      out[o + 2] = c * z - s * x;
    }
  }
}
