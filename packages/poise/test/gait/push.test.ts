/** How a push arrives: the same half-sine by every route. */
import { describe, expect, it } from 'vitest';
import { forceAt } from '../../src/balance/force-track.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { UsageError } from '../../src/errors.ts';
import { PUSH_DURATION, pushShare, pushTrack, writePushPoint } from '../../src/gait/push.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { createActor } from '../../src/performer/actor.ts';
import { neutralStance } from '../../src/performer/responses/neutral.ts';

const actor = createActor();
const { body } = actor;
const chest = body.roles.chest ?? 0;

/** ∫ force dt over an interval [N·s], in fine steps. */
function integral(track: ReturnType<typeof pushTrack>, from: number, to: number): readonly number[] {
  const force = new Float64Array(3);
  const sum = [0, 0, 0];
  const steps = 4000;
  for (let i = 0; i < steps; i++) {
    forceAt(force, track, from + ((i + 0.5) * (to - from)) / steps);
    for (let c = 0; c < 3; c++) sum[c]! += (force[c]! * (to - from)) / steps;
  }
  return sum;
}

describe('a push as a force', () => {
  it('delivers its impulse', () => {
    const track = pushTrack({ segment: 0, impulse: [3, -7, 35], pointInSegment: [0, 0, 0], time: 1, duration: 0.3 });
    integral(track, 0.9, 1.4).forEach((found, c) => {
      expect(found).toBeCloseTo([3, -7, 35][c]!, 3);
    });
  });

  it('lasts a tenth of a second and acts at the centre of mass, where nothing else is said', () => {
    const track = pushTrack({ segment: chest, impulse: [0, 0, 35], time: 1 }, body);
    expect(track.time.at(-1)! - track.time[0]!).toBeCloseTo(PUSH_DURATION, 12);
    expect(track.pointInSegment).toEqual([...body.comInSegment.subarray(3 * chest, 3 * chest + 3)]);
    expect(() => pushTrack({ segment: chest, impulse: [0, 0, 35], time: 1 })).toThrow(UsageError);
    expect(() => pushTrack({ segment: 0, impulse: [0, 0, 1], time: 0, duration: 0 }, body)).toThrow(/duration/);
  });
});

describe('the share of a push', () => {
  it('is what the force brings in the same time', () => {
    const rng = createRng(4);
    for (let trial = 0; trial < 20; trial++) {
      const duration = uniform(rng, 0.02, 0.5);
      const [t, dt] = [uniform(rng, -0.1, 0.5), uniform(rng, 0.001, 0.3)];
      const track = pushTrack({ segment: 0, impulse: [1, 0, 0], pointInSegment: [0, 0, 0], time: 2, duration });
      expect(pushShare(t, dt, duration)).toBeCloseTo(integral(track, 2 + t, 2 + t + dt)[0]!, 3);
    }
  });

  it('adds up to one over ticks of any length, and is nothing before and after', () => {
    for (const dt of [1 / 120, 1 / 60, 0.07, 1]) {
      let sum = 0;
      for (let t = -0.3; t < 0.8; t += dt) sum += pushShare(t, dt, 0.25);
      expect(sum).toBeCloseTo(1, 12);
    }
    expect(pushShare(-0.2, 0.2, 0.1)).toBe(0);
    expect(pushShare(0.1, 0.2, 0.1)).toBe(0);
    expect(pushShare(0, 0.05, 0.1)).toBeCloseTo(0.5, 12); // as much in the first half as in the second
  });
});

it('a push without a point acts where one at the centre of mass does', () => {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, neutralStance(actor).q);
  const push = { impulse: [0, 0, 1] as Vec3, segment: chest };
  const at = [...body.comInSegment.subarray(3 * chest, 3 * chest + 3)] as unknown as Vec3;
  const [silent, said, moved] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  writePushPoint(silent, push, ws);
  writePushPoint(said, { ...push, pointInSegment: at }, ws);
  writePushPoint(moved, { ...push, pointInSegment: [at[0], at[1] + 0.2, at[2]] }, ws);
  for (let c = 0; c < 3; c++) expect(said[c]).toBeCloseTo(silent[c]!, 12);
  expect(Math.hypot(...moved.map((value, c) => value - silent[c]!))).toBeCloseTo(0.2, 12);
});
