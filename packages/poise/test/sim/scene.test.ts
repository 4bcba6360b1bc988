/** What a scene in the engine must do whoever is in control: laws, other routes to the same numbers, save and restore. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { pushTrack } from '../../src/gait/push.ts';
import { signedDistance } from '../../src/math/polygon.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { createController, createRecorder, createSimulation, holdPose } from '../../src/sim/index.ts';
import { body, G, mujoco, raised, stand, withScene } from './support.ts';

describe.each([
  ['in space', false],
  ['in the plane', true],
])('a person %s', (_, planar) => {
  it('weighs and moves as the body says', () => {
    const rng = createRng(7);
    const v = Float64Array.from({ length: freedomCount(body.skeleton) }, () => 0.5 * normal(rng));
    const pose = raised(0.5);
    const scene = { pose, velocity: v, planar, joints: 'massive' as const };
    withScene(scene, (simulation) => {
      const ws = createWorkspace(body);
      forwardKinematics(body, ws, simulation.q);
      forwardVelocity(body, ws, simulation.v);
      for (let k = 0; k < 3; k++) {
        expect(simulation.com[k]).toBeCloseTo(ws.com[k], 9);
        if (planar && k === 0) continue;
        expect(simulation.comVelocity[k]).toBeCloseTo(ws.comVelocity[k], 7);
      }
      // inertias have a floor of 1e-6 kg·m², and a joint's armature is no part of the body
      expect(simulation.angularMomentum[0]).toBeCloseTo(ws.angularMomentum[0], planar ? 5 : 4);
    });
  });

  it('falls by g and keeps its angular momentum', () => {
    withScene({ pose: raised(2), planar }, (simulation) => {
      const height = simulation.com[1];
      for (let i = 0; i < 50; i++) simulation.tick();
      const t = simulation.time;
      expect(simulation.com[1]).toBeCloseTo(height - (G * t * t) / 2, 2);
      expect(simulation.comVelocity[1]).toBeCloseTo(-G * t, 6);
      expect(Math.hypot(...simulation.angularMomentum)).toBeLessThan(1e-3);
      expect([...simulation.footContact]).toEqual([0, 0]);
      expect(simulation.hasCop).toBe(false);
    });
  });

  it('keeps the angular momentum that it has in the air, and its CoM flies on', () => {
    // spins as a whole: pitch in the plane, about all axes in space
    const velocity = new Float64Array(freedomCount(body.skeleton));
    velocity.set(planar ? [0, 0, 0, 1.5, 0, 0] : [0, 0, 0, 1.5, 0.8, -0.6]);
    withScene({ pose: raised(2), planar, velocity }, (simulation) => {
      const spin = [...simulation.angularMomentum];
      const forward = simulation.comVelocity[2];
      expect(Math.hypot(...spin)).toBeGreaterThan(10);
      for (let i = 0; i < 50; i++) simulation.tick();
      const change = spin.map((before, k) => simulation.angularMomentum[k] - before);
      expect(Math.hypot(...change)).toBeLessThan(2e-3 * Math.hypot(...spin));
      expect(simulation.comVelocity[2]).toBeCloseTo(forward, 3);
    });
  });

  it('takes up the whole impulse of a push', () => {
    const forces = [
      pushTrack({
        segment: body.roles.chest ?? 0,
        impulse: [0, 4, 12],
        pointInSegment: [0, 0, 0],
        time: 0.02,
        duration: 0.1,
      }),
    ];
    withScene({ pose: raised(2), planar, forces }, (simulation) => {
      for (let i = 0; i < 50; i++) simulation.tick();
      expect(simulation.comVelocity[2] * body.totalMass).toBeCloseTo(12, 1);
      expect((simulation.comVelocity[1] + G * simulation.time) * body.totalMass).toBeCloseTo(4, 1);
    });
  });

  it('refuses a push that is over before it is seen', () => {
    const blow = pushTrack({ segment: 0, impulse: [0, 0, 12], pointInSegment: [0, 0, 0], time: 0.02, duration: 0.001 });
    withScene({ planar }, (simulation) => expect(() => simulation.addForce(blow)).toThrow(/at least 0\.008 s/));
  });

  it('stands with its weight inside the soles', () => {
    withScene({ planar }, (simulation) => {
      const controller = createController(simulation, { reference: holdPose(stand) });
      for (let i = 0; i < 250; i++) simulation.tick(controller);
      expect(simulation.wrench[1]).toBeCloseTo(body.totalMass * G, -1);
      expect(Math.hypot(simulation.wrench[0], simulation.wrench[2])).toBeLessThan(1);
      expect(simulation.cop[1]).toBeCloseTo(simulation.com[2], 2);
      expect(simulation.com[2]).toBeCloseTo(simulation.supportCentre[1], 2);
      const nearest = new Float64Array(2);
      const { support, supportCount, cop } = simulation;
      if (!planar) expect(signedDistance(nearest, support, 0, supportCount, cop[0], cop[1])).toBeGreaterThan(0.05);
    });
  });

  it('goes on to the bit from what was saved', () => {
    withScene({ planar }, (simulation) => {
      const push = { segment: body.roles.chest ?? 0, impulse: [4, 0, 15] as const, time: 0.1, duration: 0.1 };
      simulation.addForce(pushTrack(push, body));
      const controller = createController(simulation, { reference: holdPose(stand) });
      for (let i = 0; i < 40; i++) simulation.tick(controller);
      const saved = [simulation.save(), controller.save()] as const;
      const run = (): number[] => {
        for (let i = 0; i < 40; i++) simulation.tick(controller);
        return [simulation.time, ...simulation.q, ...simulation.cop, ...simulation.wrench, ...simulation.support];
      };
      const first = run();
      simulation.restore(saved[0]);
      controller.restore(saved[1]);
      expect(run()).toEqual(first);
    });
  });

  it('does the same again after reset, and in another scene', () => {
    const run = (simulation: ReturnType<typeof createSimulation>): number[] => {
      const controller = createController(simulation, { reference: holdPose(stand) });
      for (let i = 0; i < 60; i++) simulation.tick(controller);
      return [...simulation.q, ...simulation.cop];
    };
    withScene({ planar }, (simulation) => {
      const first = run(simulation);
      simulation.reset();
      expect(run(simulation)).toEqual(first);
      withScene({ planar }, (other) => expect(run(other)).toEqual(first));
    });
  });
});

it('keeps joints that do not move as they are, and follows those that do', () => {
  const v = new Float64Array(freedomCount(body.skeleton));
  v.fill(0.3, 3);
  const pose = raised(1);
  integrate(pose, body.skeleton, pose, v, 1);
  withScene({ pose, velocity: v }, (simulation) => {
    expect([...simulation.q].map((x) => x.toFixed(9))).toEqual([...pose].map((x) => x.toFixed(9)));
    simulation.tick();
    const { toe, spine } = { toe: body.roles.leftToes ?? 0, spine: body.roles.spine ?? 0 };
    expect(simulation.q[3 + 4 * toe]).toBe(pose[3 + 4 * toe]);
    expect(simulation.q[3 + 4 * spine]).not.toBe(pose[3 + 4 * spine]);
  });
});

it('reports an engine that comes apart, and stands still from then on', () => {
  const forces = [
    pushTrack({
      segment: body.roles.chest ?? 0,
      impulse: [0, 0, 1e6],
      pointInSegment: [0, 0, 0],
      time: 0.1,
      duration: 0.01,
    }),
  ];
  withScene({ planar: true, forces }, (simulation) => {
    let ticks = 0;
    while (simulation.tick() && ticks < 500) ticks++;
    expect(simulation.fault?.reason).toContain('numbers');
    const { time } = simulation;
    expect(simulation.tick()).toBe(false);
    expect(simulation.time).toBe(time);
    simulation.reset();
    expect(simulation.tick()).toBe(true);
  });
});

it('keeps views when another scene makes the memory grow', () => {
  withScene({ planar: true }, (simulation) => {
    const controller = createController(simulation, { reference: holdPose(stand) });
    for (let i = 0; i < 10; i++) simulation.tick(controller);
    const others = Array.from({ length: 6 }, () => createSimulation(mujoco, { body, pose: stand }));
    for (let i = 0; i < 10; i++) expect(simulation.tick(controller)).toBe(true);
    expect(simulation.com[1]).toBeGreaterThan(0.9);
    for (const other of others) other.delete();
  });
});

it('leaves nothing in the memory of the engine when a scene is refused', () => {
  let held = 0;
  const { MjData } = mujoco;
  const counting = Object.create(mujoco, {
    MjData: {
      value: function (this: unknown, model: never) {
        const data = new MjData(model) as { delete: () => void };
        const free = data.delete.bind(data);
        data.delete = () => {
          held--;
          free();
        };
        held++;
        return data;
      },
    },
  }) as typeof mujoco;
  const scene = { body, pose: stand, planar: true };
  const blow = pushTrack({ segment: 0, impulse: [0, 0, 12], pointInSegment: [0, 0, 0], time: 0, duration: 0.001 });
  expect(() => createSimulation(counting, { ...scene, forces: [blow] })).toThrow(/lasts 0\.001 s, at least/);
  expect(held).toBe(0);
  const fine = createSimulation(counting, scene);
  expect(held).toBe(1);
  fine.delete();
  expect(held).toBe(0);
});

it('is recorded as a clip, in frames shorter than a tick too', () => {
  withScene({ planar: true }, (simulation) => {
    const recorder = createRecorder(simulation, 1 / 1000);
    while (simulation.time < 0.1 - 1e-9 && simulation.tick()) recorder.sample();
    expect(Math.abs(recorder.frameCount - 101)).toBeLessThanOrEqual(2); // half a tick
  });
});

it('is recorded as a clip', () => {
  withScene({ planar: true }, (simulation) => {
    const recorder = createRecorder(simulation, 1 / 50);
    const controller = createController(simulation, { reference: holdPose(stand) });
    while (simulation.time < 0.5 && simulation.tick(controller)) recorder.sample();
    const clip = recorder.clip('still');
    expect(clip.frameCount).toBe(26);
    expect(clip.roles.status).toBe('humanoid');
    expect([...clip.q.subarray(0, 3)]).toEqual([...stand.subarray(0, 3)]);
    expect([...clip.q.subarray(clip.q.length - simulation.q.length)]).toEqual([...simulation.q]);
  });
});
