/** The gaits that a character is known to have: handed over by the game, or recorded while they were shown. */
import type { Body } from '../../body/body.ts';
import type { StreamPrimary } from '../../methods/reactive-blend/primary.ts';
import type { Clip } from '../../motion/clip.ts';
import { closeCycle } from './cycle.ts';
import { createLearnedGait, gaitOf, type LearnedGait } from './learned-gait.ts';
import { packed, unpacked } from './pack.ts';
import type { Phase } from './phase.ts';
import { clearRecording, createRecording, feedRecording, findCycle, type Recording } from './recording.ts';

const MOST_RECORDED = 4;
const LOOK = 0.2; // [s] between looks for a round

interface SavedMemory {
  readonly cycles: readonly { readonly frameTime: number; readonly q: Float64Array }[];
  readonly count: number;
  readonly late: number;
  readonly rows: Float64Array;
  readonly last: Float64Array;
  readonly sinceLook: number;
  readonly fit: readonly boolean[]; // of all gaits, those handed over too
}

export class GaitMemory {
  readonly gaits: LearnedGait[] = []; // those handed over first: a saved state knows gaits by their place
  readonly phase: Phase = { time: 0, cost: 0 }; // of the last find()
  readonly #body: Body;
  readonly #stream: StreamPrimary;
  readonly #recording: Recording;
  #sinceLook = 0; // [s]

  constructor(body: Body, stream: StreamPrimary) {
    this.#body = body;
    this.#stream = stream;
    this.#recording = createRecording(body);
  }

  /** The gait that the stream shows now. */
  find(): LearnedGait | undefined {
    return gaitOf(this.phase, this.gaits, this.#stream.state.q, this.#stream.state.v);
  }

  learn(cycle: Clip, recorded = false): void {
    const own = this.gaits.filter((gait) => gait.recorded);
    const gait = createLearnedGait(this.#body, cycle, recorded);
    this.gaits.splice(this.gaits.length - (recorded ? 0 : own.length), 0, gait);
    if (recorded) own.push(gait);
    if (own.length > MOST_RECORDED) this.gaits.splice(this.gaits.indexOf(own[0]), 1);
  }

  /** A pose as the animation has made it, dt after the one before. While the stream shows a gait that is known, nothing is kept. */
  watch(pose: Float64Array, dt: number): void {
    this.#sinceLook += dt;
    const looks = this.#sinceLook >= LOOK - 1e-9;
    if (looks) this.#sinceLook = 0;
    feedRecording(this.#recording, this.#body, pose, dt);
    if (!looks) return;
    if (this.gaits.length > 0 && this.find()) {
      this.forget();
      return;
    }
    const cycle = findCycle(this.#recording, this.#body);
    if (!cycle) return;
    this.learn(cycle, true);
    this.forget();
  }

  /** What comes next does not follow from what was shown. */
  forget(): void {
    clearRecording(this.#recording);
  }

  /** Gaits that were handed over are not part of it. */
  save(): unknown {
    const { count, late, rows, last } = this.#recording;
    const cycles = this.gaits
      .filter(({ recorded }) => recorded)
      .map(({ phases: { clip } }) => ({ frameTime: clip.frameTime, q: clip.q }));
    const kept = rows.subarray(0, count * last.length);
    const fit = this.gaits.map(({ isFit }) => isFit);
    return packed({ cycles, count, late, rows: kept, last, sinceLook: this.#sinceLook, fit });
  }

  restore(saved: unknown): void {
    const { cycles, count, late, rows, last, sinceLook, fit } = unpacked(saved) as SavedMemory;
    Object.assign(this.#recording, { count, late });
    this.#recording.rows.set(rows);
    this.#recording.last.set(last);
    this.#sinceLook = sinceLook;
    this.#restoreCycles(cycles);
    this.gaits.forEach((gait, k) => {
      gait.isFit = fit[k] ?? true;
    });
  }

  /** Gaits that are the same already keep what was made ready for them. */
  #restoreCycles(cycles: SavedMemory['cycles']): void {
    const known = this.gaits.filter(({ recorded }) => recorded);
    if (known.length === cycles.length && cycles.every(({ q }, k) => isSame(known[k].phases.clip.q, q))) return;
    for (const gait of known) this.gaits.splice(this.gaits.indexOf(gait), 1);
    for (const { frameTime, q } of cycles) {
      const clip = { ...closeCycle(this.#body, q, frameTime), q };
      this.gaits.push(createLearnedGait(this.#body, clip, true));
    }
  }
}

const isSame = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
