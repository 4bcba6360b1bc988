/** Joints of legs that are held back: never quicker than their limit, there in the end, untouched where nothing is too quick. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { lowestSole } from '../../src/body/lowest-sole.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { expQuat, setIdentityQuat } from '../../src/math/quat.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { createHeldJoints, holdJoint, noteTick } from '../../src/methods/reactive-locomotion/held-joints.ts';
import { bendOf, createKnee, noteBend, smoothedLength } from '../../src/methods/reactive-locomotion/smooth-knee.ts';
import { createSoleChain, soleHeight } from '../../src/methods/reactive-locomotion/sole-height.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const TICK = 1 / 120;
const LIMIT = 500; // [rad/s²]

/** Angles [rad] about x that one joint comes to which is wanted at `angle(t)`; the clip does not move. After tick `leap` it has
 *  100 rad/s. */
function followed(angle: (t: number) => number, ticks: number, leap = 0): readonly number[] {
  const held = createHeldJoints([0], TICK);
  const still = new Float64Array(6);
  const pose = new Float64Array(7);
  const q = new Float64Array(7);
  const v = new Float64Array(6);
  const at = quatIndex(0);
  setIdentityQuat(pose, at);
  setIdentityQuat(held.wanted, 0);
  const out: number[] = [];
  for (let k = 1; k <= ticks; k++) {
    held.known = true;
    noteTick(held, still, 1);
    expQuat(q, at, Float64Array.of(angle(k * TICK), 0, 0), 0);
    held.wanted.set(q.subarray(at, at + 4));
    held.behind[0] = 0;
    holdJoint(q, held, 0, 1, pose, v);
    const now = 2 * Math.atan2(q[at]!, q[at + 3]!);
    v[3] = k === leap ? 100 : (now - (out.at(-1) ?? 0)) / TICK;
    pose.set(q);
    out.push(now);
  }
  return out;
}

/** Largest change of speed [rad/s] from tick to tick, from rest. */
function largestChange(angles: readonly number[]): number {
  const speeds = angles.map((angle, k) => (angle - (angles[k - 1] ?? 0)) / TICK);
  return Math.max(...speeds.map((speed, k) => Math.abs(speed - (speeds[k - 1] ?? 0))));
}

describe('a joint that is held back', () => {
  it('is where it is wanted, to rounding, while that is not too quick', () => {
    const angle = (t: number): number => 0.5 * (1 - Math.cos(20 * t)); // at most 200 rad/s²
    const angles = followed(angle, 60);
    for (const [k, value] of angles.entries()) expect(value).toBeCloseTo(angle((k + 1) * TICK), 12);
  });

  it('comes to a place that jumped, within its limit and hardly going past it', () => {
    for (const jump of [0.05, 0.3, 1, -0.6]) {
      const angles = followed(() => jump, 60);
      expect(largestChange(angles)).toBeLessThan(LIMIT * TICK + 1e-9);
      expect(largestChange(angles)).toBeGreaterThan(0.9 * Math.min(LIMIT * TICK, Math.abs(jump) / TICK));
      expect(angles.at(-1)).toBeCloseTo(jump, 9);
      for (const angle of angles) expect(angle / jump).toBeLessThan(1.07);
    }
  });

  it('does not go on with the speed of a leap', () => {
    // 100 rad/s, as when the floor made it leap, would take it round more than once
    const angles = followed(() => 0, 80, 10);
    expect(Math.max(...angles)).toBeGreaterThan(0.05);
    expect(Math.max(...angles)).toBeLessThan(0.4);
    expect(angles.at(-1)).toBeCloseTo(0, 6);
  });

  it('catches up with one that set out at once', () => {
    const angles = followed((t) => 10 * t, 40);
    expect(largestChange(angles)).toBeLessThan(LIMIT * TICK + 1e-9);
    expect(angles.at(-1)).toBeCloseTo(10 * 40 * TICK, 9);
  });
});

describe('a knee that stands', () => {
  it('is as long as the leg is to be where that is smooth, and stopped before it is straight where it is not', () => {
    const length = 0.9;
    const most = 0.99 * length;
    const knee = createKnee();
    let smooth = 0;
    let rate = 0;
    const bends: number[] = [];
    for (let k = 0; k < 60; k++) {
      // slowly longer, then by 1.5 cm at once
      const wanted = k < 30 ? 0.84 + 0.0003 * k : 0.864;
      if (k > 0) noteBend(knee, bends.at(-1)!, TICK);
      knee.wish = bendOf(wanted, length);
      const got = k > 1 ? smoothedLength(knee, wanted, most, length, 0, TICK) : wanted;
      if (k < 30) expect(got).toBeCloseTo(wanted, 12);
      const bend = bendOf(got, length);
      const next = k > 0 ? (bend - bends.at(-1)!) / TICK : 0;
      if (k > 1) smooth = Math.max(smooth, Math.abs(next - rate));
      rate = next;
      bends.push(bend);
    }
    // at once it would be 10 rad/s
    expect(smooth).toBeLessThan(5);
    expect(bends.at(-1)).toBeCloseTo(bendOf(0.864, length), 6);
  });
});

describe('the height of a sole', () => {
  it('is that of the whole body, by another way', () => {
    const body = fitBody(perform(walk));
    const ws = createWorkspace(body);
    const rng = createRng(7);
    const chains = [0, 1].map((side) =>
      createSoleChain(body, side as 0 | 1, body.roles[side === 0 ? 'leftUpperLeg' : 'rightUpperLeg']!),
    );
    const q = new Float64Array(coordinateCount(body.skeleton));
    for (let pose = 0; pose < 20; pose++) {
      for (let joint = 0; joint < body.skeleton.names.length; joint++) {
        const turn = Float64Array.from({ length: 3 }, () => uniform(rng, -0.7, 0.7));
        expQuat(q, quatIndex(joint), turn, 0);
      }
      q[1] = uniform(rng, 0, 2);
      forwardKinematics(body, ws, q);
      const lowest = Math.min(...chains.map((chain) => soleHeight(chain, ws, q)));
      expect(lowest).toBeCloseTo(lowestSole(body, q), 12);
    }
  });
});
