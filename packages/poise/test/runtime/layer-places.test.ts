/** Where the layer takes a character to be: on the spot, turned, standing otherwise than its animation, moved by its owner. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { movePose } from '../../src/gait/placement.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import type { ReactionLayerOptions } from '../../src/runtime/options.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { absorb, createWhereabouts, placementAfter, placePose, takeIn } from '../../src/runtime/whereabouts.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips } from './stage.ts';

const library = reactionLibrary(smallLibrary());
const nq = coordinateCount(body.skeleton);
const SPEED = 1.3; // [m/s] of the walk, about

/** A layer with ways to play the idle and the walk on the spot. */
function character(options: Partial<ReactionLayerOptions> = {}) {
  const pose = new Float64Array(nq);
  const layer = new ReactionLayer(body, poseRig(pose), { library, ...options });
  const [at, clip] = [{ yaw: 0, x: 0, z: 0 }, new Float64Array(nq)];
  let [walked, stood] = [0, 0];
  const show = (out: Float64Array): void => {
    clip.set(out);
    pose.set(out);
    movePose(at, pose);
    layer.update(1 / 60);
  };
  return {
    layer,
    pose,
    clip, // what the animation has made last, before the model's place
    at, // where the owner has put the model
    idle(frames: number, each?: (frame: number) => void): void {
      const own = new Float64Array(nq);
      for (let frame = 0; frame < frames; frame++, stood++) {
        sample(own, clips.idle, stood / 60);
        show(own);
        each?.(frame);
      }
    },
    walk(frames: number, each?: (frame: number) => void): void {
      const own = new Float64Array(nq);
      for (let frame = 0; frame < frames; frame++, walked++) {
        sample(own, clips.walk, (walked / 60) % 8);
        own[2] -= SPEED * ((walked / 60) % 8);
        show(own);
        each?.(frame);
      }
    },
  };
}

/** Two pushes aside, strong enough for several steps: the character comes to stand elsewhere. */
function moveByPushes({ layer, pose, idle }: ReturnType<typeof character>): void {
  for (let push = 0; push < 2; push++) {
    idle(480, (frame) => {
      if (frame === 30) layer.hit({ point: [pose[0], 1.35, pose[2]], impulse: [45, 0, 0] });
    });
  }
}

describe('whereabouts', () => {
  it('stay the same when a reaction that has led elsewhere ends, and when the owner moves the model there', () => {
    const where = createWhereabouts(7);
    const pose = Float64Array.of(0.4, 1, -0.3, 0, 0, 0, 1);
    takeIn(where, poseRig(pose));
    placePose(where, [0.3, -1.3], 200); // far over ground that moves
    const move = { yaw: 0.7, x: 1, z: -2 };
    const expected = where.pose.slice();
    movePose(move, expected);
    where.placement = placementAfter(where, move);
    takeIn(where, poseRig(pose));
    placePose(where, [0, 0], 0);
    for (let c = 0; c < 7; c++) expect(where.pose[c]).toBeCloseTo(expected[c]!, 9);
    const moved = where.placement;
    expect(moved.yaw).toBeCloseTo(0.7, 12);
    movePose(moved, pose);
    absorb(where, moved);
    expect(where.placement).toEqual({ yaw: 0, x: 0, z: 0 });
    takeIn(where, poseRig(pose));
    placePose(where, [0, 0], 0);
    for (let c = 0; c < 7; c++) expect(where.pose[c]).toBeCloseTo(expected[c]!, 9);
  });
});

describe('a walk on the spot', () => {
  it('stays on the spot after reactions have moved the character', () => {
    const someone = character();
    moveByPushes(someone);
    const { layer, pose, clip, walk } = someone;
    walk(60);
    expect(layer.active).toBeUndefined();
    expect(Math.hypot(layer.displacement.x, layer.displacement.z)).toBeGreaterThan(0.05);
    walk(360, () => {
      const there = clip.slice();
      movePose(layer.displacement, there);
      for (const c of [0, 2]) expect(pose[c]).toBeCloseTo(there[c]!, 6);
    });
    expect(Math.hypot(pose[0], pose[2])).toBeLessThan(3);
  });

  it('has its hits and events where the rig is, however long it has walked', () => {
    const { layer, pose, walk } = character({ method: 'reactive-blend' });
    walk(900);
    const steps: number[] = [];
    layer.on('step', ({ position }) => steps.push(Math.hypot(position[0] - pose[0], position[2] - pose[2])));
    let fall: Float64Array | undefined;
    layer.on('fall', ({ q }) => {
      fall = q;
    });
    const hit: number[] = [];
    layer.on('impact', ({ push }) => hit.push(...(push.pointInSegment ?? [])));
    layer.hit({ point: [pose[0], 1.4, pose[2] + 0.1], impulse: [25, 0, 0] });
    walk(90);
    expect(hit.length).toBe(3);
    expect(Math.hypot(...hit)).toBeLessThan(0.5);
    layer.hit({ bone: 'chest', impulse: [0, 0, 250] });
    walk(60);
    expect(steps.length).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(1.5);
    expect(Math.hypot(fall![0]!, fall![2]!)).toBeLessThan(3);
  });
});

describe('someone who stands otherwise than the animation', () => {
  /** Pushed until feet have come to stand elsewhere and stay there. */
  function inAnotherStance() {
    const someone = character();
    someone.idle(420, (frame) => {
      if (frame === 30) someone.layer.hit({ bone: 'chest', impulse: [45, 0, 0] });
    });
    return someone;
  }

  it('is not answering any more, and nothing moves when the owner takes over where it is', () => {
    const { layer, pose, at, idle } = inAnotherStance();
    expect(layer.active).toBeUndefined();
    expect(layer.status).toBe('balanced');
    const moved = layer.displacement;
    expect(Math.hypot(moved.x, moved.z)).toBeGreaterThan(0.05);
    const ws = createWorkspace(body);
    const feet = (): number[] => {
      forwardKinematics(body, ws, pose);
      return body.soles.flatMap(({ foot }) => [...ws.segmentOrigin.subarray(3 * foot, 3 * foot + 3)]);
    };
    idle(1);
    const before = feet();
    Object.assign(at, moved);
    layer.absorbDisplacement();
    for (const part of Object.values(layer.displacement)) expect(Math.abs(part)).toBeLessThan(5e-3);
    idle(2);
    feet().forEach((place, i) => {
      expect(Math.abs(place - before[i]!)).toBeLessThan(1e-3);
    });
  });

  it('takes the next push from where its feet are', () => {
    const { layer, pose, idle } = inAnotherStance();
    const ws = createWorkspace(body);
    const feet = (): number[] => {
      forwardKinematics(body, ws, pose);
      return body.soles.flatMap(({ foot }) => [ws.segmentOrigin[3 * foot]!, ws.segmentOrigin[3 * foot + 2]!]);
    };
    const before = feet();
    layer.hit({ bone: 'chest', impulse: [0, 0, 8] });
    idle(20, (frame) => {
      if (frame === 1) expect(layer.active).toBe('push-response');
      feet().forEach((place, i) => {
        expect(Math.abs(place - before[i]!)).toBeLessThan(5e-3);
      });
    });
  });
});

describe('a listener that throws', () => {
  it('keeps neither the pose from being shown nor others from being told, and is heard of', () => {
    const told: string[] = [];
    const play = (fails: boolean) => {
      const { layer, pose, idle } = character();
      idle(30);
      layer.hit({ bone: 'chest', impulse: [0, 0, 30] });
      if (fails) {
        layer.on('impact', () => {
          throw new Error('no sound');
        });
      }
      layer.on('impact', () => told.push('impact'));
      if (fails) expect(() => idle(1)).toThrow('no sound');
      else idle(1);
      return { pose, saved: layer.save() };
    };
    const [calm, failed] = [play(false), play(true)];
    expect(failed.pose).toEqual(calm.pose);
    expect(failed.saved).toEqual(calm.saved);
    expect(told).toEqual(['impact', 'impact']);
  });

  it('is one of several: all that was thrown is told', () => {
    const { layer, idle } = character();
    idle(30);
    layer.hit({ bone: 'chest', impulse: [0, 0, 30] });
    for (const text of ['a', 'b']) {
      layer.on('impact', () => {
        throw new Error(text);
      });
    }
    expect(() => idle(1)).toThrow(AggregateError);
  });
});
