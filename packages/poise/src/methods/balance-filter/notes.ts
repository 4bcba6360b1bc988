/** Doubts worth telling: contacts that the forces contradict, coordinates near their singular place. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { anglesAtSite } from './curve.ts';
import { type Demands, placeRiders } from './problem.ts';
import { createSiteState, evaluateState } from './site.ts';

const LIGHT = 0.05; // of body weight: too little for a foot that stands
const HEAVY = 0.2; // too much for feet in the air
const STEEP = (75 * Math.PI) / 180;

export function notesOf(demands: Demands): string[] {
  const { curve, plans, options } = demands;
  const { mechanism, angles } = curve;
  const state = createSiteState(mechanism, options.inertia === 'full' ? 1 : 0);
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
  if (light.length > 0) notes.push(`feet are said to stand, but carry nothing, in frames ${some(light)}`);
  if (heavy.length > 0) notes.push(`feet are said to be in the air, but the body is carried, in frames ${some(heavy)}`);
  if (mechanism.largestMiddle > STEEP) notes.push('a joint turns near the singular place of its hinges');
  return notes;
}
