/** From standing into a walk and back to standing. */
import type { Actor } from '../actor.ts';
import { styleOf as gaitStyleOf } from '../gait/style.ts';
import { performTrek } from '../gait/trek-body.ts';
import { planTrek } from '../gait/trek-plan.ts';
import type { ParameterValues, Performance, PerformerMotion } from '../motion.ts';
import { DEGREE, STANCE } from './stance.ts';
import { FRAME_TIME, livingStance, SEED, styleOf } from './standing.ts';

/** Speed of the last steps over the steady one, from the last one back. */
const SLOWING = [0.62, 0.62, 0.82, 0.94];

export const startStop: PerformerMotion = {
  id: 'start-stop',
  title: 'Start and stop',
  text: 'Stands, walks off, takes some steps and stops.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'speed', unit: 'm/s', default: 1.2, min: 0.7, max: 1.5, text: 'how fast it walks in between' },
    { name: 'steps', unit: '', default: 7, min: 5, max: 40, text: 'how many steps, with the last one that closes' },
    SEED,
  ],
  perform: performStartStop,
};

function performStartStop(actor: Actor, { speed, steps, seed }: ParameterValues): Performance {
  const count = Math.round(steps);
  const trek = planTrek(actor, {
    speed,
    steps: count,
    first: 1,
    pace: (step) => (step === 0 ? 0.85 : (SLOWING[count - 1 - step] ?? 1)),
    path: (distance) => ({ x: 0, z: distance, heading: 0 }),
    standing: { width: STANCE.width * actor.scale, toeOut: STANCE.toeOut * DEGREE },
    style: gaitStyleOf(seed, 7 * DEGREE),
    frameTime: FRAME_TIME,
  });
  return performTrek(actor, trek, {
    ...livingStance(styleOf(seed), actor),
    facing: () => ({ hips: 0, chest: 0, head: 0, lean: 0 }),
  });
}
