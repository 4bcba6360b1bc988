/** Where the feet are on the ground, for decisions about steps. */
import { length2 } from '../../math/length2.ts';
import { convexHull, signedDistance } from '../../math/polygon.ts';
import type { RunningScene } from '../simulation.ts';
import type { Ground2, Heading2 } from './step-target.ts';

const INWARD = 0.028; // [m]

export class FeetOnGround {
  readonly ankleHeight: number; // [m] above a level sole
  private readonly scene: RunningScene;
  private readonly corners: Float64Array;
  private readonly hull: Float64Array;
  private readonly nearest = new Float64Array(2);

  constructor(scene: RunningScene) {
    const [left, right] = scene.links.soles;
    const { points, up } = left;
    const most = Math.max(left.count, right.count);
    this.scene = scene;
    this.ankleHeight = -(points[0] * up[0] + points[1] * up[1] + points[2] * up[2]);
    this.corners = new Float64Array(2 * most);
    this.hull = new Float64Array(2 * most + 2);
  }

  /** Where the place of an ankle starts in the engine's xpos. */
  ankleIndex(foot: number): number {
    return 3 * (this.scene.links.soles[foot].link + 1);
  }

  ankle(foot: number): Ground2 {
    const { xpos } = this.scene.engine.views;
    const o = this.ankleIndex(foot);
    return { x: xpos[o], z: xpos[o + 2] };
  }

  /** Distance between the ankles [m]. */
  apart(): number {
    const { xpos } = this.scene.engine.views;
    const a = this.ankleIndex(0);
    const b = this.ankleIndex(1);
    return length2(xpos[a] - xpos[b], xpos[a + 2] - xpos[b + 2]);
  }

  /** How far the left ankle is, seen from the right one, from where `layout` (left, forward) has it [m]. */
  unevenness({ left, forward }: Heading2, layout: Float64Array): number {
    const [a, b] = [this.ankle(0), this.ankle(1)];
    const [dx, dz] = [a.x - b.x, a.z - b.z];
    const aside = dx * left[0] + dz * left[1] - layout[0];
    const ahead = dx * forward[0] + dz * forward[1] - layout[1];
    return Math.hypot(aside, ahead);
  }

  /** Middle of a sole along x (0) or z (1). */
  middleOf(foot: number, k: number): number {
    const points = this.scene.person.solePoints[foot];
    let sum = 0;
    for (let i = 2 * k; i < points.length; i += 3) sum += points[i];
    return (3 * sum) / points.length;
  }

  /** A little from the middle of a sole towards the other ankle: who stands on one leg there does not tip outward, where no foot helps. */
  innerMiddleOf(foot: number, k: number): number {
    const [a, b] = [this.ankle(foot), this.ankle(1 - foot)];
    const apart = Math.max(0.1, Math.hypot(b.x - a.x, b.z - a.z));
    return this.middleOf(foot, k) + (INWARD * (k === 0 ? b.x - a.x : b.z - a.z)) / apart;
  }

  /** The point of a sole nearest to the capture point. */
  pressureUnder(foot: number, capture: Float64Array): readonly [number, number] {
    const points = this.scene.person.solePoints[foot];
    const { corners, hull, nearest } = this;
    const count = points.length / 3;
    let [x, z] = [0, 0];
    for (let i = 0; i < count; i++) {
      corners[2 * i] = points[3 * i];
      corners[2 * i + 1] = points[3 * i + 2];
      x += points[3 * i] / count;
      z += points[3 * i + 2] / count;
    }
    const size = convexHull(hull, 0, corners, count);
    signedDistance(nearest, hull, 0, size, capture[0], capture[1]);
    // a little inside the edge
    return [0.85 * nearest[0] + 0.15 * x, 0.85 * nearest[1] + 0.15 * z];
  }
}
