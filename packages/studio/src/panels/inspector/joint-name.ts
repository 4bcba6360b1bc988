import type { Skeleton } from 'poise';

/** The name by which a role map calls a joint: with its parent's where two share one. */
export function jointName({ names, parents }: Skeleton, joint: number): string {
  const name = names[joint] ?? '';
  const parent = names[parents[joint] ?? -1];
  return names.indexOf(name) === names.lastIndexOf(name) || parent === undefined ? name : `${parent}/${name}`;
}
