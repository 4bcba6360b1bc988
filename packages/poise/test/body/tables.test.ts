import { describe, expect, it } from 'vitest';
import { DE_LEVA_FEMALE, DE_LEVA_MALE, TAK2000, WINTER } from '../../src/body/tables.ts';

/** Rows of [deLeva96] table 4 that describe one CoM from two upper end points: fraction and mean length [mm] of each. The
 *  distance between the end points must be the difference of the lengths, or the lengths are wrong. */
const SAME_COM: readonly (readonly [string, number, number, number, number])[] = [
  ['men, trunk from suprasternale and cervicale', 0.4486, 531.9, 0.5138, 603.3],
  ['men, trunk from mid-shoulder and suprasternale', 0.431, 515.5, 0.4486, 531.9],
  ['men, upper trunk', 0.2999, 170.7, 0.5066, 242.1],
  ['women, trunk from suprasternale and cervicale', 0.4151, 529.3, 0.4964, 614.8],
  ['women, trunk from mid-shoulder and suprasternale', 0.3782, 497.9, 0.4151, 529.3],
  ['women, upper trunk', 0.2077, 142.5, 0.505, 228.0],
];

/** The same from a common upper end point: the CoM lies at one distance. */
const SAME_TOP: readonly (readonly [string, number, number, number, number])[] = [
  ['men, head', 0.5976, 203.3, 0.5002, 242.9],
  ['women, head', 0.5894, 200.2, 0.4841, 243.7],
  ['men, hand', 0.79, 86.2, 0.3624, 187.9],
  ['women, hand', 0.7474, 78.0, 0.3427, 170.1],
  ['men, shank', 0.4395, 440.3, 0.4459, 434.0],
];

describe('segment tables', () => {
  it.each(SAME_COM)('%s: lengths agree', (_, com, length, otherCom, otherLength) => {
    expect(Math.abs(otherCom * otherLength - com * length - (otherLength - length))).toBeLessThan(0.1);
  });

  it.each(SAME_TOP)('%s: lengths agree', (_, com, length, otherCom, otherLength) => {
    expect(Math.abs(otherCom * otherLength - com * length)).toBeLessThan(0.1);
  });

  it.each([
    ['de Leva men', DE_LEVA_MALE],
    ['de Leva women', DE_LEVA_FEMALE],
    ['Winter', WINTER],
    ['Tak', TAK2000],
  ])('%s: fractions add up to one', (_, { trunk, limbs }) => {
    const { head, ...pairs } = limbs;
    const sum =
      trunk.reduce((s, p) => s + p.mass, head.mass) + Object.values(pairs).reduce((s, r) => s + 2 * r.mass, 0);
    expect(Math.abs(sum - 1)).toBeLessThan(5e-4); // the printed figures round
  });
});
