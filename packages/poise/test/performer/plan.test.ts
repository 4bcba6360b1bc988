import { describe, expect, it } from 'vitest';
import { effectiveCop, planCom } from '../../src/performer/plan/centroidal.ts';

const DT = 1 / 120;
const HEIGHT = 0.94;

describe('planCom', () => {
  it('rests over a resting centre of pressure', () => {
    const cop = Float64Array.from({ length: 240 }, (_, i) => (i % 2 ? 0.05 : -0.02));
    const { com } = planCom({ cop, comHeight: HEIGHT, frameTime: DT, ends: 'rest' });
    for (let i = 0; i < 120; i++) {
      expect(com[2 * i]).toBeCloseTo(-0.02, 12);
      expect(com[2 * i + 1]).toBeCloseTo(0.05, 12);
    }
  });

  it('moves so that its own accelerations ask for the given centre of pressure', () => {
    const cop = Float64Array.from({ length: 1200 }, (_, i) => (i % 2 ? 0.06 * Math.sin((i / 1200) * 8) ** 2 : 0));
    const { com } = planCom({ cop, comHeight: HEIGHT, frameTime: DT, ends: 'rest' });
    for (let i = 40; i < 560; i++) {
      const acceleration = (com[2 * i + 3] - 2 * com[2 * i + 1] + com[2 * i - 1]) / DT ** 2;
      expect(com[2 * i + 1] - (HEIGHT / 9.81) * acceleration).toBeCloseTo(cop[2 * i + 1], 3);
    }
  });

  it('closes a loop that travels', () => {
    // Feet 0.7 m apart, left and right, a step every 60 frames: the CoP steps, the CoM glides.
    const frames = 120;
    const cop = new Float64Array(2 * frames);
    for (let i = 0; i < frames; i++) {
      cop[2 * i] = i < 60 ? 0.08 : -0.08;
      cop[2 * i + 1] = i < 60 ? 0 : 0.7;
    }
    const { com } = planCom({ cop, comHeight: HEIGHT, frameTime: DT, ends: 'loop', stride: [0, 1.4] });
    const speed = (a: number, b: number, jump = 0): number => (com[2 * b + 1] + jump - com[2 * a + 1]) / DT;
    // The speed changes by ω² (c − p) Δ = 0.03 m/s per frame at most; a seam would jump by more.
    expect(Math.abs(speed(frames - 1, 0, 1.4) - speed(0, 1))).toBeLessThan(0.08);
    expect(Math.max(...com.filter((_, i) => i % 2 === 0))).toBeLessThan(0.04);
  });
});

describe('effectiveCop', () => {
  it('shifts with angular momentum and pushes', () => {
    const shifted = effectiveCop(Float64Array.of(0, 0), Float64Array.of(20, 0, 10), Float64Array.of(0, 0, 50), 70, 0.9);
    expect(shifted[0]).toBeCloseTo(-10 / 686.7, 9);
    expect(shifted[1]).toBeCloseTo((20 - 45) / 686.7, 9);
  });
});
