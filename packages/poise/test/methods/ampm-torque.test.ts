/** Joints that could not deliver an answer soften it; those that can leave it alone. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { inverseDynamics } from '../../src/dynamics/inverse-dynamics.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { createTorqueCheck, measureTorques, shareWithin } from '../../src/methods/reactive-locomotion/torque-check.ts';
import { createWalker, pushWalker, tickWalker, type Walker } from '../../src/methods/reactive-locomotion/walker.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const clip = perform(walk, { values: { strides: 3 } });
const body = fitBody(clip);
const chest = body.roles.chest!;

interface Played {
  readonly poses: readonly Float64Array[];
  readonly softened: number; // ticks
  readonly strain: number;
  readonly walker: Walker;
}

function play(impulse: number, strength: number): Played {
  const walker = createWalker(body, clip, { strength });
  const poses: Float64Array[] = [];
  let [softened, strain] = [0, 0];
  for (let k = 0; k < 300; k++) {
    if (k === 140) pushWalker(walker, { impulse: [0, 0, impulse], segment: chest });
    tickWalker(walker);
    poses.push(walker.follower.q.slice());
    const { torques } = walker.follower;
    if (torques.share < 1) softened++;
    if (!walker.state.calm) strain = Math.max(strain, torques.strain);
  }
  return { poses, softened, strain, walker };
}

describe('torque check', () => {
  it('leaves an answer alone that joints can deliver, to the bit', () => {
    const checked = play(5, 1);
    expect(checked.strain).toBeGreaterThan(0.3);
    expect(checked.strain).toBeLessThan(1);
    expect(checked.poses).toEqual(play(5, Number.POSITIVE_INFINITY).poses);
  });

  it('softens one that they cannot, and works less on the posture', () => {
    const strong = play(25, Number.POSITIVE_INFINITY);
    const weak = play(25, 0.5);
    expect(weak.softened).toBeGreaterThan(0);
    expect(weak.poses).not.toEqual(strong.poses);
    const least = (of: Played, key: 'beta' | 'give'): number =>
      Math.min(...of.walker.state.plan.records.map((record) => record[key]));
    expect(least(weak, 'beta') * least(weak, 'give')).toBeLessThan(least(strong, 'beta') * least(strong, 'give'));
    expect(weak.poses.at(-1)!.every(Number.isFinite)).toBe(true);
  });

  it('tells in each step how hard joints had to work', () => {
    const character = startLocomotion({ body, clip });
    for (let k = 0; k < 70; k++) character.step(1 / 60);
    character.push({ impulse: [0, 0, 18], segment: chest });
    for (let k = 0; k < 120; k++) character.step(1 / 60);
    const { records } = character.view();
    expect(records.length).toBeGreaterThan(1);
    for (const { strain } of records) {
      expect(strain).toBeGreaterThan(0.3);
      expect(strain).toBeLessThan(3);
    }
  });

  it('has the torques of inverse dynamics: standing still, the ground carries the weight through the feet', () => {
    const check = createTorqueCheck(body, 1 / 120);
    const ws = createWorkspace(body);
    const nv = freedomCount(body.skeleton);
    const v = new Float64Array(nv);
    const q = clip.q.slice(0, clip.q.length / clip.frameCount);
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, v);
    const { foot } = body.soles[0];
    const feet = Float64Array.of(ws.com[0], ws.com[2], 1, 0, 0, 0); // the left foot, right below the centre of mass
    const tau = new Float64Array(nv);
    measureTorques(tau, check, ws, v, { feet, floor: 0 });
    // the same by hand: the weight on the left foot, at the floor under the centre of mass
    const external = new Float64Array(6 * (nv / 3 - 1));
    const weight = 9.81 * body.totalMass;
    external.set([-ws.com[2] * weight, 0, ws.com[0] * weight, 0, weight, 0], 6 * foot);
    const expected = new Float64Array(nv);
    inverseDynamics(expected, body, createWorkspace(body), q, v, new Float64Array(nv), external);
    for (let i = 0; i < nv; i++) expect(tau[i]).toBeCloseTo(expected[i], 6);
    // nothing is left for the root to do
    for (let i = 0; i < 6; i++) expect(Math.abs(tau[i])).toBeLessThan(1e-6);
  });

  it('finds the share that loads a joint just as much as it can bear', () => {
    const check = createTorqueCheck(body, 1 / 120);
    const hip = body.roles.leftUpperLeg!;
    const most = check.limit[hip];
    check.passive.set([0.5 * most, 0, 0], 3 + 3 * hip);
    check.wished.set([0.5 * most, 1.5 * most, 0], 3 + 3 * hip);
    const share = shareWithin(check);
    expect(Math.hypot(0.5, 1.5 * share)).toBeCloseTo(1, 9);
    // overloaded either way: no reason to soften
    check.passive.set([1.2 * most, 0, 0], 3 + 3 * hip);
    expect(shareWithin(check)).toBe(1);
  });
});
