/** How a body that stands gives way to a push, beyond its clip: a pendulum that its feet hold as far as they go and its hips a little
 *  further, and a trunk that yields. World axes. Symbols: w = √(g/h) [1/s], h height of the centre of mass. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { capturePoint, pendulumRate } from '../../gait/pendulum.ts';
import { smoothstep } from '../../math/ease.ts';
import { folding } from './deliver.ts';
import { solveSmall } from './solve-small.ts';
import { shareInside } from './within-hull.ts';

export interface Sway {
  readonly place: Float64Array; // 4: x, z [m] of the centre of mass, their rates
  readonly lean: Float64Array; // 6: rotation vector of the trunk [rad], its rate
  readonly sunk: Float64Array; // 2: [m] that the body is lower, its rate
}

/** What holds the body in a tick. */
export interface Hold {
  height: number; // [m] of the centre of mass above the floor
  readonly hull: Float64Array; // (x, z) pairs around all that carries the body; the clip's own ZMP is among them …
  count: number; // … 0: nothing does
  readonly zmp: Float64Array; // 2, the clip's own
  feet: number; // that stand
  strength: number; // of joints, times a strong adult's
  leaned: number; // [rad] that the trunk leans already
  stretched: number; // [m] that legs are straighter than they may be when the body sways
}

export const createSway = (): Sway => ({
  place: new Float64Array(4),
  lean: new Float64Array(6),
  sunk: new Float64Array(2),
});

const STIFF = 3; // times w²: feet bring the body back over them
const DAMPED = 3; // times w
const UPRIGHT = 1.6; // times w: how the trunk comes back, critically damped
const BENDING = 5; // times w: how knees bend and stretch again
const LITTLE = 0.03; // of h, or [rad]: who sways as far as this has bent the knees
const HIPS = 0.05; // of h: so far beyond the feet's edge the ZMP would be, were it not for hips that bend …
const BENT = 0.6; // [rad] … as long as they can bend further than this
const SPARE = 0.6; // of what feet hold: no hips bend before
const ANKLE = 2.5; // [N·m/kg] that the ankle of a strong adult delivers
const QUICKEST = 3; // [rad/s] that a trunk is thrown with
const LOST = 0.25; // of h: further than this no feet bring it back without a step

/** The body is hit. hits: impulse [N·s] and its moment about the centre of mass; inertia: 3×3 [kg·m²] of a lean. */
export function hitSway({ place, lean, sunk }: Sway, hits: Float64Array, mass: number, inertia: Float64Array): void {
  place[2] += hits[0] / mass;
  place[3] += hits[2] / mass;
  sunk[1] = folding(sunk[1] - hits[1] / mass);
  for (let k = 0; k < 3; k++) thrown[k] = hits[3 + k];
  if (!solveSmall(inertia, thrown, 3)) return;
  for (let k = 0; k < 3; k++) lean[3 + k] += thrown[k];
  const rate = Math.hypot(lean[3], lean[4], lean[5]);
  if (rate > QUICKEST) for (let k = 3; k < 6; k++) lean[k] *= QUICKEST / rate;
}

const thrown = new Float64Array(3); // memory

/** Goes on by dt [s]. */
export function swayOn({ place, lean, sunk }: Sway, hold: Hold, dt: number): void {
  const w = pendulumRate(hold.height);
  // where the ZMP would have to be, off the clip's, for a spring with a damper: ẍ = w²(x − z)
  let x = (1 + STIFF) * place[0] + (DAMPED / w) * place[2];
  let z = (1 + STIFF) * place[1] + (DAMPED / w) * place[3];
  const far = Math.sqrt(x * x + z * z);
  const fallen = Math.hypot(capturePoint(place[0], place[2], w), capturePoint(place[1], place[3], w));
  const most = reachOf(hold, x, z, far, fallen);
  if (far > most) {
    x *= most / far;
    z *= most / far;
  }
  const carried = hold.count > 0 ? w * w : 0;
  place[2] += dt * carried * (place[0] - x);
  place[3] += dt * carried * (place[1] - z);
  for (let k = 0; k < 2; k++) place[k] += dt * place[2 + k];
  for (let k = 0; k < 3; k++) {
    lean[3 + k] -= dt * UPRIGHT * w * (UPRIGHT * w * lean[k] + 2 * lean[3 + k]);
    lean[k] += dt * lean[3 + k];
  }
  const swayed = (fallen / hold.height) ** 2 + lean[0] ** 2 + lean[1] ** 2 + lean[2] ** 2;
  const depth = hold.stretched * (1 - Math.exp(-swayed / LITTLE ** 2));
  sunk[1] += dt * BENDING * w * (BENDING * w * (depth - sunk[0]) - 2 * sunk[1]);
  sunk[0] += dt * sunk[1];
}

/** How far [m] feet and hips can bring the ZMP, off the clip's, on a way (x, z) of length `far`. Hips bend where feet alone would not
 *  bring back what has `fallen` so far. */
function reachOf(hold: Hold, x: number, z: number, far: number, fallen: number): number {
  const { hull, count, zmp, height, strength, feet, leaned } = hold;
  const within = far * shareInside(hull, count, zmp[0], zmp[1], x, z);
  const held = Math.min(within, (feet * ANKLE * strength) / GRAVITY);
  const needed = smoothstep((fallen - SPARE * held) / (HIPS * height));
  return held + needed * HIPS * height * Math.min(1, strength) * Math.max(0, 1 - leaned / BENT);
}

/** True when no feet bring the body back. */
export const isLost = ({ place }: Sway, height: number): boolean =>
  !(place[0] ** 2 + place[1] ** 2 < (LOST * height) ** 2);

/** True when nothing moves any more: `least` in metres, radians and per second. */
export function isStill({ place, lean, sunk }: Sway, least: number): boolean {
  for (const part of [place, lean, sunk]) for (const value of part) if (!(Math.abs(value) < least)) return false;
  return true;
}

export function stopSway({ place, lean, sunk }: Sway): void {
  for (const part of [place, lean, sunk]) part.fill(0);
}
