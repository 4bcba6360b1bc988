/** A source of pseudo-random numbers, passed as an argument wherever chance is wanted: same seed, same results. */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number;
}

/** Seeded generator (mulberry32: 32-bit state, period 2³²; enough for tests, styles and searches, not for cryptography). */
export function createRng(seed: number): Rng {
  let state = seed >>> 0;
  return {
    next(): number {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    },
  };
}

/** Standard normal number (Box–Muller; 1 − u keeps the logarithm finite). */
export function normal(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next());
}

/** Uniform in [low, high). */
export function uniform(rng: Rng, low: number, high: number): number {
  return low + (high - low) * rng.next();
}
