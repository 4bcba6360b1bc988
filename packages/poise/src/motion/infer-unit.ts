/** The unit of length, from the size of the person. */
import { UsageError } from '../errors.ts';
import type { ImportNote } from './clip.ts';

/** Statures that a person may have [m]. */
const LEAST_STATURE = 0.5;
const MOST_STATURE = 2.5;
const USUAL_STATURE = 1.7;

/** Units met in motion files; `rarity` is added to the distance from the usual stature (natural logarithm). */
const UNITS = [
  { metres: 1, name: 'metre', rarity: 0 },
  { metres: 0.01, name: 'centimetre', rarity: 0 },
  { metres: 0.001, name: 'millimetre', rarity: 0.1 },
  { metres: 0.0254, name: 'inch', rarity: 0.1 },
  { metres: 0.0254 / 0.45, name: 'CMU unit', rarity: 0.1 }, // the database divides inches by 0.45
  { metres: 0.1, name: 'decimetre', rarity: 0.4 },
  { metres: 0.3048, name: 'foot', rarity: 0.4 },
] as const;

/** The unit of a file in words, for people: "centimetres", "units of 0.5 m". */
export function unitName(metresPerUnit: number): string {
  const known = UNITS.find(({ metres }) => Math.abs(metresPerUnit / metres - 1) < 1e-9)?.name;
  if (known === undefined) return `units of ${Number(metresPerUnit.toPrecision(6))} m`;
  return { inch: 'inches', foot: 'feet' }[known as string] ?? `${known}s`;
}

/** A runner-up this much worse leaves no doubt. */
const CLEAR_LEAD = 0.5;

export interface InferredUnit {
  readonly metresPerUnit: number;
  readonly notes: readonly ImportNote[];
}

export interface UnitEvidence {
  readonly option: number | undefined; // what the caller says [m]
  readonly stated: number | undefined; // what the file says [m]
  readonly stature: number | undefined; // [file units], undefined without a person
  readonly size: number; // [file units] longest way from the root to a leaf
}

export function inferUnit({ option, stated, stature, size }: UnitEvidence): InferredUnit {
  if (option !== undefined) {
    if (!(option > 0) || !Number.isFinite(option)) {
      throw new UsageError(`metresPerUnit must be a positive length, found ${option}`);
    }
    return { metresPerUnit: option, notes: [note(option, 'as asked', 'stated')] };
  }
  const usable = stated !== undefined && stated > 0 && Number.isFinite(stated) ? stated : undefined;
  if (stature === undefined || !(stature > 0)) return withoutPerson(usable, size);
  if (usable !== undefined) {
    const tall = usable * stature;
    if (tall >= LEAST_STATURE && tall <= MOST_STATURE) {
      return { metresPerUnit: usable, notes: [note(usable, `as the file states: a ${metres(tall)} person`, 'stated')] };
    }
  }
  const ranked = [...UNITS, ...mistaken(usable)]
    .map((unit) => ({ ...unit, cost: costOf(unit.metres * stature, unit.rarity) }))
    .sort((a, b) => a.cost - b.cost);
  const [best, second] = ranked;
  const person = `the bones add up to ${stature.toPrecision(3)} units, a ${metres(best.metres * stature)} person`;
  const despite =
    usable === undefined ? '' : `; the file states ${usable} m, which would make ${metres(usable * stature)}`;
  const confidence = usable !== undefined || second.cost - best.cost < CLEAR_LEAD ? 'likely' : 'sure';
  const text = `${best.name}: ${person}${despite}`;
  return { metresPerUnit: best.metres, notes: [note(best.metres, text, confidence)] };
}

/** Numbers copied from another unit into a file that states its own: Blender writes CMU units as if they were metres. */
function mistaken(stated: number | undefined): { metres: number; name: string; rarity: number }[] {
  if (stated === undefined || stated === 1) return [];
  return UNITS.map(({ metres, name, rarity }) => ({
    metres: metres * stated,
    name: `a ${name} written as a metre`,
    rarity: rarity + 0.2,
  }));
}

/** Distance from a usual person; statures outside the range come last. */
function costOf(stature: number, rarity: number): number {
  const outside = stature < LEAST_STATURE || stature > MOST_STATURE ? 10 : 0;
  return Math.abs(Math.log(stature / USUAL_STATURE)) + rarity + outside;
}

/** Without a person: what the file states, else metres or centimetres, whichever makes it closer to a metre long. */
function withoutPerson(stated: number | undefined, size: number): InferredUnit {
  if (stated !== undefined) return { metresPerUnit: stated, notes: [note(stated, 'as the file states', 'stated')] };
  const metresPerUnit = size > 10 ? 0.01 : 1;
  const text = `a guess from its length of ${size.toPrecision(3)} units, since no person was found`;
  return { metresPerUnit, notes: [note(metresPerUnit, text, 'guess')] };
}

const metres = (length: number): string => `${length.toFixed(2)} m`;

function note(metresPerUnit: number, text: string, confidence: ImportNote['confidence']): ImportNote {
  return { topic: 'unit', text: `1 unit = ${Number(metresPerUnit.toPrecision(5))} m (${text})`, confidence };
}
