/** Pops are found where they are made, and those that were there before are no one's fault. */
import { describe, expect, it } from 'vitest';
import { findPops, HIPS_PLACE, newPops } from '../../src/balance/pops.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const { body } = createActor();
const NQ = coordinateCount(body.skeleton);
const clip = perform(walk, { values: { strides: 2 } });
const knee = body.roles.leftLowerLeg ?? 0;

/** The knee of one frame turned by an angle [rad] about its x axis, the hips moved up [m]. */
function twitched(frame: number, angle: number, up: number) {
  const q = clip.q.slice();
  const at = frame * NQ + quatIndex(knee);
  const [x, y, z, w] = q.subarray(at, at + 4);
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  q.set([w * s + x * c, y * c + z * s, z * c - y * s, w * c - x * s], at);
  q[frame * NQ + 1] += up;
  return withCoordinates(clip, q);
}

describe('findPops', () => {
  it('finds a twitch of a knee and of the hips where they are, and none in a walk', () => {
    const own = findPops(clip, [knee]);
    expect(own).toEqual([]);
    const pops = findPops(twitched(60, 0.4, 0.05), [knee]);
    expect(pops.map(({ joint }) => joint)).toEqual([knee, HIPS_PLACE]);
    for (const { start, end } of pops) {
      expect(start).toBeGreaterThanOrEqual(59);
      expect(end).toBeLessThanOrEqual(61);
    }
    // the acceleration of a single frame off by d is 2 d / Δt²
    expect(pops[0].size).toBeCloseTo((2 * 0.4) / clip.frameTime ** 2, -2);
    expect(findPops(twitched(60, 0.004, 0.0005), [knee])).toEqual([]);
  });

  it('forgives what was there before, at the same joint and time only', () => {
    const before = findPops(twitched(60, 0.4, 0), [knee]);
    const { frameTime } = clip;
    expect(newPops(before, findPops(twitched(61, 0.5, 0), [knee]), frameTime)).toEqual([]);
    expect(newPops(before, findPops(twitched(90, 0.4, 0), [knee]), frameTime)).toHaveLength(1);
    expect(newPops(before, findPops(twitched(60, 0.4, 0.05), [knee]), frameTime)[0].joint).toBe(HIPS_PLACE);
  });
});
