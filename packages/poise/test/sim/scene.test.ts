/** What a scene in the engine must do whoever is in control: laws, other routes to the same numbers, save and restore. */
import { describe, expect, it } from 'vitest';
import { pushTrack } from '../../src/balance/force-track.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { signedDistance } from '../../src/math/polygon.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import {
  createController,
  createRecorder,
  createSimulation,
  holdPose,
  type Prop,
  palmInHand,
} from '../../src/sim/index.ts';
import { sagittalPose } from '../../src/sim/sagittal-pose.ts';
import { body, KNEES_BENT, mujoco, stand, withScene } from './support.ts';

const G = 9.81;
const raised = (height: number): Float64Array => stand.map((x, i) => (i === 1 ? x + height : x));

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
    const forces = [pushTrack({ segment: body.roles.chest ?? 0, impulse: [0, 4, 12], start: 0.02, duration: 0.1 })];
    withScene({ pose: raised(2), planar, forces }, (simulation) => {
      for (let i = 0; i < 50; i++) simulation.tick();
      expect(simulation.comVelocity[2] * body.totalMass).toBeCloseTo(12, 1);
      expect((simulation.comVelocity[1] + G * simulation.time) * body.totalMass).toBeCloseTo(4, 1);
    });
  });

  it('refuses a push that is over before it is seen', () => {
    const blow = pushTrack({ segment: 0, impulse: [0, 0, 12], start: 0.02, duration: 0.001 });
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
      const push = { segment: body.roles.chest ?? 0, impulse: [4, 0, 15] as const, start: 0.1, duration: 0.1 };
      simulation.addForce(pushTrack(push));
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

describe('props', () => {
  const ball: Prop = {
    name: 'ball',
    shape: { kind: 'ball', radius: 0.12 },
    mass: 7,
    position: [0, 2.5, 1.5],
    velocity: [0, 0, -1],
  };

  it('fly, are held until they are let go, and touch nothing they should not', () => {
    const held = { ...ball, name: 'held', position: [0, 2.5, 3] as const, releaseAt: 0.1 };
    withScene({ planar: true, props: [ball, held] }, (simulation) => {
      const out = new Float64Array(13);
      for (let i = 0; i < 75; i++) simulation.tick();
      simulation.readProp(out, simulation.propIndex('ball'));
      expect(out[2]).toBeCloseTo(1.5 - 0.3, 6);
      expect(out[1]).toBeCloseTo(2.5 - (G * 0.09) / 2, 2);
      simulation.readProp(out, 1);
      expect(out[2]).toBeCloseTo(3 - 0.2, 2);
      expect(out[8]).toBeCloseTo(-G * 0.2, 1);
    });
  });

  it('are caught by hands that come near, and weigh on the feet from then on', () => {
    const reaching = sagittalPose(body, { ...KNEES_BENT, shoulder: 1.2, elbow: 0.6 });
    const hands = (['left', 'right'] as const).map((side) => ({
      segment: body.roles[`${side}Hand`] ?? 0,
      point: palmInHand({ body }, side) ?? new Float64Array(3),
    }));
    const welds = hands.map(({ segment, point }) => ({
      segment,
      pointInSegment: [point[0], point[1], point[2]] as const,
      prop: 'ball',
      within: 0.16,
    }));
    const at = new Float64Array(3);
    withScene({ pose: reaching, planar: true }, (empty) =>
      empty.pointAt(at, welds[0].segment, welds[0].pointInSegment),
    );
    const light = { ...ball, mass: 1, velocity: [0, 0, 0] as const, position: [0, at[1] + 0.3, at[2]] as const };
    withScene({ pose: reaching, planar: true, props: [light], welds }, (simulation) => {
      const controller = createController(simulation, { reference: holdPose(reaching) });
      expect(simulation.reachOf(0)).toBeCloseTo(0.3, 6);
      expect(simulation.isCaught(0)).toBe(false);
      while (simulation.time < 2 && simulation.tick(controller));
      expect(simulation.isCaught(0) && simulation.isCaught(1)).toBe(true);
      expect(simulation.wrench[1]).toBeCloseTo((body.totalMass + 1) * G, -1);
      const state = new Float64Array(13);
      simulation.readProp(state, 0);
      expect(Math.hypot(state[8], state[9])).toBeLessThan(0.05);
    });
  });

  it('carry those who stand on them', () => {
    const floor: Prop = {
      name: 'floor',
      shape: { kind: 'box', size: [2, 0.1, 4] },
      mass: 1,
      position: [0, 0.05, 0],
      motion: 'driven',
      touches: 'feet',
      path: (position, velocity, t) => {
        position.set([0, 0.05, 0.3 * (t - Math.sin(t))]);
        velocity.set([0, 0, 0.3 * (1 - Math.cos(t))]);
      },
    };
    const scene = { pose: raised(0.1), props: [floor], planar: true };
    withScene(scene, (simulation) => {
      const controller = createController(simulation, { reference: holdPose(stand) });
      const start = simulation.com[2] - simulation.supportCentre[1];
      while (simulation.time < 2 && simulation.tick(controller));
      const out = new Float64Array(13);
      simulation.readProp(out, 0);
      expect(out[2]).toBeCloseTo(0.3 * (2 - Math.sin(2)), 2);
      expect(Math.abs(simulation.com[2] - simulation.supportCentre[1] - start)).toBeLessThan(0.06);
      expect(simulation.comVelocity[2]).toBeCloseTo(0.3 * (1 - Math.cos(2)), 1);
      expect(simulation.touchesGround).toBe(false);
      withScene(scene, (other) => {
        const second = createController(other, { reference: holdPose(stand) });
        other.restore(simulation.save());
        second.restore(controller.save());
        for (const [each, by] of [[simulation, controller] as const, [other, second] as const]) {
          for (let i = 0; i < 20; i++) each.tick(by);
        }
        expect([...other.q]).toEqual([...simulation.q]);
      });
    });
  });

  it('are refused when they make no sense', () => {
    const scene = (props: readonly Prop[]) => () => createSimulation(mujoco, { body, pose: stand, props });
    expect(scene([ball, ball])).toThrow('two of this name');
    expect(scene([{ ...ball, mass: -1 }])).toThrow('a mass in kilograms');
    expect(scene([{ ...ball, mass: 1e9 }])).toThrow('below 1000000');
    expect(scene([{ ...ball, position: [0, Number.NaN, 0] }])).toThrow('finite');
    expect(scene([{ ...ball, motion: 'driven' }])).toThrow('needs a path');
    expect(() => createSimulation(mujoco, { body, pose: new Float64Array(5) })).toThrow('the pose needs');
  });
});

it('reports an engine that comes apart, and stands still from then on', () => {
  const forces = [pushTrack({ segment: body.roles.chest ?? 0, impulse: [0, 0, 1e6], start: 0.1, duration: 0.01 })];
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
  const blow = pushTrack({ segment: 0, impulse: [0, 0, 12], start: 0, duration: 0.001 });
  expect(() => createSimulation(counting, { ...scene, forces: [blow] })).toThrow(/lasts 0\.001 s, at least/);
  expect(held).toBe(0);
  const fine = createSimulation(counting, scene);
  expect(held).toBe(1);
  fine.delete();
  expect(held).toBe(0);
});

it('reports a prop that comes apart', () => {
  const ball: Prop = {
    name: 'ball',
    shape: { kind: 'ball', radius: 0.1 },
    mass: 1,
    position: [0, 3, 2],
    touches: 'nothing',
  };
  withScene({ props: [ball] }, (simulation) => {
    expect(simulation.tick()).toBe(true);
    simulation.engine.views.qpos[simulation.links.coordinates] = Number.NaN;
    expect(simulation.tick()).toBe(false);
    expect(simulation.fault?.reason).toContain('numbers');
  });
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
