import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { ForceTrack } from '../../src/balance/force-track.ts';
import { phaseAt } from '../../src/balance/report.ts';
import { multiplyQuat, quatFromAxisAngle, rotate3 } from '../../src/math/quat.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { mirror } from '../../src/motion/mirror.ts';
import type { Side } from '../../src/motion/roles.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { ease, standingClip } from '../support/standing.ts';

const rowOf = (rows: Float64Array, frame: number): number[] => Array.from(rows.slice(3 * frame, 3 * frame + 3));

describe('analyse, statics', () => {
  const clip = standingClip();
  const body = fitBody(clip);

  it.each(['full', 'point-mass'] as const)('puts the ZMP of a standing person under the CoM (%s)', (inertia) => {
    const report = analyse(body, clip, { inertia });
    for (let frame = 0; frame < clip.frameCount; frame++) {
      const [x, , z] = rowOf(report.com, frame);
      expect(report.zmp[3 * frame]).toBeCloseTo(x, 9);
      expect(report.zmp[3 * frame + 2]).toBeCloseTo(z, 9);
      expect(report.margin[frame]).toBeGreaterThan(0.03);
      expect(phaseAt(report, frame)).toBe('double');
    }
    expect(report.summary.imbalance).toBe(0);
    expect(report.grf[1]).toBeCloseTo(9.81 * body.totalMass, 6);
  });

  it('works on a single frame', () => {
    const one = withCoordinates(clip, clip.q.slice(0, coordinateCount(clip.skeleton)));
    const report = analyse(fitBody(one), one);
    expect(report.margin[0]).toBeGreaterThan(0.03);
  });

  it('does not look at a common mass factor', () => {
    const light = analyse(fitBody(clip, { mass: 20 }), clip);
    const heavy = analyse(fitBody(clip, { mass: 200 }), clip);
    for (let i = 0; i < light.zmp.length; i++) expect(light.zmp[i]).toBeCloseTo(heavy.zmp[i], 9);
  });
});

describe('analyse, dynamics', () => {
  it('moves the ZMP of a sliding rigid body by −h ẍ / g', () => {
    const acceleration = 1.5;
    const clip = standingClip({ move: (t) => [0, 0, 0.5 * acceleration * t * t] });
    // The feet slide along, faster than any that stand; that they carry is said by hand.
    const carries = (side: Side) => ({ side, part: 'all', start: 0, end: 59, touches: true }) as const;
    const overrides = [carries('left'), carries('right')];
    const report = analyse(fitBody(clip), clip, { contacts: { overrides } });
    for (let frame = 1; frame < 59; frame++) {
      const [, h, z] = rowOf(report.com, frame);
      expect(report.zmp[3 * frame + 2]).toBeCloseTo(z - (h * acceleration) / 9.81, 6);
    }
  });

  it('agrees with the wrench of a body that turns: the moment of bending shows', () => {
    // Bending quickly makes angular momentum; with point masses the ZMP differs, at rest it does not.
    const clip = standingClip({ frames: 61, bend: { spine: (t) => ease(t, 0.5, 1.2) } });
    const body = fitBody(clip);
    const full = analyse(body, clip, { inertia: 'full' });
    const points = analyse(body, clip, { inertia: 'point-mass' });
    let differs = 0;
    for (let frame = 0; frame < 61; frame++) {
      differs = Math.max(differs, Math.abs(full.zmp[3 * frame + 2] - points.zmp[3 * frame + 2]));
    }
    expect(differs).toBeGreaterThan(0.002);
    expect(full.zmp[3 * 58 + 2]).toBeCloseTo(points.zmp[3 * 58 + 2], 6);
  });

  it('takes a known push off before it judges', () => {
    const clip = standingClip();
    const body = fitBody(clip);
    const chest = body.roles.chest ?? 0;
    const push: ForceTrack = {
      name: 'wind',
      segment: chest,
      pointInSegment: [0, 0, 0],
      time: Float64Array.of(0, 10),
      force: Float64Array.of(0, 0, 60, 0, 0, 60),
    };
    const still = analyse(body, clip);
    const pushed = analyse(body, clip, { external: [push] });
    // A body that stands still against a forward push of F at height y needs the ZMP F y / (m g) ahead.
    const height = clip.q[1] + heightAbove(clip, chest);
    expect(pushed.zmp[2] - still.zmp[2]).toBeCloseTo((60 * height) / (body.totalMass * 9.81), 6);
    expect(pushed.grf[2]).toBeCloseTo(-60, 6);
  });

  it('sees take-off, flight and landing of a jump', () => {
    const up = 0.5;
    const down = up + 0.4;
    const clip = standingClip({
      rate: 120,
      frames: 180,
      move: (t) => [0, t > up && t < down ? 4.905 * (t - up) * (down - t) : 0, 0],
    });
    const report = analyse(fitBody(clip), clip, { cutoff: Number.POSITIVE_INFINITY });
    const middle = Math.round(0.7 * 120);
    expect(phaseAt(report, middle)).toBe('flight');
    expect(report.zmp[3 * middle]).toBeNaN();
    expect(report.margin[middle]).toBeNaN();
    expect(Math.abs(report.grf[3 * middle + 1])).toBeLessThan(1e-6 * 700);
    expect(report.summary.flightFraction).toBeGreaterThan(0.15);
  });
});

/** Height of a joint above the root in the rest pose. */
function heightAbove(clip: Clip, joint: number): number {
  let height = 0;
  for (let i = joint; i > 0; i = clip.skeleton.parents[i]) height += clip.skeleton.offsets[3 * i + 1];
  return height;
}

describe('analyse, symmetry', () => {
  const clip = standingClip({
    frames: 61,
    bend: { spine: (t) => ease(t, 0.5, 1.4) },
    move: (t) => [0, 0, -0.1 * ease(t, 0.5, 1.4)],
  });
  const report = analyse(fitBody(clip), clip);

  it('follows a clip that is moved and turned', () => {
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 0, 1, 0, 1.1);
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) {
      rotate3(q, frame * nq, turn, 0, q, frame * nq);
      multiplyQuat(q, frame * nq + 3, turn, 0, q, frame * nq + 3);
      q[frame * nq] += 2;
      q[frame * nq + 2] -= 1;
    }
    const moved = withCoordinates(clip, q);
    const other = analyse(fitBody(moved), moved);
    const expected = report.zmp.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) {
      rotate3(expected, 3 * frame, turn, 0, expected, 3 * frame);
      expect(other.zmp[3 * frame]).toBeCloseTo(expected[3 * frame] + 2, 7);
      expect(other.zmp[3 * frame + 2]).toBeCloseTo(expected[3 * frame + 2] - 1, 7);
      expect(other.margin[frame]).toBeCloseTo(report.margin[frame], 6);
    }
  });

  it('gives the same bytes for the same input', () => {
    const again = analyse(fitBody(clip), clip);
    expect(again.zmp).toEqual(report.zmp);
    expect(again.summary).toEqual(report.summary);
  });
});

describe('analyse, feet that leave', () => {
  it.each([
    ['quickly: at 1.5 cm', 0.8, 0.015],
    ['slowly: at the height where touching ends', 0.2, 0.04],
  ])('leave %s', (_, speed, height) => {
    const clip = standingClip({ frames: 60, move: (t) => [0, speed * Math.max(0, t - 0.5), 0] });
    const report = analyse(fitBody(clip), clip);
    const left = report.phase.findIndex((__, frame) => phaseAt(report, frame) === 'flight');
    expect(report.feet[0].clearance[left]).toBeGreaterThan(height);
    expect(report.feet[0].clearance[left - 1]).toBeLessThanOrEqual(height);
  });
});

describe('analyse, contacts by hand', () => {
  it('believes the override lane', () => {
    const clip = standingClip();
    const report = analyse(fitBody(clip), clip, {
      contacts: { overrides: [{ side: 'left', part: 'all', start: 10, end: 20, touches: false }] },
    });
    expect(phaseAt(report, 15)).toBe('right');
    expect(phaseAt(report, 25)).toBe('double');
  });
});

describe('analyse, floor', () => {
  /** Gentle bows, so that the feet stand and the rest moves. */
  const bowing = (frames = 120) => standingClip({ frames, bend: { spine: (t) => 0.2 * Math.sin(t) ** 2 } });

  it('finds the tilt of a capture and takes gravity along', () => {
    const tilt = 0.02;
    const clip = bowing(240);
    const nq = coordinateCount(clip.skeleton);
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 1, 0, 0, Math.atan(tilt));
    const q = clip.q.slice();
    // The person stands in three places, three metres apart, on a floor that tilts by 2 %.
    for (let frame = 0; frame < clip.frameCount; frame++) {
      q[frame * nq + 2] += 3 * (Math.floor(frame / 80) - 1);
      rotate3(q, frame * nq, turn, 0, q, frame * nq);
      multiplyQuat(q, frame * nq + 3, turn, 0, q, frame * nq + 3);
    }
    const tilted = withCoordinates(clip, q);
    const report = analyse(fitBody(tilted), tilted);
    const level = analyse(fitBody(clip), clip);
    expect(Math.abs(report.ground.normal[2] - Math.sin(Math.atan(tilt)))).toBeLessThan(0.004);
    for (const frame of [40, 120, 200]) {
      expect(Math.abs(report.margin[frame] - level.margin[frame])).toBeLessThan(0.006);
    }
  });

  it('stands on steps where nobody stood on the floor beside them', () => {
    const clip = bowing(240);
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) {
      const step = Math.floor(frame / 60);
      q[frame * nq + 1] += 0.2 * step;
      q[frame * nq + 2] += 0.4 * step;
    }
    const climbing = withCoordinates(clip, q);
    const report = analyse(fitBody(climbing), climbing);
    expect(report.ground.kind).toBe('uneven');
    for (const frame of [30, 90, 150, 210]) {
      expect(phaseAt(report, frame)).toBe('double');
      expect(report.margin[frame]).toBeGreaterThan(0.02);
      expect(report.zmp[3 * frame + 1]).toBeCloseTo(0.2 * Math.floor(frame / 60), 1);
    }
  });

  it('mirrors with the clip', () => {
    const clip = standingClip({ frames: 61, move: (t) => [0.04 * ease(t, 0.5, 1.4), 0, 0.02 * ease(t, 0.3, 1)] });
    const mirrored = mirror(clip);
    const report = analyse(fitBody(clip), clip);
    const other = analyse(fitBody(mirrored), mirrored);
    for (let frame = 0; frame < 61; frame++) {
      expect(other.zmp[3 * frame]).toBeCloseTo(-report.zmp[3 * frame], 6);
      expect(other.zmp[3 * frame + 2]).toBeCloseTo(report.zmp[3 * frame + 2], 6);
      expect(other.margin[frame]).toBeCloseTo(report.margin[frame], 6);
    }
  });
});

describe('analyse, treadmill', () => {
  it('finds the belt under a person who slides in place with the floor', () => {
    // Both feet glide back at 1 m/s for a while, then are carried forward in the air: a caricature of walking on a belt.
    const period = 0.8;
    const clip = standingClip({
      rate: 120,
      frames: 360,
      move: (t) => {
        const u = (t % period) / period;
        return u < 0.6
          ? [0, 0, 0.24 - u * period]
          : [0, 0.15 * Math.sin((Math.PI * (u - 0.6)) / 0.4), -0.24 + ((u - 0.6) / 0.4) * 0.48];
      },
    });
    const report = analyse(fitBody(clip), clip);
    expect(report.ground.beltVelocity[2]).toBeCloseTo(-1, 1);
    expect(report.feet[0].skate[24]).toBeLessThan(0.05);
  });
});
