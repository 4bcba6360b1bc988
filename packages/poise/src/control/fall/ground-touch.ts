/** Where a body touches the ground: balls at the ends of its shapes, and the outline of its soles. */
import type { Body } from '../../body/body.ts';
import { SHAPE_PARTS, type ShapePart } from '../../body/shapes.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import type { Ground } from '../ground.ts';
import type { ImpulseRows, Softness } from './impulse-rows.ts';
import type { FallParameters } from './parameters.ts';

/** Ends that are balls of their own; the other end lies inside the next part. */
const TOUCHING: Readonly<Record<ShapePart, readonly ('near' | 'far')[]>> = {
  head: ['near', 'far'],
  chest: ['near', 'far'],
  waist: ['near', 'far'],
  pelvis: ['near', 'far'],
  upperArm: ['near', 'far'],
  lowerArm: ['far'],
  hand: ['near', 'far'],
  upperLeg: ['near', 'far'],
  lowerLeg: ['far'],
  foot: ['far'],
};

interface Ball {
  readonly part: number; // in SHAPE_PARTS
  readonly segment: number;
  readonly centre: Float64Array; // 3 [m] in the segment's frame
  readonly radius: number; // [m]; 0: a point of a sole
}

const MOST_TOUCHING = 24; // balls at once; deeper ones first, when there are more
const NEAR = 0.03; // [m] balls farther from the ground than this, or than they come in two ticks, are not looked at

const TOUCHES = 0.005; // [m] nearer than this it touches

const FOOT = SHAPE_PARTS.indexOf('foot');
const CHEST = SHAPE_PARTS.indexOf('chest');
const WAIST = SHAPE_PARTS.indexOf('waist');

export const TOUCH_ROWS = 3 * MOST_TOUCHING;

export class GroundTouch {
  readonly balls: readonly Ball[];
  /** Part by part: largest speed [m/s] with which it has met the ground. */
  readonly impact = new Float64Array(SHAPE_PARTS.length);
  /** [s] from the start of the tick to the moment for which the ground speaks: ground that moves is not yet there. */
  lead = 0;
  /** Whether in the last tick anything but feet touched, and whether chest or waist did. */
  lies = false;
  trunkLies = false;
  readonly depth: Float64Array; // [m] of each ball in the last tick; negative: above the ground
  readonly #p: FallParameters;
  readonly #centre = new Float64Array(3);
  readonly #frame = new Float64Array(9); // normal, two tangents
  readonly #speed = new Float64Array(3); // of the ground
  readonly #order: Int32Array;
  readonly #place: Float64Array; // balls×3 world

  constructor(body: Body, parameters: FallParameters) {
    this.#p = parameters;
    const balls: Ball[] = body.shapes.flatMap((shape) =>
      TOUCHING[shape.part].map((end) => ({
        part: SHAPE_PARTS.indexOf(shape.part),
        segment: shape.segment,
        centre: Float64Array.from(shape[end]),
        radius: end === 'near' ? shape.nearRadius : shape.farRadius,
      })),
    );
    for (const { segments, points } of body.soles) {
      segments.forEach((segment, k) => {
        balls.push({ part: FOOT, segment, centre: points.slice(3 * k, 3 * k + 3), radius: 0 });
      });
    }
    this.balls = balls;
    this.depth = new Float64Array(balls.length);
    this.#order = new Int32Array(balls.length);
    this.#place = new Float64Array(3 * balls.length);
  }

  /** Adds the rows of a tick of h [s]: v and factor are those of the moving freedoms. Tells in `lies` what touches. */
  addRows(
    rows: ImpulseRows,
    ws: Workspace,
    ground: Ground,
    v: Float64Array,
    factor: Float64Array,
    soft: Softness,
    h: number,
  ): void {
    const { soleFriction, skinFriction } = this.#p;
    const count = this.#look(ws, ground, h);
    this.lies = false;
    this.trunkLies = false;
    for (let k = 0; k < count; k++) {
      const ball = this.balls[this.#order[k]];
      const { segment, radius } = ball;
      const c = this.#centre;
      for (let i = 0; i < 3; i++) c[i] = this.#place[3 * this.#order[k] + i];
      const gap = this.#readGround(ground, c, radius);
      this.#noteImpact(ball, ws, c, gap, h);
      if (gap < TOUCHES && ball.part !== FOOT) this.lies = true;
      if (gap < TOUCHES && (ball.part === CHEST || ball.part === WAIST)) this.trunkLies = true;
      for (let i = 0; i < 3; i++) c[i] -= radius * this.#frame[i];
      rows.ask[0] = gap;
      rows.ask[1] = radius === 0 ? soleFriction : skinFriction;
      rows.addPoint(segment, c, this.#frame, this.#speed, soft, ws, v, factor);
    }
  }

  /** Balls near the ground, deepest first. */
  #look(ws: Workspace, ground: Ground, h: number): number {
    const order = this.#order;
    let count = 0;
    for (let k = 0; k < this.balls.length; k++) {
      const { segment, centre, radius } = this.balls[k];
      const o = 3 * k;
      transformPoint3(this.#place, o, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, centre, 0);
      const { height, normal, velocity } = ground(this.#place[o], this.#place[o + 2]);
      const rise = velocity ? this.lead * velocity[1] : 0;
      const gap = (this.#place[o + 1] - height + rise) * normal[1] - radius;
      this.depth[k] = -gap;
      const falls = 2 * h * Math.abs(ws.originVelocity[3 * segment + 1]);
      if (gap > NEAR + falls) continue;
      // by insertion: few at a time
      let at = count++;
      for (; at > 0 && this.depth[order[at - 1]] < this.depth[k]; at--) order[at] = order[at - 1];
      order[at] = k;
    }
    return Math.min(count, MOST_TOUCHING);
  }

  /** Frame and speed of the ground under a point; returns the gap [m] of a ball there. */
  #readGround(ground: Ground, c: Float64Array, radius: number): number {
    const { height, normal, velocity } = ground(c[0], c[2]);
    const f = this.#frame;
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    f[0] = x;
    f[1] = y;
    f[2] = z;
    // tangents: across the slope's x, and the rest
    const size = Math.sqrt(x * x + y * y) || 1;
    f[3] = y / size;
    f[4] = -x / size;
    f[5] = 0;
    f[6] = y * f[5] - z * f[4];
    f[7] = z * f[3] - x * f[5];
    f[8] = x * f[4] - y * f[3];
    for (let i = 0; i < 3; i++) this.#speed[i] = velocity ? velocity[i] : 0;
    return (c[1] - height + this.lead * this.#speed[1]) * y - radius;
  }

  /** Speed into the ground of a ball that comes to it in this tick. */
  #noteImpact({ part, segment }: Ball, ws: Workspace, c: Float64Array, gap: number, h: number): void {
    const { originVelocity: u, angularVelocity: w, segmentOrigin: s } = ws;
    const o = 3 * segment;
    const dx = c[0] - s[o];
    const dy = c[1] - s[o + 1];
    const dz = c[2] - s[o + 2];
    const x = u[o] + w[o + 1] * dz - w[o + 2] * dy - this.#speed[0];
    const y = u[o + 1] + w[o + 2] * dx - w[o] * dz - this.#speed[1];
    const z = u[o + 2] + w[o] * dy - w[o + 1] * dx - this.#speed[2];
    const speed = -(x * this.#frame[0] + y * this.#frame[1] + z * this.#frame[2]);
    if (gap < h * speed && speed > this.impact[part]) this.impact[part] = speed;
  }
}
