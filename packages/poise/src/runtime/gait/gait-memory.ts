/** The gaits that a character is known to have: handed over by the game, or recorded while they were shown. */

import type { Body } from '../../body/body.ts';
import { normalizeQuat } from '../../math/quat.ts';
import { noSave } from '../../methods/check-saved.ts';
import type { StreamPrimary } from '../../methods/reactive-blend/primary.ts';
import { checkShape, type Shape } from '../../methods/save-shape.ts';
import { isFrameTime } from '../../motion/bounds.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { closeCycle } from './cycle.ts';
import { createLearnedGait, gaitOf, type LearnedGait, type WalkerWorld } from './learned-gait.ts';
import { packed, unpacked } from './pack.ts';
import type { Phase } from './phase.ts';
import { clearRecording, createRecording, feedRecording, findCycle, type Recording } from './recording.ts';
import { coarsen, fromSmall, type SmallPoses, toSmall } from './small-poses.ts';

const MOST_RECORDED = 2; // as many as 16 kB hold: a walk and a run
const LOOK = 0.2; // [s] between looks for a round

/** What a look has found, and when: changes every frame, so that it is part of every save. Plain data. */
export interface Looking {
  sinceLook: number; // [s]
  knows: number; // 1: the stream showed a gait that is known then, so that nothing is recorded until it does not
}

export const createLooking = (): Looking => ({ sinceLook: 0, knows: 0 });

interface SavedMemory {
  readonly cycles: readonly (SmallPoses & { readonly frameTime: number })[];
  readonly count: number;
  readonly late: number;
  readonly rows: SmallPoses;
  readonly last: SmallPoses;
  readonly fit: readonly boolean[]; // of all gaits, those handed over too
}

export class GaitMemory {
  readonly gaits: LearnedGait[] = []; // those handed over first: a saved state knows gaits by their place
  /** Changes with whatever `save` gives. */
  version = 0;
  readonly looking: Looking = createLooking();
  readonly phase: Phase = { time: 0, cost: 0 }; // of the last find()
  readonly #body: Body;
  readonly #stream: StreamPrimary;
  readonly #world: WalkerWorld;
  readonly #recording: Recording;
  readonly #nq: number;
  readonly #coarse = new WeakMap<LearnedGait, Float64Array>(); // of recorded gaits: frames × nq

  constructor(body: Body, stream: StreamPrimary, world: WalkerWorld) {
    this.#world = world;
    this.#body = body;
    this.#stream = stream;
    this.#recording = createRecording(body);
    this.#nq = coordinateCount(body.skeleton);
  }

  /** The gait that the stream shows now. */
  find(): LearnedGait | undefined {
    return gaitOf(this.phase, this.gaits, this.#stream.state.q, this.#stream.state.v);
  }

  learn(cycle: Clip, recorded = false): void {
    this.version++;
    const own = this.gaits.filter((gait) => gait.recorded);
    const gait = recorded ? this.#fromCoarse(coarse(cycle.q, this.#nq), cycle.frameTime) : this.#made(cycle, false);
    this.gaits.splice(this.gaits.length - (recorded ? 0 : own.length), 0, gait);
    if (recorded) own.push(gait);
    if (own.length > MOST_RECORDED) this.gaits.splice(this.gaits.indexOf(own[0]), 1);
  }

  #made(cycle: Clip, recorded: boolean): LearnedGait {
    return createLearnedGait(this.#body, cycle, recorded, this.#world);
  }

  /** A recorded round of coarse poses, which are what is saved of it. */
  #fromCoarse(q: Float64Array, frameTime: number): LearnedGait {
    const unit = q.slice();
    for (let i = 0; i < unit.length; i += this.#nq) {
      for (let o = i + 3; o < i + this.#nq; o += 4) normalizeQuat(unit, o, unit, o);
    }
    const gait = this.#made({ ...closeCycle(this.#body, unit, frameTime), q: unit }, true);
    this.#coarse.set(gait, q);
    return gait;
  }

  /** A pose as the animation has made it, dt after the one before. While the stream shows a gait that is known, nothing is kept. */
  watch(pose: Float64Array, dt: number): void {
    const { looking } = this;
    looking.sinceLook += dt;
    const looks = looking.sinceLook >= LOOK - 1e-9;
    if (looks) {
      looking.sinceLook = 0;
      looking.knows = this.gaits.length > 0 && this.find() ? 1 : 0;
    }
    if (looking.knows === 1) {
      this.forget();
      return;
    }
    feedRecording(this.#recording, this.#body, pose, dt);
    this.version++;
    if (!looks) return;
    const cycle = findCycle(this.#recording, this.#body);
    if (!cycle) return;
    this.learn(cycle, true);
    this.forget();
  }

  /** What comes next does not follow from what was shown. */
  forget(): void {
    if (this.#recording.count > 0) this.version++;
    clearRecording(this.#recording);
  }

  /** A hit was not recovered from in time. */
  giveUp(gait: LearnedGait): void {
    gait.isFit = false;
    this.version++;
  }

  /** Gaits that were handed over are not part of it. */
  save(): unknown {
    const { count, late, rows, last } = this.#recording;
    const cycles = this.gaits
      .filter(({ recorded }) => recorded)
      .map((gait) => ({ frameTime: gait.phases.clip.frameTime, ...toSmall(this.#coarse.get(gait)!, this.#nq) }));
    const kept = toSmall(rows.subarray(0, count * this.#nq), this.#nq);
    const fit = this.gaits.map(({ isFit }) => isFit);
    return packed({ cycles, count, late, rows: kept, last: toSmall(last, this.#nq), fit });
  }

  restore(saved: unknown): void {
    const given = unpacked(saved);
    this.#checkSaved(given);
    const { cycles, count, late, rows, last, fit } = given as SavedMemory;
    Object.assign(this.#recording, { count, late });
    this.#recording.rows.set(fromSmall(rows, this.#nq));
    this.#recording.last.set(fromSmall(last, this.#nq));
    this.version++;
    this.#restoreCycles(cycles);
    this.gaits.forEach((gait, k) => {
      gait.isFit = fit[k] ?? true;
    });
  }

  /** Poses by the frame, no more than are kept; rounds as long as rounds are. Throws UsageError. */
  #checkSaved(saved: unknown): void {
    checkShape(saved, MEMORY_SHAPE, 'gaits');
    const { cycles, count, rows, last } = saved as SavedMemory;
    const frames = ({ turns, places }: SmallPoses): number => {
      const found = places.length / 3;
      return Number.isInteger(found) && turns.length === found * (this.#nq - 3) ? found : Number.NaN;
    };
    const sound =
      frames(last) === 1 &&
      frames(rows) === count &&
      count * this.#nq <= this.#recording.rows.length &&
      cycles.every(
        (cycle) => frames(cycle) >= LEAST_FRAMES && isFrameTime(cycle.frameTime) && isTurned(cycle, this.#nq),
      );
    if (!sound) throw noSave(saved);
  }

  /** Gaits that are the same already keep what was made ready for them. */
  #restoreCycles(cycles: SavedMemory['cycles']): void {
    const known = this.gaits.filter(({ recorded }) => recorded);
    const saved = cycles.map((cycle) => fromSmall(cycle, this.#nq));
    if (known.length === saved.length && saved.every((q, k) => isSame(this.#coarse.get(known[k])!, q))) return;
    for (const gait of known) this.gaits.splice(this.gaits.indexOf(gait), 1);
    for (const [k, q] of saved.entries()) this.gaits.push(this.#fromCoarse(q, cycles[k].frameTime));
  }
}

const LEAST_FRAMES = 4; // of a round
const POSES_SHAPE = { turns: { numbers: 'any' }, places: { numbers: 'any' } } as const;
const MEMORY_SHAPE: Shape = {
  fields: {
    cycles: { list: { fields: { frameTime: 'positive', ...POSES_SHAPE } } },
    count: 'whole',
    late: 'number',
    rows: { fields: POSES_SHAPE },
    last: { fields: POSES_SHAPE },
    fit: { list: 'flag' },
  },
};

/** Every rotation is one. */
function isTurned({ turns }: SmallPoses, nq: number): boolean {
  for (let i = 0; i < turns.length; i += nq - 3) {
    for (let o = i; o < i + nq - 3; o += 4) {
      const size = Math.hypot(turns[o], turns[o + 1], turns[o + 2], turns[o + 3]);
      if (!(size > 0)) return false;
    }
  }
  return true;
}

function coarse(poses: Float64Array, nq: number): Float64Array {
  const q = poses.slice();
  coarsen(q, nq);
  return q;
}

const isSame = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
