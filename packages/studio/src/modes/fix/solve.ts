/** From a clip and the settings of Fix to a mended clip and its judgement. Runs in the mode's worker. */
import {
  balanceFilter,
  type Clip,
  coordinateCount,
  type FilterOptions,
  type FilterReport,
  plantFeet,
  STIFFNESS_PARTS,
  withCoordinates,
} from 'poise';
import type { JudgeOptions } from '../../worker/api.ts';
import { bodyFor, judge } from '../../worker/judge.ts';
import type { FixRequest } from './api.ts';
import type { Filtered, FixSettings, Solved } from './types.ts';

const PLANT_SHARE = 0.1; // of the work, before and after

export function filterOptions(settings: FixSettings, judging: JudgeOptions, loop: boolean): Partial<FilterOptions> {
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
    analyse: { contacts: { overrides: judging.contacts }, external: judging.external },
  };
}

interface Mended {
  readonly source: Clip;
  readonly key: string; // all that it rests on besides
  readonly planted: Clip;
  readonly clip: Clip;
  readonly report: FilterReport;
}

let last: Mended | undefined; // taking or leaving a window needs no new solve

export function solve(
  source: Clip,
  { settings, rejected, judge: judging, loop }: Omit<FixRequest, 'clip'>,
  onProgress: (done: number) => void,
): Omit<Solved, 'seconds'> {
  const body = bodyFor(source, judging.body);
  const { rejected: _, compare: __, ...wishes } = settings;
  const key = JSON.stringify([wishes, judging, loop]);
  if (last?.source !== source || last.key !== key) {
    const planted = settings.plant ? plantFeet(body, source, { loop }).clip : source;
    const mended = balanceFilter(body, planted, {
      ...filterOptions(settings, judging, loop),
      onProgress: ({ done }) => onProgress(settings.plant ? PLANT_SHARE + (1 - 2 * PLANT_SHARE) * done : done),
    });
    last = { source, key, planted, ...mended };
  }
  const { planted, clip, report } = last;
  const kept = withoutWindows(clip, planted, report, rejected);
  const done = settings.plant && kept !== planted ? plantFeet(body, kept, { loop, ground: 'keep' }).clip : kept;
  return { clip: done, judgement: judge(done, judging), filtered: lean(report) };
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
