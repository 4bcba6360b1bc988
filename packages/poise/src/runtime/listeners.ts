/** Who wants to be told of which events. */
import type { ReactionEvent } from './events.ts';

type Told<K extends ReactionEvent['kind']> = Extract<ReactionEvent, { kind: K }>;

export class Listeners {
  readonly #all: { readonly kind: string; readonly tell: (event: never) => void }[] = [];

  /** Returns what ends it. */
  add<K extends ReactionEvent['kind']>(kind: K, tell: (event: Told<K>) => void): () => void {
    const listener = { kind, tell: tell as (event: never) => void };
    this.#all.push(listener);
    return () => {
      const at = this.#all.indexOf(listener);
      if (at >= 0) this.#all.splice(at, 1);
    };
  }

  tell(events: readonly ReactionEvent[]): void {
    for (const event of events) {
      for (const { kind, tell } of [...this.#all]) if (kind === event.kind) tell(event as never);
    }
  }
}
