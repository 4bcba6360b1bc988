/** The landings of a source, found by looking ahead at which soles carry. They are counted from where the search began. */
import { type Source, solePointCount } from '../source.ts';

const SCAN = 1 / 120; // [s] between looks
/** [s] A foot that touches or leaves for less has not. */
export const LEAST = 0.04;
const BACK = 1.2; // [s] looked back at the beginning
const FARTHEST = 4; // [s] looked ahead

export interface Landing {
  readonly foot: 0 | 1;
  readonly lift: number; // [s] that the foot had left
  readonly land: number; // [s]
}

export class LandingSearch {
  /** Those that are sure by now, in order. */
  landings: readonly Landing[] = [];
  readonly #source: Source;
  readonly #firmness: Float64Array;
  /** When each foot changed, in turn; `#firstDown`: it stood before the first of them. */
  readonly #changes: readonly [number[], number[]] = [[], []];
  readonly #firstDown: [boolean, boolean] = [false, false];
  readonly #forget: (k: number) => void;
  #from = 0; // [s] where the search began
  #scanned = 0; // [s] up to where …
  #looks = 0; // … in looks: the same moments wherever a search begins

  /** `forget(k)`: landings from k on are not what they seemed to be. */
  constructor(source: Source, forget: (k: number) => void) {
    this.#source = source;
    this.#forget = forget;
    this.#firmness = new Float64Array(solePointCount(source.body));
  }

  /** Begins anew for t [s] of the source. */
  begin(t: number): void {
    this.#looks = Math.floor((t - BACK) / SCAN);
    this.#from = this.#looks * SCAN;
    this.#scanned = this.#from;
    this.landings = [];
    this.#forget(0);
    for (const foot of [0, 1] as const) {
      this.#changes[foot].length = 0;
      this.#firstDown[foot] = this.#isDown(foot, this.#from);
    }
  }

  #isDown(foot: 0 | 1, t: number): boolean {
    this.#source.contact(this.#firmness, t);
    return this.#firmest(foot) > 0;
  }

  #firmest(foot: 0 | 1): number {
    const { soles } = this.#source.body;
    const at = foot === 0 ? 0 : soles[0].parts.length;
    let most = 0;
    for (let k = at; k < at + soles[foot].parts.length; k++) most = Math.max(most, this.#firmness[k]);
    return most;
  }

  /** Index of the landing that was last at t [s]; looks ahead until `more` are known after it, or as far as it looks. */
  at(t: number, more: number): number {
    const end = t + FARTHEST;
    let k = this.#last(t);
    while (this.#scanned < end && this.landings.length < k + more) {
      this.#scan();
      k = this.#last(t);
    }
    return k;
  }

  #last(t: number): number {
    const { landings } = this;
    let k = Math.max(0, landings.length - 1);
    while (k > 0 && landings[k].land > t) k--;
    return k;
  }

  #scan(): void {
    const t = ++this.#looks * SCAN;
    this.#scanned = t;
    this.#source.contact(this.#firmness, t);
    let changed = this.landings.length === 0;
    for (const foot of [0, 1] as const) {
      const changes = this.#changes[foot];
      const wasDown = this.#firstDown[foot] === (changes.length % 2 === 0);
      if (this.#firmest(foot) > 0 === wasDown) continue;
      // too short to count: as if it had not been
      if (changes.length > 0 && t - changes[changes.length - 1] < LEAST) changes.pop();
      else changes.push(t);
      changed = true;
    }
    if (changed || this.#isRipe(t)) this.#list(t);
  }

  /** Whether a change has just become old enough to count. */
  #isRipe(t: number): boolean {
    return this.#changes.some((changes) => {
      const age = t - (changes[changes.length - 1] ?? Number.NEGATIVE_INFINITY);
      return age >= LEAST && age < LEAST + 2 * SCAN;
    });
  }

  /** All landings that are sure by now, in order. Feet that stood when the search began landed then: the one that stays longer last. A foot that
   *  lands and leaves again while the other one stands has only touched: the other one carries. */
  #list(now: number): void {
    const found: Landing[] = [];
    for (const foot of [0, 1] as const) {
      const changes = this.#changes[foot];
      if (this.#firstDown[foot]) {
        const stays = (changes[0] ?? now) > (this.#changes[1 - foot][0] ?? now);
        found.push({ foot, lift: Number.NEGATIVE_INFINITY, land: this.#from - (stays ? 0 : SCAN) });
      }
      for (let i = this.#firstDown[foot] ? 1 : 0; i < changes.length; i += 2) {
        if (now - changes[i] < LEAST || this.#touches(foot, changes[i], changes[i + 1])) continue;
        found.push({ foot, lift: i > 0 ? changes[i - 1] : Number.NEGATIVE_INFINITY, land: changes[i] });
      }
    }
    found.sort((a, b) => a.land - b.land || a.foot - b.foot);
    for (let k = 0; k < found.length; k++) {
      if (this.landings[k]?.land !== found[k].land) this.#forget(k);
    }
    if (this.landings.length > found.length) this.#forget(found.length);
    this.landings = found;
  }

  /** Whether a foot that lands and leaves at these moments does so while the other one stands. */
  #touches(foot: 0 | 1, land: number, lift: number | undefined): boolean {
    const other: 0 | 1 = foot === 0 ? 1 : 0;
    if (lift === undefined || !this.standsAt(other, land)) return false;
    return this.liftAfter(other, land) > lift + LEAST;
  }

  /** First moment from t on at which a foot leaves; Infinity: not known. */
  liftAfter(foot: 0 | 1, t: number): number {
    const changes = this.#changes[foot];
    for (let i = this.#firstDown[foot] ? 0 : 1; i < changes.length; i += 2) if (changes[i] >= t) return changes[i];
    return Number.POSITIVE_INFINITY;
  }

  standsAt(foot: 0 | 1, t: number): boolean {
    const passed = this.#changes[foot].filter((change) => change < t).length;
    return this.#firstDown[foot] === (passed % 2 === 0);
  }
}
