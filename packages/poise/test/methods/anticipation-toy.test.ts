/** The search on the toy of an inverted pendulum with a flywheel: the numbers of a prototype, and the rules of stopping. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { cmrtCurve } from '../../src/methods/anticipation/cmrt.ts';
import { cmrtFromVector, vectorFromCmrt } from '../../src/methods/anticipation/cmrt-vector.ts';
import { INTERPOLATION_SLACK, interpolateFamily } from '../../src/methods/anticipation/combine.ts';
import { costOf, isSolved, rmsOf } from '../../src/methods/anticipation/objective.ts';
import {
  askSearch,
  createSearch,
  type SearchOptions,
  type SearchState,
  tellSearch,
} from '../../src/methods/anticipation/search.ts';
import { runToy, type ToyTask } from '../support/anticipation-toy.ts';

const task = (impulse: number, contact = 0.3): ToyTask => ({ duration: 3, preparation: 1, contact, impulse });

function generation(state: SearchState, what: ToyTask, threshold = 0): void {
  const samples = askSearch(state);
  const judged = samples.map((vector) => {
    const run = runToy(what, cmrtCurve(cmrtFromVector(vector, what.duration)));
    return { cost: costOf(run), solved: isSolved(run, threshold) };
  });
  tellSearch(state, samples, judged);
}

function solve(
  what: ToyTask,
  options: Partial<SearchOptions> = {},
  threshold = 0,
  start: Float64Array = new Float64Array(8),
) {
  const state = createSearch(start, options);
  while (!state.stopped) generation(state, what, threshold);
  const cmrt = cmrtFromVector(state.best, what.duration);
  return { state, cmrt, run: runToy(what, cmrtCurve(cmrt)) };
}

const short = { maxEvaluations: 1500, runs: 1 };
const highest = (values: readonly number[]): number => Math.max(...values.map(Math.abs));

describe('the toy without anticipation', () => {
  it('takes 21 N·s on its foot and falls over 31 N·s, the way it is pushed', () => {
    expect(runToy(task(21), undefined).fallTime).toBeUndefined();
    expect(runToy(task(31), undefined).direction).toBe('forward');
    expect(runToy(task(-31), undefined).direction).toBe('backward');
    const [there, back] = [runToy(task(21), undefined), runToy(task(-21), undefined)];
    expect(rmsOf(there)).toBeCloseTo(rmsOf(back), 12);
  });
});

describe('the toy that expects what comes', () => {
  const { cmrt, run } = solve(task(31), short);
  it('leans back before it catches, and stands with the CoP within millimetres', () => {
    expect(run.fallTime).toBeUndefined();
    expect(rmsOf(run)).toBeLessThan(0.008);
    expect(run.com[195]).toBeLessThan(-0.02); // 25 ms before the ball
    expect(Math.min(...cmrt.forward)).toBeLessThan(-0.05);
  });

  it('stands when a third comes, and falls backwards when nothing does', () => {
    const third = runToy(task(31), cmrtCurve(cmrt), 0.3);
    expect(third.fallTime).toBeUndefined();
    expect(rmsOf(third)).toBeGreaterThan(0.03);
    expect(runToy(task(31), cmrtCurve(cmrt), 0).direction).toBe('backward');
  });

  it('has a family: slower pushes need a later first knot and less, and what lies between needs no search', () => {
    const times = [0.25, 0.4, 0.55];
    const solved = times.map((T) => solve(task(-42, T), { ...short, maxEvaluations: 2000 }));
    for (const [k, T] of times.entries()) {
      expect(runToy(task(-42, T), undefined).direction).toBe('backward');
      expect(rmsOf(solved[k]!.run)).toBeLessThan(0.012);
    }
    const peaks = solved.map(({ cmrt: { forward } }) => highest(forward));
    expect(peaks[0]).toBeGreaterThan(peaks[2]!);
    const first = solved.map(({ cmrt: { knots } }) => knots[0]!);
    expect(first[2]).toBeGreaterThan(first[0]!);
    const [fast, middle, slow] = solved;
    const family = [fast!, slow!].map((found, k) => ({
      parameter: times[2 * k]!,
      cmrt: found.cmrt,
      rms: rmsOf(found.run),
    }));
    const between = interpolateFamily(family, 0.4);
    const tried = runToy(task(-42, 0.4), cmrtCurve(between.cmrt));
    expect(rmsOf(tried)).toBeLessThan(INTERPOLATION_SLACK * between.expectedRms);
    expect(rmsOf(tried)).toBeLessThan(INTERPOLATION_SLACK * rmsOf(middle!.run));
  });
});

describe('the search', () => {
  it('stops at the threshold, and at once when the start is good enough', () => {
    const { state, cmrt, run } = solve(task(31), { seed: 2 }, 0.01);
    expect(state.stopped).toBe('threshold');
    expect(rmsOf(run)).toBeLessThanOrEqual(0.01);
    const again = solve(task(31), {}, 0.01, vectorFromCmrt(cmrt));
    expect(again.state.evaluations).toBe(10);
  });

  it('stops when all evaluations are used up, and when nothing more is gained, after a second run with twice as many', () => {
    expect(solve(task(31), { maxEvaluations: 200 }).state.stopped).toBe('evaluations');
    const { state } = solve(task(10), { maxEvaluations: 20_000 });
    expect(['stagnation', 'spread']).toContain(state.stopped);
    expect(state.runReasons).toHaveLength(2);
    expect(state.cmaes.population).toBe(20);
    expect(state.evaluations).toBeGreaterThan(1400);
  });

  it('stops when the Gaussian has become a point', () => {
    expect(solve(task(10), { leastSpread: 0.3, runs: 1 }).state.stopped).toBe('spread');
  });

  it('is the same for the same seed, another for another, and goes on from a copy as it would have gone on', () => {
    const start = () => createSearch(new Float64Array(8), { seed: 5 });
    const [a, b, other] = [start(), start(), createSearch(new Float64Array(8), { seed: 6 })];
    for (let k = 0; k < 6; k++) for (const state of [a, b, other]) generation(state, task(31));
    expect(a).toEqual(b);
    expect(a.best).not.toEqual(other.best);
    const copy = structuredClone(a);
    for (let k = 0; k < 6; k++) for (const state of [a, copy]) generation(state, task(31));
    expect(copy).toEqual(a);
  });

  it('takes a solved vector before a cheaper one that is not', () => {
    const state = createSearch(new Float64Array(8));
    const samples = askSearch(state);
    tellSearch(
      state,
      samples,
      samples.map((_, i) => ({ cost: i === 3 ? 2 : 1, solved: i === 3 })),
    );
    expect(state.best).toEqual(samples[3]);
    expect(state.stopped).toBe('threshold');
  });

  it('refuses a start or options that make no sense', () => {
    expect(() => createSearch(new Float64Array(8).fill(Number.NaN))).toThrow(UsageError);
    expect(() => createSearch(new Float64Array(8), { maxEvaluations: 0 })).toThrow(UsageError);
  });
});
