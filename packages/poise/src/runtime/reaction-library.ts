/** A library of responses for a layer. */
import { PUSH_RESPONSE_DEFAULTS } from '../methods/push-response/options.ts';
import { PushResponder } from '../methods/push-response/responder.ts';
import type { ResponseLibrary } from '../methods/push-response/response.ts';
import { LibraryExamples } from '../methods/reactive-blend/library-examples.ts';
import { REACTIVE_BLEND_DEFAULTS } from '../methods/reactive-blend/options.ts';
import type { ReactionLibrary } from './driver.ts';
import { createStandingDriver } from './standing-driver.ts';

/** Responses, with what plays them: handed to a layer, so that pages without a library need not load it. One for all characters.
 *
 * ```ts
 * const library = reactionLibrary(unpackLibrary(await (await fetch(url)).text(), 'push-library.json'));
 * const layer = new ReactionLayer(body, rig, { library });
 * ```
 */
export const reactionLibrary = (responses: ResponseLibrary): ReactionLibrary => ({
  createExamples: (body, hands) => new LibraryExamples(body, responses, { ...REACTIVE_BLEND_DEFAULTS, hands }),
  createStanding: (body, stream, surroundings) =>
    createStandingDriver(
      'push-response',
      body,
      stream,
      surroundings,
      (source, world) => new PushResponder(body, source, { ...PUSH_RESPONSE_DEFAULTS, ...world, library: responses }),
    ),
});
