/** The pieces of the soles that push on the ground: one on each ankle's link, one on each link of toes that bend. */
import type { RunningScene } from '../simulation.ts';
import type { LinkMotion } from './link-motion.ts';

export class ContactPatches {
  readonly count: number;
  readonly at: readonly Float64Array[]; // 9 per patch: place, velocity, bias of its middle, world axes
  readonly force: Float64Array; // count×6 moment and force at that place, in the order of the wrench
  private readonly link: readonly number[];
  private readonly middle: readonly Float64Array[];
  private readonly J: readonly Float64Array[]; // size×stride each, along the path to the link
  private readonly scene: RunningScene;
  private readonly motion: LinkMotion;
  private readonly size: number; // 6, planar 3
  private readonly stride: number; // longest path

  /** Patch of a corner: even ones are ankles', odd ones toes'. */
  static patchOf(foot: number, isToes: boolean): number {
    return 2 * foot + (isToes ? 1 : 0);
  }

  constructor(scene: RunningScene, motion: LinkMotion) {
    const { soles, planar } = scene.links;
    this.scene = scene;
    this.motion = motion;
    this.size = planar ? 3 : 6;
    this.stride = Math.max(...motion.freedoms.length);
    this.link = soles.flatMap(({ link, toeLink }) => [link, toeLink === link ? -1 : toeLink]);
    this.middle = soles.flatMap(({ centre, toeCentre }) => [centre, toeCentre]);
    this.count = this.link.length;
    this.at = this.link.map(() => new Float64Array(9));
    this.force = new Float64Array(6 * this.count);
    this.J = this.link.map(() => new Float64Array(this.size * this.stride));
  }

  /** Where the patches are now, how they move, and what moves them. */
  update(): void {
    const { motion, size, stride } = this;
    const linear = size === 3 ? stride : 3 * stride;
    for (let patch = 0; patch < this.count; patch++) {
      const link = this.link[patch];
      if (link < 0) continue;
      motion.readPoint(this.at[patch], link, this.middle[patch]);
      motion.writeRows(this.J[patch], linear, 0, stride, link, this.at[patch]);
    }
  }

  /** Moments that were taken about the root's origin, about the middles: n_p = n_o + (o − p) × f. */
  moveForces(): void {
    const { force, size } = this;
    const { xpos } = this.scene.engine.views;
    for (let patch = 0; patch < this.count; patch++) {
      const o = 6 * patch;
      const at = this.at[patch];
      const dx = xpos[3] - at[0];
      const dy = xpos[4] - at[1];
      const dz = xpos[5] - at[2];
      if (size === 3) {
        force[o] += dy * force[o + 2] - dz * force[o + 1];
        continue;
      }
      const fx = force[o + 3];
      const fy = force[o + 4];
      const fz = force[o + 5];
      force[o] += dy * fz - dz * fy;
      force[o + 1] += dz * fx - dx * fz;
      force[o + 2] += dx * fy - dy * fx;
    }
  }

  /** Takes Jᵀf, what the forces do to the freedoms that muscles move, off their torques. */
  takeOff(torque: Float64Array): void {
    const { J, force, size, stride } = this;
    const { start, length, path, lastOf } = this.motion.freedoms;
    for (let patch = 0; patch < this.count; patch++) {
      if (this.link[patch] < 0) continue;
      const end = lastOf[this.link[patch]];
      for (let j = this.scene.links.rootFreedoms; j < length[end]; j++) {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += J[patch][k * stride + j] * force[6 * patch + k];
        torque[path[start[end] + j]] -= sum;
      }
    }
  }
}
