/** Things in a scene: balls that fly and are caught, floors that carry. */
import { describe, expect, it } from 'vitest';
import {
  createController,
  createSimulation,
  holdPose,
  type Prop,
  palmInHand,
  sagittalPose,
} from '../../src/sim/index.ts';
import { body, G, KNEES_BENT, mujoco, raised, stand, withScene } from './support.ts';

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

  it('are reported when they come apart', () => {
    withScene({ props: [{ ...ball, touches: 'nothing' }] }, (simulation) => {
      expect(simulation.tick()).toBe(true);
      simulation.engine.views.qpos[simulation.links.coordinates] = Number.NaN;
      expect(simulation.tick()).toBe(false);
      expect(simulation.fault?.reason).toContain('numbers');
    });
  });
});
