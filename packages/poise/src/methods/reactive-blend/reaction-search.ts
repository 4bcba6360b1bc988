/** Which reaction fits: near in direction and strength, on the same feet, of the most similar pose. docs/methods/reactive-blend.md. */
import { wrapAngle } from '../../math/angle.ts';
import { SIGNATURE } from './pose-signature.ts';
import type { ReactionIndex } from './reaction-index.ts';

export interface ReactionQuery {
  readonly signature: Float64Array; // SIGNATURE
  readonly contacts: number; // 1 left, 2 right
  readonly angle: number; // [rad] of the push in the heading frame
  readonly strength: number; // [N·s]
}

export interface ReactionMatch {
  readonly entry: number;
  readonly frame: number;
  readonly cost: number; // J
  readonly relaxed: number; // 0: all conditions held; 1: any direction, 2: any strength, 3: any contact
}

/** Frames of all reactions, as arrays. */
export type SearchTable = Omit<ReactionIndex, 'entries'>;

const NEAR = Math.cos((1.5 * Math.PI) / 4); // own bin of 45° and both neighbours
const STRENGTHS = [0.4, 2.5] as const; // of the push over the captured one
const MOST_COST = 0.5; // beyond it nothing fits
const TIE = 0.01; // of J: poses this near are equal, and strength and direction decide

/** The best frame of all reactions; undefined: no match. One pass: a frame that needs fewer conditions relaxed wins over any that
 *  needs more. */
export function searchReactions(index: SearchTable, query: ReactionQuery): ReactionMatch | undefined {
  const { count, signatures, contacts, entry, angle, strength } = index;
  let [best, least, miss, level] = [-1, MOST_COST, Infinity, 3];
  let [looked, lacks] = [-1, 0]; // direction and strength are those of a whole reaction
  for (let k = 0; k < count; k++) {
    if (entry[k] !== looked) {
      looked = entry[k];
      lacks = relaxationFor(angle[k] - query.angle, query.strength / strength[k]);
    }
    const relaxed = contacts[k] === query.contacts ? lacks : 3;
    if (relaxed > level) continue;
    const tie = relaxed === level && best >= 0;
    const most = tie ? least + TIE : MOST_COST;
    const cost = costOf(signatures, k * SIGNATURE, query.signature, query.contacts, most);
    if (!(cost < most)) continue;
    const off = missOf(angle[k] - query.angle, query.strength / strength[k]) + cost;
    if (tie && cost > least - TIE && off >= miss) continue;
    least = tie ? Math.min(cost, least) : cost;
    [best, miss, level] = [k, off, relaxed];
  }
  if (best < 0) return undefined;
  const cost = costOf(signatures, best * SIGNATURE, query.signature, query.contacts, Infinity);
  return { entry: entry[best], frame: index.frame[best], cost, relaxed: level };
}

/** Which condition a reaction to a push of another direction [rad] and strength would need relaxed. */
function relaxationFor(turn: number, ratio: number): number {
  if (ratio < STRENGTHS[0] || ratio > STRENGTHS[1]) return 2;
  return Math.cos(turn) < NEAR ? 1 : 0;
}

const missOf = (turn: number, ratio: number): number => Math.abs(Math.log(ratio)) + Math.abs(wrapAngle(turn));

/** J of [Komura05] eq. 6; a foot that carries counts twice. Given up once it is above `most`. */
function costOf(table: Float64Array, i: number, query: Float64Array, contacts: number, most: number): number {
  let cost = 0;
  for (let side = 0; side < 2; side++) {
    const weight = contacts & (1 << side) ? 2 : 1;
    for (let c = 3 * side; c < 3 * side + 3; c++) cost += weight * (table[i + c] - query[c]) ** 2;
  }
  if (cost > most) return Infinity;
  for (let c = 6; c < SIGNATURE; c++) cost += (table[i + c] - query[c]) ** 2;
  return cost;
}
