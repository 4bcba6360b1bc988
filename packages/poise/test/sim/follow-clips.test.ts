/** Clips with steps, heels that rise and noise of capture, followed in simulation. */

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { STANCE, stancePrints } from '../../src/performer/motions/stance.ts';
import { performStanding, styleOf } from '../../src/performer/motions/standing.ts';
import { track } from '../../src/performer/plan/keys.ts';
import { createController, createSimulation, followClip, planOf } from '../../src/sim/index.ts';
import { createPlanMoment } from '../../src/sim/motion-plan.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { DEGREE, mujoco } from './support.ts';

const follow = (clip: Clip) => followClip(mujoco, fitBody(clip), clip);

/** Stands, goes up on the balls of both feet and comes down again. */
function toeRise(): Clip {
  const actor = createActor({ height: 1.75, mass: 75 });
  const up = track(0, [1.2, 0.9, 25], [2.4, 0.9, 0]);
  const ahead = STANCE.comAhead * actor.scale;
  const { q, frameTime } = performStanding(actor, {
    duration: 5,
    style: styleOf(0),
    prints: stancePrints(actor),
    tracks: {},
    knee: track(STANCE.knee),
    heels: [up, up],
    copZ: track(ahead, [0.5, 0.7, 0.155 * actor.scale], [3.1, 0.7, ahead]),
  });
  const roles = { status: 'humanoid', roles: actor.roles, by: 'map', rig: 'mannequin' } as const;
  return createClip({ name: 'toe rise', skeleton: actor.skeleton, roles, frameTime, q });
}

it.each([
  [0.8, 5],
  [1.3, 9],
])('a walk at %d m/s is followed to its end within %d° on average', (speed, degrees) => {
  const clip = perform(motionNamed('walk'), { values: { speed, strides: 2 } });
  const result = follow(clip);
  expect(result).toMatchObject({ status: 'stands', steps: 0 });
  expect(result.trackingError).toBeLessThan(degrees * DEGREE);
  expect(result.comError).toBeLessThan(0.05);
  // it really walks: as far as the clip, less a step
  const nq = coordinateCount(clip.skeleton);
  const way = (of: Clip) => of.q[(of.frameCount - 1) * nq + 2] - of.q[2];
  expect(way(result.clip)).toBeGreaterThan(way(clip) - 0.6);
});

it('walking off and stopping is followed within 4°', () => {
  const result = follow(perform(motionNamed('start-stop'), { values: { speed: 0.8, steps: 5 } }));
  expect(result).toMatchObject({ status: 'stands', steps: 0 });
  expect(result.trackingError).toBeLessThan(4 * DEGREE);
});

it('a punch is followed: the sole of a foot that is never flat is that of the other', () => {
  const clip = perform(motionNamed('punch'), {});
  const { soles } = fitBody(clip);
  const heights = soles.map(({ points }) => [0, 1, 2, 3, 4].map((k) => points[3 * k + 1]));
  for (let k = 0; k < 5; k++) expect(Math.abs(heights[1]![k]! - heights[0]![k]!)).toBeLessThan(0.02);
  const result = follow(clip);
  expect(result.status).toBe('stands');
  expect(result.trackingError).toBeLessThan(3 * DEGREE);
});

it('a first frame that is noise does not throw limbs about', () => {
  const clip = perform(motionNamed('squat'), {});
  const body = fitBody(clip);
  const q = clip.q.slice();
  const arm = 3 + 4 * body.roles.leftUpperArm!;
  q.set(q.subarray(arm + 3, arm + 4), arm); // a wild turn, at 60 frames a second
  q[arm + 3] = 0;
  const { velocity } = planOf(body, { ...clip, q }).start;
  const o = 3 + 3 * body.roles.leftUpperArm!;
  const rate = Math.hypot(velocity[o], velocity[o + 1], velocity[o + 2]);
  expect(rate).toBeGreaterThan(1);
  expect(rate).toBeLessThan(15.001);
});

it('heels rise and toes stay down', () => {
  const clip = toeRise();
  const body = fitBody(clip);
  const plan = planOf(body, clip);
  const moment = createPlanMoment();
  plan.read(moment, 2.2);
  expect([...moment.heel, ...moment.front]).toEqual([0, 0, 1, 1]);
  const simulation = createSimulation(mujoco, { body, toes: 'bend', ...plan.start });
  const controller = createController(simulation, { reference: plan.reference, plan });
  const lowest = (isFront: number): number => {
    const sole = simulation.links.soles[0];
    const heights = Array.from(sole.isFront, (front, i) =>
      front === isFront ? simulation.person.solePoints[0][3 * i + 1] : Number.POSITIVE_INFINITY,
    );
    return Math.min(...heights);
  };
  while (simulation.time < 2.2 && simulation.tick(controller));
  expect(lowest(0)).toBeGreaterThan(0.04);
  expect(Math.abs(lowest(1))).toBeLessThan(0.004);
  // the middle of a toe stand goes on to the bit
  const saved = [simulation.save(), controller.save()] as const;
  const run = (): number[] => {
    for (let i = 0; i < 30; i++) simulation.tick(controller);
    return [...simulation.q];
  };
  const first = run();
  simulation.restore(saved[0]);
  controller.restore(saved[1]);
  expect(run()).toEqual(first);
  while (simulation.time < 4.9 && simulation.tick(controller));
  expect(lowest(0)).toBeLessThan(0.003);
  expect(simulation.touchesGround).toBe(false);
  simulation.delete();
});

describeWithMocap('captured walks', () => {
  it('that are noisy begin with the speeds of what is followed, and are followed to the end', async () => {
    const file = 'cmu-bvh/16_11.bvh';
    const [clip] = await readClips(await readFile(mocapPath(file)), file);
    const { velocity } = planOf(fitBody(clip!), clip!).start;
    expect(Math.max(...velocity.subarray(3).map(Math.abs))).toBeLessThan(6); // 50 rad/s in its first frames as captured
    expect(follow(clip!).status).toBe('stands');
  });

  it.each([
    ['snu-ys2010/wd2_WalkForwardSlow01.bvh', 6],
    ['snu-ys2010/wd2_WalkBackward00.bvh', 5],
  ])('%s is followed to its end within %d°', async (file, degrees) => {
    const [clip] = await readClips(await readFile(mocapPath(file)), file);
    const result = follow(clip!);
    expect(result).toMatchObject({ status: 'stands', steps: 0 });
    expect(result.trackingError).toBeLessThan(degrees * DEGREE);
    expect(result.comError).toBeLessThan(0.03);
  });
});
