/** Hits while running, on the whole body: the momentum that was planned, the posture that β asks for. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { gaugeOf } from '../../src/methods/reactive-locomotion/lean-gauge.ts';
import { restoreWalker, saveWalker } from '../../src/methods/reactive-locomotion/save-walker.ts';
import {
  createWalker,
  pushWalker,
  TICK,
  tickWalker,
  type Walker,
} from '../../src/methods/reactive-locomotion/walker.ts';
import { axesOf } from '../../src/methods/reactive-locomotion/walker-state.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';

const clip = perform(run);
const body = fitBody(clip);
const report = analyse(body, clip);
const START = 90; // [ticks] that he has run before
const MOMENTS = [8, 16, 24, 32, 40, 48]; // [ticks] after that: all of a step
const PUSH = 12; // [ticks]

/** Towards where a push goes, along forward and left. */
const FROM = { behind: [1, 0], front: [-1, 0], left: [0, -1] } as const;
type From = keyof typeof FROM;

/** Plays on after a push of Δv [m/s] of the whole body at each moment; `look` is called before and after each tick that follows it. */
function playAll(
  beta: number,
  from: From,
  change: number,
  at: 'head' | 'chest',
  seconds: number,
  look: (walker: Walker, before: Walker['state']['plan'], moment: number) => void,
): void {
  const walker = createWalker(body, clip, { beta }, report);
  for (let k = 0; k < START; k++) tickWalker(walker);
  const start = saveWalker(walker);
  for (const moment of MOMENTS) {
    restoreWalker(walker, start);
    for (let k = 0; k < moment; k++) tickWalker(walker);
    const { forward: f, left: l } = axesOf(walker, walker.state.plan.count);
    const [ahead, aside] = FROM[from];
    const size = change * body.totalMass;
    const impulse = [size * (ahead * f[0] + aside * l[0]), 0, size * (ahead * f[1] + aside * l[1])] as const;
    pushWalker(walker, { impulse, segment: body.roles[at]! });
    for (let k = 0; k < Math.round(seconds / TICK); k++) {
      const before = walker.state.plan;
      tickWalker(walker);
      if (k > PUSH) look(walker, before, moment);
    }
  }
}

/** H of the body beyond that of the clip, as it tips forward and to the left. */
function tippingOf(walker: Walker): readonly [number, number] {
  const { follower, reference, state } = walker;
  const [h, own] = [follower.ws.angularMomentum, reference.ws.angularMomentum];
  const { forward: f, left: l } = axesOf(walker, state.plan.count);
  const [x, z] = [h[0] - own[0], h[2] - own[2]];
  return [x * l[0] + z * l[1], -(x * f[0] + z * f[1])];
}

describe('a runner who is hit', () => {
  it('takes off with the angular momentum that was planned', () => {
    const errors: number[] = [];
    for (const from of ['behind', 'front', 'left'] as const) {
      for (const [at, change] of [
        ['head', 0.15],
        ['chest', 0.3],
      ] as const) {
        playAll(0.7, from, change, at, 1.2, (walker, { phase, status }) => {
          if (phase.kind !== 'stance' || walker.state.plan.phase.kind !== 'flight' || status === 'recovered') return;
          const now = tippingOf(walker);
          for (const [k, axis] of (['forward', 'left'] as const).entries()) {
            const wanted = phase[axis].hEnd;
            errors.push(Math.abs(now[k]! - wanted) / Math.max(1, 0.2 * Math.abs(wanted)));
          }
        });
      }
    }
    expect(errors.length).toBeGreaterThan(80);
    // 1 kg·m²/s or a fifth
    errors.sort((a, b) => a - b);
    expect(errors[Math.floor(0.5 * errors.length)]).toBeLessThan(0.3);
    expect(errors[Math.floor(0.85 * errors.length)]).toBeLessThan(1);
  });

  it.each(['behind', 'front', 'left'] as const)('from %s stays bent longer with β 0.3 than with 0.7', (from) => {
    // |I| at the first four touch-downs after the push, summed over the moments it came at
    const bent = [0.3, 0.7].map((beta) => {
      const sums = [0, 0, 0, 0];
      let [last, count, index] = [-1, 0, 0];
      playAll(beta, from, 0.15, 'head', 1.7, (walker, before, moment) => {
        if (moment !== last) [last, index] = [moment, 0];
        count = walker.state.plan.count;
        if (count === before.count) return;
        if (index < sums.length) sums[index]! += Math.abs(gaugeOf(walker, count).lean[from === 'left' ? 1 : 0]);
        index++;
      });
      return sums;
    });
    const [slow, quick] = bent as [number[], number[]];
    expect(slow[1]! / quick[1]!).toBeGreaterThan(1.3);
    expect(slow[2]! / quick[2]!).toBeGreaterThan(1.6);
    expect(slow[3]! / quick[3]!).toBeGreaterThan(2);
    // and each comes up: 0.7 at once, 0.3 over several steps
    expect(quick[3]!).toBeLessThan(0.4 * quick[1]!);
    expect(slow[3]!).toBeGreaterThan(0.4 * slow[1]!);
    expect(slow[3]!).toBeLessThan(0.9 * slow[1]!);
  });

  it('from the front leans back and does not come to lean ahead', () => {
    for (const change of [0.15, 0.3]) {
      let [back, ahead] = [0, 0];
      playAll(0.7, 'front', change, 'head', 2, (walker) => {
        const { left: l } = axesOf(walker, walker.state.plan.count);
        const lean = walker.follower.off[3] * l[0] + walker.follower.off[5] * l[1];
        back = Math.min(back, lean);
        ahead = Math.max(ahead, lean);
        expect(walker.state.plan.status).not.toBe('fall');
      });
      expect(back).toBeLessThan(-0.2);
      expect(ahead).toBeLessThan(0.1);
    }
  });
});
