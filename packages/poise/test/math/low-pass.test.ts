import { describe, expect, it } from 'vitest';
import { firstDerivative, secondDerivative } from '../../src/math/derivative.ts';
import { lowPass } from '../../src/math/low-pass.ts';

const RATE = 120;
const wave = (hertz: number, frames = 600): Float64Array =>
  Float64Array.from({ length: frames }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / RATE + 0.3));
/** Amplitude in the middle of the signal, away from the ends. */
const amplitude = (values: Float64Array): number => Math.max(...values.slice(200, 400).map(Math.abs));

describe('lowPass', () => {
  it('leaves straight lines alone, to the ends', () => {
    const line = Float64Array.from({ length: 200 }, (_, i) => 3 + 0.02 * i);
    const filtered = line.slice();
    lowPass(filtered, 1, RATE, 6);
    for (let i = 0; i < line.length; i++) expect(filtered[i]).toBeCloseTo(line[i], 2);
    for (let i = 60; i < 140; i++) expect(filtered[i]).toBeCloseTo(line[i], 9);
  });

  it('passes slow waves, halves the power at the cutoff and stops fast waves, without delay', () => {
    const at = (hertz: number): Float64Array => {
      const values = wave(hertz);
      lowPass(values, 1, RATE, 6);
      return values;
    };
    expect(amplitude(at(1))).toBeGreaterThan(0.995);
    expect(amplitude(at(6))).toBeCloseTo(Math.SQRT1_2, 1);
    expect(amplitude(at(24))).toBeLessThan(0.01);
    const slow = wave(2);
    const filtered = at(2);
    for (let i = 150; i < 450; i++) expect(Math.abs(filtered[i] - slow[i])).toBeLessThan(0.02);
  });

  it('filters each channel by itself and does nothing above the Nyquist rate', () => {
    const rows = new Float64Array(400);
    for (let i = 0; i < 200; i++) {
      rows[2 * i] = wave(1, 200)[i];
      rows[2 * i + 1] = 5;
    }
    const unfiltered = rows.slice();
    lowPass(rows, 2, RATE, 100);
    expect(rows).toEqual(unfiltered);
    lowPass(rows, 2, RATE, 6);
    for (let i = 0; i < 200; i++) expect(rows[2 * i + 1]).toBeCloseTo(5, 9);
  });
});

describe('derivatives', () => {
  it('are exact for parabolas inside the clip', () => {
    const dt = 1 / 30;
    const values = Float64Array.from({ length: 20 }, (_, i) => 1 + 2 * (i * dt) - 4.905 * (i * dt) ** 2);
    const first = new Float64Array(20);
    const second = new Float64Array(20);
    firstDerivative(first, values, 1, dt);
    secondDerivative(second, values, 1, dt);
    for (let i = 1; i < 19; i++) expect(first[i]).toBeCloseTo(2 - 9.81 * i * dt, 9);
    for (let i = 0; i < 20; i++) expect(second[i]).toBeCloseTo(-9.81, 8);
  });
});
