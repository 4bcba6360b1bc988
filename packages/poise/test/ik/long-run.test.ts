/** Ten seconds and more of IK, one frame after the other. */
import { describe, expect, it } from 'vitest';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import { jointRange } from '../../src/ik/limits/joint-range.ts';
import { jointSpeed } from '../../src/ik/limits/joint-speed.ts';
import { framePosition } from '../../src/ik/tasks/frame-position.ts';
import { HELD_WEIGHT, weighJoints } from '../../src/ik/tasks/posture.ts';
import { quatIndex } from '../../src/motion/skeleton.ts';
import { createScene } from './scene.ts';
import { crouching, DT, largest, person, place } from './support.ts';

const who = person();
const { body, ws } = who;
const MILLIMETRE = 1e-3;
const DEGREE = Math.PI / 180;

/** Largest amount [rad] by which any anatomical angle is past its limit. */
function pastLimits(q: Float64Array): number {
  const angles = new Float64Array(3);
  let past = 0;
  for (let joint = 0; joint < body.mass.length; joint++) {
    anatomicalAngles(angles, 0, body.limits, joint, q, quatIndex(joint));
    for (let k = 0; k < 3; k++) {
      past = Math.max(past, angles[k] - body.limits.upper[3 * joint + k], body.limits.lower[3 * joint + k] - angles[k]);
    }
  }
  return past;
}

/** Largest turn [rad] of spine and neck joints together, from the hips to the head, against the start. */
function spineBend(q: Float64Array): number {
  place(who, q);
  const dot = [0, 1, 2, 3].reduce(
    (sum, k) => sum + ws.segmentRotation[k] * ws.segmentRotation[4 * who.joint('upperChest') + k],
    0,
  );
  return 2 * Math.acos(Math.min(1, Math.abs(dot)));
}

describe('planted feet', () => {
  it('stay within 0.5 mm and 0.1° for 20 s of sway, twist and reach', () => {
    const hand = framePosition(body, who.joint('leftHand'), { stiffness: 5, softness: 1e-3 });
    const limits = [jointRange(body, DT), jointSpeed(body, DT)];
    const scene = createScene(who, crouching(who), { limits, more: [hand] });
    place(who, scene.q);
    const start = ws.segmentOrigin.slice(3 * who.joint('leftHand'), 3 * who.joint('leftHand') + 3);
    let slide = 0;
    let turn = 0;
    for (let frame = 0; frame < 1200; frame++) {
      const t = frame * DT;
      scene.linear.reference.momentum.set([6 * Math.cos(3 * t), 3 * Math.sin(5 * t), 9 * Math.sin(2 * t)]);
      scene.angular.reference.momentum.set([0, 2 * Math.sin(4 * t), 0]);
      for (let k = 0; k < 3; k++) hand.reference.position[k] = start[k] + 0.15 * Math.sin((2 + k) * t);
      expect(scene.step().status).toBe('solved');
      const error = scene.feetError();
      slide = Math.max(slide, error.slide);
      turn = Math.max(turn, error.turn);
    }
    expect(slide).toBeLessThan(0.5 * MILLIMETRE);
    expect(turn).toBeLessThan(0.1 * DEGREE);
    expect(pastLimits(scene.q)).toBeLessThan(1e-3);
  });

  it('come to rest exactly where they were planned', () => {
    const scene = createScene(who, crouching(who), { limits: [jointRange(body, DT)] });
    for (let frame = 0; frame < 300; frame++) {
      scene.linear.reference.momentum[2] = frame < 60 ? 12 : 0;
      scene.step();
    }
    expect(scene.feetError().slide).toBeLessThan(1e-6);
  });
});

describe('a hit on the head, arms tied, angular momentum hard', () => {
  /** The impulse [N·s] forward on the head decays within `duration` [s]; two seconds in all. */
  function hit(impulse: number, duration: number, limited: boolean) {
    const limits = limited ? [jointRange(body, DT), jointSpeed(body, DT)] : [];
    const scene = createScene(who, crouching(who, 0.4), { angularSoftness: 0, limits, comStiffness: 0 });
    for (const side of ['left', 'right'] as const) {
      const arm = ([`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`] as const).map(who.joint);
      weighJoints(scene.pose, arm, HELD_WEIGHT);
    }
    place(who, scene.q);
    const height = ws.segmentOrigin[3 * who.joint('head') + 1] - ws.com[1];
    const worst = { spine: 0, slide: 0, past: 0, fastest: 0, unmet: 0 };
    for (let frame = 0; frame < 120; frame++) {
      const left = Math.max(0, 1 - (frame * DT) / duration);
      scene.linear.reference.momentum[2] = left * impulse;
      scene.angular.reference.momentum[0] = left * impulse * height;
      if (scene.step().status !== 'solved') worst.unmet++;
      worst.spine = Math.max(worst.spine, spineBend(scene.q));
      worst.slide = Math.max(worst.slide, scene.feetError().slide);
      worst.past = Math.max(worst.past, pastLimits(scene.q));
      worst.fastest = Math.max(worst.fastest, largest(scene.v));
    }
    return worst;
  }

  it.each([
    [12, 0.4],
    [24, 0.7],
    [24, 1.2],
  ])('%i N·s over %f s: stays sane with limits', (impulse, duration) => {
    const { spine, slide, past, fastest } = hit(impulse, duration, true);
    expect(spine).toBeLessThan(70 * DEGREE);
    expect(slide).toBeLessThan(0.5 * MILLIMETRE);
    expect(past).toBeLessThan(2 * DEGREE);
    expect(fastest).toBeLessThan(8);
  });

  it('48 N·s over 1.2 s: nobody could, the outcome says so, and the feet stay', () => {
    for (const limited of [false, true]) {
      const { unmet, slide, past, fastest } = hit(48, 1.2, limited);
      expect(unmet).toBeGreaterThan(20);
      expect(slide).toBeLessThan(1e-6);
      expect(fastest).toBeLessThan(17.01);
      if (limited) expect(past).toBeLessThan(5 * DEGREE);
    }
  });
});
