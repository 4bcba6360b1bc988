/** The balance filter as the command line asks for it. */
import { balanceFilter } from '../../methods/balance-filter/index.ts';
import type { FilterOptions } from '../../methods/balance-filter/options.ts';
import type { FilterReport } from '../../methods/balance-filter/report.ts';
import { plantFeet } from '../../methods/plant-feet/index.ts';
import type { PlantReport } from '../../methods/plant-feet/options.ts';
import { type Clip, fileFrame } from '../../motion/clip.ts';
import { tidy, tidyList, tidyVectors } from '../../report/json.ts';
import { personOf } from '../judge.ts';
import type { BodyFlags } from '../options.ts';
import { fixed, length, plural } from '../text.ts';
import { plantFigures, standing } from './plant-clip.ts';
import { type CeilingSpec, ceilingOf, type PinSpec, pinOf } from './specs.ts';
import type { Mended } from './transform-file.ts';

export interface BalanceFlags {
  readonly margin?: number; // [m]
  readonly stiffness?: Readonly<Record<string, number>>;
  readonly ceiling?: readonly CeilingSpec[];
  readonly pin?: readonly PinSpec[];
  readonly bound?: FilterOptions['bounds'];
  readonly zmp?: FilterOptions['zmpMode'];
  readonly end?: 'keep' | 'zero' | 'free' | 'static';
  readonly friction?: number;
  readonly swing?: FilterOptions['swingFeet'];
  readonly flight?: FilterOptions['flight'];
  readonly extension?: number; // [s]
  readonly loop?: boolean;
  readonly plant?: boolean;
}

const DEGREE = Math.PI / 180;
const PLANT_SHARE = 0.1; // of the work, before and after

export function balanceClip(source: Clip, flags: BalanceFlags & BodyFlags, onProgress: (done: number) => void): Mended {
  const loop = flags.loop ?? false;
  const start = flags.plant ? standing(source, flags) : { clip: source, body: personOf(source, flags) };
  const { body } = start;
  const first = flags.plant ? plantFeet(body, start.clip, { loop }) : undefined;
  onProgress(first ? PLANT_SHARE : 0);
  const { clip: balanced, report } = balanceFilter(body, first?.clip ?? source, {
    ...filterOptions(flags),
    onProgress: ({ done }) => onProgress(first ? PLANT_SHARE + (1 - 2 * PLANT_SHARE) * done : done),
  });
  const last = first && balanced !== first.clip ? plantFeet(body, balanced, { loop, ground: 'keep' }) : undefined;
  onProgress(1);
  const { status, reason } = report;
  return {
    clip: last?.clip ?? balanced,
    achieved: status === 'balanced' || status === 'already-balanced',
    status,
    reason,
    details: detailsOf(report, source),
    figures: { ...figuresOf(report), ...(first && { planted: plantFigures(first.report) }) },
    series: seriesOf(report, last?.report),
  };
}

/** Flags as options; absent ones are the filter's own defaults. */
export function filterOptions(flags: BalanceFlags): Partial<FilterOptions> {
  const { margin, stiffness, ceiling, pin, bound, zmp, end, friction, swing, flight, extension, loop } = flags;
  return {
    ...(margin !== undefined && { margin }),
    ...(stiffness && { stiffness }),
    ...(ceiling && { ceilings: ceiling.map(ceilingOf) }),
    ...(pin && { pins: pin.map(pinOf) }),
    ...(bound && { bounds: bound }),
    ...(zmp && { zmpMode: zmp }),
    ...(end === 'static' ? { endVelocity: 'zero', endStatic: true } : end && { endVelocity: end }),
    ...(friction !== undefined && { friction }),
    ...(swing && { swingFeet: swing }),
    ...(flight && { flight }),
    ...(extension !== undefined && { extension }),
    ...(loop && { loop }),
  };
}

function detailsOf(report: FilterReport, clip: Clip): string[] {
  const { windows, change, feet, notes } = report;
  if (windows.length === 0) return [...notes];
  const frames = windows.map((w) => `${fileFrame(clip, w.startFrame)}–${fileFrame(clip, w.endFrame)}`);
  return [
    `changed: ${plural(windows.length, 'window')}, frames ${frames.join(', ')}`,
    `joints: ${fixed(change.rms / DEGREE, 1)}° in the mean, ${fixed(change.largest / DEGREE, 1)}° at most; hips ${length(change.root)}; standing feet ${length(feet.moved)}`,
    ...notes,
  ];
}

function figuresOf(report: FilterReport) {
  const { windows, outside, change, feet } = report;
  return {
    residual: tidy(report.residual),
    residualFrame: report.residualFrame,
    outside: { before: tidy(outside.before), after: tidy(outside.sites), between: tidy(outside.between) },
    change: { rms: tidy(change.rms), largest: tidy(change.largest), root: tidy(change.root) },
    feet: { moved: tidy(feet.moved), turned: tidy(feet.turned) },
    iterations: report.iterations,
    factorisations: report.factorisations,
    windows: windows.map(({ startFrame, endFrame, status, objective, violation, conflicts }) => ({
      startFrame,
      endFrame,
      status,
      objective: tidy(objective),
      violation: tidy(violation),
      conflicts: conflicts.map(({ kind, frame, price, residual }) => ({
        kind,
        frame,
        price: tidy(price),
        residual: tidy(residual),
      })),
    })),
    notes: report.notes,
  };
}

const seriesOf = (report: FilterReport, last: PlantReport | undefined) => ({
  ...(last && { plantedAfter: plantFigures(last) }),
  zmpBefore: tidyVectors(report.zmpBefore),
  zmpAfter: tidyVectors(report.zmpAfter),
  distanceBefore: tidyList(report.distanceBefore),
  distanceAfter: tidyList(report.distanceAfter),
});
