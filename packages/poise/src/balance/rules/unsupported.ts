/** Does a body that touches nothing fly as a thrown stone does? */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Finding } from '../finding.ts';
import { strayFromFlight } from '../imbalance.ts';
import { SUPPORT_PHASES } from '../report.ts';
import { boardRuns } from './carried.ts';
import { flightDoubt, STRAY_ERROR } from './flight-doubt.ts';
import { centimetres, type Rule, type RuleInput, type Run, runsWhere, whenInWords } from './rule.ts';

/** Distance [m] from the ballistic path that capture noise and contact times do not explain. */
const STRAY_WARNING = 0.025;

const FARTHEST = 1; // [m] farther is far outside, however far

/** A foot that seems to be a little above the floor for the time of a step, stays in its place and must carry, was captured too high. */
const STEP_TIME = 0.5; // [s]
const NEARLY = 0.075; // [m]
const IN_PLACE = 0.35; // [m/s] …
const PLACE_REACH = 0.033; // [s] … taken over so long on each side

const FLOATING = 0.85; // of body weight carried by nothing: not a slow jump any more

const FLIGHT = SUPPORT_PHASES.indexOf('flight');

export const unsupportedRule: Rule = {
  id: 'unsupported',
  title: 'Floating',
  help: 'Nothing touches the ground, yet the body does not move as in free fall: it floats, or a jump was slowed down or speeded up. Lower the feet to the floor, or retime the flight.',
  check: ({ body, clip, report }: RuleInput): readonly Finding[] => {
    const stray = new Float64Array(3 * clip.frameCount);
    const findings: Finding[] = [];
    const boards = boardRuns({ body, clip, report });
    for (const run of runsWhere(clip.frameCount, (frame) => report.phase[frame] === FLIGHT)) {
      const { distance, frame } = strayFromFlight(
        stray,
        report.grf,
        body.totalMass,
        run.start,
        run.end,
        clip.frameTime,
      );
      const doubt = flightDoubt(clip, report, run);
      if (distance <= STRAY_WARNING + doubt) continue;
      findings.push({
        rule: 'unsupported',
        severity:
          distance > STRAY_ERROR + doubt &&
          !isNearlyStanding(report, run, body.totalMass) &&
          !boards.some((board) => board.start <= run.end && board.end >= run.start)
            ? 'error'
            : 'warning',
        ...run,
        worst: frame,
        value: Math.min(distance, FARTHEST),
        limit: STRAY_ERROR + doubt,
        unit: 'm',
        message: sentence(body.totalMass, clip, report, run, distance),
      });
    }
    return findings;
  },
};

function isNearlyStanding(report: RuleInput['report'], run: Run, mass: number): boolean {
  const { frameTime, feet, grf } = report;
  if ((run.end - run.start + 1) * frameTime > STEP_TIME) return false;
  const reach = Math.max(1, Math.round(PLACE_REACH / frameTime));
  return feet.some(({ clearance, ankle }) => {
    let standing = 0;
    let carried = 0;
    for (let frame = run.start; frame <= run.end; frame++) {
      if (grf[3 * frame + 1] < 0.3 * mass * GRAVITY) continue;
      carried++;
      const [before, after] = [Math.max(0, frame - reach), Math.min(clearance.length - 1, frame + reach)];
      const dx = ankle[3 * after] - ankle[3 * before];
      const dz = ankle[3 * after + 2] - ankle[3 * before + 2];
      if (clearance[frame] < NEARLY && Math.hypot(dx, dz) < IN_PLACE * (after - before) * frameTime) standing++;
    }
    return carried > 0 && standing > 0.7 * carried;
  });
}

function sentence(
  mass: number,
  clip: RuleInput['clip'],
  report: RuleInput['report'],
  run: Run,
  distance: number,
): string {
  let load = 0;
  let height = 0;
  const frames = run.end - run.start + 1;
  for (let frame = run.start; frame <= run.end; frame++) {
    load += report.grf[3 * frame + 1] / (mass * GRAVITY) / frames;
    height = Math.max(height, Math.min(report.feet[0].clearance[frame], report.feet[1].clearance[frame]));
  }
  const when = whenInWords(clip, run);
  if (load > FLOATING) {
    return `The character floats: no foot touches the ground (the lower one is up to ${centimetres(height)} above it), yet the body does not fall, ${when}.`;
  }
  if (distance > FARTHEST) return `In the air the body moves far from any free flight, ${when}.`;
  const pace = load > 0 ? 'too slowly' : 'too fast';
  return `In the air the body falls ${pace} for gravity and strays ${centimetres(distance)} from a free flight, ${when}.`;
}
