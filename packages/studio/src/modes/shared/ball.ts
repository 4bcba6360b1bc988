/** Thrown balls: how large they are, what they give a body, and how they bounce and roll on the floor. */
import { GRAVITY } from 'poise/dynamics';

const DENSITY = 320; // [kg/m³] of a leather ball that is stuffed
const FLOOR = 0.5; // share of the speed after a bounce
const GRIP = 0.75; // share of the speed along the floor after it
const ROLL = 0.8; // [m/s²] by which rolling slows down
const REST = 0.25; // [m/s] of falling below which it rolls

/** [m] */
export const radiusOf = (mass: number): number => Math.cbrt((3 * mass) / (4 * Math.PI * DENSITY));

/** [N·s] that a ball of this mass and speed gives a body: J = m (1 + e) v M / (M + m), e: `restitution`. */
export const impulseOf = (mass: number, speed: number, bodyMass: number, restitution: number): number =>
  (mass * (1 + restitution) * speed * bodyMass) / (bodyMass + mass);

/** A ball that nobody holds goes on by dt [s]: it falls, bounces off the floor and rolls out. Changes place [m] and v [m/s]. */
export function fallFreely(place: Float64Array, v: Float64Array, radius: number, dt: number): void {
  for (let k = 0; k < 3; k++) place[k]! += v[k]! * dt;
  place[1]! -= 0.5 * GRAVITY * dt * dt;
  v[1]! -= GRAVITY * dt;
  if (place[1]! >= radius) return;
  place[1] = radius;
  const rolls = v[1]! > -REST;
  const along = Math.hypot(v[0]!, v[2]!);
  const kept = rolls ? Math.max(0, along - ROLL * dt) / Math.max(along, 1e-9) : GRIP;
  v[1] = rolls ? 0 : -FLOOR * v[1]!;
  v[0]! *= kept;
  v[2]! *= kept;
}
