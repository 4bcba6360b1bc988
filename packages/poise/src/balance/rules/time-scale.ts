/** Does the clip play at the speed at which it happened? Legs swing and bodies fall at a pace of their own. */

import { median, percentile } from '../../math/order-statistics.ts';
import { frameRate } from '../../motion/clip.ts';
import type { Finding } from '../finding.ts';
import { type BalanceReport, SUPPORT_PHASES } from '../report.ts';
import { type Flight, flightsOf } from './flight-gravity.ts';
import type { Rule, RuleInput } from './rule.ts';

const LEG = 0.5; // of stature, hip joint to sole
const USUAL_LEG = 0.875; // [m] for which the times below hold; others swing as pendulums of their length
/** A swing counts when the ankle moves this far over the floor, in leg lengths: smaller ones are tapping and turning. */
const LEAST_WAY = 0.4;
const ENDS = 0.3; // of its peak speed: there a swing begins and ends
const LEAST_PEAK = 0.5; // [m/s]
const BOTH = 0.5; // of its peak speed: when the other foot is that fast too, the body hops, and gravity tells how long that takes
const LEAST_SWINGS = 4;
const MANY_SWINGS = 8;
/** Time [s] that a swing takes people, from ENDS to ENDS, at 0.5 and at 1.2 legs of way and more (73 captures: 0.36 to 0.7 s); shorter than TOO_SHORT
 *  of it in half of the swings, and nobody has walked like that. */
const USUAL_SHORT = 0.42;
const USUAL_LONG = 0.5;
const USUAL_RUN = 0.42; // at 3 legs and more: runners and sprinters
const TOO_SHORT = 0.62;
const TOO_SHORT_MANY = 0.7; // where there are MANY_SWINGS
/** Times the usual, in three swings of four: nobody steps so slowly but on purpose. Of captures three swings of four take 1.5 times as long at the most. Who steps slowly on purpose
 *  keeps the weight over the feet; a walk that is played slowly does not. */
const TOO_LONG = 1.5;
const TIPS = 0.022; // [m] out of balance; noise of 1.5 mm and 0.5° makes 2.0 cm of somebody who steps slowly on purpose
/** [s] around a swing in which its foot must come this near to the floor [m]: a kick goes there and back in the air, and has a pace of its own. */
const STANDS_WITHIN = 0.12;
const NEAR_FLOOR = 0.04;
const IN_THE_AIR = 0.02; // [m] that both feet are above the floor in the middle of a flight: less, and a contact was missed
const CLEAR = 0.06; // [m] in one that is surely a flight, if it also lasts …
const LONG_FLIGHT = 0.1; // [s]
/** Gravity as flights show it, over the real one. Captures show 0.7 to 1.35 in the middle of their flights; beyond the outer limits the clip plays at another speed. */
const FALLS_RIGHT = [0.65, 1.5] as const;
const FALLS_SLOWLY = 0.4;
const FALLS_FAST = 1.8;
/** Swings this many times as long as such a speed leaves them say that only the flights are wrong, as those of a body that is shaken up and down. */
const SWINGS_AGREE = 1.25;
const ALIKE = 0.5; // share by which slow flights may differ: a ride on a board or in the arms of somebody is carried now more, now less

export const timeScaleRule: Rule = {
  id: 'time-scale',
  title: 'Wrong speed',
  help: 'Legs swing, or the body falls, faster or slower than gravity and leg length allow: the file plays at another rate than it was captured at. Read it with --fps.',
  check: ({ body, clip, report }: RuleInput): readonly Finding[] => {
    // a performed clip has the rate that it states: its legs may be as quick as they were asked to be
    const legs = clip.provenance === 'performed' ? undefined : LEG * body.height;
    const pace = paceOf(report, flightsOf({ body, clip, report }), legs);
    if (!pace) return [];
    const rate = frameRate(clip);
    const fitting = fittingRate(rate, pace.factor);
    const times = factorInWords(pace.factor);
    return [
      {
        rule: 'time-scale',
        severity: pace.isSure ? 'error' : 'warning',
        start: 0,
        end: clip.frameCount - 1,
        worst: 0,
        value: pace.factor,
        limit: 1,
        unit: 'times as fast',
        message: `The clip plays about ${times} as it happened: ${pace.why}. Try --fps ${fitting}.`,
      },
    ];
  },
};

interface Pace {
  readonly factor: number;
  readonly why: string;
  readonly isSure: boolean; // else somebody may have moved so on purpose
}

/** `leg`: [m], undefined where legs tell nothing. */
function paceOf(report: BalanceReport, flights: readonly Flight[], leg: number | undefined): Pace | undefined {
  const seen = flights.filter(({ clear }) => clear > IN_THE_AIR);
  const sure = seen.filter(({ clear, seconds }) => clear > CLEAR && seconds >= LONG_FLIGHT);
  const fall = seen.length > 0 ? median(seen.map(({ gravity }) => gravity)) : Number.NaN;
  if (fall > FALLS_RIGHT[0] && fall < FALLS_RIGHT[1]) return undefined;
  // Rolling and crawling show no steps that tell the speed.
  const isOnFeet = leg !== undefined && !report.phase.includes(SUPPORT_PHASES.indexOf('other'));
  const swings = isOnFeet ? swingsOf(report, leg) : [];
  const ratios = swings.map(({ seconds, way }) => seconds / (usualSeconds(way) * Math.sqrt(leg! / USUAL_LEG)));
  const ratio = swings.length >= LEAST_SWINGS ? median(ratios) : Number.NaN;
  if (fall >= FALLS_FAST && (seen.length >= 2 || sure.length > 0)) {
    if (ratio * Math.sqrt(fall) > SWINGS_AGREE) return undefined;
    return {
      factor: Math.sqrt(fall),
      why: `in the air the body falls ${fall.toFixed(1)} times too fast for gravity`,
      isSure: true,
    };
  }
  const slow = sure.length >= 2 ? median(sure.map(({ gravity }) => gravity)) : Number.NaN;
  if (slow <= FALLS_SLOWLY && slow > 0.04 && sure.every(({ gravity }) => Math.abs(gravity - slow) < ALIKE * slow)) {
    return {
      factor: Math.sqrt(slow),
      why: `in the air the body falls with ${(100 * slow).toFixed(0)} % of gravity`,
      isSure: true,
    };
  }
  if (leg === undefined || Number.isNaN(ratio)) return undefined;
  const isFast = ratio <= (swings.length >= MANY_SWINGS ? TOO_SHORT_MANY : TOO_SHORT);
  const isSlow = percentile(ratios, 0.25) > TOO_LONG;
  if (!isFast && !isSlow) return undefined;
  const seconds = median(swings.map((swing) => swing.seconds));
  const way = median(swings.map((swing) => swing.way)) * leg;
  return {
    factor: isFast ? Math.max(1.5, 1 / ratio) : 1 / ratio,
    why: `the feet swing ${way.toFixed(1)} m in ${seconds.toFixed(2)} s, for which legs of ${leg.toFixed(2)} m need about ${(seconds / ratio).toFixed(2)} s`,
    isSure: isFast || report.summary.imbalance > TIPS,
  };
}

/** Time [s] that a swing over `way` legs takes people whose legs are USUAL_LEG long. */
function usualSeconds(way: number): number {
  const ramp = (from: number, to: number): number => Math.min(1, Math.max(0, (way - from) / (to - from)));
  return USUAL_SHORT + (USUAL_LONG - USUAL_SHORT) * ramp(0.5, 1.2) + (USUAL_RUN - USUAL_LONG) * ramp(1.7, 3);
}

interface Swing {
  readonly seconds: number;
  readonly way: number; // [leg lengths]
}

/** Swings of both ankles while the body is on its feet or in the air. */
function swingsOf(report: BalanceReport, leg: number): readonly Swing[] {
  const { frameCount: frames, frameTime, phase } = report;
  const [beltX, , beltZ] = report.ground.beltVelocity;
  const onHands = SUPPORT_PHASES.indexOf('other');
  const reach = Math.max(1, Math.round(0.0167 / frameTime));
  const speeds = report.feet.map(({ ankle }) =>
    Float64Array.from({ length: frames }, (_, frame) => {
      const [a, b] = [Math.max(0, frame - reach), Math.min(frames - 1, frame + reach)];
      return b > a ? way(ankle, a, b, beltX * frameTime, beltZ * frameTime) / ((b - a) * frameTime) : 0;
    }),
  );
  const swings: Swing[] = [];
  for (const [side, foot] of report.feet.entries()) {
    const { ankle } = foot;
    const [speed, other] = [speeds[side], speeds[1 - side]];
    for (let frame = 1; frame < frames - 1; frame++) {
      if (speed[frame] < LEAST_PEAK) continue;
      let end = frame;
      let peak = frame;
      while (end < frames - 1 && speed[end] > ENDS * speed[peak]) {
        end++;
        if (speed[end] > speed[peak]) peak = end;
      }
      let start = peak;
      while (start > 0 && speed[start] > ENDS * speed[peak]) start--;
      const far = way(ankle, start, end, beltX * frameTime, beltZ * frameTime) / leg;
      if (
        start > 0 &&
        end < frames - 1 &&
        far > LEAST_WAY &&
        phase[peak] !== onHands &&
        other[peak] < BOTH * speed[peak] &&
        isStep(foot, start, end, frameTime)
      ) {
        swings.push({ seconds: (end - start) * frameTime, way: far });
      }
      frame = end;
      while (frame < frames - 1 && speed[frame + 1] < speed[frame]) frame++; // the rest of this swing is none of its own
    }
  }
  return swings;
}

/** Whether the foot is near the floor soon before `start` and soon after `end`. Contacts cannot be asked: at twice the speed half of them are missed. */
function isStep({ clearance }: BalanceReport['feet'][number], start: number, end: number, frameTime: number): boolean {
  const reach = Math.round(STANDS_WITHIN / frameTime);
  const isNear = (from: number, to: number): boolean => {
    for (let frame = Math.max(0, from); frame <= Math.min(clearance.length - 1, to); frame++)
      if (clearance[frame] < NEAR_FLOOR) return true;
    return false;
  };
  return isNear(start - reach, start) && isNear(end, end + reach);
}

/** Distance [m] over the floor between two frames. */
const way = (ankle: Float64Array, a: number, b: number, beltX: number, beltZ: number): number =>
  Math.hypot(ankle[3 * b] - ankle[3 * a] - beltX * (b - a), ankle[3 * b + 2] - ankle[3 * a + 2] - beltZ * (b - a));

/** The rate to try: files are stamped with twice or half their rate, seldom with four times or a quarter of it, and the evidence cannot tell finer. */
function fittingRate(rate: number, factor: number): number {
  const apart = (ratio: number): number => Math.abs(Math.log(ratio / factor));
  const ratio = [0.25, 0.5, 2, 4].reduce((best, next) => (apart(next) < apart(best) ? next : best));
  return Number((rate / ratio).toPrecision(4));
}

function factorInWords(factor: number): string {
  if (factor > 1.75 && factor < 2.4) return 'twice as fast';
  if (factor > 0.42 && factor < 0.6) return 'half as fast';
  return `${factor.toFixed(1)} times as fast`;
}
