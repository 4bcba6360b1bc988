/** Doubts worth telling: contacts that the forces contradict, coordinates near their singular place. */
import type { BalanceReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { anglesAtSite } from './curve.ts';
import { type Demands, placeRiders } from './problem.ts';
import { createSiteState, evaluateState } from './site.ts';

const LIGHT = 0.05; // of body weight: too little for a foot that stands
const HEAVY = 0.2; // too much for feet in the air
const STEEP = (75 * Math.PI) / 180;

export function notesOf(demands: Demands, before: BalanceReport): string[] {
  const { curve, plans, options } = demands;
  const { mechanism, angles } = curve;
  const state = createSiteState(mechanism, options.inertia === 'full' ? 1 : 0, demands.loads);
  const light: number[] = [];
  const heavy: number[] = [];
  plans.forEach((plan, k) => {
    if (plan.support === 'other') return;
    placeRiders(state, curve, k);
    anglesAtSite(state.angles, state.rates, state.seconds, angles.coefficients, k, angles.spacing);
    evaluateState(mechanism, state);
    const load = state.wrench[4] / (mechanism.body.totalMass * GRAVITY);
    if (plan.support === 'ground' && load < LIGHT) light.push(plan.frame);
    if (plan.support === 'flight' && load > HEAVY) heavy.push(plan.frame);
  });
  const notes: string[] = [];
  const some = (frames: readonly number[]): string =>
    `${frames.slice(0, 5).join(', ')}${frames.length > 5 ? ' …' : ''}`;
  if (light.length > 0) notes.push(`feet are marked planted but bear no weight in frames ${some(light)}`);
  if (heavy.length > 0) notes.push(`feet are said to be in the air, but the body is carried, in frames ${some(heavy)}`);
  if (mechanism.largestMiddle > STEEP) notes.push('a joint turns near the singular place of its hinges');
  for (const { startFrame, endFrame, force } of demands.broken) {
    notes.push(`frames ${startFrame}–${endFrame} would take ${force.toFixed(1)} times the body's weight`);
  }
  if (before.ground.kind === 'uneven') notes.push('the ground is uneven: the ZMP is taken at the height of the soles');
  return notes;
}

const LEANS = 0.05; // [m] the body is off balance by more than this …
const FOR = 0.5; // [s] … for as long as this: nobody stands so without help

/** What the analysis says of a body that something besides the feet holds, or nothing. */
export function heldBySomething({ imbalance, frameTime, frameCount }: BalanceReport): string | undefined {
  let [first, longest, end] = [-1, 0, -1];
  for (let frame = 0; frame <= frameCount; frame++) {
    const leans = frame < frameCount && Math.hypot(imbalance[3 * frame], imbalance[3 * frame + 2]) > LEANS;
    if (leans && first < 0) first = frame;
    if (leans || first < 0) continue;
    if (frame - first > longest) [longest, end] = [frame - first, frame - 1];
    first = -1;
  }
  if (longest * frameTime < FOR) return undefined;
  return `Frames ${end - longest + 1}–${end} need outside support: add it as a force, or allow the pose to change.`;
}
