/**
 * Arms that circle: each upper arm goes round a cone about the horizontal axis ŷ × u, the same way as the fall, so that the
 * spin the push gives the body goes into the arms (docs/performer.md).
 */
import { power } from '../../math/power.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import { SIDES } from '../../motion/roles.ts';
import type { Actor } from '../actor.ts';
import { type Track, track } from '../plan/keys.ts';
import type { PoseRequest } from '../pose/request.ts';
import type { ResponseStyle } from './style.ts';

const RATE = 10.5; // [rad/s] of a whole circle
const SPIN_UP = 0.3; // [s]
const SLOW_DOWN = 0.5; // [s]
const REACTION = 0.1; // [s] after the push
const ACROSS = 0.55; // how much a push may go to an arm's own side for it to circle: beyond, it would pass through the trunk

/** One arm: how far round, how far out from the axis's plane. */
interface Circling {
  readonly angle: Track; // [rad]
  readonly tilt: Track; // [rad]
  readonly towards: 1 | -1; // along the axis or against it
}

/** Turns both upper arms of a request that already holds the posture. `t0`: onset of the push [s]. */
export function windmill(
  actor: Actor,
  direction: number,
  turns: number,
  style: ResponseStyle,
  t0: number,
): (request: PoseRequest, t: number) => void {
  const [ux, uz] = [Math.sin(direction), Math.cos(direction)];
  const axis = [uz, 0, -ux] as const; // ŷ × u
  const arms = ([0, 1] as const).map((k) => circling(k, ux, uz, turns, style, t0));
  const [turn, tilt, collar] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
  return (request, t) => {
    SIDES.forEach((side, k) => {
      const upper = actor.roles[`${side}UpperArm`];
      if (upper === undefined) return;
      const { angle, tilt: out, towards } = arms[k];
      quatFromAxisAngle(turn, 0, axis[0], axis[1], axis[2], angle(t));
      // A hanging arm tilts towards ±axis about the horizontal line at right angles to it.
      quatFromAxisAngle(tilt, 0, towards * axis[2], 0, -towards * axis[0], -out(t));
      multiplyQuat(turn, 0, turn, 0, tilt, 0);
      // The arm hangs on the collar bone; the circle is told in the chest's frame.
      const shoulder = actor.roles[`${side}Shoulder`];
      if (shoulder !== undefined) {
        collar.set(request.turns.subarray(4 * shoulder, 4 * shoulder + 4));
        multiplyQuat(turn, 0, turn, 0, collar, 0);
        conjugateQuat(collar, 0, collar, 0);
        multiplyQuat(turn, 0, collar, 0, turn, 0);
      }
      multiplyQuat(request.turns, 4 * upper, turn, 0, request.turns, 4 * upper);
    });
  };
}

function circling(arm: 0 | 1, ux: number, uz: number, turns: number, style: ResponseStyle, t0: number): Circling {
  const outward = arm === 0 ? 1 : -1;
  const start = t0 + REACTION + (arm === 0 ? 0 : 0.08) + style.late[arm];
  // The axis points to the left for forward pushes; each arm leans out to its own side, or ahead of the body.
  const towards = (uz * outward - Math.abs(ux) * Math.sign(ux) > 0 ? 1 : -1) as 1 | -1;
  if (ux * outward > ACROSS) return swaying(start, style.arms[arm], ux, outward);
  const whole = 2 * Math.PI * turns;
  const rate = RATE * (0.92 + 0.08 * style.arms[arm]);
  const cruise = Math.max(0, (whole - (rate * (SPIN_UP + SLOW_DOWN)) / 2) / rate);
  const top = Math.min(rate, (2 * whole) / (SPIN_UP + SLOW_DOWN));
  const end = start + SPIN_UP + cruise + SLOW_DOWN;
  return {
    angle: ramp(start, top, cruise),
    tilt: track(0, [start - 0.02, 0.25, 0.3 + 0.42 * ux * ux], [end - 0.5, 0.7, 0]),
    towards,
  };
}

/** An arm that cannot circle goes out to its side and comes back. */
function swaying(start: number, size: number, ux: number, outward: number): Circling {
  const towards = (-Math.sign(ux) * outward || 1) as 1 | -1;
  return {
    angle: track(0, [start, 0.3, 0.5 * size], [start + 0.3, 0.5, -0.7 * size], [start + 0.85, 0.8, 0]),
    tilt: track(0, [start, 0.35, 0.5], [start + 0.6, 1, 0]),
    towards,
  };
}

/** Angle over time: the rate rises smoothly to `top`, stays for `cruise` [s], and falls. */
function ramp(start: number, top: number, cruise: number): Track {
  // ∫ of the minimum-jerk step from 0 to u.
  const gathered = (u: number): number => {
    if (u <= 0) return 0;
    if (u >= 1) return u - 0.5;
    return power(u, 4) * (2.5 - 3 * u + u * u);
  };
  const slow = start + SPIN_UP + cruise;
  return (t) => top * (SPIN_UP * gathered((t - start) / SPIN_UP) - SLOW_DOWN * gathered((t - slow) / SLOW_DOWN));
}
