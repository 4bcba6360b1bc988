/** Where the weight of a trek should be: from foot to foot, heel to ball, and in the middle when standing. */

import { GRAVITY } from '../../dynamics/wrench.ts';
import { captureBefore, pendulumRate } from '../../gait/pendulum.ts';
import { ease } from '../../math/ease.ts';
import type { Actor } from '../actor.ts';
import type { Stance, Trek } from './trek-plan.ts';
import { solveBoundary } from './tridiagonal.ts';

interface Key {
  readonly t: number; // [s]
  readonly x: number; // [m]
  readonly z: number;
}

const AHEAD = 0.05; // of leg length: standing people have their weight this far ahead of the ankles
const HEEL = 0.02; // of leg length ahead of the ankle, when the foot takes over …
const BALL = 0.115; // … and when it hands over
const THROW = 0.2; // [s] from the first shift of weight to its farthest
const FARTHEST_ASIDE = 0.1; // [m]
const FARTHEST_BACK = 0.08; // [m]

/** A point of a standing foot, `ahead` of the ankle and `inward` of its axis [m]. */
function onFoot(stance: Stance, ahead: number, inward: number): { readonly x: number; readonly z: number } {
  const side = stance.foot === 0 ? -inward : inward;
  const [sin, cos] = [Math.sin(stance.yaw), Math.cos(stance.yaw)];
  return { x: stance.x + ahead * sin + side * cos, z: stance.z + ahead * cos - side * sin };
}

const between = (a: Stance, b: Stance, ahead: number): { readonly x: number; readonly z: number } => {
  const [p, q] = [onFoot(a, ahead, 0), onFoot(b, ahead, 0)];
  return { x: (p.x + q.x) / 2, z: (p.z + q.z) / 2 };
};

/** Keys of the centre of pressure; `thrown`: how far it first goes back and aside (x, z) [m]. */
function copKeys(actor: Actor, { stances, start }: Trek, thrown: readonly [number, number]): readonly Key[] {
  const L = actor.scale;
  const [left, right, first] = stances;
  const rest = between(left, right, AHEAD * L);
  const swingFoot = first.foot === 0 ? left : right;
  const support = first.foot === 0 ? right : left;
  const lift = swingFoot.to;
  const keys: Key[] = [
    { t: 0, ...rest },
    { t: start, ...rest },
    { t: start + THROW, x: rest.x + thrown[0], z: rest.z + thrown[1] },
    { t: start + THROW + 0.06, x: rest.x + thrown[0], z: rest.z + thrown[1] },
    { t: lift - 0.05, ...onFoot(support, 0.03 * L, 0.008) },
  ];
  let carrying = support;
  for (let i = 2; i < stances.length; i++) {
    const next = stances[i];
    keys.push({ t: next.from, ...onFoot(carrying, BALL * L, 0.008) });
    if (i < stances.length - 1) keys.push({ t: carrying.to, ...onFoot(next, HEEL * L, 0.008) });
    carrying = next;
  }
  const [a, b] = stances.slice(-2);
  keys.push({ t: b.from + 0.45, ...between(a, b, AHEAD * L) }, { t: 1e9, ...between(a, b, AHEAD * L) });
  return keys;
}

/** The centre of pressure at every frame, frames×2 [m] (x, z). To begin, the weight goes back and towards the foot that will
 *  swing, just as far as throws a resting body into the walk that follows: ξ = ω ∫ e^(−ωt) p dt must be where it rests. */
export function planCop(actor: Actor, trek: Trek, frames: number, height: number): Float64Array {
  const first = Math.floor(trek.start / trek.options.frameTime);
  const omega = pendulumRate(height);
  const plain = copAt(copKeys(actor, trek, [0, 0]), trek, frames);
  const moved = copAt(copKeys(actor, trek, [1, 1]), trek, frames);
  const thrown = [0, 1].map((k) => {
    const [a, b] = [plain, moved].map((cop) => captureAt(cop, k, first, omega, trek.options.frameTime));
    const most = k === 0 ? FARTHEST_ASIDE : FARTHEST_BACK;
    return Math.min(most, Math.max(-most, (plain[k] - a) / (b - a)));
  });
  return copAt(copKeys(actor, trek, [thrown[0], thrown[1]]), trek, frames);
}

/** The capture point at a frame, from the pressure that follows. */
function captureAt(cop: Float64Array, k: number, first: number, omega: number, dt: number): number {
  let value = cop[cop.length - 2 + k];
  const decay = Math.exp(-omega * dt);
  for (let frame = cop.length / 2 - 1; frame >= first; frame--) value = captureBefore(value, cop[2 * frame + k], decay);
  return value;
}

function copAt(keys: readonly Key[], trek: Trek, frames: number): Float64Array {
  const out = new Float64Array(2 * frames);
  for (let frame = 0; frame < frames; frame++) {
    const t = frame * trek.options.frameTime;
    const after = Math.max(
      1,
      keys.findIndex((key) => key.t > t),
    );
    const [a, b] = [keys[after - 1], keys[after]];
    // Quick hand-overs are eased, the slow roll over a foot is even.
    const u = (t - a.t) / (b.t - a.t);
    const eased = 0.5 * (u + ease(u));
    out[2 * frame] = a.x + eased * (b.x - a.x);
    out[2 * frame + 1] = a.z + eased * (b.z - a.z);
  }
  return out;
}

/** The CoM over that centre of pressure, bounded and at rest at both ends: c̈ = (g/h) (c − p). frames×2 [m]. */
export function comOver(cop: Float64Array, height: number, frameTime: number): Float64Array {
  const frames = cop.length / 2;
  const lambda = new Float64Array(frames).fill(GRAVITY / height);
  const out = new Float64Array(cop.length);
  for (let k = 0; k < 2; k++) {
    const [a, b] = [cop[k], cop[2 * (frames - 1) + k]];
    // About the straight line between the ends the solution vanishes there.
    const line = (i: number): number => a + ((b - a) * i) / (frames - 1);
    const right = Float64Array.from({ length: frames }, (_, i) => -lambda[i] * (cop[2 * i + k] - line(i)));
    const c = solveBoundary(lambda, right, frameTime, 'held');
    for (let i = 0; i < frames; i++) out[2 * i + k] = line(i) + c[i];
  }
  return out;
}
