/** Reactions anywhere at any moment: the acceptance tests of docs/methods/reactive-blend.md. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { relativeQuat } from '../../src/math/quat.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { reactToPushes, startReactiveBlend } from '../../src/methods/reactive-blend/as-method.ts';
import { footstepShift } from '../../src/methods/reactive-blend/footstep-rule.ts';
import { momentumShare, smoothMomentumShare } from '../../src/methods/reactive-blend/momentum-profile.ts';
import { type Clip, createClip, frameAt, withCoordinates } from '../../src/motion/clip.ts';
import { mirror } from '../../src/motion/mirror.ts';
import { quatIndex } from '../../src/motion/skeleton.ts';
import { body, nq, role, still } from '../support/still.ts';

/** Plays a second of a clip with one push at its start; reads the pose each frame. */
function hit(impulse: Vec3, segment: number, options = {}, clip: Clip = still): Float64Array[] {
  const balancer = startReactiveBlend({ body, clip }, options);
  balancer.push({ impulse, segment });
  return Array.from({ length: 60 }, () => {
    balancer.step(1 / 60);
    return balancer.q.slice();
  });
}

/** Largest turn [rad] of a joint against its parent from that of the clip. */
function turnOf(poses: readonly Float64Array[], joint: number): number {
  const between = new Float64Array(4);
  return Math.max(
    ...poses.map((q) => {
      relativeQuat(between, 0, still.q, quatIndex(joint), q, quatIndex(joint));
      return 2 * Math.asin(Math.min(1, Math.hypot(between[0]!, between[1]!, between[2]!)));
    }),
  );
}

/** All of it, from the pelvis to the shoulders. */
const trunk = (poses: readonly Float64Array[]): number =>
  [0, role('spine'), role('chest'), role('upperChest')].reduce((sum, joint) => sum + turnOf(poses, joint), 0);

describe('angular momentum after a hit', () => {
  it('adds up to nothing and does not jump', () => {
    for (const share of [momentumShare, smoothMomentumShare]) {
      const [T1, T2] = [0.4, 0.7];
      // Simpson, with nodes at the corners
      let area = 0;
      for (const [from, to] of [
        [0, T1],
        [T1, T1 + T2 / 2],
        [T1 + T2 / 2, T1 + T2],
      ] as const) {
        const n = 400;
        const h = (to - from) / n;
        for (let k = 0; k < n; k++) {
          const t = from + k * h + 1e-13;
          area += (h / 6) * (share(t, T1, T2) + 4 * share(t + h / 2, T1, T2) + share(t + h - 2e-13, T1, T2));
        }
      }
      expect(Math.abs(area)).toBeLessThan(1e-9);
      expect(share(0, T1, T2)).toBe(1);
      for (const corner of [T1, T1 + T2 / 2, T1 + T2]) {
        expect(Math.abs(share(corner - 1e-9, T1, T2) - share(corner + 1e-9, T1, T2))).toBeLessThan(1e-7);
      }
    }
  });
});

describe('footsteps', () => {
  it('shift by what the pendulum says; the paper steps too far and is singular over the foot', () => {
    const support = { rate: 3.2, duration: 0.4, behind: 0.15, speed: 0.8, exit: 0.1 };
    const [w, T, change] = [3.2, 0.4, 0.2];
    const exact = footstepShift('exact', change, support);
    // integrated: a foot farther ahead by that much brakes by `change` in time T
    let [x, v] = [-support.behind - exact, support.speed];
    let [x0, v0] = [-support.behind, support.speed];
    for (let k = 0; k < 40000; k++) {
      const h = T / 40000;
      v += h * w * w * x;
      x += h * v;
      v0 += h * w * w * x0;
      x0 += h * v0;
    }
    expect(v0 - v).toBeCloseTo(change, 4);
    const place = footstepShift('place', change, support);
    const end = (s: number): number => Math.sqrt(support.speed ** 2 + w * w * (support.exit ** 2 - s * s));
    expect(end(support.behind) - end(support.behind + place)).toBeCloseTo(change, 9);
    expect(footstepShift('paper', change, support)).toBeGreaterThan(exact);
    expect(footstepShift('paper', change, { ...support, behind: 0 })).toBeLessThanOrEqual(1.2);
    for (const rule of ['exact', 'place', 'paper'] as const) expect(footstepShift(rule, 0, support)).toBe(0);
  });

  it('get longer with the push', () => {
    const lengths = [30, 40, 50].map((size) => {
      const { events } = reactToPushes({
        body,
        clip: still,
        pushes: [{ time: 0, impulse: [0, 0, size], segment: role('chest') }],
      });
      const step = events.find((event) => event.kind === 'step');
      return step?.position[2] ?? 0;
    });
    expect(lengths[0]).toBeGreaterThan(0);
    expect(lengths[1]).toBeGreaterThan(lengths[0]!);
    expect(lengths[2]).toBeGreaterThan(lengths[1]!);
  });
});

describe('a hit', () => {
  it('bends the trunk more the stronger it is, and more on the head than on the chest', () => {
    // until a foot lands: a step turns the hips; light hits on the head move the head
    const untilLanding = (poses: readonly Float64Array[]): number => trunk(poses.slice(0, 32));
    const [weak, strong, head] = [
      untilLanding(hit([0, 0, 12], role('chest'))),
      untilLanding(hit([0, 0, 24], role('chest'))),
      untilLanding(hit([0, 0, 24], role('head'))),
    ];
    expect(strong).toBeGreaterThan(weak);
    expect(head).toBeGreaterThan(strong);
  });

  it('turns the body about the vertical on a shoulder, not on the chest', () => {
    // as long as both feet stand: a step turns the hips, wherever the hit was
    const yaw = (poses: readonly Float64Array[]): number => {
      const ws = createWorkspace(body);
      return Math.max(
        ...poses.slice(0, 18).map((q) => {
          forwardKinematics(body, ws, q);
          const [l, r] = [3 * role('leftUpperArm'), 3 * role('rightUpperArm')];
          return Math.abs(
            Math.atan2(
              ws.segmentOrigin[l + 2]! - ws.segmentOrigin[r + 2]!,
              ws.segmentOrigin[l]! - ws.segmentOrigin[r]!,
            ),
          );
        }),
      );
    };
    const shoulder = yaw(hit([0, 0, -16], role('leftUpperArm')));
    expect(shoulder).toBeGreaterThan(3 * yaw(hit([0, 0, -16], role('chest'))));
    expect(shoulder).toBeGreaterThan(0.1);
  });

  it('leaves tied arms alone, and the trunk does more', () => {
    const tied = hit([0, 0, -16], role('head'), { hands: 'tied' });
    const free = hit([0, 0, -16], role('head'));
    expect(turnOf(tied, role('leftUpperArm'))).toBeLessThan(1e-3);
    expect(turnOf(free, role('leftUpperArm'))).toBeGreaterThan(0.05);
    expect(trunk(tied)).toBeGreaterThan(trunk(free));
  });

  it('on the other side has the mirrored motion', () => {
    const both = mirror(createClip({ ...still, q: still.q.slice(0, nq) }));
    const flipped = withCoordinates(
      still,
      Float64Array.from({ length: 60 * nq }, (_, i) => both.q[i % nq]!),
    );
    const right = hit([-12, 0, 5], role('rightUpperArm'), {}, flipped);
    const left = hit([12, 0, 5], role('leftUpperArm'));
    const mirrored = mirror(createClip({ ...still, q: Float64Array.from(left.flatMap((q) => [...q])) }));
    right.forEach((q, frame) => {
      const expected = frameAt(mirrored, frame);
      for (let c = 0; c < 3; c++) expect(Math.abs(q[c]! - expected[c]!)).toBeLessThan(1e-6);
      for (let i = 3; i < nq; i += 4) {
        let dot = 0;
        for (let c = 0; c < 4; c++) dot += q[i + c]! * expected[i + c]!;
        expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-6);
      }
    });
  });

  it('of nothing, at the centre of mass, on feet together or straight knees makes no NaN', () => {
    const zero = hit([0, 0, 0], role('chest'));
    expect(zero.flatMap((q) => [...q]).every(Number.isFinite)).toBe(true);
    const straight = still.q.slice();
    for (let f = 0; f < 60; f++) {
      for (const name of ['leftLowerLeg', 'rightLowerLeg', 'leftUpperLeg', 'rightUpperLeg'] as const) {
        straight.set(
          body.skeleton.restRotations.subarray(4 * role(name), 4 * role(name) + 4),
          f * nq + quatIndex(role(name)),
        );
      }
    }
    for (const segment of [role('head'), role('leftFoot'), 0]) {
      const poses = hit([30, 20, -30], segment, {}, withCoordinates(still, straight));
      expect(poses.flatMap((q) => [...q]).every(Number.isFinite)).toBe(true);
    }
  });

  it('may be one of many; in the end there is a fall', () => {
    const pushes = Array.from({ length: 8 }, (_, k) => ({
      time: 0.35 * k,
      impulse: [0, 0, 30 + 15 * k] as Vec3,
      segment: role('chest'),
    }));
    const afterwards = { ...pushes[0], time: 30 };
    const { events, outcome, clip, notes } = reactToPushes({ body, clip: still, pushes: [...pushes, afterwards] });
    expect(outcome.status).toBe('fall');
    // the recording ends when the body lies still; what was to come later is told
    const end = (clip.frameCount - 1) * clip.frameTime;
    const [fall, down] = ['fall', 'down'].map((told) => events.find(({ kind }) => kind === told)!.time);
    expect(down - fall).toBeLessThan(4.5);
    expect(end).toBeGreaterThanOrEqual(down - clip.frameTime);
    const met = events.filter(({ kind }) => kind === 'impact').length;
    expect(met).toBeGreaterThan(2);
    expect(met).toBeLessThan(8);
    expect(notes[0]).toMatch(/^1 of 9 pushes comes after the end of the result/);
    expect(clip.q.every(Number.isFinite)).toBe(true);
  });
});

describe('the end of the clip', () => {
  /** Carried along at 2 m/s; the last frame is repeated, as captures often do. */
  function moving(repeats: number): Clip {
    const frames = 60;
    const q = new Float64Array(nq * (frames + repeats));
    for (let f = 0; f < frames + repeats; f++) {
      q.set(still.q.subarray(0, nq), f * nq);
      q[f * nq + 2] += (2 * Math.min(f, frames - 1)) / 60;
    }
    return createClip({ ...still, frameTime: 1 / 60, q, extraTracks: [] });
  }
  const lengthOf = (clip: Clip): number =>
    reactToPushes({ body, clip, pushes: [{ time: 0.5, impulse: [15, 0, 0], segment: role('chest') }] }).clip.frameCount;

  it('is not held by one who was still on the way, repeated frames or not', () => {
    for (const repeats of [0, 1, 4]) expect(lengthOf(moving(repeats))).toBe(60 + repeats);
  });

  it('is held until the recovery by one who had stopped', () => {
    expect(lengthOf(moving(30))).toBeGreaterThan(90);
  });
});
