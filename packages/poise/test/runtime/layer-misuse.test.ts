/** What a game may get wrong: calls in another order, stalls, states of somebody else, numbers that are none. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { methodNamed } from '../../src/methods/index.ts';
import { sample } from '../../src/motion/sample.ts';
import type { Hit } from '../../src/runtime/events.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips, stage } from './stage.ts';

const chest: Hit = { bone: 'chest', impulse: [0, 0, 40] };

describe('a layer that is used otherwise than meant', () => {
  it('takes a hit at once after its displacement was absorbed, where it stands', () => {
    const pose = new Float64Array(clips.idle.q.length / clips.idle.frameCount);
    const layer = new ReactionLayer(body, poseRig(pose));
    const hard: Hit = { bone: 'chest', impulse: [0, 0, 48] };
    let moved = [0, 0]; // [m] x, z by which the game has moved the model
    let last = 0;
    let farthest = 0; // [m] that a hit has moved the character
    for (let frame = 0; frame < 800; frame++) {
      sample(pose, clips.idle, frame / 60);
      pose[0]! += moved[0]!;
      pose[2]! += moved[1]!;
      layer.update(1 / 60);
      if (frame > 0) expect(Math.abs(pose[2]! - last)).toBeLessThan(0.05); // no jump
      last = pose[2]!;
      farthest = Math.max(farthest, layer.displacement.z);
      if (frame === 60) layer.hit(hard);
      if (frame !== 400) continue;
      expect(farthest).toBeGreaterThan(0.15);
      farthest = 0;
      moved = [layer.displacement.x, layer.displacement.z];
      layer.absorbDisplacement();
      layer.hit(hard);
    }
    expect(farthest).toBeGreaterThan(0.1);
  });

  it('ends the pull that is let go, not the one that took its place', () => {
    const { layer, play } = stage(clips.idle);
    play({ seconds: 0.2 });
    const first = layer.pull({ bone: 'leftHand', force: [0, 0, 60] });
    play({ seconds: 0.4, from: 12 });
    const second = layer.pull({ bone: 'rightHand', force: [0, 0, 50] });
    first();
    play({ seconds: 5, from: 24 });
    expect(layer.active).toBe('reactive-blend');
    second();
    play({ seconds: 10, from: 300 });
    expect(layer.active).toBeUndefined();
  });

  it('goes on where it was after a stall', () => {
    const { layer, play, pose } = stage(clips.idle);
    play({ seconds: 0.2 });
    layer.pull({ bone: 'leftHand', force: [0, 0, 60] });
    const before = layer.time;
    layer.update(1e9);
    expect(layer.time - before).toBeCloseTo(1, 9);
    expect(pose.every(Number.isFinite)).toBe(true);
  });

  it('goes on after a step of no length worth mentioning, and refuses points and poses that are nowhere', () => {
    const { layer, play, pose } = stage(clips.idle);
    play({ seconds: 0.2 });
    layer.hit(chest);
    layer.update(5e-324);
    const far = { bone: 'leftHand', point: [0, 1, -1e300] } as const;
    expect(() => layer.hit({ ...far, impulse: [0, 0, 20] })).toThrow(UsageError);
    expect(() => layer.pull({ ...far, force: [0, 0, 20] })).toThrow(UsageError);
    pose[40] = 1e300; // what a mixer makes of keys at one moment
    expect(() => layer.update(1 / 60)).toThrow(UsageError);
    play({ seconds: 0.2, from: 12 });
    expect(pose.every(Number.isFinite)).toBe(true);
    expect(Number.isFinite(layer.displacement.x)).toBe(true);
  });

  it('goes on after a tick that is the rounding of a clock', () => {
    const runner = methodNamed('reactive-locomotion').start!({ body, clip: clips.run, pushes: [] });
    runner.push({ impulse: [-20, 0, 10], segment: body.roles.chest ?? 0 });
    runner.step(5e-324);
    for (let k = 0; k < 12; k++) runner.step(1 / 60);
    expect(runner.q.every(Number.isFinite)).toBe(true);
  });

  it('refuses a state that is not its own, and stays as it was', () => {
    const { layer, play } = stage(clips.idle);
    play({ seconds: 0.5 });
    const before = layer.save();
    const other = stage(clips.idle, { library: reactionLibrary(smallLibrary()) });
    other.play({ seconds: 0.7, hits: [[0.5, chest]] });
    const foreign = [
      [{}, /save\(\)/],
      [null, /save\(\)/],
      [other.layer.save(), /library/],
    ] as const;
    for (const [saved, reason] of foreign) {
      expect(() => layer.restore(saved as never)).toThrow(reason);
      expect(layer.save()).toEqual(before);
    }
  });

  it('begins nothing when it refuses a hit or a share', () => {
    const { layer, play } = stage(clips.idle);
    play({ seconds: 0.1 });
    const vector = { x: 0, y: 0 } as never;
    expect(() => layer.hit({ bone: 'chest', impulse: vector })).toThrow(/impulse: expected a vector of three/);
    expect(() => layer.hit({ point: vector, impulse: [0, 0, 30] })).toThrow(/point: expected a vector of three/);
    expect(() => layer.hit({ bone: 'chest', impulse: [0, 30] as never })).toThrow(UsageError);
    expect(() => layer.hit({ ...chest, duration: 0 })).toThrow(/duration/);
    expect(() => layer.pull({ bone: 'chest', force: [0, Number.NaN, 0] })).toThrow(/force/);
    expect(layer.active).toBeUndefined();
    expect(() => layer.setMask('head', Number.NaN)).toThrow(UsageError);
    expect(() => layer.setMask('tail' as never, 0)).toThrow(/tail/);
    expect(() => {
      layer.weight = Number.NaN;
    }).toThrow(UsageError);
    expect(layer.weight).toBe(1);
  });

  it('refuses what makes no sense', () => {
    const { layer, play } = stage(clips.idle);
    expect(() => layer.hit(chest)).toThrow(UsageError);
    play({ seconds: 0.1 });
    expect(() => layer.hit({ impulse: [1, 0, 0] })).toThrow(/bone or a point/);
    expect(() => layer.hit({ bone: 'tail', impulse: [1, 0, 0] })).toThrow(/tail/);
    expect(() => layer.hit({ bone: 'chest', impulse: [Number.NaN, 0, 0] })).toThrow(UsageError);
    expect(() => layer.update(-1)).toThrow(UsageError);
    for (const bad of [
      { weight: 2 },
      { maxMsPerFrame: 3 },
      { method: 'push-response' },
      { method: 'ragdoll' },
      { hands: 'bound' },
      { mask: { head: -1 } },
      { mask: { tail: 0 } },
      { groundVelocity: [1] },
      { ground: Number.NaN },
    ]) {
      expect(() => stage(clips.idle, bad as never)).toThrow(UsageError);
    }
  });
});
