/** What became of many pushes: tables per body and over all, and one line per case. */
import { median, percentile } from '../../src/math/order-statistics.ts';
import { table } from '../validation.ts';
import type { PushCase } from './cases.ts';
import type { Measures } from './measure.ts';
import { RATE, type Recording } from './record.ts';

export interface Answered {
  readonly made: PushCase;
  readonly recording: Recording;
  readonly measures: Measures | undefined; // without one: nothing was recorded
}

const DEGREE = Math.PI / 180;
/** Impulse over mass [m/s] up to which a column of falls goes. */
const STRENGTHS = [0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.5, Number.POSITIVE_INFINITY];

const HEAD = [
  'who',
  'pushes',
  'falls',
  'failed checks',
  'hips p99',
  'hips max',
  'joints p99',
  'joints max',
  'root at fall',
  'ZMP within 1 cm',
  'ZMP worst, median',
  'feet slide',
  'feet sunk',
  'step error (n)',
  'arm before step',
  'shaking',
  'leg in leg',
  'exceptions',
];
const UNITS = [
  '',
  '',
  '',
  '',
  '[m/s]',
  '[m/s]',
  '[rad/s]',
  '[rad/s]',
  '[m/s]',
  '[% of frames]',
  '[cm]',
  '[mm]',
  '[mm]',
  'median [°]',
  'max [°]',
  'cases',
  'cases',
  '',
];
const TARGET = ['**wanted**', '', '', '', '1', '', '8.5', '', '4', '98', '', '0.5', '', '15', '120', '0', '0', '0'];

export function pushTable(answers: readonly Answered[]): string {
  const names = [...new Set(answers.map(({ made }) => made.subject.id))];
  const rows = names.map((name) =>
    row(
      name,
      answers.filter(({ made }) => made.subject.id === name),
    ),
  );
  return table(
    HEAD.map((head, k) => `${head} ${UNITS[k]}`.trim()),
    [...rows, row('**all**', answers), TARGET],
  );
}

/** One row per ground, all people together. */
export function groundTable(answers: ReadonlyMap<string, readonly Answered[]>): string {
  const rows = [...answers].map(([name, all]) => row(name, all));
  return table(
    ['ground', ...HEAD.slice(1)].map((head, k) => `${head} ${UNITS[k]}`.trim()),
    [...rows, TARGET],
  );
}

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

function join(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let o = 0;
  for (const part of parts) {
    all.set(part, o);
    o += part.length;
  }
  return all;
}

function row(name: string, answers: readonly Answered[]): readonly string[] {
  const measured = answers.flatMap(({ measures }) => (measures ? [measures] : []));
  const falls = answers.flatMap(({ recording: { fall } }) => (fall ? [fall.speed] : []));
  const hips = join(measured.map(({ hipChange }) => hipChange));
  const joints = join(measured.map(({ jointChange }) => jointChange));
  const frames = measured.reduce((sum, { zmpFrames }) => sum + zmpFrames, 0);
  const within = measured.reduce((sum, { zmpWithin }) => sum + zmpWithin, 0);
  const errors = measured.map(({ stepError }) => stepError).filter((error) => !Number.isNaN(error));
  const found = (rule: string): number =>
    measured.filter(({ check }) =>
      check.findings.some((finding) => finding.rule === rule && finding.severity === 'error'),
    ).length;
  return [
    name,
    `${answers.reduce((sum, { made }) => sum + made.pushes.length, 0)}`,
    `${falls.length}`,
    `${measured.filter(({ check }) => !check.passed).length} of ${answers.length}`,
    percentile(hips, 0.99).toFixed(2),
    percentile(hips, 1).toFixed(1),
    percentile(joints, 0.99).toFixed(1),
    percentile(joints, 1).toFixed(0),
    falls.length > 0 ? most(falls).toFixed(1) : '–',
    frames > 0 ? ((100 * within) / frames).toFixed(1) : '–',
    measured.length > 0 ? (100 * median(measured.map(({ zmpWorst }) => zmpWorst))).toFixed(1) : '–',
    (1000 * most(measured.map(({ slide }) => slide))).toFixed(1),
    (1000 * most(measured.map(({ sunk }) => sunk))).toFixed(1),
    errors.length > 0 ? `${(median(errors) / DEGREE).toFixed(0)} (${errors.length})` : '–',
    (most(measured.map(({ armAngle }) => armAngle)) / DEGREE).toFixed(0),
    `${found('shake')}`,
    `${found('leg-through-leg')}`,
    `${answers.filter(({ recording }) => recording.error !== undefined).length}`,
  ];
}

const sizeOf = ([x, y, z]: readonly [number, number, number]): number => Math.hypot(x, y, z);

/** Falls by the impulse over mass of the push before them; first pushes and later ones. */
export function fallTable(answers: readonly Answered[]): string {
  const head = STRENGTHS.map((up, k) => (Number.isFinite(up) ? `≤ ${up}` : `> ${STRENGTHS[k - 1]}`));
  const rows = ([0, 1] as const).map((later) => {
    const cells = STRENGTHS.map((up, k) => {
      let [falls, pushes] = [0, 0];
      for (const { made, recording } of answers) {
        made.pushes.forEach(({ impulse, time }, n) => {
          const strength = sizeOf(impulse) / made.subject.body.totalMass;
          if (n > 0 !== (later === 1) || strength > up || strength <= (STRENGTHS[k - 1] ?? 0)) return;
          const next = made.pushes[n + 1]?.time ?? Number.POSITIVE_INFINITY;
          const at = recording.fall ? recording.fall.frame / RATE : -1;
          if (recording.fall && at < time) return; // fell before
          pushes++;
          if (at >= time && at < next) falls++;
        });
      }
      return pushes === 0 ? '–' : `${falls} of ${pushes}`;
    });
    return [later ? 'second, third' : 'first', ...cells];
  });
  return table(['push, impulse over mass [m/s]', ...head], rows);
}

/** How bad a case looks: its worst in multiples of what is wanted. */
export function badness({ measures, recording }: Answered): number {
  if (!measures) return Number.POSITIVE_INFINITY;
  const { hipChange, jointChange, armAngle, zmpFrames, zmpWithin, check } = measures;
  return Math.max(
    percentile(hipChange, 1),
    percentile(jointChange, 1) / 8.5,
    (recording.fall?.speed ?? 0) / 4,
    armAngle / (120 * DEGREE),
    (zmpFrames - zmpWithin) / RATE, // seconds out of balance; shares of falls told at once say nothing
    check.worst['leg-through-leg'].value / 0.02,
    percentile(check.shake, 1),
  );
}

/** One line per case: how to find it again, and what is wrong with it. */
export function caseLines(answers: readonly Answered[]): string {
  const head =
    'case,who,pushes (place N·s left forward @ s),fell at [s],root at fall [m/s],hips max [m/s],joints max [rad/s],ZMP within [%],ZMP worst [cm],slide [mm],sunk [mm],step error [deg],arm [deg],leg in leg [cm],shake,first finding,exception';
  const lines = answers.map((answered) => {
    const { made, recording, measures } = answered;
    const pushes = made.pushes
      .map((push, k) => {
        const [x, , z] = push.impulse;
        return `${made.places[k]} ${sizeOf(push.impulse).toFixed(0)} ${x.toFixed(0)} ${z.toFixed(0)} @${push.time.toFixed(2)}`;
      })
      .join('; ');
    const fell = recording.fall
      ? [(recording.fall.frame / RATE).toFixed(2), recording.fall.speed.toFixed(1)]
      : ['', ''];
    const numbers = measures
      ? [
          percentile(measures.hipChange, 1).toFixed(2),
          percentile(measures.jointChange, 1).toFixed(1),
          ((100 * measures.zmpWithin) / Math.max(1, measures.zmpFrames)).toFixed(1),
          (100 * measures.zmpWorst).toFixed(1),
          (1000 * measures.slide).toFixed(2),
          (1000 * measures.sunk).toFixed(1),
          (measures.stepError / DEGREE).toFixed(0),
          (measures.armAngle / DEGREE).toFixed(0),
          (100 * measures.check.worst['leg-through-leg'].value).toFixed(1),
          measures.check.worst.shake.value.toFixed(1),
          `"${measures.check.findings.find(({ severity }) => severity === 'error')?.message.replaceAll('"', "'") ?? ''}"`,
        ]
      : Array.from({ length: 11 }, () => '');
    return [made.index, made.subject.id, `"${pushes}"`, ...fell, ...numbers, `"${recording.error ?? ''}"`].join(',');
  });
  return `${[head, ...lines].join('\n')}\n`;
}
