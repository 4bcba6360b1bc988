/** A minute of pushes: no pop, no skating, no foot through the floor or the other foot, and no answer to the wrong side. */
import { describe, expect, it } from 'vitest';
import { generateResponses } from '../../src/performer/responses/generate.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';
import { footDrift } from '../performer/drift.ts';
import { body } from './push-cases.ts';
import { leastBetweenFeet, soak } from './push-soak.ts';

const SECONDS = 60;
const STRONGEST = 50; // [N·s]
const SEED = 11;

/** One in five of the built-in library, and of the two kinds that are not among these: of every kind, and in all directions. */
const requests = libraryPlan().filter(({ name }, k) => k % 5 === (/^(return|quick2)-/.test(name) ? 0 : 3));
const library = { version: 1, name: 'fifth', body: 'mannequin', responses: generateResponses(requests) } as const;

describe('a minute of pushes', () => {
  const soaked = soak(library, SEED, SECONDS, STRONGEST);
  const { counts, jumps, clip, falls } = soaked;

  it('moves on without a pop: no joint changes its speed by more than people do', () => {
    // the recordings of people who are pushed have up to 8.5 rad/s between frames of 1/60 s
    expect(Math.max(...jumps)).toBeLessThan(8);
    expect(clip.q.every(Number.isFinite)).toBe(true);
  });

  it('leaves standing feet where they are, on the floor, beside each other', () => {
    expect(footDrift(body, clip)).toBeLessThan(0.005);
    const { apart, lowest } = leastBetweenFeet(soaked);
    expect(lowest).toBeGreaterThan(-0.005);
    expect(apart).toBeGreaterThan(0.06);
    expect(falls.filter(Boolean).length).toBeLessThan(0.15 * falls.length);
  });

  it('has every kind of response to choose from, in all directions', () => {
    const [kinds, all] = [requests, libraryPlan()].map((some) => new Set(some.map(({ name }) => name.split('-')[0])));
    expect(kinds).toEqual(all);
    const [ways, everyWay] = [requests, libraryPlan()].map((some) => new Set(some.map(({ direction }) => direction)));
    expect(ways).toEqual(everyWay);
  });

  it('answers to the side that was pushed, and says when it cannot', () => {
    expect(counts.pushes).toBeGreaterThan(25);
    expect(counts.wrong).toBe(0);
    expect(counts.told).toBeGreaterThan(0);
    expect(counts.told).toBeLessThan(counts.pushes / 3);
  });
});
