/** The built-in push responses: performing them, and reading them back from their short form. */
import { createActor } from '../../src/performer/actor.ts';
import { joinPacked, packResponse, unpackLibrary } from '../../src/performer/responses/compact.ts';
import { performRequest, responseOfDraft } from '../../src/performer/responses/generate.ts';
import { resolveBody } from '../../src/performer/responses/library.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';
import { neutralStance } from '../../src/performer/responses/neutral.ts';
import type { BenchCase } from '../case.ts';

/** The whole library once: too long to repeat, and a user meets it cold as well. */
function performLibrary(): { readonly text: string; readonly seconds: number; readonly count: number } {
  const start = performance.now();
  const actor = createActor();
  const neutral = neutralStance(actor);
  const lines = libraryPlan().map((request) => {
    const draft = performRequest(actor, neutral, request);
    return packResponse(draft, responseOfDraft(actor, neutral, draft));
  });
  const text = joinPacked(resolveBody(), lines);
  return { text, seconds: (performance.now() - start) / 1000, count: lines.length };
}

let performed: ReturnType<typeof performLibrary> | undefined;
const once = (): ReturnType<typeof performLibrary> => {
  performed ??= performLibrary();
  return performed;
};

export const cases: readonly BenchCase[] = [
  {
    id: 'performer/push-library',
    measure() {
      const { seconds, count, text } = once();
      const note = `${count} responses, one thread, cold; ${Math.round(text.length / 1024)} kB packed; target ≤ 20 s on 2`;
      return { value: seconds, unit: 's', note };
    },
  },
  {
    id: 'performer/push-library-read',
    measure() {
      const { text, count } = once();
      const start = performance.now();
      unpackLibrary(text, 'push-library.json');
      return { value: performance.now() - start, unit: 'ms', note: `${count} responses, posed from the short form` };
    },
  },
];
