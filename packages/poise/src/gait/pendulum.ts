/**
 * The linear inverted pendulum that a body on its feet is: its centre of mass c at height h above a centre of pressure p moves by
 * c̈ = ω²(c − p), ω = √(g/h). What stays bounded is decided by the capture point ξ = c + ċ/ω alone: ξ̇ = ω(ξ − p). Every function is
 * about one horizontal axis.
 */
import { GRAVITY } from '../dynamics/wrench.ts';

/** ω = √(g/h) [1/s]. Height [m] of the centre of mass above the ground, above 0: callers decide how low a body may be. */
export const pendulumRate = (height: number, gravity = GRAVITY): number => Math.sqrt(gravity / height);

/** 1/ω = √(h/g) [s]: how far ahead of the centre of mass its capture point is, for a speed of 1 m/s. */
export const pendulumTime = (height: number, gravity = GRAVITY): number => Math.sqrt(height / gravity);

/** ξ = c + v/ω [m]: where the pressure must be for the body to come to rest above it. */
export const capturePoint = (c: number, v: number, rate: number): number => c + v / rate;

/** Where the capture point is after `time` [s] with the pressure held at p: p + (ξ − p) e^{ωt} [m]. */
export const captureAfter = (capture: number, p: number, rate: number, time: number): number =>
  p + (capture - p) * Math.exp(rate * time);

/** Where the capture point was one frame before it was at `next`, the pressure being at p meanwhile. `decay`: e^{−ω dt}. Frame by
 *  frame from the end this gives the one capture point from which a course of pressure keeps the body up. */
export const captureBefore = (next: number, p: number, decay: number): number => decay * next + (1 - decay) * p;

/** Position [m] and velocity [m/s] after `time` [s] with the pressure held at p, into out[0] and out[1]. */
export function writePendulum(out: Float64Array, c: number, v: number, p: number, rate: number, time: number): void {
  const away = c - p;
  const cosh = Math.cosh(rate * time);
  const sinh = Math.sinh(rate * time);
  out[0] = p + away * cosh + (v / rate) * sinh;
  out[1] = rate * away * sinh + v * cosh;
}
