/** Legs of a reacting body: feet on their curve, heels that lift about what stays, and room for a leg in the air. */
import { describe, expect, it } from 'vitest';
import { createLegCapsules, placeLegs, segmentDistance } from '../../src/balance/leg-capsules.ts';
import { createFootFrame, footBias, footPoint, footVelocity, solePointsAt } from '../../src/control/foot-frame.ts';
import type { Planner } from '../../src/control/plan.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { feedback, hit, pushedBy, type Reacting, reacting, TICK, tick } from './reacting.ts';

const clip = perform(idle, { values: { sway: 0.3, looks: 0 } });

describe('the curve of a foot within a tick', () => {
  it('is what its velocity leaves out, to the third order (20 poses and velocities, seed 4)', () => {
    const { body, reaction } = reacting(clip);
    const rng = createRng(4);
    const ws = createWorkspace(body);
    const frame = createFootFrame(body, 0);
    const next = new Float64Array(reaction.q.length);
    const v = new Float64Array(reaction.v.length);
    const [start, end, velocity, bias] = [3, 3, 6, 6].map((n) => new Float64Array(n));
    for (let trial = 0; trial < 20; trial++) {
      for (let i = 0; i < v.length; i++) v[i] = uniform(rng, -3, 3);
      const rest = [1e-3, 5e-4].map((h) => {
        forwardKinematics(body, ws, reaction.q);
        footPoint(start!, 0, ws, frame, frame.pivot);
        footVelocity(velocity!, 0, ws, frame, start!, 0, v);
        footBias(bias!, 0, ws, frame, start!, 0, v);
        integrate(next, body.skeleton, reaction.q, v, h);
        forwardKinematics(body, ws, next);
        footPoint(end!, 0, ws, frame, frame.pivot);
        return Math.hypot(...end!.map((x, c) => x - start![c] - h * velocity![c] - (h * h * bias![c]) / 2));
      });
      expect(Math.hypot(...bias!)).toBeGreaterThan(0.1);
      // eight times less at half the step
      expect(rest[0]! / rest[1]!).toBeGreaterThan(6);
      expect(rest[0]! / rest[1]!).toBeLessThan(10);
    }
  });
});

describe('a heel that lifts', () => {
  it('leaves the toes where they are', () => {
    const scene = pushedBy(clip, 0.45, 0);
    const { body, reaction } = scene;
    const ws = createWorkspace(body);
    const parts = [...body.soles[0].parts, ...body.soles[1].parts];
    const points = new Float64Array(3 * parts.length);
    const own = new Float64Array(points.length);
    let lifted = 0;
    for (let k = 0; k < 40 && reaction.feet.every(({ stands }) => stands); k++) {
      tick(scene);
      if (!reaction.feet.every(({ stands }) => stands)) break;
      lifted = Math.max(lifted, reaction.feet[0].heel, reaction.feet[1].heel);
      forwardKinematics(body, ws, reaction.q);
      solePointsAt(points, body, ws);
      forwardKinematics(body, ws, reaction.reference.next);
      solePointsAt(own, body, ws);
      for (let i = 0; i < points.length; i++) {
        if (parts[Math.floor(i / 3)] === 'toe') expect(Math.abs(points[i]! - own[i]!)).toBeLessThan(2e-5);
      }
    }
    expect(lifted).toBeGreaterThan(0.02);
  });
});

/** Ticks until the first foot lands; `look` is told the foot that steps, from its shift of weight on. */
function throughFirstStep(scene: Reacting, look: (foot: 0 | 1) => void): void {
  const { planner } = scene;
  for (let k = 0; k < 120; k++) {
    tick(scene);
    if (planner.events.some(({ kind }) => kind === 'land')) return;
    if (planner.mode === 'shift' || planner.mode === 'swing') look(planner.choice.foot as 0 | 1);
  }
  throw new Error('no foot landed within a second');
}

describe('a foot that leaves', () => {
  it.each([0, 90, 180])('lifts its heel first, and does not drag along the floor (push towards %i°)', (degrees) => {
    const scene = pushedBy(clip, 0.65, degrees);
    const { body, reaction } = scene;
    const [left] = body.soles.map(({ parts }) => parts.length);
    const points = new Float64Array(3 * (left! + body.soles[1].parts.length));
    const before = new Float64Array(points.length);
    const ws = createWorkspace(body);
    let [heelBefore, dragged, leftAt] = [0, 0, -1];
    throughFirstStep(scene, (foot) => {
      before.set(points);
      forwardKinematics(body, ws, reaction.q);
      solePointsAt(points, body, ws);
      if (reaction.feet[foot].stands) heelBefore = reaction.feet[foot].heel;
      else leftAt++;
      // the tick in which it leaves compares places of two ticks in the air
      if (leftAt < 1) return;
      const [first, end] = foot === 0 ? [0, left!] : [left!, points.length / 3];
      for (let i = first; i < end; i++) {
        if (points[3 * i + 1]! > 5e-4 || before[3 * i + 1]! > 5e-4 || reaction.plan.feet[foot].grip > 0.5) continue;
        dragged += Math.hypot(points[3 * i]! - before[3 * i]!, points[3 * i + 2]! - before[3 * i + 2]!);
      }
    });
    expect(heelBefore).toBeGreaterThan(0.04);
    expect(dragged).toBeLessThan(0.002);
  });

  it.each([0, 90, 180])(
    'turns its knee no harder than people do, even if it is small (push towards %i°)',
    (degrees) => {
      const small = perform(idle, { values: { sway: 0.3, looks: 0 }, body: { height: 0.6 } });
      const scene = pushedBy(small, 0.4, degrees);
      const { body, reaction } = scene;
      const knees = [body.roles.leftLowerLeg ?? 0, body.roles.rightLowerLeg ?? 0];
      const was = new Float64Array(3);
      let most = 0;
      let known = false;
      throughFirstStep(scene, (foot) => {
        const o = 3 + 3 * knees[foot]!;
        if (known) {
          const change = Math.hypot(...[0, 1, 2].map((c) => reaction.v[o + c]! - was[c]!));
          most = Math.max(most, change / TICK);
        }
        for (let c = 0; c < 3; c++) was[c] = reaction.v[o + c]!;
        known = !reaction.feet[foot].stands;
      });
      // 8.5 rad/s within 1/60 s are the most of people who are pushed; 20 while knees were free
      expect(most).toBeGreaterThan(50);
      expect(most).toBeLessThan(10 * 60);
    },
  );
});

describe('a leg that is aimed anew late in the air', () => {
  // 18 and 21 rad/s while hips and ankles were free
  it.each([
    [0, 45, 12],
    [90, 0, 15.5],
  ])('turns its hip and ankle hardly harder than people do (pushed towards %i°, then %i°)', (first, second, bound) => {
    const scene = pushedBy(clip, 0.6, first);
    const { body, reaction, planner } = scene;
    const { leftUpperLeg = 0, rightUpperLeg = 0, leftFoot = 0, rightFoot = 0 } = body.roles;
    const legs = [
      [leftUpperLeg, leftFoot],
      [rightUpperLeg, rightFoot],
    ];
    const before = reaction.v.slice();
    let most = 0; // [rad/s] within 1/60 s
    let pushed = false;
    for (let k = 0; k < 60; k++) {
      before.set(reaction.v);
      const stood = [reaction.feet[0].stands, reaction.feet[1].stands];
      for (let half = 0; half < 2; half++) tick(scene);
      for (let foot = 0; foot < 2; foot++) {
        if (stood[foot] || reaction.feet[foot]!.stands) continue;
        for (const joint of legs[foot]!) {
          const o = 3 + 3 * joint;
          most = Math.max(most, Math.hypot(...[0, 1, 2].map((c) => reaction.v[o + c]! - before[o + c]!)));
        }
      }
      if (pushed || planner.mode !== 'swing' || planner.swingFoot.course.phase < 0.6) continue;
      const size = 0.8 * body.totalMass;
      const angle = (second * Math.PI) / 180;
      hit(scene, 'chest', [size * Math.sin(angle), 0, size * Math.cos(angle)]);
      pushed = true;
    }
    expect(pushed).toBe(true);
    expect(most).toBeLessThan(bound);
  });
});

describe('a leg that swings', () => {
  it('does not throw the trunk', () => {
    const scene = pushedBy(clip, 0.87, 0);
    const { body, reaction } = scene;
    const ws = createWorkspace(body);
    const spine = body.roles.spine ?? 0;
    const lean = (): number => Math.acos(Math.min(1, ws.worldFromSegment[9 * spine + 4]!)) / (Math.PI / 180);
    let most = 0;
    throughFirstStep(scene, () => {
      forwardKinematics(body, ws, reaction.q);
      most = Math.max(most, lean());
    });
    // 48° while the ground's force had to be kept whatever the leg did
    expect(most).toBeLessThan(42);
  });
});

/** The left foot goes where `aim` says within 0.3 s, whatever is in its way. */
function swings(aim: readonly [x: number, y: number, z: number]): Planner {
  let t = 0;
  return {
    update(plan, body, h) {
      feedback.update(plan, body, h);
      const foot = plan.feet[0];
      foot.load = 0;
      const u = Math.min(1, t / 0.3);
      for (let c = 0; c < 3; c++) {
        foot.offset[c] = u * aim[c]!;
        foot.rate[c] = t < 0.3 ? aim[c]! / 0.3 : 0;
      }
      t += h;
    },
  };
}

describe('a leg in the air', () => {
  it('stays over the ground where its plan leads below', () => {
    const { body, reaction } = reacting(clip);
    const planner = swings([0, -0.2, 0.1]);
    const points = new Float64Array(3 * (body.soles[0].parts.length + body.soles[1].parts.length));
    const ws = createWorkspace(body);
    let lowest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 0.35 / TICK; k++) {
      reaction.tick(TICK, planner);
      forwardKinematics(body, ws, reaction.q);
      solePointsAt(points, body, ws);
      for (let i = 0; i < body.soles[0].parts.length; i++) lowest = Math.min(lowest, points[3 * i + 1]!);
    }
    expect(lowest).toBeGreaterThan(-0.01); // of 20 cm that are asked for
  });

  it('hardly goes into the other one where its plan leads through it', () => {
    const depthWith = (parameters: { legRoom?: number; footRoom?: number }): number => {
      const { body, reaction } = reacting(clip, { parameters });
      const planner = swings([-0.35, 0.08, 0]);
      const legs = createLegCapsules(body, 0.6);
      const ws = createWorkspace(body);
      let deepest = 0;
      for (let k = 0; k < 0.25 / TICK; k++) {
        reaction.tick(TICK, planner);
        forwardKinematics(body, ws, reaction.q);
        placeLegs(legs, ws);
        for (let pair = 0; pair < 9; pair++) {
          const [a, b] = [Math.floor(pair / 3), pair % 3];
          const apart = segmentDistance(legs.ends, 6 * a, legs.ends, 18 + 6 * b);
          deepest = Math.max(deepest, legs.radii[a]! + legs.radii[b]! - apart);
        }
      }
      return deepest;
    };
    expect(depthWith({ legRoom: 1e-3, footRoom: 1e-3 })).toBeGreaterThan(0.04); // legs of no thickness: nothing is in the way
    expect(depthWith({})).toBeLessThan(0.005); // what checkMotion warns of
  });
});
