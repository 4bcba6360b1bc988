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
import { STIFFNESS_PARTS } from 'poise/mend';
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

interface Mended {
  readonly source: Clip;
  readonly key: string; // all that it rests on besides
  readonly body: Body;
  readonly repaired: MendReport; // what came before the filter
  readonly ready: Clip; // the clip that the filter was given
  readonly clip: Clip;
  readonly report: FilterReport | undefined; // undefined: the filter was left out
}

let last: Mended | undefined; // taking or leaving a window needs no new solve

/** The stages that the filter follows on. */
const LATER = { flight: false, balance: false, hands: false } as const;

export function solve(
  source: Clip,
  { settings, rejected, judge: judging, loop }: Omit<MendRequest, 'clip'>,
  onProgress: (done: number) => void,
): Omit<Solved, 'seconds'> {
  const { rejected: _, compare: __, strength, ...wishes } = settings;
  const { stages } = settings;
  const key = JSON.stringify([wishes, judging, loop]);
  const analyse = { contacts: { overrides: judging.contacts }, external: judging.external, cutoff: judging.cutoff };
  if (last?.source !== source || last.key !== key) {
    const first = mend(source, {
      stages: { ...stages, ...LATER },
      loop,
      analyse,
      fit: (clip) => bodyFor(clip, judging.body),
      onProgress: ({ done }) => onProgress(REPAIR_SHARE * done),
    });
    const isFiltered = stages.balance !== false || stages.flight !== false;
    const filtered = isFiltered
      ? balanceFilter(first.body, first.clip, {
          ...filterOptions(settings, judging, loop),
          flight: stages.flight === false ? 'ignore' : 'ballistic',
          onProgress: ({ done }) => onProgress(REPAIR_SHARE + (1 - REPAIR_SHARE) * done),
        })
      : { clip: first.clip, report: undefined };
    last = { source, key, body: first.body, repaired: first.report, ready: first.clip, ...filtered };
  }
  const { body, ready, clip, report, repaired } = last;
  const kept = report ? withoutWindows(clip, ready, report, rejected) : clip;
  const wasPlanted = repaired.stages.some(({ stage, changed }) => stage === 'feet' && changed);
  const whole = wasPlanted && kept !== ready ? plantFeet(body, kept, { loop, ground: 'keep', analyse }).clip : kept;
  const done = strength < 1 ? between(source, whole, Math.max(0, strength)) : whole;
  const judgement = judge(done, judging);
  const { held, before } = repaired;
  return {
    clip: done,
    judgement,
    filtered: report ? lean(report) : NOT_FILTERED,
    repaired: { stages: repaired.stages, held, before: before.measures, after: measureMotion(body, done) },
  };
}

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

/** A clip on the way from one to another of the same frames; `share` 0 is the first. */
export function between(from: Clip, to: Clip, share: number): Clip {
  const nq = coordinateCount(from.skeleton);
  const q = to.q.slice();
  if (from.q.length !== q.length) return to;
  for (let i = 0; i < q.length; i += nq) {
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
