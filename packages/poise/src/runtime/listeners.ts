/** The listeners of each event. */
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

  /** Tells everyone. What listeners throw is thrown once all were told: one of them does not keep the others from hearing. */
  tell(events: readonly ReactionEvent[]): void {
    const thrown: unknown[] = [];
    for (const event of events) {
      for (const { kind, tell } of [...this.#all]) {
        if (kind !== event.kind) continue;
        try {
          tell(event as never);
        } catch (error) {
          thrown.push(error);
        }
      }
    }
    if (thrown.length === 1) throw thrown[0];
    if (thrown.length > 1) throw new AggregateError(thrown, `${thrown.length} listeners of a reaction layer failed`);
  }
}
