/** A push off the axis turns a person who steps: the body at once, each foot while it is in the air. */
import { ease } from '../../math/ease.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Stage } from './figure.ts';
import { type FootFuture, futureOf, type Play } from './play.ts';
import type { Point } from './selection.ts';

export interface Turn {
  readonly angle: number; // [rad] to the left +
  readonly until: number; // [s] the body has turned
  readonly feet: readonly [FootFuture, FootFuture];
  readonly beside: readonly [left: Point, right: Point]; // [m] world: where the feet are, seen from the body
}

/** A turn by `angle` [rad] while a motion is played. `base`: the standing pose. */
export function turnOf(play: Play, angle: number, { balls, q }: Stage): Turn {
  const feet = [futureOf(play, 0), futureOf(play, 1)] as const;
  const last = (play.channels.frames - 1 - play.pace.first) / play.pace.rate;
  const until = Math.min(last, Math.max(...feet.map(({ land }) => (land < last ? land : 0.5))));
  const beside = ([0, 1] as const).map((side): Point => [balls[3 * side] - q[0], balls[3 * side + 2] - q[2]]);
  return { angle, until, feet, beside: beside as [Point, Point] };
}

const turn = new Float64Array(4);

/** Turns a stage as far as it has come, t seconds after the push. Feet keep their place beside the body: they go round it while they
 *  step. */
export function applyTurn(stage: Stage, { angle, until, feet, beside }: Turn, t: number): void {
  quatFromAxisAngle(turn, 0, 0, 1, 0, angle * ease(t / Math.max(0.1, until)));
  multiplyQuat(stage.q, 3, turn, 0, stage.q, 3);
  for (const side of [0, 1] as const) {
    const { lift, land } = feet[side];
    if (!(lift < Infinity)) continue;
    const own = angle * ease((t - lift) / Math.max(0.05, land - lift));
    const [sine, cosine] = [Math.sin(own), Math.cos(own)];
    const [x, z] = beside[side];
    stage.balls[3 * side] += (cosine - 1) * x + sine * z;
    stage.balls[3 * side + 2] += (cosine - 1) * z - sine * x;
    quatFromAxisAngle(turn, 0, 0, 1, 0, own);
    multiplyQuat(stage.feet, 4 * side, turn, 0, stage.feet, 4 * side);
    multiplyQuat(stage.toes, 4 * side, turn, 0, stage.toes, 4 * side);
  }
}
