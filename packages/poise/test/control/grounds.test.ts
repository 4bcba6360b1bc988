/** The same body on other ground: higher up, on slopes, on a lift. */
import { describe, expect, it } from 'vitest';
import type { Ground } from '../../src/control/ground.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { hit, outcomeOf, reacting, TICK, tick } from './reacting.ts';

const idle = perform(motionNamed('idle'));
const DEGREE = Math.PI / 180;
const tilted = (degrees: number, towards: number): Ground => {
  const [s, c] = [Math.sin(towards * DEGREE), Math.cos(towards * DEGREE)];
  const slope = Math.tan(degrees * DEGREE);
  const size = Math.hypot(1, slope);
  const normal: Vec3 = [(-slope * s) / size, 1 / size, (-slope * c) / size];
  return (x, z) => ({ height: slope * (s * x + c * z), normal });
};

describe('other ground', () => {
  it('5 m up is the same motion 5 m higher', () => {
    const low = reacting(idle, { ground: () => ({ height: 0, normal: [0, 1, 0] }) });
    const high = reacting(idle, { ground: () => ({ height: 5, normal: [0, 1, 0] }) });
    for (const scene of [low, high]) hit(scene, 'chest', [10, 0, 40]);
    let worst = 0;
    for (let k = 0; k < 480; k++) {
      for (const scene of [low, high]) tick(scene);
      const [a, b] = [low.reaction.q, high.reaction.q];
      for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(b[i] - a[i] - (i === 1 ? 5 : 0)));
    }
    expect(worst).toBeLessThan(1e-9);
    expect(low.planner.mode).not.toBe('fall');
  });

  describe.each([0, 90, 180])('a slope of 12° that rises towards %i°', (towards) => {
    const ground = tilted(12, towards);

    it('is stood on without a push', () => {
      const scene = reacting(idle, { ground });
      const { reaction, body } = scene;
      const ws = createWorkspace(body);
      const at = (): readonly number[] => {
        forwardKinematics(body, ws, reaction.q);
        return body.soles.flatMap(({ foot }) => [0, 1, 2].map((c) => ws.segmentOrigin[3 * foot + c]));
      };
      tick(scene);
      const start = at();
      let moved = 0;
      for (let k = 0; k < 360; k++) {
        tick(scene);
        moved = Math.max(moved, ...at().map((x, i) => Math.abs(x - start[i])));
      }
      expect(scene.planner.mode).toBe('stand');
      expect(moved).toBeLessThan(0.005); // the idle's own feet move by less
    });

    it('lets somebody recover from 25 N·s', () => {
      const scene = reacting(idle, { ground });
      hit(scene, 'chest', [0, 0, 25]);
      expect(outcomeOf(scene, 6)).toMatchObject({ mode: 'stand' });
    });
  });

  it('that rises at 1 m/s carries the character, and lets it recover from 25 N·s', () => {
    let height = 0;
    const lift: Ground = () => ({ height, normal: [0, 1, 0], velocity: [0, 1, 0] });
    const still = reacting(idle);
    const scene = reacting(idle, { ground: lift });
    let apart = 0;
    for (let k = 0; k < 240; k++) {
      height += TICK;
      tick(scene);
      tick(still);
      apart = Math.max(apart, Math.abs(scene.reaction.q[1] - height - still.reaction.q[1]));
    }
    expect(scene.planner.mode).toBe('stand');
    expect(apart).toBeLessThan(0.02);
    hit(scene, 'chest', [0, 0, 25]);
    for (let k = 0; k < 720; k++) {
      height += TICK;
      tick(scene);
    }
    expect(scene.planner.mode).toBe('stand');
    expect(scene.planner.isSettled).toBe(true);
  });
});
