/** Joints at the end of their range and muscles at their limit, held there by rows of their own. */
import type { AccelerationProblem } from '../../control/acceleration-problem.ts';
import type { JointRanges } from '../joint-ranges.ts';
import { freedomOf } from '../links.ts';
import type { RunningScene } from '../simulation.ts';
import type { ControllerGains } from '../types.ts';
import type { LinkFreedoms } from './link-freedoms.ts';

/** Room for this many rows. */
export const LIMIT_ROWS = 24;
/** 1/w of the rows: firm, but bows to the soles. */
const HELD = 1e-6;
/** The same of muscles: where several are at their limit at once, the rest of the body is not thrown about for the last newton metre. */
const TIRED = 1e-4;

export class LimitRows {
  readonly torqueLimit: Float64Array; // per freedom [N·m]
  private readonly bounds: JointRanges;
  private readonly held: Int8Array; // per bound: −1 at the lower end, 1 at the upper
  private readonly tired: Int8Array; // per freedom: the sign of the torque limit that it is held at
  private readonly leg: Int8Array; // per freedom: the foot at the end of its leg, −1 for the rest
  private readonly linkOf: Int32Array; // per freedom
  private readonly torques: boolean;
  private readonly scene: RunningScene;

  /** `torques`: whether muscles at their limit get rows too; else they are only cut off. */
  constructor(scene: RunningScene, gains: ControllerGains, torques: boolean) {
    this.torques = torques;
    const { links } = scene;
    this.scene = scene;
    this.bounds = scene.ranges;
    this.held = new Int8Array(this.bounds.count);
    this.tired = new Int8Array(links.freedoms);
    this.torqueLimit = torqueLimits(scene, gains);
    this.leg = legsOf(scene);
    this.linkOf = linksOf(scene);
  }

  /** Nothing is at its limit yet. */
  begin(): void {
    this.held.fill(0);
    this.tired.fill(0);
  }

  /** Notes joints and muscles that the last solution drives beyond their limits; false when there are no new ones. */
  find({ x }: AccelerationProblem<LinkFreedoms>, torque: Float64Array): boolean {
    const { bounds, held, tired, torqueLimit } = this;
    let found = false;
    for (let i = 0; i < bounds.count; i++) {
      if (held[i] !== 0) continue;
      const value = bounds.valueOf(x, i);
      if (value < bounds.lower[i] - 1e-3) held[i] = -1;
      else if (value > bounds.upper[i] + 1e-3) held[i] = 1;
      if (held[i] !== 0) found = true;
    }
    for (let i = this.scene.links.rootFreedoms; this.torques && i < torque.length; i++) {
      if (tired[i] !== 0 || Math.abs(torque[i]) <= torqueLimit[i] + 1e-6) continue;
      tired[i] = torque[i] > 0 ? 1 : -1;
      found = true;
    }
    return found;
  }

  /** Rows that hold what is at its limit there. `torque` is that of the last solution. */
  add(problem: AccelerationProblem<LinkFreedoms>, torque: Float64Array, stance: Uint8Array): void {
    const { bounds, held, tired, torqueLimit } = this;
    const most = problem.count + LIMIT_ROWS;
    for (let i = 0; i < held.length && problem.count < most; i++) {
      if (held[i] !== 0) this.addRange(problem, i, held[i] < 0 ? bounds.lower[i] : bounds.upper[i]);
    }
    for (let i = 0; i < tired.length && problem.count < most; i++) {
      if (tired[i] === 0) continue;
      const start = problem.startWholeRow();
      this.writeTorque(problem.E, start, i, stance);
      let sum = tired[i] * torqueLimit[i] - torque[i];
      for (let j = 0; j < tired.length; j++) sum += problem.E[start + j] * problem.x[j];
      problem.finishRow(sum, TIRED);
    }
  }

  private addRange(problem: AccelerationProblem<LinkFreedoms>, bound: number, target: number): void {
    const { link } = this.bounds.bounds[bound];
    const { lastOf, along } = problem.freedoms;
    const start = problem.startRow(lastOf[link]);
    problem.E.fill(0, start, start + along[link]);
    this.bounds.writeRow(problem.E, start + along[link], bound);
    problem.finishRow(target, HELD);
  }

  /** How the torque of a freedom changes with accelerations. Of a leg that carries it is what turns the whole body above the joint
   *  against the ground: the wrench on the root, moved to the joint; two legs share it alike. */
  private writeTorque(E: Float64Array, start: number, freedom: number, stance: Uint8Array): void {
    const { scene, leg, linkOf } = this;
    const { links, engine } = scene;
    const { mass, nv } = engine;
    const n = links.freedoms;
    for (let j = 0; j < n; j++) E[start + j] = mass[freedom * nv + j];
    if (leg[freedom] < 0 || !stance[leg[freedom]]) return;
    const share = 1 / (stance[0] + stance[1]);
    const { xpos, xmat } = engine.views;
    const link = linkOf[freedom];
    const [p, m] = [3 * (link + 1), 9 * (link + 1)];
    const [dx, dy, dz] = [xpos[3] - xpos[p], xpos[4] - xpos[p + 1], xpos[5] - xpos[p + 2]];
    if (links.planar) {
      for (let j = 0; j < n; j++) E[start + j] -= share * (dy * mass[nv + j] - dz * mass[j] + mass[2 * nv + j]);
      return;
    }
    const k = freedom - freedomOf(links, link);
    const [ax, ay, az] = [xmat[m + k], xmat[m + 3 + k], xmat[m + 6 + k]];
    const [vx, vy, vz] = [ay * dz - az * dy, az * dx - ax * dz, ax * dy - ay * dx];
    for (let j = 0; j < n; j++) {
      let sum = vx * mass[j] + vy * mass[nv + j] + vz * mass[2 * nv + j];
      for (let c = 0; c < 3; c++) {
        sum += (ax * xmat[9 + c] + ay * xmat[12 + c] + az * xmat[15 + c]) * mass[(3 + c) * nv + j];
      }
      E[start + j] -= share * sum;
    }
  }
}

/** Per freedom the foot at the end of its leg: 0 left, 1 right, −1 for what is no leg. */
function legsOf({ links }: RunningScene): Int8Array {
  const out = new Int8Array(links.freedoms).fill(-1);
  links.soles.forEach((sole, foot) => {
    for (let link = sole.toeLink; link > 0; link = links.parent[link]) {
      const first = freedomOf(links, link);
      out.fill(foot, first, first + (links.planar ? 1 : 3));
    }
  });
  return out;
}

/** The link that each freedom moves. */
function linksOf({ links }: RunningScene): Int32Array {
  const out = new Int32Array(links.freedoms);
  for (let link = 1; link < links.count; link++) {
    const first = freedomOf(links, link);
    out.fill(link, first, first + (links.planar ? 1 : 3));
  }
  return out;
}

/** Limits per freedom [N·m], for the mass of this body. */
function torqueLimits({ links }: RunningScene, gains: ControllerGains): Float64Array {
  const out = new Float64Array(links.freedoms).fill(Infinity);
  const scale = links.body.totalMass / 70;
  for (let link = 1; link < links.count; link++) {
    const f = freedomOf(links, link);
    for (let k = 0; k < (links.planar ? 1 : 3); k++) out[f + k] = scale * gains.torqueLimits[links.part[link]];
  }
  return out;
}
