/** Hands, knees and feet that hold on to the ground while somebody gets up: points of them stay where they came down. */
import type { Workspace } from '../../dynamics/workspace.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { ImpulseRows, Softness } from '../fall/impulse-rows.ts';
import type { Ground } from '../ground.ts';
import type { Figure } from './figure.ts';
import type { Grip } from './way-up.ts';

interface GripPoint {
  readonly segment: number;
  readonly at: Float64Array; // 3 [m] in the segment's frame
  readonly radius: number; // [m]
}

const NAMES: readonly Grip[] = SIDES.flatMap((side) =>
  (['Hand', 'Knee', 'Ball', 'Foot'] as const).map((part): Grip => `${side}${part}`),
);
const POINTS = 4; // at most, of a grip
const REACH = 0.015; // [m] nearer to the ground than this a point takes hold
const LAYS = 0.05; // [m] the same of a part of which another point holds: it is laid flat
const RATE = 20; // [1/s] at which a point goes back to where it took hold
const FASTEST = 0.25; // [m/s] on that way

export const GRIP_ROWS = 3 * POINTS * 6;
export const GRIP_STATE = NAMES.length * (1 + 4 * POINTS);

export class Grips {
  readonly #points: readonly (readonly GripPoint[])[];
  readonly #held = new Uint8Array(NAMES.length * POINTS); // 1: holds
  readonly #place = new Float64Array(NAMES.length * POINTS * 3); // world: where each point holds
  readonly #wanted = new Uint8Array(NAMES.length);
  readonly #p = new Float64Array(3);
  readonly #speed = new Float64Array(3);

  constructor(figure: Figure) {
    this.#points = NAMES.map((name) => pointsOf(figure, name));
  }

  /** What is to hold from now on; others let go. */
  want(grips: readonly Grip[]): void {
    NAMES.forEach((name, g) => {
      this.#wanted[g] = grips.includes(name) ? 1 : 0;
      if (this.#wanted[g] === 0) this.#held.fill(0, POINTS * g, POINTS * (g + 1));
    });
  }

  clear(): void {
    this.want([]);
  }

  addRows(
    rows: ImpulseRows,
    ws: Workspace,
    ground: Ground,
    v: Float64Array,
    factor: Float64Array,
    soft: Softness,
    h: number,
  ): void {
    for (let g = 0; g < NAMES.length; g++) {
      if (this.#wanted[g] === 0) continue;
      const points = this.#points[g];
      for (let k = 0; k < points.length && rows.has(3); k++) {
        const { segment } = points[k];
        const o = 3 * (POINTS * g + k);
        this.#readPoint(g, k, ws);
        if (this.#held[POINTS * g + k] === 0 && !this.#takeHold(g, k, ground)) continue;
        const { velocity } = ground(this.#place[o], this.#place[o + 2]);
        let size = 0;
        for (let c = 0; c < 3; c++) {
          this.#speed[c] = RATE * (this.#place[o + c] - this.#p[c]);
          size += this.#speed[c] * this.#speed[c];
        }
        const share = size > FASTEST * FASTEST ? FASTEST / Math.sqrt(size) : 1;
        for (let c = 0; c < 3; c++) {
          this.#speed[c] = share * this.#speed[c] + (velocity ? velocity[c] : 0);
          if (velocity) this.#place[o + c] += h * velocity[c];
        }
        rows.addHold(segment, this.#p, this.#speed, soft, ws, v, factor);
      }
    }
  }

  /** Remembers where a point is, which has just been read; false: it is still in the air. */
  #takeHold(g: number, k: number, ground: Ground): boolean {
    const o = 3 * (POINTS * g + k);
    const { radius } = this.#points[g][k];
    const { height, normal } = ground(this.#p[0], this.#p[2]);
    const isHeld = this.#held.subarray(POINTS * g, POINTS * (g + 1)).includes(1);
    if ((this.#p[1] - height) * normal[1] - radius > (isHeld ? LAYS : REACH)) return false;
    this.#place[o] = this.#p[0];
    this.#place[o + 1] = height + radius / normal[1];
    this.#place[o + 2] = this.#p[2];
    this.#held[POINTS * g + k] = 1;
    return true;
  }

  #readPoint(g: number, k: number, ws: Workspace): void {
    const { segment, at } = this.#points[g][k];
    transformPoint3(this.#p, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, at, 0);
  }

  save(out: Float64Array, o: number): void {
    out.set(this.#wanted, o);
    out.set(this.#held, o + NAMES.length);
    out.set(this.#place, o + NAMES.length * (1 + POINTS));
  }

  restore(state: Float64Array, o: number): void {
    this.#wanted.set(state.subarray(o, o + NAMES.length));
    this.#held.set(state.subarray(o + NAMES.length, o + NAMES.length * (1 + POINTS)));
    this.#place.set(state.subarray(o + NAMES.length * (1 + POINTS), o + GRIP_STATE));
  }
}

function pointsOf(figure: Figure, name: Grip): readonly GripPoint[] {
  const { body } = figure;
  const side: Side = name.startsWith('left') ? 'left' : 'right';
  const part = name.slice(side.length);
  const sole = body.soles[SIDES.indexOf(side)];
  const solePoints = (wanted: readonly string[]): GripPoint[] =>
    sole.parts.flatMap((own, k) =>
      wanted.includes(own) && sole.segments[k] === sole.foot
        ? [{ segment: sole.segments[k], at: sole.points.slice(3 * k, 3 * k + 3), radius: 0 }]
        : [],
    );
  if (part === 'Foot') return thinned(solePoints(['heel', 'ball']));
  if (part === 'Ball') {
    const { foot, tip, tipRadius } = figure.sides[side];
    return [{ segment: foot.joint, at: Float64Array.from(tip), radius: tipRadius }];
  }
  const shape = body.shapes.find(
    ({ part: own, side: of }) => of === side && own === (part === 'Hand' ? 'hand' : 'lowerLeg'),
  );
  if (!shape) return [];
  const { segment, near, far, nearRadius, farRadius } = shape;
  const first = { segment, at: Float64Array.from(near), radius: nearRadius };
  // an arm without a wrist turns about the end of its hand
  if (part === 'Hand' && segment === body.roles[`${side}LowerArm`]) {
    return [{ segment, at: Float64Array.from(far), radius: farRadius }];
  }
  return part === 'Hand' ? [first, { segment, at: Float64Array.from(far), radius: farRadius }] : [first];
}

/** At most as many as there is room for, first and last among them. */
const thinned = (points: readonly GripPoint[]): readonly GripPoint[] =>
  points.length <= POINTS ? points : [points[0], points[2], ...points.slice(-2)];
