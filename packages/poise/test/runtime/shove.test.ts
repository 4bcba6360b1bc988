/** Two characters push each other: hands are where they touch, and what one gets the other gets the other way round. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createMovingFreedoms } from '../../src/dynamics/tree-mass.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { UsageError } from '../../src/errors.ts';
import { movePose } from '../../src/gait/placement.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { Shove, type ShoveOptions } from '../../src/runtime/contact/shove.ts';
import type { ReactionEvent } from '../../src/runtime/events.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { body, clips, savedState } from './stage.ts';

const nq = coordinateCount(body.skeleton);

/** Two who face each other `apart` metres: the second stands ahead (+Z) and looks back. */
function pair(
  apart: number,
  options: Partial<ShoveOptions> = {},
  seconds = 5,
  from?: { saved: string; frame: number },
) {
  const poses = [new Float64Array(nq), new Float64Array(nq)] as const;
  const layers = poses.map((pose) => new ReactionLayer(body, poseRig(pose))) as [ReactionLayer, ReactionLayer];
  const places = [
    { yaw: 0, x: 0, z: 0 },
    { yaw: Math.PI, x: 0, z: apart },
  ] as const;
  const events: (readonly [who: number, event: ReactionEvent])[] = [];
  const told = { apartWhilePushing: 0, pushing: 0, saved: '' };
  const shown: number[][] = [];
  let shove: Shove | undefined;
  for (let frame = from?.frame ?? 0; frame < seconds * 60; frame++) {
    layers.forEach((layer, who) => {
      sample(poses[who]!, clips.idle, frame / 60);
      movePose(places[who]!, poses[who]!);
      if (from && frame === from.frame) {
        const saved = JSON.parse(from.saved) as { layers: number[][]; shove: unknown };
        layer.restore(Uint8Array.from(saved.layers[who]!));
      }
      events.push(...layer.update(1 / 60).map((event) => [who, event] as const));
    });
    if (frame === 30 || (from && frame === from.frame)) shove = new Shove(layers[0], layers[1], options);
    if (from && frame === from.frame) shove!.restore((JSON.parse(from.saved) as { shove: unknown }).shove);
    shove?.update(1 / 60);
    shown.push([...poses[0], ...poses[1]]);
    if (shove?.status === 'pushing') {
      told.pushing++;
      shove.palms.forEach((palm, k) => {
        const off = Math.hypot(...palm.map((part, c) => part - shove!.contacts[k]![c]!));
        told.apartWhilePushing = Math.max(told.apartWhilePushing, off);
      });
    }
    if (frame === 47)
      told.saved = JSON.stringify({ layers: layers.map((layer) => [...layer.save()]), shove: shove?.save() });
  }
  return { layers, shove: shove!, events, shown, ...told };
}

const impulses = (events: ReturnType<typeof pair>['events'], who: number): Vec3 =>
  events.reduce<Vec3>(
    ([x, y, z], [whose, event]) => {
      if (whose !== who || event.kind !== 'impact') return [x, y, z];
      const [a, b, c] = event.push.impulse;
      return [x + a, y + b, z + c];
    },
    [0, 0, 0],
  );

describe('a shove', () => {
  it('lays the hands on the chest, pushes both alike, and lets go', () => {
    const { layers, shove, events, shown, apartWhilePushing, pushing } = pair(0.62, { impulse: 32 });
    expect(shove.status).toBe('over');
    expect(pushing).toBeGreaterThan(3);
    expect(apartWhilePushing).toBeLessThan(0.02);
    const [one, other] = [impulses(events, 0), impulses(events, 1)];
    expect(Math.hypot(...other)).toBeCloseTo(32, 9);
    for (let c = 0; c < 3; c++) expect(one[c]! + other[c]!).toBe(0);
    // both go away from each other, and recover
    expect(Math.max(...shown.map((both) => both[nq + 2]! - shown[0]![nq + 2]!))).toBeGreaterThan(0.1);
    expect(Math.min(...shown.map((both) => both[2]! - shown[0]![2]!))).toBeLessThan(-0.1);
    for (const layer of layers) expect(layer.status).toBe('balanced');
  });

  it('gives the bodies momenta that sum to nothing', () => {
    const { layers, shown } = pair(0.62, { impulse: 20, duration: 0.1 }, 54 / 60);
    expect(shown.length).toBe(54);
    const ws = createWorkspace(body);
    const { joints } = createMovingFreedoms(body, ws);
    const momenta = layers.map((layer) => {
      const { driver } = savedState(layer).driver!.state as { driver: { responder: { body: number[] } } };
      const state = driver.responder.body; // root, then rotation and angular velocity of every joint that moves a mass
      const q = Float64Array.from(clips.idle.q.subarray(0, nq));
      const v = new Float64Array(freedomCount(body.skeleton));
      q.set(state.slice(0, 3));
      v.set(state.slice(3, 6));
      for (const [k, joint] of joints.entries()) {
        q.set(state.slice(6 + 7 * k, 10 + 7 * k), 3 + 4 * joint);
        v.set(state.slice(10 + 7 * k, 13 + 7 * k), 3 + 3 * joint);
      }
      forwardKinematics(body, ws, q);
      forwardVelocity(body, ws, v);
      return body.totalMass * ws.comVelocity[2]!;
    });
    expect(momenta[1]).toBeGreaterThan(8); // some of it has gone into the ground
    expect(Math.abs(momenta[0]! + momenta[1]!)).toBeLessThan(0.15 * momenta[1]!);
  });

  it('pushes a shoulder with one hand', () => {
    const { events, apartWhilePushing } = pair(0.6, { hands: 'right', at: 'leftShoulder', impulse: 15 });
    expect(apartWhilePushing).toBeLessThan(0.02);
    expect(impulses(events, 1)[2]).toBeGreaterThan(12);
  });

  it('pushes nobody who is out of reach, and refuses what makes no sense', () => {
    const { shove, events, shown } = pair(1.6, {}, 1.5);
    expect(shove.status).toBe('out-of-reach');
    expect(shove.isOver).toBe(true);
    expect(events).toEqual([]);
    // the arms go back as softly as they went
    for (let frame = 1; frame < shown.length; frame++) {
      const leap = shown[frame]!.map((part, i) => Math.abs(part - shown[frame - 1]![i]!));
      expect(Math.max(...leap)).toBeLessThan(0.15);
    }
    expect(() => pair(0.6, { impulse: -1 }, 0.6)).toThrow(UsageError);
    const { layers } = pair(0.6, {}, 0.2);
    expect(() => new Shove(layers[0], layers[0])).toThrow(UsageError);
    const fresh = new ReactionLayer(body, poseRig(new Float64Array(nq)));
    expect(() => new Shove(layers[0], fresh)).toThrow(/update both/);
    expect(() => new Shove(layers[0], layers[1]).update(Number.NaN)).toThrow(UsageError);
  });

  it('has the same future from a saved moment', () => {
    const first = pair(0.62, { impulse: 40 }, 2);
    const again = pair(0.62, { impulse: 40 }, 2, { saved: first.saved, frame: 48 });
    expect(again.shown.slice(1)).toEqual(first.shown.slice(49));
  });
});
