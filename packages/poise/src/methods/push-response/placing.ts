/** Where the idle underneath stands, so that feet which stand go on doing so. */
import { wrapAngle } from '../../math/angle.ts';
import { FOOT, FOOT_TURN } from './channel-layout.ts';
import { compose } from './compose.ts';
import { type Figure, footYaw, type Stage } from './figure.ts';
import type { IdleBase } from './idle-base.ts';

/** Moves the idle to where a response's loaded foot meets the one shown. `row`: channels of the response where it is entered; `base`
 *  and `scratch` are overwritten. Returns the new heading [rad]. */
export function moveOntoFoot(
  idle: IdleBase,
  figure: Figure,
  shown: Stage,
  row: Float64Array,
  heading: number,
  foot: 0 | 1,
  base: Stage,
  scratch: Stage,
): number {
  idle.writeStage(base, figure);
  const wanted = footYaw(figure, base, foot) + row[FOOT[foot] + FOOT_TURN + 1];
  const yaw = wrapAngle(footYaw(figure, shown, foot) - wanted);
  idle.move(yaw, 0, 0);
  idle.writeStage(base, figure);
  compose(scratch, figure, base, row, wrapAngle(heading + yaw));
  const o = 3 * foot;
  idle.move(0, shown.balls[o] - scratch.balls[o], shown.balls[o + 2] - scratch.balls[o + 2]);
  return wrapAngle(heading + yaw);
}

/** Moves the idle to where the feet shown are, turned by `turn` [rad] or, without that, as the feet are. Returns the new heading. */
export function moveOntoFeet(
  idle: IdleBase,
  figure: Figure,
  shown: Stage,
  heading: number,
  turn: number | undefined,
  base: Stage,
): number {
  idle.writeStage(base, figure);
  const off = (side: 0 | 1): number => wrapAngle(footYaw(figure, shown, side) - footYaw(figure, base, side));
  const yaw = turn ?? (off(0) + off(1)) / 2;
  idle.move(yaw, 0, 0);
  idle.writeStage(base, figure);
  const [now, then] = [shown.balls, base.balls];
  idle.move(0, (now[0] + now[3] - then[0] - then[3]) / 2, (now[2] + now[5] - then[2] - then[5]) / 2);
  return wrapAngle(heading + yaw);
}
