/**
 * CMRTs that were learned beforehand and come with Poise: four knots and four offsets each, as numbers in solved.json, made by
 * `npm run solve-anticipation`. Each remembers what it was learned for; where scenario or person differ, it is only a start.
 */
import type { Body } from '../../body/body.ts';
import { FormatError, UsageError } from '../../errors.ts';
import { parseData } from '../../motion/data-node.ts';
import { CMRT_POINTS, type Cmrt, checkCmrt } from './cmrt.ts';
import { BEYOND_SUPPORT, interpolateFamily, lerpCmrt } from './combine.ts';
import { contentHash } from './content-hash.ts';
import type { Anticipated } from './pool.ts';
import { loadOf, type Scenario } from './scenario.ts';
import entries from './solved.json' with { type: 'json' };

/** The person that the built-in scenarios are made for: `createMannequin(ANTICIPATION_PERSON)`. */
export const ANTICIPATION_PERSON = { height: 1.75, mass: 70, sex: 'average' } as const;

/** Raised when the simulation or the controller changes so that CMRTs must be learned again. */
export const ANTICIPATION_VERSION = 2;

export interface SolvedCmrt {
  readonly scenario: string; // name
  readonly task: number; // [s] T
  readonly load: number; // [kg], [N·s] or 0
  readonly key: string; // of scenario, person and version
  readonly cmrt: Cmrt;
  readonly rms: number; // [m] CoP error with it
  readonly evaluations: number; // that the search took
}

export const solvedCmrts: readonly SolvedCmrt[] = entries;

/** What of a scenario decides about the simulation: titles and how a search goes do not. */
export function decisiveOf(scenario: Scenario): object {
  const { title: _, text: __, search: ___, threshold: ____, ...decisive } = scenario;
  return decisive;
}

/** The name of everything that decides which CMRT is best: what happens, who, and with which code. */
export function anticipationKey(body: Body, scenario: Scenario): string {
  const decisive = decisiveOf(scenario);
  const { mass, comInSegment, inertiaInSegment, soles, skeleton } = body;
  const person = { mass, comInSegment, inertiaInSegment, soles, offsets: skeleton.offsets };
  return contentHash({ version: ANTICIPATION_VERSION, decisive, person });
}

/** The CMRT that was learned for exactly this scenario and person, if there is one. */
export function solvedFor(body: Body, scenario: Scenario): SolvedCmrt | undefined {
  const key = anticipationKey(body, scenario);
  return solvedCmrts.find((entry) => entry.key === key);
}

/** A CMRT to start from, or to try: of the same scenario with another speed, load or person. Between two speeds or two loads it
 *  is interpolated ([Rabbani14] §4.2); beyond, the nearest. */
export function solvedNear(scenario: Scenario): Cmrt | undefined {
  const own = solvedCmrts.filter(
    (entry) => entry.scenario === scenario.name && Math.abs(entry.cmrt.duration - scenario.duration) < 1e-9,
  );
  if (own.length === 0) return undefined;
  const load = loadOf(scenario);
  const loads = new Set(own.map((entry) => entry.load));
  const family = own
    .filter((entry) => loads.size === 1 || entry.task === scenario.task)
    .map((entry) => ({ parameter: loads.size === 1 ? entry.task : entry.load, cmrt: entry.cmrt, rms: entry.rms }));
  if (family.length === 0) return own[0]!.cmrt;
  return interpolateFamily(family, loads.size === 1 ? scenario.task : load).cmrt;
}

/** Half a foot and what a sum may go beyond it [m]. */
function superpositionLimit(body: Body): number {
  const points = body.soles[0].points;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 2; k < points.length; k += 3) {
    low = Math.min(low, points[k]);
    high = Math.max(high, points[k]);
  }
  return (high - low) / 2 + BEYOND_SUPPORT;
}

/** What a chained scenario anticipates: the sum of what its parts do. Throws UsageError for a part that was never learned. */
export function anticipateParts(body: Body, scenario: Scenario): Anticipated {
  const parts = scenario.parts.map(({ scenario: name, start }) => {
    const entry = solvedCmrts.find((solved) => solved.scenario === name);
    if (!entry) throw new UsageError(`scenario "${scenario.name}": nothing was learned for its part "${name}"`);
    return { start, cmrt: entry.cmrt };
  });
  return { parts, limit: superpositionLimit(body) };
}

const CMRT_VERSION = 1; // of its file; one without a version is of the first
const LONGEST_CMRT = 1000; // [s]
const CMRT_RANGE = { least: -10, most: 10 } as const; // [m]

/** A CMRT from the text of its file, as `--save-cmrt` writes it. Throws FormatError naming the file. */
export function parseCmrt(text: string, file: string): Cmrt {
  const whole = parseData(text, file, 'a CMRT');
  const { version, duration, knots, forward, left } = whole.fields(['version', 'duration', 'knots', 'forward', 'left']);
  version.whole({ least: CMRT_VERSION, most: CMRT_VERSION }, CMRT_VERSION);
  const cmrt: Cmrt = {
    duration: duration.number({ above: 0, most: LONGEST_CMRT }),
    knots: knots.numbers(CMRT_POINTS, { least: 0, most: LONGEST_CMRT }),
    forward: forward.numbers(CMRT_POINTS, CMRT_RANGE),
    ...(left.present && { left: left.numbers(CMRT_POINTS, CMRT_RANGE) }),
  };
  try {
    checkCmrt(cmrt);
  } catch (error) {
    throw new FormatError(file, undefined, `/knots: ${(error as Error).message}`);
  }
  return lerpCmrt(cmrt, cmrt, 0);
}

/** A CMRT as the text of its file, which `parseCmrt` reads. */
export const printCmrt = (cmrt: Cmrt): string => `${JSON.stringify({ version: CMRT_VERSION, ...cmrt }, null, 2)}\n`;

/** Throws UsageError where a CMRT was made for something else: a clip of another length, or for space instead of the plane. */
export function checkCmrtFits(cmrt: Cmrt, { name, duration, planar }: Scenario): void {
  if (Math.abs(cmrt.duration - duration) > 1e-6) {
    throw new UsageError(`a CMRT of ${cmrt.duration} s does not fit scenario "${name}" of ${duration} s`);
  }
  if (planar && cmrt.left) throw new UsageError(`a CMRT that goes to the left does not fit planar scenario "${name}"`);
}
