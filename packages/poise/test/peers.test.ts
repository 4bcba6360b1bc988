/** What `npm run peers` compares with: the baselines do what their names say, and engines that are not there are named. */
import { expect, it } from 'vitest';
import { person69 } from '../bench/person.ts';
import { butterworth, footLock } from '../peers/baselines.ts';
import { drawClips } from '../peers/drawn-clips.ts';
import { askEngines } from '../peers/native-engines.ts';
import { ruleFaults } from '../peers/rule-linter.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import { createRng } from '../src/math/random.ts';
import { measureMotion } from '../src/measures/published.ts';
import { perform } from '../src/performer/motion.ts';
import { walk } from '../src/performer/motions/walk.ts';
import { asFile, farthestTurn, rmsTurn, shifted, trembling } from './mend/damage.ts';
import { randomState } from './support/random-body.ts';

const clean = asFile(perform(walk, { values: { strides: 3 }, fps: 60 }));
const joints = Object.values(fitBody(clean).roles);
const sliding = shifted(clean, (t) => [0.3 * t, 0, 0]);

it('the filter takes noise out and leaves the motion', () => {
  const noisy = trembling(clean, joints, 0.02, 4);
  expect(rmsTurn(butterworth(noisy), clean, joints)).toBeLessThan(0.7 * rmsTurn(noisy, clean, joints));
  expect(rmsTurn(butterworth(clean), clean, joints)).toBeLessThan(0.02);
});

it('locked feet slide less, and nothing but legs moves', () => {
  const locked = footLock(sliding);
  const skate = (clip: typeof clean): number => measureMotion(fitBody(clip), clip)['kimodo-skate-ratio']!;
  expect(skate(locked)).toBeLessThan(0.7 * skate(sliding));
  const { chest, head, leftHand } = fitBody(clean).roles;
  expect(farthestTurn(locked, sliding, [chest!, head!, leftHand!])).toBeLessThan(1e-6);
});

it('fixed thresholds see what slides and floats, and let a clean walk be', () => {
  expect(ruleFaults(clean).size).toBe(0);
  expect(ruleFaults(sliding).size).toBeGreaterThan(0);
  expect(ruleFaults(shifted(clean, (t) => [0, t < 1 ? 0 : 0.3, 0])).size).toBeGreaterThan(0);
});

it('draws the same clips for the same seed', () => {
  const [a, b, c] = [drawClips(2, 5), drawClips(2, 5), drawClips(2, 6)];
  expect(a.map(({ clip }) => [...clip.q])).toEqual(b.map(({ clip }) => [...clip.q]));
  expect([...a[0]!.clip.q]).not.toEqual([...c[0]!.clip.q]);
});

it('an engine gives an answer, or says which package it needs', () => {
  const body = person69();
  for (const answer of askEngines(body, [randomState(createRng(3), body.skeleton)], { path: '' }))
    expect(answer).toMatchObject({ missing: expect.stringMatching(/apt-get install g\+\+ lib/) });
});
