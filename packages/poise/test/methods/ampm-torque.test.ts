/** Joints that could not deliver an answer soften it; those that can leave it alone. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { inverseDynamics } from '../../src/dynamics/inverse-dynamics.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { PLANNER_DEFAULTS, type PlannerOptions } from '../../src/methods/reactive-locomotion/options.ts';
import { withStrength } from '../../src/methods/reactive-locomotion/strength.ts';
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

  it('counts of knees and elbows what bends them: bones and ligaments bear the rest', () => {
    const { axes } = body.limits;
    for (const role of ['leftLowerLeg', 'rightLowerArm'] as const) {
      const check = createTorqueCheck(body, 1 / 120);
      const joint = body.roles[role]!;
      const most = check.limit[joint]!;
      const axis = axes.subarray(9 * joint, 9 * joint + 3);
      const beside = axes.subarray(9 * joint + 3, 9 * joint + 6);
      check.wished.set(
        beside.map((part) => 3 * most * part),
        3 + 3 * joint,
      );
      expect(shareWithin(check)).toBe(1);
      check.wished.set(
        axis.map((part) => -2 * most * part),
        3 + 3 * joint,
      );
      expect(shareWithin(check)).toBeCloseTo(0.5, 9);
    }
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
    // too much for this one, not for a strong adult: no more than it bears already, less is welcome
    check.strength = 0.2;
    check.passive.set([0.5 * most, 0, 0], 3 + 3 * hip);
    check.wished.set([0.7 * most, 0, 0], 3 + 3 * hip);
    expect(shareWithin(check)).toBe(0);
    check.wished.set([0.4 * most, 0, 0], 3 + 3 * hip);
    expect(shareWithin(check)).toBe(1);
  });
});

describe('strength', () => {
  /** How many of six hits aside, from behind and from ahead are not recovered from within 6 s. */
  function unrecovered(strength: number): number {
    let count = 0;
    for (let k = 0; k < 6; k++) {
      const character = startLocomotion({ body, clip }, { strength });
      const [x, z] = [28 * Math.sin((k * Math.PI) / 3), 28 * Math.cos((k * Math.PI) / 3)];
      let recovered = false;
      for (let frame = 0; frame < 420 && character.status !== 'falling' && !recovered; frame++) {
        if (frame === 60) character.push({ impulse: [x, 0, z], segment: chest });
        recovered = character.step(1 / 60).some(({ kind }) => kind === 'recovered');
      }
      if (!recovered) count++;
    }
    return count;
  }

  it('never helps by being less: who is weaker recovers from fewer hits', () => {
    const counts = [1, 0.5, 0.2, 0.05, 0.001].map(unrecovered);
    expect(counts[0]).toBe(0);
    for (let k = 1; k < counts.length; k++) expect(counts[k]).toBeGreaterThanOrEqual(counts[k - 1]!);
    expect(counts.at(-1)).toBe(6);
  });

  it('leaves the options of who is as strong as can be alone, and holds others nearer to their gait', () => {
    const { gait } = createWalker(body, clip);
    const strong = { ...PLANNER_DEFAULTS, strength: 1.5 };
    expect(withStrength(strong, gait)).toBe(strong);
    const weak = withStrength({ ...PLANNER_DEFAULTS, strength: 0.5 }, gait);
    const weaker = withStrength({ ...PLANNER_DEFAULTS, strength: 0.1 }, gait);
    for (const key of ['longestStep', 'widestStep', 'crossing', 'steadying'] as const) {
      expect(weak[key]).toBeLessThan(PLANNER_DEFAULTS[key]);
      expect(weaker[key]).toBeLessThan(weak[key]);
    }
    for (const key of ['shortestStep', 'earliest'] as const) expect(weaker[key]).toBeGreaterThan(weak[key]);
    // the gait itself stays possible
    for (const { forward } of gait.steps) {
      expect(weaker.longestStep).toBeGreaterThanOrEqual(forward.foot);
      expect(weaker.shortestStep).toBeLessThanOrEqual(forward.foot);
    }
  });

  it('is asked for anew without adding up', () => {
    const character = startLocomotion({ body, clip }, { strength: 0.5 });
    const once = optionsOf(character.save());
    character.replan({ beta: 0.6 });
    expect(optionsOf(character.save())).toEqual({ ...once, beta: 0.6 });
    character.replan({ strength: 1, beta: 0.7 });
    expect(optionsOf(character.save())).toEqual(PLANNER_DEFAULTS);
  });
});

const optionsOf = (saved: unknown): PlannerOptions =>
  (saved as { readonly mover: { readonly state: { readonly plan: { readonly options: PlannerOptions } } } }).mover.state
    .plan.options;
