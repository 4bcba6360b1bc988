/**
 * The posture of a response, played on top of a source's pose: trunk, head and arms, and the turn of the hips. Legs are left to the
 * body, which knows where its feet are. From one response to the next the posture goes over smoothly, in place and rate.
 */

import { smoothstep } from '../../math/ease.ts';
import { expQuat, multiplyQuat, normalizeQuat, rotateBack3 } from '../../math/quat.ts';
import { quinticFactors } from '../../math/quintic.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Shape } from '../save-shape.ts';
import { type Adaptation, sampleAdapted } from './adapt.ts';
import { ROW, SPIN, TURN_ROLES, UPPER_ARMS } from './channel-layout.ts';
import { type Channels, channelsOf } from './channels.ts';
import type { Entry } from './entries.ts';
import type { Figure } from './figure.ts';
import type { PushResponseOptions } from './options.ts';
import { type Pace, paceOf, placeAt } from './pace.ts';
import type { Candidate } from './selection.ts';

/** A response as it is played. */
export interface PosturePlay {
  readonly entry: Entry;
  readonly channels: Channels;
  readonly adaptation: Adaptation;
  readonly pace: Pace;
}

/** [s] A new posture begins to show after the reaction time and has taken over then. */
const BEGINS = 0.08;
const TAKES_OVER = 0.35;
/** [s] in which the last posture of a response goes. */
const ENDS = 0.5;
/** Share of a response's posture that is asked for: the hit itself bends the body already. */
const POSTURE_SHARE = 0.6;
/** [rad] Smaller turns of a response, and of the turns of its arms, are seen by nobody: whoever stands so stands as before. */
const SEEN = 0.04;
const STEP = 1 / 120; // [s] over which rates are taken

/** Turns that count: not those of the legs. */
const PLAYED = TURN_ROLES.map((role, k) => (/Leg|Foot|Toes/.test(role) ? -1 : k)).filter((k) => k >= 0);

export class PosturePlayer {
  play: PosturePlay | undefined;
  time = 0; // [s] since it was entered
  readonly #figure: Figure;
  readonly #from = new Float64Array(ROW); // what the posture before adds at the start
  readonly #fromRate = new Float64Array(ROW);
  readonly #row = new Float64Array(ROW);
  readonly #other = new Float64Array(ROW);
  readonly #factors = new Float64Array(3);
  readonly #turn = new Float64Array(8);

  constructor(figure: Figure) {
    this.#figure = figure;
  }

  get isActive(): boolean {
    return this.play !== undefined;
  }

  /** Whether anybody sees what is played, or will: not its still end. */
  get isSeen(): boolean {
    const { play } = this;
    if (!play) return false;
    if (this.time < TAKES_OVER || placeAt(play.pace, this.time) < play.entry.response.peak) return true;
    for (const k of PLAYED) if (isSeenIn(this.#row, 3 * k)) return true;
    return isSeenIn(this.#row, SPIN[0]) || isSeenIn(this.#row, SPIN[1]);
  }

  /** Place in the response [frames]. */
  get place(): number {
    return this.play ? placeAt(this.play.pace, this.time) : 0;
  }

  /** `since` [s]: that the play counts as having gone on already. */
  enter(play: PosturePlay, since = 0): void {
    // what is shown now, and how fast it changes, dies out on top of the new one
    this.#write(this.#other, this.time - STEP);
    this.#write(this.#row, this.time);
    for (let c = 0; c < ROW; c++) {
      // 32 bits are enough for what fades away, and halve a save
      this.#from[c] = Math.fround(this.#row[c]);
      this.#fromRate[c] = Math.fround((this.#row[c] - this.#other[c]) / STEP);
    }
    this.play = play;
    this.time = since;
  }

  reset(): void {
    this.play = undefined;
    this.time = 0;
    this.#from.fill(0);
    this.#fromRate.fill(0);
  }

  /** Goes on by h [s] and adds to q, whose heading is `yaw`. False: nothing is left to add. */
  advance(q: Float64Array, h: number, yaw: number): boolean {
    if (!this.play) return false;
    this.time += h;
    if (this.#fade(this.time) === 0) {
      this.reset();
      return false;
    }
    this.#write(this.#row, this.time);
    this.#turnJoints(q);
    this.#turnHips(q, yaw);
    return true;
  }

  /** out = what is added at a time of the play. */
  #write(out: Float64Array, t: number): void {
    const { play } = this;
    if (!play) {
      out.fill(0);
      return;
    }
    sampleAdapted(out, play.channels, play.adaptation, placeAt(play.pace, Math.max(0, t)));
    const share = this.#share(t);
    for (let c = 0; c < ROW; c++) out[c] *= share;
    if (t >= TAKES_OVER) return;
    for (let c = 0; c < ROW; c++) {
      if (this.#from[c] === 0 && this.#fromRate[c] === 0) continue;
      quinticFactors(this.#factors, this.#from[c], this.#fromRate[c], 0, TAKES_OVER);
      const [c5, c4, c3] = this.#factors;
      out[c] += this.#from[c] + t * (this.#fromRate[c] + t * t * (c3 + t * (c4 + t * c5)));
    }
  }

  /** How much of the response is asked for now, 0 … 1. */
  get share(): number {
    return this.#share(this.time);
  }

  #share(t: number): number {
    return POSTURE_SHARE * smoothstep((t - BEGINS) / (TAKES_OVER - BEGINS)) * this.#fade(t);
  }

  /** 1, and down to 0 when the response is over. */
  #fade(t: number): number {
    const { play } = this;
    if (!play) return 0;
    const last = play.channels.frames - 1;
    const over = (placeAt(play.pace, t) - last) / play.pace.rate; // [s]
    return over <= 0 ? 1 : 1 - smoothstep(over / ENDS);
  }

  #turnJoints(q: Float64Array): void {
    const { joints, neutral } = this.#figure;
    for (const k of PLAYED) {
      const joint = joints[k];
      if (joint <= 0) continue;
      if (k === UPPER_ARMS[0]) this.#turnJoint(q, joint, neutral, SPIN[0]);
      if (k === UPPER_ARMS[1]) this.#turnJoint(q, joint, neutral, SPIN[1]);
      this.#turnJoint(q, joint, neutral, 3 * k);
    }
  }

  #turnJoint(q: Float64Array, joint: number, neutral: Float64Array, o: number): void {
    const t = this.#turn;
    rotateBack3(t, 0, neutral, 4 * joint, this.#row, o);
    expQuat(t, 4, t, 0);
    multiplyQuat(q, quatIndex(joint), q, quatIndex(joint), t, 4);
    normalizeQuat(q, quatIndex(joint), q, quatIndex(joint));
  }

  /** The turn of the hips is of the world. */
  #turnHips(q: Float64Array, yaw: number): void {
    const t = this.#turn;
    const [x, y, z] = this.#row;
    const s = Math.sin(yaw);
    const c = Math.cos(yaw);
    t[0] = c * x + s * z;
    t[1] = y;
    t[2] = c * z - s * x;
    expQuat(t, 4, t, 0);
    multiplyQuat(q, 3, t, 4, q, 3);
    normalizeQuat(q, 3, q, 3);
  }

  save(): { readonly time: number; readonly from: readonly number[]; readonly fromRate: readonly number[] } {
    const kept = this.time < TAKES_OVER + STEP; // the rate at which it dies out is taken over a step
    return { time: this.time, from: kept ? [...this.#from] : [], fromRate: kept ? [...this.#fromRate] : [] };
  }

  restore(play: PosturePlay | undefined, time: number, from: readonly number[], fromRate: readonly number[]): void {
    this.reset();
    this.play = play;
    this.time = time;
    this.#from.set(from);
    this.#fromRate.set(fromRate);
  }
}

const isSeenIn = (row: Float64Array, o: number): boolean =>
  row[o] * row[o] + row[o + 1] * row[o + 1] + row[o + 2] * row[o + 2] > SEEN * SEEN;

/** What `save` gives. */
export const SAVED_PLAY = {
  time: 'number',
  from: { numbers: [0, ROW] },
  fromRate: { numbers: [0, ROW] },
} as const satisfies Readonly<Record<string, Shape>>;

/** A response that was chosen, as it is played. `arms`: how far they go. */
export function playOf(
  entry: Entry,
  chosen: Candidate,
  arms: readonly [number, number],
  { warp }: Pick<PushResponseOptions, 'warp'>,
): PosturePlay {
  const channels = channelsOf(entry.response);
  const { alpha, epsilon, amplitude, lambda, psi } = chosen;
  const adaptation = { alpha, epsilon, amplitude, footLift: 1, lambda, psi, mirrored: entry.mirrored, arms };
  return { entry, channels, adaptation, pace: paceOf(entry, chosen, channels, warp) };
}
