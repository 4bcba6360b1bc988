/** What is added to any motion when somebody is hit: the trunk gives way and twists, the hips sway. Critically damped. */
import { HIPS, TURN_ROLES } from './channel-layout.ts';

const TRUNK = 2 * Math.PI * 2; // [rad/s] 2 Hz
const SWAY = 2 * Math.PI * 0.8; // [rad/s]
const DIP = 2 * Math.PI * 1.2; // [rad/s]

/** lean about x, twist about y, lean about z [rad]; sway of the hips along x, y, z [m]. Heading frame. */
export interface Springs {
  readonly x: Float64Array; // 6
  readonly v: Float64Array; // 6 per second
}

const RATES = [TRUNK, TRUNK, TRUNK, SWAY, DIP, SWAY];

export const createSprings = (): Springs => ({ x: new Float64Array(6), v: new Float64Array(6) });

/** Goes on by dt [s], exactly. */
export function stepSprings({ x, v }: Springs, dt: number): void {
  for (let k = 0; k < 6; k++) {
    const rate = RATES[k];
    const pull = v[k] + rate * x[k];
    const fading = Math.exp(-rate * dt);
    x[k] = (x[k] + pull * dt) * fading;
    v[k] = (v[k] - rate * pull * dt) * fading;
  }
}

export function areAtRest({ x, v }: Springs): boolean {
  for (let k = 0; k < 6; k++) if (Math.abs(x[k]) > 1e-6 || Math.abs(v[k]) > 1e-5) return false;
  return true;
}

/** Shares of the trunk's joints in lean and twist; the head stays behind and looks ahead. */
const SHARES = TURN_ROLES.map((role) => {
  if (role === 'spine') return 0.4;
  if (role === 'chest') return 0.35;
  if (role === 'upperChest') return 0.25;
  return role === 'neck' ? -0.25 : role === 'head' ? -0.25 : 0;
});

/** Adds the springs to a row of channels. `leg`: leg length [m]. */
export function addSprings(row: Float64Array, { x }: Springs, leg: number): void {
  for (let k = 0; k < TURN_ROLES.length; k++) {
    if (SHARES[k] === 0) continue;
    for (let c = 0; c < 3; c++) row[3 * k + c] += SHARES[k] * x[c];
  }
  for (let c = 0; c < 3; c++) row[HIPS + c] += x[3 + c] / leg;
}

export interface Kick {
  readonly pitch: number; // [N·m·s] about x, heading frame: tips forward +
  readonly roll: number; // about z: tips to the right +
  readonly yaw: number; // about y: to the left +
  readonly sway: readonly [x: number, z: number]; // [m/s] of the hips
  readonly dip: number; // [m/s] of the hips, upwards +
}

/** Inertias that give way [kg·m²] for a body of 65 kg, 1.72 m: the trunk about the hips, the whole about the vertical. */
const TRUNK_INERTIA = 6;
export const YAW_INERTIA = 1.3;
const MOST_RATE = 4; // [rad/s] beyond which a spine does not follow

/** Hits the springs. `size`: inertia of this body over that of the tables. */
export function kick({ v }: Springs, hit: Kick, size: number): void {
  const clamp = (rate: number): number => Math.max(-MOST_RATE, Math.min(MOST_RATE, rate));
  v[0] += clamp(hit.pitch / (TRUNK_INERTIA * size));
  v[1] += clamp(hit.yaw / (YAW_INERTIA * size));
  v[2] += clamp(hit.roll / (TRUNK_INERTIA * size));
  v[3] += hit.sway[0];
  v[4] += hit.dip;
  v[5] += hit.sway[1];
}
