/**
 * The path of the CoM that soles can give. Captured ZMPs stray beyond the feet, by noise or by soles that are drawn too small; a pendulum that
 * follows such a path tips. Where the ZMP is outside, Δp brings it in; the capture point answers before it happens,
 * Δξ(t) = ω ∫ₜ^∞ e^{−ω(s−t)} Δp(s) ds, and the CoM follows it: Δċ = ω(Δξ − Δc).
 */
import type { BalanceReport } from '../balance/report.ts';
import { captureBefore, pendulumRate } from '../gait/pendulum.ts';
import { keepInside } from './keep-inside.ts';

const MARGIN = 0.015; // [m] inside the edge

export interface ComPath {
  readonly place: Float64Array; // frames×3 [m]
  readonly velocity: Float64Array; // frames×3 [m/s]
  readonly acceleration: Float64Array; // frames×3 [m/s²]
}

/** The CoM of a clip, changed as little as that. Heights stay. */
export function feasibleCom(report: BalanceReport): ComPath {
  const { frameCount, frameTime, ground } = report;
  const place = report.com.slice();
  const velocity = report.comVelocity.slice();
  const acceleration = report.comAcceleration.slice();
  let height = 0;
  for (let i = 1; i < place.length; i += 3) height += (place[i] - ground.height) / frameCount;
  const rate = pendulumRate(Math.max(0.1, height));
  const push = zmpCorrections(report);
  const decay = Math.exp(-rate * frameTime);
  for (let k = 0; k < 2; k++) {
    const capture = new Float64Array(frameCount);
    let next = 0;
    for (let frame = frameCount - 1; frame >= 0; frame--) {
      next = captureBefore(next, push[2 * frame + k], decay);
      capture[frame] = next;
    }
    let shift = 0;
    for (let frame = 0; frame < frameCount; frame++) {
      const i = 3 * frame + 2 * k;
      place[i] += shift;
      velocity[i] += rate * (capture[frame] - shift);
      acceleration[i] += rate * rate * (shift - push[2 * frame + k]);
      shift = decay * shift + (1 - decay) * capture[frame];
    }
  }
  return { place, velocity, acceleration };
}

/** How far the ZMP must move to be inside, frames × 2 (x, z) [m]; nothing where there is none. */
function zmpCorrections({ frameCount, zmp, supportStart, supportPoints }: BalanceReport): Float64Array {
  const out = new Float64Array(2 * frameCount);
  const point = new Float64Array(2);
  const middle = new Float64Array(2);
  for (let frame = 0; frame < frameCount; frame++) {
    const start = supportStart[frame];
    const count = supportStart[frame + 1] - start;
    if (count < 3 || Number.isNaN(zmp[3 * frame])) continue;
    middle.fill(0);
    for (let i = 0; i < 2 * count; i++) middle[i % 2] += supportPoints[2 * start + i] / count;
    point[0] = zmp[3 * frame];
    point[1] = zmp[3 * frame + 2];
    keepInside(point, { points: supportPoints, start: 2 * start, count, centre: middle }, MARGIN);
    out[2 * frame] = point[0] - zmp[3 * frame];
    out[2 * frame + 1] = point[1] - zmp[3 * frame + 2];
  }
  return out;
}
