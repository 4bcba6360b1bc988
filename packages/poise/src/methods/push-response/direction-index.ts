/**
 * Entries by direction, for searches that do not look at all of them: 48 sectors, in each and for each strategy the entries that
 * offer momentum there, sorted by how much at most. A search starts at the first that may be strong enough and goes up.
 */
import { alignedRadius, TURN_LIMIT } from './aligned-radius.ts';
import type { Entry } from './entries.ts';
import { STRATEGIES, type Strategy } from './response.ts';
import type { SupportReach } from './support-reach.ts';

const SECTORS = 48;
const SECTOR = (2 * Math.PI) / SECTORS;

interface Shelf {
  readonly ids: Int32Array; // entries, by `most`
  readonly most: Float64Array; // [N·s] largest aligned radius within the sector, ascending
  readonly slack: number; // [N·s] most − aligned radius anywhere in the sector where it is not 0, at most
}

export interface DirectionIndex {
  readonly entries: readonly Entry[];
  readonly largest: number; // [N·s] Δr_max of [Yin05] eq. 5
  readonly shelves: readonly (readonly Shelf[])[]; // by sector, then by strategy
}

const sectorOf = (angle: number): number => ((Math.floor(angle / SECTOR) % SECTORS) + SECTORS) % SECTORS;

export function createDirectionIndex(entries: readonly Entry[], reach: SupportReach): DirectionIndex {
  const shelves = Array.from({ length: SECTORS }, (_, sector) =>
    STRATEGIES.map((strategy) => shelfOf(entries, strategy, sector, reach)),
  );
  return { entries, shelves, largest: entries.reduce((most, { radius }) => Math.max(most, radius), 1e-9) };
}

/** Samples of a sector: the ends, and between. Radii are smooth in between but for where they end. */
const SAMPLES = 5;

function shelfOf(entries: readonly Entry[], strategy: Strategy, sector: number, reach: SupportReach): Shelf {
  const found: { id: number; most: number }[] = [];
  let slack = 0;
  for (const { id, radius, angle, strategy: own } of entries) {
    if (own !== strategy) continue;
    let most = 0;
    let least = Infinity;
    for (let k = 0; k < SAMPLES; k++) {
      const to = (sector + k / (SAMPLES - 1)) * SECTOR;
      const rho = alignedRadius(strategy, radius, angle, to, reach, TURN_LIMIT.lastResort);
      if (rho <= 0) continue;
      most = Math.max(most, rho);
      least = Math.min(least, rho);
    }
    if (most === 0) continue;
    most *= 1.001; // between the samples
    slack = Math.max(slack, most - least);
    found.push({ id, most });
  }
  found.sort((a, b) => a.most - b.most || a.id - b.id);
  return {
    ids: Int32Array.from(found, ({ id }) => id),
    most: Float64Array.from(found, ({ most }) => most),
    slack: slack * 1.002,
  };
}

/** Calls `visit` for entries that may offer `radius` towards `angle`, weakest first; it returns the excess [N·s] over `radius` beyond
 *  which entries no longer matter. Returns how many were passed over: too weak, or not for this direction. */
export function visitStrongEnough(
  index: DirectionIndex,
  strategy: Strategy,
  angle: number,
  radius: number,
  visit: (entry: Entry) => number,
): { readonly weak: number; readonly visited: number } {
  const shelf = index.shelves[sectorOf(angle)][STRATEGIES.indexOf(strategy)];
  let low = 0;
  let high = shelf.most.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shelf.most[middle] < radius) low = middle + 1;
    else high = middle;
  }
  const weak = low;
  let visited = 0;
  let excess = Infinity;
  for (let k = low; k < shelf.ids.length; k++) {
    if (shelf.most[k] - shelf.slack - radius > excess) break;
    excess = visit(index.entries[shelf.ids[k]]);
    visited++;
  }
  return { weak, visited };
}

/** The strongest entry towards an angle, where none is strong enough: goes down from the top of the shelf. */
export function visitStrongest(
  index: DirectionIndex,
  strategy: Strategy,
  angle: number,
  visit: (entry: Entry) => number,
): void {
  const shelf = index.shelves[sectorOf(angle)][STRATEGIES.indexOf(strategy)];
  for (let k = shelf.ids.length - 1; k >= 0; k--) {
    if (shelf.most[k] < visit(index.entries[shelf.ids[k]])) return;
  }
}
