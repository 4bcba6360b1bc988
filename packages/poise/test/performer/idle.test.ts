/** Is the idle motion of the size that people's is? Figures: statistics of 7 standing people (methods/performer §10). */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { jointVelocities, LEVEL, meanJointSpeed } from './checks.ts';

const actor = createActor();

function swayOf(values: Record<string, number>): { ahead: number; aside: number; mean: number } {
  const clip = perform(idle, { values });
  const { com } = analyse(actor.body, clip, { ground: LEVEL });
  const axis = (k: number): number[] => Array.from({ length: clip.frameCount }, (_, frame) => com[3 * frame + k]);
  const mean = (x: number[]): number => x.reduce((sum, value) => sum + value, 0) / x.length;
  const rms = (x: number[]): number => Math.sqrt(mean(x.map((value) => (value - mean(x)) ** 2)));
  return { ahead: rms(axis(2)) / actor.scale, aside: rms(axis(0)) / actor.scale, mean: mean(axis(2)) / actor.scale };
}

describe('idle', () => {
  it.each([0, 1, 2, 3])('sways as people do, seed %d', (seed) => {
    const { ahead, aside, mean } = swayOf({ seed });
    expect(ahead).toBeGreaterThan(0.004); // people 0.0098 ± 0.0032, with slower drifts than a loop can hold
    expect(ahead).toBeLessThan(0.013);
    expect(aside).toBeGreaterThan(0.005); // median 0.007, mean 0.012
    expect(aside).toBeLessThan(0.024);
    expect(mean).toBeGreaterThan(0.03); // people 0.067 ± 0.034 ahead of the ankles
    expect(mean).toBeLessThan(0.08);
  });

  it('stands quieter when asked', () => {
    expect(swayOf({ sway: 0.3, shift: 0 }).ahead).toBeLessThan(0.35 * swayOf({ shift: 0 }).ahead);
  });

  it.each([0, 1, 2, 3])('keeps its joints moving as people do, seed %d', (seed) => {
    // Joints that the captures of idling people have: 3.6 to 11 °/s in the mean.
    const speed = meanJointSpeed(jointVelocities(perform(idle, { values: { seed } }))) * (180 / Math.PI);
    expect(speed * (22 / 20)).toBeGreaterThan(3.4); // toes stand still
    expect(speed).toBeLessThan(11);
  });

  it('lasts 12 s', () => {
    expect(perform(idle).frameCount).toBe(720);
  });
});
