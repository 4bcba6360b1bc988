/** Captured Acclaim files: exact round trips, and the same take against its conversion to BVH by others. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asfAmc, writeAsfAmc } from '../../src/motion/formats/asf-amc.ts';
import { parseAmc } from '../../src/motion/formats/asf-amc-parse.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { rawDifference, worldPositions } from '../support/raw-compare.ts';

const TAKES = [
  ['cmu-asf-amc', 'pirouette.amc', 'pirouette.asf'],
  ['cmu-asf-amc', 'charleston1.amc', 'charleston.asf'],
  ['snu-ys2010/asf-amc', 'B_boy_8_walking_soft.amc', 'cs04_f.asf'],
] as const;

const read = (folder: string, amc: string, asf: string): RawMotion =>
  parseAmc(readFileSync(mocapPath(folder, amc)), amc, readFileSync(mocapPath(folder, asf)), asf);

const beside = (folder: string) => ({
  neighbours: readdirSync(mocapPath(folder)),
  companion: async (name: string) => readFileSync(mocapPath(folder, name)),
});

/** Unit vector from one joint to another in a frame. */
function direction(raw: RawMotion, frame: number, from: string, to: string): number[] {
  const positions = worldPositions(raw, frame);
  const [a, b] = [from, to].map((name) => raw.joints.findIndex((joint) => joint.name === name));
  const d = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
  return d.map((value) => value / Math.hypot(...d));
}

describeWithMocap('captured Acclaim files', () => {
  it.each(TAKES)('%s/%s comes back from a clip within 1e-9', async (folder, amc, asf) => {
    const raw = read(folder, amc, asf);
    const [clip] = await asfAmc.read!(readFileSync(mocapPath(folder, amc)), amc, beside(folder));
    const back = parseAmc(await asfAmc.write!(clip, {}), amc, writeAsfAmc(clip).asf, asf);
    expect(back.frameTime).toBe(raw.frameTime);
    expect(rawDifference(raw, back)).toBeLessThan(1e-9);
  });

  it.each(TAKES)('%s/%s stands on its toes, head up', (folder, amc, asf) => {
    const raw = read(folder, amc, asf);
    const toes = raw.joints.flatMap(({ name }, n) => (/toe/i.test(name) ? [n] : []));
    const head = raw.joints.findIndex(({ name }) => /^head$/i.test(name));
    expect(toes.length).toBe(2);
    for (let frame = 0; frame < raw.frameCount; frame += 10) {
      const positions = worldPositions(raw, frame);
      const stature = positions[3 * head + 1];
      const low = Math.min(...toes.map((toe) => positions[3 * toe + 1]));
      expect(Math.abs(low)).toBeLessThan(0.1 * stature);
    }
  });

  it('a fresh pair moves as the source does', async () => {
    const [folder, amc] = TAKES[0];
    const [clip] = await asfAmc.read!(readFileSync(mocapPath(folder, amc)), amc, beside(folder));
    const pair = writeAsfAmc(clip, { fresh: true });
    const fresh = parseAmc(pair.amc, 'fresh.amc', pair.asf, 'fresh.asf');
    const raw = read(...TAKES[0]);
    const names = fresh.joints.map(({ name }) => name);
    const [a, b] = [worldPositions(raw, 200), worldPositions(fresh, 200)];
    const ground = a[1] - b[1]; // the clip's ground may have been moved to 0
    raw.joints.forEach(({ name }, joint) => {
      const n = names.indexOf(name);
      expect(n).toBeGreaterThanOrEqual(0);
      for (let k = 0; k < 3; k++) expect(b[3 * n + k] + (k === 1 ? ground : 0)).toBeCloseTo(a[3 * joint + k], 8);
    });
  });

  // The conversion has another skeleton and an added first frame; limbs point the same way but for its bent rest pose.
  it.each([
    ['lfemur', 'ltibia', 'lThigh', 'lShin', 6],
    ['ltibia', 'lfoot', 'lShin', 'lFoot', 6],
    ['rfemur', 'rtibia', 'rThigh', 'rShin', 6],
    ['rtibia', 'rfoot', 'rShin', 'rFoot', 6],
    ['lhumerus', 'lradius', 'lShldr', 'lForeArm', 6],
    ['rhumerus', 'rradius', 'rShldr', 'rForeArm', 6],
    ['lradius', 'lwrist', 'lForeArm', 'lHand', 22],
    ['rradius', 'rwrist', 'rForeArm', 'rHand', 22],
  ])('pirouette: %s points where the BVH of the same take does', (from, to, bvhFrom, bvhTo, tolerance) => {
    const ours = read(...TAKES[0]);
    const theirs = parseBvh(readFileSync(mocapPath('threejs-examples', 'pirouette.bvh')), 'pirouette.bvh');
    let sum = 0;
    let count = 0;
    for (let frame = 0; frame < 590; frame += 10) {
      const a = direction(ours, frame, from, to);
      const b = direction(theirs, frame + 1, bvhFrom, bvhTo);
      sum += (Math.acos(Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])) * 180) / Math.PI;
      count++;
    }
    expect(sum / count).toBeLessThan(tolerance);
  });
});
