/**
 * Covariance matrix adaptation evolution strategy, after Hansen 2016 [Hansen16]: minimises a function whose slope is not known,
 * by asking for its value at samples of a Gaussian that learns where to look. Ask and tell, so that the caller may evaluate in any
 * order, in workers, and stop and resume: the state is plain data.
 *
 * Symbols: N parameters, λ samples per generation, μ of them that count, w their weights, m mean, σ step size, C covariance =
 * B D² Bᵀ, p_σ and p_c evolution paths.
 */

import { UsageError } from '../errors.ts';
import { power } from '../math/power.ts';
import { createRng, normal, type Rng } from '../math/random.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

export interface CmaesOptions {
  readonly sigma: number; // σ₀
  readonly population: number; // λ; default 4 + ⌊3 ln N⌋
  readonly seed: number;
}

/** Everything needed to go on, as plain data. */
export interface CmaesState {
  readonly dimension: number; // N
  readonly population: number; // λ
  readonly mean: Float64Array; // N
  readonly covariance: Float64Array; // N×N
  readonly axes: Float64Array; // N×N B, columns
  readonly lengths: Float64Array; // N D
  readonly stepPath: Float64Array; // N p_σ
  readonly shapePath: Float64Array; // N p_c
  readonly best: Float64Array; // N
  sigma: number;
  bestValue: number;
  generation: number;
  evaluations: number;
  eigenGeneration: number; // when B and D were last renewed
  readonly seed: number;
}

const LARGEST_GROWTH = 1; // of ln σ in one generation
const EIGEN_EVERY = 5; // generations, about 1/(10 N (c_1 + c_μ)) for the sizes used here

export function createCmaes(start: Float64Array, options: Partial<CmaesOptions> = {}): CmaesState {
  const N = start.length;
  if (N < 2) throw new UsageError(`CMA-ES needs two parameters or more, found ${N}`);
  const population = options.population ?? 4 + Math.floor(3 * Math.log(N));
  if (!(population >= 4)) throw new UsageError(`CMA-ES needs 4 samples or more per generation, found ${population}`);
  const identity = new Float64Array(N * N);
  for (let i = 0; i < N; i++) identity[i * N + i] = 1;
  return {
    dimension: N,
    population,
    mean: start.slice(),
    covariance: identity,
    axes: identity.slice(),
    lengths: new Float64Array(N).fill(1),
    stepPath: new Float64Array(N),
    shapePath: new Float64Array(N),
    best: start.slice(),
    sigma: options.sigma ?? 0.5,
    bestValue: Number.POSITIVE_INFINITY,
    generation: 0,
    evaluations: 0,
    eigenGeneration: 0,
    seed: options.seed ?? 1,
  };
}

/** Strategy constants that follow from N and λ. [Hansen16] table 1, positive weights. */
function constantsOf({ dimension: N, population }: CmaesState) {
  const mu = Math.floor(population / 2);
  const weights = Float64Array.from({ length: mu }, (_, i) => Math.log((population + 1) / 2) - Math.log(i + 1));
  const sum = weights.reduce((a, b) => a + b, 0);
  for (let i = 0; i < mu; i++) weights[i] /= sum;
  const muEff = 1 / weights.reduce((a, b) => a + b * b, 0);
  const cSigma = (muEff + 2) / (N + muEff + 5);
  const dSigma = 1 + cSigma + 2 * Math.max(0, Math.sqrt((muEff - 1) / (N + 1)) - 1);
  const cC = (4 + muEff / N) / (N + 4 + (2 * muEff) / N);
  const c1 = 2 / ((N + 1.3) ** 2 + muEff);
  const cMu = Math.min(1 - c1, (2 * (muEff - 2 + 1 / muEff)) / ((N + 2) ** 2 + muEff));
  const chi = Math.sqrt(N) * (1 - 1 / (4 * N) + 1 / (21 * N * N));
  return { mu, weights, muEff, cSigma, dSigma, cC, c1, cMu, chi };
}

/** Samples of the current generation, λ rows of N. The same state gives the same samples. */
export function askCmaes(state: CmaesState): readonly Float64Array[] {
  const { dimension: N, population, mean, axes, lengths, sigma, seed, generation } = state;
  const rng: Rng = createRng((seed * 0x9e3779b1 + generation * 0x85ebca6b) >>> 0);
  const stretched = new Float64Array(N);
  return Array.from({ length: population }, () => {
    for (let i = 0; i < N; i++) stretched[i] = lengths[i] * normal(rng);
    const x = mean.slice();
    for (let i = 0; i < N; i++) for (let k = 0; k < N; k++) x[i] += sigma * axes[i * N + k] * stretched[k];
    return x;
  });
}

/** Takes the values of the samples that askCmaes gave (NaN counts as infinite) and moves on to the next generation. */
export function tellCmaes(state: CmaesState, samples: readonly Float64Array[], values: readonly number[]): void {
  if (samples.length !== state.population || values.length !== state.population) {
    throw new UsageError(
      `expected ${state.population} samples and values, found ${samples.length} and ${values.length}`,
    );
  }
  const { dimension: N, mean } = state;
  const order = values
    .map((value, index) => ({ value: Number.isNaN(value) ? Number.POSITIVE_INFINITY : value, index }))
    .sort((a, b) => a.value - b.value || a.index - b.index);
  const first = order[0]!;
  if (first.value < state.bestValue) {
    state.bestValue = first.value;
    state.best.set(samples[first.index]!);
  }
  const constants = constantsOf(state);
  const before = mean.slice();
  mean.fill(0);
  for (let k = 0; k < constants.mu; k++) {
    const x = samples[order[k]!.index]!;
    for (let i = 0; i < N; i++) mean[i] += constants.weights[k] * x[i];
  }
  const step = Float64Array.from({ length: N }, (_, i) => (mean[i] - before[i]) / state.sigma);
  const steady = updatePaths(state, step, constants);
  updateCovariance(state, samples, order, before, steady, constants);
  const { cSigma, dSigma, chi } = constants;
  const growth = (cSigma / dSigma) * (lengthOf(state.stepPath) / chi - 1);
  state.sigma *= Math.exp(Math.min(LARGEST_GROWTH, growth));
  state.generation++;
  state.evaluations += state.population;
  if (state.generation - state.eigenGeneration >= EIGEN_EVERY) renewAxes(state);
}

const lengthOf = (x: Float64Array): number => Math.sqrt(x.reduce((sum, part) => sum + part * part, 0));

/** p_σ and p_c; returns h_σ: 0 while the step size is still growing fast. */
function updatePaths(state: CmaesState, step: Float64Array, constants: ReturnType<typeof constantsOf>): 0 | 1 {
  const { dimension: N, axes, lengths, stepPath, shapePath, generation } = state;
  const { cSigma, cC, muEff, chi } = constants;
  // C^(−1/2) step = B D⁻¹ Bᵀ step
  const inAxes = new Float64Array(N);
  for (let k = 0; k < N; k++) {
    for (let i = 0; i < N; i++) inAxes[k] += axes[i * N + k] * step[i];
    inAxes[k] /= lengths[k];
  }
  const keep = Math.sqrt(cSigma * (2 - cSigma) * muEff);
  for (let i = 0; i < N; i++) {
    let whitened = 0;
    for (let k = 0; k < N; k++) whitened += axes[i * N + k] * inAxes[k];
    stepPath[i] = (1 - cSigma) * stepPath[i] + keep * whitened;
  }
  const expected = Math.sqrt(1 - power(1 - cSigma, 2 * (generation + 1)));
  const steady = lengthOf(stepPath) / expected < (1.4 + 2 / (N + 1)) * chi ? 1 : 0;
  const push = steady * Math.sqrt(cC * (2 - cC) * muEff);
  for (let i = 0; i < N; i++) shapePath[i] = (1 - cC) * shapePath[i] + push * step[i];
  return steady;
}

function updateCovariance(
  state: CmaesState,
  samples: readonly Float64Array[],
  order: readonly { readonly index: number }[],
  before: Float64Array,
  steady: 0 | 1,
  constants: ReturnType<typeof constantsOf>,
): void {
  const { dimension: N, covariance, shapePath, sigma } = state;
  const { c1, cMu, cC, mu, weights } = constants;
  const old = 1 - c1 - cMu + (1 - steady) * c1 * cC * (2 - cC);
  for (let i = 0; i < N; i++) {
    for (let j = 0; j <= i; j++) {
      let value = old * covariance[i * N + j] + c1 * shapePath[i] * shapePath[j];
      for (let k = 0; k < mu; k++) {
        const x = samples[order[k]!.index]!;
        value += (cMu * weights[k] * (x[i] - before[i]) * (x[j] - before[j])) / (sigma * sigma);
      }
      covariance[i * N + j] = value;
      covariance[j * N + i] = value;
    }
  }
}

function renewAxes(state: CmaesState): void {
  const { dimension: N, covariance, axes, lengths } = state;
  symmetricEigen(lengths, axes, covariance, N);
  for (let i = 0; i < N; i++) lengths[i] = Math.sqrt(Math.max(1e-20, lengths[i]));
  state.eigenGeneration = state.generation;
}

/** Longest axis of the Gaussian: when this is tiny, nothing more will be found. */
export const spreadOf = (state: CmaesState): number => state.sigma * Math.max(...state.lengths);
