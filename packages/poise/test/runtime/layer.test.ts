/** The layer as a game uses it: nothing while nothing happens, reactions that end, the same again from a saved moment. */
import { describe, expect, it } from 'vitest';
import { sample } from '../../src/motion/sample.ts';
import { quatIndex } from '../../src/motion/skeleton.ts';
import type { Hit } from '../../src/runtime/events.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { body, clips, stage } from './stage.ts';

const chest: Hit = { bone: 'chest', impulse: [0, 0, 40] };

describe('a layer', () => {
  it('leaves the rig alone while nothing happens', () => {
    const { play } = stage(clips.walk);
    const expected = new Float64Array(clips.walk.q.length / clips.walk.frameCount);
    play({ seconds: 1 }).poses.forEach((pose, frame) => {
      sample(expected, clips.walk, frame / 60);
      expect(pose).toEqual(expected);
    });
  });

  it('takes a hit, steps, recovers, and stands where it stepped to', () => {
    const hard: Hit = { bone: 'chest', impulse: [0, 0, 58] };
    const { layer, events, poses } = stage(clips.idle).play({ seconds: 8, hits: [[1, hard]] });
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['impact', 'strategy', 'step']);
    expect(kinds.slice(-2)).toEqual(['recovered', 'settled']);
    expect(kinds.filter((kind) => kind === 'step').length).toBeGreaterThan(2); // a single step goes back to where it came from
    expect(layer.status).toBe('balanced');
    expect(layer.active).toBeUndefined();
    expect(layer.displacement.z).toBeGreaterThan(0.05);
    // the idle goes on there, on feet that may stand a little otherwise
    const idle = new Float64Array(poses[0]!.length);
    sample(idle, clips.idle, (poses.length - 1) / 60);
    for (const joint of ['spine', 'chest', 'head', 'leftUpperArm', 'rightLowerArm'] as const) {
      const i = quatIndex(body.roles[joint]!);
      for (let c = i; c < i + 4; c++) expect(Math.abs(poses.at(-1)![c]! - idle[c]!)).toBeLessThan(2e-3);
    }
    expect(Math.abs(poses.at(-1)![2]! - idle[2]! - layer.displacement.z)).toBeLessThan(0.01);
    layer.absorbDisplacement();
    expect(layer.displacement).toEqual({ yaw: 0, x: 0, z: 0 });
  });

  it('has the same future from a saved moment, to the byte', () => {
    const hits = [
      [0.5, chest],
      [1.1, { bone: 'leftHand', impulse: [9, 0, -12] }],
      [2.2, { point: [0, 1.5, 0], impulse: [-25, 0, 5] }],
    ] as const;
    for (const clip of [clips.idle, clips.walk]) {
      let [saved, gait] = [new Uint8Array(), new Uint8Array()];
      const first = stage(clip).play({
        seconds: 3,
        hits,
        onFrame: (frame, layer) => {
          if (frame !== 71) return;
          saved = layer.save();
          gait = layer.saveGait()!.bytes;
        },
      });
      const again = stage(clip);
      again.layer.restoreGait(gait);
      again.layer.restore(saved);
      const second = again.play({ seconds: 3, from: 72, hits });
      expect(second.poses).toEqual(first.poses.slice(72));
      expect(second.events.length).toBeGreaterThan(0);
    }
  });

  it('shows about the same whatever the frame rate', () => {
    const at = (dt: number): Float64Array =>
      stage(clips.idle)
        .play({ seconds: 2 + dt / 2, dt, hits: [[0.5, chest]] })
        .poses.at(-1)!;
    const [a, b] = [at(1 / 60), at(1 / 240)];
    for (let c = 0; c < 3; c++) expect(Math.abs(a[c]! - b[c]!)).toBeLessThan(0.03);
    expect(a[2]).toBeGreaterThan(0.1); // it has stepped
  });

  it('moves nothing that is masked, and everything by its weight', () => {
    const arm = quatIndex(body.roles.rightUpperArm!);
    const masked = stage(clips.idle, { mask: { rightUpperArm: 0 } }).play({ seconds: 1.5, hits: [[0.5, chest]] });
    const idle = new Float64Array(masked.poses[0]!.length);
    masked.poses.forEach((pose, frame) => {
      sample(idle, clips.idle, frame / 60);
      expect(pose.slice(arm, arm + 4)).toEqual(idle.slice(arm, arm + 4));
    });
    const share = (weight: number): number => {
      const { poses } = stage(clips.idle, { weight }).play({ seconds: 1.2, hits: [[0.5, chest]] });
      sample(idle, clips.idle, (poses.length - 1) / 60);
      return poses.at(-1)![2]! - idle[2]!;
    };
    expect(share(0.5)).toBeCloseTo(0.5 * share(1), 6);
    expect(share(0)).toBe(0);
  });

  it('leans against a pull until it is let go', () => {
    const { layer, pose, play } = stage(clips.idle);
    play({ seconds: 0.5 });
    const before = pose[2]!;
    const release = layer.pull({ bone: 'leftHand', force: [0, 0, 60] });
    play({ seconds: 2.5, from: 30 });
    expect(layer.active).toBe('reactive-blend');
    expect(layer.status).toBe('recovering');
    expect(pose[2]! - before).toBeLessThan(-0.04); // hips back, away from the pull
    release();
    play({ seconds: 8, from: 150 });
    expect(layer.active).toBeUndefined();
  });

  it('tells of a fall with pose and velocity; where nobody takes over, the animation does', () => {
    const { layer, play, pose } = stage(clips.idle);
    let told: Float64Array | undefined;
    const end = layer.on('fall', ({ v }) => {
      told = v;
    });
    const { events } = play({ seconds: 4, hits: [[0.5, { bone: 'chest', impulse: [0, 0, 220] }]] });
    const fall = events.find((event) => event.kind === 'fall');
    expect(fall?.q.every(Number.isFinite)).toBe(true);
    expect(told).toEqual(fall?.v);
    expect(Math.hypot(...fall!.v.slice(0, 3))).toBeGreaterThan(0.5);
    end();
    expect(layer.active).toBeUndefined();
    const own = pose.slice();
    sample(own, clips.idle, layer.time - 1 / 60);
    for (let i = 7; i < own.length; i++) expect(pose[i]).toBeCloseTo(own[i]!, 6); // all joints but the root
  });

  it('keeps walkers on their feet', () => {
    for (let k = 0; k < 8; k++) {
      const [angle, moment] = [(k * Math.PI) / 4, 3 + 0.14 * k];
      const impulse = [20 * Math.sin(angle), 0, 20 * Math.cos(angle)] as const;
      const { events } = stage(clips.walk).play({ seconds: 10, hits: [[moment, { ...chest, impulse }]] });
      const kinds = events.map(({ kind }) => kind);
      expect(kinds).toContain('recovered');
      expect(kinds).not.toContain('fall');
    }
  });

  it.each(['auto', 'told'] as const)('answers while a clip walks on the spot over a ground that moves: %s', (how) => {
    const speed = 1.3; // [m/s], about that of the walk
    const pose = new Float64Array(clips.walk.q.length / clips.walk.frameCount);
    const layer = new ReactionLayer(body, poseRig(pose), how === 'auto' ? {} : { groundVelocity: [0, -speed] });
    const kinds: string[] = [];
    let aside = 0;
    for (let frame = 0; frame < 400; frame++) {
      sample(pose, clips.walk, frame / 60);
      pose[2] = pose[2]! - (speed * (frame + 1)) / 60; // in place
      kinds.push(...layer.update(1 / 60).map(({ kind }) => kind));
      if (frame === 120) layer.hit({ bone: 'chest', impulse: [20, 0, 0] });
      expect(pose.every(Number.isFinite)).toBe(true);
      aside = Math.max(aside, pose[0]!);
    }
    expect(Math.abs(pose[2]!)).toBeLessThan(1.2);
    expect(aside).toBeGreaterThan(0.05);
    expect(kinds).toContain('recovered');
    expect(kinds).not.toContain('fall');
  });

  it('brings those back who never stand: on skates', () => {
    const pose = new Float64Array(clips.idle.q.length / clips.idle.frameCount);
    const layer = new ReactionLayer(body, poseRig(pose));
    const kinds: string[] = [];
    for (let frame = 0; frame < 400; frame++) {
      sample(pose, clips.idle, 1);
      pose[2]! += (3 * frame) / 60;
      kinds.push(...layer.update(1 / 60).map(({ kind }) => kind));
      if (frame === 20) layer.hit({ bone: 'chest', impulse: [25, 0, 0] });
      expect(Math.abs(pose[0]!)).toBeLessThan(1);
    }
    expect(kinds).toContain('recovered');
    expect(layer.active).toBeUndefined();
  });

  it('forgets everything when the character is put elsewhere', () => {
    const { layer, play, pose } = stage(clips.idle);
    play({ seconds: 1.2, hits: [[0.8, chest]] });
    expect(layer.active).toBeDefined();
    layer.reset();
    expect(layer.displacement).toEqual({ yaw: 0, x: 0, z: 0 });
    play({ seconds: 2, from: 72 });
    const idle = pose.slice();
    sample(idle, clips.idle, 119 / 60);
    expect(pose).toEqual(idle);
  });
});
