/** What a set of values is worth: random pushes and captured ones, measured, and one number for the search. */
import { percentile } from '../../src/math/order-statistics.ts';
import { type PushEvent, QUANTITIES } from '../captured-pushes/events.ts';
import { repeatPush } from '../captured-pushes/repeat.ts';
import type { Subject } from '../pushes/bodies.ts';
import type { PushCase } from '../pushes/cases.ts';
import { sceneOf } from '../pushes/grounds.ts';
import { type Measures, measure, type Reference, referenceOf } from '../pushes/measure.ts';
import { RATE, type Recording, record } from '../pushes/record.ts';
import type { Starter } from '../pushes/starter.ts';

/** One half of the people, of their pushes and of the captured ones. */
export interface Half {
  readonly cases: readonly PushCase[];
  readonly performer: Subject; // of the captured pushes
  readonly events: readonly PushEvent[];
  /** Spread of people, per quantity. */
  readonly spread: Readonly<Record<string, number>>;
}

/** Name, unit and weight in the cost. A weight of 1 is what one measure may be off by before anybody calls it bad. */
export const MEASURES = [
  ['falls', '%', 0.2], // each by how weak the push was
  ['joints above 8.5 rad/s', '% of frames', 1],
  ['hips p99', 'm/s', 3],
  ['ZMP outside', '% of frames', 0.5],
  ['step error', '°', 0.1],
  ['slide', 'mm', 1],
  ['captured', 'SD', 2],
] as const;
export type Scores = readonly number[]; // in the order of MEASURES; NaN: not measured

const JOLT = 8.5; // [rad/s per 1/60 s]
const WEAKEST = 0.2; // [m/s] impulse over mass: falls after weaker pushes are not worse
const DEGREE = Math.PI / 180;

export const costOf = (scores: Scores): number =>
  scores.reduce((sum, score, k) => sum + (Number.isNaN(score) ? 0 : MEASURES[k]![2] * score), 0);

/** Unpushed references do not depend on values: without a push the source is shown. One memory for all evaluations. */
export type References = Map<Subject, Reference>;

export function scoresOf(start: Starter, half: Half, references: References): Scores {
  const answers = half.cases.map((made) => {
    let reference = references.get(made.subject);
    if (!reference) {
      reference = referenceOf(start, made.subject, sceneOf('flat', made.subject, 0));
      references.set(made.subject, reference);
    }
    const recording = record(start, made.subject, made.pushes);
    return { made, recording, measures: measure(recording, reference) };
  });
  const measures = answers.map((answer) => answer.measures);
  const sum = (read: (one: Measures) => number): number => measures.reduce((total, one) => total + read(one), 0);
  const joints = answers.flatMap(({ measures: one, recording }) => upToFall(one.jointChange, recording));
  const hips = answers.flatMap(({ measures: one, recording }) => upToFall(one.hipChange, recording));
  const errors = measures.map(({ stepError }) => stepError).filter(Number.isFinite);
  const weights = answers.map(({ made, recording }) => weaknessOf(made, recording));
  const fallen = weights.reduce((total, weight, k) => total + (answers[k]!.recording.fall ? weight : 0), 0);
  const frames = sum(({ zmpFrames }) => zmpFrames);
  return [
    (100 * fallen) / weights.reduce((a, b) => a + b, 0),
    (100 * joints.filter((change) => change > JOLT).length) / joints.length,
    percentile(Float64Array.from(hips), 0.99),
    100 * (1 - sum(({ zmpWithin }) => zmpWithin) / Math.max(1, frames)),
    errors.length > 0 ? errors.reduce((a, b) => a + b) / errors.length / DEGREE : 0,
    (1000 * sum(({ slide }) => slide)) / measures.length,
    half.events.length > 0 ? capturedOff(start, half) : Number.NaN,
  ];
}

/** From two frames before the first push, as measured, to the fall. */
function upToFall(values: Float64Array, { fall, pushes }: Recording): readonly number[] {
  const first = Math.max(0, Math.round(pushes[0]!.time * RATE) - 2);
  return [...values.subarray(0, fall ? Math.max(0, fall.frame - first) : undefined)];
}

/** Falls count by how weak the push before them was; cases without a fall by their strongest push. */
function weaknessOf({ pushes, subject }: PushCase, { fall }: Recording): number {
  const sizes = pushes.map(({ impulse }) => Math.hypot(...impulse) / subject.body.totalMass);
  const last = fall ? pushes.findLastIndex(({ time }) => time * RATE <= fall.frame) : sizes.indexOf(Math.max(...sizes));
  return 1 / Math.max(WEAKEST, sizes[Math.max(0, last)]!);
}

/** Root mean square [SD of people] over events and quantities; a quantity that is missing counts as 3. */
function capturedOff(start: Starter, { performer, events, spread }: Half): number {
  let [sum, count] = [0, 0];
  for (const event of events) {
    const ours = repeatPush(start, performer, event);
    for (const [, name] of QUANTITIES) {
      const off = Number.isFinite(ours[name]) ? (ours[name] - event[name]) / spread[name]! : 3;
      sum += Math.min(9, off * off);
      count++;
    }
  }
  return Math.sqrt(sum / count);
}
