/** The force of the ground: where and in which directions the soles can push, and what force is wished for. */
import { EDGES, writeGenerators } from '../../control/cone.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { length2 } from '../../math/length2.ts';
import { ConeForce } from '../../optim/cone-force.ts';
import { LOADABLE } from '../person-state.ts';
import type { RunningScene } from '../simulation.ts';
import type { ControllerGains } from '../types.ts';
import { ContactPatches } from './contact-patches.ts';
import type { CopGoal } from './cop-goal.ts';
import { type SupportChoice, TIPPED } from './support-choice.ts';

const YAW_DAMPING = 5; // [1/s]
/** Price of force, against squares of m/s². */
const FORCE_PRICE = 2e-6;
/** Mode 'paper' believes in whole soles, whatever happens. With an edge this high [m] it has lost: from then on only corners that
 *  touch push, goals of momentum count this little, and it falls as it stands. */
const LOST_HEIGHT = 0.05;
const LOST = 0.02;
const FLAT_AGAIN = 0.5; // [s]

export class GroundForce {
  readonly problem: ConeForce;
  readonly patches: ContactPatches;
  readonly loads = new Uint8Array(2); // feet that can push
  /** Mode 'paper' only: since when [s] a sole has stood on its edge beyond return; Infinity while all is well. It is forgotten when
   *  the soles have lain flat for a while. */
  lostAt = Infinity;
  readonly size: number; // of the wrench: 6, planar 3
  private readonly scene: RunningScene;
  private readonly gains: ControllerGains;
  private readonly paper: boolean;
  private readonly patchOf: Uint8Array; // of each corner: left sole, then right
  private readonly points: Float64Array; // corners×3, where they push
  private readonly normals: Float64Array; // corners×3
  private readonly firmness: Float64Array; // corners: 1 can push, 0 cannot
  private readonly rank: Int32Array; // corners×EDGES
  private readonly origin = new Float64Array(3); // of the root: moments are about it
  private readonly goalRow: Float64Array; // size×size: what each goal says of the wrench
  private readonly goalTarget: Float64Array;
  private readonly goalWeight: Float64Array;

  constructor(scene: RunningScene, patches: ContactPatches, gains: ControllerGains, paper: boolean) {
    const { links } = scene;
    this.scene = scene;
    this.patches = patches;
    this.gains = gains;
    this.paper = paper;
    this.size = links.planar ? 3 : 6;
    const corners = links.soles[0].count + links.soles[1].count;
    this.problem = new ConeForce(this.size, corners * (links.planar ? 2 : EDGES), FORCE_PRICE);
    this.patchOf = Uint8Array.from(
      links.soles.flatMap(({ links: owners, toeLink, link }, foot) =>
        Array.from(owners, (owner) => ContactPatches.patchOf(foot, toeLink !== link && owner === toeLink)),
      ),
    );
    this.points = new Float64Array(3 * corners);
    this.normals = Float64Array.from({ length: 3 * corners }, (_, i) => (i % 3 === 1 ? 1 : 0));
    this.firmness = new Float64Array(corners);
    this.rank = new Int32Array(EDGES * corners);
    this.goalRow = new Float64Array(this.size * this.size);
    this.goalTarget = new Float64Array(this.size);
    this.goalWeight = new Float64Array(this.size);
  }

  /** Equality only: forces of either sign at all corners of the soles. */
  get believesInSoles(): boolean {
    return this.paper && this.lostAt === Infinity;
  }

  private noticeLoss(stance: Uint8Array): void {
    if (!this.paper) return;
    const { person, time } = this.scene;
    let highest = 0;
    for (let foot = 0; foot < 2; foot++) {
      if (!stance[foot]) continue;
      const points = person.solePoints[foot];
      for (let i = 1; i < points.length; i += 3) highest = Math.max(highest, points[i] - person.floorHeight);
    }
    if (highest > LOST_HEIGHT || (this.lostAt < Infinity && highest > TIPPED)) this.lostAt = time;
    else if (time > this.lostAt + FLAT_AGAIN) this.lostAt = Infinity;
  }

  /** Edges of the friction pyramids at the corners of the soles, drawn in by the margin; moments about the root's origin. */
  buildGenerators(support: SupportChoice): void {
    const { scene, points, firmness, origin } = this;
    const { links, engine, person } = scene;
    const { copMargin, friction } = this.gains;
    const { stance } = support;
    this.noticeLoss(stance);
    firmness.fill(0);
    let at = 0;
    for (let foot = 0; foot < 2; foot++) {
      this.loads[foot] = stance[foot] && person.footHeight[foot] < LOADABLE ? 1 : 0;
      const corners = person.solePoints[foot];
      const centre = this.loads[foot] ? support.middleOf(foot, this.patches) : corners;
      for (let i = 0; i < corners.length; i += 3, at++) {
        if (!this.loads[foot] || (!this.believesInSoles && !support.carriesAt(foot, i / 3))) continue;
        const x = corners[i] - centre[0];
        const z = corners[i + 2] - centre[2];
        const reach = links.planar ? Math.abs(z) : length2(x, z);
        const inward = Math.max(0, 1 - copMargin / reach);
        points[3 * at] = centre[0] + inward * x;
        points[3 * at + 1] = person.floorHeight;
        points[3 * at + 2] = centre[2] + inward * z;
        firmness[at] = 1;
      }
    }
    for (let k = 0; k < 3; k++) origin[k] = engine.views.xpos[3 + k];
    writeGenerators(this.problem, this.rank, points, this.normals, firmness, origin, friction);
  }

  /** Adds the goals of momentum and centre of pressure to what the wrench costs the posture. */
  addGoals(wish: Float64Array, cop: CopGoal): void {
    const { problem: wrench, size, goalRow: row, goalTarget: target, goalWeight: weight } = this;
    this.weighGoals(cop);
    if (this.scene.links.planar) this.aimInPlane(wish, cop);
    else this.aimInSpace(wish, cop);
    // weight · (row · w − target)² / 2 of every goal
    for (let o = 0; o < size; o++) {
      for (let i = 0; i < size; i++) {
        wrench.g[i] -= weight[o] * target[o] * row[o * size + i];
        for (let j = 0; j < size; j++) wrench.H[i * size + j] += weight[o] * row[o * size + i] * row[o * size + j];
      }
    }
  }

  /** Weights of the goals, in the order of the wrench: moment, then force. */
  private weighGoals(cop: CopGoal): void {
    const { scene, gains, goalWeight: weight } = this;
    const m = scene.links.body.totalMass;
    const scale = 1 / (m * m);
    const lost = this.lostAt < Infinity ? LOST : Math.max(LOST, cop.hope);
    const angular = lost * gains.angularWeight * scale * cop.trust;
    const linear = lost * gains.linearWeight * scale;
    const vertical = gains.verticalWeight * scale;
    if (scene.links.planar) {
      weight[0] = angular;
      weight[1] = vertical;
      weight[2] = linear;
      return;
    }
    for (let k = 0; k < 3; k++) {
      weight[k] = k === 1 ? gains.angularWeight * scale : angular;
      weight[3 + k] = k === 1 ? vertical : linear;
    }
  }

  /** Moment about the centre of pressure, force up and forward. */
  private aimInPlane(wish: Float64Array, cop: CopGoal): void {
    const { scene, goalRow: row, goalTarget: target, origin } = this;
    const m = scene.links.body.totalMass;
    target[0] = cop.moment[0];
    row[0] = 1;
    row[1] = cop.point[1] - origin[2];
    row[2] = origin[1] - scene.person.floorHeight;
    target[1] = m * (wish[1] + GRAVITY);
    row[4] = 1;
    target[2] = m * wish[2];
    row[8] = 1;
  }

  /** Moments about x and z through the centre of pressure and about the vertical through the CoM; force. */
  private aimInSpace(wish: Float64Array, cop: CopGoal): void {
    const { scene, goalRow: row, goalTarget: target, origin } = this;
    const { com, angularMomentum } = scene;
    const m = scene.links.body.totalMass;
    const height = origin[1] - scene.person.floorHeight;
    target[0] = cop.moment[0];
    row[0] = 1;
    row[4] = cop.point[1] - origin[2];
    row[5] = height;
    target[1] = -YAW_DAMPING * angularMomentum[1];
    row[7] = 1;
    row[9] = origin[2] - com[2];
    row[11] = com[0] - origin[0];
    target[2] = cop.moment[1];
    row[14] = 1;
    row[15] = -height;
    row[16] = origin[0] - cop.point[0];
    for (let k = 0; k < 3; k++) {
      target[3 + k] = k === 1 ? m * (wish[1] + GRAVITY) : m * wish[k];
      row[7 * (3 + k)] = 1;
    }
  }

  /** Moment and force on each patch at its middle, in the order of the wrench. */
  readFootForces(): void {
    const { problem: wrench, patches, size, rank, patchOf } = this;
    patches.force.fill(0);
    for (let k = 0; k < rank.length; k++) {
      const c = rank[k];
      if (c < 0) continue;
      const o = 6 * patchOf[Math.floor(k / EDGES)];
      for (let i = 0; i < size; i++) patches.force[o + i] += wrench.force[c] * wrench.W[c * size + i];
    }
    patches.moveForces();
  }
}
