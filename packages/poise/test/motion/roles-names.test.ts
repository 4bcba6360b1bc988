import { describe, expect, it } from 'vitest';
import { findRoles } from '../../src/motion/find-roles.ts';
import { ROLES } from '../../src/motion/roles.ts';
import { createSkeleton } from '../../src/motion/skeleton.ts';
import { PLAIN_NAMES, personSkeleton } from '../support/people.ts';
import { CONVENTIONS, namesOf } from '../support/rig-names.ts';

describe('roles by name', () => {
  for (const convention of CONVENTIONS) {
    it(`${convention.rig}: ${convention.limbs[0]}`, () => {
      const names = namesOf(convention);
      const skeleton = personSkeleton(names, convention.extras);
      const outcome = findRoles(skeleton);
      if (outcome.status === 'refused') throw new Error(outcome.reason);
      const found = Object.fromEntries(
        ROLES.filter((role) => outcome.roles[role] !== undefined).map((role) => [
          role,
          skeleton.names[outcome.roles[role]!],
        ]),
      );
      // A neck that is called a twist is a helper; everything else that has a name has its role.
      const expected = Object.fromEntries(Object.entries(names).filter(([, name]) => !name.includes('NeckTwist')));
      expect(found).toEqual(expected);
      expect(outcome.by).toBe('names');
      expect(outcome.rig).toBe(convention.rig);
    });
  }

  it('hangs the hips where legs and spine meet when another joint is called hips', () => {
    // RobotExpressive: Body carries the legs and a joint "Hips" that is only the first of the spine.
    const names = { ...PLAIN_NAMES, hips: 'Body', spine: 'Hips' };
    const skeleton = personSkeleton(names);
    const outcome = findRoles(skeleton);
    expect(outcome).toMatchObject({ status: 'humanoid', roles: { hips: skeleton.names.indexOf('Body') } });
  });

  it('lets the end of the shin stand in for a foot that hangs elsewhere', () => {
    const { leftFoot: _l, rightFoot: _r, leftToes: _lt, rightToes: _rt, ...names } = PLAIN_NAMES;
    const skeleton = personSkeleton(names, [
      { name: 'Foot.L', parent: 'Hips', at: [0.09, 0.07, 0] },
      { name: 'Foot.R', parent: 'Hips', at: [-0.09, 0.07, 0] },
      { name: 'Shin.L_end', parent: 'LeftLeg', at: [0.09, 0.07, 0] },
      { name: 'Shin.R_end', parent: 'RightLeg', at: [-0.09, 0.07, 0] },
    ]);
    const outcome = findRoles(skeleton);
    expect(outcome).toMatchObject({ roles: { leftFoot: skeleton.names.indexOf('Shin.L_end') } });
  });

  it('believes names when the rest pose means nothing: all bones along one axis', () => {
    const skeleton = personSkeleton(PLAIN_NAMES);
    const lengths = skeleton.names.map((_, i) => Math.hypot(...skeleton.offsets.subarray(3 * i, 3 * i + 3)));
    const along = createSkeleton({ ...skeleton, offsets: lengths.flatMap((length) => [length, 0, 0]) });
    expect(findRoles(along)).toEqual(findRoles(skeleton));
  });

  it('refuses legs of very different length', () => {
    const skeleton = personSkeleton(PLAIN_NAMES);
    const shin = skeleton.names.indexOf('LeftFoot');
    skeleton.offsets[3 * shin + 1] *= 4;
    expect(findRoles(skeleton)).toEqual({
      status: 'refused',
      reason: expect.stringContaining('times as long as the other'),
    });
  });
});
