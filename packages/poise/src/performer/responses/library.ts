/** The built-in library for any body: every request performed and measured. */
import { LIBRARY_VERSION, type ResponseLibrary } from '../../methods/push-response/response.ts';
import { createActor } from '../actor.ts';
import { MANNEQUIN_DEFAULTS, type MannequinOptions } from '../mannequin/skeleton.ts';
import { bodyName } from './compact.ts';
import { generateResponses } from './generate.ts';
import { libraryPlan } from './library-plan.ts';

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
