/** Could any floor give the force that the motion asks for? */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Finding } from '../finding.ts';
import { phaseAt } from '../report.ts';
import { flightDoubt, STRAY_ERROR } from './flight-doubt.ts';
import { kinksOf } from './kinks.ts';
import { type Rule, type RuleInput, type Run, runsWhere, whenInWords, worstIn } from './rule.ts';

const SHORTEST = 0.1; // [s] below this, filtering and contact times decide
export const FRICTION_WARNING = 0.9; // rubber on a dry floor
export const FRICTION_ERROR = 1.5;
/** Within a twentieth of a second, unsmoothed: people who fall and slip reach 1.6, all others of 147 captures 1.4, but for those that stop dead. */
const KINK_WARNING = 1.8;
const KINK_ERROR = 2.2;
/** [m/s] gained upwards within a twentieth of a second, by a body that was not falling: strong jumpers push with 2.5 times their weight more than they weigh, which gains 1.2. */
const THRUST_WARNING = 1.3;
const THRUST_ERROR = 1.8;
const PULL_WARNING = 0.15; // of body weight, downwards
const PULL_ERROR = 0.4;
const AROUND = 0.2; // [s] of the flight before and after
/** Pulls over in less than SHORTEST are known by their momentum, over weight [s]. Beside landings the low-pass of captures leaves 0.03 s at the most. */
const JOLT_WARNING = 0.045;
const JOLT_ERROR = 0.09;

export const frictionRule: Rule = {
  id: 'friction',
  title: 'Feet would slip',
  help: 'The body changes its horizontal speed faster than shoes can hold on to a floor, or stops or turns from one moment to the next. Slow the change down, blend where clips are joined, or let something else push.',
  check: (input: RuleInput): readonly Finding[] => {
    const long = slips(input);
    const isKnown = ({ worst }: Finding): boolean =>
      long.some(({ severity, start, end }) => severity === 'error' && worst >= start && worst <= end);
    return [...long, ...kinks(input).filter((kink) => !isKnown(kink))];
  },
};

function slips({ clip, report }: RuleInput): readonly Finding[] {
  const size = (frame: number): number => (report.judged[frame] ? report.friction[frame] : 0);
  return longRuns(clip, (frame) => size(frame) > FRICTION_WARNING).map((run): Finding => {
    const worst = worstIn(run, size);
    return {
      rule: 'friction',
      severity: size(worst) > FRICTION_ERROR ? 'error' : 'warning',
      ...run,
      worst,
      value: size(worst),
      limit: FRICTION_ERROR,
      unit: '',
      message: `The feet would need a friction of ${size(worst).toFixed(1)} not to slip (dry rubber gives about 0.9), ${whenInWords(clip, run)}.`,
    };
  });
}

/** The body changes its course within a few frames. */
function kinks({ body, clip }: RuleInput): readonly Finding[] {
  const size = kinksOf(body, clip).aside;
  const gap = Math.round(SHORTEST / clip.frameTime);
  return runsWhere(clip.frameCount, (frame) => size[frame] > KINK_WARNING, gap).map((run): Finding => {
    const worst = worstIn(run, (frame) => size[frame]);
    return {
      rule: 'friction',
      severity: size[worst] > KINK_ERROR ? 'error' : 'warning',
      ...run,
      worst,
      value: size[worst],
      limit: KINK_ERROR,
      unit: 'body weights',
      message: `The body stops or turns from one moment to the next, for which the floor would have to push it aside with ${size[worst].toFixed(1)} times its weight, ${whenInWords(clip, run)}.`,
    };
  });
}

export const pullRule: Rule = {
  id: 'pull',
  title: 'Falls faster than gravity',
  help: 'The body goes down faster than free fall, or is stopped on its way up, as if the floor pulled. Retime the fall, and keep take-off and flight together.',
  check: ({ body, clip, report }: RuleInput): readonly Finding[] => {
    const size = (frame: number): number => -report.grf[3 * frame + 1] / (body.totalMass * GRAVITY);
    const momentum = ({ start, end }: Run): number => {
      let sum = 0;
      for (let frame = start; frame <= end; frame++) sum += size(frame) * clip.frameTime;
      return sum;
    };
    const shortest = SHORTEST / clip.frameTime;
    const runs = runsWhere(clip.frameCount, (frame) => size(frame) > PULL_WARNING).filter(
      (run) => run.end - run.start + 1 >= shortest || momentum(run) > JOLT_WARNING,
    );
    return runs.map((run) => {
      const worst = worstIn(run, size);
      // In the air legs and trunk are thrown about: what the fall gains over gravity must be more than that explains.
      const seconds = (run.end - run.start + 1) * clip.frameTime;
      const gained = (size(worst) * GRAVITY * seconds ** 2) / 2;
      const around = Math.round(AROUND / clip.frameTime);
      const flight = { start: Math.max(0, run.start - around), end: Math.min(clip.frameCount - 1, run.end + around) };
      const isLong = run.end - run.start + 1 >= shortest;
      const isSure = phaseAt(report, worst) !== 'flight' || gained > STRAY_ERROR + flightDoubt(clip, report, flight);
      return {
        rule: 'pull',
        severity: size(worst) > PULL_ERROR && (isLong ? isSure : momentum(run) > JOLT_ERROR) ? 'error' : 'warning',
        ...run,
        worst,
        value: size(worst),
        limit: PULL_ERROR,
        unit: 'body weights',
        message: `The body falls faster than gravity allows, as if pulled down with ${(100 * size(worst)).toFixed(0)} % of its weight, ${whenInWords(clip, run)}.`,
      };
    });
  },
};

export const thrustRule: Rule = {
  id: 'thrust',
  title: 'Thrown up',
  help: 'The body shoots up faster than legs can push it, as if something threw it. Let the knees bend and stretch before the take-off, or blend where clips are joined.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const { up } = kinksOf(body, clip);
    const gap = Math.round(SHORTEST / clip.frameTime);
    return runsWhere(clip.frameCount, (frame) => up[frame] > THRUST_WARNING, gap).map((run): Finding => {
      const worst = worstIn(run, (frame) => up[frame]);
      return {
        rule: 'thrust',
        severity: up[worst] > THRUST_ERROR ? 'error' : 'warning',
        ...run,
        worst,
        value: up[worst],
        limit: THRUST_ERROR,
        unit: 'm/s',
        message: `The body shoots up by ${up[worst].toFixed(1)} m/s from one moment to the next, faster than legs can push it, ${whenInWords(clip, run)}.`,
      };
    });
  },
};

function longRuns(clip: RuleInput['clip'], holds: (frame: number) => boolean): ReturnType<typeof runsWhere> {
  const shortest = SHORTEST / clip.frameTime;
  return runsWhere(clip.frameCount, holds).filter((run) => run.end - run.start + 1 >= shortest);
}
