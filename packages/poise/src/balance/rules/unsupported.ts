/** Does a body that touches nothing fly as a thrown stone does? */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Finding } from '../finding.ts';
import { strayFromFlight } from '../imbalance.ts';
import { SUPPORT_PHASES } from '../report.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords } from './rule.ts';

/** Distance [m] from the ballistic path that capture noise and contact times do not explain. */
const STRAY_WARNING = 0.025;
const STRAY_ERROR = 0.05;

const FLOATING = 0.85; // of body weight carried by nothing: not a slow jump any more

const FLIGHT = SUPPORT_PHASES.indexOf('flight');

export const unsupportedRule: Rule = {
  id: 'unsupported',
  title: 'Held up by nothing',
  help: 'Nothing touches the ground, yet the body does not move as in free fall: it floats, or a jump was slowed down or speeded up. Lower the feet to the floor, or retime the flight.',
  check: ({ body, clip, report }: RuleInput): readonly Finding[] => {
    const stray = new Float64Array(3 * clip.frameCount);
    const findings: Finding[] = [];
    for (const run of runsWhere(clip.frameCount, (frame) => report.phase[frame] === FLIGHT)) {
      const { distance, frame } = strayFromFlight(
        stray,
        report.grf,
        body.totalMass,
        run.start,
        run.end,
        clip.frameTime,
      );
      if (distance <= STRAY_WARNING) continue;
      findings.push({
        rule: 'unsupported',
        severity: distance > STRAY_ERROR ? 'error' : 'warning',
        ...run,
        worst: frame,
        value: distance,
        limit: STRAY_ERROR,
        unit: 'm',
        message: sentence(body.totalMass, clip, report, run, distance),
      });
    }
    return findings;
  },
};

function sentence(
  mass: number,
  clip: RuleInput['clip'],
  report: RuleInput['report'],
  run: { start: number; end: number },
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
  const pace = load > 0 ? 'too slowly' : 'too fast';
  return `In the air the body falls ${pace} for gravity and strays ${centimetres(distance)} from a free flight, ${when}.`;
}
