/** Velocities of the links, accelerations that they have without any joint accelerating, and Jacobian rows. World axes. */
import type { Engine } from '../engine.ts';
import { freedomOf, type Links } from '../links.ts';
import { createLinkFreedoms, type LinkFreedoms } from './link-freedoms.ts';

export class LinkMotion {
  readonly spin: Float64Array; // count×3 [rad/s]
  readonly velocity: Float64Array; // count×3 [m/s] of the origins
  readonly spinBias: Float64Array; // count×3 [rad/s²]
  readonly bias: Float64Array; // count×3 [m/s²] of the origins
  readonly freedoms: LinkFreedoms;
  private readonly links: Links;
  private readonly engine: Engine;

  constructor(links: Links, engine: Engine) {
    this.links = links;
    this.engine = engine;
    this.freedoms = createLinkFreedoms(links);
    this.spin = new Float64Array(3 * links.count);
    this.velocity = new Float64Array(3 * links.count);
    this.spinBias = new Float64Array(3 * links.count);
    this.bias = new Float64Array(3 * links.count);
  }

  /** Reads the present state: parents first. */
  update(): void {
    const { links, spin, velocity, spinBias, bias } = this;
    const { qvel, xpos, xmat } = this.engine.views;
    for (let link = 0; link < links.count; link++) {
      const o = 3 * link;
      const p = 3 * links.parent[link];
      const m = 9 * (link + 1);
      const f = freedomOf(links, link);
      // own turn relative to the parent, world axes
      let wx = 0;
      let wy = 0;
      let wz = 0;
      if (links.planar) wx = qvel[f + (link === 0 ? 2 : 0)];
      else {
        const a = f + (link === 0 ? 3 : 0);
        wx = xmat[m] * qvel[a] + xmat[m + 1] * qvel[a + 1] + xmat[m + 2] * qvel[a + 2];
        wy = xmat[m + 3] * qvel[a] + xmat[m + 4] * qvel[a + 1] + xmat[m + 5] * qvel[a + 2];
        wz = xmat[m + 6] * qvel[a] + xmat[m + 7] * qvel[a + 1] + xmat[m + 8] * qvel[a + 2];
      }
      if (link === 0) {
        spin[0] = wx;
        spin[1] = wy;
        spin[2] = wz;
        velocity[0] = links.planar ? 0 : qvel[0];
        velocity[1] = links.planar ? qvel[0] : qvel[1];
        velocity[2] = links.planar ? qvel[1] : qvel[2];
        continue;
      }
      const px = spin[p];
      const py = spin[p + 1];
      const pz = spin[p + 2];
      const ax = spinBias[p];
      const ay = spinBias[p + 1];
      const az = spinBias[p + 2];
      const e = 3 * (link + 1);
      const b = 3 * (links.parent[link] + 1);
      const dx = xpos[e] - xpos[b];
      const dy = xpos[e + 1] - xpos[b + 1];
      const dz = xpos[e + 2] - xpos[b + 2];
      const ux = py * dz - pz * dy;
      const uy = pz * dx - px * dz;
      const uz = px * dy - py * dx;
      velocity[o] = velocity[p] + ux;
      velocity[o + 1] = velocity[p + 1] + uy;
      velocity[o + 2] = velocity[p + 2] + uz;
      bias[o] = bias[p] + ay * dz - az * dy + py * uz - pz * uy;
      bias[o + 1] = bias[p + 1] + az * dx - ax * dz + pz * ux - px * uz;
      bias[o + 2] = bias[p + 2] + ax * dy - ay * dx + px * uy - py * ux;
      spinBias[o] = ax + py * wz - pz * wy;
      spinBias[o + 1] = ay + pz * wx - px * wz;
      spinBias[o + 2] = az + px * wy - py * wx;
      spin[o] = px + wx;
      spin[o + 1] = py + wy;
      spin[o + 2] = pz + wz;
    }
  }

  /** World point (3), its velocity (3) and bias acceleration (3) of a point fixed to a link. */
  readPoint(out: Float64Array, link: number, point: Float64Array): void {
    const { xpos, xmat } = this.engine.views;
    const { spin, velocity, spinBias, bias } = this;
    const m = 9 * (link + 1);
    const o = 3 * link;
    const dx = xmat[m] * point[0] + xmat[m + 1] * point[1] + xmat[m + 2] * point[2];
    const dy = xmat[m + 3] * point[0] + xmat[m + 4] * point[1] + xmat[m + 5] * point[2];
    const dz = xmat[m + 6] * point[0] + xmat[m + 7] * point[1] + xmat[m + 8] * point[2];
    const wx = spin[o];
    const wy = spin[o + 1];
    const wz = spin[o + 2];
    const ax = spinBias[o];
    const ay = spinBias[o + 1];
    const az = spinBias[o + 2];
    const ux = wy * dz - wz * dy;
    const uy = wz * dx - wx * dz;
    const uz = wx * dy - wy * dx;
    out[0] = xpos[o + 3] + dx;
    out[1] = xpos[o + 4] + dy;
    out[2] = xpos[o + 5] + dz;
    out[3] = velocity[o] + ux;
    out[4] = velocity[o + 1] + uy;
    out[5] = velocity[o + 2] + uz;
    out[6] = bias[o] + ay * dz - az * dy + wy * uz - wz * uy;
    out[7] = bias[o + 1] + az * dx - ax * dz + wz * ux - wx * uz;
    out[8] = bias[o + 2] + ax * dy - ay * dx + wx * uy - wy * ux;
  }

  /** Rows of the Jacobian of a world point of a link, along the path from the root to the link: `linear` (y, z in the plane; x, y, z in
   *  space) and `angular` (x; x, y, z) are where the rows start in E, `stride` apart. Negative: not wanted. */
  writeRows(E: Float64Array, linear: number, angular: number, stride: number, link: number, at: Float64Array): void {
    const { links, freedoms } = this;
    const { xpos, xmat } = this.engine.views;
    const shifts = links.planar ? 2 : 3; // freedoms of the root that shift it
    for (let row = 0; row < shifts; row++) {
      for (let k = 0; k < shifts; k++) if (linear >= 0) E[linear + row * stride + k] = k === row ? 1 : 0;
    }
    const turns = links.planar ? 1 : 3;
    for (let row = 0; row < turns; row++) {
      for (let k = 0; k < shifts; k++) if (angular >= 0) E[angular + row * stride + k] = 0;
    }
    for (let l = link; l >= 0; l = links.parent[l]) {
      const c = l === 0 ? shifts : freedoms.along[l];
      const o = 3 * (l + 1);
      const dx = at[0] - xpos[o];
      const dy = at[1] - xpos[o + 1];
      const dz = at[2] - xpos[o + 2];
      if (links.planar) {
        if (linear >= 0) {
          E[linear + c] = -dz;
          E[linear + stride + c] = dy;
        }
        if (angular >= 0) E[angular + c] = 1;
        continue;
      }
      const m = 9 * (l + 1);
      for (let k = 0; k < 3; k++) {
        const ax = xmat[m + k];
        const ay = xmat[m + 3 + k];
        const az = xmat[m + 6 + k];
        if (linear >= 0) {
          E[linear + c + k] = ay * dz - az * dy;
          E[linear + stride + c + k] = az * dx - ax * dz;
          E[linear + 2 * stride + c + k] = ax * dy - ay * dx;
        }
        if (angular >= 0) {
          E[angular + c + k] = ax;
          E[angular + stride + c + k] = ay;
          E[angular + 2 * stride + c + k] = az;
        }
      }
    }
  }
}
