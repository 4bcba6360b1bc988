/** The best candidates of a search. Among equals the weaker strategy wins, then the one not used for the longest time, then chance. */
import type { Entry } from './entries.ts';
import { STRATEGIES } from './response.ts';
import type { Candidate, Query, SelectOptions } from './selection.ts';

const KEPT = 12;

export class Shortlist {
  readonly #options: SelectOptions;
  readonly #recent: readonly number[];
  readonly #entries: readonly Entry[];
  readonly #chance: (entry: number) => number;
  readonly #kept: Candidate[] = []; // cheapest first

  constructor(options: SelectOptions, { recent, chance }: Pick<Query, 'recent' | 'chance'>, entries: readonly Entry[]) {
    this.#options = options;
    this.#recent = recent;
    this.#entries = entries;
    this.#chance = chance ?? (() => 0);
  }

  /** Costs above this do not matter any more. */
  ceiling(): number {
    const cheapest = this.#kept[0];
    return cheapest ? cheapest.cost * (1 + this.#options.tie) + this.#options.tieCost : Infinity;
  }

  mayAdd(cost: number): boolean {
    return cost <= this.ceiling();
  }

  add(candidate: Candidate): void {
    const kept = this.#kept;
    let at = kept.length;
    while (at > 0 && kept[at - 1].cost > candidate.cost) at--;
    kept.splice(at, 0, candidate);
    if (kept.length > KEPT) kept.pop();
  }

  /** The one to take. */
  best(): Candidate | undefined {
    const ceiling = this.ceiling();
    let best: Candidate | undefined;
    for (const candidate of this.#kept) {
      if (candidate.cost > ceiling) break;
      if (!best || this.#order(candidate, best) < 0) best = candidate;
    }
    return best;
  }

  ranked(): readonly Candidate[] {
    return [...this.#kept];
  }

  #order(a: Candidate, b: Candidate): number {
    const strength = STRATEGIES.indexOf(a.strategy) - STRATEGIES.indexOf(b.strategy);
    const stale = this.#staleness(b) - this.#staleness(a);
    return strength || stale || this.#chance(a.entry) - this.#chance(b.entry) || a.cost - b.cost || a.entry - b.entry;
  }

  /** How long ago this response or its mirror image was used; large: never. */
  #staleness({ entry }: Candidate): number {
    const { response } = this.#entries[entry];
    const ago = this.#recent.findIndex((id) => this.#entries[id].response === response);
    return ago < 0 ? this.#recent.length : ago;
  }
}
