/** Words of the command line for what a motion shall keep to: `head=1.10@1-3`, `leftHand@0.5-1.2`, `knee=0.02,waist=1`. */
import { InvalidArgumentError } from 'commander';
import type { AngleBound, Ceiling, Pin } from '../../methods/balance-filter/options.ts';
import { ROLES, type Role } from '../../motion/roles.ts';

/** A stretch of time [s], both ends included. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Plain data, so that it can go to a worker thread. */
export interface CeilingSpec {
  readonly role: Role;
  readonly height: number; // [m]
  readonly span: Span | undefined; // undefined: the whole clip
}

export interface PinSpec {
  readonly role: Role;
  readonly span: Span | undefined;
}

export function ceiling(text: string, before: readonly CeilingSpec[] = []): readonly CeilingSpec[] {
  const match = /^(\w+)=([^@]+)(@.*)?$/.exec(text);
  const height = Number(match?.[2]);
  if (!match || !(height > 0 && Number.isFinite(height))) {
    throw new InvalidArgumentError('Expected a role and a height in metres, as head=1.10 or head=1.10@1-3.');
  }
  return [...before, { role: roleNamed(match[1]!), height, span: spanOf(match[3]) }];
}

export function pin(text: string, before: readonly PinSpec[] = []): readonly PinSpec[] {
  const match = /^(\w+)(@.*)?$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected a role, as leftHand or leftHand@0.5-1.2.');
  return [...before, { role: roleNamed(match[1]!), span: spanOf(match[2]) }];
}

const DEGREE = Math.PI / 180;
/** Words for joints that people have in the middle; a role names any joint. */
const PARTS: Readonly<Record<string, Role>> = { waist: 'spine', chest: 'chest', neck: 'neck', hips: 'hips' };
const ANGLES: readonly AngleBound['angle'][] = ['flexion', 'abduction', 'twist'];

/** `waist=-60..0`, `leftLowerLeg=..70`, `chest.twist=-10..10`: degrees, flexion where no angle is named. */
export function bound(text: string, before: readonly AngleBound[] = []): readonly AngleBound[] {
  const match = /^(\w+)(?:\.(\w+))?=(-?[\d.]*)\.\.(-?[\d.]*)$/.exec(text.trim());
  const angle = ANGLES.find((name) => name === (match?.[2] ?? 'flexion'));
  const [least, most] = [match?.[3], match?.[4]].map((word) => (word ? Number(word) * DEGREE : undefined));
  const isRange = (least ?? Number.NEGATIVE_INFINITY) <= (most ?? Number.POSITIVE_INFINITY);
  if (!match || !angle || (least === undefined && most === undefined) || !isRange) {
    throw new InvalidArgumentError(
      `Expected a part or role and a range in degrees, as waist=-60..0 or leftUpperArm.abduction=..90 (angles: ${ANGLES.join(', ')}).`,
    );
  }
  const role = PARTS[match[1]!.toLowerCase()] ?? roleNamed(match[1]!);
  return [...before, { role, angle, ...(least !== undefined && { least }), ...(most !== undefined && { most }) }];
}

/** Parts or roles and how stiff they are; names are checked by the filter, which knows them. */
export function stiffness(
  text: string,
  before: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const pairs = text.split(',').map((item) => {
    const [name, value, ...rest] = item.split('=').map((word) => word.trim());
    const size = Number(value);
    if (!name || !value || rest.length > 0 || !(size > 0 && Number.isFinite(size))) {
      throw new InvalidArgumentError('Expected parts and numbers above 0, as knee=0.02,waist=1.');
    }
    return [name, size] as const;
  });
  return { ...before, ...Object.fromEntries(pairs) };
}

function roleNamed(name: string): Role {
  const found = ROLES.find((role) => role.toLowerCase() === name.toLowerCase());
  if (found) return found;
  throw new InvalidArgumentError(`"${name}" is no role; roles are ${ROLES.join(', ')}.`);
}

function spanOf(text: string | undefined): Span | undefined {
  if (text === undefined) return undefined;
  const match = /^@([\d.]+)-([\d.]+)$/.exec(text);
  const [start, end] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || !(start <= end)) {
    throw new InvalidArgumentError(`Expected a stretch of time in seconds, as @0.5-1.2, found "${text}".`);
  }
  return { start, end };
}

export const ceilingOf = ({ role, height, span }: CeilingSpec): Ceiling => ({
  role,
  height: span ? (t) => (t >= span.start && t <= span.end ? height : Number.POSITIVE_INFINITY) : height,
});

export const pinOf = ({ role, span }: PinSpec): Pin => ({ role, ...span });
