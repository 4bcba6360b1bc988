/** A library of responses for a layer. */
import type { ResponseLibrary } from '../methods/push-response/response.ts';
import { createReactionPlayer } from '../methods/reactive-blend/reaction-play.ts';
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
  createStanding: (body, stream) => createStandingDriver(body, stream, responses),
  createPlayer: (body) => createReactionPlayer(body, responses),
});
