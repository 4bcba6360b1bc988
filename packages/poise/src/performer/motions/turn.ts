/** Walking round a corner: footsteps along an arc, the look ahead of the body, the body leaning in. */
import type { Actor } from '../actor.ts';
import { styleOf as gaitStyleOf } from '../gait/style.ts';
import { performTrek } from '../gait/trek-body.ts';
import { distanceAt, type PathPoint, planTrek, type Trek } from '../gait/trek-plan.ts';
import type { ParameterValues, Performance, PerformerMotion } from '../motion.ts';
import { DEGREE, STANCE } from './stance.ts';
import { FRAME_TIME, livingStance, SEED, styleOf } from './standing.ts';

/** Real turns of 90° (25, three people): head, chest and pelvis lead the path by 0.07 to 0.2 s, walkers slow down to about
 *  0.7 of their speed, and lean 2° inward at a centripetal acceleration of 1.2 m/s². */
const LEAD = { hips: 0.06, chest: 0.1, head: 0.2 } as const; // [s]
const SLOWER = 0.72;
const LEAN = (2.2 * DEGREE) / 1.2; // [rad per m/s²]
const RADIUS = 0.6; // [s] times speed
const BEFORE = 4; // steps before the turn, the first of which are not shown
const AFTER = 6; // steps after it, the last of which are not shown

export const turn: PerformerMotion = {
  id: 'turn',
  title: 'Turn',
  text: 'Walks, turns a corner in a few steps, and walks on.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'angle', unit: '°', default: 90, min: -150, max: 150, text: 'how far, to the left +' },
    { name: 'speed', unit: 'm/s', default: 1.1, min: 0.7, max: 1.4, text: 'how fast before and after' },
    SEED,
  ],
  perform: performTurn,
};

function performTurn(actor: Actor, { angle, speed, seed }: ParameterValues): Performance {
  const style = gaitStyleOf(seed, 7 * DEGREE);
  const stepLength = speed * 0.52;
  const turning = Math.max(1, Math.round((RADIUS * speed * Math.abs(angle) * DEGREE) / (SLOWER * stepLength)));
  const steps = BEFORE + turning + AFTER;
  const inTurn = (step: number): boolean => step >= BEFORE && step < BEFORE + turning;
  const options = {
    speed,
    steps,
    first: (angle > 0 ? 1 : 0) as 0 | 1,
    pace: (step: number) => {
      if (step === 0) return 0.85;
      if (step >= steps - 2) return 0.65;
      if (inTurn(step)) return SLOWER;
      return inTurn(step + 1) || inTurn(step - 1) ? (1 + SLOWER) / 2 : 1;
    },
    standing: { width: STANCE.width * actor.scale, toeOut: STANCE.toeOut * DEGREE },
    style,
    frameTime: FRAME_TIME,
  };
  // The arc begins where the first turning step starts from.
  const straight = planTrek(actor, { ...options, path: (distance) => ({ x: 0, z: distance, heading: 0 }) });
  const begin = straight.stances[2 + BEFORE - 1].distance;
  const trek = planTrek(actor, { ...options, path: cornerOf(angle * DEGREE, RADIUS * speed, begin) });
  const [from, to] = [trek.stances[3].from, trek.stances[trek.stances.length - 4].from];
  return performTrek(actor, trek, { ...livingStance(styleOf(seed), actor), facing: facingOf(trek, speed) }, from, to);
}

/** A straight way, an arc that starts after `begin` metres, a straight way. */
function cornerOf(angle: number, radius: number, begin: number): (distance: number) => PathPoint {
  const sign = Math.sign(angle);
  return (distance) => {
    const turned = Math.min(Math.abs(angle), Math.max(0, (distance - begin) / radius));
    const after = Math.max(0, distance - begin - radius * Math.abs(angle));
    const heading = sign * turned;
    return {
      x: sign * radius * (1 - Math.cos(turned)) + after * Math.sin(heading),
      z: Math.min(distance, begin) + radius * Math.sin(turned) + after * Math.cos(heading),
      heading,
    };
  };
}

/** Headings of the body's parts, each ahead of the path by its lead, and the lean into the turn. */
function facingOf(trek: Trek, speed: number) {
  const heading = (t: number): number => {
    let sum = 0;
    for (let d = -10; d <= 10; d++) {
      const weight = (1 + Math.cos((Math.PI * d) / 11)) / 22;
      sum += weight * trek.options.path(distanceAt(trek, t + 0.03 * d)).heading;
    }
    return sum;
  };
  return (t: number) => {
    const rate = (heading(t + 0.05) - heading(t - 0.05)) / 0.1;
    return {
      hips: heading(t + LEAD.hips),
      chest: heading(t + LEAD.chest),
      head: heading(t + LEAD.head),
      lean: LEAN * rate * speed * SLOWER,
    };
  };
}
