/**
 * Learns what a family of scenarios is prepared for by: a CMRT at each end of its range, together, so that those in between are
 * right too. Every generation is tried on draws that none has seen: other values, people, loads, poses, times; all of a generation on
 * the same ones. At the end the best of the last tries are compared on further draws. The result does not depend on the number of workers.
 */

import type { Body } from '../../body/body.ts';
import { filledWith } from '../../math/options.ts';
import { createRng } from '../../math/random.ts';
import { askCmaes, createCmaes, tellCmaes } from '../../optim/cmaes.ts';
import { cmrtFromVector, vectorFromCmrt, vectorLength } from './cmrt-vector.ts';
import type { LearnedMember } from './combine.ts';
import { cmrtAt, type Family, memberOf } from './family.ts';
import { type ObjectiveKind, tryCost } from './legible.ts';
import type { OpenPool, RolloutPool } from './pool.ts';
import { priorCmrt } from './prior.ts';
import { drawVariations, type Variation } from './variation.ts';

export interface FamilyOptions {
  readonly seed: number;
  readonly generations: number;
  readonly draws: number; // of a generation
  readonly finalDraws: number; // on which the last tries are compared
  readonly sigma: number;
  readonly objective: ObjectiveKind;
  readonly onProgress: ((done: number, cost: number) => void) | undefined; // share, and best mean cost of the generation
}

export const FAMILY_DEFAULTS: FamilyOptions = {
  seed: 1,
  generations: 18,
  draws: 4,
  finalDraws: 16,
  sigma: 0.4,
  objective: 'legible',
  onProgress: undefined,
};

const FINALISTS = 3; // generations whose best are compared at the end, beside the mean

export interface LearnedFamily {
  readonly members: readonly LearnedMember[];
  readonly rollouts: number; // simulations
  readonly cost: number; // [m] mean of the further draws
  readonly standing: number; // share of the further draws
}

/** The members of a search vector: one CMRT after the other. */
function membersFrom(vector: Float64Array, { scenario, range }: Family): readonly LearnedMember[] {
  const size = vectorLength(scenario.planar);
  return range.map((parameter, k) => ({
    parameter,
    cmrt: cmrtFromVector(vector.subarray(k * size, (k + 1) * size), scenario.duration),
  }));
}

interface Judgement {
  readonly cost: number; // mean [m]
  readonly standing: number; // share
}

/** Mean costs of several families of CMRTs on the same draws. */
async function judgeAll(
  pool: RolloutPool,
  family: Family,
  people: readonly Body[],
  tries: readonly (readonly LearnedMember[])[],
  draws: readonly Variation[],
  objective: ObjectiveKind,
): Promise<readonly Judgement[]> {
  const { preparation } = family.scenario;
  // draw by draw, so that threads keep to few stages
  const orders = draws.flatMap((variation) => [
    { anticipated: undefined, variation },
    ...tries.map((members) => ({
      anticipated: cmrtAt(members, variation.value, people[variation.person]!),
      variation,
    })),
  ]);
  const rollouts = await pool.rollouts(orders);
  const row = tries.length + 1;
  return tries.map((_, k) => {
    let [cost, standing] = [0, 0];
    draws.forEach((__, d) => {
      const at = d * row + 1 + k;
      const [rollout, without] = [rollouts[at]!, rollouts[d * row]!];
      const own = tryCost({ rollout, cmrt: orders[at]!.anticipated!, preparation, without }, objective);
      cost += (Number.isNaN(own) ? 10 : own) / draws.length;
      standing += (rollout.ending.standing ? 1 : 0) / draws.length;
    });
    return { cost, standing };
  });
}

/** Learns a family for the people given; the first of them is who its numbers are about.
 *
 * ```ts
 * const { members } = await learnFamily(family, people, threadPool(2), { seed: 1 });
 * const cmrt = cmrtAt(members, 6, body);
 * ```
 */
export async function learnFamily(
  family: Family,
  people: readonly Body[],
  openPool: OpenPool,
  options: Partial<FamilyOptions> = {},
): Promise<LearnedFamily> {
  const { seed, generations, draws, finalDraws, sigma, objective, onProgress } = filledWith(FAMILY_DEFAULTS, options);
  const [body] = people;
  const rng = createRng(seed);
  const first = family.range.flatMap((value) => [...vectorFromCmrt(priorCmrt(body!, memberOf(family, value, body!)))]);
  const search = createCmaes(Float64Array.from(first), { sigma, seed });
  const pool = await openPool({ body: body!, scenario: family.scenario, varied: { family, people } });
  const judge = (vectors: readonly Float64Array[], count: number): Promise<readonly Judgement[]> =>
    judgeAll(
      pool,
      family,
      people,
      vectors.map((vector) => membersFrom(vector, family)),
      drawVariations(rng, family, people.length, count),
      objective,
    );
  let rollouts = 0;
  const finalists: Float64Array[] = [];
  try {
    for (let generation = 0; generation < generations; generation++) {
      const samples = askCmaes(search);
      const judged = await judge(samples, draws);
      rollouts += draws * (samples.length + 1);
      const costs = judged.map(({ cost }) => cost);
      tellCmaes(search, samples, costs);
      const best = costs.indexOf(Math.min(...costs));
      if (generation >= generations - FINALISTS) finalists.push(samples[best]!.slice());
      onProgress?.((generation + 1) / generations, costs[best]!);
    }
    finalists.push(search.mean.slice());
    const judged = await judge(finalists, finalDraws);
    rollouts += finalDraws * (finalists.length + 1);
    const best = judged.reduce((least, { cost }, k) => (cost < judged[least]!.cost ? k : least), 0);
    return { members: membersFrom(finalists[best]!, family), rollouts, ...judged[best]! };
  } finally {
    await pool.close();
  }
}
