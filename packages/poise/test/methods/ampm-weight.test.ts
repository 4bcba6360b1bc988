/** Weight in double support, when the foot that lands cannot be where it should. */
import { describe, expect, it } from 'vitest';
import {
  createAfterSupport,
  writeAfterSupport,
  writeEndOf,
} from '../../src/methods/reactive-locomotion/after-support.ts';
import { solveTimed, type TimedQuestion } from '../../src/methods/reactive-locomotion/double-support.ts';
import type { NominalStep } from '../../src/methods/reactive-locomotion/gait-step.ts';
import { shiftWeight } from '../../src/methods/reactive-locomotion/shift-weight.ts';
import { modelWalk } from './model-gaits.ts';

const SOLE: readonly [number, number] = [-0.02, 0.05]; // of a left foot

/** A left or a right step with soles. */
function stepOf(sign: 1 | -1): NominalStep {
  const step = modelWalk().steps[sign > 0 ? 0 : 1]!;
  const sole = sign > 0 ? SOLE : ([-SOLE[1], -SOLE[0]] as const);
  return { ...step, measures: { ...step.measures, sole } };
}

/** A step that begins with the clip's velocity and `push` [m/s] more outwards, its foot where the clip has it. */
function shifted(sign: 1 | -1, push: number, most = 1) {
  const step = stepOf(sign);
  const { body, left, support, after } = step;
  const ask: TimedQuestion = {
    xB: left.xB,
    vB: left.vB + sign * push,
    hB: 0,
    zB: left.zB,
    zC: left.foot + left.zC,
    target: 0,
    duration: support,
  };
  const before = { ...ask };
  const way = solveTimed(body, ask);
  const swing = createAfterSupport();
  writeAfterSupport(swing, left.zC, left.travel, body.gravity / body.height, after);
  const residual = shiftWeight(way, ask, body, step, swing, left.foot, most);
  const end = new Float64Array(2);
  writeEndOf(swing, end, 0, way.position - left.foot, way.velocity);
  const astray = end[0]! - left.xEnd + (end[1]! - left.vEnd) * Math.sqrt(body.height / body.gravity);
  return { step, ask, before, way, residual, astray };
}

describe('weight of a walker who falls to a side', () => {
  it('stays as in the clip where the capture point is', () => {
    const { ask, before } = shifted(1, 0.01);
    expect(ask).toEqual(before);
  });

  it('goes that way, never off the soles, and leaves the capture point nearer', () => {
    for (const push of [-0.6, -0.3, 0.3, 0.6]) {
      const free = shifted(1, push, 0);
      const { ask, before, step, residual, astray } = shifted(1, push);
      const side = Math.sign(push);
      expect(free.ask).toEqual(before);
      expect(side * (ask.zB - before.zB), `${push}`).toBeGreaterThanOrEqual(0);
      expect(side * (ask.zC - before.zC), `${push}`).toBeGreaterThan(0);
      expect(ask.zC - step.left.foot).toBeGreaterThanOrEqual(SOLE[0] - 1e-12);
      expect(ask.zC - step.left.foot).toBeLessThanOrEqual(SOLE[1] + 1e-12);
      expect(residual, `${push}`).toBeLessThan(free.residual - 0.03);
      expect(Math.abs(astray), `${push}`).toBeCloseTo(residual, 9);
    }
  });

  it('goes no further than need be', () => {
    const { residual, ask, step } = shifted(1, 0.06);
    expect(residual).toBeCloseTo(0.06, 9);
    expect(ask.zC - step.left.foot).toBeLessThan(SOLE[1]);
  });

  it('makes the angular momentum that was asked for, integrated by another way', () => {
    const { way, ask, step } = shifted(1, 0.5);
    const { mass, gravity, height } = step.body;
    const n = 20000;
    const dt = ask.duration / n;
    let [x, v, h] = [ask.xB, ask.vB, ask.hB];
    for (let k = 0; k < n; k++) {
      const u = (k + 0.5) / n;
      const a = way.aB + u * (way.aC - way.aB);
      const middle = x + (v * dt) / 2 + (a * dt * dt) / 8;
      h += dt * mass * (gravity * (middle - ask.zB - u * (ask.zC - ask.zB)) - height * a);
      x += v * dt + (a * dt * dt) / 2;
      v += a * dt;
    }
    expect(x).toBeCloseTo(way.position, 6);
    expect(v).toBeCloseTo(way.velocity, 6);
    expect(h).toBeCloseTo(ask.target, 4);
  });

  it('is mirrored for the other foot', () => {
    for (const push of [-0.4, 0.4]) {
      const [a, b] = [shifted(1, push), shifted(-1, push)];
      expect(b.ask.zB).toBeCloseTo(-a.ask.zB, 9);
      expect(b.ask.zC).toBeCloseTo(-a.ask.zC, 9);
      expect(b.residual).toBeCloseTo(a.residual, 9);
    }
  });
});
