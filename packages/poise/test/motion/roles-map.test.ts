import { describe, expect, it } from 'vitest';
import { FormatError, UsageError } from '../../src/errors.ts';
import { findRoles } from '../../src/motion/find-roles.ts';
import { parseRoleMap, printRoleMap, rolesFromMap } from '../../src/motion/role-map.ts';
import { PLAIN_NAMES, personSkeleton } from '../support/people.ts';

const skeleton = personSkeleton(PLAIN_NAMES);
const map = PLAIN_NAMES as Record<string, string>;

describe('manual role map', () => {
  it('printed and read again gives the same roles', () => {
    const outcome = findRoles(skeleton);
    if (outcome.status === 'refused') throw new Error(outcome.reason);
    const text = printRoleMap(skeleton, outcome.roles);
    expect(rolesFromMap(skeleton, parseRoleMap(text, 'map.json'))).toEqual(outcome.roles);
  });

  it('tells joints of one name apart by their parents', () => {
    const twins = personSkeleton({ ...PLAIN_NAMES, leftFoot: 'Foot', rightFoot: 'Foot ' });
    const names = twins.names.map((name) => name.trim());
    const ambiguous = { ...map, leftFoot: 'Foot', rightFoot: 'RightLeg/Foot' };
    expect(() => rolesFromMap({ ...twins, names }, ambiguous)).toThrow(
      'role leftFoot: 2 joints are called "Foot"; name the parent too: "LeftLeg/Foot", "RightLeg/Foot"',
    );
    const roles = rolesFromMap({ ...twins, names }, { ...ambiguous, leftFoot: 'LeftLeg/Foot' });
    expect(names[roles.leftFoot!]).toBe('Foot');
    expect(printRoleMap({ ...twins, names }, roles)).toContain('"leftFoot": "LeftLeg/Foot"');
  });

  it('refuses lists in lists, which no message could show', () => {
    const text = `{ "hips": ${'['.repeat(20_000)}${']'.repeat(20_000)} }`;
    expect(() => parseRoleMap(text, 'map.json')).toThrow('map.json: /hips: expected a joint name, found');
  });

  it.each([
    ['{ "hips": ', 'map.json:1:11: expected a role map as JSON, found the end of the file'],
    ['["Hips"]', 'map.json: the file: expected an object'],
    ['{ "belly": "Hips" }', '/belly: unknown role'],
    ['{ "hips": 3 }', '/hips: expected a joint name, found 3'],
  ])('refuses %s', (text, message) => {
    expect(() => parseRoleMap(text, 'map.json')).toThrow(FormatError);
    expect(() => parseRoleMap(text, 'map.json')).toThrow(message);
  });

  it.each([
    [{ ...map, head: 'Skull' }, 'role head: no joint is called "Skull"'],
    [{ ...map, head: 'head' }, 'role head: no joint is called "head"; did you mean "Head"?'],
    [{ ...map, leftFoot: 'RightFoot' }, 'joint "RightFoot" is given two roles, leftFoot and rightFoot'],
    [
      { ...map, leftFoot: 'RightFoot', rightFoot: 'LeftFoot' },
      'leftFoot "RightFoot" must hang below leftLowerLeg "LeftLeg"',
    ],
    [{ hips: 'Hips' }, 'the role map lacks leftUpperLeg'],
    [{ ...map, tail: 'Hips' }, 'unknown role "tail"'],
  ])('names the role and the joint that do not fit (%#)', (wrong, message) => {
    expect(() => rolesFromMap(skeleton, wrong)).toThrow(UsageError);
    expect(() => rolesFromMap(skeleton, wrong)).toThrow(message);
  });
});
