/** The linear pendulum: closed form against fine integration, and what the capture point says of it. */
import { describe, expect, it } from 'vitest';
import {
  captureAfter,
  captureBefore,
  capturePoint,
  pendulumRate,
  pendulumTime,
  writePendulum,
} from '../../src/gait/pendulum.ts';

const rate = pendulumRate(0.95);

/** c̈ = ω²(c − p(t)) from (c, v), by the midpoint rule. */
function integrateFinely(c: number, v: number, time: number, p: (t: number) => number): readonly [number, number] {
  const steps = 40_000;
  const dt = time / steps;
  for (let k = 0; k < steps; k++) {
    const middle = c + (dt / 2) * v;
    const a = rate * rate * (middle - p((k + 0.5) * dt));
    c += dt * (v + (dt / 2) * a);
    v += dt * a;
  }
  return [c, v];
}

describe('linear pendulum', () => {
  it('has a time that is the inverse of its rate, and takes another gravity', () => {
    expect(pendulumTime(0.95) * rate).toBeCloseTo(1, 12);
    expect(pendulumRate(1, 1.62) / pendulumRate(1)).toBeCloseTo(Math.sqrt(1.62 / 9.81), 12);
  });

  it('moves as fine integration does', () => {
    const out = new Float64Array(2);
    for (const [c, v, p, time] of [
      [0, 0.4, 0.05, 0.6],
      [-0.1, 0.5, 0.02, 0.9],
      [0.2, -0.3, -0.1, 0.4],
    ]) {
      writePendulum(out, c, v, p, rate, time);
      const [position, velocity] = integrateFinely(c, v, time, () => p);
      expect(out[0]).toBeCloseTo(position, 7);
      expect(out[1]).toBeCloseTo(velocity, 7);
      expect(capturePoint(out[0], out[1], rate)).toBeCloseTo(captureAfter(capturePoint(c, v, rate), p, rate, time), 12);
    }
  });

  it('comes to rest above its capture point', () => {
    const p = capturePoint(-0.1, 0.5, rate);
    const out = new Float64Array(2);
    writePendulum(out, -0.1, 0.5, p, rate, 4);
    expect(out[0]).toBeCloseTo(p, 5);
    expect(out[1]).toBeCloseTo(0, 5);
  });

  it('stays up under a course of pressure from the one capture point that is found backwards', () => {
    const dt = 0.01;
    const frames = 150;
    const cop = Float64Array.from({ length: frames }, (_, f) => 0.05 * Math.sin(0.05 * f));
    const decay = Math.exp(-rate * dt);
    let capture = cop[frames - 1];
    for (let f = frames - 1; f >= 0; f--) capture = captureBefore(capture, cop[f], decay);
    const [c, v] = [0, rate * capture];
    const [end, speed] = integrateFinely(c, v, frames * dt, (t) => cop[Math.min(frames - 1, Math.floor(t / dt))]);
    expect(capturePoint(end, speed, rate)).toBeCloseTo(cop[frames - 1], 4);
  });
});
