/**
 * Offsets that die out: at a change of motion the difference between old and new is kept, with its speed, and taken away by a
 * quintic within t₁. Value, slope and curvature vanish there. (Bollo, "Inertialization", GDC 2018.)
 */

const ROW = 5; // x₀ v₀ a₀ t₁ — and whether it is at work
/** t₁ is never cut below this share: an offset near zero that moves fast would end in a jerk. */
const LEAST_SHARE = 0.6;

export interface InertialOffsets {
  readonly count: number;
  readonly rows: Float64Array; // count × ROW
}

export const createOffsets = (count: number): InertialOffsets => ({ count, rows: new Float64Array(count * ROW) });

/** Starts offset k at x0 moving with v0, to vanish within `duration` [s]. */
export function startOffset({ rows }: InertialOffsets, k: number, x0: number, v0: number, duration: number): void {
  const o = k * ROW;
  let t1 = duration;
  if (x0 * v0 < 0) t1 = Math.max(LEAST_SHARE * t1, Math.min(t1, (-5 * x0) / v0));
  const a0 = t1 > 0 ? (-8 * v0 * t1 - 20 * x0) / (t1 * t1) : 0;
  rows[o] = x0;
  rows[o + 1] = v0;
  rows[o + 2] = a0 * x0 < 0 ? 0 : a0;
  rows[o + 3] = t1;
  rows[o + 4] = t1 > 0 && (x0 !== 0 || v0 !== 0) ? 1 : 0;
}

/** Offset k, t seconds after its start. */
export function offsetAt({ rows }: InertialOffsets, k: number, t: number): number {
  const o = k * ROW;
  if (rows[o + 4] === 0) return 0;
  const x0 = rows[o];
  const v0 = rows[o + 1];
  const a0 = rows[o + 2];
  const t1 = rows[o + 3];
  if (t >= t1) return 0;
  const a = -(a0 * t1 * t1 + 6 * v0 * t1 + 12 * x0) / (2 * t1 ** 5);
  const b = (3 * a0 * t1 * t1 + 16 * v0 * t1 + 30 * x0) / (2 * t1 ** 4);
  const c = -(3 * a0 * t1 * t1 + 12 * v0 * t1 + 20 * x0) / (2 * t1 ** 3);
  return ((((a * t + b) * t + c) * t + a0 / 2) * t + v0) * t + x0;
}

export const clearOffsets = ({ rows }: InertialOffsets): void => {
  rows.fill(0);
};

/** Is anything left, t seconds after the start? */
export function isOver({ rows, count }: InertialOffsets, t: number): boolean {
  for (let k = 0; k < count; k++) if (rows[k * ROW + 4] !== 0 && t < rows[k * ROW + 3]) return false;
  return true;
}
