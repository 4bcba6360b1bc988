/** Clips whose own ZMP is off their feet: bodies are not thrown about by feet that the clip itself does not heed. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { astrayOf, loosenessAt } from '../../src/methods/reactive-locomotion/loose-guard.ts';
import { createWalker, pushWalker, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

it('is told from the frames that are judged, and never the whole', () => {
  const margin = Float64Array.of(0.02, -0.005, -0.03, -0.2, Number.NaN);
  const of = (judged: readonly number[]) => astrayOf({ margin, judged: Uint8Array.from(judged), frameCount: 5 });
  expect(of([1, 1, 1, 1, 0])).toBe(0.5);
  expect(of([1, 1, 1, 0, 0])).toBeCloseTo(1 / 3, 12);
  expect(of([0, 0, 1, 1, 0])).toBe(0.7);
  expect(of([0, 0, 0, 0, 0])).toBe(0);
});

it('is nothing for the walk of the performer, until the gait has been back for long', () => {
  const clip = perform(walk);
  const walker = createWalker(fitBody(clip), clip);
  expect(walker.astray).toBe(0);
  for (let k = 0; k < 90; k++) tickWalker(walker);
  pushWalker(walker, { impulse: [0, 0, 10], segment: walker.body.roles.chest! });
  for (let k = 0; k < 20; k++) tickWalker(walker);
  expect(loosenessAt(walker, 9)).toBe(0);
  const plan = { ...walker.state.plan, status: 'recovered' } as const;
  const rest = { since: 3, x: [0, 0], z: [0, 0] } as const;
  const looseAt = (t: number, astray = 0) => loosenessAt({ state: { ...walker.state, plan, rest }, astray }, t);
  expect([3, 4.5, 5, 5.5, 9].map((t) => looseAt(t))).toEqual([0, 0, 0.5, 1, 1]);
  expect([3, 4.5, 5, 5.5, 9].map((t) => looseAt(t, 0.5))).toEqual([0.5, 0.5, 0.75, 1, 1]);
});

describeWithMocap('a walker whose clip is off its feet all the time', () => {
  it('is upright again soon after a touch', async () => {
    const file = 'khronos-gltf/CesiumMan.glb';
    const [clip] = await readClips(readFileSync(mocapPath(file)), file);
    const body = fitBody(clip!);
    const balancer = startLocomotion({ body, clip: clip! });
    let recovered = Number.POSITIVE_INFINITY;
    let most = 0;
    for (let k = 0; k < 60 * 8; k++) {
      if (k === 30) balancer.push({ impulse: [0.05 * body.totalMass, 0, 0], segment: body.roles.spine! });
      for (const { kind, time } of balancer.step(1 / 60)) if (kind === 'recovered') recovered = time;
      if (balancer.time > 4) most = Math.max(most, Math.hypot(...balancer.view().lean));
    }
    expect(recovered).toBeLessThan(4);
    expect(most).toBeLessThan(0.1);
  });
});
