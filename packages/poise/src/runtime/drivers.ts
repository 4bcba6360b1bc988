/** The methods of one character, made when they are needed first, and which of them answers. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { createBlendDriver } from './blend-driver.ts';
import type { Driver, GaitDriver } from './driver.ts';
import type { Detail, LayerMethod, ReactionLayerOptions } from './options.ts';
import type { Situation } from './situation.ts';

export class Drivers {
  readonly gait: GaitDriver | undefined;
  readonly #body: Body;
  readonly #stream: StreamPrimary;
  readonly #options: ReactionLayerOptions;
  readonly #made: Driver[] = [];

  constructor(body: Body, stream: StreamPrimary, options: ReactionLayerOptions) {
    this.#body = body;
    this.#stream = stream;
    this.#options = options;
    this.gait = options.gait?.create(body, stream, options);
    if (this.gait) this.#made.push(this.gait);
  }

  named(id: Driver['id']): Driver {
    const found = this.#made.find((driver) => driver.id === id);
    if (found) return found;
    const made = this.#make(id);
    this.#made.push(made);
    return made;
  }

  /** Makes ready what the first hit would have to. */
  prepare(): void {
    this.named('reactive-blend');
    if (this.#options.library) this.named('push-response');
    this.gait?.prepare();
  }

  /** The method for a situation. Gaits that are not known yet, coarse detail and pulls are left to reactive blend. */
  choose(what: 'hit' | 'pull', method: LayerMethod, situation: Situation, detail: Detail): Driver['id'] {
    if (what === 'pull') return 'reactive-blend';
    const stands = situation.stillFor > 0;
    if (method === 'auto' && stands && this.#options.library) return 'push-response';
    const mayWalk = method === 'reactive-locomotion' || (method === 'auto' && !stands && detail === 0);
    if (mayWalk && this.gait?.suits()) return 'reactive-locomotion';
    return method === 'push-response' ? method : 'reactive-blend';
  }

  #make(id: Driver['id']): Driver {
    const { ground, hands, library } = this.#options;
    if (id === 'reactive-blend') {
      return createBlendDriver(this.#body, this.#stream, { ground, hands }, library?.createPlayer(this.#body));
    }
    if (id === 'push-response' && library) return library.createStanding(this.#body, this.#stream);
    const lacking =
      id === 'push-response' ? 'push responses need a library' : 'gaits need options.gait = gaitReactions';
    throw new UsageError(lacking);
  }
}
