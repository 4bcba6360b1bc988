/** What is read off the engine about the person after a step: pose, centre of mass, momenta, soles, ground reaction. */
import { GRAVITY } from '../dynamics/wrench.ts';
import { convexHull } from '../math/polygon.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { bumpersOf } from './bumpers.ts';
import { readState, writeStiffJoints } from './coordinates.ts';
import type { Engine } from './engine.ts';
import type { Links } from './links.ts';

/** A sole with a corner this near to the floor touches it, and does so until all of it is farther than LIFTED [m]: a foot without
 *  load that hovers can be stood on at once. */
const TOUCH = 0.003;
const LIFTED = 0.015;
/** Share of the weight that the feet must carry for a centre of pressure to mean something. */
const LEAST_LOAD = 0.05;
const SUPPORT_SMOOTHING = 0.05; // [s]

/** A sole nearer than this to the floor can push on it [m]. */
export const LOADABLE = 0.004;

export class PersonState {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly com = new Float64Array(3);
  readonly comVelocity = new Float64Array(3);
  readonly angularMomentum = new Float64Array(3);
  private readonly rootMomentum = new Float64Array(6); // rows of the root: M q̇
  readonly wrench = new Float64Array(6);
  readonly cop = new Float64Array(2);
  hasCop = false;
  readonly footContact = new Uint8Array(2);
  readonly footHeight = new Float64Array(2); // [m] of the lowest corner of each sole above the floor
  readonly solePoints: readonly [Float64Array, Float64Array]; // count×3 [m] world
  readonly support: Float64Array;
  supportCount = 0;
  readonly supportCentre = new Float64Array(2);
  touchesGround = false;
  private readonly links: Links;
  private readonly engine: Engine;
  private readonly corners: Float64Array;
  private readonly bumpers: ReturnType<typeof bumpersOf>;
  private readonly centre = new Float64Array(2);
  private centreIsKnown = false;

  constructor(links: Links, engine: Engine) {
    const { skeleton } = links.body;
    this.links = links;
    this.engine = engine;
    this.q = new Float64Array(coordinateCount(skeleton));
    this.v = new Float64Array(freedomCount(skeleton));
    writeStiffJoints(this.q, links);
    const [left, right] = links.soles;
    this.solePoints = [new Float64Array(3 * left.count), new Float64Array(3 * right.count)];
    this.corners = new Float64Array(2 * (left.count + right.count));
    this.support = new Float64Array(2 * (left.count + right.count + 1));
    this.bumpers = bumpersOf(links);
  }

  /** Forgets what was smoothed over time. */
  reset(): void {
    this.centreIsKnown = false;
    this.supportCentre.fill(0); // what is left of an earlier run must not be seen, not even in the last bit
    this.cop.fill(0);
    this.wrench.fill(0);
    this.hasCop = false;
    this.footContact.fill(0);
    this.floorHeight = 0;
  }

  /** Reads positions and velocities; `floorAt` tells how high the floor is below a point. */
  readMotion(dt: number, floorAt: (x: number, z: number) => number): void {
    const { qpos, qvel, xpos, xmat } = this.engine.views;
    readState(this.q, this.v, this.links, qpos, qvel);
    for (let foot = 0; foot < 2; foot++) this.placeSole(foot, xpos, xmat, floorAt);
    this.findSupport(dt);
    this.touchesGround = this.isDown(xpos, xmat, floorAt);
  }

  private placeSole(
    foot: number,
    xpos: Float64Array,
    xmat: Float64Array,
    floorAt: (x: number, z: number) => number,
  ): void {
    const sole = this.links.soles[foot];
    const world = this.solePoints[foot];
    let lowest = Infinity;
    for (let i = 0; i < 3 * sole.count; i += 3) {
      const p = 3 * (sole.links[i / 3] + 1);
      const m = 3 * p;
      const x = sole.points[i];
      const y = sole.points[i + 1];
      const z = sole.points[i + 2];
      for (let k = 0; k < 3; k++) {
        world[i + k] = xpos[p + k] + xmat[m + 3 * k] * x + xmat[m + 3 * k + 1] * y + xmat[m + 3 * k + 2] * z;
      }
      lowest = Math.min(lowest, world[i + 1] - floorAt(world[i], world[i + 2]));
    }
    this.footHeight[foot] = lowest;
    this.footContact[foot] = lowest < (this.footContact[foot] ? LIFTED : TOUCH) ? 1 : 0;
  }

  /** The hull of both soles that touch, and its centroid. */
  private findSupport(dt: number): void {
    let count = 0;
    for (let foot = 0; foot < 2; foot++) {
      if (this.footContact[foot] === 0) continue;
      const world = this.solePoints[foot];
      for (let i = 0; i < world.length; i += 3) {
        this.corners[2 * count] = this.links.planar ? 0 : world[i];
        this.corners[2 * count + 1] = world[i + 2];
        count++;
      }
    }
    this.supportCount = convexHull(this.support, 0, this.corners, count);
    if (count === 0) return;
    centroid(this.centre, this.support, this.supportCount);
    const share = this.centreIsKnown ? 1 - Math.exp(-dt / SUPPORT_SMOOTHING) : 1;
    for (let k = 0; k < 2; k++) this.supportCentre[k] += share * (this.centre[k] - this.supportCentre[k]);
    this.centreIsKnown = true;
  }

  private isDown(xpos: Float64Array, xmat: Float64Array, floorAt: (x: number, z: number) => number): boolean {
    const { bumpers } = this;
    for (let i = 0; i < bumpers.length; i++) {
      const { link, centre, radius } = bumpers[i];
      const p = 3 * (link + 1);
      const m = 9 * (link + 1);
      const height = xpos[p + 1] + xmat[m + 3] * centre[0] + xmat[m + 4] * centre[1] + xmat[m + 5] * centre[2];
      if (height - radius < floorAt(xpos[p], xpos[p + 2])) return true;
    }
    return false;
  }

  /** Centre of mass and momenta from the root rows of the mass matrix: the freedoms of the root move the whole body. */
  readMomentum(mass: Float64Array, stride: number): void {
    const { qvel, subtree_com: centre, xpos, xmat } = this.engine.views;
    const { planar, freedoms, body } = this.links;
    const { com, comVelocity, angularMomentum: spin, rootMomentum: row } = this;
    for (let r = 0; r < (planar ? 3 : 6); r++) {
      let sum = 0;
      for (let j = 0; j < freedoms; j++) sum += mass[r * stride + j] * qvel[j];
      row[r] = sum;
    }
    for (let k = 0; k < 3; k++) com[k] = centre[3 + k];
    const dx = com[0] - xpos[3];
    const dy = com[1] - xpos[4];
    const dz = com[2] - xpos[5];
    if (planar) {
      comVelocity[0] = 0;
      comVelocity[1] = row[0] / body.totalMass;
      comVelocity[2] = row[1] / body.totalMass;
      spin[0] = row[2] - body.totalMass * (dy * comVelocity[2] - dz * comVelocity[1]);
      return;
    }
    for (let k = 0; k < 3; k++) comVelocity[k] = row[k] / body.totalMass;
    const a = row[3];
    const b = row[4];
    const c = row[5];
    const vx = comVelocity[0];
    const vy = comVelocity[1];
    const vz = comVelocity[2];
    const m = body.totalMass;
    // about the root's origin in the root's axes → about the CoM in the world's
    spin[0] = xmat[9] * a + xmat[10] * b + xmat[11] * c - m * (dy * vz - dz * vy);
    spin[1] = xmat[12] * a + xmat[13] * b + xmat[14] * c - m * (dz * vx - dx * vz);
    spin[2] = xmat[15] * a + xmat[16] * b + xmat[17] * c - m * (dx * vy - dy * vx);
  }

  /** Force and moment of the ground on the feet, from the last step. With `perBody`, from the engine's sums per body (needed
   *  when hands touch something too); else from the root's rows of the constraint forces, which cost nothing. */
  readWrench(perBody: boolean): void {
    if (perBody) this.sumFeet();
    else this.rootWrench();
    const { wrench, cop } = this;
    const fy = wrench[1];
    this.hasCop = fy > LEAST_LOAD * this.links.body.totalMass * GRAVITY;
    if (!this.hasCop) return;
    // where the horizontal moment vanishes, at the height of the floor under the feet
    const height = this.floorHeight;
    cop[0] = this.links.planar ? 0 : (wrench[5] + height * wrench[0]) / fy;
    cop[1] = (height * wrench[2] - wrench[3]) / fy;
  }

  floorHeight = 0; // [m] under the feet

  private rootWrench(): void {
    const { qfrc_constraint: f, xpos, xmat } = this.engine.views;
    const { wrench } = this;
    if (this.links.planar) {
      wrench[0] = 0;
      wrench[1] = f[0];
      wrench[2] = f[1];
      wrench[3] = f[2];
      wrench[4] = 0;
      wrench[5] = 0;
    } else {
      for (let k = 0; k < 3; k++) {
        wrench[k] = f[k];
        wrench[3 + k] = xmat[9 + 3 * k] * f[3] + xmat[10 + 3 * k] * f[4] + xmat[11 + 3 * k] * f[5];
      }
    }
    this.moveToOrigin(xpos[3], xpos[4], xpos[5]);
  }

  private sumFeet(): void {
    const { subtree_com: centre } = this.engine.views;
    this.wrench.fill(0);
    for (const { link, toeLink } of this.links.soles) {
      this.addFoot(link);
      if (toeLink !== link) this.addFoot(toeLink);
    }
    // the engine's moments are about the centre of mass of the whole tree
    this.moveToOrigin(centre[3], centre[4], centre[5]);
  }

  private addFoot(link: number): void {
    const { cfrc_ext: external } = this.engine.views;
    const { wrench } = this;
    const o = 6 * (link + 1);
    for (let k = 0; k < 3; k++) {
      wrench[k] += external[o + 3 + k];
      wrench[3 + k] += external[o + k];
    }
  }

  /** The moment, known about (x, y, z), about the world's origin. */
  private moveToOrigin(x: number, y: number, z: number): void {
    const { wrench } = this;
    wrench[3] += y * wrench[2] - z * wrench[1];
    wrench[4] += z * wrench[0] - x * wrench[2];
    wrench[5] += x * wrench[1] - y * wrench[0];
  }

  /** What was smoothed over time, for save and restore. */
  save(out: Float64Array, o: number): void {
    out[o] = this.supportCentre[0];
    out[o + 1] = this.supportCentre[1];
    out[o + 2] = this.centreIsKnown ? 1 : 0;
    out[o + 7] = this.hasCop ? 1 : 0;
    out[o + 3] = this.cop[0];
    out[o + 4] = this.cop[1];
    out[o + 5] = this.footContact[0];
    out[o + 6] = this.footContact[1];
    out[o + 8] = this.floorHeight;
  }

  restore(state: Float64Array, o: number): void {
    this.supportCentre[0] = state[o];
    this.supportCentre[1] = state[o + 1];
    this.centreIsKnown = state[o + 2] === 1;
    this.hasCop = state[o + 7] === 1;
    this.cop[0] = state[o + 3];
    this.cop[1] = state[o + 4];
    this.footContact[0] = state[o + 5];
    this.footContact[1] = state[o + 6];
    this.floorHeight = state[o + 8];
  }
}

/** Numbers that PersonState keeps between steps. */
export const PERSON_STATE_SIZE = 9;

/** Centroid of a convex polygon; of its points where it has no area. */
function centroid(out: Float64Array, polygon: Float64Array, count: number): void {
  let area = 0;
  let x = 0;
  let z = 0;
  let sx = 0;
  let sz = 0;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const part = polygon[2 * i] * polygon[2 * j + 1] - polygon[2 * j] * polygon[2 * i + 1];
    area += part;
    x += part * (polygon[2 * i] + polygon[2 * j]);
    z += part * (polygon[2 * i + 1] + polygon[2 * j + 1]);
    sx += polygon[2 * i];
    sz += polygon[2 * i + 1];
  }
  if (Math.abs(area) < 1e-6) {
    out[0] = sx / count;
    out[1] = sz / count;
    return;
  }
  out[0] = x / (3 * area);
  out[1] = z / (3 * area);
}
