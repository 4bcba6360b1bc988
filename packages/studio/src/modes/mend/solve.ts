/** From a clip and the settings of Mend to a mended clip and its judgement. Runs in the mode's worker. */
import {
  type Body,
  balanceFilter,
  type Clip,
  type FilterOptions,
  type FilterReport,
  type MendReport,
  measureMotion,
  mend,
  plantFeet,
  withCoordinates,
} from 'poise';
import { coordinateCount } from 'poise/dynamics';
import { MEND_STAGES, STIFFNESS_PARTS } from 'poise/mend';
import type { JudgeOptions } from '../../worker/api.ts';
import { bodyFor, judge } from '../../worker/judge.ts';
import type { MendRequest } from './api.ts';
import type { Filtered, MendSettings, Solved } from './types.ts';

const REPAIR_SHARE = 0.25; // of the work, before the filter

export function filterOptions(settings: MendSettings, judging: JudgeOptions, loop: boolean): Partial<FilterOptions> {
  const { margin, sole, extension, zmp, end, stiffness, bar } = settings;
  return {
    margin,
    soleScale: sole,
    extension,
    zmpMode: zmp,
    loop,
    inertia: judging.inertia,
    ...(end === 'static' && { endVelocity: 'zero', endStatic: true }),
    stiffness: Object.fromEntries(
      STIFFNESS_PARTS.filter((part) => stiffness[part]).map((part) => [part, 10 ** (stiffness[part] ?? 0)]),
    ),
    ceilings: bar === undefined ? [] : [{ role: 'head', height: bar }],
    analyse: { contacts: { overrides: judging.contacts }, external: judging.external, cutoff: judging.cutoff },
  };
}

interface Repair {
  readonly source: Clip;
  readonly key: string; // all that it rests on besides
  readonly body: Body;
  readonly repaired: MendReport; // what came before the filter
  readonly ready: Clip; // the clip that the filter was given
}

interface Mended extends Repair {
  readonly clip: Clip;
  readonly report: FilterReport | undefined; // undefined: the filter was left out
}

let lastRepair: Repair | undefined; // the fine solve follows on the coarse one
let last: Mended | undefined; // taking or leaving a window needs no new solve

/** The stages that the filter follows on. */
const LATER = { flight: false, balance: false, hands: false } as const;

export function solve(
  source: Clip,
  request: Omit<MendRequest, 'clip'>,
  onProgress: (done: number) => void,
): Omit<Solved, 'seconds' | 'coarse'> {
  const { settings, rejected, judge: judging, loop, coarse, fine } = request;
  const { strength, range, extension } = settings;
  const first = repair(source, request, fine, (done) => onProgress(REPAIR_SHARE * done));
  const { body, ready, clip, report, repaired } =
    coarse || fine ? unfiltered(first) : balance(first, request, onProgress);
  const kept = report ? withoutWindows(clip, ready, report, rejected) : clip;
  const wasPlanted = repaired.stages.some(({ stage, changed }) => stage === 'feet' && changed);
  const analyse = analyseOptions(judging);
  const whole = wasPlanted && kept !== ready ? plantFeet(body, kept, { loop, ground: 'keep', analyse }).clip : kept;
  const share = strength < 1 ? Math.max(0, strength) : 1;
  const within = range && shareWithin(source, range, extension);
  const done = share < 1 || within ? between(source, whole, (frame) => share * (within?.(frame) ?? 1)) : whole;
  const judgement = judge(done, judging);
  const { held, before } = repaired;
  const filtered = report ? lean(report) : fine ? LEFT_ALONE : NOT_FILTERED;
  return {
    clip: done,
    judgement,
    filtered,
    repaired: { stages: repaired.stages, held, before: before.measures, after: measureMotion(body, done) },
  };
}

const analyseOptions = ({ contacts, external, cutoff }: JudgeOptions) => ({
  contacts: { overrides: contacts },
  external,
  cutoff,
});

type Asked = Pick<MendRequest, 'settings' | 'judge' | 'loop'>;

/** What comes before balance. `fine`: nothing does. */
function repair(
  source: Clip,
  { settings, judge: judging, loop }: Asked,
  fine: boolean,
  onProgress: (done: number) => void,
): Repair {
  const { stages, force } = settings;
  const key = JSON.stringify([stages, force, judging, loop, fine]);
  if (lastRepair?.source === source && lastRepair.key === key) return lastRepair;
  const all = fine ? NO_STAGES : { ...stages, ...LATER };
  const { body, clip, report } = mend(source, {
    stages: all,
    force,
    loop,
    analyse: analyseOptions(judging),
    fit: (one) => bodyFor(one, judging.body),
    onProgress: ({ done }) => onProgress(done),
  });
  lastRepair = { source, key, body, repaired: report, ready: clip };
  return lastRepair;
}

const unfiltered = (first: Repair): Mended => ({ ...first, clip: first.ready, report: undefined });

/** The repaired clip in balance. */
function balance(first: Repair, { settings, judge: judging, loop }: Asked, onProgress: (done: number) => void): Mended {
  const { rejected: _, compare: __, strength: ___, range: ____, ...wishes } = settings;
  const { stages } = settings;
  const key = JSON.stringify([wishes, judging, loop]);
  if (last?.source === first.source && last.key === key) return last;
  const isFiltered = stages.balance !== false || stages.flight !== false;
  const filtered = isFiltered
    ? balanceFilter(first.body, first.ready, {
        ...filterOptions(settings, judging, loop),
        flight: stages.flight === false ? 'ignore' : 'ballistic',
        onProgress: ({ done }) => onProgress(REPAIR_SHARE + (1 - REPAIR_SHARE) * done),
      })
    : { clip: first.ready, report: undefined };
  last = { ...first, key, ...filtered };
  return last;
}

const NO_STAGES = Object.fromEntries(MEND_STAGES.map((stage) => [stage, false]));

/** 0 … 1 of each frame: 1 within the range [s], falling to 0 over `fade` [s] on both sides. */
export function shareWithin(
  { frameTime }: Clip,
  [start, end]: readonly [number, number],
  fade: number,
): (frame: number) => number {
  return (frame) => {
    const time = frame * frameTime;
    const out = Math.max(start - time, time - end, 0);
    const x = Math.max(0, 1 - out / Math.max(fade, frameTime));
    return x * x * (3 - 2 * x);
  };
}

/** A clip that is judged fine. */
const LEFT_ALONE: Filtered = {
  status: 'already-balanced',
  reason: 'This clip is judged fine, so it is left as it is.',
  residual: 0,
  windows: [],
  change: { rms: 0, largest: 0, root: 0 },
  feet: { moved: 0, turned: 0, steadied: 0 },
  notes: [],
  iterations: 0,
};

/** Without flight and balance. */
const NOT_FILTERED: Filtered = {
  status: 'already-balanced',
  reason: 'Balance and flight are switched off.',
  residual: 0,
  windows: [],
  change: { rms: 0, largest: 0, root: 0 },
  feet: { moved: 0, turned: 0, steadied: 0 },
  notes: [],
  iterations: 0,
};

/** A clip on the way from one to another of the same frames, frame by frame; a share of 0 is the first. */
export function between(from: Clip, to: Clip, shareAt: (frame: number) => number): Clip {
  const nq = coordinateCount(from.skeleton);
  const q = to.q.slice();
  if (from.q.length !== q.length) return to;
  for (let i = 0; i < q.length; i += nq) {
    const share = shareAt(i / nq);
    for (let c = i; c < i + 3; c++) q[c] = from.q[c]! + share * (to.q[c]! - from.q[c]!);
    for (let c = i + 3; c < i + nq; c += 4) mixTurn(q, c, from.q, share);
  }
  return withCoordinates(to, q);
}

/** Quaternion q[o] towards itself from `from[o]`: the straight way, made a unit again. The two are near each other. */
function mixTurn(q: Float64Array, o: number, from: Float64Array, share: number): void {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += q[o + c]! * from[o + c]!;
  const sign = dot < 0 ? -1 : 1;
  let square = 0;
  for (let c = 0; c < 4; c++) {
    q[o + c] = (1 - share) * from[o + c]! + share * sign * q[o + c]!;
    square += q[o + c]! ** 2;
  }
  for (let c = 0; c < 4; c++) q[o + c]! /= Math.sqrt(square);
}

/** Rejected windows are as before: they join what is around them as smoothly as the mended ones do. */
export function withoutWindows(
  mended: Clip,
  source: Clip,
  { windows }: Pick<FilterReport, 'windows'>,
  rejected: readonly number[],
): Clip {
  const out = windows.filter(({ startFrame }) => rejected.includes(startFrame));
  if (out.length === 0) return mended;
  const nq = coordinateCount(source.skeleton);
  const q = mended.q.slice();
  for (const { startFrame, endFrame } of out) {
    // a window of a loop may pass the seam
    for (const [from, to] of startFrame <= endFrame
      ? [[startFrame, endFrame]]
      : [
          [startFrame, source.frameCount - 1],
          [0, endFrame],
        ]) {
      q.set(source.q.subarray(from! * nq, (to! + 1) * nq), from! * nq);
    }
  }
  return withCoordinates(mended, q);
}

const lean = ({ status, reason, residual, windows, change, feet, notes, iterations }: FilterReport): Filtered => ({
  status,
  reason,
  residual,
  windows,
  change,
  feet,
  notes,
  iterations,
});
