/**
 * Somebody who gets up, from hands and knees on: trunk and hips go from key to key, and hands, knees and feet that carry stay where they are, by
 * construction. Hips keep to the spheres about knees on the ground, trunks lean towards hands that stay, hips do not go farther than legs reach;
 * then limbs are bent to their places.
 */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { expQuat, multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import { cross3 } from '../../math/vec3.ts';
import { integrate } from '../../motion/coordinates.ts';
import type { Ground } from '../ground.ts';
import { Course } from './course.ts';
import type { Figure } from './figure.ts';
import type { LedLimb } from './led-limb.ts';
import { LimbCourses } from './limb-courses.ts';
import type { PlacedStage } from './placed-stage.ts';

const ROUNDS = 4;
const ARM = 0.985; // of an arm, from a hand that stays
const SUNK = 1e-4; // [m] less is let pass
const MOST_LEAN = 0.4; // [rad] that a trunk leans towards a hand
const LEVER = 0.1; // [m] of the hips about the middle between them: tilting by it costs as much as shifting
const MOMENT = 1e-4; // [s]

export class Planted {
  readonly q: Float64Array; // nq
  /** [m] by which the farthest limb misses what it is to hold, now. */
  missed = 0;
  readonly #figure: Figure;
  readonly #ground: Ground;
  readonly #course: Course;
  readonly #limbs: LimbCourses;
  readonly #legs: readonly LedLimb[]; // left, right
  readonly #trunk: readonly {
    readonly segment: number;
    readonly near: Float64Array;
    readonly far: Float64Array;
    readonly radius: number; // [m]
  }[];
  readonly #ws: Workspace;
  readonly #soon: Float64Array; // nq
  readonly #way = new Float64Array(3);
  readonly #axis = new Float64Array(3);
  readonly #rows = new Float64Array(12); // per thigh: direction from hip to knee, its moment about mid-hip
  readonly #share = new Float64Array(2);
  readonly #turn = new Float64Array(8);
  #duration = 1; // [s]
  #leans = false;
  #lies = false;

  constructor(figure: Figure, ground: Ground) {
    this.#figure = figure;
    this.#ground = ground;
    this.#course = new Course(figure.body);
    this.#limbs = new LimbCourses(figure);
    this.#legs = this.#limbs.all.filter(({ kind }) => kind === 'leg');
    this.#trunk = figure.body.shapes
      .filter(({ part }) => part === 'chest' || part === 'waist' || part === 'pelvis')
      .map(({ segment, near, far, nearRadius }) => ({
        segment,
        near: Float64Array.from(near),
        far: Float64Array.from(far),
        radius: nearRadius,
      }));
    this.#ws = createWorkspace(figure.body);
    this.q = this.#course.q;
    this.#soon = this.q.slice();
  }

  /** From a pose and its velocity to the pose of a stage. */
  aim(q: Float64Array, v: Float64Array, stage: PlacedStage, next: PlacedStage | undefined): void {
    this.#duration = stage.duration;
    this.#leans = stage.letsGo === 0;
    this.#lies = stage.name === 'reach';
    integrate(this.#soon, this.#figure.body.skeleton, q, v, MOMENT, this.#turn);
    this.#limbs.aim(q, this.#soon, stage, this.#ground);
    this.#course.aim(q, v, stage.q, stage.duration, next?.q ?? null, next?.duration ?? 1);
  }

  /** Hands go at this share of the stage. */
  depart(share: number): void {
    this.#limbs.depart(share);
  }

  /** q: the pose at t [s] since the stage began. */
  at(t: number): void {
    const { q } = this;
    const { body } = this.#figure;
    this.#course.at(t);
    this.#limbs.at(t, this.#duration, this.#ground);
    forwardKinematics(body, this.#ws, q);
    this.#keepOverKnees();
    this.#keepToFeet();
    this.#leanToHands();
    if (this.#lies) this.#liftTrunk();
    for (let round = 0; round < ROUNDS; round++) {
      forwardKinematics(body, this.#ws, q);
      this.missed = this.#limbs.apply(q, this.#ws);
      forwardKinematics(body, this.#ws, q);
      this.#limbs.lay(q, this.#ws);
      forwardKinematics(body, this.#ws, q);
      const sunk = this.#sunkKnee();
      q[1] += sunk;
      if (!this.#limbs.raiseEnds(this.#ws, this.#ground) && sunk < SUNK) return;
    }
  }

  /** A trunk that still rolls flat does not do so through the ground. */
  #liftTrunk(): void {
    forwardKinematics(this.#figure.body, this.#ws, this.q);
    const at = this.#ws.segmentOrigin;
    let sunk = 0;
    for (const { segment, near, far, radius } of this.#trunk) {
      for (const end of [near, far]) {
        transformPoint3(this.#way, 0, at, 3 * segment, this.#ws.worldFromSegment, 9 * segment, end, 0);
        sunk = Math.max(sunk, this.#ground(this.#way[0], this.#way[2]).height + radius - this.#way[1]);
      }
    }
    this.q[1] += sunk;
  }

  /** [m] by which the lower knee of a leg on its foot is in the ground. Needs the position level. */
  #sunkKnee(): number {
    const at = this.#ws.segmentOrigin;
    let sunk = 0;
    for (const led of this.#legs) {
      if (!isOnFoot(led)) continue;
      const o = 3 * led.lower;
      const { kneeRadius } = this.#figure.sides[led.side];
      sunk = Math.max(sunk, this.#ground(at[o], at[o + 2]).height + kneeRadius - at[o + 1]);
    }
    return sunk;
  }

  /** Hips as far from knees on the ground as thighs are long: Gauss–Newton, the shortest way; the pelvis tilts where both ask for different
   *  heights. */
  #keepOverKnees(): void {
    const [left, right] = this.#legs;
    const tilt = left.kneels && right.kneels ? 1 / (LEVER * LEVER) : 0;
    if (!left.kneels && !right.kneels) return;
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = [this.#readThigh(0), this.#readThigh(1)];
      const [m, n, k] = [this.#product(0, 0, tilt), this.#product(1, 1, tilt), this.#product(0, 1, tilt)];
      const determinant = tilt === 0 ? 1 : m * n - k * k;
      this.#share[0] = tilt === 0 ? a : (n * a - k * b) / determinant;
      this.#share[1] = tilt === 0 ? b : (m * b - k * a) / determinant;
      this.#follow(tilt);
      forwardKinematics(this.#figure.body, this.#ws, this.q);
    }
  }

  /** Writes the direction and the moment of a thigh whose knee is on the ground; returns by how much [m] the hip is too far away. */
  #readThigh(k: number): number {
    const { upper, lower, knee, kneels } = this.#legs[k];
    const at = this.#ws.segmentOrigin;
    const o = 6 * k;
    const rows = this.#rows;
    rows.fill(0, o, o + 6);
    if (!kneels) return 0;
    const [left, right] = this.#legs;
    for (let c = 0; c < 3; c++) rows[o + c] = knee[c] - at[3 * upper + c];
    const far = Math.hypot(rows[o], rows[o + 1], rows[o + 2]);
    for (let c = 0; c < 3; c++) {
      rows[o + c] /= far;
      this.#way[c] = at[3 * upper + c] - 0.5 * (at[3 * left.upper + c] + at[3 * right.upper + c]);
    }
    cross3(rows, o + 3, this.#way, 0, rows, o);
    return far - boneLength(at, upper, lower);
  }

  /** Of two thighs: what one gives way where the other is pulled. */
  #product(i: number, j: number, tilt: number): number {
    let sum = 0;
    for (let c = 0; c < 6; c++) sum += this.#rows[6 * i + c] * this.#rows[6 * j + c] * (c < 3 ? 1 : tilt);
    return sum;
  }

  /** Shifts and turns the root about the middle of the hips. */
  #follow(tilt: number): void {
    const { q } = this;
    const at = this.#ws.segmentOrigin;
    const [left, right] = this.#legs;
    const turn = this.#turn;
    const way = this.#way;
    for (let c = 0; c < 3; c++) {
      turn[c] = tilt * (this.#share[0] * this.#rows[3 + c] + this.#share[1] * this.#rows[9 + c]);
      way[c] = q[c] - 0.5 * (at[3 * left.upper + c] + at[3 * right.upper + c]);
      q[c] -= way[c];
    }
    expQuat(turn, 0, turn, 0);
    rotate3(way, 0, turn, 0, way, 0);
    for (let c = 0; c < 3; c++) q[c] += way[c] + this.#share[0] * this.#rows[c] + this.#share[1] * this.#rows[6 + c];
    multiplyQuat(q, 3, turn, 0, q, 3);
  }

  /** Hips no farther from feet on the ground than legs reach. */
  #keepToFeet(): void {
    for (let round = 0; round < ROUNDS; round++) {
      for (const led of this.#legs) {
        if (isOnFoot(led)) this.#pull(led);
      }
    }
  }

  /** Moves the root along the line from a hip to its foot until the leg reaches. */
  #pull({ upper, lower, end, target, stretch }: LedLimb): void {
    const at = this.#ws.segmentOrigin;
    const way = this.#way;
    const length = stretch * (boneLength(at, upper, lower) + boneLength(at, lower, end));
    for (let c = 0; c < 3; c++) way[c] = target.position[c] - at[3 * upper + c];
    const far = Math.hypot(way[0], way[1], way[2]);
    if (far <= length) return;
    for (let c = 0; c < 3; c++) this.#move(c, (way[c] * (far - length)) / far);
  }

  /** Shifts the whole body. */
  #move(axis: number, by: number): void {
    const at = this.#ws.segmentOrigin;
    this.q[axis] += by;
    for (let i = axis; i < at.length; i += 3) at[i] += by;
  }

  /** Turns the trunk about the line of the hips until arms reach hands that stay. */
  #leanToHands(): void {
    if (!this.#leans) return;
    const at = this.#ws.segmentOrigin;
    const { left, right } = this.#figure.sides;
    const axis = this.#axis;
    for (let c = 0; c < 3; c++) axis[c] = at[3 * left.leg.upper + c] - at[3 * right.leg.upper + c];
    const size = Math.hypot(axis[0], axis[1], axis[2]);
    if (size < 1e-9) return;
    for (let c = 0; c < 3; c++) axis[c] /= size;
    let lean = 0;
    for (const led of this.#limbs.all) {
      if (led.kind === 'arm' && led.how === 'stays') lean = Math.max(lean, this.#leanTo(led, left.leg.upper));
    }
    if (lean > 0) this.#turnAbout(left.leg.upper, Math.min(MOST_LEAN, lean));
  }

  /** [rad] about the axis by which the shoulder of a limb comes within reach of its hand. */
  #leanTo({ upper, lower, end, limb, length, target, place }: LedLimb, hip: number): number {
    const at = this.#ws.segmentOrigin;
    const axis = this.#axis;
    const hand = limb ? target.position : place;
    const most = ARM * (limb ? boneLength(at, upper, lower) + boneLength(at, lower, end) : length);
    // shoulder and hand against the hips: along the axis, and in the plane across it
    let [along, handAlong, shoulder, far, across, turned] = [0, 0, 0, 0, 0, 0];
    for (let c = 0; c < 3; c++) {
      along += axis[c] * (at[3 * upper + c] - at[3 * hip + c]);
      handAlong += axis[c] * (hand[c] - at[3 * hip + c]);
    }
    for (let c = 0; c < 3; c++) {
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      const s = at[3 * upper + c] - at[3 * hip + c] - along * axis[c];
      const p = hand[c] - at[3 * hip + c] - handAlong * axis[c];
      shoulder += s * s;
      far += p * p;
      across += s * p;
      const [sd, se] = [
        at[3 * upper + d] - at[3 * hip + d] - along * axis[d],
        at[3 * upper + e] - at[3 * hip + e] - along * axis[e],
      ];
      const [pd, pe] = [
        hand[d] - at[3 * hip + d] - handAlong * axis[d],
        hand[e] - at[3 * hip + e] - handAlong * axis[e],
      ];
      turned += axis[c] * (sd * pe - se * pd);
    }
    const product = Math.sqrt(shoulder * far);
    if (product < 1e-9) return 0;
    const rest = Math.max(0, most * most - (along - handAlong) ** 2);
    const cosine = Math.max(-1, Math.min(1, (shoulder + far - rest) / (2 * product)));
    const now = Math.atan2(turned, across); // from shoulder to hand, about the axis
    return Math.max(0, now - Math.acos(cosine));
  }

  /** Turns the root about the axis through a joint. */
  #turnAbout(joint: number, angle: number): void {
    const { q } = this;
    const turn = this.#turn;
    const way = this.#way;
    const at = this.#ws.segmentOrigin;
    quatFromAxisAngle(turn, 0, this.#axis[0], this.#axis[1], this.#axis[2], angle);
    for (let c = 0; c < 3; c++) way[c] = q[c] - at[3 * joint + c];
    rotate3(way, 0, turn, 0, way, 0);
    for (let c = 0; c < 3; c++) q[c] = at[3 * joint + c] + way[c];
    multiplyQuat(q, 3, turn, 0, q, 3);
  }
}

const isOnFoot = ({ kneels, how }: LedLimb): boolean => !kneels && (how === 'stays' || how === 'turns');

const boneLength = (at: Float64Array, a: number, b: number): number =>
  Math.hypot(at[3 * a] - at[3 * b], at[3 * a + 1] - at[3 * b + 1], at[3 * a + 2] - at[3 * b + 2]);
