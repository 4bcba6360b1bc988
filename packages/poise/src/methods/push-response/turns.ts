/** Rotation vectors over time that keep counting: an arm that goes round three times ends at 6π, not at 0. */
import { logQuat } from '../../math/quat.ts';

/** Rotation vectors (frames×3) of quaternions (frames×4), each the one nearest to the vector before: v, or v with whole turns
 *  about its axis added. The first frame takes the shorter way round. */
export function unwrapTurns(quats: Float64Array): Float64Array {
  const frames = quats.length / 4;
  const out = new Float64Array(3 * frames);
  for (let f = 0; f < frames; f++) {
    logQuat(out, 3 * f, quats, 4 * f);
    if (f > 0) nearestTurn(out, 3 * f, 3 * f - 3);
  }
  return out;
}

/** Replaces v[o] by the equivalent rotation vector nearest to v[before]. */
function nearestTurn(v: Float64Array, o: number, before: number): void {
  const size = Math.hypot(v[o], v[o + 1], v[o + 2]);
  const [px, py, pz] = [v[before], v[before + 1], v[before + 2]];
  // Near whole turns the axis is undefined: keep going about the axis there was.
  const previous = Math.hypot(px, py, pz);
  const usable = size > 1e-6;
  if (!usable && previous < 1e-6) return;
  const [ax, ay, az] = usable
    ? [v[o] / size, v[o + 1] / size, v[o + 2] / size]
    : [px / previous, py / previous, pz / previous];
  const along = ax * px + ay * py + az * pz;
  const turns = Math.round((along - size) / (2 * Math.PI));
  if (turns === 0) return;
  const angle = size + 2 * Math.PI * turns;
  v[o] = angle * ax;
  v[o + 1] = angle * ay;
  v[o + 2] = angle * az;
}
