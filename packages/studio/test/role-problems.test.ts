/** A role table refuses what no person can be. */
import { motions, perform } from 'poise';
import { createMannequin } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import { jointName } from '../src/panels/inspector/joint-name.ts';
import { roleProblem } from '../src/panels/inspector/role-problems.ts';

const clip = perform(motions.find(({ id }) => id === 'idle')!);
const { roles } = createMannequin();
const nameOf = (role: keyof typeof roles): string => jointName(clip.skeleton, roles[role]!);
const found = Object.fromEntries(Object.keys(roles).map((role) => [role, nameOf(role as keyof typeof roles)]));
const without = (...parts: string[]) =>
  Object.fromEntries(Object.entries(found).filter(([role]) => !parts.includes(role)));

describe('a part of the body', () => {
  it('can be what was found', () => {
    for (const role of Object.keys(roles) as (keyof typeof roles)[])
      expect(roleProblem(clip, without(role), role, nameOf(role)), role).toBeUndefined();
  });

  it('is not a bone that plays another part', () => {
    expect(roleProblem(clip, found, 'leftToes', nameOf('leftFoot'))).toMatch(/is the left foot already/);
  });

  it('does not hang above what it belongs below', () => {
    const others = without('leftLowerLeg', 'leftUpperLeg');
    const swapped = roleProblem(
      clip,
      { ...others, leftLowerLeg: nameOf('leftUpperLeg') },
      'leftUpperLeg',
      nameOf('leftLowerLeg'),
    );
    expect(swapped).toMatch(/left shin .* does not hang below/);
    expect(roleProblem(clip, without('leftFoot', 'rightFoot', 'leftToes'), 'leftFoot', nameOf('rightFoot'))).toMatch(
      /does not hang below the left shin/,
    );
  });

  it('does not change sides', () => {
    const arms = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].flatMap((part) => [`left${part}`, `right${part}`]);
    const crossed = { ...without(...arms), rightUpperArm: nameOf('leftUpperArm') };
    expect(roleProblem(clip, crossed, 'leftUpperArm', nameOf('rightUpperArm'))).toMatch(
      /left and right would be crossed/,
    );
    const straight = { ...without(...arms), rightUpperArm: nameOf('rightUpperArm') };
    expect(roleProblem(clip, straight, 'leftUpperArm', nameOf('leftUpperArm'))).toBeUndefined();
  });
});
