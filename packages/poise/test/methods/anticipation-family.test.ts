/** Families of expected events: their proportions, what was learned for them, and how it is learned. */
import loadMujoco from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../src/math/random.ts';
import {
  families,
  familyCmrt,
  familyKey,
  readFamily,
  solvedFamilies,
  solvedFamily,
} from '../../src/methods/anticipation/families/index.ts';
import { cmrtAt, fitted, memberOf, unitFor, valueFor } from '../../src/methods/anticipation/family.ts';
import { learnFamily } from '../../src/methods/anticipation/learn-family.ts';
import { leanAgainst } from '../../src/methods/anticipation/legible.ts';
import { curveOf, localPool, type OpenPool } from '../../src/methods/anticipation/pool.ts';
import { loadKind, loadOf, withLoad } from '../../src/methods/anticipation/scenario.ts';
import { scenarioNamed } from '../../src/methods/anticipation/scenarios/index.ts';
import { ANTICIPATION_PERSON } from '../../src/methods/anticipation/solved.ts';
import { createStage } from '../../src/methods/anticipation/stage.ts';
import { drawVariations, exactly, variedScene } from '../../src/methods/anticipation/variation.ts';
import { drawPeople } from '../../src/performer/mannequin/people.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import type { MujocoModule } from '../../src/sim/engine.ts';

const SLOW = 120_000; // [ms] the machine may be busy; nothing here is a test of speed
const { body } = createMannequin(ANTICIPATION_PERSON);
const small = createMannequin({ height: 1.4, mass: 35 }).body;
const slight = createMannequin({ height: 1.55, mass: 48 }).body;
const named = (name: string) => families.find(({ scenario }) => scenario.name === name)!;
let mujoco: MujocoModule;
beforeAll(async () => {
  mujoco = (await loadMujoco()) as unknown as MujocoModule;
}, SLOW);

describe('proportions', () => {
  it('give the person of the numbers the numbers themselves', () => {
    for (const family of families) {
      expect(unitFor(family, body), family.scenario.name).toBeCloseTo(1, 12);
      expect(fitted(family, family.scenario, body)).toEqual(family.scenario);
    }
  });

  it('make loads go with the mass, impulses also with how slowly a body falls, places with the stature', () => {
    const ball = memberOf(named('catch-front'), 6, small);
    expect(loadOf(ball)).toBeCloseTo(3, 12);
    expect(ball.ball!.at[1]).toBeCloseTo(0.8 * named('catch-front').scenario.ball!.at[1], 12);
    expect(loadOf(memberOf(named('shove-front'), 30, small))).toBeCloseTo(15 * Math.sqrt(0.8), 12);
    expect(valueFor(named('catch-front'), ball, small)).toBeCloseTo(6, 12);
  });

  it('make offsets go with the stature', () => {
    const { members } = solvedFamily(named('catch-front'))!;
    const [own, others] = [cmrtAt(members, 5, body), cmrtAt(members, 5, small)];
    for (const [k, y] of others.forward.entries()) expect(y).toBeCloseTo(0.8 * own.forward[k]!, 12);
    expect(others.knots).toEqual(own.knots);
  });
});

describe('a file of a family', () => {
  const { parameter, range, scenario } = named('catch-front');
  it('is read', () => {
    expect(readFamily({ parameter, range, scenario: JSON.parse(JSON.stringify(scenario)) }, 'f.json').range).toEqual(
      range,
    );
  });
  it.each([
    [{ parameter: 'weight', range, scenario }, '/parameter'],
    [{ parameter, range: [5, 5], scenario }, '/range'],
    [{ parameter, range, scenario, colour: 1 }, 'colour'],
  ])('is refused where it makes no sense', (file, where) => {
    expect(() => readFamily(JSON.parse(JSON.stringify(file)), 'f.json')).toThrow(where);
  });
});

describe('what was learned', () => {
  it('is there for every family as it is', () => {
    expect(solvedFamilies.map(({ key }) => key).sort()).toEqual(families.map(familyKey).sort());
  });

  it('serves any load within the range, for anybody, and nothing that was changed', () => {
    const family = named('catch-front');
    const scenario = scenarioNamed('catch-front');
    expect(familyCmrt(body, withLoad(scenario, 5.25))).toEqual(cmrtAt(solvedFamily(family)!.members, 5.25, body));
    expect(familyCmrt(slight, memberOf(family, 5, slight))).toBeDefined();
    expect(familyCmrt(small, memberOf(family, 5, small))).toBeUndefined(); // a child: nothing was learned
    expect(familyCmrt(body, withLoad(scenario, family.range[1] + 1))).toBeUndefined();
    expect(familyCmrt(body, { ...scenario, pose: { ...scenario.pose, waist: 30 } })).toBeUndefined();
    expect(familyCmrt(slight, scenario)).toBeUndefined(); // not in their proportions
    expect(familyCmrt(body, scenarioNamed('catch'))).toBeUndefined();
  });

  // at 0.8 of the range everybody falls; the people are none of those that the search drew
  it.each(families.map((family) => [family.scenario.name, family] as const))(
    '%s: two people whom no search has seen fall without, stand with, and lean against the fall before',
    (_, family) => {
      const [least, most] = family.range;
      const people = drawPeople(createRng(4711), 2);
      const { members } = solvedFamily(family)!;
      people.forEach((person, k) => {
        const value = least + 0.8 * (most - least);
        const { scenario } = variedScene(family, people, exactly(value, k));
        const stage = createStage(mujoco, person, scenario);
        const [without, prepared] = [stage.rollout(undefined), stage.rollout(curveOf(cmrtAt(members, value, person)))];
        stage.delete();
        expect.soft(without.fall, `person ${k}`).toBeDefined();
        // arms sink under the heaviest balls
        const others = prepared.ending.complaints.filter((words) => !words.startsWith('is not in its pose'));
        expect.soft(others, `person ${k}`).toEqual([]);
        // who catches to the side without falls anywhere: the lean is against the ball
        const [left] = prepared.seen.shift;
        const lean = family.scenario.planar ? leanAgainst(without.fall!.direction, prepared) : -left;
        expect.soft(lean, `person ${k}`).toBeGreaterThan(0.02);
        expect.soft(prepared.seen.bow, `person ${k}`).toBeLessThan((35 * Math.PI) / 180);
      });
    },
    SLOW,
  );
});

describe('draws', () => {
  it('cover the range in equal parts and change all that a search may not count on', () => {
    const family = named('box');
    const [least, most] = family.range;
    const draws = drawVariations(createRng(1), family, 3, 8);
    draws.forEach(({ value }, k) => {
      expect(value).toBeGreaterThanOrEqual(least + ((most - least) * k) / 8);
      expect(value).toBeLessThan(least + ((most - least) * (k + 1)) / 8);
    });
    const people = drawPeople(createRng(2), 3);
    const { body: who, scenario } = variedScene(family, people, draws[3]!);
    const plain = memberOf(family, draws[3]!.value, people[draws[3]!.person]!);
    expect(who.totalMass).not.toBe(people[draws[3]!.person]!.totalMass);
    expect(loadOf(scenario)).not.toBe(loadOf(plain));
    expect(scenario.moves[0]!.duration).not.toBe(plain.moves[0]!.duration);
    expect(scenario.pose).not.toEqual(plain.pose);
    expect(loadKind(scenario)).toBe('box');
  });
});

describe('learning a family', () => {
  /** Answers from the last order to the first, on a stage of its own each: as threads might. */
  const backwards: OpenPool = async (setup) => {
    const pool = await localPool(mujoco)(setup);
    return {
      ...pool,
      rollouts: async (orders) => [...(await pool.rollouts([...orders].reverse()))].reverse(),
    };
  };

  it(
    'gives the same whatever order threads work in',
    async () => {
      const family = named('shove-front');
      const people = [body, small];
      const costs: number[] = [];
      const few = { seed: 3, generations: 2, draws: 2, finalDraws: 2 };
      const first = await learnFamily(family, people, localPool(mujoco), {
        ...few,
        onProgress: (_, cost) => costs.push(cost),
      });
      expect(await learnFamily(family, people, backwards, few)).toEqual(first);
      expect(costs).toHaveLength(2);
      expect(first.rollouts).toBe(2 * 2 * 13 + 2 * 4);
    },
    SLOW,
  );
});
