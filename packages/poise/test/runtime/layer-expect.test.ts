/** Hits that a character knows of before they come: it braces, and takes them better. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips, stage } from './stage.ts';

const library = reactionLibrary(smallLibrary());
const ws = createWorkspace(body);
const FRAME = 1 / 60; // [s]
const IN = 0.8; // [s]

/** CoM and ankles of a pose [m]. */
function placesOf(q: Float64Array) {
  forwardKinematics(body, ws, q);
  const { leftFoot, rightFoot } = body.roles;
  const ankles = [leftFoot!, rightFoot!].flatMap((foot) => [...ws.segmentOrigin.subarray(3 * foot, 3 * foot + 3)]);
  return { com: [...ws.com], ankles };
}

/** What is shown while a hit is expected that never comes, frame by frame from the moment of telling. */
function bracing(impulse: Vec3, seconds: number, options: { readonly callOffAt?: number } = {}) {
  const { layer, pose, play } = stage(clips.idle);
  play({ seconds: 0.5 });
  const callOff = layer.expect({ bone: 'chest', impulse, in: IN });
  const plain = new Float64Array(coordinateCount(body.skeleton));
  const frames: { time: number; shift: number[]; feet: number }[] = [];
  for (let frame = 30; frame < 30 + seconds / FRAME; frame++) {
    sample(pose, clips.idle, frame * FRAME);
    plain.set(pose);
    if (options.callOffAt !== undefined && frame === 30 + Math.round(options.callOffAt / FRAME)) callOff();
    layer.update(FRAME);
    const [shown, own] = [placesOf(pose), placesOf(plain)];
    frames.push({
      time: (frame - 29) * FRAME,
      shift: shown.com.map((x, c) => x - own.com[c]!),
      feet: Math.max(...shown.ankles.map((x, c) => Math.abs(x - own.ankles[c]!))),
    });
  }
  return frames;
}

describe('a hit that is expected', () => {
  it.each([
    ['from behind', [0, 0, 30], 2, -1],
    ['from the front', [0, 0, -30], 2, 1],
    ['from the right', [30, 0, 0], 0, -1],
  ] as const)('%s: the CoM goes 2 cm or more against it before, sinks, and the feet stay', (_, impulse, axis, sign) => {
    const frames = bracing(impulse, 4);
    const event = frames.find(({ time }) => time > IN)!;
    expect(sign * event.shift[axis]!).toBeGreaterThan(0.02);
    expect(sign * event.shift[axis]!).toBeLessThan(0.12);
    expect(event.shift[1]!).toBeLessThan(-0.003);
    // it begins early: half of it is there a fifth of a second before
    expect(sign * frames.find(({ time }) => time > IN - 0.2)!.shift[axis]!).toBeGreaterThan(0.01);
    expect(Math.max(...frames.map(({ feet }) => feet))).toBeLessThan(1e-3);
    // no leap: the CoM of somebody who leans moves at walking pace at the very most
    for (let k = 1; k < frames.length; k++) {
      const speed = Math.hypot(...frames[k]!.shift.map((x, c) => x - frames[k - 1]!.shift[c]!)) / FRAME;
      expect(speed).toBeLessThan(0.6);
    }
    // nothing came: upright again, and the animation alone
    expect(Math.hypot(...frames.at(-1)!.shift)).toBe(0);
  });

  it('is braced for the more, the harder it is', () => {
    const lean = (size: number): number => -bracing([0, 0, size], 0.9).at(-6)!.shift[2]!;
    expect(lean(20)).toBeGreaterThan(1.5 * lean(10));
    expect(lean(30)).toBeGreaterThan(lean(20));
  });

  it('is called off without a leap', () => {
    const frames = bracing([0, 0, 30], 2, { callOffAt: 0.6 });
    for (let k = 1; k < frames.length; k++) {
      expect(Math.abs(frames[k]!.shift[2]! - frames[k - 1]!.shift[2]!) / FRAME).toBeLessThan(0.6);
    }
    expect(frames.find(({ time }) => time > 1.1)!.shift[2]).toBe(0);
  });

  it('needs fewer steps, and the hips go less far, from whatever side and however hard', () => {
    const taken = (impulse: Vec3, isKnown: boolean) => {
      const { layer, pose, play } = stage(clips.idle, { library });
      play({ seconds: 0.5 });
      if (isKnown) layer.expect({ bone: 'chest', impulse, in: 1 });
      play({ seconds: 1.5, from: 30 });
      layer.hit({ bone: 'chest', impulse });
      let way = 0;
      const onFrame = (): void => {
        way = Math.max(way, Math.hypot(pose[0]!, pose[2]!));
      };
      const { events } = play({ seconds: 5, from: 90, onFrame });
      expect(events.filter(({ kind }) => kind === 'fall')).toEqual([]);
      return { steps: events.filter(({ kind }) => kind === 'step').length, way };
    };
    for (const impulse of [
      [0, 0, 25],
      [0, 0, -35],
      [50, 0, 0],
      [-35, 0, -35],
    ] as const) {
      const [plain, braced] = [taken(impulse, false), taken(impulse, true)];
      expect(braced.steps).toBeLessThan(plain.steps);
      expect(braced.way).toBeLessThan(0.5 * plain.way);
    }
  });

  it('is part of a save: the same future to the byte', () => {
    const [one, other] = [stage(clips.idle), stage(clips.idle)];
    one.play({ seconds: 0.5 });
    one.layer.expect({ preset: 'shove', direction: [0, 0, 1], in: 0.5 });
    one.play({ seconds: 0.8, from: 30 });
    one.layer.expect({ bone: 'head', impulse: [10, 0, 0], in: 0.5 }); // something else is on its way
    one.play({ seconds: 0.9, from: 48 });
    other.play({ seconds: 0.1 });
    other.layer.restore(one.layer.save());
    const [a, b] = [one, other].map(({ play }) => play({ seconds: 2, from: 54 }).poses);
    expect(b).toEqual(a);
  });

  it('adds nothing to the save of somebody who expects nothing', () => {
    const { layer, play } = stage(clips.idle);
    play({ seconds: 0.5 });
    const before = layer.save().length;
    layer.expect({ bone: 'chest', impulse: [0, 0, 30], in: 0.5 });
    expect(layer.save().length).toBeGreaterThan(before);
    layer.reset();
    play({ seconds: 1, from: 30 });
    expect(layer.save().length).toBeLessThanOrEqual(before + 8);
  });

  it.each([
    [{ bone: 'chest', impulse: [0, 0, 30], in: 0 }, /in: expected 0.1 to 60 seconds/],
    [{ bone: 'chest', impulse: [0, 0, 30], in: Number.NaN }, /in: expected/],
    [{ bone: 'chest', impulse: [0, 0, 30], when: 1, in: 1 }, /when/],
    [{ bone: 'chest', in: 1 }, /impulse/],
  ])('is refused where it makes no sense: %j', (expected, message) => {
    const { layer, play } = stage(clips.idle);
    play({ seconds: 0.1 });
    expect(() => layer.expect(expected as never)).toThrow(message);
  });

  it('has to wait for the first pose', () => {
    const layer = new ReactionLayer(body, poseRig(new Float64Array(coordinateCount(body.skeleton))));
    expect(() => layer.expect({ bone: 'chest', impulse: [0, 0, 30], in: 1 })).toThrow(/update/);
  });
});
