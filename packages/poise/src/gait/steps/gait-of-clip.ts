/** The steps of a clip: of any walk or run, forward, backward or sideways, with starts, stops and turns; or why it has none. */
import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { loadedContacts } from '../loaded-contacts.ts';
import { onFloor } from '../on-floor.ts';
import { repeatLoop } from '../repeat-loop.ts';
import { countEven } from './even-steps.ts';
import { type FootStance, findStretches } from './find-landings.ts';
import { closeRound, findRound } from './find-round.ts';
import { footCourses } from './foot-courses.ts';
import type { Gait, GaitFinding, GaitStep } from './gait-step.ts';
import { measureSteps } from './measure-steps.ts';
import { treadOnSpot } from './tread-on-spot.ts';

const LEAST_LANDINGS = 3; // in a row: two whole steps
const LEAST_SHARE = 0.5; // of all landings that follow each other: two paces in a fight are no gait
const EVEN_SHARE = 2 / 3; // of the steps that must have one like them (even-steps.ts), and more
const FLIGHT = 0.1; // share of time in the air above which it is a run; as in situation.ts
const SLOWED = 0.5; // of its mean speed: whoever is slower at the end of the clip is stopping
const DUE = 1.2; // times a step's length within which the next landing is due: a clip that goes on for longer has stopped

/**
 * Finds the gait of a clip.
 *
 * ```ts
 * const found = gaitOfClip(body, clip);
 * if (found.status === 'none') return found.reason; // 'the steps are unlike each other: …'
 * writeNominal(input.nominal, found.gait, k, STAY);
 * ```
 */
export function gaitOfClip(body: Body, clip: Clip): GaitFinding {
  const moving = onFloor(body, clip);
  const first = findIn(body, moving.clip, moving.report);
  if (first.status === 'gait') return first;
  const rounds = repeatLoop(body, moving.clip);
  const second = rounds && findIn(body, rounds, analyse(body, rounds));
  return second?.status === 'gait' ? second : first;
}

interface Stretch {
  readonly stances: readonly FootStance[];
  readonly steps: readonly GaitStep[];
  readonly runs: boolean;
}

function findIn(body: Body, clip: Clip, judged: BalanceReport): GaitFinding {
  const report = loadedContacts(judged);
  const all = findStretches(report);
  const landings = new Set(all.flat().filter(({ start }) => start > 0));
  if (landings.size === 0) return none('the feet never step');
  const feet = footCourses(body, clip);
  const long = all
    .map((stances): Stretch => {
      const runs = flightShare(stances) > FLIGHT;
      return { stances, runs, steps: measureSteps(report, feet, stances, runs) };
    })
    .filter(({ steps }) => steps.length >= LEAST_LANDINGS);
  if (long.length === 0) return none(`fewer than ${LEAST_LANDINGS} landings follow each other, foot after foot`);
  const counted = long.reduce((sum, { steps }) => sum + steps.length, 0);
  if (counted < LEAST_SHARE * landings.size) {
    return none(`only ${counted} of ${landings.size} landings follow each other, foot after foot`);
  }
  let [even, asked] = [0, 0];
  for (const { steps } of long) {
    const own = countEven(steps);
    even += own.even;
    asked += own.asked;
  }
  if (!(even > EVEN_SHARE * asked)) {
    return none(`${asked - even} of ${asked} steps are like none beside them: a dance, a fight, a sudden stop`);
  }
  const longest = long.reduce((a, b) => (b.steps.length > a.steps.length ? b : a));
  const gaits = long.map((stretch) => gaitOf(body, clip, report, stretch));
  const gait = gaits[long.indexOf(longest)]!;
  return {
    status: 'gait',
    gait,
    others: gaits.filter((other) => other !== gait),
    clip,
    report,
    notes: notesOf(clip, gait),
  };
}

const none = (reason: string): GaitFinding => ({ status: 'none', reason });

/** Share of the time from the first to the last landing in which no foot is down. */
function flightShare(stances: readonly FootStance[]): number {
  const landed = stances.filter(({ start }) => start > 0);
  let flight = 0;
  for (let k = 1; k < landed.length; k++) flight += Math.max(0, landed[k]!.start - landed[k - 1]!.end);
  return flight / Math.max(1, (landed.at(-1)?.start ?? 0) - (landed[0]?.start ?? 0));
}

function gaitOf(body: Body, clip: Clip, report: BalanceReport, { steps, runs }: Stretch): Gait {
  const last = steps.at(-1)!;
  const before = steps.at(-2)!;
  const left = (clip.frameCount - 1) * clip.frameTime - last.land;
  const goesOn = left < DUE * before.duration && endSpeed(report) > SLOWED * meanSpeed(steps);
  const round = goesOn ? findRound(body, clip, report, steps) : undefined;
  return {
    kind: runs ? 'run' : 'walk',
    steps: round === undefined ? [...steps, ...treadOnSpot(steps)] : closeRound(steps, round),
    landings: steps.length,
    round,
  };
}

/** Horizontal speed [m/s] of the centre of mass over the last tenths of a second; derivatives are not to be trusted at a clip's end. */
function endSpeed({ com, frameCount, frameTime }: BalanceReport): number {
  const frames = Math.min(frameCount - 1, Math.max(1, Math.round(0.2 / frameTime)));
  const [from, to] = [3 * (frameCount - 1 - frames), 3 * (frameCount - 1)];
  return Math.hypot(com[to] - com[from], com[to + 2] - com[from + 2]) / (frames * frameTime);
}

/** Mean speed [m/s] over the stances of a gait, along its way. */
function meanSpeed(steps: readonly GaitStep[]): number {
  let sum = 0;
  for (const { course } of steps) {
    for (let o = 0; o < course.length; o += 4) sum += Math.hypot(course[o + 2], course[o + 3]);
  }
  return (4 * sum) / (steps.length * steps[0]!.course.length);
}

function notesOf(clip: Clip, { steps, landings, round }: Gait): readonly string[] {
  const whole = (clip.frameCount - 1) * clip.frameTime;
  const shown = steps[landings - 1]!.land - steps[0]!.land;
  const notes: string[] = [];
  if (shown < whole / 2) notes.push(`the gait lasts ${shown.toFixed(1)} s of ${whole.toFixed(1)} s`);
  if (round === undefined) notes.push('the gait ends before the clip does');
  return notes;
}
