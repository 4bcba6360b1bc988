/** The motion that goes on, by its own clock: the idle, a response over it, or a step that tidies up. */
import { sampleAdapted } from './adapt.ts';
import type { Stage } from './figure.ts';
import type { FeetInMotion, Footwork } from './footwork.ts';
import { placeAt, settledAt } from './pace.ts';
import { liftAfter, type Play, plantedAt, reachAt, touchAfter } from './play.ts';
import { applyTurn } from './turn.ts';

const SLOWEST = 0.1; // of its own pace: a motion that waits for a foot …
const HASTE_RATE = 8; // [1/s] … and how fast that changes
const COMING_OFF = 0.1; // [s] before a foot is lifted it begins to give way …
const OFF = 0.08; // [s] … and after, it does so in full

export class MotionInPlay {
  play: Play | undefined; // undefined: the idle
  time = 0; // [s] since it was entered, by its own clock
  haste = 1; // of that clock: it waits for feet that are late

  enter(play: Play | undefined): void {
    this.play = play;
    this.time = 0;
    this.haste = 1;
  }

  /** Goes on by dt [s]. A foot that is still on its way must be down before the motion lifts the other one: until then the motion
   *  takes its time. */
  advance(dt: number, footwork: Footwork): void {
    const { play } = this;
    let wanted = 1;
    for (const side of [0, 1] as const) {
      const waiting = footwork.waiting(side);
      if (!play || waiting === 0) continue;
      const lift = liftAfter(play, (1 - side) as 0 | 1, this.place());
      wanted = Math.min(wanted, Math.max(SLOWEST, lift / (waiting + dt)));
    }
    this.haste += Math.max(-HASTE_RATE * dt, Math.min(HASTE_RATE * dt, wanted - this.haste));
    this.time += this.haste * dt;
  }

  /** Place in the response [frames], `ahead` seconds from now. */
  place(ahead = 0): number {
    return this.play ? placeAt(this.play.pace, this.time + this.haste * ahead) : 0;
  }

  isOver(): boolean {
    return this.play !== undefined && this.place() >= this.play.channels.frames - 1;
  }

  /** Nobody sees any more that a response is in play. */
  isSettled(): boolean {
    return !this.play || this.place() >= settledAt(this.play.channels);
  }

  planted(ahead = 0): readonly [boolean, boolean] {
    const { play } = this;
    if (!play) return [true, true];
    const place = this.place(ahead);
    return [plantedAt(play, 0, place), plantedAt(play, 1, place)];
  }

  feet(lost: number): FeetInMotion {
    const { play } = this;
    const place = this.place();
    return { planted: this.planted(), lost, touch: (side) => (play ? touchAfter(play, side, place) : 0) };
  }

  /** out (ROW) = what the motion adds to standing. */
  writeRow(out: Float64Array, ahead: number): void {
    if (this.play) sampleAdapted(out, this.play.channels, this.play.adaptation, this.place(ahead));
    else out.fill(0);
  }

  /** Turns a stage as far as the push has turned it. */
  turn(stage: Stage, ahead: number): void {
    if (this.play?.turn) applyTurn(stage, this.play.turn, this.time + this.haste * ahead);
  }

  /** out (2) = how straight its legs are, of the whole leg. */
  writeReach(out: Float64Array, ahead: number): void {
    for (const side of [0, 1] as const) out[side] = this.play ? reachAt(this.play, side, this.place(ahead)) : 0;
  }

  /** How far feet are on their way from the ground, 0 … 1: one that is about to be lifted may come off before. */
  loose({ feet }: Footwork): readonly [number, number] {
    const of = (side: 0 | 1): number => {
      const { stands, pinned, aloft } = feet[side];
      if (!stands) return Math.min(1, (COMING_OFF + aloft) / (COMING_OFF + OFF));
      if (pinned || !this.play || !feet[1 - side].stands) return 0;
      return Math.max(0, COMING_OFF - liftAfter(this.play, side, this.place())) / (COMING_OFF + OFF);
    };
    return [of(0), of(1)];
  }
}
