/**
 * Feet that stand, stand still and on the floor: skating removed, the ground's height fitted, feet and toes out of the floor.
 * Useful alone, and before and after the balance filter. Contacts → slip of what carries → smooth course of each foot →
 * hips lowered where a leg would be too short → leg IK.
 */
import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { unroll } from '../../gait/loop.ts';
import { copyQuat } from '../../math/quat.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { levelClip, levelViewOf, unlevelFrame } from '../balance-filter/level-clip.ts';
import { checkClip } from '../check-input.ts';
import { bendToes } from './bend-toes.ts';
import { type FootCourse, footCourse } from './foot-course.ts';
import { hipsRise } from './hips.ts';
import { PLANT_DEFAULTS, type PlantOptions, type PlantReport } from './options.ts';
import { type Placed, placeFeet } from './place.ts';
import { type Settled, settle } from './settle.ts';
import { type FootTrace, traceFeet } from './trace-feet.ts';

export interface PlantResult {
  readonly clip: Clip; // frames in which nothing had to move are those of the clip, bit for bit
  readonly report: PlantReport;
}

const LEAST_FRAMES = 4;
const ROUND = 1; // [s] of the neighbouring rounds that a loop is planted with
const TOO_SHORT = 1e-3; // [m] that a leg misses its foot by: worth a word

/** Plants the feet of a clip.
 *
 * ```ts
 * const { clip: planted, report } = plantFeet(fitBody(clip), clip);
 * console.log(`slides ${report.slide.before} m before, ${report.slide.after} m after`);
 * ```
 */
export function plantFeet(body: Body, clip: Clip, options: Partial<PlantOptions> = {}): PlantResult {
  const settings = checkedOptions(options);
  checkClip(body, clip);
  if (clip.frameCount < LEAST_FRAMES) {
    throw new UsageError(`planting feet needs at least ${LEAST_FRAMES} frames, found ${clip.frameCount}`);
  }
  if (!settings.loop) return plantOnce(body, clip, settings);
  const { clip: long, first, period, rollUp } = unroll(body, clip, ROUND);
  const { clip: done, report } = plantOnce(body, long, settings);
  const inLoop = (frame: number): number => (frame < 0 ? frame : (frame - first + 2 * period) % period);
  const within = report.contacts.filter(({ start, end }) => end >= first && start < first + period);
  return {
    clip: done === long ? clip : withCoordinates(clip, rollUp(done.q)),
    report: {
      ...report,
      contacts: within.map((contact) => ({ ...contact, start: inLoop(contact.start), end: inLoop(contact.end) })),
      reach: { ...report.reach, frame: inLoop(report.reach.frame) },
    },
  };
}

function checkedOptions(options: Partial<PlantOptions>): PlantOptions {
  const settings = { ...PLANT_DEFAULTS, ...options };
  for (const name of ['mostShift', 'mostTurn'] as const) {
    if (!(settings[name] >= 0)) throw new UsageError(`${name} must be 0 or more, found ${settings[name]}`);
  }
  return settings;
}

function plantOnce(body: Body, clip: Clip, options: PlantOptions): PlantResult {
  const tell = options.onProgress ?? (() => {});
  tell(0);
  const settled = settle(body, clip, options.ground === 'fit', options.analyse);
  tell(0.3);
  const view = levelViewOf(settled.report.ground);
  const level = levelClip(settled.clip, view);
  const feet = traceFeet(body, level);
  const courses = [
    footCourse(feet[0], 0, settled.report, options),
    footCourse(feet[1], 1, settled.report, options),
  ] as const;
  const hips = hipsRise(feet, courses, clip.frameTime);
  tell(0.5);
  const placed = placeFeet(body, level, feet, courses, hips.rise);
  if (settled.report.ground.kind === 'plane') bendToes(body, placed.q, clip.frameTime);
  tell(0.7);
  const q = settled.clip.q.slice();
  const nq = coordinateCount(clip.skeleton);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const row = placed.q.subarray(frame * nq, (frame + 1) * nq);
    if (row.every((value, k) => value === level.q[frame * nq + k])) continue;
    unlevelFrame(row, 0, frame * clip.frameTime, view);
    copyQuat(row, 3, settled.clip.q, frame * nq + 3); // the hips do not turn
    keepSigns(row, settled.clip.q, frame * nq);
    q.set(row, frame * nq);
  }
  const same = q.every((value, i) => value === clip.q[i]);
  const after = same ? clip : withCoordinates(clip, q);
  const judged = analyse(body, after, { ...options.analyse, ground: settled.report.ground });
  tell(1);
  return { clip: after, report: reportOf({ settled, judged, feet, courses, lowered: hips.lowered, placed }) };
}

interface Parts {
  readonly settled: Settled;
  readonly judged: BalanceReport; // the result, on the same floor
  readonly feet: readonly FootTrace[];
  readonly courses: readonly FootCourse[];
  readonly lowered: number;
  readonly placed: Placed;
}

function reportOf({ settled, judged, feet, courses, lowered, placed }: Parts): PlantReport {
  const { report } = settled;
  const compare = (name: 'slide' | 'skate' | 'penetration') => ({
    before: report.summary[name],
    after: judged.summary[name],
  });
  const contacts = courses.flatMap((course) => course.contacts).sort((a, b) => a.start - b.start);
  return {
    contacts,
    height: settled.height,
    slide: compare('slide'),
    skate: compare('skate'),
    penetration: compare('penetration'),
    moved: Math.max(...courses.map(({ ankle }, side) => mostMoved(feet[side].ankle, ankle))),
    lowered,
    reach: { missed: placed.missed, frame: placed.missedFrame },
    notes: notesOf(report, contacts, placed),
  };
}

function mostMoved(before: Float64Array, after: Float64Array): number {
  let most = 0;
  for (let i = 0; i < before.length; i += 3) {
    most = Math.max(most, Math.hypot(after[i] - before[i], after[i + 1] - before[i + 1], after[i + 2] - before[i + 2]));
  }
  return most;
}

function notesOf({ ground }: BalanceReport, contacts: PlantReport['contacts'], placed: Placed): string[] {
  const notes: string[] = [];
  const left = contacts.filter(({ planted }) => !planted).length;
  if (contacts.length === 0) notes.push('no foot ever stands: nothing was planted');
  if (left > 0) notes.push(`${left} of ${contacts.length} contacts slide on purpose, or so it seems, and were left`);
  if (placed.missed > TOO_SHORT) {
    notes.push(
      `a leg is ${(1000 * placed.missed).toFixed(1)} mm too short for its foot at frame ${placed.missedFrame}`,
    );
  }
  const speed = Math.hypot(ground.beltVelocity[0], ground.beltVelocity[2]);
  if (speed > 0) notes.push(`walks on the spot: standing feet move with the floor at ${speed.toFixed(2)} m/s`);
  if (ground.kind === 'uneven') notes.push('stairs or terrain: every foot keeps the height it stands at');
  return notes;
}

/** Quaternions on the same half of the sphere as the source's. */
function keepSigns(row: Float64Array, source: Float64Array, at: number): void {
  for (let i = 3; i < row.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += row[i + k] * source[at + i + k];
    if (dot < 0) for (let k = 0; k < 4; k++) row[i + k] = -row[i + k];
  }
}
