/** The pose that somebody who gets up follows: joints on their way from key to key, hands and feet where they belong. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import { velocityIndex } from '../../motion/skeleton.ts';
import type { Ground } from '../ground.ts';
import { Course } from './course.ts';
import { EndCourses } from './end-courses.ts';
import type { Figure } from './figure.ts';
import type { PlacedStage } from './placed-stage.ts';

const SWING = { shoulder: 0.5, elbow: 0.5 } as const; // [rad] by which an arm is raised on its way beside the trunk
const TUCK = { hip: 0.2, knee: 0.8, ankle: 0.35 } as const; // [rad] more flexion of a leg whose toes are put to the ground

export class Reference {
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
  readonly #figure: Figure;
  readonly #body: Body;
  readonly #course: Course;
  readonly #ends: EndCourses;
  readonly #ws: Workspace;
  #duration = 1; // [s] of the stage

  constructor(body: Body, figure: Figure) {
    this.#body = body;
    this.#figure = figure;
    this.#course = new Course(body);
    this.#ends = new EndCourses(figure);
    this.#ws = createWorkspace(body);
    this.q = this.#course.q;
    this.v = this.#course.v;
  }

  rest(q: ReadonlyVector): void {
    this.#course.rest(q);
  }

  /** Height and rate of the root of a body that lies as the ground has it. */
  setHeight(height: number, rate: number): void {
    this.#course.setHeight(height, rate);
  }

  /** What a save keeps beside the pose at the start of a stage. */
  get start(): Float64Array {
    return this.#course.start;
  }

  resume(q: ReadonlyVector, start: ReadonlyVector): void {
    this.#course.resume(q, start);
  }

  /** From where it is to the pose of a stage. */
  aim(
    { name, q, duration, steps, reaches, height, letsUntil }: PlacedStage,
    next: PlacedStage | undefined,
    ground: Ground,
  ): void {
    this.#duration = duration;
    this.#ends.aim(steps, reaches, this.q, q, ground, height, letsUntil);
    this.#course.detour.fill(0);
    if (name === 'press') {
      forwardKinematics(this.#body, this.#ws, this.q);
      for (const side of SIDES) {
        this.#tuck(side);
        this.#swing(side);
      }
    }
    this.#course.aim(q, duration, next?.q ?? null, next?.duration ?? 1);
  }

  /** What is put elsewhere, and has stayed until now, goes at this share of the stage. */
  depart(share: number): void {
    this.#ends.depart(share);
  }

  /** t [s] since the stage began; h [s] after the last. */
  at(t: number, h: number): void {
    this.#course.at(t);
    this.#ends.apply(this.q, this.#ws, t / this.#duration);
    this.#course.differentiate(h);
  }

  /** Toes come to the ground while the shank is lifted. */
  #tuck(side: Side): void {
    const { leg } = this.#figure.sides[side];
    const { axes } = this.#body.limits;
    for (const [joint, angle] of [
      [leg.upper, TUCK.hip],
      [leg.lower, TUCK.knee],
      [leg.end, TUCK.ankle],
    ] as const) {
      for (let c = 0; c < 3; c++) this.#course.detour[velocityIndex(joint) + c] = angle * axes[9 * joint + c];
    }
  }

  /** A hand on its way to the ground goes through the air: elbow up, forearm bent. */
  #swing(side: Side): void {
    const { shoulder, elbow } = this.#figure.sides[side];
    const { segmentOrigin: s, worldFromSegment: r } = this.#ws;
    const { axes } = this.#body.limits;
    // bone × up: the turn that lifts the elbow
    const x = -(s[3 * elbow + 2] - s[3 * shoulder + 2]);
    const z = s[3 * elbow] - s[3 * shoulder];
    const size = SWING.shoulder / (Math.hypot(x, z) + 1e-6);
    for (let c = 0; c < 3; c++) {
      this.#course.detour[velocityIndex(shoulder) + c] = size * (r[9 * shoulder + c] * x + r[9 * shoulder + 6 + c] * z);
      this.#course.detour[velocityIndex(elbow) + c] = SWING.elbow * axes[9 * elbow + c];
    }
  }
}
