/** Where the steps of a clip are: touch-downs, toe-offs and the places of the feet, read off the contacts of a report. */
import type { BalanceReport, FootReport } from '../../balance/report.ts';
import { RigError } from '../../errors.ts';
import type { Side } from '../../motion/roles.ts';
import { touches } from './loaded-contacts.ts';

/** One step of the clip: B touch-down, C toe-off of the other foot (walk) or take-off (run), then the next touch-down. */
export interface ClipStep {
  readonly side: Side; // of the foot that lands
  readonly gait: 'walk' | 'run';
  readonly touchDown: number; // frame B
  readonly leave: number; // frame C
  readonly next: number; // frame of the next touch-down
  readonly stance: Stance; // of the foot that lands
  readonly before: Stance; // of the other foot, until it leaves
}

/** Frames for which one foot is down without a break. */
export interface Stance {
  readonly side: Side;
  readonly start: number; // first frame that touches
  readonly end: number; // first frame that no longer does
}

const SHORTEST_STANCE = 0.08; // [s]
const LONGEST_GAP = 0.06; // [s] within one stance

function stancesOf(report: BalanceReport, foot: FootReport): Stance[] {
  const found: { start: number; end: number }[] = [];
  for (let frame = 0; frame < report.frameCount; frame++) {
    if (!touches(foot, frame)) continue;
    const last = found.at(-1);
    if (last && (frame - last.end) * report.frameTime < LONGEST_GAP) last.end = frame + 1;
    else found.push({ start: frame, end: frame + 1 });
  }
  // stances that the clip's ends cut may be as short as they like
  const whole = ({ start, end }: { start: number; end: number }): boolean =>
    start === 0 || end === report.frameCount || (end - start) * report.frameTime >= SHORTEST_STANCE;
  return found.filter(whole).map((stance) => ({ side: foot.side, ...stance }));
}

/** Steps that the clip shows whole, in order; feet alternate. Throws RigError when there are fewer than two: nothing to walk on. */
export function findSteps(report: BalanceReport): ClipStep[] {
  const stances = report.feet.flatMap((foot) => stancesOf(report, foot)).sort((a, b) => a.start - b.start);
  const steps: ClipStep[] = [];
  for (let k = 1; k + 1 < stances.length; k++) {
    const [before, here, after] = [stances[k - 1]!, stances[k]!, stances[k + 1]!];
    // two landings of one foot in a row, or a start with both feet down, is no step
    if (before.side === here.side || here.side === after.side || here.start === 0) continue;
    const walking = before.end > here.start;
    const leave = walking ? before.end : here.end;
    // a foot that lands again before it has left cannot be
    if (!(leave > here.start && after.start > leave)) continue;
    steps.push({
      side: here.side,
      gait: walking ? 'walk' : 'run',
      touchDown: here.start,
      leave,
      next: after.start,
      stance: here,
      before,
    });
  }
  if (steps.length < 2) {
    throw new RigError(`a gait needs two whole steps, the clip shows ${steps.length}: it must walk or run`);
  }
  return longestChain(steps);
}

/** The longest run of steps that follow each other and are all walked or all run. */
function longestChain(steps: readonly ClipStep[]): ClipStep[] {
  let best: ClipStep[] = [];
  let chain: ClipStep[] = [];
  for (const step of steps) {
    const last = chain.at(-1);
    if (last && (last.next !== step.touchDown || last.gait !== step.gait || last.side === step.side)) chain = [];
    chain = [...chain, step];
    if (chain.length > best.length) best = chain;
  }
  if (best.length < 2) throw new RigError('a gait needs two whole steps in a row, found none');
  return best;
}
