/** Where the steps of a clip are: touch-downs, toe-offs and the places of the feet, read off the contacts of a report. */
import type { BalanceReport, FootReport } from '../../../balance/report.ts';
import { RigError } from '../../../errors.ts';
import { touches } from '../../../gait/loaded-contacts.ts';
import type { Side } from '../../../motion/roles.ts';

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
export const findSteps = (report: BalanceReport): ClipStep[] => longestChain(wholeSteps(report));

/** The steps in a row that the clip ends with. Throws RigError where it does not end in a gait. */
export function lastSteps(report: BalanceReport): ClipStep[] {
  const chain = chainsOf(wholeSteps(report)).at(-1)!;
  if (chain.length < 2) throw new RigError('a gait needs two whole steps in a row at the end of the clip, found none');
  const { touchDown, next } = chain.at(-1)!;
  const left = report.frameCount - next;
  if (left > STOPPED * (next - touchDown)) {
    throw new RigError('the clip ends without steps: there is no gait to go on with');
  }
  return chain;
}

/** Steps' lengths after the last landing, after which nobody walks any more. */
const STOPPED = 1.6;

function wholeSteps(report: BalanceReport): ClipStep[] {
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
  return steps;
}

/** Steps that follow each other and are all walked or all run. */
function chainsOf(steps: readonly ClipStep[]): ClipStep[][] {
  const chains: ClipStep[][] = [];
  for (const step of steps) {
    const last = chains.at(-1)?.at(-1);
    const follows = last && last.next === step.touchDown && last.gait === step.gait && last.side !== step.side;
    if (follows) chains.at(-1)!.push(step);
    else chains.push([step]);
  }
  return chains;
}

/** The longest run of steps. */
function longestChain(steps: readonly ClipStep[]): ClipStep[] {
  const best = chainsOf(steps).reduce((a, b) => (b.length > a.length ? b : a));
  if (best.length < 2) throw new RigError('a gait needs two whole steps in a row, found none');
  return best;
}
