/** Arms from positions alone: a clear bend of the elbow says how the upper arm is turned, wherever it points. */
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/balance/judge.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { jointPositions } from '../support/clip-positions.ts';

const { body } = createActor();
const standing = resample(perform(idle), 1 / 30);
const NQ = coordinateCount(body.skeleton);

/** The left elbow bends by 90° while the upper arm turns about itself through `range` [rad]. */
function turningArm(range: number) {
  const q = standing.q.slice();
  const turn = new Float64Array(4);
  for (let f = 0; f < standing.frameCount; f++) {
    const [upper, lower] = [body.roles.leftUpperArm!, body.roles.leftLowerArm!].map((j) => f * NQ + quatIndex(j));
    quatFromAxisAngle(turn, 0, 1, 0, 0, range * Math.sin((Math.PI * f) / standing.frameCount));
    multiplyQuat(q, upper, q, upper, turn, 0);
    quatFromAxisAngle(turn, 0, 0, 1, 0, -Math.PI / 2);
    multiplyQuat(q, lower, q, lower, turn, 0);
  }
  return createClip({ ...withCoordinates(standing, q), provenance: 'unknown', extraTracks: [] });
}

describe('elbows of positions', () => {
  it.each(['humanml3d', 'h36m'])('of %s never bend backward, however the upper arm turns', async (layout) => {
    for (const range of [-2.5, -1.5, 1.5, 2.5]) {
      const clip = turningArm(range);
      const [read] = await readClips(await writeClip(clip, 'arm.npz', { layout }), 'arm.npz');
      const backward = judge(read).findings.filter(({ message }) => message.includes('elbow bends backward'));
      expect(backward.map(({ message }) => message)).toEqual([]);
      // and the wrist is where it was, seen from the shoulder
      const wristOf = (of: typeof clip, f: number): number[] => {
        const places = jointPositions(of, f);
        const roles = of.roles.status === 'humanoid' ? of.roles.roles : {};
        const [hand, shoulder] = [3 * roles.leftHand!, 3 * roles.leftUpperArm!];
        return [0, 1, 2].map((k) => places[hand + k] - places[shoulder + k]);
      };
      for (let f = 0; f < clip.frameCount; f += 10) {
        const [was, is] = [wristOf(clip, f), wristOf(read, f)];
        expect(Math.hypot(...was.map((x, k) => x - is[k]))).toBeLessThan(0.03);
      }
    }
  });
});
