/** Which response: the relation of [Yin05] §5, its index, ties. */

import { describe, expect, it } from 'vitest';
import { wrapAngle } from '../../src/math/angle.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { epsilonFor } from '../../src/methods/push-response/adapt.ts';
import { align, alignedRadius, offSagittal, TURN_LIMIT } from '../../src/methods/push-response/aligned-radius.ts';
import type { Entry } from '../../src/methods/push-response/entries.ts';
import type { Response, Strategy } from '../../src/methods/push-response/response.ts';
import { createSearcher, select } from '../../src/methods/push-response/select.ts';
import { type FootPlace, type Query, SELECT_DEFAULTS } from '../../src/methods/push-response/selection.ts';
import { DEGREE, responseNamed } from './push-cases.ts';

const everywhere = () => 0.12; // [m] the same support all round

describe('the aligned radius', () => {
  it('follows the chord between a response and its mirror image', () => {
    // P₁ = 20 N·s at 25°: the chord is at 20 cos 25° forward, whatever the direction
    for (const to of [0, 5, 12, 24.9, -24.9]) {
      const radius = alignedRadius('hip', 20, 25 * DEGREE, to * DEGREE, everywhere);
      expect(radius * Math.cos(to * DEGREE)).toBeCloseTo(20 * Math.cos(25 * DEGREE), 12);
    }
    expect(align('hip', 20, 25 * DEGREE, 0, everywhere).lambda).toBeCloseTo(0, 12);
    expect(align('hip', 20, 25 * DEGREE, -25 * DEGREE, everywhere).lambda).toBeCloseTo(-1, 12);
  });

  it('never promises more than the response has beyond the chord', () => {
    for (let to = 26; to < 90; to++) {
      expect(alignedRadius('hip', 20, 25 * DEGREE, to * DEGREE, everywhere)).toBeLessThanOrEqual(20);
    }
    expect(alignedRadius('hip', 20, 25 * DEGREE, 51 * DEGREE, everywhere)).toBe(0);
    expect(alignedRadius('hip', 20, 85 * DEGREE, 5 * DEGREE, everywhere)).toBe(0);
    expect(alignedRadius('hip', 20, 25 * DEGREE, 170 * DEGREE, everywhere)).toBe(0);
  });

  it('shrinks with the support', () => {
    const narrow = (angle: number): number => (Math.abs(angle) > 30 * DEGREE ? 0.06 : 0.12);
    const wide = alignedRadius('arm', 20, 25 * DEGREE, 35 * DEGREE, everywhere);
    expect(alignedRadius('arm', 20, 25 * DEGREE, 35 * DEGREE, narrow)).toBeCloseTo(wide / 2, 12);
  });

  it('decides four points as figure 6 does', () => {
    const offers = (x: number, z: number): boolean =>
      alignedRadius('hip', 20, 25 * DEGREE, Math.atan2(x, z), everywhere) >= Math.hypot(x, z);
    const chord = 20 * Math.cos(25 * DEGREE);
    expect(offers(0, chord - 0.01)).toBe(true);
    expect(offers(0, chord + 0.01)).toBe(false);
    expect(offers(-5, chord - 0.01)).toBe(true);
    expect(offers(5, chord + 0.01)).toBe(false);
  });

  it('lets steps turn to 20°, and to 40° where there is nothing else', () => {
    expect(alignedRadius('step', 40, 0, 20 * DEGREE, everywhere)).toBe(40);
    expect(alignedRadius('step', 40, 0, 21 * DEGREE, everywhere)).toBe(0);
    expect(alignedRadius('step', 40, 0, 39 * DEGREE, everywhere, TURN_LIMIT.lastResort)).toBe(40);
  });

  it('counts angles from the nearer half of the sagittal axis', () => {
    expect(offSagittal(170 * DEGREE)).toBeCloseTo(-10 * DEGREE, 12);
    expect(offSagittal(-170 * DEGREE)).toBeCloseTo(10 * DEGREE, 12);
    expect(wrapAngle(190 * DEGREE)).toBeCloseTo(-170 * DEGREE, 12);
  });
});

it('ε solves (1 − ε)(1 + ε/2) = α', () => {
  for (const alpha of [1, 0.9, 0.7, 0.5, 0.3, 0]) {
    const epsilon = epsilonFor(alpha);
    expect((1 - epsilon) * (1 + epsilon / 2)).toBeCloseTo(alpha, 12);
  }
  expect(epsilonFor(0.7)).toBeCloseTo(0.422, 3);
});

/** Entries without motion behind them but for one shared response. */
function manyEntries(count: number, seed: number): readonly Entry[] {
  const rng = createRng(seed);
  const response = (strategy: Strategy): Response => ({ ...responseNamed('hip-0'), strategy });
  const shared = { hip: response('hip'), arm: response('arm'), step: response('step') };
  return Array.from({ length: count }, (_, id) => {
    const strategy = (['hip', 'arm', 'step'] as const)[Math.floor(uniform(rng, 0, 3))];
    return {
      id,
      response: { ...shared[strategy] },
      mirrored: false,
      strategy,
      angle: uniform(rng, -Math.PI, Math.PI),
      radius: strategy === 'step' ? uniform(rng, 20, 60) : uniform(rng, 5, 25),
      momentumScale: 1,
      timeScale: 1,
      first: 12,
      start: 12,
    };
  });
}

const foot = (x: number): FootPlace => ({
  ball: [x, 0],
  neutral: [x, 0],
  heel: [0, -0.18],
  height: 0,
  planted: true,
});

const standing = (x: number, z: number): Query => ({
  carried: [0, 0],
  push: [x, z],
  neutral: true,
  features: undefined,
  feet: [foot(0.1), foot(-0.1)],
  walkable: [],
  recent: [],
});

describe('the search', () => {
  const entries = manyEntries(400, 3);
  const reach = (angle: number): number => 0.12 + 0.02 * Math.cos(2 * angle);
  const searcher = createSearcher(entries, reach, 0.85);

  it('finds what looking at every entry finds', () => {
    const rng = createRng(7);
    let found = 0;
    for (let n = 0; n < 300; n++) {
      const angle = uniform(rng, -Math.PI, Math.PI);
      const radius = uniform(rng, 3, 58);
      const answer = select(searcher, standing(radius * Math.sin(angle), radius * Math.cos(angle)), SELECT_DEFAULTS);
      const costs = entries.flatMap(({ strategy, radius: r, angle: at }) => {
        const rho = alignedRadius(strategy, r, at, angle, reach);
        if (rho < radius || radius < 0.3 * rho) return [];
        const gap = Math.abs(wrapAngle(angle - at));
        return [((rho - radius) / searcher.directions.largest) ** 2 + 4 * (gap / Math.PI) ** 2];
      });
      if (costs.length === 0) continue; // then a last resort may still be found
      found++;
      expect(answer.candidates[0].cost).toBeCloseTo(Math.min(...costs), 12);
      expect(answer.chosen!.radius).toBeGreaterThanOrEqual(radius);
    }
    expect(found).toBeGreaterThan(250);
  });

  it('takes the weaker strategy, then the one not used last, among equals', () => {
    const [base] = manyEntries(1, 1);
    const same = (['step', 'arm', 'arm'] as const).map((strategy, id) => ({
      ...base,
      id,
      strategy,
      angle: 0,
      radius: 22,
      response: { ...base.response, name: `${id}` },
    }));
    const few = createSearcher(same, reach, 0.85);
    expect(select(few, standing(0, 21), SELECT_DEFAULTS).chosen!.entry).toBe(1);
    expect(select(few, { ...standing(0, 21), recent: [1] }, SELECT_DEFAULTS).chosen!.entry).toBe(2);
    expect(select(few, { ...standing(0, 21), recent: [2, 1] }, SELECT_DEFAULTS).chosen!.entry).toBe(1);
    expect(select(few, standing(0, 21), { ...SELECT_DEFAULTS, allowed: ['step'] }).chosen!.entry).toBe(0);
  });

  it('says why it passed entries over, and when a push is too much', () => {
    const strongest = Math.max(...entries.map(({ radius }) => radius));
    const answer = select(searcher, standing(0, 1.5 * strongest), SELECT_DEFAULTS);
    expect(answer.status).toBe('beyond');
    expect(answer.reason).toMatch(/at most/);
    expect(select(searcher, standing(0, 0.5), SELECT_DEFAULTS).status).toBe('sway');
    const beam = select(searcher, standing(0, 15), { ...SELECT_DEFAULTS, allowed: ['hip', 'arm'] });
    expect(beam.rejected.strategy).toBe(entries.filter(({ strategy }) => strategy === 'step').length);
    const total = Object.values(beam.rejected).reduce((sum, n) => sum + n, 0);
    expect(total).toBeLessThanOrEqual(entries.length);
  });
});
