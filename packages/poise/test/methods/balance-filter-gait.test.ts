/** Walking and running through the balance filter: loops, treadmills, tilted floors, flight, captures. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import type { Body } from '../../src/body/body.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import { multiplyQuat, quatFromAxisAngle, rotate3 } from '../../src/math/quat.ts';
import { balanceFilter } from '../../src/methods/balance-filter/index.ts';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const { body } = createActor();
const SLOW = 60_000;

/** The trunk bent forward by some radians throughout. */
function leaning(clip: Clip, angle: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 1, 0, 0, angle);
  const at = quatIndex(body.roles.spine ?? 0);
  for (let i = at; i < q.length; i += nq) multiplyQuat(q, i, q, i, turn, 0);
  return withCoordinates(clip, q);
}

/** Pose and velocity jump from the last frame to the first of the next round, against the largest step inside. */
function seamJump({ q, skeleton, frameCount }: Clip): number {
  const nq = coordinateCount(skeleton);
  const bend = (a: number, b: number, c: number): number => {
    let sum = 0;
    for (let i = 7; i < nq; i++) sum = Math.max(sum, Math.abs(q[a * nq + i] - 2 * q[b * nq + i] + q[c * nq + i]));
    return sum;
  };
  let inside = 0;
  for (let f = 1; f < frameCount - 1; f++) inside = Math.max(inside, bend(f - 1, f, f + 1));
  return Math.max(bend(frameCount - 2, frameCount - 1, 0), bend(frameCount - 1, 0, 1)) / inside;
}

/** Root mean square of the second difference of the knees' quaternions. */
function roughness({ roles }: Body, { q, skeleton, frameCount }: Clip): number {
  const nq = coordinateCount(skeleton);
  let sum = 0;
  for (const joint of [roles.leftLowerLeg ?? 0, roles.rightLowerLeg ?? 0]) {
    for (let f = 1; f < frameCount - 1; f++) {
      const i = f * nq + quatIndex(joint);
      for (let k = 0; k < 4; k++) sum += (q[i + k - nq] - 2 * q[i + k] + q[i + k + nq]) ** 2;
    }
  }
  return Math.sqrt(sum / frameCount);
}

describe('gaits', () => {
  it(
    'of the performer come back as they are',
    () => {
      for (const [motion, variation] of [
        [walk, 1],
        [run, 0],
      ] as const) {
        const clip = perform(motion, { values: { strides: 2, variation } });
        const result = balanceFilter(body, clip, { loop: true });
        expect(result.report.status).toBe('already-balanced');
        expect(result.clip).toBe(clip);
      }
      // strides of a run that differ are a few millimetres off, which no motion nearby mends: they are left
      const varied = perform(run, { values: { strides: 2 } });
      const { clip: left } = balanceFilter(body, varied, { loop: true });
      expect(Math.max(...left.q.map((x, i) => Math.abs(x - varied.q[i])))).toBeLessThan(1e-9);
    },
    SLOW,
  );

  it(
    'that loop still loop',
    () => {
      const clip = leaning(perform(walk, { values: { strides: 2 } }), 0.35);
      const { clip: mended, report } = balanceFilter(body, clip, { loop: true });
      expect(report.status).toBe('balanced');
      expect(mended.frameCount).toBe(clip.frameCount);
      expect(seamJump(mended)).toBeLessThan(1.2);
      const [before, after] = [clip, mended].map((c) => analyse(body, c).summary);
      expect(after.zmpOutsideFraction).toBeLessThan(0.5 * before.zmpOutsideFraction);
      expect(after.slide).toBeLessThan(before.slide + 5e-4);
    },
    SLOW,
  );

  it(
    'on the spot and on tilted floors are mended as on level ground',
    () => {
      const clip = leaning(perform(walk, { values: { strides: 1 } }), 0.35);
      const nq = coordinateCount(clip.skeleton);
      const plain = balanceFilter(body, clip);
      const speed = (clip.q[(clip.frameCount - 1) * nq + 2] - clip.q[2]) / ((clip.frameCount - 1) * clip.frameTime);
      const tilt = new Float64Array(4);
      quatFromAxisAngle(tilt, 0, 0, 0, 1, 0.02);
      const moved = clip.q.slice();
      const tilted = clip.q.slice();
      for (let f = 0; f < clip.frameCount; f++) {
        moved[f * nq + 2] -= speed * f * clip.frameTime;
        rotate3(tilted, f * nq, tilt, 0, tilted, f * nq);
        multiplyQuat(tilted, f * nq + 3, tilt, 0, tilted, f * nq + 3);
      }
      const ground = analyse(body, clip).ground;
      const belt = { ...ground, beltVelocity: [0, 0, -speed] as const };
      const spot = balanceFilter(body, withCoordinates(clip, moved), { analyse: { ground: belt } });
      const normal = [-Math.sin(0.02), Math.cos(0.02), 0] as const;
      const slope = balanceFilter(body, withCoordinates(clip, tilted), { analyse: { ground: { ...ground, normal } } });
      for (const { report, clip: mended } of [spot, slope]) {
        expect(report.status).toBe(plain.report.status);
        expect(report.objective).toBeCloseTo(plain.report.objective, 3);
        expect(mended.q.every(Number.isFinite)).toBe(true);
      }
      // joints change as they do on level ground; where the body is, is another matter
      for (let i = 7; i < nq; i++) {
        const frame = 20 * nq;
        expect(spot.clip.q[frame + i]).toBeCloseTo(plain.clip.q[frame + i], 4);
        expect(slope.clip.q[frame + i]).toBeCloseTo(plain.clip.q[frame + i], 3);
      }
    },
    SLOW,
  );

  it(
    'with flight fall freely: a run shown too slowly is corrected',
    () => {
      const fast = perform(run, { values: { strides: 1 } });
      const slow = createClip({ ...fast, frameTime: 1.3 * fast.frameTime });
      const force = (clip: Clip): number => {
        const report = analyse(body, clip);
        const flight = SUPPORT_PHASES.indexOf('flight');
        let most = 0;
        for (let f = 3; f < clip.frameCount - 3; f++) {
          if (report.phase[f - 1] !== flight || report.phase[f] !== flight || report.phase[f + 1] !== flight) continue;
          most = Math.max(most, report.grf[3 * f + 1] / (report.mass * GRAVITY));
        }
        return most;
      };
      const { clip, report } = balanceFilter(body, slow);
      expect(['balanced', 'balanced-with-residual']).toContain(report.status);
      expect(force(slow)).toBeGreaterThan(0.3);
      expect(force(clip)).toBeLessThan(0.5 * force(slow));
    },
    SLOW,
  );
});

describeWithMocap('captures', () => {
  const read = async (...path: string[]): Promise<Clip> => {
    const [clip] = await readClips(readFileSync(mocapPath(...path)), path.join('/'));
    return clip;
  };

  it.each([
    ['cmu-bvh', '02_01.bvh', 'balanced'],
    ['snu-ys2010', 'wd2_WalkForwardVFast00.bvh', 'balanced'],
    // 30 frames per second are too few for the moment when the heel leaves the ground in mid-kick
    ['snu-ys2010', 'wd2_1_kick.bvh', 'balanced-with-residual'],
  ])(
    '%s/%s is mended with little change',
    async (folder, file, status) => {
      const clip = await read(folder, file);
      const person = fitBody(clip);
      const { clip: mended, report } = balanceFilter(person, clip);
      expect(report.status).toBe(status);
      expect(report.outside.sites).toBeLessThan(1e-3);
      expect(report.outside.between < 3e-3).toBe(status === 'balanced');
      expect(report.feet.moved).toBeLessThan(5e-4);
      expect(report.feet.turned).toBeLessThan((0.1 * Math.PI) / 180);
      expect(roughness(person, mended)).toBeLessThan(roughness(person, clip)); // no rubber knees
      expect(report.change.rms).toBeLessThan(0.05);
      const [before, after] = [clip, mended].map((c) => analyse(person, c, { ground: report.before.ground }).summary);
      expect(after.zmpOutsideFraction).toBeLessThan(0.5 * before.zmpOutsideFraction);
      expect(after.imbalance).toBeLessThan(0.5 * before.imbalance);
      expect(after.jitter).toBeLessThan(before.jitter);
      if (file === '02_01.bvh') expect(balanceFilter(person, mended).clip).toBe(mended); // nothing is left to do
    },
    SLOW,
  );

  it(
    'that nobody could have done are told apart, and do not come back worse',
    async () => {
      // the runner stops dead at the end of the capture
      const clip = await read('cmu-bvh', '35_22.bvh');
      const { report } = balanceFilter(fitBody(clip), clip, { siteTime: 1 / 30 });
      expect(report.status).toBe('infeasible');
      expect(report.reason).toMatch(/Nobody moves as in frames 1\d\d–166: it would take \d/);
      expect(report.after.summary.zmpOutsideFraction).toBeLessThan(report.before.summary.zmpOutsideFraction);
      expect(report.change.rms).toBeLessThan(0.05);
    },
    SLOW,
  );

  it(
    'of people who are pulled say so',
    async () => {
      const clip = trim(await read('cmu-bvh', '19_05.bvh'), 200, 437);
      const { report } = balanceFilter(fitBody(clip), clip, { siteTime: 1 / 30, maxIterations: 4 });
      expect(report.reason).toMatch(/need outside support/);
      expect(report.after.summary.imbalance).toBeLessThan(report.before.summary.imbalance);
    },
    SLOW,
  );
});
