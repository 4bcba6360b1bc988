/** A push off the axis turns a person who steps: the body at once, each foot while it is in the air. */
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Stage } from './figure.ts';
import type { FootFuture } from './play.ts';
import type { Point } from './selection.ts';

export interface Turn {
  readonly angle: number; // [rad] to the left +
  readonly until: number; // [s] the body has turned
  readonly pivot: Point; // [m] world: where the hips come to rest
  readonly feet: readonly [FootFuture, FootFuture];
}

const minimumJerk = (u: number): number => (u <= 0 ? 0 : u >= 1 ? 1 : u * u * u * (10 - u * (15 - 6 * u)));

const turn = new Float64Array(4);

/** Turns a stage as far as it has come, t seconds after the push. */
export function applyTurn(stage: Stage, { angle, until, pivot, feet }: Turn, t: number): void {
  const body = angle * minimumJerk(t / Math.max(0.1, until));
  swing(stage.q, 0, pivot, body);
  quatFromAxisAngle(turn, 0, 0, 1, 0, body);
  multiplyQuat(stage.q, 3, turn, 0, stage.q, 3);
  for (const side of [0, 1] as const) {
    const { lift, land } = feet[side];
    if (!(lift < Infinity)) continue;
    const own = angle * minimumJerk((t - lift) / Math.max(0.05, land - lift));
    swing(stage.balls, 3 * side, pivot, own);
    quatFromAxisAngle(turn, 0, 0, 1, 0, own);
    multiplyQuat(stage.feet, 4 * side, turn, 0, stage.feet, 4 * side);
    multiplyQuat(stage.toes, 4 * side, turn, 0, stage.toes, 4 * side);
  }
}

/** Turns the point at p[o] about a pivot on the ground. */
function swing(p: Float64Array, o: number, [px, pz]: Point, angle: number): void {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const [x, z] = [p[o] - px, p[o + 2] - pz];
  p[o] = px + cosine * x + sine * z;
  p[o + 2] = pz + cosine * z - sine * x;
}
