/** The mannequin's skin: sound data, the size of its body, soles on the ground, no collapse in bent joints, any rig. */
import { describe, expect, it } from 'vitest';
import { createBody } from '../../src/body/create-body.ts';
import { multiplyQuat, normalizeQuat, quatFromAxisAngle, relativeQuat, rotateBack3 } from '../../src/math/quat.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { turned, vectorAt } from '../../src/math/tuple.ts';
import { REQUIRED_ROLES, type Role, type RoleMap } from '../../src/motion/roles.ts';
import { createSkeleton, quatIndex, type Skeleton } from '../../src/motion/skeleton.ts';
import { type SkinnedMesh, skinnedPositions, triangleCount, vertexCount } from '../../src/motion/skinned-mesh.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { meshFor } from '../../src/performer/mannequin/mesh.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import { makePerson } from '../body/person.ts';

const mannequin = createMannequin();
const { skeleton, roles, body, standing } = mannequin;
const mesh = meshFor(body, roles, skeleton, standing);

/** The standing pose with some joints turned: role, axis, degrees. */
function posed(turns: readonly (readonly [Role, 'x' | 'y' | 'z', number])[]): Float64Array {
  const q = standing.slice();
  const turn = new Float64Array(4);
  for (const [role, axis, degrees] of turns) {
    const at = quatIndex(roles[role]!);
    const unit = ['x', 'y', 'z'].map((name) => (name === axis ? 1 : 0));
    quatFromAxisAngle(turn, 0, unit[0], unit[1], unit[2], (degrees * Math.PI) / 180);
    multiplyQuat(q, at, q, at, turn, 0);
  }
  return q;
}

/** Volume inside the surface [m³]; parts that overlap count twice. */
function volumeOf({ indices }: SkinnedMesh, points: ArrayLike<number>): number {
  let six = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    six +=
      points[a] * (points[b + 1] * points[c + 2] - points[b + 2] * points[c + 1]) +
      points[a + 1] * (points[b + 2] * points[c] - points[b] * points[c + 2]) +
      points[a + 2] * (points[b] * points[c + 1] - points[b + 1] * points[c]);
  }
  return six / 6;
}

function expectSound(skin: SkinnedMesh, joints: number): void {
  for (const values of [skin.positions, skin.normals, skin.weights, skin.shades]) {
    expect(values.every(Number.isFinite)).toBe(true);
  }
  for (let vertex = 0; vertex < vertexCount(skin); vertex++) {
    const sum = skin.weights.subarray(4 * vertex, 4 * vertex + 4).reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - 1) > 1e-6) expect.fail(`vertex ${vertex} has weights that add up to ${sum}`);
  }
  expect(skin.joints.every((joint) => joint < joints)).toBe(true);
  expect(skin.indices.every((index) => index < vertexCount(skin))).toBe(true);
  expect(skin.groups.reduce((end, { start, count }) => (start === end ? start + count : -1), 0)).toBe(
    skin.indices.length,
  );
}

describe('the skin of the mannequin', () => {
  it('is sound, small and the same every time', () => {
    expectSound(mesh, skeleton.names.length);
    expect(triangleCount(mesh)).toBeGreaterThan(5000);
    expect(triangleCount(mesh)).toBeLessThan(9000);
    expect(meshFor(body, roles, skeleton, standing)).toEqual(mesh);
  });

  it('has no holes', () => {
    const places = new Map<string, number>();
    const place = Array.from({ length: vertexCount(mesh) }, (_, vertex) => {
      const key = [0, 1, 2].map((c) => Math.round(mesh.positions[3 * vertex + c] * 1e5)).join();
      if (!places.has(key)) places.set(key, places.size);
      return places.get(key)!;
    });
    const uses = new Map<string, number>();
    for (let i = 0; i < mesh.indices.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [place[mesh.indices[i + k]], place[mesh.indices[i + ((k + 1) % 3)]]];
        // Both sides of an edge run through it in opposite directions.
        if (a !== b)
          uses.set(
            `${Math.min(a, b)} ${Math.max(a, b)}`,
            (uses.get(`${Math.min(a, b)} ${Math.max(a, b)}`) ?? 0) + Math.sign(b - a),
          );
      }
    }
    expect([...uses].filter(([, sum]) => sum !== 0)).toEqual([]);
  });

  it('faces outward', () => {
    let wrong = 0;
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        mesh.positions.subarray(3 * mesh.indices[i + k], 3 * mesh.indices[i + k] + 3),
      );
      const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
      const n = mesh.normals.subarray(3 * mesh.indices[i], 3 * mesh.indices[i] + 3);
      const facing =
        (u[1] * v[2] - u[2] * v[1]) * n[0] + (u[2] * v[0] - u[0] * v[2]) * n[1] + (u[0] * v[1] - u[1] * v[0]) * n[2];
      if (facing < 0) wrong++;
    }
    expect(wrong / triangleCount(mesh)).toBeLessThan(0.002);
  });

  it('stands on the ground, as tall as the body and as heavy', () => {
    const points = skinnedPositions(mesh, skeleton, standing);
    const heights = points.filter((_, i) => i % 3 === 1);
    expect(heights.reduce((a, b) => Math.min(a, b))).toBeCloseTo(0, 5);
    expect(Math.abs(heights.reduce((a, b) => Math.max(a, b)) - body.height)).toBeLessThan(0.01);
    // People are about as dense as water; parts overlap a little.
    expect(volumeOf(mesh, points) * 1000).toBeGreaterThan(0.85 * body.totalMass);
    expect(volumeOf(mesh, points) * 1000).toBeLessThan(1.15 * body.totalMass);
  });

  it('is alike on both sides', () => {
    const points = skinnedPositions(mesh, skeleton, standing);
    let [sum, left, right] = [0, 0, 0];
    for (let i = 0; i < points.length; i += 3) {
      sum += points[i];
      left = Math.max(left, points[i]);
      right = Math.max(right, -points[i]);
    }
    expect(Math.abs(sum / vertexCount(mesh))).toBeLessThan(1e-4);
    expect(Math.abs(left - right)).toBeLessThan(1e-4);
  });

  it('has the outline of the soles under the feet, bent toes or not', () => {
    const turns = [
      ['leftFoot', 'x', 20],
      ['leftToes', 'x', -35],
      ['rightUpperLeg', 'x', -40],
      ['rightToes', 'z', 5],
    ] as const;
    for (const q of [standing, posed(turns)]) {
      const points = skinnedPositions(mesh, skeleton, q);
      const { origins, rotations } = worldFramesOf(skeleton, q);
      for (const { segments, points: outline } of body.soles) {
        segments.forEach((joint, k) => {
          const local = turned(rotations, 4 * joint, vectorAt(outline, 3 * k));
          let nearest = 1;
          for (let i = 0; i < points.length; i += 3) {
            const offset = [0, 1, 2].map((c) => points[i + c] - origins[3 * joint + c] - local[c]);
            nearest = Math.min(nearest, Math.hypot(...offset));
          }
          expect(nearest).toBeLessThan(1e-6);
        });
      }
    }
  });

  it.each([
    [
      'knees',
      [
        ['leftLowerLeg', 'x', 120],
        ['rightLowerLeg', 'x', 120],
      ],
    ],
    [
      'elbows',
      [
        ['leftLowerArm', 'y', -120],
        ['rightLowerArm', 'y', 120],
      ],
    ],
    [
      'hips',
      [
        ['leftUpperLeg', 'x', -110],
        ['rightUpperLeg', 'x', -110],
      ],
    ],
    [
      'hanging arms',
      [
        ['leftUpperArm', 'z', -85],
        ['rightUpperArm', 'z', 85],
      ],
    ],
  ] as const)('keeps its volume when %s bend', (_, turns) => {
    const straight = volumeOf(mesh, skinnedPositions(mesh, skeleton, mesh.bindPose));
    const bent = volumeOf(mesh, skinnedPositions(mesh, skeleton, posed(turns)));
    expect(bent / straight).toBeGreaterThan(0.95);
    expect(bent / straight).toBeLessThan(1.04);
  });

  it.each([1.3, 1.55, 1.95])('fits the mass at %d m too', (height) => {
    const person = createMannequin({ height });
    const skin = meshFor(person.body, person.roles, person.skeleton, person.standing);
    const litres = 1000 * volumeOf(skin, skinnedPositions(skin, person.skeleton, person.standing));
    expect(Math.abs(litres / person.body.totalMass - 1)).toBeLessThan(0.15);
  });

  it('grows wider with mass, not taller', () => {
    const heavy = createMannequin({ mass: 1.5 * body.totalMass });
    const skin = meshFor(heavy.body, heavy.roles, heavy.skeleton, heavy.standing);
    const points = skinnedPositions(skin, heavy.skeleton, heavy.standing);
    const ratio = volumeOf(skin, points) / volumeOf(mesh, skinnedPositions(mesh, skeleton, standing));
    expect(ratio).toBeGreaterThan(1.3);
    expect(ratio).toBeLessThan(1.7);
  });
});

/** The same joints in the same places, with frames turned by chance. */
function withOtherFrames(source: Skeleton, pose: Float64Array): { skeleton: Skeleton; pose: Float64Array } {
  const rng = createRng(7);
  const { origins } = worldFramesOf(source, pose);
  const n = source.names.length;
  const world = Float64Array.from({ length: 4 * n }, () => normal(rng));
  const local = new Float64Array(4 * n);
  const offsets = new Float64Array(3 * n);
  for (let joint = 0; joint < n; joint++) {
    normalizeQuat(world, 4 * joint, world, 4 * joint);
    const parent = source.parents[joint];
    if (parent < 0) {
      local.set(world.subarray(0, 4));
      continue;
    }
    relativeQuat(local, 4 * joint, world, 4 * parent, world, 4 * joint);
    for (let k = 0; k < 3; k++) offsets[3 * joint + k] = origins[3 * joint + k] - origins[3 * parent + k];
    rotateBack3(offsets, 3 * joint, world, 4 * parent, offsets, 3 * joint);
  }
  const endSites = source.endSites.map(({ joint, offset }) => {
    const turnedOffset = Float64Array.from(offset);
    rotateBack3(turnedOffset, 0, world, 4 * joint, turnedOffset, 0);
    return { joint, offset: vectorAt(turnedOffset, 0) };
  });
  const skeletonOut = createSkeleton({ ...source, offsets, restRotations: local, endSites });
  return { skeleton: skeletonOut, pose: Float64Array.from([...pose.subarray(0, 3), ...local]) };
}

/** Only the joints that a body cannot do without, and their ancestors' places. */
function bareRig(): { skeleton: Skeleton; roles: RoleMap } {
  const kept = REQUIRED_ROLES.map((role) => roles[role]!).sort((a, b) => a - b);
  const { origins } = worldFramesOf(skeleton, standing);
  const parentOf = (joint: number): number => {
    for (let up = skeleton.parents[joint]; up >= 0; up = skeleton.parents[up]) if (kept.includes(up)) return up;
    return -1;
  };
  const offsets = kept.flatMap((joint) => {
    const parent = parentOf(joint);
    return [0, 1, 2].map((k) => (parent < 0 ? 0 : origins[3 * joint + k] - origins[3 * parent + k]));
  });
  const names = kept.map((joint) => skeleton.names[joint]);
  const bare = createSkeleton({ names, parents: kept.map((joint) => kept.indexOf(parentOf(joint))), offsets });
  return { skeleton: bare, roles: Object.fromEntries(names.map((name, k) => [name, k])) as RoleMap };
}

describe('a skin for any rig', () => {
  it('does not depend on the frames of the joints', () => {
    const other = withOtherFrames(skeleton, standing);
    const otherBody = createBody(other.skeleton, roles, { height: body.height, mass: body.totalMass });
    const skin = meshFor(otherBody, roles, other.skeleton, other.pose);
    expect(skin.indices).toEqual(mesh.indices);
    const apart = skin.positions.map((value, i) => Math.abs(value - mesh.positions[i]));
    expect(apart.reduce((a, b) => Math.max(a, b))).toBeLessThan(1e-5);
  });

  it('needs no toes, hands, neck or collar bones', () => {
    const rig = bareRig();
    const bareBody = createBody(rig.skeleton, rig.roles, { height: body.height });
    const skin = meshFor(bareBody, rig.roles, rig.skeleton);
    expectSound(skin, rig.skeleton.names.length);
    expect(volumeOf(skin, skin.positions) * 1000).toBeGreaterThan(0.8 * bareBody.totalMass);
  });

  it.each([
    [1, 'down'],
    [5, 'side'],
  ] as const)('takes %d spine joints, arms %s', (spineJoints, arms) => {
    const person = makePerson({ spineJoints, arms });
    const personBody = createBody(person.skeleton, person.roles);
    const skin = meshFor(personBody, person.roles, person.skeleton);
    expectSound(skin, person.skeleton.names.length);
    expect(volumeOf(skin, skin.positions) * 1000).toBeGreaterThan(0.8 * personBody.totalMass);
  });
});
