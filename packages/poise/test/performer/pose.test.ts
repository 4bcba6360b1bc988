import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { quatFromAxisAngle } from '../../src/math/quat.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { createRequest } from '../../src/performer/pose/request.ts';
import { solvePose, solvePoseForCom } from '../../src/performer/pose/solve-pose.ts';

const actor = createActor();
const q = new Float64Array(coordinateCount(actor.skeleton));
const placeOf = (joint: number): number[] => Array.from(actor.ws.segmentOrigin.slice(3 * joint, 3 * joint + 3));

describe('solvePose', () => {
  it('stands upright with hanging arms', () => {
    const request = createRequest(actor);
    request.hips[1] -= 0.01; // knees a little bent
    expect(solvePose(q, 0, actor, request).shortage).toBe(0);
    forwardKinematics(actor.body, actor.ws, q);
    const hand = placeOf(actor.roles.leftHand ?? 0);
    const shoulder = placeOf(actor.roles.leftUpperArm ?? 0);
    expect(shoulder[1] - hand[1]).toBeGreaterThan(0.5);
    expect(Math.abs(hand[0] - shoulder[0])).toBeLessThan(0.01);
    const toes = placeOf(actor.legs[0].toes);
    expect(toes[1]).toBeCloseTo(actor.foot.toeHeight, 6);
    expect(toes[2]).toBeGreaterThan(0.1);
  });

  it('puts ankles and feet where they are asked for, knees forward', () => {
    const request = createRequest(actor);
    request.hips.set([0.02, actor.hipHeight - 0.12, 0.05]);
    quatFromAxisAngle(request.hipsRotation, 0, 0, 1, 0, 0.3);
    request.feet[0].ankle.set([0.12, 0.15, 0.35]);
    quatFromAxisAngle(request.feet[0].rotation, 0, 1, 0, 0, -0.4);
    request.feet[0].toeBend = 0.2;
    solvePose(q, 0, actor, request);
    forwardKinematics(actor.body, actor.ws, q);
    const leg = actor.legs[0];
    placeOf(leg.foot).forEach((x, k) => {
      expect(x).toBeCloseTo(request.feet[0].ankle[k], 9);
    });
    for (let k = 0; k < 4; k++) {
      expect(actor.ws.segmentRotation[4 * leg.foot + k]).toBeCloseTo(request.feet[0].rotation[k], 9);
    }
    const [hip, knee, ankle] = [leg.upper, leg.lower, leg.foot].map(placeOf);
    expect(knee[2]).toBeGreaterThan(hip[2] + ((hip[1] - knee[1]) / (hip[1] - ankle[1])) * (ankle[2] - hip[2]));
  });

  it('says how much a leg is too short and stays finite', () => {
    const request = createRequest(actor);
    request.feet[1].ankle.set([-0.1, 0.08, 1.5]);
    expect(solvePose(q, 0, actor, request).shortage).toBeGreaterThan(0.5);
    expect(q.every(Number.isFinite)).toBe(true);
    request.feet[1].ankle.set(request.hips);
    solvePose(q, 0, actor, request);
    expect(q.every(Number.isFinite)).toBe(true);
  });

  it('brings the CoM to where it is asked for', () => {
    const request = createRequest(actor);
    const com = Float64Array.of(0.03, 0.9, 0.06);
    const outcome = solvePoseForCom(q, 0, actor, request, com);
    forwardKinematics(actor.body, actor.ws, q);
    expect(outcome.comError).toBeLessThan(1e-7);
    for (let k = 0; k < 3; k++) expect(actor.ws.com[k]).toBeCloseTo(com[k], 6);
  });
});
