/** Ground that is high, slopes, drops or moves: soles are on it, and a touch moves nobody. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import type { Ground } from '../../src/control/ground.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { SwingCourse } from '../../src/gait/swing-course.ts';
import { methodNamed } from '../../src/methods/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { GROUNDS, sceneOf } from '../../validate/pushes/grounds.ts';

const clip = perform(idle, { body: { height: 1.75 } });
const body = fitBody(clip, { height: 1.75 });
const chest = body.roles.chest ?? 0;
const DT = 1 / 60;

const start = (ground: Ground | undefined) => {
  const method = methodNamed('push-response');
  return method.start!({ body, clip, seed: 0 }, ground ? { ground } : {});
};

/** How far the lowest and the highest sole point are over the ground, pose q. */
function clearances(q: Float64Array, heightAt: (x: number, z: number) => number): readonly [number, number] {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  const points = new Float64Array(body.soles[0].points.length + body.soles[1].points.length);
  solePointsAt(points, body, ws);
  const over: number[] = [];
  for (let k = 0; k < points.length; k += 3) over.push(points[k + 1] - heightAt(points[k], points[k + 2]));
  return [Math.min(...over), Math.max(...over)];
}

describe.each(GROUNDS)('on ground "%s"', (kind) => {
  const facings = kind === 'slope' ? [0, 1, 2, 3] : [0];

  it.each(facings)('both soles lie on it (facing %i)', (facing) => {
    const scene = sceneOf(kind, { body, clip }, facing);
    const { q } = start(scene.ground);
    const rise = scene.ground ? scene.ground(0, 0).height - scene.heightAt(0, 0) : 0;
    const [lowest, highest] = clearances(q, (x, z) => scene.heightAt(x, z) + rise);
    expect(lowest).toBeGreaterThan(-0.001);
    expect(highest).toBeLessThan(0.001);
  });

  it.each(facings)('a touch does not move the hips (facing %i)', (facing) => {
    const scene = sceneOf(kind, { body, clip }, facing);
    scene.moveTo(0);
    const [still, touched] = [start(scene.ground), start(scene.ground)];
    for (let frame = 1; frame <= 60; frame++) {
      scene.moveTo(frame * DT);
      if (frame === 20) touched.push({ segment: chest, impulse: [0, 0, 0.01], duration: 0.1 });
      still.step(DT);
      touched.step(DT);
      for (let c = 0; c < 3; c++) expect(Math.abs(touched.q[c] - still.q[c])).toBeLessThan(5e-4);
    }
    expect(still.v[1] - scene.speed).toBeCloseTo(0, 1);
  });
});

it('ground that moves sideways carries somebody who stands, with its velocity', () => {
  const velocity = [0.5, 0, 0.2] as const;
  const balancer = start(() => ({ height: 0, normal: [0, 1, 0], velocity }));
  const fixed = start(undefined);
  for (let frame = 0; frame < 30; frame++) {
    balancer.step(DT);
    fixed.step(DT);
  }
  expect(balancer.q[0] - fixed.q[0]).toBeCloseTo(0.25, 6);
  expect(balancer.q[2] - fixed.q[2]).toBeCloseTo(0.1, 6);
  expect(balancer.v[0] - fixed.v[0]).toBeCloseTo(0.5, 6);
});

it('somebody pushed backward over the edge lands on the lower level, and the hips follow', () => {
  const scene = sceneOf('step', { body, clip }, 0);
  const balancer = start(scene.ground);
  const before = balancer.q[1];
  const heights: number[] = [];
  let lowest = before;
  balancer.push({ segment: chest, impulse: [0, 0, -45], duration: 0.1 });
  for (let frame = 0; frame < 120; frame++) {
    for (const event of balancer.step(DT)) if (event.kind === 'step') heights.push(event.position[1]);
    lowest = Math.min(lowest, balancer.q[1]);
  }
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeLessThan(-0.1);
  expect(lowest).toBeLessThan(before - 0.12);
});

it('a swing aimed at another level on its way does not jump', () => {
  const course = new SwingCourse();
  course.begin(0, 0, 0, 0.4);
  course.aim(0, -0.15, -0.4, 0.4, 0.2, 0);
  let [before, fastest] = [0, 0];
  for (let k = 0; k < 48; k++) {
    if (k === 30) course.aim(0, 0, -0.3, 0.4 - course.time, 0.2, 0);
    course.advance(0.4 / 48);
    fastest = Math.max(fastest, Math.abs(course.place[1] - before));
    before = course.place[1];
  }
  expect(fastest).toBeLessThan(0.02);
  expect(course.place[1]).toBeCloseTo(0, 6);
});
