/** Adults drawn at random, for searches and tests that must not depend on one person. */
import type { Body } from '../../body/body.ts';
import { type Rng, uniform } from '../../math/random.ts';
import { createMannequin } from './skeleton.ts';

/** Stature [m] and body mass index [kg/m²] of most adults. */
const STATURE = [1.55, 1.92] as const;
const MASS_INDEX = [19, 29] as const;

export const drawPeople = (rng: Rng, count: number): readonly Body[] =>
  Array.from({ length: count }, () => {
    const height = uniform(rng, ...STATURE);
    const mass = uniform(rng, ...MASS_INDEX) * height * height;
    return createMannequin({ height, mass, sex: rng.next() < 0.5 ? 'female' : 'male' }).body;
  });
