/** The methods of one character, made when they are needed first, and which of them answers. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { createBlendDriver } from './blend-driver.ts';
import type { AnsweringMethod, Driver, FallDriver, GaitDriver, Surroundings } from './driver.ts';
import { createGaitDriver } from './gait/gait-driver.ts';
import type { LayerMethod, ReactionLayerOptions } from './options.ts';
import type { Situation } from './situation.ts';

export class Drivers {
  readonly gait: GaitDriver;
  readonly #body: Body;
  readonly #stream: StreamPrimary;
  readonly #options: ReactionLayerOptions;
  readonly #surroundings: Surroundings;
  readonly #made: Driver[] = [];
  #fall: FallDriver | undefined;

  constructor(body: Body, stream: StreamPrimary, options: ReactionLayerOptions, surroundings: Surroundings) {
    this.#body = body;
    this.#surroundings = surroundings;
    this.#stream = stream;
    this.#options = options;
    this.gait = createGaitDriver(body, stream, options.hands, surroundings);
    this.#made.push(this.gait);
  }

  /** Takes the fall where balance is lost; undefined: the owner does. */
  get fall(): FallDriver | undefined {
    const { falls, tone, liesFor } = this.#options;
    if (falls === 'event') return undefined;
    this.#fall ??= falls.create(this.#body, this.#stream, this.#surroundings, { tone, liesFor });
    return this.#fall;
  }

  named(id: Driver['id']): Driver {
    if (id === 'fall') return this.#fallOrFail();
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
    this.gait.prepare();
    void this.fall;
  }

  /** The method for a situation: one answer for whoever walks, whatever was asked for. Gaits that are not known yet are left to
   *  reactive blend, pulls of somebody who stands too. */
  choose(what: 'hit' | 'pull', method: LayerMethod, situation: Situation): AnsweringMethod {
    const stands = situation.setsOff > 0;
    if (!stands && this.gait.suits()) return 'reactive-locomotion';
    if (what === 'pull' || method === 'reactive-blend') return 'reactive-blend';
    const mayRespond = method === 'push-response' || (method === 'auto' && stands);
    return mayRespond && this.#options.library ? 'push-response' : 'reactive-blend';
  }

  #fallOrFail(): Driver {
    const { fall } = this;
    if (!fall) throw new UsageError('falls need options.falls = falls of poise/falls');
    return fall;
  }

  #make(id: AnsweringMethod): Driver {
    const { hands, library } = this.#options;
    if (id === 'reactive-blend') {
      return createBlendDriver(this.#body, this.#stream, { hands, library }, this.#surroundings);
    }
    if (id === 'push-response' && library) return library.createStanding(this.#body, this.#stream, this.#surroundings);
    throw new UsageError('push responses need a library');
  }
}
