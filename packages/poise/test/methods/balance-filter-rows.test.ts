/** The problem inside the balance filter: coordinates, constraints and their derivatives, windows. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { pushTrack } from '../../src/gait/push.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { evaluateSpline } from '../../src/math/spline.ts';
import { poseOfAngles } from '../../src/methods/balance-filter/coordinates.ts';
import { anglesAtSite, createCurve, withCoefficients } from '../../src/methods/balance-filter/curve.ts';
import { createDemands, floorUnder, zmpOf } from '../../src/methods/balance-filter/demands.ts';
import { checkedOptions, type FilterOptions } from '../../src/methods/balance-filter/options.ts';
import { placeRiders, writeRows } from '../../src/methods/balance-filter/problem.ts';
import { ROW_KINDS } from '../../src/methods/balance-filter/row-sink.ts';
import { createSiteState, evaluateState } from '../../src/methods/balance-filter/site.ts';
import { solveWindow } from '../../src/methods/balance-filter/sqp.ts';
import { edgesOf, insideBy, nearestInside } from '../../src/methods/balance-filter/support-edges.ts';
import { findWindows, windowProblem } from '../../src/methods/balance-filter/windows.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';
import { armsAround, LEVEL, lopsided, NQ, stretchClip } from './filter-cases.ts';

const body = tak2000Body();

function demandsOf(clip: Clip, options: Partial<FilterOptions> = {}) {
  const settings = checkedOptions({ ...options, analyse: { ground: LEVEL, cutoff: Infinity, ...options.analyse } });
  const report = analyse(body, clip, settings.analyse);
  const curve = createCurve(body, clip, 1 / 30, 0);
  return createDemands(curve, report, floorUnder(curve, report), settings);
}

describe('coordinates of the filter', () => {
  it('are 31 for the figure of [Tak00], 34 with a chest', () => {
    expect(createCurve(body, stretchClip, 1 / 30, 0).mechanism.free).toBe(31);
    const person = createActor().body;
    expect(createCurve(person, perform(stretch), 1 / 30, 0).mechanism.free).toBe(34);
  });

  it('give the poses back at the sites', () => {
    const clip = perform(stretch);
    const person = createActor().body;
    const curve = createCurve(person, clip, 1 / 30, 0);
    const nq = coordinateCount(person.skeleton);
    const state = createSiteState(curve.mechanism, 1);
    for (let k = 0; k < curve.angles.siteCount; k += 7) {
      placeRiders(state, curve, k);
      anglesAtSite(state.angles, state.rates, state.seconds, curve.angles.coefficients, k, curve.angles.spacing);
      poseOfAngles(state.q, state.v, state.a, state.axes, curve.mechanism, state.angles, state.rates, state.seconds);
      for (let i = 3; i < nq; i += 4) {
        let dot = 0;
        for (let c = 0; c < 4; c++) dot += state.q[i + c] * curve.q[k * nq + i + c];
        expect(Math.abs(dot)).toBeCloseTo(1, 12);
      }
    }
  });

  it('have hinges that stay away from gimbal lock', () => {
    expect(createCurve(body, lopsided(), 1 / 30, 0).mechanism.largestMiddle).toBeLessThan(1.05);
  });

  it.each(['full', 'point-mass'] as const)('put the ZMP of a still body under its centre of mass (%s)', (inertia) => {
    const q = new Float64Array(12 * NQ);
    for (let k = 0; k < 12; k++) q.set(stretchClip.q.subarray(20 * NQ, 21 * NQ), k * NQ);
    const curve = createCurve(body, withCoordinates(stretchClip, q), 1 / 30, 0);
    const state = createSiteState(curve.mechanism, inertia === 'full' ? 1 : 0);
    placeRiders(state, curve, 5);
    anglesAtSite(state.angles, state.rates, state.seconds, curve.angles.coefficients, 5, curve.angles.spacing);
    evaluateState(curve.mechanism, state);
    const [x, z] = zmpOf(state.wrench, 0);
    expect(Math.abs(x - state.ws.com[0])).toBeLessThan(1e-9);
    expect(Math.abs(z - state.ws.com[2])).toBeLessThan(1e-9);
  });
});

/** Every kind of row at once: rolling on the left heel, then flight, under a bar, one hand pinned, one pushed. */
const everything = demandsOf(lopsided(), {
  friction: 0.5,
  rollingFeet: 'roll',
  swingFeet: 'height',
  ceilings: [{ role: 'head', height: 1.5 }],
  pins: [{ role: 'rightHand', end: 0.2 }],
  bounds: [
    { role: 'spine', angle: 'flexion', most: 1 },
    { role: 'spine', angle: 'twist', least: -0.2 },
    { role: 'hips', angle: 'flexion', most: 0.1 },
  ],
  endStatic: true,
  analyse: {
    external: [
      pushTrack({
        segment: body.roles.rightHand ?? 0,
        impulse: [5, -9, 7],
        pointInSegment: [0, 0, 0],
        time: 0,
        duration: 1,
      }),
    ],
    contacts: {
      overrides: [
        { side: 'left', part: 'ball', start: 4, end: 8, touches: false },
        { side: 'left', part: 'toe', start: 4, end: 8, touches: false },
        { side: 'left', part: 'all', start: 12, end: 17, touches: false },
        { side: 'right', part: 'all', start: 14, end: 17, touches: false },
      ],
    },
  },
});

/** An arm that goes all around, up, aside and behind: no order of three hinges stays away from gimbal lock. */
const windmill = demandsOf(armsAround());

it('joints that turn too far for any order of hinges ride on the clip', () => {
  const rides = windmill.curve.mechanism.joints.filter((joint) => joint.rides).map(({ role }) => role);
  expect(rides).toEqual(['leftUpperArm']);
  expect(everything.curve.mechanism.joints.some((joint) => joint.rides)).toBe(false);
});

describe.each([
  ['of every kind', everything],
  ['over a joint that rides', windmill],
] as const)('constraint rows %s', (_, demands) => {
  const problem = windowProblem(demands, { first: 0, last: 30 });
  const { mechanism, angles } = demands.curve;
  const rng = createRng(7);
  const coefficients = angles.coefficients.map(
    (c, i) => c + (i % mechanism.total < mechanism.free ? 0.01 * normal(rng) : 0),
  );
  const residuals = (at: Float64Array): number[] => {
    writeRows(problem, at, 0.5, false);
    const { equal, unequal } = problem.sink;
    return [...equal.rows.residual.slice(0, equal.rows.count), ...unequal.rows.residual.slice(0, unequal.rows.count)];
  };

  it('are there', () => {
    residuals(coefficients);
    const kinds = new Set([...problem.sink.equal.kinds, ...problem.sink.unequal.kinds]);
    if (demands === everything) expect([...kinds].sort()).toEqual([...ROW_KINDS].sort());
    else expect([...kinds]).toContain('zmp');
  });

  it('have the derivatives that differences have', () => {
    writeRows(problem, coefficients, 0.5, true);
    const parts = [problem.sink.equal, problem.sink.unequal].map(({ rows, kinds }) => ({
      count: rows.count,
      kinds: [...kinds],
      first: rows.first.slice(0, rows.count),
      values: rows.values.slice(0, 3 * rows.blockSize * rows.count),
    }));
    let checked = 0;
    for (let sample = 0; sample < 60; sample++) {
      const row = Math.floor(rng.next() * (angles.siteCount + 2));
      const j = sample % mechanism.free;
      const at = row * mechanism.total + j;
      const shifted = coefficients.slice();
      shifted[at] = coefficients[at] + 1e-6;
      const plus = residuals(shifted);
      shifted[at] = coefficients[at] - 1e-6;
      const minus = residuals(shifted);
      let offset = 0;
      for (const part of parts) {
        for (let r = 0; r < part.count; r++) {
          const block = row - problem.firstFree - part.first[r];
          const exact = block >= 0 && block < 3 ? part.values[(3 * r + block) * mechanism.width + j] : 0;
          const difference = (plus[offset + r] - minus[offset + r]) / 2e-6;
          // foot turns are differentiated to first order in how far they are off
          const tolerance = part.kinds[r].endsWith('foot') ? 2e-3 : 1e-6 * (1 + Math.abs(exact)) + 1e-6;
          expect(Math.abs(exact - difference), part.kinds[r]).toBeLessThan(tolerance);
          if (exact !== 0) checked++;
        }
        offset += part.count;
      }
    }
    expect(checked).toBeGreaterThan(500);
  });
});

describe('support edges', () => {
  const square = [0, 0, 0.1, 0, 0.1, 0.2, 0, 0.2];

  it('tell how far inside a point lies', () => {
    const edges = edgesOf(square, 0.02);
    expect(edges?.margin).toBe(0.02);
    if (!edges) return;
    expect(insideBy(edges, 0.05, 0.1)).toBeCloseTo(0.03, 12);
    expect(insideBy(edges, 0.2, 0.1)).toBeCloseTo(-0.12, 12);
    expect(nearestInside(edges, 0.2, 0.3)).toEqual([expect.closeTo(0.08, 12), expect.closeTo(0.18, 12)]);
  });

  it('halve a margin that does not fit, and widen lines', () => {
    expect(edgesOf(square, 0.06)?.margin).toBe(0.03);
    const line = edgesOf([0, 0, 0.1, 0], 0.004);
    expect(line?.offsets.length).toBe(4);
    if (line) expect(insideBy(line, 0.05, 0)).toBeGreaterThan(0);
    expect(edgesOf([], 0.01)).toBeUndefined();
  });
});

describe('windows', () => {
  it('reach farther than what is out of balance, and merge', () => {
    const violations = new Float64Array(100);
    violations.fill(0.01, 30, 35);
    violations.fill(0.01, 40, 42);
    violations[80] = 0.01;
    violations[81] = 5e-4; // less than what is worth a change
    expect(findWindows(violations, 6)).toEqual([
      { first: 24, last: 47 },
      { first: 74, last: 86 },
    ]);
  });

  it('join the original with equal value, rate and bend', () => {
    const demands = demandsOf(stretchClip);
    const problem = windowProblem(demands, { first: 6, last: 26 });
    const { angles, mechanism } = demands.curve;
    const { coefficients } = solveWindow(problem, angles.coefficients, {
      ceilingShare: 1,
      zmpCost: 1e3,
      violation: 1e-5,
      step: 2e-4,
      saving: 0,
      maxIterations: 3,
      factorisations: Number.POSITIVE_INFINITY,
      onIteration: () => {},
    });
    expect(coefficients).not.toEqual(angles.coefficients);
    const [now, before] = [new Float64Array(mechanism.total), new Float64Array(mechanism.total)];
    for (const site of [6, 26]) {
      for (const derivative of [0, 1, 2] as const) {
        evaluateSpline(now, 0, withCoefficients(angles, coefficients), site * angles.spacing, derivative);
        evaluateSpline(before, 0, angles, site * angles.spacing, derivative);
        for (let j = 0; j < mechanism.total; j++) expect(Math.abs(now[j] - before[j])).toBeLessThan(1e-9);
      }
    }
  });
});

describe('stiffness', () => {
  it('makes a joint change less the stiffer it is', () => {
    const spent = [0.1, 1, 10].map((waist) => {
      const demands = demandsOf(stretchClip, { stiffness: { waist } });
      const { angles, mechanism } = demands.curve;
      const problem = windowProblem(demands, { first: 0, last: 30 });
      const settings = { ceilingShare: 1, zmpCost: 1e3, violation: 1e-5, step: 2e-4, saving: 0, maxIterations: 25 };
      const { coefficients } = solveWindow(problem, angles.coefficients, {
        ...settings,
        factorisations: Number.POSITIVE_INFINITY,
        onIteration: () => {},
      });
      const joint = mechanism.joints.find(({ part }) => part === 'waist');
      const bend = 0.1 ** 4 / angles.spacing ** 4;
      let sum = 0;
      for (let k = 0; k < angles.siteCount; k++) {
        for (let j = 0; j < 3; j++) {
          const at = k * mechanism.total + (joint?.first ?? 0) + j;
          const [a, b, c] = [0, 1, 2].map((row) => {
            const i = at + row * mechanism.total;
            return coefficients[i] - angles.coefficients[i];
          });
          sum += ((a + 4 * b + c) / 6) ** 2 + bend * (a - 2 * b + c) ** 2;
        }
      }
      return sum;
    });
    expect(spent[1]).toBeLessThan(spent[0]);
    expect(spent[2]).toBeLessThan(spent[1]);
  });
});
