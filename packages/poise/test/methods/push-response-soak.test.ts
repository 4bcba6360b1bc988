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
  const { counts, jumps, takes } = soak(library, SEED, SECONDS, STRONGEST);

  it('moves on without a pop: no joint changes its speed by more than people do', () => {
    // the recordings of people who are pushed have up to 8.5 rad/s between frames of 1/60 s
    expect(jumps.filter((jump) => jump > 8.5).length / jumps.length).toBeLessThan(0.01);
    expect(takes.every(({ q }) => q.every(Number.isFinite))).toBe(true);
  });

  it('leaves standing feet where they are', () => {
    for (const take of takes) expect(footDrift(body, take)).toBeLessThan(0.005);
  });

  it('leaves room between the feet', () => {
    for (const take of takes) expect(leastBetweenFeet(take).apart).toBeGreaterThan(0.06);
  });

  it('leaves soles on the floor', () => {
    for (const take of takes) expect(leastBetweenFeet(take).lowest).toBeGreaterThan(-0.005);
  });

  it('has every kind of response to choose from, in all directions', () => {
    const [kinds, all] = [requests, libraryPlan()].map((some) => new Set(some.map(({ name }) => name.split('-')[0])));
    expect(kinds).toEqual(all);
    const [ways, everyWay] = [requests, libraryPlan()].map((some) => new Set(some.map(({ direction }) => direction)));
    expect(ways).toEqual(everyWay);
  });

  it('answers to the side that was pushed, and rarely falls', () => {
    expect(counts.pushes).toBeGreaterThan(25);
    expect(counts.wrong).toBe(0);
    expect(counts.falls).toBeLessThan(counts.pushes / 6);
  });
});
