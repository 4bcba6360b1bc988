/** The one running reaction: saves, memory, and what it says while nothing happens. */
import { describe, expect, it } from 'vitest';
import { bytesOutside, leastBytesOf } from '../../bench/bytes.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { bodyStateSize } from '../../src/control/body-state.ts';
import type { Ground } from '../../src/control/ground.ts';
import { STANDING_STATE } from '../../src/control/standing/planner-state.ts';
import { startPushResponse } from '../../src/methods/push-response/as-method.ts';
import type { PushResponder } from '../../src/methods/push-response/responder.ts';
import { sample } from '../../src/motion/sample.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';

const idle = perform(motionNamed('idle'));
const body = fitBody(idle);
const DT = 1 / 60;
const chest = body.roles.chest ?? 0;

const slope: Ground = (x, z) => ({ height: 0.2 * z + 0.1 * x, normal: normalOf(-0.1, 1, -0.2) });
function normalOf(x: number, y: number, z: number): readonly [number, number, number] {
  const size = Math.hypot(x, y, z);
  return [x / size, y / size, z / size];
}

function character(ground?: Ground): PushResponder {
  return startPushResponse({ body, clip: idle, seed: 4 }, ground ? { ground } : {});
}

/** Pushed forward by `speed` [m/s]; steps until `until` is true. */
function pushed(speed: number, until: (c: PushResponder) => boolean, ground?: Ground): PushResponder {
  const c = character(ground);
  for (let k = 0; k < 20; k++) c.step(DT);
  c.push({ impulse: [0.1 * speed * body.totalMass, 0, speed * body.totalMass], segment: chest });
  for (let k = 0; k < 600 && !until(c); k++) c.step(DT);
  expect(until(c)).toBe(true);
  return c;
}

const inTheAir = ({ character: { reaction } }: PushResponder): boolean => reaction.feet.some(({ stands }) => !stands);

const MOMENTS: readonly (readonly [string, () => PushResponder, Ground | undefined])[] = [
  ['before anything happens', () => character(), undefined],
  ['while the push is on', () => pushed(0.3, (c) => c.time > 0.36), undefined],
  ['in the middle of a step', () => pushed(0.6, inTheAir), undefined],
  ['while feet go back', () => pushed(0.6, (c) => c.character.planner.tidying && inTheAir(c)), undefined],
  ['in the middle of a step on a slope', () => pushed(0.6, inTheAir, slope), slope],
  ['during a fall', () => pushed(2.5, ({ status }) => status === 'falling'), undefined],
];

describe.each(MOMENTS)('saved %s', (_, made, ground) => {
  it('and restored elsewhere, through text, it has the same future to the byte', () => {
    const first = made();
    const text = JSON.stringify(first.save());
    const other = character(ground);
    other.restore(JSON.parse(text));
    expect(other.q).toEqual(first.q);
    expect([other.status, other.time]).toEqual([first.status, first.time]);
    for (let k = 0; k < 240; k++) {
      // a second push, while the first is answered
      if (k === 30) for (const c of [first, other]) c.push({ impulse: [8, 0, 0], segment: chest });
      expect(other.step(DT)).toEqual(first.step(DT));
      if (k % 10 === 0 || k > 200) expect(other.q, `frame ${k}`).toEqual(first.q);
    }
    expect(other.v).toEqual(first.v);
  });
});

describe('a save', () => {
  it('is small: at most 4 kB of numbers for the mannequin', () => {
    const { reaction } = character().character;
    expect(8 * (bodyStateSize(reaction) + STANDING_STATE)).toBeLessThanOrEqual(4096);
  });

  it('of another character is refused', () => {
    const saved = character().save() as { body: number[] };
    expect(() => character().restore({ ...saved, body: saved.body.slice(1) })).toThrow(/another character/);
    expect(() => character().restore({})).toThrow();
  });
});

describe('while nobody pushes', () => {
  it('the clip is shown as it is, frame by frame', () => {
    const c = character();
    const q = new Float64Array(c.q.length);
    for (let k = 1; k < 120; k++) {
      expect(c.step(DT)).toEqual([]);
      sample(q, idle, k * DT);
      for (let i = 0; i < q.length; i++) expect(Math.abs(c.q[i] - q[i])).toBeLessThan(1e-12);
    }
    expect(c.character.isReacting).toBe(false);
  });
});

describe('memory', () => {
  const STEPS = 90;
  /** Bytes outside the heap (typed arrays) and all bytes that steps take, the least over rounds. */
  function bytesOf(c: PushResponder): { readonly arrays: Float64Array; readonly all: Float64Array } {
    const saved = c.save();
    const steps = Array.from({ length: STEPS }, () => () => void c.step(1 / 120));
    const before = (): void => c.restore(saved);
    const mean = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / STEPS;
    return {
      arrays: leastBytesOf(steps, { inUse: bytesOutside, before, rounds: 60, areFew: (b) => mean(b) === 0 }),
      all: leastBytesOf(steps, { before, rounds: 60, areFew: (b) => mean(b) < 400 }),
    };
  }

  it.each([
    ['answers with a step', () => pushed(0.6, inTheAir)],
    ['answers without one', () => pushed(0.15, (c) => c.time > 0.4)],
    ['is left alone', () => character()],
  ] as const)('somebody who %s makes no arrays, and leaves numbers at most', (_, made) => {
    const { arrays, all } = bytesOf(made());
    expect(arrays.reduce((sum, x) => sum + x, 0)).toBe(0);
    // what is left are numbers in boxes, and the list of events
    expect(all.slice().sort()[STEPS >> 1]).toBeLessThan(1500);
  });
});
