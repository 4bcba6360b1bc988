/** The mannequin's skeleton: names, proportions, T-pose, soles on the ground. */
import { describe, expect, it } from 'vitest';
import { createBody } from '../../src/body/create-body.ts';
import { turned, vectorAt } from '../../src/math/tuple.ts';
import { findRoles } from '../../src/motion/find-roles.ts';
import { ROLES, type Role } from '../../src/motion/roles.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { createMannequin, type Mannequin } from '../../src/performer/mannequin/skeleton.ts';

function placesOf({ skeleton, roles, standing }: Mannequin): (role: Role) => readonly [number, number, number] {
  const { origins } = worldFramesOf(skeleton, standing);
  return (role) => [...vectorAt(origins, 3 * roles[role]!)] as const;
}

describe('the mannequin', () => {
  it('plays all roles under their own names', () => {
    const { skeleton, roles } = createMannequin();
    for (const role of ROLES) expect(skeleton.names[roles[role]!]).toBe(role);
    const found = findRoles(skeleton);
    expect(found.status === 'humanoid' && found.roles).toEqual(roles);
  });

  it('rests in a T-pose facing +Z, frames parallel to the world', () => {
    const mannequin = createMannequin();
    const at = placesOf(mannequin);
    const { restRotations } = mannequin.skeleton;
    for (let i = 0; i < restRotations.length; i++) expect(restRotations[i]).toBe(i % 4 === 3 ? 1 : 0);
    for (const side of ['left', 'right'] as const) {
      const shoulder = at(`${side}UpperArm`);
      for (const part of ['LowerArm', 'Hand'] as const) expect(at(`${side}${part}`)[1]).toBeCloseTo(shoulder[1], 12);
      expect(at(`${side}Toes`)[2]).toBeGreaterThan(at(`${side}Foot`)[2] + 0.1);
      expect(Math.sign(shoulder[0])).toBe(side === 'left' ? 1 : -1);
    }
  });

  it.each([
    [1.55, 48, 'female'],
    [1.75, 70, 'average'],
    [1.92, 95, 'male'],
  ] as const)('stands %d m tall on its soles', (height, mass, sex) => {
    const mannequin = createMannequin({ height, mass, sex });
    const { skeleton, standing, body, roles } = mannequin;
    const frames = worldFramesOf(skeleton, standing);
    const top = skeleton.endSites.find(({ joint }) => joint === roles.head)!;
    expect(frames.origins[3 * top.joint + 1] + top.offset[1]).toBeCloseTo(height, 12);
    for (const sole of body.soles) {
      sole.segments.forEach((joint, k) => {
        const local = turned(frames.rotations, 4 * joint, vectorAt(sole.points, 3 * k));
        expect(frames.origins[3 * joint + 1] + local[1]).toBeCloseTo(0, 10);
      });
    }
    expect([body.height, body.totalMass]).toEqual([height, mass]);
    // The bones alone tell the stature, so that an exported clip comes back as the same person.
    expect(Math.abs(createBody(skeleton, roles).height / height - 1)).toBeLessThan(0.01);
  });

  it('grows in proportion', () => {
    const small = createMannequin({ height: 1.5 }).skeleton.offsets;
    const tall = createMannequin({ height: 1.8 }).skeleton.offsets;
    small.forEach((value, i) => {
      expect(tall[i]).toBeCloseTo(1.2 * value, 12);
    });
  });

  it('says what is wrong with a size', () => {
    expect(() => createMannequin({ height: 170 })).toThrow('a height from 0.5 to 3 metres is needed, found 170');
    expect(() => createMannequin({ mass: -1 })).toThrow('a mass from 1 to 1000 kilograms');
  });
});
