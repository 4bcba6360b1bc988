/** Landings of a clip that follow each other, foot after foot: stretches in which somebody walks or runs. */
import { type BalanceReport, type FootReport, phaseAt } from '../../balance/report.ts';
import { touches } from '../loaded-contacts.ts';

/** Frames for which one foot is down without a break. */
export interface FootStance {
  readonly foot: 0 | 1;
  readonly start: number; // first frame that touches
  readonly end: number; // first frame that no longer does
}

const SHORTEST_STANCE = 0.08; // [s]
const LONGEST_GAP = 0.06; // [s] within one stance
/** [s] A step that takes longer is a stop: slow and stilted walks of captured people take 0.7 to 1.4 s. */
const LONGEST_STEP = 1.6;
const SHORTEST_STEP = 0.12; // [s] feet that land sooner after each other land together: a jump; sprinters take 0.2 s

function stancesOf(report: BalanceReport, foot: 0 | 1): FootStance[] {
  const own: FootReport = report.feet[foot];
  const found: { foot: 0 | 1; start: number; end: number }[] = [];
  for (let frame = 0; frame < report.frameCount; frame++) {
    if (!touches(own, frame)) continue;
    const last = found.at(-1);
    if (last && (frame - last.end) * report.frameTime < LONGEST_GAP) last.end = frame + 1;
    else found.push({ foot, start: frame, end: frame + 1 });
  }
  // stances that the clip's ends cut may be as short as they like
  return found.filter(
    ({ start, end }) => start === 0 || end === report.frameCount || (end - start) * report.frameTime >= SHORTEST_STANCE,
  );
}

/** Stances of both feet in order of landing, in stretches. Within a stretch feet alternate, no foot lands before it has left, no step
 *  takes longer than LONGEST_STEP and nothing but feet carries. The first stance of a stretch may have begun with the clip. */
export function findStretches(report: BalanceReport): FootStance[][] {
  const stances = [...stancesOf(report, 0), ...stancesOf(report, 1)].sort((a, b) => a.start - b.start || a.end - b.end);
  const stretches: FootStance[][] = [];
  for (const stance of stances) {
    const stretch = stretches.at(-1);
    const last = stretch?.at(-1);
    if (stretch !== undefined && last !== undefined && follows(report, last, stance)) stretch.push(stance);
    else {
      // the other foot may have stood for long: somebody who starts
      const other = stances.findLast(
        ({ foot, start, end }) => foot !== stance.foot && start < stance.start && end > stance.start,
      );
      stretches.push(other === undefined ? [stance] : [other, stance]);
    }
  }
  return stretches;
}

function follows(report: BalanceReport, last: FootStance, next: FootStance): boolean {
  if (last.foot === next.foot || next.end < last.end) return false;
  if (last.start > 0 && (next.start - last.start) * report.frameTime < SHORTEST_STEP) return false;
  // from lift-off to landing; somebody who starts has stood for long before
  const lifted = Math.max(last.start, next.start - Math.round(LONGEST_STEP / report.frameTime));
  if (last.start > 0 && lifted > last.start) return false;
  for (let frame = lifted; frame < next.start; frame++) if (phaseAt(report, frame) === 'other') return false;
  return true;
}
