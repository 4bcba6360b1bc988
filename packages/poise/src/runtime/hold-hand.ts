/** A hand is brought to a place in the world: the arm by itself where it is long enough, then the shoulder, then the trunk helps. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { type Limb, limbOf, solveLimb } from '../ik/leg-ik.ts';
import { expQuat, logQuat, multiplyQuat, normalizeQuat, quatBetween, relativeQuat } from '../math/quat.ts';
import type { Side } from '../motion/roles.ts';
import { quatIndex } from '../motion/skeleton.ts';

/** A joint that may turn to bring the shoulder nearer, and by how much [rad]: of a shoulder girdle 20°, of a trunk 25° over its joints. */
interface Helper {
  readonly joint: number;
  readonly most: number;
}

const GIRDLE = 0.35;
const TRUNK = 0.22;
const ROUNDS = 3;
const NEAR = 5e-4; // [m]

export class HandHolder {
  readonly limb: Limb;
  readonly position = new Float64Array(3); // [m] where the hand is to be
  readonly rotation = new Float64Array(4);
  readonly #body: Body;
  readonly #ws: Workspace;
  readonly #helpers: readonly Helper[];
  readonly #way = new Float64Array(6); // from the helper to the shoulder: now, wanted
  readonly #turn = new Float64Array(8);

  private constructor(body: Body, side: Side, limb: Limb) {
    this.#body = body;
    this.limb = limb;
    this.#ws = createWorkspace(body);
    const { roles } = body;
    const helpers: Helper[] = [];
    const add = (joint: number | undefined, most: number): void => {
      if (joint !== undefined && joint !== limb.upper && !helpers.some((one) => one.joint === joint)) {
        helpers.push({ joint, most });
      }
    };
    add(roles[`${side}Shoulder`], GIRDLE);
    add(roles.chest ?? roles.upperChest, TRUNK);
    add(roles.spine, TRUNK);
    this.#helpers = helpers;
  }

  static of(body: Body, side: Side): HandHolder | undefined {
    const limb = limbOf(body, side, 'arm');
    return limb && new HandHolder(body, side, limb);
  }

  /** q: as near to the goal as arm, shoulder and trunk reach. */
  hold(q: Float64Array): void {
    const ws = this.#ws;
    for (let round = 0; round < ROUNDS; round++) {
      let isNear = true;
      for (const helper of this.#helpers) {
        forwardKinematics(this.#body, ws, q);
        if (!this.#lacks()) break;
        isNear = false;
        this.#turnTowards(q, helper, round);
      }
      if (isNear) break;
    }
    forwardKinematics(this.#body, ws, q);
    solveLimb(q, ws, this.limb, { position: this.position, rotation: this.rotation });
  }

  /** Is the goal beyond the arm? Then the way from the shoulder to where it should be is left in #way[3 …]. */
  #lacks(): boolean {
    const { segmentOrigin: at } = this.#ws;
    const { upper, lower, end } = this.limb;
    const long = distance(at, 3 * upper, at, 3 * lower) + distance(at, 3 * lower, at, 3 * end);
    const far = distance(at, 3 * upper, this.position, 0);
    const lacking = far - long;
    if (lacking < NEAR) return false;
    for (let c = 0; c < 3; c++) this.#way[3 + c] = ((this.position[c] - at[3 * upper + c]) * (lacking + NEAR)) / far;
    return true;
  }

  /** Turns a joint about its own place so that the shoulder goes along #way[3 …]; less in later rounds. */
  #turnTowards(q: Float64Array, { joint, most }: Helper, round: number): void {
    const { segmentOrigin: at, segmentRotation } = this.#ws;
    const way = this.#way;
    const turn = this.#turn;
    for (let c = 0; c < 3; c++) {
      way[c] = at[3 * this.limb.upper + c] - at[3 * joint + c];
      way[3 + c] += way[c];
    }
    const size = [Math.hypot(way[0], way[1], way[2]), Math.hypot(way[3], way[4], way[5])];
    if (!(size[0] > 1e-6 && size[1] > 1e-6)) return;
    for (let c = 0; c < 6; c++) way[c] /= size[c < 3 ? 0 : 1];
    quatBetween(turn, 0, way, 0, way, 3);
    logQuat(turn, 4, turn, 0);
    const angle = Math.hypot(turn[4], turn[5], turn[6]);
    const limit = most / (1 + round);
    if (angle > limit) for (let c = 4; c < 7; c++) turn[c] *= limit / angle;
    expQuat(turn, 0, turn, 4);
    // world turn as a local rotation: parent⁻¹ turn world
    const parent = 4 * this.#body.skeleton.parents[joint];
    multiplyQuat(turn, 0, turn, 0, segmentRotation, 4 * joint);
    const i = quatIndex(joint);
    relativeQuat(q, i, segmentRotation, parent, turn, 0);
    normalizeQuat(q, i, q, i);
  }
}

const distance = (a: Float64Array, i: number, b: Float64Array, j: number): number =>
  Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);
