/** Forces inside the balance filter: laws of its wrench, carried weights, pushes, friction. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import type { ForceTrack } from '../../src/balance/force-track.ts';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import { pushTrack } from '../../src/gait/push.ts';
import { anglesAtTime, createCurve } from '../../src/methods/balance-filter/curve.ts';
import { zmpOf } from '../../src/methods/balance-filter/demands.ts';
import { createSiteState, evaluateState } from '../../src/methods/balance-filter/site.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { createMotionScratch, sampleMotion } from '../../src/motion/motion-spline.ts';
import { filtered, LEVEL, lopsided, NQ, stretchClip } from './filter-cases.ts';

const body = tak2000Body();

/** Momentum (angular about the origin; linear) of a curve at time t. */
function momentumAt(curve: ReturnType<typeof createCurve>, t: number, state = createSiteState(curve.mechanism, 1)) {
  sampleMotion(curve.motion, t, state.q, state.v, state.a, createMotionScratch(body.skeleton));
  anglesAtTime(state.angles, state.rates, state.seconds, curve.angles, t);
  evaluateState(curve.mechanism, state);
  const { com: c, linearMomentum: l, angularMomentum: h } = state.ws;
  const about = [c[1] * l[2] - c[2] * l[1], c[2] * l[0] - c[0] * l[2], c[0] * l[1] - c[1] * l[0]];
  return { momentum: [...about.map((x, k) => x + h[k]), ...l], state };
}

describe('the wrench of the filter', () => {
  it('is the rate of momentum, and what gravity takes', () => {
    const curve = createCurve(body, lopsided(), 1 / 30, 0);
    for (const t of [0.21, 0.47, 0.73]) {
      const step = 1e-5;
      const [after, before] = [step, -step].map((d) => momentumAt(curve, t + d).momentum);
      const { state } = momentumAt(curve, t);
      const weight = body.totalMass * GRAVITY;
      const gravity = [-state.ws.com[2] * weight, 0, state.ws.com[0] * weight, 0, weight, 0];
      for (let k = 0; k < 6; k++) {
        const rate = (after[k] - before[k]) / (2 * step) + gravity[k];
        expect(Math.abs(state.wrench[k] - rate)).toBeLessThan(1e-6 * weight);
      }
    }
  });

  it('puts the ZMP of a body that slides stiffly at x − H ẍ / g', () => {
    const curve = createCurve(body, withCoordinates(stretchClip, still(20)), 1 / 30, 0);
    const { state } = momentumAt(curve, 0.3);
    state.seconds[0] = 1.7;
    evaluateState(curve.mechanism, state);
    const { com } = state.ws;
    expect(zmpOf(state.wrench, 0)[0]).toBeCloseTo(com[0] - (com[1] * 1.7) / GRAVITY, 9);
  });
});

/** The first frame held. */
function still(count: number): Float64Array {
  const q = new Float64Array(count * NQ);
  for (let k = 0; k < count; k++) q.set(stretchClip.q.subarray(0, NQ), k * NQ);
  return q;
}

const worst = (clip: Clip, external: readonly ForceTrack[]): number =>
  analyse(body, clip, { ground: LEVEL, cutoff: Infinity, external }).summary.worstZmpDistance;

describe('known forces', () => {
  it('count: with a weight in the hands the same stretch leans back more', () => {
    const hands = [body.roles.leftHand ?? 0, body.roles.rightHand ?? 0];
    const weights = hands.map((segment, k): ForceTrack => {
      const force = Float64Array.of(0, -30, 0, 0, -30, 0);
      return { name: `bag ${k}`, segment, pointInSegment: [0, 0, 0], time: Float64Array.of(-1, 2), force };
    });
    const loaded = filtered(stretchClip, { analyse: { ground: LEVEL, cutoff: Infinity, external: weights } });
    const free = filtered(stretchClip);
    expect(loaded.report.status).toBe('balanced');
    expect(loaded.report.objective).toBeGreaterThan(1.5 * free.report.objective);
    expect(worst(free.clip, weights)).toBeGreaterThan(0.02); // what balances without the weight falls with it
    expect(worst(loaded.clip, weights)).toBeLessThan(1e-3);
  });

  it('may be pushes: a standing body leans against one', () => {
    const clip = withCoordinates(stretchClip, still(60));
    const push = pushTrack({
      segment: body.roles.spine ?? 0,
      impulse: [0, 0, 25],
      pointInSegment: [0, 0, 0],
      time: 0.9,
      duration: 0.3,
    });
    const { clip: mended, report } = filtered(clip, { analyse: { ground: LEVEL, cutoff: Infinity, external: [push] } });
    expect(worst(clip, [push])).toBeGreaterThan(0.05);
    expect(report.status).toBe('balanced');
    expect(report.outside.between).toBeLessThan(3e-3);
    expect(worst(mended, [push])).toBeLessThan(3e-3);
    expect(report.feet.moved).toBeLessThan(5e-4);
  });
});

describe('friction', () => {
  it('bounds the force along the ground when it is looked at', () => {
    const greatest = (clip: Clip): number =>
      Math.max(...analyse(body, clip, { ground: LEVEL, cutoff: Infinity }).friction);
    const usual = filtered(stretchClip);
    const slippery = filtered(stretchClip, { friction: 0.5 * greatest(usual.clip) });
    expect(slippery.report.status).toBe('balanced');
    expect(greatest(slippery.clip)).toBeLessThan(0.55 * greatest(usual.clip));
    expect(slippery.report.objective).toBeGreaterThan(usual.report.objective);
  });
});
