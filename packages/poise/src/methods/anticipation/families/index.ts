/** The families that come with Poise: JSON files beside this one, and what was learned for them. */
import type { Body } from '../../../body/body.ts';
import { DataNode } from '../../../motion/data-node.ts';
import type { Cmrt } from '../cmrt.ts';
import type { LearnedMember } from '../combine.ts';
import { canonicalJson, contentHash } from '../content-hash.ts';
import { cmrtAt, type Family, fitted, valueFor } from '../family.ts';
import type { Scenario } from '../scenario.ts';
import { readScenario } from '../scenario-file.ts';
import { ANTICIPATION_VERSION, decisiveOf } from '../solved.ts';
import box from './box.json' with { type: 'json' };
import catchAbove from './catch-above.json' with { type: 'json' };
import catchBehind from './catch-behind.json' with { type: 'json' };
import catchFront from './catch-front.json' with { type: 'json' };
import catchSide from './catch-side.json' with { type: 'json' };
import shoveBehind from './shove-behind.json' with { type: 'json' };
import shoveFront from './shove-front.json' with { type: 'json' };
import entries from './solved.json' with { type: 'json' };
import shoves from './solved-shoves.json' with { type: 'json' };

/** A family from parsed JSON; `file` is named in complaints. */
export function readFamily(value: unknown, file: string): Family {
  const all = new DataNode(file, '', value).fields(['parameter', 'range', 'scenario']);
  const parameter = all.parameter.choice(['load', 'task']);
  const [least, most] = all.range.numbers(2, { above: 0, most: 1e4 }) as [number, number];
  if (!(least < most)) all.range.fail('a least and a greater most value');
  return { parameter, range: [least, most], scenario: readScenario(all.scenario.value, file) };
}

export const families: readonly Family[] = [
  catchFront,
  catchAbove,
  catchBehind,
  catchSide,
  shoveFront,
  shoveBehind,
  box,
].map((file) => readFamily(file, `${file.scenario.name}.json`));

/** What was learned for a family. */
export interface SolvedFamily {
  readonly family: string; // name
  readonly key: string; // of what it was learned for
  readonly members: readonly LearnedMember[];
  readonly rollouts: number; // that the search took
}

export const solvedFamilies: readonly SolvedFamily[] = [...entries, ...shoves];

/** The name of everything that decides what a family learns, but for the people. */
export const familyKey = ({ scenario, ...rest }: Family): string =>
  contentHash({ version: ANTICIPATION_VERSION, ...rest, scenario: decisiveOf(scenario) });

/** The family that a scenario belongs to by its name. */
export const familyOf = ({ name }: Scenario): Family | undefined =>
  families.find(({ scenario }) => scenario.name === name);

export const solvedFamily = (family: Family): SolvedFamily | undefined =>
  solvedFamilies.find((entry) => entry.family === family.scenario.name && entry.key === familyKey(family));

/** Statures that families serve [m]: adults, as they were learned for. Of children of 1.4 m most fall. */
const SERVES = [1.5, 2] as const;

/** What a body anticipates in a scenario of a family that was learned, within its range; undefined for anything else. */
export function familyCmrt(body: Body, scenario: Scenario): Cmrt | undefined {
  const family = familyOf(scenario);
  const solved = family && solvedFamily(family);
  if (!solved || body.height < SERVES[0] || body.height > SERVES[1]) return undefined;
  const value = valueFor(family, scenario, body);
  const slack = 1e-9 * family.range[1];
  if (value < family.range[0] - slack || value > family.range[1] + slack) return undefined;
  const own = canonicalJson(decisiveOf(fitted(family, scenario, body)));
  return own === canonicalJson(decisiveOf(scenario)) ? cmrtAt(solved.members, value, body) : undefined;
}

/** What the nearest scenario of its family anticipates: to start a search from. */
export function nearestOfFamily(body: Body, scenario: Scenario): Cmrt | undefined {
  const family = familyOf(scenario);
  const solved = family && solvedFamily(family);
  if (!solved || Math.abs(family.scenario.duration - scenario.duration) > 1e-9) return undefined;
  return cmrtAt(solved.members, valueFor(family, scenario, body), body);
}
