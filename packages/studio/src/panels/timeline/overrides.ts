/**
 * Correcting contacts by hand. The list of overrides is what the analysis takes; later entries win. Editing keeps it free
 * of overlaps for each part of each foot, so what one sees is what the list says.
 */
import type { ContactOverride } from 'poise/lint';
import { type Stretch, stretchAround } from './runs.ts';

export type Side = ContactOverride['side'];
export type Part = ContactOverride['part'];
export type SinglePart = Exclude<Part, 'all'>;
export type ContactState = 'auto' | 'on' | 'off';

export const PARTS: readonly SinglePart[] = ['heel', 'ball', 'toe'];

/** One contact lane: a part of a foot, or the whole foot where its lanes are folded into one. */
export interface ContactPlace {
  readonly side: Side;
  readonly part: Part;
}

const NEXT: Readonly<Record<ContactState, ContactState>> = { auto: 'on', on: 'off', off: 'auto' };

export const nextState = (state: ContactState): ContactState => NEXT[state];

const covers = (override: ContactOverride, { side, part }: ContactPlace): boolean =>
  override.side === side && (override.part === 'all' || override.part === part);

/** The override that decides a frame of a lane: the last that covers it. A folded lane is decided only by whole-foot ones. */
const overrideAt = (
  overrides: readonly ContactOverride[],
  place: ContactPlace,
  frame: number,
): ContactOverride | undefined =>
  overrides.findLast((entry) => covers(entry, place) && frame >= entry.start && frame <= entry.end);

export function stateAt(overrides: readonly ContactOverride[], place: ContactPlace, frame: number): ContactState {
  const override = overrideAt(overrides, place, frame);
  return override ? (override.touches ? 'on' : 'off') : 'auto';
}

/** What is left of an override once a stretch of some parts is taken out of it. */
function without(override: ContactOverride, place: ContactPlace, { start, end }: Stretch): readonly ContactOverride[] {
  const apart = override.side !== place.side || override.end < start || override.start > end;
  const otherPart = override.part !== 'all' && place.part !== 'all' && override.part !== place.part;
  if (apart || otherPart) return [override];
  const rest: ContactOverride[] = [];
  if (override.start < start) rest.push({ ...override, end: start - 1 });
  // A whole-foot entry loses one part only: the others keep it over the stretch.
  if (override.part === 'all' && place.part !== 'all') {
    const inside = { start: Math.max(start, override.start), end: Math.min(end, override.end) };
    for (const part of PARTS) if (part !== place.part) rest.push({ ...override, ...inside, part });
  }
  if (override.end > end) rest.push({ ...override, start: end + 1 });
  return rest;
}

/** The list with a stretch of a lane held on, held off, or given back to the detector. */
export function withStretch(
  overrides: readonly ContactOverride[],
  place: ContactPlace,
  stretch: Stretch,
  state: ContactState,
): readonly ContactOverride[] {
  const rest = overrides.flatMap((entry) => without(entry, place, stretch));
  if (state === 'auto') return rest;
  return [...rest, { side: place.side, part: place.part, ...stretch, touches: state === 'on' }];
}

/** The stretch that a click at a frame means: the override under it, or the detected contact or gap between overrides. */
export function stretchAt(
  overrides: readonly ContactOverride[],
  place: ContactPlace,
  frame: number,
  touches: (frame: number) => number,
  frameCount: number,
): Stretch {
  return stretchAround(frame, frameCount, (f) => {
    const entry = overrideAt(overrides, place, f);
    return entry ? 2 + overrides.indexOf(entry) : touches(f) > 0 ? 1 : 0;
  });
}

const PLACE_NAMES: Readonly<Record<Part, string>> = { heel: 'heel', ball: 'ball', toe: 'toes', all: 'foot' };

export const placeName = ({ side, part }: ContactPlace): string => `${side} ${PLACE_NAMES[part]}`;

const STATE_WORDS: Readonly<Record<ContactState, string>> = {
  auto: 'as detected',
  on: 'held on the ground',
  off: 'held off the ground',
};

export const stateWords = (state: ContactState): string => STATE_WORDS[state];
