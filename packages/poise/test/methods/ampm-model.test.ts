/** The closed forms of reactive locomotion against fine integration; [Komura04] with the corrections of docs/papers.md. */
import { describe, expect, it } from 'vitest';
import {
  type Law,
  lawPosition,
  lawVelocity,
  pendulumFactors,
  timeTo,
  writeIntegral,
} from '../../src/gait/pendulum-law.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import {
  type PlaneBody,
  solveSagittal,
  solveTimed,
  supportWith,
} from '../../src/methods/reactive-locomotion/double-support.ts';

const WALKER: PlaneBody = { mass: 70, height: 0.95, gravity: 9.81, friction: 0.8 };

/** ẍ = accelerationAt(t, x) by RK4; also ∫x. */
function integrateFinely(x: number, v: number, T: number, accelerationAt: (t: number, x: number) => number) {
  const steps = 4000;
  const dt = T / steps;
  let integral = 0;
  for (let k = 0; k < steps; k++) {
    const t = k * dt;
    const k1 = accelerationAt(t, x);
    const k2 = accelerationAt(t + dt / 2, x + (dt / 2) * v);
    const k3 = accelerationAt(t + dt / 2, x + (dt / 2) * v + ((dt * dt) / 4) * k1);
    const k4 = accelerationAt(t + dt, x + dt * v + ((dt * dt) / 2) * k2);
    integral += dt * x + (dt * dt * v) / 2 + (dt * dt * dt * (k1 + k2 + k3)) / 18;
    x += dt * v + ((dt * dt) / 6) * (k1 + k2 + k3);
    v += (dt / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return { x, v, integral };
}

describe('pendulum in closed form', () => {
  it('agrees with fine integration for every sign of p', () => {
    const rng = createRng(4);
    for (let k = 0; k < 60; k++) {
      const p = uniform(rng, -80, 15);
      const q = uniform(rng, -4, 4);
      const T = uniform(rng, 0.05, 0.6);
      const law: Law = { kind: 'pendulum', x0: uniform(rng, -0.4, 0.4), v0: uniform(rng, -0.5, 2), p, q };
      const fine = integrateFinely(law.x0, law.v0, T, (_, x) => p * x + q);
      expect(lawPosition(law, T)).toBeCloseTo(fine.x, 9);
      expect(lawVelocity(law, T)).toBeCloseTo(fine.v, 9);
      const both = new Float64Array(2);
      writeIntegral(both, law, T);
      expect(both[0]).toBeCloseTo(fine.integral, 7);
      expect(both[1]).toBe(lawVelocity(law, T));
    }
  });

  it('is smooth through p = 0', () => {
    const still = pendulumFactors(0, 0.4);
    for (const p of [1e-12, -1e-12]) {
      const near = pendulumFactors(p, 0.4);
      for (const key of ['C', 'S', 'K', 'K3'] as const) expect(Math.abs(near[key] - still[key])).toBeLessThan(1e-12);
    }
    // the series and the functions meet
    const u = 1e-3 / 0.16;
    for (const sign of [1, -1]) {
      const inside = pendulumFactors(sign * u * 0.999999, 0.4);
      const outside = pendulumFactors(sign * u * 1.000001, 0.4);
      for (const key of ['C', 'S', 'K', 'K3'] as const) expect(Math.abs(inside[key] - outside[key])).toBeLessThan(1e-8);
    }
  });

  it('tells when it gets somewhere, also after turning round, and when never', () => {
    const forward = { kind: 'pendulum', x0: -0.2, v0: 1.2, p: 10, q: 0 } as const;
    const there = timeTo(forward, 0.3);
    expect(lawPosition(forward, there!.time)).toBeCloseTo(0.3, 10);
    expect(lawVelocity(forward, there!.time)).toBeCloseTo(there!.velocity, 10);
    const turning = { kind: 'pendulum', x0: 0.2, v0: -0.4, p: 10, q: 0 } as const;
    const back = timeTo(turning, 0.3);
    expect(lawPosition(turning, back!.time)).toBeCloseTo(0.3, 10);
    expect(timeTo({ kind: 'pendulum', x0: -0.3, v0: 0.5, p: 10, q: 0 }, 0.3)).toBeUndefined();
  });
});

describe('double support', () => {
  const ask = { xB: 0.3, vB: 1.35, hB: 2, xC: 0.5, zB: 0.1, zC: 0.62, target: 0 };

  it('gains the angular momentum that integration finds', () => {
    for (const p of [-60, -20, 0, 8]) {
      const way = supportWith(WALKER, ask, p)!;
      const fine = integrateFinely(ask.xB, ask.vB, way.duration, (_, x) => p * (x - ask.xC) + way.pull);
      expect(fine.x).toBeCloseTo(ask.xC, 9);
      expect(fine.v).toBeCloseTo(way.velocity, 9);
      const c = (ask.zC - ask.zB) / (ask.xC - ask.xB);
      const zIntegral = c * fine.integral + (ask.zB - c * ask.xB) * way.duration;
      const gained = 70 * (9.81 * (fine.integral - zIntegral) - 0.95 * (fine.v - ask.vB));
      expect(way.gained).toBeCloseTo(gained, 5);
    }
  });

  it('finds the p of a wanted momentum in a dozen evaluations, and says when friction forbids it', () => {
    const rng = createRng(7);
    let saturated = 0;
    let exact = 0;
    for (let k = 0; k < 300; k++) {
      const question = { ...ask, vB: uniform(rng, 0.8, 2), hB: uniform(rng, -30, 40), zC: uniform(rng, 0.45, 0.9) };
      const found = solveSagittal(WALKER, question);
      if (found === undefined) continue;
      if (found.status === 'saturated') saturated++;
      else {
        expect(Math.abs(found.momentum - question.target)).toBeLessThan(1e-4);
        if (Math.abs(found.momentum - question.target) < 1e-8) exact++;
      }
      expect(found.evaluations).toBeLessThanOrEqual(12);
    }
    expect(saturated).toBeGreaterThan(0);
    expect(saturated).toBeLessThan(150);
    expect(exact).toBeGreaterThanOrEqual(0.98 * (300 - saturated));
  });

  it('meets both equations of the timed law', () => {
    const timed = { xB: -0.06, vB: 0.2, hB: 3, zB: -0.08, zC: 0.1, target: -1, duration: 0.14 };
    const found = solveTimed(WALKER, timed);
    expect(found.status).toBe('solved');
    expect(found.momentum).toBeCloseTo(-1, 9);
    // no moment at C: the force passes the centre of mass
    expect(found.aC).toBeCloseTo((9.81 / 0.95) * (found.position - timed.zC), 9);
    const slope = (found.aC - found.aB) / timed.duration;
    const fine = integrateFinely(timed.xB, timed.vB, timed.duration, (t) => found.aB + slope * t);
    expect(fine.x).toBeCloseTo(found.position, 9);
    expect(fine.v).toBeCloseTo(found.velocity, 9);
    expect(solveTimed(WALKER, { ...timed, hB: 80 }).status).toBe('saturated');
  });
});
