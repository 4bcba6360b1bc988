/** Plays responses over an idle: what is shown at each moment, and how one motion becomes the next. */
import type { Body } from '../../body/body.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../../motion/clip.ts';
import { type Adaptation, sampleAdapted } from './adapt.ts';
import { applyBlend, type Blend, clearBlend, createBlend, isDone, startBlend } from './blend.ts';
import { ROW } from './channel-layout.ts';
import { type Channels, channelsOf } from './channels.ts';
import { compose } from './compose.ts';
import { loadedFoot } from './contact-check.ts';
import type { Entry } from './entries.ts';
import { copyStage, createFigure, createStage, type Figure, type Stage, setNeutral } from './figure.ts';
import { Footwork } from './footwork.ts';
import { IdleBase, writeStanding } from './idle-base.ts';
import { MotionInPlay } from './motion-in-play.ts';
import type { PushResponseOptions } from './options.ts';
import { moveOntoFeet, moveOntoFoot } from './placing.ts';
import { type Play, plantedAt } from './play.ts';
import { playOf } from './play-of.ts';
import { isActive, onlyStandsElsewhere, type Remains, standsStill } from './remains.ts';
import { type PlaybackParts, restoreParts, type SavedPlay, type SavedPlayback, saveParts } from './saved-playback.ts';
import type { Candidate, Query } from './selection.ts';
import { createLegs, foreseeLegs, type Legs, solveLegs } from './solve-legs.ts';
import { addSprings, createSprings, type Springs, stepSprings } from './springs.ts';
import { featuresOf, lookAround } from './survey.ts';
import { createTidyStep, isUntidy, tidyingPlay } from './tidy-step.ts';
import { turnOf } from './turn.ts';

const LOOK_AHEAD = 1 / 240; // [s] for velocities of the new motion
const FORESEEN = [0.02, 0.045, 0.075, 0.105, 0.14, 0.175, 0.21]; // [s] ahead, at which legs must not be too short either
const TURN_TIME = 0.25; // [s] of the yaw rate that is stepped out
const MOST_TURN = Math.PI / 4;

export class Playback {
  readonly figure: Figure;
  readonly springs: Springs = createSprings();
  readonly scratch = new Float64Array(4);
  /** The standing pose that the idle begins with. */
  readonly stance: Stage;
  yaw: number; // [rad] heading of the standing pose: the frame that responses are played in

  readonly #options: PushResponseOptions;
  readonly #idle: IdleBase;
  readonly #blend: Blend;
  readonly #motion = new MotionInPlay();
  readonly #footwork = new Footwork();
  readonly #legs: Legs = createLegs();
  readonly #remains: Remains;
  #lastDt = 0;
  readonly #shown: Stage;
  readonly #before: Stage;
  readonly #base: Stage;
  readonly #next: Stage;
  readonly #later: Stage;
  readonly #asked = new Float64Array(2);
  readonly #row = new Float64Array(ROW);
  #tidySteps: Channels | undefined;

  constructor(body: Body, idle: Clip, options: PushResponseOptions) {
    this.figure = createFigure(body);
    this.#options = options;
    this.#idle = new IdleBase(idle, this.figure);
    this.#blend = createBlend(this.figure);
    const { springs } = this;
    this.#remains = { springs, blend: this.#blend, feet: this.#footwork.feet, legs: this.#legs };
    [this.#shown, this.#before, this.#base] = [createStage(body), createStage(body), createStage(body)];
    [this.#next, this.#later, this.stance] = [createStage(body), createStage(body), createStage(body)];
    this.#idle.writeStage(this.stance, this.figure);
    this.yaw = setNeutral(this.figure, this.stance.q);
  }

  get play(): Play | undefined {
    return this.#motion.play;
  }

  /** Place in the response in play [frames]. */
  place(): number {
    return this.#motion.place();
  }

  /** Nothing that anybody sees but the idle, on feet that may stand a little off, is left. */
  isStanding(): boolean {
    return standsStill(this.#remains) && this.#motion.isSettled();
  }

  /** Only where feet stand differs from the idle, and no step is made because of that. */
  isHolding(): boolean {
    const { tidy, allowed } = this.#options;
    return !this.play && onlyStandsElsewhere(this.#remains, tidy && allowed.includes('step'));
  }

  #isActive(): boolean {
    return this.play !== undefined || isActive(this.#remains);
  }

  ballOf(side: 0 | 1): Vec3 {
    return [...this.#shown.balls.subarray(3 * side, 3 * side + 3)] as unknown as Vec3;
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
    return this.#idle.speed(this.#next.q);
  }

  /** What selection wants to know. Call after refreshHeading. */
  look(): Omit<Query, 'carried' | 'push' | 'recent' | 'chance'> {
    this.#idle.writeStage(this.#base, this.figure);
    const survey = {
      figure: this.figure,
      shown: this.#shown,
      before: this.#before,
      dt: this.#lastDt,
      base: this.#base,
      yaw: this.yaw,
      planted: this.#standing(),
    };
    return { ...lookAround(survey, this.#options.walkable), ...featuresOf(survey, this.play === undefined) };
  }

  #standing(): readonly [boolean, boolean] {
    const [left, right] = this.#footwork.feet;
    return [left.stands, right.stands];
  }

  /** Enters a response. `arms`: how far they go; `yawRate`: of the push, when it is to be stepped out [rad/s], else 0. */
  start(entry: Entry, chosen: Candidate, arms: Adaptation['arms'], duration: number, yawRate: number): void {
    const play = playOf(entry, chosen, arms, this.#options.warp);
    if (this.play) {
      const { first } = play.pace;
      const foot = loadedFoot(this.#standing(), [plantedAt(play, 0, first), plantedAt(play, 1, first)]);
      sampleAdapted(this.#row, play.channels, play.adaptation, first);
      this.yaw = moveOntoFoot(this.#idle, this.figure, this.#shown, this.#row, this.yaw, foot, this.#base, this.#next);
    }
    const angle = Math.max(-MOST_TURN, Math.min(MOST_TURN, TURN_TIME * yawRate));
    this.#idle.writeStage(this.#base, this.figure);
    this.#change(angle === 0 ? play : { ...play, turn: turnOf(play, angle, this.#base) }, duration);
  }

  /** From what is shown to another motion (undefined: the idle). The placement is already that of the new motion. */
  #change(play: Play | undefined, duration: number): void {
    this.#motion.enter(play);
    this.#want(this.#next, 0);
    this.#want(this.#later, LOOK_AHEAD);
    const shown = { now: this.#shown, before: this.#before, dt: this.#lastDt };
    const change = { ...shown, next: this.#next, later: this.#later, h: LOOK_AHEAD };
    startBlend(this.#blend, this.figure, change, duration);
    this.#footwork.change(change, this.#motion.feet(this.#legs.lost), duration);
  }

  /** out = what the motion in play wants, `ahead` seconds from now, without the blend. */
  #want(out: Stage, ahead: number): void {
    this.#idle.writeStage(this.#base, this.figure, ahead);
    if (ahead === 0) writeStanding(this.#legs.standing, this.#base, this.figure);
    this.#motion.writeRow(this.#row, ahead);
    addSprings(this.#row, this.springs, this.figure.leg);
    compose(out, this.figure, this.#base, this.#row, this.yaw);
    this.#motion.turn(out, ahead);
  }

  /** Goes on by dt [s]. */
  advance(dt: number): void {
    if (dt > 0) this.#lastDt = dt;
    this.#idle.time += dt;
    this.#motion.advance(dt, this.#footwork);
    this.#blend.time += dt;
    this.#footwork.advance(dt);
    stepSprings(this.springs, dt);
    if (this.play && this.#motion.isOver()) this.#finish(this.play);
    else if (!this.play && this.#options.tidy && isDone(this.#blend)) this.#tidyUp();
    if (this.#idle.loops && !this.play && this.#idle.time > this.#idle.duration + 1e-6) this.#wrapIdle();
  }

  /** The response is over: the idle stands where the feet are now. */
  #finish(play: Play): void {
    if (play.entry)
      this.yaw = moveOntoFeet(this.#idle, this.figure, this.#shown, this.yaw, play.turn?.angle, this.#base);
    this.#change(undefined, 2 * this.#options.blend);
  }

  /** Steps back into the stance with the foot that is farther off. */
  #tidyUp(): void {
    const { feet } = this.#footwork;
    if (!isUntidy(feet) || !this.#options.allowed.includes('step')) return;
    this.#change(tidyingPlay(feet, this.#tidyStep()), this.#options.blend);
  }

  #tidyStep(): Channels {
    this.#tidySteps ??= createTidyStep(this.stance, this.figure.leg);
    return this.#tidySteps;
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
    this.#change(undefined, this.#options.blend);
  }

  /** q = what is shown now. Returns the foot that has landed, if any. */
  write(q: Float64Array): 0 | 1 | undefined {
    if (!this.#isActive()) {
      this.#legs.x.fill(0);
      this.#legs.v.fill(0);
      this.#legs.lost = 0;
      this.#footwork.clear();
      clearBlend(this.#blend);
      this.#idle.writePose(q);
      return undefined;
    }
    const motion = this.#motion.feet(this.#legs.lost);
    copyStage(this.#before, this.#shown);
    this.#want(this.#shown, 0);
    applyBlend(this.#shown, this.#blend, this.figure);
    this.#footwork.follow(this.#shown, motion, this.#before, this.#lastDt, this.yaw);
    const [left, right] = this.#standing();
    const carries = (left ? 1 : 0) | (right ? 2 : 0);
    for (const ahead of FORESEEN) {
      this.#want(this.#later, ahead);
      applyBlend(this.#later, this.#blend, this.figure, ahead);
      const then = this.#footwork.foresee(this.#later, this.#motion.planted(ahead), ahead, this.yaw);
      this.#motion.writeReach(this.#asked, ahead);
      foreseeLegs(this.#legs, this.figure, this.#later, then, carries, this.#asked);
    }
    this.#motion.writeReach(this.#asked, 0);
    foreseeLegs(this.#legs, this.figure, this.#shown, carries, carries, this.#asked);
    solveLegs(
      q,
      this.figure,
      this.#shown,
      this.#legs,
      this.#motion.loose(this.#footwork),
      [this.#footwork.softness(0), this.#footwork.softness(1)],
      this.#asked,
      this.#lastDt,
    );
    return this.#footwork.land(this.#shown, motion);
  }

  #parts(): PlaybackParts {
    return {
      idle: this.#idle,
      figure: this.figure,
      springs: this.springs,
      legs: this.#legs,
      shown: this.#shown,
      before: this.#before,
      blend: this.#blend,
      feet: this.#footwork.feet,
    };
  }

  save(): unknown {
    const { play, yaw } = this;
    return {
      ...saveParts(this.#parts()),
      yaw,
      play: play && { ...play, entry: play.entry?.id ?? -1, channels: undefined },
      playTime: this.#motion.time,
      haste: this.#motion.haste,
      lastDt: this.#lastDt,
    };
  }

  restore(saved: unknown, entries: readonly Entry[]): void {
    const state = saved as SavedPlayback;
    restoreParts(this.#parts(), state);
    this.yaw = state.yaw;
    this.#lastDt = state.lastDt;
    this.#motion.enter(state.play && this.#restoredPlay(state.play, entries));
    this.#motion.time = state.playTime;
    this.#motion.haste = state.haste;
  }

  #restoredPlay(play: SavedPlay, entries: readonly Entry[]): Play {
    const entry = entries[play.entry];
    return { ...play, entry, channels: entry ? channelsOf(entry.response) : this.#tidyStep() };
  }
}
