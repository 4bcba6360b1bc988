/** Clips fall into two halves by a hash of their name: rules and limits are set on one, and both are reported. */
import { basename, dirname } from 'node:path';

export const HALVES = ['development', 'held-out'] as const;
export type Half = (typeof HALVES)[number];

/** FNV-1a of the file's name without its ending. */
export function hashOf(file: string): number {
  const name = basename(file).replace(/\.[^.]*$/, '');
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

export const halfOf = (file: string): Half => HALVES[(hashOf(file) >>> 7) & 1];

/** The same by who moves: the number in front of CMU's files; the other collections are taken as one person each. */
export function halfOfPerson(file: string): Half {
  const [person] = /^\d+(?=_)/.exec(basename(file)) ?? [basename(dirname(file))];
  return halfOf(person);
}
