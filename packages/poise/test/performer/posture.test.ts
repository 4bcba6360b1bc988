import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { styleOf } from '../../src/performer/motions/standing.ts';
import { hipsHeightFor } from '../../src/performer/pose/knee-height.ts';
import { plantFoot } from '../../src/performer/pose/plant-foot.ts';
import { type Posture, writePosture } from '../../src/performer/pose/posture.ts';
import { createRequest, type PoseRequest } from '../../src/performer/pose/request.ts';
import { solvePose } from '../../src/performer/pose/solve-pose.ts';

const actor = createActor();
const q = new Float64Array(coordinateCount(actor.skeleton));
const upright = Object.fromEntries(Object.keys(styleOf(0).posture).map((name) => [name, 0])) as unknown as Posture;

/** Where joints are [m] in a posture, feet under the hips. */
function placesIn(posture: Partial<Posture>, change: (request: PoseRequest) => void = () => {}) {
  const request = createRequest(actor);
  writePosture(request, actor, { ...upright, ...posture });
  request.hips[1] -= 0.02;
  change(request);
  solvePose(q, 0, actor, request);
  forwardKinematics(actor.body, actor.ws, q);
  return (role: keyof typeof actor.roles): number[] =>
    Array.from(actor.ws.segmentOrigin.slice(3 * (actor.roles[role] ?? 0), 3 * (actor.roles[role] ?? 0) + 3));
}

describe('writePosture', () => {
  it('raises both arms forward to the same height', () => {
    const at = placesIn({ leftFlexion: 90, rightFlexion: 90 });
    const [shoulder, left, right] = [at('leftUpperArm'), at('leftHand'), at('rightHand')];
    expect(left[1]).toBeCloseTo(shoulder[1], 6);
    expect(left[2] - shoulder[2]).toBeGreaterThan(0.4);
    expect(right[0]).toBeCloseTo(-left[0], 9);
    expect(right[1]).toBeCloseTo(left[1], 9);
  });

  it('lifts the shoulder with the arm without changing where the arm points', () => {
    const hanging = placesIn({})('leftUpperArm');
    const at = placesIn({ leftAbduction: 90 });
    expect(at('leftUpperArm')[1]).toBeGreaterThan(hanging[1] + 0.01);
    expect(at('leftHand')[1]).toBeCloseTo(at('leftUpperArm')[1], 6);
    expect(at('leftHand')[0]).toBeGreaterThan(at('leftUpperArm')[0] + 0.4);
  });

  it.each([
    ['trunkFlexion', 2, 1], // forward
    ['trunkList', 0, -1], // left side up: the head goes to the right
    ['pelvisTilt', 2, 1],
  ] as const)('%s moves the head the right way', (name, axis, sign) => {
    const moved = placesIn({ [name]: 20 })('head');
    expect(sign * (moved[axis] - placesIn({})('head')[axis])).toBeGreaterThan(0.05);
  });

  it('turns to the left with a positive turn', () => {
    const at = placesIn({ trunkTurn: 40 });
    expect(at('leftUpperArm')[2]).toBeLessThan(at('rightUpperArm')[2] - 0.1);
  });

  it('bends the elbow forward and the forearm inward with rotation', () => {
    const at = placesIn({ leftElbow: 90, leftRotation: 60 });
    expect(at('leftHand')[2]).toBeGreaterThan(at('leftLowerArm')[2] + 0.1);
    expect(at('leftHand')[0]).toBeLessThan(at('leftLowerArm')[0] - 0.2);
  });
});

describe('plantFoot', () => {
  it.each([0, 0.2, 0.5])('keeps the toes on the ground with the heel raised by %f rad', (heel) => {
    const print = { x: 0.1, z: 0.05, turn: 0.3 };
    const at = placesIn({}, (request) => {
      request.hips.set([0, 0.8, 0.1]);
      plantFoot(request.feet[0], actor, print, heel);
    });
    const [toes, flat] = [at('leftToes'), actor.foot.toeJoint];
    expect(toes[0]).toBeCloseTo(0.1 + flat * Math.sin(0.3), 9);
    expect(toes[1]).toBeCloseTo(actor.foot.toeHeight, 9);
    expect(toes[2]).toBeCloseTo(0.05 + flat * Math.cos(0.3), 9);
    expect(at('leftFoot')[1]).toBeGreaterThan(actor.foot.ankleHeight - 1e-9 + 0.1 * heel * flat);
  });
});

describe('hipsHeightFor', () => {
  it.each([
    [0.3, 1, 'left'],
    [1.5, 1, 'left'],
    [0.8, 0, 'right'],
  ] as const)('bends the knee by %f rad', (knee, share, side) => {
    placesIn({ pelvisTilt: 20, pelvisList: 4 }, (request) => {
      request.hips.set([0.03, 0, -0.1]);
      request.hips[1] = hipsHeightFor(actor, request, knee, share);
    });
    const joint = actor.legs[side === 'left' ? 0 : 1].lower;
    expect(2 * Math.acos(q[quatIndex(joint) + 3])).toBeCloseTo(knee, 9);
  });
});
