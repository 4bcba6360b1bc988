import { describe, expect, it } from 'vitest';
import { ease } from '../../src/math/ease.ts';
import { createActor } from '../../src/performer/actor.ts';
import { delayed, seriesAt, seriesOf, withMean } from '../../src/performer/gait/channel.ts';
import { createCycle, requestAt } from '../../src/performer/gait/cycle.ts';
import { flattened, rollFoot } from '../../src/performer/gait/foot-roll.ts';
import { LEG, LEG_SIZE, legAt, swingShare } from '../../src/performer/gait/leg-path.ts';
import { kneeAt, legLength } from '../../src/performer/gait/leg-triangle.ts';
import { fadeOut } from '../../src/performer/gait/quintic.ts';
import { settleStride } from '../../src/performer/gait/stride.ts';
import { styleOf } from '../../src/performer/gait/style.ts';
import { solveBoundary } from '../../src/performer/gait/tridiagonal.ts';
import { walkGait } from '../../src/performer/gait/walk-gait.ts';

describe('series', () => {
  const channel = { mean: 2, slope: 1, harmonics: [[1, 0.5, -0.25, 0.1, 0.2]] } as const;
  it('follows speed, mean and delay', () => {
    const series = seriesOf(channel, 0.5);
    expect(seriesAt(series, 0)).toBeCloseTo(2.5 + 0.55, 12);
    expect(seriesAt(delayed(series, 0.2), 0.7)).toBeCloseTo(seriesAt(series, 0.5), 12);
    expect(seriesAt(withMean(series, 0, 2), 0)).toBeCloseTo(1.1, 12);
  });
});

describe('quintics', () => {
  it('carry value, rate and curvature', () => {
    const h = 1e-4;
    const at = (u: number): number => fadeOut(u, 0.3, -2, 5);
    expect(at(0)).toBeCloseTo(0.3, 12);
    expect((at(h) - at(-h)) / (2 * h)).toBeCloseTo(-2, 5);
    expect((at(h) - 2 * at(0) + at(-h)) / (h * h)).toBeCloseTo(5, 3);
    expect([at(1), at(1 - 1e-3), ease(-1), ease(2)].map((value) => Math.abs(Math.round(1e6 * value)))).toEqual([
      0, 0, 0, 1e6,
    ]);
  });
});

describe('rolling foot', () => {
  const { foot } = createActor();
  it('keeps the heel, then the toes, then their tips where they are', () => {
    const degree = Math.PI / 180;
    for (const pitch of [20, 5, 0, -10, -25, -60].map((angle) => angle * degree)) {
      const { y, z, toeBend } = rollFoot(foot, pitch, 30 * degree);
      const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
      const rise = foot.ankleHeight - foot.toeHeight;
      // The toe joint from the ankle, the tip from the toe joint.
      const joint = { y: y + foot.toeJoint * sin - rise * cos, z: z + foot.toeJoint * cos + rise * sin };
      const [toeSin, toeCos] = [Math.sin(pitch + toeBend), Math.cos(pitch + toeBend)];
      const tip = {
        y: joint.y + foot.toeLength * toeSin - foot.toeHeight * toeCos,
        z: joint.z + foot.toeLength * toeCos + foot.toeHeight * toeSin,
      };
      if (pitch <= 0) {
        expect(tip.y).toBeCloseTo(0, 9);
        expect(tip.z).toBeCloseTo(foot.toeJoint + foot.toeLength, 9);
      } else expect(tip.y).toBeGreaterThan(0);
    }
    expect(Math.abs(flattened(1e-3))).toBeLessThan(1e-6);
  });
});

describe('leg as a triangle', () => {
  it('bends the knee by its length and back, and stays finite when too short', () => {
    for (const knee of [0.1, 0.4, 1.5]) expect(kneeAt(0.42, 0.4, legLength(0.42, 0.4, knee))).toBeCloseTo(knee, 9);
    expect(kneeAt(0.42, 0.4, 0.9)).toBeGreaterThan(0);
    expect(kneeAt(0.42, 0.4, 0.9)).toBeLessThan(0.05);
  });
});

describe('leg path', () => {
  const actor = createActor();
  const gait = walkGait(actor, 1.3, 1, styleOf(0, 0.12));
  const cycle = createCycle(actor, gait);
  settleStride(cycle);

  it('joins stance and swing without a jump in angle, speed or acceleration', () => {
    const h = 1e-4;
    const state = new Float64Array(LEG_SIZE);
    for (const p of [gait.contact, gait.liftOff]) {
      for (let i = 0; i <= LEG.yaw; i++) {
        const at = (q: number): number => {
          legAt(cycle, 0, q + 1, state);
          return state[i];
        };
        const before = (at(p - h) - 2 * at(p - 2 * h) + at(p - 3 * h)) / (h * h);
        const after = (at(p + 3 * h) - 2 * at(p + 2 * h) + at(p + h)) / (h * h);
        expect(Math.abs(at(p + h) - at(p - h))).toBeLessThan(1e-2);
        expect(Math.abs(before - after)).toBeLessThan(4 + 0.1 * Math.abs(before));
      }
    }
    expect(swingShare(gait, 0.3)).toBeUndefined();
    expect(swingShare(gait, 0.8)).toBeGreaterThan(0.4);
  });

  it('puts the right foot where the left one was, mirrored, half a stride later', () => {
    for (const p of [0.05, 0.3, 0.58, 0.7, 0.9]) {
      const [x, y, z] = requestAt(cycle, p).feet[0].ankle.slice();
      const right = requestAt(cycle, p + 0.5).feet[1].ankle;
      expect(right[0]).toBeCloseTo(-x, 4);
      expect(right[1]).toBeCloseTo(y, 4);
      expect(right[2]).toBeCloseTo(z + gait.stride / 2, 4);
    }
  });
});

describe('boundary problem', () => {
  it.each(['loop', 'held'] as const)('satisfies its equation (%s)', (ends) => {
    const n = 40;
    const dt = 0.02;
    const lambda = Float64Array.from({ length: n }, (_, i) => (i % 10 < 3 ? 0 : 8 + Math.sin(i)));
    const right = Float64Array.from({ length: n }, (_, i) => Math.cos(0.3 * i) + 0.2);
    const c = solveBoundary(lambda, right, dt, ends);
    const first = ends === 'held' ? 1 : 0;
    for (let i = first; i < n - first; i++) {
      const [a, b] = [c[(i + n - 1) % n], c[(i + 1) % n]];
      expect((a - 2 * c[i] + b) / (dt * dt) - lambda[i] * c[i]).toBeCloseTo(right[i], 7);
    }
    if (ends === 'held') expect([c[0], c[n - 1]]).toEqual([0, 0]);
  });
});
