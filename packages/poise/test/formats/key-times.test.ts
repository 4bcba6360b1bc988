import { describe, expect, it } from 'vitest';
import { findGrid } from '../../src/motion/formats/key-times.ts';

const keys = (rate: number, count: number, every = 1): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => (k * every) / rate);
const rateOf = (times: Float64Array, stated?: number): number => 1 / findGrid([times], stated).grid.frameTime;

describe('the rate of keys', () => {
  it('is that of the keys where there is one in every frame, whatever the file states', () => {
    expect(rateOf(keys(30, 90))).toBeCloseTo(30);
    expect(rateOf(keys(30, 90), 120)).toBeCloseTo(30);
    expect(rateOf(keys(60, 90), 30)).toBeCloseTo(60);
    expect(rateOf(keys(24, 90), 48)).toBeCloseTo(24);
  });

  it('is what the file states where keys are set by hand', () => {
    expect(rateOf(keys(60, 12, 15), 60)).toBeCloseTo(60);
    expect(rateOf(keys(24, 12, 12), 24)).toBeCloseTo(24);
    expect(rateOf(keys(30, 12, 15))).toBeCloseTo(30);
  });

  it('is the stated one to the last digit where the keys have about that spacing', () => {
    expect(rateOf(keys(30000 / 1001, 30), 30000 / 1001)).toBeCloseTo(29.97, 3);
  });
});
