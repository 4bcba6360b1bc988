import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { relativeQuat } from '../../src/math/quat.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { bvh } from '../../src/motion/formats/bvh.ts';
import { mirror } from '../../src/motion/mirror.ts';
import { mirroredName, mirrorPairs } from '../../src/motion/mirror-pairs.ts';
import { coordinateCount, createSkeleton, freedomCount, restPose, type Skeleton } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { makePerson } from '../body/person.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

/** A few random poses of a skeleton. */
function randomClip(skeleton: Skeleton, roles: Clip['roles'], seed: number): Clip {
  const rng = createRng(seed);
  const nq = coordinateCount(skeleton);
  const q = new Float64Array(5 * nq);
  for (let frame = 0; frame < 5; frame++) {
    const v = Float64Array.from({ length: freedomCount(skeleton) }, () => 0.6 * normal(rng));
    integrate(q.subarray(frame * nq, (frame + 1) * nq), skeleton, restPose(skeleton), v, 1);
  }
  return createClip({ skeleton, roles, frameTime: 1 / 30, q });
}

const humanoid = (roles: object): Clip['roles'] => ({ status: 'humanoid', roles, by: 'map', rig: 'test' });

/** Largest rotation component and position by which two clips differ. */
function distanceOf(a: Clip, b: Clip): number {
  const nq = coordinateCount(a.skeleton);
  const turn = new Float64Array(4);
  let worst = 0;
  for (let i = 0; i < a.q.length; i += nq) {
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(a.q[i + k] - b.q[i + k]));
    for (let k = 3; k < nq; k += 4) {
      relativeQuat(turn, 0, a.q, i + k, b.q, i + k);
      worst = Math.max(worst, Math.abs(turn[0]), Math.abs(turn[1]), Math.abs(turn[2]));
    }
  }
  return worst;
}

/** Largest distance between joints of the mirrored clip and mirror images of the partners' places [m]. */
function imageError(clip: Clip, partner: Int32Array): number {
  const image = mirror(clip);
  const nq = coordinateCount(clip.skeleton);
  let worst = 0;
  for (let i = 0; i < clip.q.length; i += nq) {
    const before = worldFramesOf(clip.skeleton, clip.q, i).origins;
    const after = worldFramesOf(clip.skeleton, image.q, i).origins;
    partner.forEach((other, joint) => {
      const dx = after[3 * other] + before[3 * joint];
      const dy = after[3 * other + 1] - before[3 * joint + 1];
      const dz = after[3 * other + 2] - before[3 * joint + 2];
      worst = Math.max(worst, Math.hypot(dx, dy, dz));
    });
  }
  return worst;
}

/** The person with frames of the right arm and leg turned half about the bone's normal, as rigs with mirrored axes have them. */
function withMirroredAxes(skeleton: Skeleton): Skeleton {
  const n = skeleton.names.length;
  const offsets = skeleton.offsets.slice();
  const restRotations = skeleton.restRotations.slice();
  const isRight = (j: number): boolean => skeleton.names[j].startsWith('right');
  // Half a turn about Z: x and y of everything held in such a frame change sign.
  for (let j = 1; j < n; j++) {
    const p = skeleton.parents[j];
    if (isRight(j) && !isRight(p)) restRotations.set([0, 0, 1, 0], 4 * j);
    if (isRight(p)) for (const k of [0, 1]) offsets[3 * j + k] *= -1;
  }
  const endSites = skeleton.endSites.map(({ joint, offset }) => ({
    joint,
    offset: isRight(joint) ? ([-offset[0], -offset[1], offset[2]] as const) : offset,
  }));
  return createSkeleton({ names: skeleton.names, parents: skeleton.parents, offsets, restRotations, endSites });
}

describe('mirror', () => {
  const { skeleton, roles } = makePerson();

  it('puts every joint at the mirror image of its partner', () => {
    const clip = randomClip(skeleton, humanoid(roles), 1);
    expect(imageError(clip, mirrorPairs(skeleton, roles))).toBeLessThan(1e-12);
  });

  it('does so for rigs whose right side has other axes', () => {
    const other = withMirroredAxes(skeleton);
    const rest = worldFramesOf(other, restPose(other)).origins;
    worldFramesOf(skeleton, restPose(skeleton)).origins.forEach((x, k) => {
      expect(rest[k]).toBeCloseTo(x, 12);
    });
    const clip = randomClip(other, humanoid(roles), 2);
    expect(imageError(clip, mirrorPairs(other, roles))).toBeLessThan(1e-12);
  });

  it('does so for a person whose rest pose faces another way', () => {
    const restRotations = skeleton.restRotations.slice();
    restRotations.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], 0);
    const turned = createSkeleton({ ...skeleton, restRotations });
    expect(imageError(randomClip(turned, humanoid(roles), 3), mirrorPairs(turned, roles))).toBeLessThan(1e-12);
  });

  it('is its own inverse, also without roles', () => {
    for (const who of [humanoid(roles), { status: 'refused', reason: 'test' } as const]) {
      const clip = randomClip(withMirroredAxes(skeleton), who, 4);
      expect(distanceOf(mirror(mirror(clip)), clip)).toBeLessThan(1e-12);
      expect(distanceOf(mirror(clip), clip)).toBeGreaterThan(0.1);
    }
  });

  it('leaves a joint without a partner on its side as it is', () => {
    const hand = roles.leftHand!;
    const prop = createSkeleton({
      names: [...skeleton.names, 'racket'],
      parents: [...skeleton.parents, hand],
      offsets: [...skeleton.offsets, 0.1, 0, 0],
    });
    const clip = randomClip(prop, humanoid(roles), 5);
    const last = coordinateCount(prop) - 4;
    expect(mirrorPairs(prop, roles)[prop.names.length - 1]).toBe(-1);
    expect(Array.from(mirror(clip).q.subarray(last, last + 4))).toEqual(Array.from(clip.q.subarray(last, last + 4)));
    expect(distanceOf(mirror(mirror(clip)), clip)).toBeLessThan(1e-12);
  });
});

describe('mirroredName', () => {
  it.each([
    ['LeftHand', 'RightHand'],
    ['mixamorig:RightToeBase', 'mixamorig:LeftToeBase'],
    ['hand.L', 'hand.R'],
    ['Shoulder_R', 'Shoulder_L'],
    ['Bip01 L Thigh', 'Bip01 R Thigh'],
    ['l_thumb1', 'r_thumb1'],
    ['LThumb', 'RThumb'],
    ['RHipJoint', 'LHipJoint'],
    ['LowerBack', 'LowerBack'],
    ['Root', 'Root'],
    ['Spine1', 'Spine1'],
  ])('%s ↔ %s', (name, image) => {
    expect(mirroredName(name)).toBe(image);
    expect(mirroredName(image)).toBe(name);
  });
});

describeWithMocap('mirror of captures', () => {
  it.each([
    ['cmu-bvh/02_01.bvh', 0.06],
    ['bandai-namco/dataset-1_walk_normal_001.bvh', 0.02],
    ['genoview/Geno_stance.bvh', 0.06],
    ['snu-ys2010/wd2_PushBack01.bvh', 0.02],
  ])('%s: images within %f of stature, and back exactly', async (file, tolerance) => {
    const [clip] = await bvh.read!(new Uint8Array(readFileSync(mocapPath(file))), file, {});
    if (clip.roles.status !== 'humanoid') throw new Error(clip.roles.reason);
    expect(distanceOf(mirror(mirror(clip)), clip)).toBeLessThan(1e-9);
    const found = clip.roles.roles;
    const partner = mirrorPairs(clip.skeleton, found);
    const rest = worldFramesOf(clip.skeleton, clip.q).origins;
    const legs = (['leftUpperLeg', 'leftLowerLeg', 'leftFoot'] as const).map((role) =>
      rest.subarray(3 * found[role]!, 3 * found[role]! + 3),
    );
    const gap = (a: Float64Array, b: Float64Array): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    const stature = 2 * (gap(legs[0], legs[1]) + gap(legs[1], legs[2]));
    expect(imageError(clip, partner) / stature).toBeLessThan(tolerance);
  });
});
