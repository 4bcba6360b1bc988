/** A foot on its way: where its ankle joint should be, world axes, and the path it takes. */
import { glide } from './glide.ts';

const LIFT = 0.08; // [m]

export class SwingGoal {
  foot = -1; // 0 left, 1 right, −1 none
  readonly position = new Float64Array(3);
  readonly velocity = new Float64Array(3);
  readonly acceleration = new Float64Array(3);

  /** Starts at rest from an ankle at place[o …]. */
  begin(foot: number, place: Float64Array, o: number): void {
    this.foot = foot;
    for (let k = 0; k < 3; k++) {
      this.position[k] = place[o + k];
      this.velocity[k] = 0;
      this.acceleration[k] = 0;
    }
  }
}

/** What a swing is: shares and heights of one moment. */
export interface Swing {
  readonly u: number; // share of the duration that is over
  readonly duration: number; // [s]
  readonly target: Float64Array; // x, z [m]
  readonly liftedFrom: number; // [m] height of the ankle at the start
  readonly landsAt: number; // [m] height of the ankle of a foot that stands
}

/** Moves the goal on by dt: over the ground by the smoothest way from where it is to the target, which may move; up and down on a
 *  curve of its own. */
export function moveSwing(goal: SwingGoal, swing: Swing, dt: number): void {
  const { u, duration, target, liftedFrom, landsAt } = swing;
  const left = Math.max(2 * dt, duration * (1 - u));
  for (let k = 0; k < 2; k++) {
    const axis = 2 * k;
    if (u >= 1) {
      goal.velocity[axis] = 0;
      goal.acceleration[axis] = 0;
      continue;
    }
    glide(goal.position, goal.velocity, goal.acceleration, axis, target[k], left, dt);
  }
  const w = Math.min(1, u);
  const rise = 64 * LIFT;
  const r = w * (1 - w);
  const [dr, ddr] = [(1 - 2 * w) / duration, -2 / (duration * duration)];
  // an ankle that starts high (its heel was up) comes down on the way; the last stretch goes into the floor, so that it is met
  const fall = landsAt - liftedFrom;
  goal.position[1] = liftedFrom + fall * w * w * (3 - 2 * w) + rise * r * r * r - (u > 0.9 ? 0.1 * (u - 0.9) : 0);
  goal.velocity[1] = u < 1 ? 3 * rise * r * r * dr + (fall * 6 * r) / duration : -0.1;
  goal.acceleration[1] = u < 1 ? 3 * rise * (2 * r * dr * dr + r * r * ddr) + (fall * 6 * dr) / duration : 0;
}
