/** The pieces of the soles that push on the ground: one on each ankle's link, one on each link of toes that bend. */
import type { RunningScene } from '../simulation.ts';
import type { LinkMotion } from './link-motion.ts';

export class ContactPatches {
  readonly count: number;
  readonly at: readonly Float64Array[]; // 9 per patch: place, velocity, bias of its middle, world axes
  readonly force: Float64Array; // count×6 force and moment at that place, in the order of the rows
  private readonly link: readonly number[];
  private readonly middle: readonly Float64Array[];
  private readonly J: readonly Float64Array[]; // size×n each
  private readonly scene: RunningScene;
  private readonly motion: LinkMotion;
  private readonly size: number; // 6, planar 3

  /** Patch of a corner: even ones are ankles', odd ones toes'. */
  static patchOf(foot: number, isToes: boolean): number {
    return 2 * foot + (isToes ? 1 : 0);
  }

  constructor(scene: RunningScene, motion: LinkMotion) {
    const { soles, planar, freedoms } = scene.links;
    this.scene = scene;
    this.motion = motion;
    this.size = planar ? 3 : 6;
    this.link = soles.flatMap(({ link, toeLink }) => [link, toeLink === link ? -1 : toeLink]);
    this.middle = soles.flatMap(({ centre, toeCentre }) => [centre, toeCentre]);
    this.count = this.link.length;
    this.at = this.link.map(() => new Float64Array(9));
    this.force = new Float64Array(6 * this.count);
    this.J = this.link.map(() => new Float64Array(this.size * freedoms));
  }

  /** Where the patches are now, how they move, and what moves them. */
  update(): void {
    const { motion, size } = this;
    const n = this.scene.links.freedoms;
    const linear = size === 3 ? 2 : 3;
    for (let patch = 0; patch < this.count; patch++) {
      const link = this.link[patch];
      if (link < 0) continue;
      motion.readPoint(this.at[patch], link, this.middle[patch]);
      motion.writeRows(this.J[patch], 0, linear * n, n, link, this.at[patch]);
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
        force[o + 2] += dy * force[o + 1] - dz * force[o];
        continue;
      }
      const fx = force[o];
      const fy = force[o + 1];
      const fz = force[o + 2];
      force[o + 3] += dy * fz - dz * fy;
      force[o + 4] += dz * fx - dx * fz;
      force[o + 5] += dx * fy - dy * fx;
    }
  }

  /** What the forces do to a freedom: (Jᵀf)ᵢ, taken off `from`. */
  takeOff(from: number, freedom: number): number {
    const { J, force, size } = this;
    const n = this.scene.links.freedoms;
    let rest = from;
    for (let patch = 0; patch < this.count; patch++) {
      if (this.link[patch] < 0) continue;
      for (let k = 0; k < size; k++) rest -= J[patch][k * n + freedom] * force[6 * patch + k];
    }
    return rest;
  }
}
