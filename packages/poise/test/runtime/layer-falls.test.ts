/** Falls through the layer: down to the ground where it is, until reset; saves; what a physics engine is given. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import { UsageError } from '../../src/errors.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { Hit } from '../../src/runtime/events.ts';
import { falls } from '../../src/runtime/falls.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { body, clips, stage } from './stage.ts';

const LEGS_PUSH = 1; // [m/s] that a runner's legs may add
const hard: Hit = { bone: 'chest', impulse: [150, 0, 60] };
const ws = createWorkspace(body);

const comHeight = (pose: Float64Array): number => {
  forwardKinematics(body, ws, pose);
  return ws.com[1]!;
};

describe('a layer with falls', () => {
  it.each(['idle', 'walk'] as const)('brings down who cannot be held, from the clip %s, and lets them lie', (name) => {
    const { layer, events, poses } = stage(clips[name], { falls }).play({ seconds: 6, hits: [[1, hard]] });
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'fall')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'down')).toHaveLength(1);
    expect(kinds.indexOf('down')).toBeGreaterThan(kinds.indexOf('fall'));
    const [fall, down] = ['fall', 'down'].map((kind) => events.find((event) => event.kind === kind)!.time);
    expect(down! - fall!).toBeLessThan(4);
    expect(comHeight(poses.at(-1)!)).toBeLessThan(0.35);
    expect(layer.status).toBe('falling');
    expect(layer.active).toBe('fall');
    layer.reset();
    expect(layer.status).toBe('balanced');
  });

  // a gait that holds on too long breaks, and a fall that takes its numbers over flies off
  it.each([
    ['hips', 3.78, [-24.6, -2.2, 104.3]],
    ['chest', 3.985, [-72.1, 2.7, 74.1]],
  ] as const)(
    'brings a runner down no faster than hit, legs and gravity make it: %s at %f s',
    (bone, time, impulse) => {
      const hit: Hit = { bone, impulse, duration: 0.05 };
      const { poses, events } = stage(clips.run, { falls }).play({ seconds: time + 1.5, hits: [[time, hit]] });
      expect(events.map(({ kind }) => kind)).toContain('fall');
      const places = poses.map((pose) => {
        expect(pose.every(Number.isFinite)).toBe(true);
        forwardKinematics(body, ws, pose);
        return ws.com.slice();
      });
      const speeds = places.slice(1).map((at, k) => 60 * Math.hypot(...at.map((x, c) => x - places[k]![c]!)));
      const struck = Math.round(60 * time);
      const own = Math.max(...speeds.slice(struck - 30, struck));
      const along = own + Math.hypot(...impulse) / body.totalMass + LEGS_PUSH;
      expect(Math.max(...speeds)).toBeLessThan(Math.sqrt(along ** 2 + 2 * GRAVITY * places[struck]![1]!));
    },
  );

  it('lies on the ground of the scene: a slope', () => {
    const slope = -0.2; // it falls downhill
    const { poses, events } = stage(clips.idle, { falls, ground: (x) => slope * x }).play({
      seconds: 5,
      hits: [[1, hard]],
    });
    expect(events.map(({ kind }) => kind)).toContain('down');
    const lying = comHeight(poses.at(-1)!) - slope * ws.com[0]!;
    expect(ws.com[0]).toBeGreaterThan(0.4);
    expect(lying).toBeGreaterThan(0);
    expect(lying).toBeLessThan(0.35);
  });

  it('has the same future from a saved moment of the fall, to the byte, in few bytes', () => {
    let saved = new Uint8Array();
    const first = stage(clips.idle, { falls }).play({
      seconds: 4,
      hits: [[1, hard]],
      onFrame: (frame, layer) => {
        if (frame === 100) {
          expect(layer.active).toBe('fall');
          saved = layer.save();
        }
      },
    });
    expect(saved.length).toBeLessThan(4096);
    const { layer, play } = stage(clips.idle, { falls });
    play({ seconds: 0.1 });
    layer.restore(saved);
    const { poses } = play({ seconds: 4, from: 101 });
    expect(poses.at(-1)).toEqual(first.poses.at(-1));
    // a layer without falls cannot go on with one
    const other = stage(clips.idle);
    other.play({ seconds: 0.1 });
    expect(() => other.layer.restore(saved)).toThrow(UsageError);
  });

  it('is told what falls are, and how tense', () => {
    const rig = poseRig(new Float64Array(coordinateCount(body.skeleton)));
    expect(() => new ReactionLayer(body, rig, { falls: {} as typeof falls })).toThrow(/falls/);
    expect(() => new ReactionLayer(body, rig, { falls, tone: 2 })).toThrow(/tone/);
  });
});

describe('ragdoll()', () => {
  it('gives parts with shapes, transforms and velocities, and joints with ranges', () => {
    const { layer, play } = stage(clips.idle);
    const { poses } = play({ seconds: 1.1, hits: [[1, hard]] });
    const { parts, joints } = layer.ragdoll();
    expect(parts.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(body.totalMass, 9);
    expect(parts.flatMap(({ shapes }) => shapes)).toHaveLength(body.shapes.length);
    expect(joints).toHaveLength(parts.length - 1);
    forwardKinematics(body, ws, poses.at(-1)!);
    const before = createWorkspace(body);
    forwardKinematics(body, before, poses.at(-2)!);
    for (const { bone, position, linearVelocity } of parts) {
      for (let c = 0; c < 3; c++) {
        expect(position[c]).toBeCloseTo(ws.segmentOrigin[3 * bone + c]!, 6);
        const moved = 60 * (ws.segmentOrigin[3 * bone + c]! - before.segmentOrigin[3 * bone + c]!);
        expect(Math.abs(linearVelocity[c]! - moved)).toBeLessThan(0.5);
      }
    }
    const knee = joints.find(({ bone }) => bone === body.roles.leftLowerLeg)!;
    expect(knee.parent).toBe(body.roles.leftUpperLeg);
    expect(knee.upper[0]).toBeGreaterThan(2);
    expect(knee.lower[0]).toBeGreaterThan(-0.5);
  });
});
