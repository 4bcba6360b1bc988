import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/math/random.ts';
import { findRoles, findRolesInTree } from '../../src/motion/find-roles.ts';
import type { Role } from '../../src/motion/roles.ts';
import { createSkeleton, type Skeleton } from '../../src/motion/skeleton.ts';
import { type PersonNames, PLAIN_NAMES, personSkeleton, placePerson } from '../support/people.ts';
import { randomQuat } from '../support/raw-motions.ts';

/** Names that say nothing. */
const anonymous = (skeleton: Skeleton): Skeleton => ({ ...skeleton, names: skeleton.names.map((_, i) => `n${i}`) });

const expectedRoles = (skeleton: Skeleton, names: PersonNames) =>
  Object.fromEntries(Object.entries(names).map(([role, name]) => [role, skeleton.names.indexOf(name)]));

describe('roles by shape', () => {
  it('finds a person whose joints are only numbered, left and right included', () => {
    const skeleton = personSkeleton(PLAIN_NAMES);
    const outcome = findRoles(anonymous(skeleton));
    expect(outcome).toMatchObject({ status: 'humanoid', by: 'topology' });
    if (outcome.status === 'humanoid') expect(outcome.roles).toEqual(expectedRoles(skeleton, PLAIN_NAMES));
  });

  it('does not mind size, turn and unit', () => {
    const skeleton = personSkeleton(PLAIN_NAMES);
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0.01, max: 1000, noNaN: true }), (seed, unit) => {
        const turned = createSkeleton({
          ...anonymous(skeleton),
          offsets: skeleton.offsets.map((x) => x * unit),
          restRotations: [...randomQuat(createRng(seed)), ...skeleton.restRotations.subarray(4)],
        });
        const outcome = findRoles(turned);
        if (outcome.status === 'refused') throw new Error(outcome.reason);
        expect(outcome.roles).toEqual(expectedRoles(skeleton, PLAIN_NAMES));
      }),
      { numRuns: 50 },
    );
  });

  it('skips a joint that lies on its parent, and a collar bone', () => {
    const skeleton = personSkeleton(PLAIN_NAMES, [
      { name: 'LHipJoint', parent: 'Hips', before: 'LeftUpLeg' },
      { name: 'RHipJoint', parent: 'Hips', before: 'RightUpLeg' },
    ]);
    const outcome = findRoles(anonymous(skeleton));
    expect(outcome).toMatchObject({ roles: { leftUpperLeg: skeleton.names.indexOf('LeftUpLeg') } });
  });

  it('mirrored, it swaps left and right', () => {
    const skeleton = personSkeleton(PLAIN_NAMES);
    const mirrored = createSkeleton({
      ...anonymous(skeleton),
      offsets: skeleton.offsets.map((x, i) => (i % 3 === 0 ? -x : x)),
    });
    expect(findRoles(mirrored)).toMatchObject({ roles: { leftFoot: skeleton.names.indexOf('RightFoot') } });
  });

  it('looks at frames when the rest pose means nothing', () => {
    const joints = placePerson(PLAIN_NAMES);
    const standing = Float64Array.from(joints.flatMap(({ at }) => at));
    const nonsense = standing.map((x, i) =>
      i % 3 === 0 ? x : 0.3 * x * (joints[Math.floor(i / 3)].at[0] > 0 ? 1 : -1),
    );
    const tree = { names: joints.map((_, i) => `n${i}`), parents: joints.map(({ parent }) => parent), endSites: [] };
    expect(findRolesInTree({ ...tree, poses: [nonsense] }).outcome.status).toBe('refused');
    expect(findRolesInTree({ ...tree, poses: [nonsense, standing] }).outcome.status).toBe('humanoid');
  });
});

describe('what is not a person', () => {
  const without = (...roles: Role[]): PersonNames =>
    Object.fromEntries(Object.entries(PLAIN_NAMES).filter(([role]) => !roles.includes(role as Role)));
  const arms = (side: 'left' | 'right'): Role[] => [
    `${side}Shoulder`,
    `${side}UpperArm`,
    `${side}LowerArm`,
    `${side}Hand`,
  ];

  it('refuses a body without arms', () => {
    const skeleton = personSkeleton(without(...arms('left'), ...arms('right')));
    const outcome = findRoles(skeleton);
    expect(outcome).toEqual({
      status: 'refused',
      reason: expect.stringMatching(/no left arm by name.*legs or arms are missing/),
    });
  });

  it('refuses four legs, whatever they are called', () => {
    // A dog: the trunk level at 0.6 m, four legs of 0.6 m, the hind ones 0.7 m behind.
    const names: string[] = ['Hips', 'Spine', 'Neck', 'Head'];
    const parents = [-1, 0, 1, 2];
    const places = [
      [0, 0.6, -0.7],
      [0, 0.6, -0.3],
      [0, 0.65, 0.05],
      [0, 0.8, 0.2],
    ]; // prettier-ignore
    for (const [side, x] of [
      ['Left', 0.1],
      ['Right', -0.1],
    ] as const) {
      for (const [parent, z, parts] of [
        [0, -0.7, ['UpLeg', 'Leg', 'Foot']],
        [1, 0, ['Arm', 'ForeArm', 'Hand']],
      ] as const) {
        parts.forEach((part, i) => {
          parents.push(i === 0 ? parent : names.length - 1);
          names.push(`${side}${part}`);
          places.push([x, 0.6 - 0.28 * i, z]);
        });
      }
    }
    const offsets = places.flatMap((at, i) => (i === 0 ? [0, 0, 0] : at.map((c, k) => c - places[parents[i]][k])));
    const reason = expect.stringContaining('four legs of equal length leave the trunk, and there are no arms');
    const dog = createSkeleton({ names, parents, offsets });
    expect(findRoles(dog)).toEqual({ status: 'refused', reason });
    expect(findRoles(anonymous(dog))).toEqual({ status: 'refused', reason });
  });

  it('refuses a chain, a lone joint, and joints that all lie in one place', () => {
    const chain = createSkeleton({ names: ['a', 'b', 'c'], parents: [-1, 0, 1], offsets: [0, 0, 0, 0, 1, 0, 0, 1, 0] });
    expect(findRoles(chain).status).toBe('refused');
    expect(findRoles(createSkeleton({ names: ['a'], parents: [-1], offsets: [0, 0, 0] })).status).toBe('refused');
    const person = personSkeleton(PLAIN_NAMES);
    const point = createSkeleton({ ...person, offsets: person.offsets.map(() => 0) });
    expect(findRoles(point)).toEqual({ status: 'refused', reason: 'the legs have no length' });
  });

  it('answers for a chain of ten thousand legs', () => {
    const count = 10_000;
    const skeleton = createSkeleton({
      names: Array.from({ length: count }, () => 'LeftLeg'),
      parents: Array.from({ length: count }, (_, i) => i - 1),
      offsets: Array.from({ length: 3 * count }, () => 0.1),
    });
    expect(findRoles(skeleton).status).toBe('refused');
  });
});
