/** What `poise react` says to each method that answers pushes, and which of them answers. A further method is one entry. */
import { UsageError } from '../../errors.ts';
import { methodNamed } from '../../methods/index.ts';
import type { Method, MethodInput } from '../../methods/method.ts';
import { situationOf } from '../../methods/situation.ts';
import { builtInLibrary } from '../library/built-in.ts';
import { loadLibrary } from '../library/load-library.ts';
import { loadMujoco } from '../mujoco.ts';
import type { ReactClipFlags } from './react-clip.ts';

/** Flags that are options of methods. */
type MethodFlag = 'library' | 'allow' | 'walkable' | 'bracing' | 'beta' | 'delay' | 'strength' | 'seconds';

interface ReactMethod {
  readonly method: Method;
  readonly flags: readonly MethodFlag[]; // that it knows
  /** Its options, where they differ from its defaults. */
  readonly options: (flags: ReactClipFlags) => Promise<object>;
}

const libraryOf = (file: string | undefined) => (file === undefined ? builtInLibrary() : loadLibrary(file));
const given = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

const reactMethods: readonly ReactMethod[] = [
  {
    method: methodNamed('push-response'),
    flags: ['library', 'allow', 'walkable', 'seconds'],
    options: async ({ library, allow: allowed, walkable, seconds }) =>
      given({ library: await libraryOf(library), allowed, walkable, seconds }),
  },
  {
    method: methodNamed('reactive-locomotion'),
    flags: ['bracing', 'beta', 'delay', 'strength', 'seconds'],
    options: async ({ bracing, beta, delay, strength, seconds }) => given({ bracing, beta, delay, strength, seconds }),
  },
  {
    method: methodNamed('reactive-blend'),
    flags: ['library'],
    options: async ({ library }) => ({ library: await libraryOf(library) }),
  },
  {
    method: methodNamed('anticipation'),
    flags: ['seconds'],
    options: async ({ seconds }) => given({ engine: await loadMujoco(), seconds }),
  },
];

export const reactMethodIds: readonly string[] = reactMethods.map(({ method }) => method.id);

export interface ChosenMethod extends ReactMethod {
  readonly notes: readonly string[]; // why it is not one that is made for this
}

/** The method that was asked for by its name, or the one that fits best among those that know the flags that were given. */
export function chooseMethod(input: MethodInput, flags: ReactClipFlags): ChosenMethod {
  const asked = [...new Set(reactMethods.flatMap((known) => known.flags))].filter((flag) => flags[flag] !== undefined);
  const named = reactMethods.filter(({ method }) => flags.method === undefined || method.id === flags.method);
  if (named.length === 0) {
    throw new UsageError(`--method: there is no "${flags.method}"; there are ${reactMethodIds.join(', ')}`);
  }
  const able = named.filter((known) => asked.every((flag) => known.flags.includes(flag)));
  if (able.length === 0) {
    const words = asked.map((flag) => `--${flag}`).join(', ');
    throw new UsageError(`${flags.method ? `${flags.method} does not take` : 'no method takes'} ${words}`);
  }
  if (able.length === 1) return { ...able[0]!, notes: [] };
  const situation = situationOf(input);
  const ranked = able.map((known) => ({ known, ...known.method.fits(situation) })).sort((a, b) => b.fit - a.fit);
  const { known, fit, reason } = ranked[0]!;
  return { ...known, notes: fit < 1 ? [`answered by ${known.method.id}: ${reason}`] : [] };
}
