/** Plays responses over an idle: what is shown at each moment, and how one motion becomes the next. */
import type { Body } from '../../body/body.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../../motion/clip.ts';
import { AS_IT_IS, sampleAdapted } from './adapt.ts';
import { wrapAngle } from './aligned-radius.ts';
import { applyBlend, type Blend, clearanceOf, createBlend, type FootFuture, isDone, startBlend } from './blend.ts';
import { FOOT, FOOT_TURN, ROW } from './channel-layout.ts';
import { type Channels, channelsOf } from './channels.ts';
import { compose } from './compose.ts';
import { loadedFoot } from './contact-check.ts';
import type { Entry } from './entries.ts';
import { copyStage, createFigure, createStage, type Figure, footYaw, type Stage, setNeutral } from './figure.ts';
import { IdleBase, writeStanding } from './idle-base.ts';
import { isOver } from './inertial.ts';
import type { PushResponseOptions } from './options.ts';
import { paceOf, placeAt, settledAt } from './pace.ts';
import { futureOf, type Play, plantedAt, reachAt, theirsAt } from './play.ts';
import {
  restoreBlend,
  restoreStage,
  type SavedPlay,
  type SavedPlayback,
  saveBlend,
  saveStage,
} from './saved-playback.ts';
import type { Candidate, Query } from './selection.ts';
import { type Standing, solveLegs } from './solve-legs.ts';
import { addSprings, areAtRest, createSprings, type Springs, stepSprings } from './springs.ts';
import { featuresOf, lookAround } from './survey.ts';
import { createTidyStep } from './tidy-step.ts';
import { applyTurn, type Turn } from './turn.ts';

const TIDY = { shift: 0.05, turn: 0.2 }; // [m], [rad] that a foot may stand off
const LOOK_AHEAD = 1 / 240; // [s] for velocities of the new motion
const LOOK_BACK = -0.1; // [s] over which the idle's speed is taken
const TURN_TIME = 0.25; // [s] of the yaw rate that is stepped out
const MOST_TURN = Math.PI / 4;

export class Playback {
  readonly figure: Figure;
  readonly springs: Springs = createSprings();
  readonly scratch = new Float64Array(4);
  /** The standing pose that the idle begins with. */
  readonly stance: Stage;
  play: Play | undefined;
  yaw: number; // [rad] heading of the standing pose: the frame that responses are played in

  readonly #options: PushResponseOptions;
  readonly #idle: IdleBase;
  readonly #blend: Blend;
  #playTime = 0; // [s] since the motion in play was entered
  #lastDt = 0;
  readonly #shown: Stage;
  readonly #before: Stage;
  readonly #base: Stage;
  readonly #next: Stage;
  readonly #later: Stage;
  readonly #standing: Standing = {
    floor: new Float64Array(2),
    reach: new Float64Array(2),
    across: new Float64Array(2),
    asked: new Float64Array(2),
    planted: new Uint8Array(2),
    heel: new Float64Array(2),
    drop: new Float64Array(1),
  };
  readonly #row = new Float64Array(ROW);
  #tidySteps: Channels | undefined;

  constructor(body: Body, idle: Clip, options: PushResponseOptions) {
    this.figure = createFigure(body);
    this.#options = options;
    this.#idle = new IdleBase(idle, this.figure);
    this.#blend = createBlend(this.figure);
    const stages = Array.from({ length: 6 }, () => createStage(body));
    [this.#shown, this.#before, this.#base, this.#next, this.#later, this.stance] = stages as [
      Stage,
      Stage,
      Stage,
      Stage,
      Stage,
      Stage,
    ];
    this.#idle.writeStage(this.stance, this.figure);
    this.yaw = setNeutral(this.figure, this.stance.q);
  }

  /** Place in the response in play [frames]. */
  place(): number {
    return this.play ? placeAt(this.play.pace, this.#playTime) : 0;
  }

  /** Nothing that anybody sees but the idle, on feet that may stand a little off, is left. */
  isStanding(): boolean {
    const { x } = this.springs;
    for (let k = 0; k < 6; k++) if (Math.abs(x[k]) > 2e-3) return false;
    if (!isOver(this.#blend.offsets, this.#blend.time)) return false;
    return !this.play || this.place() >= settledAt(this.play.channels);
  }

  #isActive(): boolean {
    return this.play !== undefined || !isDone(this.#blend) || !areAtRest(this.springs);
  }

  ballOf(side: 0 | 1): Vec3 {
    const { balls } = this.#shown;
    return [balls[3 * side], balls[3 * side + 1], balls[3 * side + 2]];
  }

  /** Which way the standing pose faces now [rad]; kept while a response is in play. */
  refreshHeading(): number {
    if (!this.#isActive()) {
      this.#idle.writeStage(this.#base, this.figure);
      this.yaw = setNeutral(this.figure, this.#base.q);
      copyStage(this.#shown, this.#base);
      this.#idle.writeStage(this.#before, this.figure, -this.#lastDt);
    }
    return this.yaw;
  }

  /** Horizontal speed [m/s] of the idle underneath: nobody stands who walks. */
  idleSpeed(): number {
    this.#idle.writePose(this.#next.q);
    this.#idle.writePose(this.#later.q, LOOK_BACK);
    const [x, z] = [this.#later.q[0] - this.#next.q[0], this.#later.q[2] - this.#next.q[2]];
    return Math.hypot(x, z) / -LOOK_BACK;
  }

  /** What selection wants to know. Call after refreshHeading. */
  look(): Omit<Query, 'carried' | 'push' | 'recent'> {
    this.#idle.writeStage(this.#base, this.figure);
    const survey = {
      figure: this.figure,
      shown: this.#shown,
      before: this.#before,
      dt: this.#lastDt,
      base: this.#base,
      yaw: this.yaw,
      planted: [this.#stands(0), this.#stands(1)] as const,
    };
    return { ...lookAround(survey, this.#options.walkable), ...featuresOf(survey, this.play === undefined) };
  }

  #stands(side: 0 | 1): boolean {
    if (this.#blend.time < this.#blend.airborne[side]) return false;
    return this.play === undefined || plantedAt(this.play, side, this.place());
  }

  /** Enters a response. `yawRate`: of the push, when it is to be stepped out [rad/s], else 0. */
  start(entry: Entry, chosen: Candidate, duration: number, yawRate: number): void {
    const channels = channelsOf(entry.response);
    const { alpha, epsilon, amplitude, lambda, psi } = chosen;
    const footLift = entry.strategy === 'step' ? 1 : amplitude;
    const adaptation = { alpha, epsilon, amplitude, footLift, lambda, psi, mirrored: entry.mirrored };
    const play: Play = {
      entry,
      channels,
      adaptation,
      pace: paceOf(entry, chosen, channels, this.#options.warp),
      turn: undefined,
    };
    const ours = [this.#stands(0), this.#stands(1)] as const;
    if (this.play) this.#alignOnFoot(play, loadedFoot(ours, theirsAt(play)));
    const angle = Math.max(-MOST_TURN, Math.min(MOST_TURN, TURN_TIME * yawRate));
    this.#change(angle === 0 ? play : { ...play, turn: this.#turnOf(play, angle) }, ours, duration);
  }

  /** Puts the standing pose where the response's loaded foot meets ours. */
  #alignOnFoot(play: Play, foot: 0 | 1): void {
    sampleAdapted(this.#row, play.channels, play.adaptation, play.pace.first);
    this.#idle.writeStage(this.#base, this.figure);
    const wanted = footYaw(this.figure, this.#base, foot) + this.#row[FOOT[foot] + FOOT_TURN + 1];
    const yaw = wrapAngle(footYaw(this.figure, this.#shown, foot) - wanted);
    this.#idle.move(yaw, 0, 0);
    this.yaw = wrapAngle(this.yaw + yaw);
    this.#idle.writeStage(this.#base, this.figure);
    compose(this.#next, this.figure, this.#base, this.#row, this.yaw);
    const o = 3 * foot;
    this.#idle.move(0, this.#shown.balls[o] - this.#next.balls[o], this.#shown.balls[o + 2] - this.#next.balls[o + 2]);
  }

  #turnOf(play: Play, angle: number): Turn {
    sampleAdapted(this.#row, play.channels, play.adaptation, play.channels.frames - 1);
    this.#idle.writeStage(this.#base, this.figure);
    compose(this.#next, this.figure, this.#base, this.#row, this.yaw);
    const feet = ([0, 1] as const).map((side) => futureOf(play, side));
    const last = (play.channels.frames - 1 - play.pace.first) / play.pace.rate;
    const until = Math.min(last, Math.max(...feet.map(({ land }) => (land < last ? land : 0.5))));
    return { angle, until, pivot: [this.#next.q[0], this.#next.q[2]], feet: feet as [FootFuture, FootFuture] };
  }

  /** From what is shown to another motion (undefined: the idle). The placement is already that of the new motion. */
  #change(play: Play | undefined, ours: readonly [boolean, boolean], duration: number): void {
    this.play = play;
    this.#playTime = 0;
    this.#want(this.#next, 0);
    this.#want(this.#later, LOOK_AHEAD);
    const theirs = theirsAt(play);
    const feet = ([0, 1] as const).map((side): FootFuture => {
      const future = play ? futureOf(play, side) : { lift: Infinity, land: Infinity };
      return {
        ...future,
        stands: ours[side] && theirs[side],
        land: !ours[side] && theirs[side] ? duration : future.land,
      };
    }) as [FootFuture, FootFuture];
    startBlend(
      this.#blend,
      this.figure,
      { now: this.#shown, before: this.#before, dt: this.#lastDt },
      { next: this.#next, later: this.#later, h: LOOK_AHEAD },
      feet,
      duration,
    );
  }

  /** out = what the motion in play wants, `ahead` seconds from now, without the blend. */
  #want(out: Stage, ahead: number): void {
    this.#idle.writeStage(this.#base, this.figure, ahead);
    writeStanding(this.#standing, this.#base, this.figure);
    const { play } = this;
    if (play) sampleAdapted(this.#row, play.channels, play.adaptation, placeAt(play.pace, this.#playTime + ahead));
    else this.#row.fill(0);
    addSprings(this.#row, this.springs, this.figure.leg);
    compose(out, this.figure, this.#base, this.#row, this.yaw);
    if (play?.turn) applyTurn(out, play.turn, this.#playTime + ahead);
  }

  /** Goes on by dt [s]; returns the foot that has landed, if any. */
  advance(dt: number): 0 | 1 | undefined {
    const stood = [this.#stands(0), this.#stands(1)];
    if (dt > 0) this.#lastDt = dt;
    this.#idle.time += dt;
    this.#playTime += dt;
    this.#blend.time += dt;
    stepSprings(this.springs, dt);
    const { play } = this;
    if (play && this.place() >= play.channels.frames - 1) this.#finish(play);
    else if (!play && this.#options.tidy && isOver(this.#blend.offsets, this.#blend.time)) this.#tidyUp();
    if (this.#idle.loops && !this.play && this.#idle.time > this.#idle.duration + 1e-6) this.#wrapIdle();
    for (const side of [0, 1] as const) if (!stood[side] && this.#stands(side)) return side;
    return undefined;
  }

  /** The response is over: the idle stands where the feet are now. */
  #finish(play: Play): void {
    const ours = [this.#stands(0), this.#stands(1)] as const;
    this.#idle.writeStage(this.#base, this.figure);
    if (play.entry) {
      const yaws = ([0, 1] as const).map((side) =>
        wrapAngle(footYaw(this.figure, this.#shown, side) - footYaw(this.figure, this.#base, side)),
      );
      const yaw = play.turn ? play.turn.angle : (yaws[0] + yaws[1]) / 2;
      this.#idle.move(yaw, 0, 0);
      this.yaw = wrapAngle(this.yaw + yaw);
      this.#idle.writeStage(this.#base, this.figure);
      const [now, then] = [this.#shown.balls, this.#base.balls];
      this.#idle.move(0, (now[0] + now[3] - then[0] - then[3]) / 2, (now[2] + now[5] - then[2] - then[5]) / 2);
    }
    this.#change(undefined, ours, 2 * this.#options.blend);
  }

  /** Steps back into the stance with the foot that is farther off. */
  #tidyUp(): void {
    const off = this.#blend.holds.map(({ shift, turn }) =>
      Math.max(Math.hypot(shift[0], shift[2]) / TIDY.shift, Math.abs(turn[1]) / TIDY.turn),
    );
    if (Math.max(...off) < 1 || this.#options.allowed.indexOf('step') < 0) return;
    const { balls } = this.stance;
    const halfWidth = Math.hypot(balls[0] - balls[3], balls[2] - balls[5]) / 2;
    this.#tidySteps ??= createTidyStep(halfWidth, this.figure.leg);
    const channels = this.#tidySteps;
    const adaptation = { ...AS_IT_IS, mirrored: off[1] > off[0] };
    const pace = { first: 0, rate: 1 / channels.frameTime, tail: Infinity, faster: 1 };
    const play: Play = { entry: undefined, channels, adaptation, pace, turn: undefined };
    this.#change(play, [true, true], this.#options.blend);
  }

  /** Back to the idle's first frame, wherever its last one has led. While a response is in play the last frame is held. */
  #wrapIdle(): void {
    const active = this.#isActive();
    this.#idle.time = this.#idle.duration;
    this.#idle.writeStage(this.#next, this.figure);
    if (!active) {
      copyStage(this.#shown, this.#next);
      this.#idle.writeStage(this.#before, this.figure, -this.#lastDt);
    }
    this.#idle.time = 0;
    this.#idle.writeStage(this.#base, this.figure);
    const [end, start] = [this.#next.balls, this.#base.balls];
    this.#idle.move(0, (end[0] + end[3] - start[0] - start[3]) / 2, (end[2] + end[5] - start[2] - start[5]) / 2);
    this.#change(undefined, [true, true], this.#options.blend);
  }

  /** q = what is shown now. */
  write(q: Float64Array): void {
    if (!this.#isActive()) {
      this.#standing.heel.fill(0);
      this.#standing.drop[0] = 0;
      this.#idle.writePose(q);
      return;
    }
    copyStage(this.#before, this.#shown);
    this.#want(this.#shown, 0);
    applyBlend(this.#shown, this.#blend, this.figure);
    for (const side of [0, 1] as const) {
      this.#standing.floor[side] += clearanceOf(this.#blend, side);
      this.#standing.planted[side] = this.#stands(side) ? 1 : 0;
      this.#standing.asked[side] = this.play ? reachAt(this.play, side, this.place()) : 0;
    }
    solveLegs(q, this.figure, this.#shown, this.#standing, this.#lastDt);
  }

  save(): unknown {
    const { play, springs, yaw } = this;
    return {
      idle: { time: this.#idle.time, ...this.#idle.placement },
      yaw,
      play: play && { ...play, entry: play.entry?.id ?? -1, channels: undefined },
      playTime: this.#playTime,
      lastDt: this.#lastDt,
      springs: [...springs.x, ...springs.v],
      legs: [...this.#standing.heel, ...this.#standing.drop],
      shown: saveStage(this.#shown),
      before: saveStage(this.#before),
      neutral: [...this.figure.neutral, ...this.figure.hipsInRoot],
      blend: saveBlend(this.#blend),
    };
  }

  restore(saved: unknown, entries: readonly Entry[]): void {
    const state = saved as SavedPlayback;
    const { time, ...placement } = state.idle;
    this.#idle.time = time;
    Object.assign(this.#idle.placement, placement);
    this.yaw = state.yaw;
    this.#playTime = state.playTime;
    this.#lastDt = state.lastDt;
    this.springs.x.set(state.springs.slice(0, 6));
    this.springs.v.set(state.springs.slice(6));
    this.#standing.heel.set(state.legs.slice(0, 2));
    this.#standing.drop.set(state.legs.slice(2));
    restoreStage(this.#shown, state.shown);
    restoreStage(this.#before, state.before);
    this.figure.neutral.set(state.neutral.slice(0, -3));
    this.figure.hipsInRoot.set(state.neutral.slice(-3));
    restoreBlend(this.#blend, state.blend);
    this.play = state.play && this.#restoredPlay(state.play, entries);
  }

  #restoredPlay(play: SavedPlay, entries: readonly Entry[]): Play {
    const entry = entries[play.entry];
    const { balls } = this.stance;
    this.#tidySteps ??= createTidyStep(Math.hypot(balls[0] - balls[3], balls[2] - balls[5]) / 2, this.figure.leg);
    return { ...play, entry, channels: entry ? channelsOf(entry.response) : this.#tidySteps };
  }
}
