/** From the settings to what is meant: the scenario as believed and as it is, and what is anticipated. Pure. */
import type { Body } from 'poise';
import {
  type Anticipated,
  anticipateParts,
  type Cmrt,
  familyCmrt,
  loadKind,
  loadOf,
  nearestOfFamily,
  parseScenario,
  type Scenario,
  scenarioNamed,
  solvedCmrts,
  solvedFor,
  solvedNear,
  withLoad,
} from 'poise/anticipation';
import type { AnticipateSettings, Plan } from './types.ts';

export type PlanOutcome = { readonly plan: Plan } | { readonly complaint: string };

export function planFor(body: Body, settings: AnticipateSettings): PlanOutcome {
  try {
    const base = baseOf(settings);
    const loaded = loadKind(base) !== 'none';
    const believed = loaded && settings.expected !== undefined ? withLoad(base, settings.expected) : base;
    const actual = loaded && settings.actual !== undefined ? withLoad(base, settings.actual) : believed;
    return { plan: { base, believed, actual, ...anticipation(body, settings, believed) } };
  } catch (error) {
    return { complaint: (error as Error).message };
  }
}

/** The scenario before its load is changed. */
const baseOf = ({ scenario, text }: Pick<AnticipateSettings, 'scenario' | 'text'>): Scenario =>
  text === '' ? scenarioNamed(scenario) : parseScenario(text, 'scenario');

function anticipation(
  body: Body,
  { choice, own }: AnticipateSettings,
  believed: Scenario,
): Pick<Plan, 'anticipated' | 'curve' | 'exact'> {
  const nothing = { anticipated: undefined, curve: undefined, exact: false };
  if (choice === 'none') return nothing;
  if (choice === 'own') {
    const curve = own && fitted(own, believed);
    return { anticipated: curve, curve, exact: true };
  }
  if (believed.parts.length > 0) {
    const sum: Anticipated = anticipateParts(body, believed);
    return { anticipated: sum, curve: undefined, exact: true };
  }
  const learned = solvedFor(body, believed)?.cmrt ?? familyCmrt(body, believed);
  const near = learned ?? nearestOfFamily(body, believed) ?? nearby(believed);
  if (!near) return nothing;
  const curve = fitted(near, believed);
  return { anticipated: curve, curve, exact: learned !== undefined };
}

/** What was learned for another load or speed. Where only one load was, offsets are taken in proportion to the load: nearly
 *  right, and a start for the search. */
function nearby(believed: Scenario): Cmrt | undefined {
  const found = solvedNear(believed);
  if (!found) return undefined;
  const loads = new Set(solvedCmrts.filter(({ scenario }) => scenario === believed.name).map(({ load }) => load));
  const [only] = loads;
  return loads.size === 1 && only ? scaledBy(found, loadOf(believed) / only) : found;
}

export function scaledBy(curve: Cmrt, factor: number): Cmrt {
  if (factor === 1) return curve;
  const scale = (values: readonly number[]): number[] => values.map((value) => value * factor);
  return { ...curve, forward: scale(curve.forward), ...(curve.left && { left: scale(curve.left) }) };
}

/** A curve stretched to the length of a scenario, and without a side where the scenario has none. */
export function fitted(curve: Cmrt, { duration, planar }: Pick<Scenario, 'duration' | 'planar'>): Cmrt {
  const { left, ...flat } = curve;
  const stretch = duration / curve.duration;
  const same = Math.abs(stretch - 1) < 1e-9;
  const knots = same ? curve.knots : curve.knots.map((knot) => knot * stretch);
  const side = planar ? {} : { left: left ?? curve.knots.map(() => 0) };
  return { ...flat, ...side, knots, duration };
}
