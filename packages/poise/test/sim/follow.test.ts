/** Clips followed in simulation, and steps that were not in the clip. */
import { expect, it } from 'vitest';
import { pushTrack } from '../../src/gait/push.ts';
import { createClip } from '../../src/motion/clip.ts';
import { stepTarget } from '../../src/sim/controller/step-target.ts';
import { moveSwing, SwingGoal } from '../../src/sim/controller/swing-goal.ts';
import { createController, createReferenceState, followClip, holdPose, poseSequence } from '../../src/sim/index.ts';
import { leanToBalance, sagittalPose } from '../../src/sim/sagittal-pose.ts';
import { body, DEGREE, mujoco, naturalStance, stand, withScene } from './support.ts';

it('a squat is followed within 3 degrees', () => {
  const angles = { hip: 70 * DEGREE, knee: 80 * DEGREE, ankle: 25 * DEGREE, shoulder: 1 };
  const low = sagittalPose(body, leanToBalance(body, angles));
  const sampler = poseSequence(body, stand, [
    { time: 0.2, duration: 0.9, pose: low },
    { time: 1.2, duration: 0.8, pose: stand },
  ]);
  const state = createReferenceState(body);
  const frames = 70;
  const q = new Float64Array(frames * state.q.length);
  for (let frame = 0; frame < frames; frame++) {
    sampler(state, frame / 30);
    q.set(state.q, frame * state.q.length);
  }
  // a clip that floats: simulation puts it on the ground
  for (let i = 1; i < q.length; i += state.q.length) q[i] += 0.2;
  const clip = createClip({ skeleton: body.skeleton, frameTime: 1 / 30, q });
  const progress: number[] = [];
  const result = followClip(mujoco, body, clip, { onProgress: (done) => progress.push(done) });
  expect(result).toMatchObject({ status: 'stands', steps: 0 });
  expect(result.trackingError).toBeLessThan(3 * DEGREE);
  expect(result.clip.frameCount).toBe(frames);
  expect(progress.at(-1)).toBe(1);
});

it.each([
  ['forward', 42],
  ['backward', -48],
] as const)('pushed %s by %d N·s it steps, closes up and stands as before', (_, size) => {
  const pose = naturalStance();
  const forces = [
    pushTrack({
      segment: body.roles.chest ?? 0,
      impulse: [0, 0, size],
      pointInSegment: [0, 0, 0],
      time: 0.5,
      duration: 0.1,
    }),
  ];
  withScene({ pose, forces }, (simulation) => {
    const controller = createController(simulation, { reference: holdPose(pose), stepping: true });
    const from = simulation.com[2];
    while (simulation.time < 5.5 && simulation.tick(controller)) {
      if (simulation.touchesGround || simulation.com[1] < 0.7) break;
    }
    expect(simulation.time).toBeGreaterThan(5.4);
    expect(controller.stepsTaken).toBeGreaterThanOrEqual(2);
    expect(Math.sign(size) * (simulation.com[2] - from)).toBeGreaterThan(0.1);
    expect(simulation.com[1]).toBeGreaterThan(0.95);
    expect(Math.hypot(...simulation.comVelocity)).toBeLessThan(0.1);
  });
});

it.each([
  ['forward and left', [31, 0, 31]],
  ['backward and left', [31, 0, -31]],
] as const)('pushed %s by 44 N·s it steps and stands', (_, impulse) => {
  const pose = naturalStance();
  const forces = [
    pushTrack({ segment: body.roles.chest ?? 0, impulse, pointInSegment: [0, 0, 0], time: 0.5, duration: 0.1 }),
  ];
  withScene({ pose, forces }, (simulation) => {
    const controller = createController(simulation, { reference: holdPose(pose), stepping: true });
    while (simulation.time < 5.5 && simulation.tick(controller)) {
      if (simulation.touchesGround || simulation.com[1] < 0.7) break;
    }
    expect(simulation.time).toBeGreaterThan(5.4);
    expect(controller.stepsTaken).toBeGreaterThanOrEqual(2);
    expect(simulation.com[1]).toBeGreaterThan(0.95);
    expect(Math.hypot(...simulation.comVelocity)).toBeLessThan(0.1);
  });
});

it('steps land within reach, and cross only well in front or behind', () => {
  const heading = { left: Float64Array.of(1, 0), forward: Float64Array.of(0, 1) };
  const right = { x: -0.1, z: 0 };
  const near = stepTarget(0, right, { x: 0, z: 0.4 }, heading);
  expect(near.z).toBeCloseTo(0.3, 9); // leant on 10 cm ahead of the ankle
  expect(near.x).toBeCloseTo(-0.02, 9); // 2 cm inside of where it is leant on
  const short = stepTarget(0, right, { x: -0.05, z: 0.2 }, heading);
  expect(short.x).toBeCloseTo(right.x + 0.12, 9); // too near to the other leg to pass it
  const passing = stepTarget(0, right, { x: -0.4, z: 0.6 }, heading);
  expect(passing.x).toBeCloseTo(right.x - 0.15, 9);
  expect(passing.missing).toBeCloseTo(0.13, 9);
  expect(near.missing).toBe(0);
  const far = stepTarget(0, right, { x: 0, z: 2 }, heading);
  expect(far.z).toBeCloseTo(0.75, 9);
  expect(far.missing).toBeGreaterThan(1);
  const across = stepTarget(0, right, { x: -0.5, z: 0 }, heading);
  expect(across.x).toBeCloseTo(right.x + 0.12, 9);
  expect(across.missing).toBeGreaterThan(0.3);
});

it('a foot swings to its target, even one that moves, and comes to rest there', () => {
  const goal = new SwingGoal();
  goal.begin(0, Float64Array.of(0.1, 0.12, 0), 0);
  const target = Float64Array.of(0.2, 0.3);
  const [duration, dt] = [0.34, 0.002];
  let highest = 0;
  for (let t = 0; t < duration - 1e-9; t += dt) {
    if (t > 0.1) target[1] = 0.4;
    moveSwing(goal, { u: t / duration, duration, target, liftedFrom: 0.12, landsAt: 0.08 }, dt);
    highest = Math.max(highest, goal.position[1]);
  }
  expect(goal.position[0]).toBeCloseTo(0.2, 3);
  expect(goal.position[2]).toBeCloseTo(0.4, 3);
  expect(Math.hypot(goal.velocity[0], goal.velocity[2])).toBeLessThan(0.1);
  expect(highest).toBeGreaterThan(0.15);
  expect(goal.position[1]).toBeLessThan(0.08); // into the floor
});

it('a stepping controller goes on to the bit from the middle of a step', () => {
  const pose = naturalStance();
  const forces = [
    pushTrack({
      segment: body.roles.chest ?? 0,
      impulse: [0, 0, 42],
      pointInSegment: [0, 0, 0],
      time: 0.1,
      duration: 0.1,
    }),
  ];
  withScene({ pose, forces }, (simulation) => {
    const controller = createController(simulation, { reference: holdPose(pose), stepping: true });
    while (controller.swing.foot < 0 && simulation.time < 1) simulation.tick(controller);
    for (let i = 0; i < 10; i++) simulation.tick(controller);
    const saved = [simulation.save(), controller.save()] as const;
    const run = (): number[] => {
      for (let i = 0; i < 100; i++) simulation.tick(controller);
      return [...simulation.q, controller.stepsTaken];
    };
    const first = run();
    simulation.restore(saved[0]);
    controller.restore(saved[1]);
    expect(run()).toEqual(first);
  });
});

it('a stepping controller does the same again after reset', () => {
  const pose = naturalStance();
  const forces = [
    pushTrack({
      segment: body.roles.chest ?? 0,
      impulse: [0, 0, 70],
      pointInSegment: [0, 0, 0],
      time: 0.1,
      duration: 0.1,
    }),
  ];
  withScene({ pose, forces }, (simulation) => {
    const controller = createController(simulation, { reference: holdPose(pose), stepping: true });
    const run = (): number[] => {
      while (simulation.time < 1 && simulation.tick(controller));
      return [...simulation.q, controller.stepsTaken];
    };
    const first = run();
    expect(first.at(-1)).toBeGreaterThan(0);
    simulation.reset();
    controller.reset();
    expect(run()).toEqual(first);
  });
});

it('a clip with more frames than there are ticks keeps its length and its time', () => {
  const nq = body.skeleton.names.length * 4 + 3;
  const pose = naturalStance();
  const q = Float64Array.from({ length: 401 * nq }, (_, i) => pose[i % nq]);
  const clip = createClip({ name: 'stand', skeleton: body.skeleton, frameTime: 1 / 1000, q });
  const push = pushTrack({
    segment: body.roles.chest ?? 0,
    impulse: [0, 0, 20],
    pointInSegment: [0, 0, 0],
    time: 0.1,
    duration: 0.1,
  });
  const fast = followClip(mujoco, body, clip, { forces: [push], seconds: 0.4 });
  expect(fast.clip.frameCount).toBe(401);
  // the same at a tenth of the rate, where every frame is a tick of its own
  const few = Float64Array.from({ length: 41 * nq }, (_, i) => pose[i % nq]);
  const slow = followClip(
    mujoco,
    body,
    { ...clip, frameTime: 1 / 100, frameCount: 41, q: few },
    { forces: [push], seconds: 0.4 },
  );
  const leanAt = ({ clip: { q: all } }: typeof fast, frame: number) => all[frame * nq + 2];
  expect(leanAt(fast, 300)).toBeGreaterThan(pose[2] + 0.005);
  expect(leanAt(fast, 300)).toBeCloseTo(leanAt(slow, 30), 3);
});

it('refuses to simulate for days', () => {
  const clip = createClip({ name: 'stand', skeleton: body.skeleton, frameTime: 1 / 30, q: naturalStance() });
  expect(() => followClip(mujoco, body, clip, { seconds: 1e9 })).toThrow(/up to 3600 s/);
  expect(() => followClip(mujoco, body, { ...clip, frameTime: 1e-9 }, { seconds: 2 })).toThrow(
    /more than 1000000 frames/,
  );
});
