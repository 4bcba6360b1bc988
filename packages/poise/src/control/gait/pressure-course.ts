/** Where the ground's force meets the ground during a stance of a source, and what of the sole stands. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { COURSE_ROWS } from '../../gait/steps/gait-step.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { solePointsAt } from '../foot-frame.ts';
import { type Source, solePointCount } from '../source.ts';

const LEAST_LOAD = 0.2; // of the weight where a balance point is spoken of
const FIRM = 0.3; // what stands less firmly carries nothing

/** The stance of a foot whose middle is at (x, z) [m] and whose sole points to `yaw` [rad]; it carries until `until` [s]. */
export interface CarryingStance {
  readonly foot: 0 | 1;
  readonly yaw: number;
  readonly x: number;
  readonly z: number;
  readonly land: number; // [s]
  readonly duration: number; // [s]
  readonly until: number;
}

export class PressureCourse {
  readonly #source: Source;
  readonly #ws: Workspace;
  readonly #q: Float64Array;
  readonly #wrench = new Float64Array(6);
  readonly #points: Float64Array;
  readonly #firmness: Float64Array;

  constructor(source: Source) {
    this.#source = source;
    this.#ws = createWorkspace(source.body);
    this.#q = new Float64Array(coordinateCount(source.body.skeleton));
    this.#firmness = new Float64Array(solePointCount(source.body));
    this.#points = new Float64Array(3 * this.#firmness.length);
  }

  /** `pressure`: COURSE_ROWS × (x, z) [m] from the foot, 0 where nothing carries; `sole`: COURSE_ROWS × (rear, front, right, left) [m]. */
  over(stance: CarryingStance): { readonly pressure: Float64Array; readonly sole: Float64Array } {
    const { x, z, land, duration, until } = stance;
    const pressure = new Float64Array(2 * COURSE_ROWS);
    const sole = new Float64Array(4 * COURSE_ROWS);
    const { body, floor } = this.#source;
    const w = this.#wrench;
    for (let row = 0; row < COURSE_ROWS; row++) {
      const t = land + (row * duration) / (COURSE_ROWS - 1);
      if (t > until) continue;
      this.#source.pose(this.#q, t);
      forwardKinematics(body, this.#ws, this.#q);
      this.#writeEnds(sole, 4 * row, stance, t);
      this.#source.wrench(w, t);
      if (w[4] < LEAST_LOAD * body.totalMass * GRAVITY) continue;
      const { com } = this.#ws;
      const height = com[1] - floor;
      pressure[2 * row] = com[0] + (w[2] - height * w[3]) / w[4] - x;
      pressure[2 * row + 1] = com[2] - (w[0] + height * w[5]) / w[4] - z;
    }
    return { pressure, sole };
  }

  /** Ends of what stands, along the sole and across it. */
  #writeEnds(out: Float64Array, o: number, { foot, x, z, yaw }: CarryingStance, t: number): void {
    const { body } = this.#source;
    const points = this.#points;
    const count = body.soles[foot].parts.length;
    const first = foot === 0 ? 0 : body.soles[0].parts.length;
    this.#source.contact(this.#firmness, t);
    solePointsAt(points, body, this.#ws);
    const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
    let any = false;
    for (let k = first; k < first + count; k++) {
      if (this.#firmness[k] < FIRM) continue;
      const [dx, dz] = [points[3 * k] - x, points[3 * k + 2] - z];
      const [ahead, left] = [s * dx + c * dz, c * dx - s * dz];
      out[o] = any ? Math.min(out[o], ahead) : ahead;
      out[o + 1] = any ? Math.max(out[o + 1], ahead) : ahead;
      out[o + 2] = any ? Math.min(out[o + 2], left) : left;
      out[o + 3] = any ? Math.max(out[o + 3], left) : left;
      any = true;
    }
  }
}
