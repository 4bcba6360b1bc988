/** Limbs that come to the trunk, the head or each other: capsules that must not pass through one another. */

import { nearestPoints } from '../../balance/leg-capsules.ts';
import type { Body } from '../../body/body.ts';
import type { BodyShape, ShapePart } from '../../body/shapes.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import type { ImpulseRows, Softness } from './impulse-rows.ts';

/** Which parts are kept apart, limbs first. Neighbours at a joint are left to its limits. */
const APART: readonly (readonly [limb: ShapePart, other: ShapePart])[] = [
  ['lowerArm', 'chest'],
  ['lowerArm', 'waist'],
  ['lowerArm', 'pelvis'],
  ['lowerArm', 'head'],
  ['hand', 'chest'],
  ['hand', 'waist'],
  ['hand', 'pelvis'],
  ['hand', 'head'],
  ['hand', 'upperLeg'],
  ['lowerArm', 'upperLeg'],
  ['upperArm', 'waist'],
  ['upperLeg', 'waist'],
  ['upperLeg', 'chest'],
];
/** The same of one side against the other. */
const ACROSS: readonly (readonly [ShapePart, ShapePart])[] = [
  ['upperLeg', 'upperLeg'],
  ['lowerLeg', 'lowerLeg'],
  ['lowerLeg', 'upperLeg'],
  ['foot', 'lowerLeg'],
  ['foot', 'foot'],
  ['lowerArm', 'lowerArm'],
];
/** Share of a part, from its near end, that is left out: there it meets its neighbour. */
const LEFT_OUT: Partial<Record<ShapePart, number>> = { upperLeg: 0.4, upperArm: 0.4 };

const MOST_PAIRS = 12;
const NEAR = 0.02; // [m]

export const SELF_ROWS = MOST_PAIRS;

export class SelfTouch {
  readonly #shapes: readonly BodyShape[];
  readonly #pairs: Int32Array; // shape, shape, …
  readonly #core: number;
  readonly #ends: Float64Array; // shapes × (near, far) × 3 world
  readonly #near: Float64Array[]; // shape's ends in its segment
  readonly #far: Float64Array[];
  readonly #found = new Float64Array(3);
  readonly #q = new Float64Array(3);
  /** What look() has found. */
  limb: BodyShape;
  other: BodyShape;
  gap = 0; // [m]
  readonly point = new Float64Array(3); // on the axis of the limb, world
  readonly normal = new Float64Array(3); // from the other to the limb

  get pairs(): number {
    return this.#pairs.length / 2;
  }

  limbOf(pair: number): BodyShape {
    return this.#shapes[this.#pairs[2 * pair]];
  }

  constructor(body: Body, core: number) {
    this.#shapes = body.shapes;
    [this.limb, this.other] = [body.shapes[0], body.shapes[0]];
    this.#core = core;
    this.#ends = new Float64Array(6 * body.shapes.length);
    this.#near = body.shapes.map(({ part, near, far }) => {
      const share = LEFT_OUT[part] ?? 0;
      return Float64Array.from(near, (x, c) => x + share * (far[c] - x));
    });
    this.#far = body.shapes.map(({ far }) => Float64Array.from(far));
    this.#pairs = Int32Array.from(pairsOf(body.shapes).flat());
  }

  addRows(rows: ImpulseRows, ws: Workspace, v: Float64Array, factor: Float64Array, soft: Softness): void {
    this.place(ws);
    let count = 0;
    for (let k = 0; k < this.pairs && count < MOST_PAIRS; k++) {
      if (!this.look(k) || this.gap > NEAR) continue;
      rows.ask[0] = this.gap;
      rows.addPair(this.limb.segment, this.point, this.other.segment, this.#q, this.normal, soft, ws, v, factor);
      count++;
    }
  }

  /** Takes the shapes to where a pose has them; ws: its position level. */
  place({ segmentOrigin, worldFromSegment }: Workspace): void {
    const ends = this.#ends;
    for (let k = 0; k < this.#shapes.length; k++) {
      const { segment } = this.#shapes[k];
      transformPoint3(ends, 6 * k, segmentOrigin, 3 * segment, worldFromSegment, 9 * segment, this.#near[k], 0);
      transformPoint3(ends, 6 * k + 3, segmentOrigin, 3 * segment, worldFromSegment, 9 * segment, this.#far[k], 0);
    }
  }

  /** Looks at a pair where it is placed: limb, other, gap, point and normal; false: they are in one another so far that no way leads out. */
  look(k: number): boolean {
    const ends = this.#ends;
    const found = this.#found;
    const [a, b] = [this.#pairs[2 * k], this.#pairs[2 * k + 1]];
    this.limb = this.#shapes[a];
    this.other = this.#shapes[b];
    nearestPoints(found, 0, ends, 6 * a, ends, 6 * b);
    const apart = found[2];
    this.gap = apart - this.#core * (radiusAt(this.limb, found[0]) + radiusAt(this.other, found[1]));
    if (apart < 1e-6) return false;
    for (let c = 0; c < 3; c++) {
      const x = ends[6 * a + c] + found[0] * (ends[6 * a + 3 + c] - ends[6 * a + c]);
      const y = ends[6 * b + c] + found[1] * (ends[6 * b + 3 + c] - ends[6 * b + c]);
      this.point[c] = x;
      this.#q[c] = y;
      this.normal[c] = (x - y) / apart;
    }
    return true;
  }
}

const radiusAt = ({ nearRadius, farRadius }: BodyShape, share: number): number =>
  nearRadius + share * (farRadius - nearRadius);

function pairsOf(shapes: readonly BodyShape[]): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  shapes.forEach((one, a) => {
    shapes.forEach((other, b) => {
      if (a === b || one.segment === other.segment) return;
      const is = ([limb, part]: readonly [ShapePart, ShapePart]): boolean => one.part === limb && other.part === part;
      const isAcross = one.side === 'left' ? ACROSS.some(is) && other.side === 'right' : false;
      const back = one.side === 'right' && other.side === 'left' && one.part !== other.part && ACROSS.some(is);
      if (APART.some(is) || isAcross || back) pairs.push([a, b]);
    });
  });
  return pairs;
}
