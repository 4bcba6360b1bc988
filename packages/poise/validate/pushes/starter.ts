/** Starts a method on somebody, with all that it needs to answer well. */
import { readFile } from 'node:fs/promises';
import { builtInLibrary } from '../../src/cli/library/built-in.ts';
import type { Ground } from '../../src/control/ground.ts';
import { UsageError } from '../../src/errors.ts';
import type { Balancer } from '../../src/methods/balancer.ts';
import { methodNamed } from '../../src/methods/index.ts';
import type { ResponseLibrary } from '../../src/methods/push-response/response.ts';
import { unpackLibrary } from '../../src/performer/responses/compact.ts';
import type { Subject } from './bodies.ts';

/** `ground`: where it is not the subject's own floor. */
export type Starter = (subject: Pick<Subject, 'body' | 'clip'>, ground?: Ground) => Balancer;

/** Written by the build. */
const BUILT = new URL('../../dist/push-library.json', import.meta.url);

export async function library(): Promise<ResponseLibrary> {
  const text = await readFile(BUILT, 'utf8').catch(() => undefined);
  return text === undefined ? builtInLibrary() : unpackLibrary(text, 'push-library.json');
}

/** A method by its id, with further options. Throws UsageError for one that does not answer pushes as they happen. */
export async function starterOf(id: string, more: Readonly<Record<string, unknown>> = {}): Promise<Starter> {
  const { start, defaults } = methodNamed(id);
  if (!start) throw new UsageError(`${id} does not answer pushes as they happen`);
  const options = 'library' in defaults ? { ...more, library: await library() } : more;
  return ({ body, clip }, ground) => {
    if (ground && !('ground' in defaults)) throw new UsageError(`${id} knows only the floor of the clip`);
    return start({ body, clip, seed: 0 }, ground ? { ...options, ground } : options);
  };
}
