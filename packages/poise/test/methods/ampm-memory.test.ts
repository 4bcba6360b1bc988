/** Ticks do not allocate: what they leave behind are numbers that the engine boxes, and the plan where one is made. */
import { describe, expect, it } from 'vitest';
import { type ByteOptions, bytesOutside, leastBytesOf } from '../../bench/bytes.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import type { Locomotion } from '../../src/methods/reactive-locomotion/locomotion.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const TICK = 1 / 120; // [s]
const STEPS = 90; // of one tick each: all of them within a recovery
const ROUNDS = 150; // at most

// Bytes per tick. What is left are numbers in boxes, and how many depends on what the engine happens to compile into one piece: the
// bounds are twice what was seen (30 to 900, 1,800 to 3,800 and 4,000 to 5,600 bytes). Copied poses are found where no boxes are, outside the heap.
const CALM = 1800; // nobody pushes
const FOLLOWING = 8000; // median: most ticks of a recovery follow the plan …
const PLANNING = 12000; // … mean: some look where a foot can go, or make a plan

/** Bytes that each of STEPS steps of a character takes. */
function bytesOf(
  character: Locomotion,
  areFew: ByteOptions['areFew'],
  which?: Pick<ByteOptions, 'inUse'>,
): Float64Array {
  const saved = character.save();
  const steps = Array.from({ length: STEPS }, () => () => void character.step(TICK));
  return leastBytesOf(steps, { ...which, before: () => character.restore(saved), rounds: ROUNDS, areFew });
}

const medianOf = (values: Float64Array): number => values.slice().sort()[values.length >> 1]!;
const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function characterOn(clip: Clip, seconds: number): Locomotion {
  const character = startLocomotion({ body: fitBody(clip), clip });
  for (let t = 0; t < seconds; t += TICK) character.step(TICK);
  return character;
}

function pushedOn(clip: Clip): Locomotion {
  const character = characterOn(clip, 0.8);
  character.push({ impulse: [8, 0, 22], segment: fitBody(clip).roles.chest!, duration: 0.03 });
  for (let k = 0; k < 8; k++) character.step(TICK);
  return character;
}

const clips: readonly (readonly [string, Clip])[] = [
  ['walks', perform(walk, { values: { strides: 3 } })],
  ['runs', perform(run)],
];

describe('a character who', () => {
  it.each(clips)('%s takes no memory while nobody pushes', (_, clip) => {
    const bytes = bytesOf(characterOn(clip, 0.3), (all) => medianOf(all) < CALM);
    expect(medianOf(bytes)).toBeLessThan(CALM);
  });

  it.each(clips)('%s takes little while it recovers', (_, clip) => {
    const character = pushedOn(clip);
    expect(busyTicks(character)).toBeGreaterThan(STEPS / 2);
    const bytes = bytesOf(character, (all) => medianOf(all) < FOLLOWING && meanOf(all) < PLANNING);
    expect(medianOf(bytes)).toBeLessThan(FOLLOWING);
    expect(meanOf(bytes)).toBeLessThan(PLANNING);
  });

  it.each(clips)('%s copies no pose, pushed or not', (_, clip) => {
    for (const character of [characterOn(clip, 0.3), pushedOn(clip)]) {
      expect(meanOf(bytesOf(character, (all) => meanOf(all) === 0, { inUse: bytesOutside }))).toBe(0);
    }
  });
});

/** How many of the next STEPS ticks are not simply the clip. */
function busyTicks(character: Locomotion): number {
  const saved = character.save();
  let busy = 0;
  for (let k = 0; k < STEPS; k++) {
    character.step(TICK);
    if (character.status !== 'balanced') busy++;
  }
  character.restore(saved);
  return busy;
}
