/** Learning to anticipate: rollouts per second on one and two threads, and seconds until the search stops, beside [Rabbani14] table 1. */
import { threadPool } from '../../src/cli/anticipate/thread-pool.ts';
import { startAnticipation } from '../../src/methods/anticipation/optimise.ts';
import { scenarioNamed } from '../../src/methods/anticipation/scenarios/index.ts';
import { ANTICIPATION_PERSON, solvedFor } from '../../src/methods/anticipation/solved.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import type { BenchCase } from '../case.ts';

const { body } = createMannequin(ANTICIPATION_PERSON);
const ROLLOUTS = 40;

/** Rollouts of the catch that go to the end, on warm threads. */
const throughput = (workers: number): BenchCase => ({
  id: `anticipation/rollouts-${workers}`,
  async measure() {
    const scenario = scenarioNamed('catch');
    const pool = await threadPool(workers)({ body, scenario });
    const anticipated = solvedFor(body, scenario)?.cmrt;
    const requests = Array.from({ length: ROLLOUTS }, () => ({ anticipated }));
    await pool.rollouts(requests.slice(0, 4 * workers));
    const start = performance.now();
    await pool.rollouts(requests);
    const seconds = (performance.now() - start) / 1000;
    await pool.close();
    return {
      value: ROLLOUTS / seconds,
      unit: 'rollouts/s',
      against: 'real time',
      ratio: (ROLLOUTS * scenario.duration) / seconds,
      note: `${scenario.duration} s each, ${workers} worker threads`,
    };
  },
});

/** Seconds until the search stops, on two threads. */
const search = (name: string, paper: number): BenchCase => ({
  id: `anticipation/search-${name}`,
  async measure() {
    const scenario = scenarioNamed(name);
    const { jitter } = scenario.search;
    const start = performance.now();
    const job = startAnticipation({ body, scenario }, threadPool(2), { seed: 1 });
    const { evaluations, reason, rollout } = await job.done;
    const value = (performance.now() - start) / 1000;
    const stands = rollout.ending.standing ? 'stands' : 'does not stand';
    return {
      value,
      unit: 's',
      against: `the paper's ${paper} s`,
      ratio: paper / value,
      note: `${evaluations} CMRTs${jitter > 0 ? ', each in time, early and late' : ''}, ${reason}, ${stands}, CoP error ${(1000 * rollout.rms).toFixed(0)} mm`,
    };
  },
});

export const cases: readonly BenchCase[] = [
  throughput(1),
  throughput(2),
  search('catch-paper', 40),
  search('dominoes-paper', 328),
  search('bend-slow-paper', 641),
  search('bend-fast-paper', 1366),
];
