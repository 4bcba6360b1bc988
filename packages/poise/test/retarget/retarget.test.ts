/** A motion on other bodies: the same body gives the same motion, a scaled one the scaled motion, any other one feet that stand. */
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/balance/judge.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { RigError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { type Clip, createClip, frameAt } from '../../src/motion/clip.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount, createSkeleton } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { perform } from '../../src/performer/motion.ts';
import { bend } from '../../src/performer/motions/bend.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { retarget } from '../../src/retarget/index.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { reframed } from '../support/reframed.ts';

const walking = resample(perform(walk, { values: { strides: 2 } }), 1 / 30);
const standing = trim(perform(idle), 0, 30);
const plainly = { rebalance: false };

/** [m] farthest that a joint of `clip` is from `scale` times where it is in `wanted`. */
function farthest(clip: Clip, wanted: Clip, scale = 1): number {
  let most = 0;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const [a, b] = [jointPositions(clip, frame), jointPositions(wanted, frame)];
    for (let i = 0; i < a.length; i += 3)
      most = Math.max(most, Math.hypot(a[i] - scale * b[i], a[i + 1] - scale * b[i + 1], a[i + 2] - scale * b[i + 2]));
  }
  return most;
}

/** The person of a clip with every bone so many times as long; legs by another factor if given, the hips higher by as much. */
function grown(clip: Clip, factor: number, legs = factor): Clip {
  const { skeleton, roles } = clip;
  if (roles.status !== 'humanoid') throw new Error('nobody');
  const inLeg = new Set([
    roles.roles.leftLowerLeg,
    roles.roles.leftFoot,
    roles.roles.rightLowerLeg,
    roles.roles.rightFoot,
  ]);
  const offsets = skeleton.offsets.map((x, i) => x * (inLeg.has(Math.floor(i / 3)) ? legs : factor));
  const endSites = skeleton.endSites.map(({ joint, offset: [x, y, z] }) => ({
    joint,
    offset: [factor * x, factor * y, factor * z] as const,
  }));
  const nq = coordinateCount(skeleton);
  const hips = roles.roles.leftUpperLeg!;
  const higher =
    (legs / factor - 1) *
    (jointPositions(clip, 0)[3 * hips + 1] - jointPositions(clip, 0)[3 * roles.roles.leftFoot! + 1]);
  const q = clip.q.map((x, i) => (i % nq < 3 ? factor * (x + (i % nq === 1 ? higher : 0)) : x));
  return createClip({ ...clip, skeleton: createSkeleton({ ...skeleton, offsets, endSites }), q });
}

/** Three quarters of the time that points of the soles are within 5 mm of the floor they move slower than `speed` [m/s]; the rest is rolling and touching down. */
function slide(clip: Clip): { readonly speed: number; readonly lowest: number } {
  const body = fitBody(clip);
  const ws = createWorkspace(body);
  let lowest = Infinity;
  const speeds: number[] = [];
  const before = new Map<string, readonly [x: number, y: number, z: number]>();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, frameAt(clip, frame));
    for (const [k, { segments, points }] of body.soles.entries()) {
      segments.forEach((segment, i) => {
        const at = [0, 1, 2].map((r) =>
          [0, 1, 2].reduce(
            (sum, c) => sum + ws.worldFromSegment[9 * segment + 3 * r + c] * points[3 * i + c],
            ws.segmentOrigin[3 * segment + r],
          ),
        ) as unknown as readonly [number, number, number];
        lowest = Math.min(lowest, at[1]);
        const last = before.get(`${k} ${i}`);
        if (last && last[1] < 0.005 && at[1] < 0.005)
          speeds.push(Math.hypot(at[0] - last[0], at[2] - last[2]) / clip.frameTime);
        before.set(`${k} ${i}`, at);
      });
    }
  }
  speeds.sort((a, b) => a - b);
  return { speed: speeds[Math.floor(0.75 * speeds.length)]!, lowest };
}

describe('retarget', () => {
  it('gives a person their own motion back', () => {
    const { clip, scale } = retarget(walking, walking, plainly);
    expect(scale).toBeCloseTo(1, 9);
    expect(farthest(clip, walking)).toBeLessThan(0.004);
  });

  it('does not ask how a rig lays its axes', () => {
    const { clip } = retarget(walking, reframed(walking, createRng(5)), plainly);
    expect(farthest(clip, walking)).toBeLessThan(0.01);
  });

  it('plays it in proportion on a person of another size', () => {
    const { clip, scale } = retarget(walking, grown(walking, 1.3), plainly);
    expect(scale).toBeCloseTo(1.3, 2);
    expect(farthest(clip, walking, 1.3)).toBeLessThan(0.015);
  });

  it.each([
    ['long legs', grown(standing, 1, 1.25)],
    ['short legs', grown(standing, 1, 0.75)],
    ['another rig', madeUpMotion(30)],
  ])('stands with %s: feet slide no more than in the source and do not sink', (_, character) => {
    const { clip } = retarget(walking, character, plainly);
    const [source, result] = [slide(walking), slide(clip)];
    expect(result.speed).toBeLessThan(source.speed + 0.015); // rolling over a foot of other proportions
    expect(result.lowest).toBeGreaterThan(source.lowest - 0.012);
    expect(clip.skeleton).toBe(character.skeleton);
    expect(clip.frameCount).toBe(walking.frameCount);
  });

  it('brings balance back where other proportions have lost it', () => {
    const { clip } = retarget(resample(perform(bend), 1 / 30), grown(standing, 1, 0.8));
    expect(judge(clip).verdict.status).not.toBe('bad');
  });

  it('refuses who is nobody, and says what could not be carried over', () => {
    const thing = createClip({
      skeleton: createSkeleton({ names: ['box'], parents: [-1], offsets: [0, 0, 0] }),
      frameTime: 0.1,
      q: new Float64Array([0, 0, 0, 0, 0, 0, 1]),
    });
    expect(() => retarget(walking, thing)).toThrow(RigError);
    expect(retarget(madeUpMotion(30), walking, plainly).notes.join()).toMatch(/keep their places/);
  });
});
