/** The built-in library for any body: every request performed, measured and packed. */
import { LIBRARY_VERSION, type ResponseLibrary } from '../../methods/push-response/response.ts';
import { type Actor, createActor } from '../actor.ts';
import { MANNEQUIN_DEFAULTS, type MannequinOptions } from '../mannequin/skeleton.ts';
import { bodyName, joinPacked, packResponse } from './compact.ts';
import { generateResponses, performRequest, responseOfDraft } from './generate.ts';
import { libraryPlan } from './library-plan.ts';
import { neutralStance } from './neutral.ts';

export interface LibraryOptions {
  readonly body: Partial<MannequinOptions>;
  /** Called after each response; throw from it to cancel. */
  readonly onProgress: (done: number, of: number) => void;
}

/** Height, mass and sex as the mannequin takes them. */
export function resolveBody(asked: Partial<MannequinOptions> = {}): MannequinOptions {
  const { body } = createActor(asked);
  return { height: body.height, mass: asked.mass ?? body.totalMass, sex: asked.sex ?? MANNEQUIN_DEFAULTS.sex };
}

/** Performs the whole library: some seconds of work, the same bytes every time.
 *
 * ```ts
 * const library = generateLibrary({ body: { height: 1.68, mass: 61 } });
 * ```
 */
export function generateLibrary(options: Partial<LibraryOptions> = {}): ResponseLibrary {
  const body = resolveBody(options.body);
  const { onProgress } = options;
  return {
    version: LIBRARY_VERSION,
    name: 'built-in',
    body: bodyName(body),
    responses: generateResponses(libraryPlan(), { body, ...(onProgress && { onProgress }) }),
  };
}

/** Lines of the packed library, those requests whose index leaves `part` when divided by `of`: for workers that share the work. */
export function packPart(body: MannequinOptions, part = 0, of = 1, onDone: () => void = () => {}): string[] {
  const actor: Actor = createActor(body);
  const neutral = neutralStance(actor);
  return libraryPlan()
    .filter((_, k) => k % of === part)
    .map((request) => {
      const draft = performRequest(actor, neutral, request);
      const line = packResponse(draft, responseOfDraft(actor, neutral, draft));
      onDone();
      return line;
    });
}

/** The packed library from the parts of all workers, in the order of the plan. */
export function joinParts(body: MannequinOptions, parts: readonly (readonly string[])[]): string {
  const lines = libraryPlan().map((_, k) => parts[k % parts.length][Math.floor(k / parts.length)]);
  return joinPacked(body, lines);
}
