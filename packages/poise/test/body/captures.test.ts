import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import { bodyOf } from '../../src/body/create-body.ts';
import { standingScore } from '../../src/body/reference-pose.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { ROLES } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { comOf } from './com.ts';

const RIGS = [
  'cmu-bvh/02_04.bvh',
  'cmu-bvh/16_01.bvh',
  'cmu-bvh/132_01.bvh',
  'bandai-namco/dataset-1_walk_normal_001.bvh',
  'genoview/Geno_stance.bvh',
  'reactidle/003_genuine.bvh',
  'snu-ys2010/wd2_PushBack01.bvh',
  'threejs-examples/pirouette.bvh',
];

const read = async (file: string) => (await bvh.read!(new Uint8Array(readFileSync(mocapPath(file))), file, {}))[0];

describeWithMocap('bodies of captured people', () => {
  it.each(RIGS)(
    '%s: the CoM of its best standing frame lies at 0.53 to 0.60 of stature above the sole',
    async (file) => {
      const clip = await read(file);
      if (clip.roles.status !== 'humanoid') throw new Error(clip.roles.reason);
      const body = bodyOf(clip);
      const nq = coordinateCount(clip.skeleton);
      let [best, frame] = [-1, 0];
      for (let k = 0; k < clip.frameCount; k++) {
        const score = standingScore(clip.skeleton, clip.roles.roles, clip.q, k * nq);
        if (score > best) [best, frame] = [score, k];
      }
      const { origins } = worldFramesOf(clip.skeleton, clip.q, frame * nq);
      const ankles = body.soles.map((sole) => origins[3 * sole.foot + 1]);
      const ankleHeight = 0.042 * body.height;
      const height = (comOf(body, clip.q, frame * nq)[1] - Math.min(...ankles) + ankleHeight) / body.height;
      expect(best).toBeGreaterThan(0.9);
      expect(height).toBeGreaterThan(0.53);
      expect(height).toBeLessThan(0.6);
    },
  );

  it.each(RIGS)('%s: joints stay in their ranges nearly always', async (file) => {
    const clip = await read(file);
    const { limits, roles, skeleton } = bodyOf(clip);
    const nq = coordinateCount(skeleton);
    const angles = new Float64Array(3);
    let beyond = 0;
    let judged = 0;
    for (const role of ROLES) {
      const joint = roles[role];
      if (joint === undefined || joint === 0) continue;
      for (let frame = 0; frame < clip.frameCount; frame++) {
        anatomicalAngles(angles, 0, limits, joint, clip.q, frame * nq + quatIndex(joint));
        judged++;
        for (let k = 0; k < 3; k++) {
          if (angles[k] < limits.lower[3 * joint + k] || angles[k] > limits.upper[3 * joint + k]) {
            beyond++;
            break;
          }
        }
      }
    }
    expect(beyond / judged).toBeLessThan(0.05); // a dancer on her toes is the worst: 0.043
  });
});
