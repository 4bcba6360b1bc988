/** plantFeet as the command line asks for it. */
import type { Body } from '../../body/body.ts';
import { plantOutcome } from '../../methods/plant-feet/as-method.ts';
import { withoutFloating } from '../../methods/plant-feet/floating.ts';
import { plantFeet } from '../../methods/plant-feet/index.ts';
import type { PlantReport } from '../../methods/plant-feet/options.ts';
import type { Clip } from '../../motion/clip.ts';
import { tidy } from '../../report/json.ts';
import { personOf } from '../judge.ts';
import type { BodyFlags } from '../options.ts';
import { fixed, length } from '../text.ts';
import type { Mended } from './transform-file.ts';

export interface PlantFlags {
  readonly keepGround?: boolean;
  readonly mostShift?: number; // [m]
  readonly loop?: boolean;
}

/** The person, and the clip lowered where it floats as a whole. */
export const standing = (clip: Clip, flags: BodyFlags): { clip: Clip; body: Body; height: number } =>
  withoutFloating(clip, (motion) => personOf(motion, flags));

export function plantClip(source: Clip, flags: PlantFlags & BodyFlags, onProgress: (done: number) => void): Mended {
  const start = flags.keepGround ? { clip: source, body: personOf(source, flags), height: 0 } : standing(source, flags);
  const { clip, report: found } = plantFeet(start.body, start.clip, {
    onProgress,
    ...(flags.keepGround && { ground: 'keep' }),
    ...(flags.mostShift !== undefined && { mostShift: flags.mostShift }),
    ...(flags.loop && { loop: true }),
  });
  const report = { ...found, height: found.height + start.height };
  const outcome = plantOutcome(report);
  return {
    clip,
    ...outcome,
    details: detailsOf(report),
    figures: plantFigures(report),
    series: { contacts: report.contacts },
  };
}

function detailsOf({ height, skate, penetration, lowered, notes }: PlantReport): string[] {
  return [
    ...(Math.abs(height) >= 1e-3
      ? [`the clip was ${height > 0 ? 'raised' : 'lowered'} by ${length(Math.abs(height))}`]
      : []),
    `mean speed of standing feet ${fixed(100 * skate.before, 1)} cm/s → ${fixed(100 * skate.after, 1)} cm/s, depth in the floor ${length(penetration.before)} → ${length(penetration.after)}`,
    ...(lowered >= 1e-3 ? [`hips lowered by up to ${length(lowered)}`] : []),
    ...notes,
  ];
}

/** The report as plain data. */
export function plantFigures(report: PlantReport) {
  const pair = ({ before, after }: PlantReport['slide']) => ({ before: tidy(before), after: tidy(after) });
  return {
    contacts: report.contacts.length,
    left: report.contacts.filter(({ planted }) => !planted).length,
    height: tidy(report.height),
    slide: pair(report.slide),
    skate: pair(report.skate),
    penetration: pair(report.penetration),
    moved: tidy(report.moved),
    lowered: tidy(report.lowered),
    reach: { missed: tidy(report.reach.missed), frame: report.reach.frame },
    notes: report.notes,
  };
}
