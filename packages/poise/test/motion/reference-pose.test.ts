import { describe, expect, it } from 'vitest';
import { bodyOf, createBody } from '../../src/body/create-body.ts';
import { multiplyQuat } from '../../src/math/quat.ts';
import { createClip } from '../../src/motion/clip.ts';
import { referencePoseOf, standingScore } from '../../src/motion/reference-pose.ts';
import { createSkeleton, jointCount, quatIndex, restPose, type Skeleton } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { comOf } from '../body/com.ts';
import { makePerson } from '../body/person.ts';

/** The made person written as some files are: joint frames have X along the bone and the zero pose lays all bones along X.
 *  `standing` are the coordinates of the upright pose. */
function withBonesAlongX(skeleton: Skeleton): { skeleton: Skeleton; standing: Float64Array } {
  const n = jointCount(skeleton);
  const frames = worldFramesOf(skeleton, restPose(skeleton));
  const world = new Float64Array(4 * n);
  const child = (j: number): number => skeleton.parents.lastIndexOf(j);
  for (let j = 0; j < n; j++) {
    const end = skeleton.endSites.find((site) => site.joint === j)?.offset;
    const bone = end ?? [0, 1, 2].map((k) => (child(j) > 0 ? skeleton.offsets[3 * child(j) + k] : k === 1 ? 1 : 0));
    // Frame with X along the bone: Z stays as near to the world's as it can.
    const x = bone.map((value) => value / Math.hypot(bone[0], bone[1], bone[2]));
    const z = Math.abs(x[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1];
    const y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]];
    const s = Math.hypot(...y);
    for (let k = 0; k < 3; k++) y[k] /= s;
    const w = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    world.set(quatOfColumns(x, y, w), 4 * j);
  }
  const offsets = new Float64Array(3 * n);
  const standing = restPose(skeleton);
  standing.set(world.subarray(0, 4), 3);
  for (let j = 1; j < n; j++) {
    const p = skeleton.parents[j];
    const m = matrixOf(world, p);
    for (let k = 0; k < 3; k++) {
      for (let a = 0; a < 3; a++)
        offsets[3 * j + k] += m[3 * a + k] * (frames.origins[3 * j + a] - frames.origins[3 * p + a]);
    }
    const inverse = Float64Array.from([-world[4 * p], -world[4 * p + 1], -world[4 * p + 2], world[4 * p + 3]]);
    multiplyQuat(standing, quatIndex(j), inverse, 0, world, 4 * j);
  }
  return { skeleton: createSkeleton({ names: skeleton.names, parents: skeleton.parents, offsets }), standing };
}

function matrixOf(q: Float64Array, j: number): number[] {
  const [x, y, z, w] = q.subarray(4 * j, 4 * j + 4);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** Unit quaternion of the matrix with these columns; none of the frames here is half a turn from the world's but along an axis. */
function quatOfColumns(a: number[], b: number[], c: number[]): number[] {
  const candidates = [
    [1 + a[0] - b[1] - c[2], a[1] + b[0], a[2] + c[0], b[2] - c[1]],
    [a[1] + b[0], 1 - a[0] + b[1] - c[2], b[2] + c[1], c[0] - a[2]],
    [a[2] + c[0], b[2] + c[1], 1 - a[0] - b[1] + c[2], a[1] - b[0]],
    [b[2] - c[1], c[0] - a[2], a[1] - b[0], 1 + a[0] + b[1] + c[2]],
  ];
  const length = (p: number[]): number => Math.hypot(p[0], p[1], p[2], p[3]);
  const best = candidates.reduce((p, q) => (length(q) > length(p) ? q : p));
  return best.map((x) => x / length(best));
}

describe('reference pose', () => {
  const person = makePerson();

  it('is the rest pose of a person who stands in it, arms down or out', () => {
    for (const arms of ['down', 'side'] as const) {
      const { skeleton, roles } = makePerson({ arms });
      expect(referencePoseOf(skeleton, roles)).toEqual(restPose(skeleton));
    }
  });

  it('is not a rest pose that lies, sits or stands on its head', () => {
    for (const turn of [
      [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      [1, 0, 0, 0],
      [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    ]) {
      const restRotations = person.skeleton.restRotations.slice();
      restRotations.set(turn, 0);
      const skeleton = createSkeleton({ ...person.skeleton, restRotations });
      expect(standingScore(skeleton, person.roles, restPose(skeleton))).toBeLessThan(0.5);
      const made = referencePoseOf(skeleton, person.roles);
      expect(standingScore(skeleton, person.roles, made)).toBeGreaterThan(0.9);
    }
  });

  it('makes the body of a rig whose zero pose is no pose', () => {
    const other = withBonesAlongX(person.skeleton);
    expect(standingScore(other.skeleton, person.roles, restPose(other.skeleton))).toBeLessThan(0.5);
    const expected = comOf(createBody(person.skeleton, person.roles), restPose(person.skeleton));
    // From the bones alone: soles may be off, masses not.
    const fromBones = comOf(createBody(other.skeleton, person.roles), other.standing);
    for (let k = 0; k < 3; k++) expect(Math.abs(fromBones[k] - expected[k])).toBeLessThan(0.01);
    // From a clip that stands now and then.
    const q = new Float64Array(2 * other.standing.length);
    q.set(restPose(other.skeleton), 0);
    q.set(other.standing, other.standing.length);
    const roles = { status: 'humanoid', roles: person.roles, by: 'map', rig: 'made' } as const;
    const body = bodyOf(createClip({ skeleton: other.skeleton, roles, frameTime: 0.1, q }));
    const fromClip = comOf(body, other.standing);
    for (let k = 0; k < 3; k++) expect(fromClip[k]).toBeCloseTo(expected[k], 2);
  });
});
