/** From where a ball comes to a direction over the floor. */
import type { Side } from './types.ts';

type Way = readonly [x: number, z: number];

const ANGLES: Readonly<Record<Exclude<Side, 'camera'>, number>> = {
  front: 0,
  left: Math.PI / 2,
  behind: Math.PI,
  right: -Math.PI / 2,
};

/** Unit, from the body to where the ball is thrown; `angle` [rad] seen from the person, to the left +. */
export const wayOf = (heading: number, angle: number): Way => [Math.sin(heading + angle), Math.cos(heading + angle)];

/** `viewer`: unit, over the floor, from the body to whoever looks. */
export const fromSide = (side: Side, heading: number, viewer: Way): Way =>
  side === 'camera' ? viewer : wayOf(heading, ANGLES[side]);

/** 'from behind', 'from the left' … */
export function fromWords(heading: number, [x, z]: Way): string {
  const angle = Math.atan2(x, z) - heading;
  const names = ['from ahead', 'from the left', 'from behind', 'from the right'];
  const quarter = Math.round(angle / (Math.PI / 2));
  return names[((quarter % 4) + 4) % 4]!;
}
