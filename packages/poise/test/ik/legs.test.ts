/** Legs that follow their feet: knees near full stretch, places met, nothing moved that need not. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { limbOf } from '../../src/ik/leg-ik.ts';
import { bonesLength, kneeOf, legLength, legSlope } from '../../src/ik/legs/knee.ts';
import { type FootWish, solveLegCourse } from '../../src/ik/legs/leg-course.ts';
import { createShiftScratch, shiftLeg } from '../../src/ik/legs/shift-leg.ts';
import { traceLegs } from '../../src/ik/legs/trace-legs.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const { body } = createActor();
const NQ = coordinateCount(body.skeleton);
const clip = perform(walk, { values: { strides: 2 } });
const frames = clip.frameCount;
const traces = traceLegs(body, clip.q);

const wish = (shift: (frame: number) => readonly number[], share: (frame: number) => number): FootWish => ({
  shift: Float64Array.from({ length: 3 * frames }, (_, i) => shift(Math.floor(i / 3))[i % 3]),
  share: Float64Array.from({ length: frames }, (_, frame) => share(frame)),
  least: new Float64Array(frames).fill(Number.NEGATIVE_INFINITY),
});
const nothing = wish(
  () => [0, 0, 0],
  () => 0,
);

describe('the measure of a knee', () => {
  it('is the angle where the knee is bent, and goes on with a finite slope where it is straight', () => {
    for (const angle of [0.1, 0.5, 1.5]) expect(kneeOf(bonesLength(angle, 0.42, 0.4), 0.42, 0.4)).toBeCloseTo(angle, 9);
    for (const knee of [-0.2, 0.03, 0.0698, 0.07, 0.4, 2]) {
      expect(kneeOf(legLength(knee, 0.42, 0.4), 0.42, 0.4)).toBeCloseTo(knee, 7);
      const slope = (legLength(knee + 1e-6, 0.42, 0.4) - legLength(knee - 1e-6, 0.42, 0.4)) / 2e-6;
      expect(legSlope(knee, 0.42, 0.4)).toBeCloseTo(slope, 5);
      expect(slope).toBeLessThan(-0.01);
    }
  });
});

describe('shiftLeg', () => {
  const leg = limbOf(body, 'left', 'leg')!;
  const shifted = (frame: number, way: readonly number[]) => {
    const q = clip.q.slice(frame * NQ, (frame + 1) * NQ);
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, q);
    const place = (): number[] => Array.from(ws.segmentOrigin.subarray(3 * leg.end, 3 * leg.end + 3));
    const before = place();
    const target = {
      position: Float64Array.from(before, (x, c) => x + way[c]),
      rotation: ws.segmentRotation.slice(4 * leg.end, 4 * leg.end + 4),
    };
    const missing = shiftLeg(q, ws, leg, target, createShiftScratch());
    forwardKinematics(body, ws, q);
    const rotation = ws.segmentRotation.subarray(4 * leg.end, 4 * leg.end + 4);
    const turned = Math.abs(target.rotation.reduce((sum, x, k) => sum + x * rotation[k], 0));
    return { q, missing, turned, off: Math.hypot(...place().map((x, c) => x - target.position[c])) };
  };

  it('leaves every joint where the ankle stays, and meets places nearby with the foot as it was', () => {
    for (const frame of [0, 20, 45]) {
      const { q } = shifted(frame, [0, 0, 0]);
      for (let k = 0; k < NQ; k++) expect(q[k]).toBeCloseTo(clip.q[frame * NQ + k], 6);
      const moved = shifted(frame, [0.02, 0.015, -0.03]);
      expect(moved.off).toBeLessThan(1e-9);
      expect(moved.missing).toBeLessThan(1e-9);
      expect(moved.turned).toBeCloseTo(1, 9);
    }
  });

  it('says by how much a leg is too short', () => {
    const { missing, off } = shifted(20, [0, -0.5, 0]);
    expect(missing).toBeGreaterThan(0.3);
    expect(off).toBeCloseTo(missing, 6);
  });
});

describe('solveLegCourse', () => {
  it('moves nothing of which nothing is asked', () => {
    const { hips, ankles } = solveLegCourse(traces, [nothing, nothing], clip.frameTime);
    for (const values of [hips, ...ankles]) expect(values.every((x) => x === 0)).toBe(true);
  });

  it('meets what is asked of a foot, comes back smoothly, and leaves hips alone where told to', () => {
    const held = (frame: number): boolean => frame > 20 && frame < 40;
    const asked = wish(
      (frame) => (held(frame) ? [0.01, 0.004, -0.02] : [0, 0, 0]),
      (frame) => (held(frame) ? 1 : 0),
    );
    const { ankles } = solveLegCourse(traces, [asked, nothing], clip.frameTime);
    for (let frame = 22; frame < 39; frame++) {
      [0.01, 0.004, -0.02].forEach((x, c) => {
        expect(ankles[0][3 * frame + c]).toBeCloseTo(x, 3);
      });
    }
    const largest = (values: Float64Array, from: number): number =>
      values.subarray(3 * from).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(largest(ankles[0], frames - 5)).toBeLessThan(1e-3);
    const bend = (i: number): number => ankles[0][i] - 2 * ankles[0][i + 3] + ankles[0][i + 6];
    for (let i = 3 * 41; i < 3 * (frames - 3); i++) expect(Math.abs(bend(i))).toBeLessThan(2e-3);
    const rest = new Float64Array(frames).fill(1);
    const still = solveLegCourse(traces, [asked, nothing], clip.frameTime, rest);
    expect(largest(still.hips, 0)).toBeLessThan(1e-6);
  });

  it('keeps standing knees from full stretch by bringing the hips down', () => {
    const pulled = wish(
      () => [0, -0.08, 0],
      () => 1,
    );
    const { hips, ankles } = solveLegCourse(traces, [pulled, pulled], clip.frameTime);
    for (const side of [0, 1]) {
      const { hip, ankle, thigh, shank } = traces[side];
      for (let i = 0; i < 3 * frames; i += 3) {
        const far = Math.hypot(...[0, 1, 2].map((c) => ankle[i + c] + ankles[side][i + c] - hip[i + c] - hips[i + c]));
        expect(far).toBeLessThan(thigh + shank);
      }
    }
  });
});
