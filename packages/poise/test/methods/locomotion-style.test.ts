/** What somebody who is hit while walking is like: bracing, lean, delay, strength. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { UsageError } from '../../src/errors.ts';
import type { BalancerEvent } from '../../src/methods/balancer.ts';
import { answerHits, startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import type { Locomotion } from '../../src/methods/reactive-locomotion/locomotion.ts';
import {
  BRACINGS,
  checkedStyle,
  LOCOMOTION_STYLE,
  type LocomotionStyle,
} from '../../src/methods/reactive-locomotion/options.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const clip = perform(walk, { values: { strides: 3 } });
const body = fitBody(clip);
const chest = body.roles.chest!;

function play(balancer: Locomotion, seconds: number, dt = 1 / 60): BalancerEvent[] {
  return Array.from({ length: Math.round(seconds / dt) }, () => balancer.step(dt)).flat();
}

describe('a style', () => {
  const refused = (options: object): string => {
    try {
      checkedStyle(options as Partial<LocomotionStyle>);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as UsageError).message;
    }
    throw new Error(`${JSON.stringify(options)} was taken`);
  };

  it('refuses what nobody is like', () => {
    for (const name of ['beta', 'delay', 'strength']) {
      for (const value of [Number.NaN, '0.5', null, Number.NEGATIVE_INFINITY, -11]) {
        expect(refused({ [name]: value })).toMatch(new RegExp(`^${name} must lie between .* found "?${value}"?$`));
      }
    }
    for (const beta of [0, 1]) expect(refused({ beta })).toBe(`beta must lie between 0 and 1, found ${beta}`);
    expect(refused({ strength: 0 })).toMatch(/^strength/);
    expect(refused({ bracing: 'stiff' })).toBe('bracing must be loose, usual, firm, found "stiff"');
    expect(() => startLocomotion({ body, clip }).push({ impulse: [1e150, 0, 0], segment: 0 })).toThrow('at most');
  });

  it('is checked again for who walks already, and what is not given stays', () => {
    const asked = (): unknown => (balancer.save() as { readonly style: unknown }).style;
    const balancer = startLocomotion({ body, clip }, { beta: 0.4 });
    expect(() => balancer.restyle({ delay: Number.NaN })).toThrow(UsageError);
    expect(asked()).toEqual({ ...LOCOMOTION_STYLE, beta: 0.4 });
    balancer.restyle({ beta: undefined, strength: 0.5 } as unknown as Partial<LocomotionStyle>);
    expect(asked()).toEqual({ ...LOCOMOTION_STYLE, beta: 0.4, strength: 0.5 });
  });

  it('changes nothing of what goes on when it is the same as before', () => {
    const start = (): Locomotion => {
      const balancer = startLocomotion({ body, clip });
      play(balancer, 1);
      balancer.push({ impulse: [15, 0, 0], segment: chest });
      play(balancer, 0.4);
      return balancer;
    };
    const [one, other] = [start(), start()];
    other.restyle({});
    play(one, 1);
    play(other, 1);
    expect(other.q).toEqual(one.q);
  });

  it('braces: the firmer, the less far aside', () => {
    const asides = BRACINGS.map((bracing) => {
      let sum = 0;
      for (const side of [1, -1]) {
        for (const time of [0.9, 1.05, 1.2, 1.35, 1.5, 1.65]) {
          const pushes = [{ time, impulse: [15 * side, 0, 0], segment: chest } as const];
          const { steps } = answerHits({ body, clip, pushes }, { bracing, seconds: 6.5 });
          sum += Math.max(...steps.map(({ place, original }) => side * (place[0] - original[0])));
        }
      }
      return sum / 12;
    });
    expect(asides[0]!).toBeGreaterThan(asides[1]!);
    expect(asides[1]!).toBeGreaterThan(asides[2]!);
  });

  it('is weaker: who has less strength recovers from no more hits', () => {
    const counts = [1, 0.5, 0.2, 0.02].map((strength) => {
      let lost = 0;
      for (let k = 0; k < 6; k++) {
        const character = startLocomotion({ body, clip }, { strength });
        play(character, 1);
        const angle = (k * Math.PI) / 3;
        character.push({ impulse: [28 * Math.sin(angle), 0, 28 * Math.cos(angle)], segment: chest });
        if (!play(character, 6).some(({ kind }) => kind === 'recovered')) lost++;
      }
      return lost;
    });
    expect(counts[0]).toBe(0);
    for (let k = 1; k < counts.length; k++) expect(counts[k]).toBeGreaterThanOrEqual(counts[k - 1]!);
    expect(counts.at(-1)).toBeGreaterThan(0);
  });
});
