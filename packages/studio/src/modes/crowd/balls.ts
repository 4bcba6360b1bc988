/** Balls: thrown, flying, bouncing off people and the floor, rolling out. Plain physics of spheres, deterministic. */
import type { Vec3 } from 'poise';
import { GRAVITY } from 'poise/dynamics';
import { fallFreely, impulseOf, radiusOf } from '../shared/ball.ts';

const LIFE = 3.5; // [s]
const RESTITUTION = 0.3;
const [SLOWEST, FASTEST] = [0.8, 1.1]; // of the speed that is set, in a volley
export const MOST_BALLS = 120;

export interface Ball {
  readonly mass: number;
  readonly radius: number; // [m]
  readonly place: Float64Array; // 3
  readonly v: Float64Array; // 3
  age: number; // [s]
  struck: boolean; // has hit somebody
}

/** [N·s] that the fastest ball of a volley gives whom it meets head on. */
export const mostImpulse = (mass: number, speed: number, bodyMass: number): number =>
  impulseOf(mass, FASTEST * speed, bodyMass, RESTITUTION);

/** [m/s] of a ball of a volley; `draw` between 0 and 1. */
export const volleySpeed = (speed: number, draw: number): number => speed * (SLOWEST + draw * (FASTEST - SLOWEST));

/** A ball from `from` that will be at `target` when it has flown there at this speed, or nearly. */
export function throwBall(mass: number, speed: number, from: Vec3, target: Vec3, drift: Vec3): Ball {
  const radius = radiusOf(mass);
  // where the target will be
  let flight = Math.hypot(...difference(target, from)) / speed;
  const aim = (): Vec3 => [target[0] + drift[0] * flight, target[1], target[2] + drift[2] * flight];
  for (let k = 0; k < 3; k++) flight = Math.max(0.05, Math.hypot(...difference(aim(), from)) / speed);
  const way = difference(aim(), from);
  const v = Float64Array.from(way, (part) => part / flight);
  v[1]! += 0.5 * GRAVITY * flight;
  return { mass, radius, place: Float64Array.from(from), v, age: 0, struck: false };
}

/** Goes on by dt; false: it is gone. */
export function flyBall(ball: Ball, dt: number): boolean {
  ball.age += dt;
  fallFreely(ball.place, ball.v, ball.radius, dt);
  return ball.age < LIFE;
}

/** What a ball does to a body that it touches; the ball bounces off. Undefined: it moves away already.
 *  @param normal unit, from the body to the ball; @param velocity [m/s] of the body there */
export function strike(ball: Ball, normal: Vec3, velocity: Vec3, bodyMass: number): Vec3 | undefined {
  const { v, mass } = ball;
  let closing = 0;
  for (let k = 0; k < 3; k++) closing -= (v[k]! - velocity[k]!) * normal[k]!;
  if (closing <= 0) return undefined;
  const size = impulseOf(mass, closing, bodyMass, RESTITUTION);
  for (let k = 0; k < 3; k++) v[k]! += (size / mass) * normal[k]!;
  ball.struck = true;
  return [-size * normal[0], -size * normal[1], -size * normal[2]];
}

const difference = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
