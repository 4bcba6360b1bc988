/** The loop: seeds, mutants, and those mutants kept that did something new. Pure but for the clock that it is given. */
import { createRng, type Rng } from '../src/math/random.ts';
import { below, LONGEST, mutate, pick } from './mutate.ts';
import { mutateBlocks } from './mutate-blocks.ts';
import { mutateCross } from './mutate-cross.ts';
import { mutateFbx } from './mutate-fbx.ts';
import { mutateFloats } from './mutate-floats.ts';
import { mutateJson } from './mutate-json.ts';
import { mutateMany } from './mutate-many.ts';
import { mutateNumpy } from './mutate-numpy.ts';
import { mutatePickle } from './mutate-pickle.ts';
import { mutateSave } from './mutate-save.ts';
import { mutateTable } from './mutate-table.ts';
import { mutateText } from './mutate-text.ts';
import type { Seed } from './seeds.ts';
import { checkPrototypes, isAnswer, targets } from './targets.ts';

export interface Defect {
  readonly kind: string;
  readonly error: string;
  readonly data: Uint8Array;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly kinds?: readonly string[];
  /** Called before each input; false ends the loop. */
  readonly before: (kind: string, data: Uint8Array, count: number) => boolean;
  /** Called after each input, before the next is made. */
  readonly after?: () => void;
  readonly found: (defect: Defect) => void;
  /** New lines of code since the last call, where the caller measures that. */
  readonly coverage?: () => Promise<number>;
}

/** Inputs of one entry point that did something new. */
interface Corpus {
  readonly accepted: Uint8Array[];
  readonly refused: Uint8Array[];
}

interface Answered extends Seed {
  readonly fate: keyof Corpus;
}

const BATCH = 48; // inputs between two looks at coverage
const KEPT_OF_BATCH = 4;
const MOST_KEPT = 300; // per kind, accepted or refused
const LONGEST_KEPT = 40_000; // bytes: what grows is not grown on, or the time goes into it
const STRUCTURED_SHARE = 0.7; // of inputs keep the form of their kind
type Damage = (rng: Rng, data: Uint8Array, other: Uint8Array) => Uint8Array | undefined;
/** Damage by form; each gives undefined for data of another form. */
const STRUCTURED: readonly Damage[] = [
  mutateCross,
  mutateJson,
  mutateText,
  mutateTable,
  mutateNumpy,
  mutateFloats,
  mutateSave,
  mutateFbx,
  mutateBlocks,
  mutatePickle,
  mutateMany,
];
/** A character has to move to show whether these are sound: a hundred times the work of a file. */
const LONG = ['layer save', 'gait memory', 'calls', 'method save', 'fall'];
const LONG_SHARE = 0.25; // of the turns that are theirs
const ACCEPTED_SHARE = 0.5; // of mutants come from what was accepted; refusals would soon be all that is damaged further
const STRANGE_SHARE = 0.02; // of inputs are those of another entry point
const DEEP_SHARE = 0.2; // of accepted inputs are written, read again and judged

/** What of a message tells one kind of failure from another. */
const shape = (message: string): string =>
  message
    .replace(/"[^"]*"/g, '"…"')
    .replace(/[-\d.e+]+/g, '#')
    .slice(0, 160);

/** What nests or grows without end is no damage. */
function attempt(make: () => Uint8Array | undefined): Uint8Array | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function mutant(rng: Rng, data: Uint8Array, other: Uint8Array): Uint8Array {
  if (rng.next() >= STRUCTURED_SHARE) return mutate(rng, data, other);
  const first = below(rng, STRUCTURED.length);
  for (let k = 0; k < STRUCTURED.length; k++) {
    const found = attempt(() => STRUCTURED[(first + k) % STRUCTURED.length]!(rng, data, other));
    if (found && found.length <= LONGEST) return found;
  }
  return mutate(rng, data, other);
}

export async function fuzz(
  seeds: readonly Seed[],
  options: FuzzOptions,
  entries: typeof targets = targets,
): Promise<{ count: number; accepted: number; kept: number }> {
  const rng = createRng(options.seed);
  const corpus = new Map<string, Corpus>();
  for (const { kind, data } of seeds) {
    const { accepted = [], refused = [] } = corpus.get(kind) ?? {};
    corpus.set(kind, { accepted: [...accepted, data], refused });
  }
  const parent = (kind: string): Uint8Array => {
    const { accepted, refused } = corpus.get(kind)!;
    return pick(rng, refused.length === 0 || rng.next() < ACCEPTED_SHARE ? accepted : refused);
  };
  const kinds = [...corpus.keys()].filter((kind) => options.kinds === undefined || options.kinds.includes(kind));
  const sound = seeds.filter(({ kind }) => kinds.includes(kind));
  const seen = new Set<string>();
  const batch: Answered[] = [];
  let [count, accepted, kept] = [0, 0, 0];
  const keep = ({ kind, data, fate }: Answered): void => {
    if (data.length > LONGEST_KEPT) return;
    const list = corpus.get(kind)![fate];
    kept++;
    if (list.length < MOST_KEPT) list.push(data);
    else list[below(rng, list.length)] = data;
  };
  for (let i = 0; ; i++) {
    const first = sound[i]; // what was given comes first
    let kind = first?.kind ?? pick(rng, kinds);
    if (!first && LONG.includes(kind) && rng.next() >= LONG_SHARE) kind = pick(rng, kinds);
    const origin = rng.next() < STRANGE_SHARE ? pick(rng, kinds) : kind;
    const data = first?.data ?? mutant(rng, parent(origin), parent(kind));
    if (!options.before(kind, data, count)) return { count, accepted, kept };
    count++;
    let feature: string;
    let fate: keyof Corpus = 'accepted';
    try {
      feature = `${kind} ${shape(await entries[kind]!(data, first !== undefined || rng.next() < DEEP_SHARE))}`;
      accepted++;
      checkPrototypes();
    } catch (error) {
      fate = 'refused';
      const answer = isAnswer(kind, error) && !first?.sound;
      feature = `${kind} ${shape(String(error))}`;
      if (!answer && (first?.sound || !seen.has(feature))) {
        const text = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
        options.found({ kind, error: text, data });
      }
    }
    options.after?.();
    if (!seen.has(feature)) keep({ kind, data, fate });
    else batch.push({ kind, data, fate });
    seen.add(feature);
    if (!options.coverage || batch.length < BATCH) continue;
    // which of them it was is not known: some are kept
    if ((await options.coverage()) > 0) for (let k = 0; k < KEPT_OF_BATCH; k++) keep(pick(rng, batch));
    batch.length = 0;
  }
}
