/** The experiments of [Tak00] §5.1 and what the filter promises of every clip. */
import { describe, expect, it } from 'vitest';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { balanceFilter } from '../../src/methods/balance-filter/index.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { mirror } from '../../src/motion/mirror.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';
import {
  DEGREE,
  difference,
  filtered,
  flexion,
  judge,
  lopsided,
  NQ,
  stretchClip,
  stretchInside,
} from './filter-cases.ts';

const SOLE_FRONT = 0.155; // [m] of the usual sole, ahead of the ankle
const END = 30;

const cog = (clip: typeof stretchClip): number => judge(clip).com[3 * END + 2];
const endSpeed = (clip: typeof stretchClip): number => {
  const velocity = judge(clip).comVelocity.subarray(3 * END, 3 * END + 3);
  return Math.hypot(velocity[0], velocity[1], velocity[2]);
};

describe('forward stretch of [Tak00]', () => {
  const usual = filtered(stretchClip);

  it('cannot happen as it is keyed (clip 1)', () => {
    expect(cog(stretchClip)).toBeGreaterThan(SOLE_FRONT);
    expect(usual.report.outside.before).toBeGreaterThan(0.1);
  });

  it('falls when nothing is asked of its end (clip 2)', () => {
    const { clip, report } = filtered(stretchClip, { endVelocity: 'free' });
    expect(report.status).toBe('balanced');
    expect(report.outside.sites).toBeLessThan(1e-3);
    expect(cog(clip)).toBeGreaterThan(SOLE_FRONT);
    expect(endSpeed(clip)).toBeGreaterThan(3 * endSpeed(usual.clip));
  });

  it('ends at rest over the soles (clip 3)', () => {
    expect(usual.report.status).toBe('balanced');
    expect(usual.report.iterations).toBeLessThanOrEqual(5);
    expect(usual.report.windows[0].violation).toBeLessThan(1e-5);
    expect(usual.report.outside.sites).toBeLessThan(1e-3);
    expect(usual.report.outside.between).toBeLessThan(3e-3);
    expect(cog(usual.clip)).toBeLessThan(SOLE_FRONT - 0.005);
    // the judge differentiates frames by itself
    expect(judge(usual.clip).summary.worstZmpDistance).toBeLessThan(1e-3);
  });

  it('bends soft knees more (clip 4) and a soft waist less (clip 5)', () => {
    const knees = filtered(stretchClip, { stiffness: { knee: 0.02 } });
    const waist = filtered(stretchClip, { stiffness: { waist: 0.02 } });
    const bent = (clip: typeof stretchClip): number => flexion(clip, 'leftLowerLeg', END);
    expect(bent(knees.clip)).toBeGreaterThan(bent(usual.clip) + 3);
    expect(flexion(waist.clip, 'spine', END)).toBeLessThan(flexion(usual.clip, 'spine', END) - 8);
    for (const { report } of [knees, waist]) expect(report.status).toBe('balanced');
  });

  it('is distorted more on small soles and less on large ones (clips 6, 7)', () => {
    const small = filtered(stretchClip, {}, tak2000Body(0.5));
    const large = filtered(stretchClip, {}, tak2000Body(1.8));
    expect(small.report.objective).toBeGreaterThan(2 * usual.report.objective);
    expect(large.report.objective).toBeLessThan(0.1 * usual.report.objective);
    expect(cog(small.clip)).toBeLessThan(cog(usual.clip) - 0.03);
    // the same soles as an option
    const scaled = filtered(stretchClip, { soleScale: 0.5 });
    expect(scaled.report.objective).toBeCloseTo(small.report.objective, 3);
  });

  it('costs many times more when the ZMP is pinned to its projection, as printed', () => {
    const { report } = filtered(stretchClip, { zmpMode: 'track' });
    expect(report.objective).toBeGreaterThan(10 * usual.report.objective);
    expect(report.iterations).toBeGreaterThan(usual.report.iterations);
    expect(report.outside.sites).toBeLessThan(1e-3);
  });

  it('costs a little more when the end pose must be held', () => {
    const { clip, report } = filtered(stretchClip, { endStatic: true });
    expect(report.status).toBe('balanced');
    expect(report.objective).toBeGreaterThan(usual.report.objective);
    expect(cog(clip)).toBeLessThan(SOLE_FRONT - 0.005);
  });

  it('treats segments as point masses when asked to', () => {
    const { report } = filtered(stretchClip, { inertia: 'point-mass' });
    expect(report.status).toBe('balanced');
    expect(report.objective).not.toBeCloseTo(usual.report.objective, 4);
  });

  it('leaves the feet where they stand', () => {
    expect(usual.report.feet.moved).toBeLessThan(5e-4);
    expect(usual.report.feet.turned).toBeLessThan(0.1 * DEGREE);
  });

  it('comes back nearly unchanged the second time', () => {
    expect(difference(filtered(usual.clip).clip, usual.clip)).toBeLessThan(1e-3);
  });

  it('is the same for the same input, to the last bit', () => {
    expect(filtered(stretchClip).clip.q).toEqual(usual.clip.q);
  });
});

describe('the balance filter', () => {
  it('returns a clip in balance as it is', () => {
    const actor = createActor();
    const twin = perform(stretch, { preset: 'balanced' });
    const { clip, report } = balanceFilter(actor.body, twin, { margin: 0 });
    expect(report.status).toBe('already-balanced');
    expect(clip).toBe(twin);
    const still = withCoordinates(stretchClip, repeated(0, 20));
    expect(filtered(still).clip).toBe(still);
  });

  it('changes nothing outside its windows and joins them smoothly', () => {
    const clip = stretchInside();
    const { clip: mended, report } = filtered(clip);
    expect(report.status).toBe('balanced');
    const [{ startFrame, endFrame }] = report.windows;
    expect(startFrame).toBeGreaterThan(5);
    expect(endFrame).toBeLessThan(104);
    const same = (first: number, last: number): void =>
      expect(mended.q.subarray(first * NQ, (last + 1) * NQ)).toEqual(clip.q.subarray(first * NQ, (last + 1) * NQ));
    same(0, startFrame);
    same(endFrame, 109);
    // the first changed frames leave with the third power of time: 1, 8 … times the first
    const step = (frame: number): number => difference(mended, clip, frame, frame);
    expect(step(startFrame + 1)).toBeLessThan(1e-4);
    expect(step(startFrame + 1)).toBeLessThan(0.2 * step(startFrame + 3));
  });

  it('changes less the farther a window may reach', () => {
    const clip = stretchInside();
    const [near, far] = [5 / 30, 15 / 30].map((extension) => filtered(clip, { extension }).report.objective);
    expect(far).toBeLessThan(near);
  });

  it('mirrors with its input', () => {
    const clip = lopsided();
    const direct = mirror(filtered(clip).clip);
    const mirrored = filtered(mirror(clip)).clip;
    expect(difference(direct, mirrored)).toBeLessThan(1e-6);
    expect(difference(filtered(clip).clip, mirrored)).toBeGreaterThan(1e-3); // the clip is no mirror image of itself
  });

  it('says what cannot be had', () => {
    const { clip, report } = filtered(stretchClip, { lastPose: 'keep', endStatic: true });
    expect(report.status).toBe('infeasible');
    expect(report.iterations).toBeLessThanOrEqual(40);
    const [worst] = report.windows[0].conflicts;
    expect(worst.kind).toBe('zmp');
    expect(worst.frame).toBe(END);
    expect(worst.residual).toBeGreaterThan(0.02); // the COG is 23 mm ahead of the sole
    expect(report.reason).toMatch(/zmp at frame 30/);
    expect(clip.q.every(Number.isFinite)).toBe(true);
  });

  it('holds hands that are pinned', () => {
    const { clip, report } = filtered(stretchClip, { pins: [{ role: 'leftHand', offset: [0, 0, 0], start: 0.5 }] });
    expect(report.status).toBe('balanced');
    const hand = tak2000Body().roles.leftHand!;
    const moved = (other: typeof stretchClip): number => {
      const [before, after] = [stretchClip, other].map((of) => {
        const nq = of.q.length / of.frameCount;
        return (frame: number) => worldFramesOf(of.skeleton, of.q.subarray(frame * nq, (frame + 1) * nq)).origins;
      });
      let most = 0;
      for (let frame = Math.ceil(0.5 / clip.frameTime); frame < clip.frameCount; frame++) {
        const [a, b] = [before(frame), after(frame)];
        most = Math.max(most, Math.hypot(...[0, 1, 2].map((k) => a[3 * hand + k] - b[3 * hand + k])));
      }
      return most;
    };
    expect(moved(clip)).toBeLessThan(0.001);
    expect(moved(filtered(stretchClip).clip)).toBeGreaterThan(0.1); // who is not held takes the hand along
  });

  it('stops when the caller throws', () => {
    const stop = new Error('enough');
    const cancel = (): void => {
      throw stop;
    };
    expect(() => filtered(stretchClip, { onProgress: cancel })).toThrow(stop);
  });

  it('refuses options that mean nothing', () => {
    expect(() => filtered(stretchClip, { margin: -1 })).toThrow(/margin must lie in/);
    expect(() => filtered(stretchClip, { stiffness: { tail: 1 } as never })).toThrow(/"tail" is no part/);
    expect(() => filtered(stretchClip, { bounds: [{ role: 'leftHand', angle: 'flexion' }] })).toThrow(/not moved/);
  });
});

function repeated(frame: number, count: number): Float64Array {
  const q = new Float64Array(count * NQ);
  for (let k = 0; k < count; k++) q.set(stretchClip.q.subarray(frame * NQ, (frame + 1) * NQ), k * NQ);
  return q;
}
