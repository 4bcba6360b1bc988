/** The pieces a push response is made of, each against a second route. */
import { describe, expect, it } from 'vitest';
import { ease } from '../../src/math/ease.ts';
import { createActor } from '../../src/performer/actor.ts';
import { track } from '../../src/performer/plan/keys.ts';
import { createRequest } from '../../src/performer/pose/request.ts';
import { solveBounded } from '../../src/performer/responses/bounded-com.ts';
import { type FootCourse, footAt, stands } from '../../src/performer/responses/foot-course.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';
import { lowerFor } from '../../src/performer/responses/lower.ts';
import { neutralStance } from '../../src/performer/responses/neutral.ts';
import { FRAME_TIME, forcePerFrame, PUSH, pushOn } from '../../src/performer/responses/push-force.ts';

const actor = createActor();
const neutral = neutralStance(actor);

describe('the push', () => {
  it('gives its whole impulse when summed over the frames', () => {
    const force = forcePerFrame(pushOn(actor, neutral.q, [12, -31]), 60);
    const sum = (axis: 0 | 1): number =>
      FRAME_TIME * force.reduce((total, value, k) => total + (k % 2 === axis ? value : 0), 0);
    expect(sum(0)).toBeCloseTo(12, 2);
    expect(sum(1)).toBeCloseTo(-31, 2);
    expect(force.slice(0, 2 * Math.floor(PUSH.start / FRAME_TIME)).every((value) => value === 0)).toBe(true);
  });

  it('acts at the height of the CoM', () => {
    const { segment, pointInSegment } = pushOn(actor, neutral.q, [1, 0]);
    expect(segment).toBe(actor.roles.hips);
    expect(Math.abs(pointInSegment[0])).toBeLessThan(0.01); // over the middle of the hips
  });
});

describe('the bounded CoM', () => {
  const frames = 300;
  const height = 0.95;
  const [mass, omega] = [70, Math.sqrt(9.81 / height)];
  const shape = (t: number): number => ease((t - 0.25) / 0.1) * (1 - ease((t - 0.9) / 1));
  const gain = Float64Array.from({ length: 2 * frames }, (_, i) => shape(Math.floor(i / 2) * FRAME_TIME));
  const push = new Float64Array(2 * frames);
  for (let k = 12; k < 18; k++) push[2 * k + 1] = 150;
  const solved = solveBounded({
    base: new Float64Array(2 * frames),
    gain,
    start: [0, 0],
    endGain: 0,
    comHeight: new Float64Array(frames).fill(height),
    momentumRate: new Float64Array(3 * frames),
    push,
    mass,
    frameTime: FRAME_TIME,
    settle: 1,
  });

  it('needs the CoP that the boundedness integral gives', () => {
    // ∫ e^(−ωt) (u·shape − F/(mω²)) dt = 0: the divergent part of the pendulum must start at 0 (docs/performer.md).
    let [moved, pushed] = [0, 0];
    for (let k = 0; k < frames; k++) {
      const weight = Math.exp(-omega * k * FRAME_TIME);
      moved += weight * gain[2 * k + 1];
      pushed += (weight * push[2 * k + 1]) / (mass * omega * omega);
    }
    expect(solved.unknown[1]).toBeCloseTo(pushed / moved, 3);
    expect(solved.unknown[0]).toBeCloseTo(0, 9);
  });

  it('starts and ends at rest, and its pendulum equation holds in every frame', () => {
    const at = (k: number): number => solved.com[2 * k + 1];
    expect(at(1) - at(0)).toBeCloseTo(0, 12);
    expect(at(frames - 1) - at(frames - 2)).toBeCloseTo(0, 12);
    for (let k = 1; k < frames - 1; k++) {
      const acceleration = (at(k + 1) - 2 * at(k) + at(k - 1)) / FRAME_TIME ** 2;
      const carried = omega * omega * (at(k) - solved.zmp[2 * k + 1]) + push[2 * k + 1] / mass;
      expect(Math.abs(acceleration - carried)).toBeLessThan(1e-7);
    }
  });
});

describe('a foot on its course', () => {
  const course: FootCourse = {
    from: { x: 0.1, z: 0, turn: 0.2 },
    swings: [{ lift: 0.4, land: 0.7, to: { x: 0.15, z: 0.5, turn: 0.2 }, height: 0.06, pivots: ['ball', 'heel'] }],
    pitch: track(0, [0.3, 0.2, -30], [0.52, 0.17, 8], [0.69, 0.1, 0]),
  };
  const foot = createRequest(actor).feet[0];
  const ankleAt = (t: number): Float64Array => {
    footAt(foot, actor, course, t);
    return foot.ankle.slice();
  };

  it('turns about its ball before it leaves', () => {
    const ball = (t: number): number[] => {
      const ankle = ankleAt(t);
      const pitch = (-course.pitch(t) * Math.PI) / 180;
      const { toeJoint, toeHeight, ankleHeight } = actor.foot;
      // From the ankle to the toe joint, pitched, then turned.
      const along = toeJoint * Math.cos(pitch) - (ankleHeight - toeHeight) * Math.sin(pitch);
      const up = -toeJoint * Math.sin(pitch) - (ankleHeight - toeHeight) * Math.cos(pitch);
      return [ankle[0] + along * Math.sin(0.2), ankle[1] + up, ankle[2] + along * Math.cos(0.2)];
    };
    const flat = ball(0);
    ball(0.39).forEach((value, k) => {
      expect(value).toBeCloseTo(flat[k], 12);
    });
  });

  it('leaves and lands without a jump of place or speed', () => {
    const h = 1e-4;
    for (const t of [0.4, 0.7]) {
      const [before, here, after] = [ankleAt(t - h), ankleAt(t), ankleAt(t + h)];
      for (let k = 0; k < 3; k++) expect(Math.abs(after[k] - 2 * here[k] + before[k]) / h).toBeLessThan(0.02);
    }
    expect(stands(course, 0.39)).toBe(true);
    expect(stands(course, 0.5)).toBe(false);
    expect(ankleAt(1)[2]).toBeCloseTo(0.5, 12);
  });
});

describe('legs that are too short', () => {
  it('lower the body smoothly, by at least what is missing, and not before the push', () => {
    const short = new Float64Array(100);
    short.fill(0.01, 40, 50);
    const lower = new Float64Array(100);
    lowerFor(lower, short, 12);
    for (let k = 40; k < 50; k++) expect(lower[k]).toBeGreaterThan(0.01);
    expect(lower.slice(0, 13).every((value) => value === 0)).toBe(true);
    for (let k = 1; k < 99; k++) expect(Math.abs(lower[k + 1] - 2 * lower[k] + lower[k - 1])).toBeLessThan(6e-4);
  });
});

describe('the plan of the library', () => {
  const plan = libraryPlan();

  it('asks for every strategy in nine directions, each once and in its own style', () => {
    expect(plan.length).toBeGreaterThanOrEqual(100);
    expect(new Set(plan.map(({ name }) => name)).size).toBe(plan.length);
    for (const strategy of ['ankle', 'hip', 'arm', 'step'] as const) {
      const directions = new Set(plan.filter((r) => r.strategy === strategy).map(({ direction }) => direction));
      expect(directions.size).toBe(9);
    }
    expect(new Set(plan.map(({ seed }) => seed)).size).toBeGreaterThan(0.97 * plan.length);
    expect(new Set(plan.map(({ steps }) => steps?.count))).toEqual(new Set([undefined, 1, 2, 3]));
  });
});
