/** Computed ZMP, ground force and contact times against force plates. */
import { analyse } from '../src/balance/analyse.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import type { BalanceReport } from '../src/balance/report.ts';
import { totalPlate } from '../src/motion/force-plates.ts';
import type { ForceRecording, PlateRecording } from '../src/motion/recording.ts';
import { contactErrors } from './contact-times.ts';
import { barChart, timePlot } from './figure.ts';
import { type Trial, trials } from './trials.ts';
import { type Figure, type Line, type Outcome, table, VALIDATION_PAGE, type Validation } from './validation.ts';

const LEAST_LOAD = 0.3; // of body weight, measured: below it the centre of pressure of a plate means little
const ENDS = 0.09; // [s] left out at both ends, where derivatives are one-sided
const LOADED = 30; // [N] a plate that carries a foot

/** Errors of one trial [m], along and across the heading. */
export interface Errors {
  readonly trial: Trial;
  readonly frames: number;
  readonly mean: readonly [ahead: number, aside: number];
  readonly rms: readonly [ahead: number, aside: number];
  readonly com: readonly [ahead: number, aside: number]; // RMS of CoM projection − CoP: what ignoring dynamics gives
  readonly force: number; // RMS of the vertical force, over body weight
  readonly within: number; // share of frames whose error is at most two standard deviations of the margin's error model
  readonly touchDown: readonly number[]; // [s] computed − measured
  readonly liftOff: readonly number[];
  readonly figure: Figure;
}

/** Holds one trial against its plates; `cutoff` [Hz] overrides the smoothing. */
export function measure(trial: Trial, cutoff: number | 'auto' = 'auto'): Errors {
  const { clip, forces, mass: stated } = trial.read();
  const mass = trial.mass ?? stated ?? 70;
  const body = fitBody(clip, { mass });
  const report = analyse(body, clip, { cutoff });
  const total = totalPlate(forces);
  const sums = { n: 0, within: 0, mean: [0, 0], square: [0, 0], com: [0, 0], force: 0 };
  const skip = Math.round(ENDS / clip.frameTime);
  const tracks: Float64Array[] = Array.from({ length: 6 }, () => new Float64Array(clip.frameCount).fill(Number.NaN));
  for (let frame = skip; frame < clip.frameCount - skip; frame++) {
    if (!comparable(report, forces, total, frame, mass)) continue;
    const [fx, fz] = [report.forward[2 * frame], report.forward[2 * frame + 1]];
    const i = 3 * frame;
    const split = (x: number, z: number): [number, number] => [x * fx + z * fz, x * fz - z * fx];
    const zmp = split(report.zmp[i] - total.cop[i], report.zmp[i + 2] - total.cop[i + 2]);
    const com = split(report.com[i] - total.cop[i], report.com[i + 2] - total.cop[i + 2]);
    sums.n++;
    if (Math.hypot(...zmp) <= 2 * report.marginDeviation[frame]) sums.within++;
    for (let k = 0; k < 2; k++) {
      sums.mean[k] += zmp[k];
      sums.square[k] += zmp[k] ** 2;
      sums.com[k] += com[k] ** 2;
      tracks[3 * k][frame] = 0;
      tracks[3 * k + 1][frame] = 100 * zmp[k];
      tracks[3 * k + 2][frame] = 100 * com[k];
    }
    sums.force += (report.grf[i + 1] - total.force[i + 1]) ** 2;
  }
  const each = (sum: readonly number[], of: (x: number) => number): [number, number] => [
    of(sum[0] / sums.n),
    of(sum[1] / sums.n),
  ];
  return {
    trial,
    frames: sums.n,
    mean: each(sums.mean, (x) => x),
    rms: each(sums.square, Math.sqrt),
    com: each(sums.com, Math.sqrt),
    force: Math.sqrt(sums.force / sums.n) / (mass * 9.81),
    within: sums.within / sums.n,
    ...contactErrors(report, forces, LOADED),
    figure: figureOf(trial, report, tracks),
  };
}

/** Is every foot that touches on a plate, and do the plates carry enough? Both counts come from independent sources. */
function comparable(
  report: BalanceReport,
  forces: ForceRecording,
  total: PlateRecording,
  frame: number,
  mass: number,
): boolean {
  if (!total.loaded[frame] || total.force[3 * frame + 1] < LEAST_LOAD * mass * 9.81) return false;
  if (!Number.isFinite(report.zmp[3 * frame])) return false;
  const touching = report.feet.filter((foot) => foot.heel[frame] + foot.ball[frame] + foot.toe[frame] > 0).length;
  const carrying = forces.plates.filter((plate) => plate.force[3 * frame + 1] > LOADED).length;
  return touching === carrying;
}

function figureOf(trial: Trial, report: BalanceReport, tracks: readonly Float64Array[]): Figure {
  const panel = (label: string, k: number) => ({
    label,
    lines: [
      { name: 'measured CoP', colour: '#999', y: tracks[3 * k] },
      { name: 'ZMP − CoP', colour: '#0a7d4f', y: tracks[3 * k + 1] },
      { name: 'CoM − CoP', colour: '#2f6fd0', y: tracks[3 * k + 2] },
    ],
  });
  const svg = timePlot(`${trial.id} (${trial.by})`, report.time, [panel('ahead [cm]', 0), panel('aside [cm]', 1)]);
  return { name: `forces-${trial.id}-${trial.by}.svg`, svg, kind: 'recording' };
}

const centimetres = (metres: number): string => (100 * metres).toFixed(1);
const milliseconds = (times: readonly number[]): string => {
  if (times.length === 0) return '–';
  const mean = times.reduce((sum, t) => sum + t, 0) / times.length;
  const spread = Math.sqrt(times.reduce((sum, t) => sum + (t - mean) ** 2, 0) / times.length);
  return `${(1000 * mean).toFixed(0)} ± ${(1000 * spread).toFixed(0)} (${times.length})`;
};

function linesOf({ trial, rms, com, force }: Errors): readonly Line[] {
  const id = `forces/${trial.id}/${trial.by}`;
  const error = (way: string, k: 0 | 1): Line => ({
    id: `${id}/${way}`,
    value: 100 * rms[k],
    unit: 'cm',
    against: 'com-projection',
    ratio: Number((com[k] / rms[k]).toPrecision(3)),
  });
  return [
    error('fore-aft', 0),
    error('lateral', 1),
    { id: `${id}/vertical-force`, value: 100 * force, unit: '% of weight' },
  ];
}

function tableOf(all: readonly Errors[]): string {
  const rows = all.map(({ trial, frames, mean, rms, com, force, within, touchDown, liftOff }) => [
    trial.id,
    trial.by,
    frames,
    `${centimetres(mean[0])}, **${centimetres(rms[0])}**`,
    `${centimetres(mean[1])}, **${centimetres(rms[1])}**`,
    `${centimetres(com[0])}, ${centimetres(com[1])}`,
    `${(100 * force).toFixed(1)} %`,
    `${(100 * within).toFixed(0)} %`,
    milliseconds(touchDown),
    milliseconds(liftOff),
  ]);
  const head = [
    'trial',
    'joints by',
    'frames',
    'fore-aft: mean, **RMS** [cm]',
    'lateral: mean, **RMS** [cm]',
    'CoM projection: fore-aft, lateral RMS [cm]',
    'vertical force, RMS',
    'within 2σ',
    'touch-down [ms]',
    'lift-off [ms]',
  ];
  return table(head, rows);
}

async function run(): Promise<Outcome> {
  const all = trials.map((trial) => measure(trial));
  const chart = barChart(
    'Error against force plates',
    'cm',
    ['ZMP fore-aft', 'CoM projection fore-aft'],
    ['#0a7d4f', '#9db7e0'],
    all.map(({ trial, rms, com }) => ({ label: `${trial.id} (${trial.by})`, values: [100 * rms[0], 100 * com[0]] })),
  );
  return {
    lines: all.flatMap(linesOf),
    markdown: tableOf(all),
    figures: [{ name: 'validation-forces.svg', svg: chart, kind: 'average' }, ...all.map(({ figure }) => figure)],
  };
}

export const forces: Validation = { id: 'forces', page: VALIDATION_PAGE, run };
