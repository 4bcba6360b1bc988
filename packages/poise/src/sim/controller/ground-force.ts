/** The force of the ground: where and in which directions the soles can push, and what force is wished for. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { length2 } from '../../math/length2.ts';
import { ConeForce } from '../../optim/cone-force.ts';
import { LOADABLE } from '../person-state.ts';
import type { RunningScene } from '../simulation.ts';
import type { ControllerGains } from '../types.ts';
import { ContactPatches } from './contact-patches.ts';
import type { CopGoal } from './cop-goal.ts';
import type { RowProblem } from './row-problem.ts';
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
  private readonly owner: Uint8Array; // the patch of each generator
  private readonly S: Float64Array;
  private readonly d: Float64Array;
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
    this.problem = new ConeForce(this.size, corners * (links.planar ? 2 : 4), FORCE_PRICE);
    this.owner = new Uint8Array(this.problem.most);
    this.S = new Float64Array(this.size * this.size);
    this.d = new Float64Array(this.size);
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
    const { problem: wrench, scene, size } = this;
    const { links, engine } = scene;
    const { xpos } = engine.views;
    const { friction, copMargin } = this.gains;
    wrench.count = 0;
    const { stance } = support;
    this.noticeLoss(stance);
    for (let foot = 0; foot < 2; foot++) {
      this.loads[foot] = stance[foot] && scene.person.footHeight[foot] < LOADABLE ? 1 : 0;
      if (!this.loads[foot]) continue;
      const points = scene.person.solePoints[foot];
      const { links: owners, toeLink, link } = links.soles[foot];
      const centre = support.middleOf(foot, this.patches);
      for (let i = 0; i < points.length; i += 3) {
        if (!this.believesInSoles && !support.carriesAt(foot, i / 3)) continue;
        let x = points[i] - centre[0];
        let z = points[i + 2] - centre[2];
        const reach = links.planar ? Math.abs(z) : length2(x, z);
        const inward = Math.max(0, 1 - copMargin / reach);
        x = centre[0] + inward * x - xpos[3];
        z = centre[2] + inward * z - xpos[5];
        const y = scene.person.floorHeight - xpos[4];
        for (let edge = 0; edge < (links.planar ? 2 : 4); edge++) {
          this.owner[wrench.count] = ContactPatches.patchOf(foot, toeLink !== link && owners[i / 3] === toeLink);
          const o = wrench.count++ * size;
          const sign = edge % 2 === 0 ? friction : -friction;
          if (links.planar) {
            wrench.W[o] = 1;
            wrench.W[o + 1] = sign;
            wrench.W[o + 2] = y * sign - z;
            continue;
          }
          const fx = edge < 2 ? sign : 0;
          const fz = edge < 2 ? 0 : sign;
          wrench.W[o] = fx;
          wrench.W[o + 1] = 1;
          wrench.W[o + 2] = fz;
          wrench.W[o + 3] = y * fz - z;
          wrench.W[o + 4] = z * fx - x * fz;
          wrench.W[o + 5] = x - y * fx;
        }
      }
    }
  }

  /** H and g of the wrench: what it costs the posture, and the goals of momentum and centre of pressure. */
  buildGoal(rows: RowProblem, wish: Float64Array, cop: CopGoal): void {
    const { problem: wrench, size, S, d } = this;
    rows.readWrenchCost(S, d, size);
    invertInto(wrench.H, S, size);
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += wrench.H[i * size + j] * d[j];
      wrench.g[i] = sum;
    }
    this.weighGoals(cop);
    if (this.scene.links.planar) this.aimInPlane(wish, cop);
    else this.aimInSpace(wish, cop);
    this.addGoals();
  }

  /** Weights of the goals, in the order of the wrench: force, then moment. */
  private weighGoals(cop: CopGoal): void {
    const { scene, gains, goalWeight: weight } = this;
    const m = scene.links.body.totalMass;
    const scale = 1 / (m * m);
    const lost = this.lostAt < Infinity ? LOST : Math.max(LOST, cop.hope);
    const angular = lost * gains.angularWeight * scale * cop.trust;
    const linear = lost * gains.linearWeight * scale;
    const vertical = gains.verticalWeight * scale;
    if (scene.links.planar) {
      weight[0] = vertical;
      weight[1] = linear;
      weight[2] = angular;
      return;
    }
    for (let k = 0; k < 3; k++) weight[k] = k === 1 ? vertical : linear;
    weight[3] = angular;
    weight[4] = angular;
    weight[5] = gains.angularWeight * scale;
  }

  /** Force up and forward, moment about the centre of pressure. */
  private aimInPlane(wish: Float64Array, cop: CopGoal): void {
    const { scene, goalRow: row, goalTarget: target } = this;
    const { xpos } = scene.engine.views;
    const m = scene.links.body.totalMass;
    target[0] = m * (wish[1] + GRAVITY);
    target[1] = m * wish[2];
    target[2] = cop.moment[0];
    row[0] = 1;
    row[4] = 1;
    row[6] = cop.point[1] - xpos[5];
    row[7] = xpos[4] - scene.person.floorHeight;
    row[8] = 1;
  }

  /** Force, moments about the centre of pressure forward and to the side, and about the vertical through the CoM. */
  private aimInSpace(wish: Float64Array, cop: CopGoal): void {
    const { scene, goalRow: row, goalTarget: target } = this;
    const { com, angularMomentum, engine } = scene;
    const { xpos } = engine.views;
    const m = scene.links.body.totalMass;
    const height = xpos[4] - scene.person.floorHeight;
    for (let k = 0; k < 3; k++) {
      target[k] = k === 1 ? m * (wish[1] + GRAVITY) : m * wish[k];
      row[7 * k] = 1;
    }
    target[3] = cop.moment[0];
    row[19] = cop.point[1] - xpos[5];
    row[20] = height;
    row[21] = 1;
    target[4] = cop.moment[1];
    row[24] = -height;
    row[25] = xpos[3] - cop.point[0];
    row[29] = 1;
    target[5] = -YAW_DAMPING * angularMomentum[1];
    row[30] = xpos[5] - com[2];
    row[32] = -(xpos[3] - com[0]);
    row[34] = 1;
  }

  /** Adds weight · (row · w − target)² / 2 of every goal. */
  private addGoals(): void {
    const { problem: wrench, size, goalRow: row, goalTarget: target, goalWeight: weight } = this;
    for (let o = 0; o < size; o++) {
      for (let i = 0; i < size; i++) {
        wrench.g[i] -= weight[o] * target[o] * row[o * size + i];
        for (let j = 0; j < size; j++) wrench.H[i * size + j] += weight[o] * row[o * size + i] * row[o * size + j];
      }
    }
  }

  /** Force and moment on each patch at its middle, in the order of its rows. */
  readFootForces(): void {
    const { problem: wrench, patches, size } = this;
    patches.force.fill(0);
    for (let c = 0; c < wrench.count; c++) {
      const o = 6 * this.owner[c];
      for (let k = 0; k < size; k++) patches.force[o + k] += wrench.force[c] * wrench.W[c * size + k];
    }
    patches.moveForces();
  }
}

/** out = S⁻¹ for a small symmetric positive definite matrix, by Gauss–Jordan. */
function invertInto(out: Float64Array, S: Float64Array, n: number): void {
  out.fill(0);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  for (let k = 0; k < n; k++) {
    const pivot = 1 / S[k * n + k];
    for (let j = 0; j < n; j++) {
      S[k * n + j] *= pivot;
      out[k * n + j] *= pivot;
    }
    for (let i = 0; i < n; i++) {
      const share = S[i * n + k];
      if (i === k || share === 0) continue;
      for (let j = 0; j < n; j++) {
        S[i * n + j] -= share * S[k * n + j];
        out[i * n + j] -= share * out[k * n + j];
      }
    }
  }
}
