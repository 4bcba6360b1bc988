/** The person as something that balls meet: rods, and how fast they go. */
import type { Body, Role, Vec3 } from 'poise';
import { between, type Rods, rodsOf, type Touch, touchBall } from '../shared/touch.ts';

const FOOT = 0.045; // [m] round the line from ankle to toes, of a person of 1.75 m
const ARMS: readonly Role[] = ['leftUpperArm', 'rightUpperArm', 'leftLowerArm', 'rightLowerArm'];

export interface Met extends Touch {
  readonly velocity: Vec3; // [m/s] of the skin there
}

export interface Limbs {
  /** Goes on by dt [s]; origins: n×3 [m] of the joints now. */
  readonly move: (origins: Float64Array, dt: number) => void;
  /** What stops a ball in flight: trunk, head and legs; arms give way. */
  readonly stops: (place: Float64Array, radius: number) => Met | undefined;
  /** What pushes a ball that has hit: everything. */
  readonly pushes: (place: Float64Array, radius: number) => Met | undefined;
}

export function createLimbs(body: Body): Limbs {
  const { roles, height } = body;
  const feet = (['left', 'right'] as const).flatMap((side) => {
    const [from, to] = [roles[`${side}Foot`], roles[`${side}Toes`]];
    return from === undefined || to === undefined ? [] : [{ from, to, radius: (FOOT * height) / 1.75 }];
  });
  const arms = new Set(ARMS.map((role) => roles[role]));
  const all: Rods = [...rodsOf(body), ...feet];
  const firm = all.filter(({ from }) => !arms.has(from));
  const now = new Float64Array(3 * body.skeleton.names.length);
  const before = now.slice();
  let passed = 0; // [s] from before to now; 0: that is not known

  const meet = (rods: Rods, place: Float64Array, radius: number): Met | undefined => {
    const touch = touchBall(rods, now, place, radius);
    if (!touch) return undefined;
    const rate = (k: number): number =>
      passed > 0 ? (between(touch.rod, now, k, touch.along) - between(touch.rod, before, k, touch.along)) / passed : 0;
    return { ...touch, velocity: [rate(0), rate(1), rate(2)] };
  };
  let known = false;
  return {
    move(origins, dt) {
      before.set(now);
      now.set(origins);
      passed = known ? dt : 0;
      known = true;
    },
    stops: (place, radius) => meet(firm, place, radius),
    pushes: (place, radius) => meet(all, place, radius),
  };
}
