/**
 * Room that a leg in the air must keep: its sole over the ground, its thigh, shank and foot beside the other leg. Where the solution of a
 * tick would come too near, a row brakes it as rows do at the limits of joints (braking.ts). What the source
 * does by itself, soles in the floor or legs that brush each other, is allowed.
 */
import { createLegCapsules, type LegCapsules, nearestPoints, placeLegs } from '../balance/leg-capsules.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';
import { leastBraking } from './braking.ts';
import { footBias } from './foot-frame.ts';
import { writePointRow } from './point-row.ts';
import type { ReactionBody } from './reaction-body.ts';

/** Rows of one tick at most. */
export const MOST_CLEARED = 8;
const PAIRS = 9;
/** [m] Larger distances are not looked at: of soles over the ground, and of legs. */
const NEAR_GROUND = 0.05;
const NEAR_LEG = 0.1;
// in the scratch memory
const ALONG = 9;
const APART = 11;
const RATE = 12;
const BIAS = 15;
const UP: ReadonlyVector = Float64Array.of(0, 1, 0);

export class Clearance {
  count = 0; // rows of this tick
  readonly #body: ReactionBody;
  readonly #legs: LegCapsules;
  readonly #own: LegCapsules; // the source's
  // what is too near or could be: sole points of both feet, then pairs of parts of the legs
  readonly #points: number; // how many sole points
  readonly #watched: Uint8Array; // 1: a row may be needed
  readonly #least: Float64Array; // [m/s²] of the body
  readonly #ownLeast: Float64Array; // [m/s²] the same of the source
  readonly #joint: Int32Array; // that each moves with
  readonly #place: Float64Array; // ×6 [m]: the point, and the point of the other leg
  readonly #way: Float64Array; // ×3 unit: away from the ground or the other leg
  readonly #scratch = new Float64Array(27); // of the source: two points, a direction; how far along two parts, their distance; rates; curves

  constructor(body: ReactionBody) {
    const { legRoom, footRoom } = body.parameters;
    this.#body = body;
    this.#legs = createLegCapsules(body.body, legRoom, footRoom);
    this.#own = createLegCapsules(body.body, legRoom, footRoom);
    this.#points = body.reference.firmness.length;
    const most = this.#points + PAIRS;
    this.#watched = new Uint8Array(most);
    this.#least = new Float64Array(most);
    this.#ownLeast = new Float64Array(most);
    this.#joint = new Int32Array(most);
    this.#place = new Float64Array(6 * most);
    this.#way = new Float64Array(3 * most);
  }

  /** Reads a tick of h [s]. Needs position and velocity level of body and reference, and the sole points of both. */
  begin(h: number): void {
    const { ws, reference, feet } = this.#body;
    this.count = 0;
    this.#watched.fill(0);
    if (feet[0].stands && feet[1].stands) return;
    placeLegs(this.#legs, ws);
    placeLegs(this.#own, reference.ws);
    for (let foot = 0; foot < 2; foot++) {
      if (feet[foot].stands) continue;
      this.#readSole(foot, h);
      if (feet[1 - foot].stands) this.#readLegs(foot);
    }
  }

  #readSole(foot: number, h: number): void {
    const { body, contacts, reference, ws, parameters: p } = this.#body;
    const { ground, source } = reference;
    const { frame } = reference.feet[foot];
    const { segments } = body.soles[foot];
    const first = foot === 0 ? 0 : body.soles[0].parts.length;
    const place = this.#place;
    const own = this.#scratch;
    for (let k = first; k < first + segments.length; k++) {
      for (let c = 0; c < 3; c++) {
        place[6 * k + c] = contacts.points[3 * k + c];
        own[c] = reference.points[3 * k + c];
        this.#way[3 * k + c] = UP[c];
      }
      const under = ground?.(place[6 * k], place[6 * k + 2]);
      const rise = under?.velocity?.[1] ?? 0;
      // ground that moves is where it was when the tick began
      const risen = rise * (reference.lead + h);
      const floor = under ? under.height - risen : source.floor;
      // a source whose soles are in its floor may leave them there
      const ownFloor = ground ? ground(own[0], own[2]).height - risen : source.floor;
      const ownGap = own[1] - ownFloor;
      const gap = place[6 * k + 1] - floor - Math.min(0, ownGap);
      if (!(gap < NEAR_GROUND)) continue;
      const joint = segments[k - first];
      const w = p.soleRate;
      this.#joint[k] = joint;
      writeRate(own, RATE, ws, joint, place, 6 * k, UP, 0);
      writeRate(own, RATE + 1, reference.ws, joint, own, 0, UP, 0);
      // legs that turn carry the foot on a curve: only the rest is up to the joints
      footBias(own, BIAS, ws, frame, place, 6 * k, this.#body.v);
      footBias(own, BIAS + 6, reference.ws, frame, own, 0, reference.before);
      this.#least[k] = leastBraking(gap, own[RATE] - rise, w, p.soleBraking) - own[BIAS + 1];
      this.#ownLeast[k] = leastBraking(Math.max(0, ownGap), own[RATE + 1] - rise, w, p.soleBraking) - own[BIAS + 7];
      this.#watched[k] = 1;
    }
  }

  #readLegs(foot: number): void {
    const { ws, reference, parameters: p } = this.#body;
    const { joints, radii } = this.#legs;
    const way = this.#way;
    const own = this.#scratch;
    const w = p.legRate;
    for (let pair = 0; pair < PAIRS; pair++) {
      const k = this.#points + pair;
      const part = Math.floor(pair / 3);
      const other = pair % 3;
      this.#nearest(this.#legs, this.#place, 6 * k, way, 3 * k, foot, pair);
      const apart = own[APART];
      const radius = radii[part] + radii[other];
      if (!(apart - radius < NEAR_LEG) || !(apart > 1e-6)) continue;
      this.#nearest(this.#own, own, 0, own, 6, foot, pair);
      const ownApart = own[APART];
      const least = Math.min(radius, ownApart);
      const joint = joints[3 * foot + part];
      const against = joints[3 * (1 - foot) + other];
      this.#joint[k] = joint;
      writeRate(own, RATE, ws, joint, this.#place, 6 * k, way, 3 * k);
      writeRate(own, RATE + 1, ws, against, this.#place, 6 * k + 3, way, 3 * k);
      this.#least[k] = leastBraking(apart - least, own[RATE] - own[RATE + 1], w, w);
      writeRate(own, RATE, reference.ws, joint, own, 0, own, 6);
      writeRate(own, RATE + 1, reference.ws, against, own, 3, own, 6);
      this.#ownLeast[k] = leastBraking(ownApart - least, own[RATE] - own[RATE + 1], w, w);
      this.#watched[k] = 1;
    }
  }

  /** Of a pair of parts: place[p…] = the nearest points, of the leg in the air and of the other; way[w…] = from that to this; and their
   *  distance, in the scratch memory. */
  #nearest(
    { ends }: LegCapsules,
    place: Float64Array,
    p: number,
    way: Float64Array,
    w: number,
    foot: number,
    pair: number,
  ): void {
    const s = this.#scratch;
    const a = 18 * foot + 6 * Math.floor(pair / 3);
    const b = 18 * (1 - foot) + 6 * (pair % 3);
    nearestPoints(s, ALONG, ends, a, ends, b);
    const apart = Math.max(1e-9, s[APART]);
    for (let c = 0; c < 3; c++) {
      place[p + c] = ends[a + c] + s[ALONG] * (ends[a + 3 + c] - ends[a + c]);
      place[p + 3 + c] = ends[b + c] + s[ALONG + 1] * (ends[b + 3 + c] - ends[b + c]);
    }
    for (let c = 0; c < 3; c++) way[w + c] = (place[p + c] - place[p + 3 + c]) / apart;
  }

  /** Adds rows for all that the solution would bring too near. Returns whether there are new ones. */
  find(problem: AccelerationProblem): boolean {
    const { ws, feet } = this.#body;
    const most = this.#points + PAIRS;
    let found = false;
    for (let k = 0; k < most; k++) {
      if (this.#watched[k] === 0) continue;
      if (this.count === MOST_CLEARED || problem.isFull) break;
      const row = writePointRow(problem, ws, this.#joint[k], this.#place, 6 * k, this.#way, 3 * k);
      if (k >= this.#points) this.#takeOther(problem, row, feet[0].stands ? 1 : 0, k);
      if (!this.#take(problem, row, k)) continue;
      this.#watched[k] = 0;
      found = true;
    }
    return found;
  }

  /** The other leg stands: its point moves as much less than its hip as it is lower. Takes that off what the row says of the hips and of
   *  all above them. */
  #takeOther({ E, freedoms }: AccelerationProblem, row: number, foot: number, k: number): void {
    const { segmentOrigin: o, worldFromSegment: r } = this.#body.ws;
    const { joints } = this.#legs;
    const x = this.#way[3 * k];
    const y = this.#way[3 * k + 1];
    const z = this.#way[3 * k + 2];
    const hip = 3 * joints[3 * (1 - foot)];
    const ankle = 3 * joints[3 * (1 - foot) + 2];
    const height = (this.#place[6 * k + 4] - o[ankle + 1]) / Math.max(1e-3, o[hip + 1] - o[ankle + 1]);
    const share = Math.max(0, Math.min(1, height));
    const freedom = freedoms.lastOf[joints[3 * foot]];
    const start = freedoms.start[freedom];
    for (let c = 0; c < 3; c++) E[row + c] *= 1 - share;
    for (let e = 3; e < freedoms.length[freedom] - 3; e += 3) {
      const j = freedoms.joints[(freedoms.path[start + e] - 3) / 3];
      const dx = o[hip] - o[3 * j];
      const dy = o[hip + 1] - o[3 * j + 1];
      const dz = o[hip + 2] - o[3 * j + 2];
      const mx = share * (dy * z - dz * y);
      const my = share * (dz * x - dx * z);
      const mz = share * (dx * y - dy * x);
      for (let c = 0; c < 3; c++) E[row + e + c] -= r[9 * j + c] * mx + r[9 * j + 3 + c] * my + r[9 * j + 6 + c] * mz;
    }
  }

  /** Takes in the row that was written last, if the solution needs it. */
  #take(problem: AccelerationProblem, row: number, k: number): boolean {
    const { parameters: p, reference } = this.#body;
    const { E, x, freedoms } = problem;
    const freedom = freedoms.lastOf[this.#joint[k]];
    const start = freedoms.start[freedom];
    const length = freedoms.length[freedom];
    let along = 0;
    let own = 0;
    for (let j = 0; j < length; j++) {
      const i = freedoms.path[start + j];
      along += E[row + j] * x[i];
      own += E[row + j] * reference.a[freedoms.inV[i]];
    }
    const overstep = Math.max(0, this.#ownLeast[k] - own);
    const least = Math.min(p.mostClearing, this.#least[k] - overstep);
    if (!(along < least - 1e-6 * (1 + Math.abs(least)))) return false;
    problem.finishRow(least, 0);
    problem.yieldRow(p.clearingYield);
    this.count++;
    return true;
  }
}

/** out[o] = velocity along `way` (at w) of a world point (at i) that moves with a joint. Needs the velocity level. */
function writeRate(
  out: Float64Array,
  o: number,
  { segmentOrigin: at, originVelocity: v, angularVelocity: a }: Workspace,
  joint: number,
  point: Float64Array,
  i: number,
  way: ReadonlyVector,
  w: number,
): void {
  const j = 3 * joint;
  const dx = point[i] - at[j];
  const dy = point[i + 1] - at[j + 1];
  const dz = point[i + 2] - at[j + 2];
  out[o] =
    way[w] * (v[j] + a[j + 1] * dz - a[j + 2] * dy) +
    way[w + 1] * (v[j + 1] + a[j + 2] * dx - a[j] * dz) +
    way[w + 2] * (v[j + 2] + a[j] * dy - a[j + 1] * dx);
}
