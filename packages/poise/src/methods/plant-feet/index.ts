/**
 * Feet that stand, stand still and on the floor: skating removed, the ground's height fitted, feet and toes out of the floor.
 * Useful alone, and before and after the balance filter. Contacts → slip of what carries → hips and legs that follow with the least
 * change (ik/legs) → a look at the result: where a leg would twitch or a knee bend for nothing, feet are let go and all is solved again.
 */
import { analyse } from '../../balance/analyse.ts';
import { type ContactOverride, SOLE_PARTS } from '../../balance/contacts.ts';
import type { BalanceReport } from '../../balance/report.ts';
import { runsWhere } from '../../balance/rules/rule.ts';
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { unroll } from '../../gait/loop.ts';
import { withDefaults } from '../../math/options.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { SIDES } from '../../motion/roles.ts';
import { checkClip } from '../check-input.ts';
import { createPlantTask } from './attempt.ts';
import type { Easing } from './easing.ts';
import type { FootCourse } from './foot-course.ts';
import { PLANT_DEFAULTS, type PlantOptions, type PlantReport } from './options.ts';
import { type Settled, settle } from './settle.ts';
import type { Standing } from './stand-on.ts';
import { plantWithCheck, type Trouble } from './troubles.ts';

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
  if (!settings.loop) return plantChecked(body, clip, settings);
  const { clip: long, first, period, rollUp } = unroll(body, clip, ROUND);
  const { clip: done, report } = plantChecked(body, long, settings);
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
  const settings = withDefaults('plantFeet', PLANT_DEFAULTS, options, ['onProgress']);
  for (const name of ['mostShift', 'mostTurn', 'clearance'] as const) {
    if (!(settings[name] >= 0)) throw new UsageError(`${name} must be 0 or more, found ${settings[name]}`);
  }
  return settings;
}

function plantChecked(body: Body, clip: Clip, options: PlantOptions): PlantResult {
  const tell = options.onProgress ?? (() => {});
  tell(0);
  const settled = settle(body, clip, options.ground === 'fit', options.analyse);
  tell(0.3);
  const task = createPlantTask(body, settled, options);
  tell(0.4);
  const { planting, easings, troubles } = plantWithCheck(task);
  tell(0.8);
  const same = planting.q.every((value, i) => value === clip.q[i]);
  const after = same ? clip : withCoordinates(clip, planting.q);
  const contacts = { ...options.analyse.contacts, overrides: sameContacts(settled.report) };
  const judged = analyse(body, after, { ...options.analyse, contacts, ground: settled.report.ground });
  tell(1);
  return {
    clip: after,
    report: reportOf({
      ...{ settled, judged, easings, troubles, mostShift: options.mostShift },
      ...{ courses: planting.courses, placed: planting.placed },
    }),
  };
}

/** The contacts of a report, as a person would state them. */
function sameContacts({ feet, frameCount }: BalanceReport): ContactOverride[] {
  return feet.flatMap((foot) =>
    SOLE_PARTS.flatMap((part): ContactOverride[] => [
      { side: foot.side, part, start: 0, end: frameCount - 1, touches: false },
      ...runsWhere(frameCount, (frame) => foot[part][frame] > 0).map((run) => ({
        side: foot.side,
        part,
        ...run,
        touches: true,
      })),
    ]),
  );
}

interface Parts {
  readonly settled: Settled;
  readonly judged: BalanceReport; // the result, on the same floor and in the same contacts: like is compared with like
  readonly courses: readonly FootCourse[];
  readonly placed: Standing;
  readonly easings: readonly Easing[];
  readonly troubles: readonly Trouble[];
  readonly mostShift: number; // [m]
}

function reportOf({ settled, judged, courses, placed, easings, troubles, mostShift }: Parts): PlantReport {
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
    moved: Math.max(...placed.course.ankles.map(mostMoved)),
    lowered: placed.course.hips.reduce((most, y, i) => (i % 3 === 1 ? Math.max(most, -y) : most), 0),
    reach: { missed: placed.missed, frame: placed.missedFrame },
    notes: [...notesOf(report, contacts, placed, mostShift), ...easedNotes(easings, troubles, report.frameTime)],
  };
}

const mostMoved = (shift: Float64Array): number => {
  let most = 0;
  for (let i = 0; i < shift.length; i += 3) most = Math.max(most, Math.hypot(shift[i], shift[i + 1], shift[i + 2]));
  return most;
};

function notesOf(
  { ground }: BalanceReport,
  contacts: PlantReport['contacts'],
  placed: Standing,
  mostShift: number,
): string[] {
  const notes: string[] = [];
  const left = contacts.filter(({ slide }) => slide > mostShift).length;
  if (contacts.length === 0) notes.push('no foot ever stands: nothing was planted');
  if (left > 0) notes.push(`${left} of ${contacts.length} contacts slide on purpose, or so it seems, and were left`);
  if (placed.missed > TOO_SHORT) {
    notes.push(
      `a leg is ${(1000 * placed.missed).toFixed(1)} mm too short for its foot at frame ${placed.missedFrame}`,
    );
  }
  const speed = Math.hypot(ground.beltVelocity[0], ground.beltVelocity[2]);
  if (speed > 0) notes.push(`walks on the spot: standing feet move with the floor at ${speed.toFixed(2)} m/s`);
  if (ground.kind === 'uneven')
    notes.push('stairs or terrain: every foot stands on the patch of ground that was found under it');
  return notes;
}

/** Where feet were not held, or not well enough. */
function easedNotes(easings: readonly Easing[], troubles: readonly Trouble[], frameTime: number): string[] {
  if (troubles.length > 0) {
    return [`nothing was planted: near frame ${troubles[0].start} every attempt makes a leg twitch`];
  }
  const notes: string[] = [];
  easings.forEach(({ hold }, side) => {
    const runs = runsWhere(hold.length, (frame) => hold[frame] < 0.5);
    if (runs.length === 0) return;
    const seconds = runs.reduce((sum, { start, end }) => sum + (end - start + 1) * frameTime, 0);
    const frames = runs.slice(0, 4).map(({ start, end }) => `${start}–${end}`);
    notes.push(
      `the ${SIDES[side]} foot was not held for ${seconds.toFixed(1)} s, where holding it would make a leg twitch: frames ${frames.join(', ')}${runs.length > 4 ? ' …' : ''}`,
    );
  });
  return notes;
}
