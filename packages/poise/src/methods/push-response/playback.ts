/** Plays responses over an idle: what is shown at each moment, and how one motion becomes the next. */
import type { Body } from '../../body/body.ts';
import { logQuat, relativeQuat, rotate3 } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../../motion/clip.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { type Adaptation, AS_IT_IS, sampleAdapted } from './adapt.ts';
import { wrapAngle } from './aligned-radius.ts';
import { applyBlend, type Blend, clearanceOf, createBlend, type FootFuture, isDone, startBlend } from './blend.ts';
import { FOOT, FOOT_TURN, HIPS, ROW, TURN_ROLES } from './channel-layout.ts';
import { type Channels, channelsOf } from './channels.ts';
import { compose } from './compose.ts';
import { loadedFoot } from './contact-check.ts';
import type { Entry } from './entries.ts';
import { copyStage, createFigure, createStage, type Figure, type Stage, setNeutral } from './figure.ts';
import { IdleBase, writeStanding } from './idle-base.ts';
import { isOver } from './inertial.ts';
import type { PushResponseOptions } from './options.ts';
import { type Pace, placeAt, settledAt, tailOf } from './pace.ts';
import { FEATURES, writeFeatures } from './pose-features.ts';
import type { Candidate, FootPlace, Point, Query } from './selection.ts';
import { type Standing, solveLegs } from './solve-legs.ts';
import { addSprings, areAtRest, createSprings, type Springs, stepSprings } from './springs.ts';
import { createTidyStep } from './tidy-step.ts';
import { applyTurn, type Turn } from './turn.ts';

/** A motion in play. */
export interface Play {
  readonly entry: Entry | undefined; // undefined: a step that tidies up
  readonly channels: Channels;
  readonly adaptation: Adaptation;
  readonly pace: Pace;
  readonly turn: Turn | undefined;
}

const TIDY = { shift: 0.05, turn: 0.2 }; // [m], [rad] that a foot may stand off
const LOOK_AHEAD = 1 / 240; // [s] for velocities of the new motion
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
  readonly #standing: Standing = { floor: new Float64Array(2), reach: new Float64Array(2) };
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

  /** What selection wants to know. Call after refreshHeading. */
  look(): Omit<Query, 'carried' | 'push' | 'recent'> {
    this.#idle.writeStage(this.#base, this.figure);
    const [sine, cosine] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const { balls } = this.#base;
    const middle = [(balls[0] + balls[3]) / 2, (balls[2] + balls[5]) / 2];
    const turn = (x: number, z: number): Point => [cosine * x - sine * z, sine * x + cosine * z];
    const feet = ([0, 1] as const).map((side): FootPlace => {
      const at = (stage: Stage): Point =>
        turn(stage.balls[3 * side] - middle[0], stage.balls[3 * side + 2] - middle[1]);
      return {
        ball: at(this.#shown),
        neutral: at(this.#base),
        heel: this.#heelOf(side, turn),
        height: this.#shown.balls[3 * side + 1] - this.#base.balls[3 * side + 1],
        planted: this.#stands(side),
      };
    });
    const neutral = this.play === undefined;
    const features = neutral ? undefined : this.#features();
    const walkable = this.#options.walkable.map((polygon) =>
      polygon.map(([x, z]) => turn(x - middle[0], z - middle[1])),
    );
    return { neutral, features, feet: feet as [FootPlace, FootPlace], walkable };
  }

  /** From ball to heel, heading frame [m]. */
  #heelOf(side: 0 | 1, turn: (x: number, z: number) => Point): Point {
    const { points, parts } = this.figure.body.soles[side];
    const heel = new Float64Array(3);
    const count = parts.filter((part) => part === 'heel').length || 1;
    parts.forEach((part, i) => {
      for (let c = 0; c < 3; c++) if (part === 'heel') heel[c] += points[3 * i + c] / count;
    });
    for (let c = 0; c < 3; c++) heel[c] -= this.figure.balls[side][c];
    rotate3(heel, 0, this.#shown.feet, 4 * side, heel, 0);
    return turn(heel[0], heel[2]);
  }

  /** Features of the pose shown, and of how it moves. #base holds the standing pose. */
  #features(): Float64Array {
    const { joints, neutral, leg } = this.figure;
    const row = new Float64Array(ROW);
    const rates = new Float64Array(ROW);
    const turn = new Float64Array(4);
    const taken = new Set<number>();
    TURN_ROLES.forEach((_, k) => {
      const joint = joints[k];
      if (joint < 0 || taken.has(joint)) return;
      taken.add(joint);
      const i = quatIndex(joint);
      for (const [out, from, rate] of [
        [row, this.#base, 1],
        [rates, this.#before, this.#lastDt > 0 ? 1 / this.#lastDt : 0],
      ] as const) {
        relativeQuat(turn, 0, from.q, i, this.#shown.q, i);
        logQuat(turn, 0, turn, 0);
        rotate3(out, 3 * k, neutral, 4 * joint, turn, 0);
        for (let c = 0; c < 3; c++) out[3 * k + c] *= rate;
      }
    });
    row[HIPS + 1] = (this.#shown.q[1] - this.#base.q[1]) / leg;
    const features = new Float64Array(FEATURES);
    writeFeatures(features, row, rates, leg);
    return features;
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
    const play: Play = { entry, channels, adaptation, pace: this.#paceOf(entry, chosen, channels), turn: undefined };
    const ours = [this.#stands(0), this.#stands(1)] as const;
    if (this.play) this.#alignOnFoot(play, loadedFoot(ours, theirsAt(play)));
    const angle = Math.max(-MOST_TURN, Math.min(MOST_TURN, TURN_TIME * yawRate));
    this.#change(angle === 0 ? play : { ...play, turn: this.#turnOf(play, angle) }, ours, duration);
  }

  #paceOf(entry: Entry, { frame: first, epsilon }: Candidate, channels: Channels): Pace {
    const own = entry.timeScale / channels.frameTime;
    const faster = 1 + epsilon / 2;
    if (this.#options.warp === 'whole') return { first, rate: own * faster, tail: Infinity, faster: 1 };
    return { first, rate: own, tail: Math.max(0, (tailOf(entry.response, channels) - first) / own), faster };
  }

  /** Puts the standing pose where the response's loaded foot meets ours. */
  #alignOnFoot(play: Play, foot: 0 | 1): void {
    sampleAdapted(this.#row, play.channels, play.adaptation, play.pace.first);
    this.#idle.writeStage(this.#base, this.figure);
    const wanted = this.#footYaw(this.#base, foot) + this.#row[FOOT[foot] + FOOT_TURN + 1];
    const yaw = wrapAngle(this.#footYaw(this.#shown, foot) - wanted);
    this.#idle.move(yaw, 0, 0);
    this.yaw = wrapAngle(this.yaw + yaw);
    this.#idle.writeStage(this.#base, this.figure);
    compose(this.#next, this.figure, this.#base, this.#row, this.yaw);
    const o = 3 * foot;
    this.#idle.move(0, this.#shown.balls[o] - this.#next.balls[o], this.#shown.balls[o + 2] - this.#next.balls[o + 2]);
  }

  /** Where a foot points [rad]: from ankle to ball. */
  #footYaw(stage: Stage, side: 0 | 1): number {
    const way = new Float64Array(3);
    rotate3(way, 0, stage.feet, 4 * side, this.figure.balls[side], 0);
    return Math.atan2(way[0], way[2]);
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
        wrapAngle(this.#footYaw(this.#shown, side) - this.#footYaw(this.#base, side)),
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
      this.#idle.writePose(q);
      return;
    }
    copyStage(this.#before, this.#shown);
    this.#want(this.#shown, 0);
    applyBlend(this.#shown, this.#blend, this.figure);
    for (const side of [0, 1] as const) this.#standing.floor[side] += clearanceOf(this.#blend, side);
    solveLegs(q, this.figure, this.#shown, this.#standing);
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
      shown: saveStage(this.#shown),
      before: saveStage(this.#before),
      neutral: [...this.figure.neutral, ...this.figure.hipsInRoot],
      blend: {
        rows: [...this.#blend.offsets.rows],
        time: this.#blend.time,
        airborne: [...this.#blend.airborne],
        landing: [...this.#blend.landing],
        holds: this.#blend.holds.map(({ shift, turn, lift, land }) => ({
          shift: [...shift],
          turn: [...turn],
          lift,
          land,
        })),
      },
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
    restoreStage(this.#shown, state.shown);
    restoreStage(this.#before, state.before);
    this.figure.neutral.set(state.neutral.slice(0, -3));
    this.figure.hipsInRoot.set(state.neutral.slice(-3));
    this.#blend.offsets.rows.set(state.blend.rows);
    this.#blend.time = state.blend.time;
    this.#blend.airborne.set(state.blend.airborne);
    this.#blend.landing.set(state.blend.landing);
    state.blend.holds.forEach(({ shift, turn, lift, land }, side) => {
      const hold = this.#blend.holds[side];
      hold.shift.set(shift);
      hold.turn.set(turn);
      hold.lift = lift;
      hold.land = land;
    });
    this.play = state.play && this.#restoredPlay(state.play, entries);
  }

  #restoredPlay(play: SavedPlay, entries: readonly Entry[]): Play {
    const entry = entries[play.entry];
    const { balls } = this.stance;
    this.#tidySteps ??= createTidyStep(Math.hypot(balls[0] - balls[3], balls[2] - balls[5]) / 2, this.figure.leg);
    return { ...play, entry, channels: entry ? channelsOf(entry.response) : this.#tidySteps };
  }
}

type SavedPlay = Omit<Play, 'entry' | 'channels'> & { readonly entry: number };

interface SavedStage {
  readonly q: readonly number[];
  readonly rest: readonly number[];
}

interface SavedPlayback {
  readonly idle: { readonly time: number; readonly yaw: number; readonly x: number; readonly z: number };
  readonly yaw: number;
  readonly play: SavedPlay | undefined;
  readonly playTime: number;
  readonly lastDt: number;
  readonly springs: readonly number[];
  readonly shown: SavedStage;
  readonly before: SavedStage;
  readonly neutral: readonly number[];
  readonly blend: {
    readonly rows: readonly number[];
    readonly time: number;
    readonly airborne: readonly number[];
    readonly landing: readonly number[];
    readonly holds: readonly { shift: readonly number[]; turn: readonly number[]; lift: number; land: number }[];
  };
}

const saveStage = ({ q, balls, feet, toes }: Stage): SavedStage => ({ q: [...q], rest: [...balls, ...feet, ...toes] });

function restoreStage(stage: Stage, { q, rest }: SavedStage): void {
  stage.q.set(q);
  stage.balls.set(rest.slice(0, 6));
  stage.feet.set(rest.slice(6, 14));
  stage.toes.set(rest.slice(14));
}

/** Does a foot stand at a place of a motion in play? */
function plantedAt({ channels, adaptation }: Play, side: 0 | 1, place: number): boolean {
  const frame = Math.max(0, Math.min(channels.frames - 1, Math.round(place)));
  return channels.planted[adaptation.mirrored ? 1 - side : side][frame] > 0;
}

function theirsAt(play: Play | undefined): readonly [boolean, boolean] {
  return play ? [plantedAt(play, 0, play.pace.first), plantedAt(play, 1, play.pace.first)] : [true, true];
}

/** When a foot is next lifted and set down [s] after the motion was entered. Steps come before the way back, at an even pace. */
function futureOf(play: Play, side: 0 | 1): FootFuture {
  const { frames } = play.channels;
  const { first, rate } = play.pace;
  let frame = Math.round(first);
  const stands = plantedAt(play, side, frame);
  while (frame < frames && plantedAt(play, side, frame)) frame++;
  if (frame >= frames) return { stands, lift: Infinity, land: Infinity };
  const lift = stands ? (frame - first) / rate : 0;
  while (frame < frames && !plantedAt(play, side, frame)) frame++;
  return { stands, lift, land: (Math.min(frame, frames - 1) - first) / rate };
}
