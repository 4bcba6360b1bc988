/** Feet: rolling without sliding, passing clear of the other leg, contacts of a stream. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { bodyOf } from '../../src/body/create-body.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { type FootShape, rollOnHeel, rollOnToes } from '../../src/gait/foot-roll.ts';
import { createWatchedFeet, watchFeet } from '../../src/gait/streaming-contacts.ts';
import { besideShare, lackingGap } from '../../src/gait/swing.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const foot: FootShape = {
  length: 0.26,
  ankleHeight: 0.08,
  heel: 0.05,
  toeJoint: 0.13,
  toeHeight: 0.02,
  toeLength: 0.06,
};

/** A point of the foot, (y, z) from the ankle when flat, after the ankle is at `at` and the foot pitched. */
const pointAt = ([y, z]: readonly [number, number], at: readonly [number, number], pitch: number) => [
  at[0] + y * Math.cos(pitch) + z * Math.sin(pitch),
  at[1] + z * Math.cos(pitch) - y * Math.sin(pitch),
];

describe('a rolling foot', () => {
  it('keeps its heel where it is while the toes rise', () => {
    for (const pitch of [0, 0.2, 0.5]) {
      const heel = pointAt([-foot.ankleHeight, -foot.heel], rollOnHeel(foot, foot.heel, pitch), pitch);
      expect(heel[0]).toBeCloseTo(0, 12);
      expect(heel[1]).toBeCloseTo(-foot.heel, 12);
    }
  });

  it('keeps its toe joint where it is while the toes lie flat, and their tips once they rise', () => {
    const joint = [foot.toeHeight - foot.ankleHeight, foot.toeJoint] as const;
    for (const pitch of [0, -0.3, -0.7]) {
      const [y, z] = pointAt(joint, rollOnToes(foot, pitch, 0), pitch);
      expect(y).toBeCloseTo(foot.toeHeight, 12);
      expect(z).toBeCloseTo(foot.toeJoint, 12);
      const toes = -0.2;
      const up = pointAt(joint, rollOnToes(foot, pitch, toes), pitch) as [number, number];
      const tip = pointAt([-foot.toeHeight, foot.toeLength], up, toes);
      expect(tip[0]).toBeCloseTo(0, 12);
      expect(tip[1]).toBeCloseTo(foot.toeJoint + foot.toeLength, 12);
    }
  });
});

describe('a foot that passes the other leg', () => {
  it('is beside it when near, clear of it when far, ahead or behind', () => {
    expect([0, 0.05, -0.05].map((ahead) => besideShare(ahead, 0.06, 0.5))).toEqual([1, 1, 1]);
    expect([0.5, -0.8].map((ahead) => besideShare(ahead, 0.06, 0.5))).toEqual([0, 0]);
    expect(besideShare(0.28, 0.06, 0.5)).toBeCloseTo(0.5, 12);
  });

  it('lacks what it is nearer than asked, and no more than the motion has', () => {
    expect(lackingGap(0.1, 0.2, 0.15)).toBe(0);
    expect(lackingGap(0.1, 0.2, -0.05)).toBeCloseTo(0.15, 12);
    expect(lackingGap(0.1, 0.04, 0)).toBeCloseTo(0.04, 12);
    expect(lackingGap(0.1, -0.1, -0.05)).toBe(0);
  });
});

describe('contacts of a stream', () => {
  const clip = perform(walk);
  const body = bodyOf(clip);
  const report = analyse(body, clip);
  const nq = coordinateCount(clip.skeleton);

  /** The clip, frame by frame, with velocities as a stream has them: from the frame before. */
  function stream(seen: (frame: number, ws: ReturnType<typeof createWorkspace>) => void): void {
    const ws = createWorkspace(body);
    const v = new Float64Array(freedomCount(clip.skeleton));
    for (let frame = 1; frame < clip.frameCount; frame++) {
      difference(v, clip.skeleton, clip.q, (frame - 1) * nq, clip.q, frame * nq, clip.frameTime);
      forwardKinematics(body, ws, clip.q, frame * nq);
      forwardVelocity(body, ws, v);
      seen(frame, ws);
    }
  }

  it('are those that the whole clip tells, but for a few frames', () => {
    const watched = createWatchedFeet();
    let [same, stood, count] = [0, 0, 0];
    stream((frame, ws) => {
      watchFeet(watched, body, ws, report.ground.height, clip.frameTime);
      for (const side of [0, 1] as const) {
        const { heel, ball, toe } = report.feet[side];
        const touches = heel[frame] + ball[frame] + toe[frame] > 0;
        if (touches === watched.planted[side] > 0) same++;
        if (touches) stood++;
        count++;
      }
    });
    expect(same / count).toBeGreaterThan(0.9);
    expect(stood / count).toBeGreaterThan(0.5);
    expect(stood / count).toBeLessThan(0.8);
  });

  it('stand where they rest, also when a crossfade has taken them through the floor before', () => {
    const standing = perform(idle);
    const ws = createWorkspace(body);
    const v = new Float64Array(freedomCount(standing.skeleton));
    const watched = createWatchedFeet();
    const dt = 1 / 60;
    const watch = (sunk: number, speed: number): void => {
      v[0] = speed;
      const q = standing.q.slice(0, coordinateCount(standing.skeleton));
      q[1]! -= sunk;
      forwardKinematics(body, ws, q);
      forwardVelocity(body, ws, v);
      watchFeet(watched, body, ws, 0, dt);
    };
    for (let frame = 0; frame < 12; frame++) watch(0.04 * Math.sin((Math.PI * frame) / 11), 2);
    expect([...watched.planted]).toEqual([0, 0]);
    for (let t = 0; t < 0.15; t += dt) watch(0, 0);
    expect([...watched.planted]).toEqual([1, 1]);
  });
});
