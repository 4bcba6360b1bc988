/** How far somebody who walks comes down for a step that is wider or longer than the source's: legs are only so long. */
import type { NominalSteps, StepPlanOutput } from '../../gait/steps/step-plan-types.ts';
import type { Plan } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';
import { HeightCourse, sunkBy } from '../standing/height-course.ts';
import { type StandingBalance, standingBalance } from '../standing/parameters.ts';
import { displacement } from './displaced-feet.ts';

export class WalkerSink {
  readonly course: HeightCourse;
  readonly #balance: StandingBalance;
  readonly #legs: number; // [m]

  /** `size`: of the legs against the model's. */
  constructor(legs: number, size: number) {
    this.#legs = legs;
    this.#balance = standingBalance(size);
    this.course = new HeightCourse(this.#balance);
  }

  /** Goes on by h towards the landing that is planned after landing `index`. A runner's feet are never both down. `targets`: of both feet,
   *  how far they are to land from where the source's do. */
  advance(
    plan: Plan,
    body: ReactionBody,
    nominal: NominalSteps,
    output: StepPlanOutput,
    targets: readonly Float64Array[],
    index: number,
    h: number,
  ): void {
    const walks = nominal.known > 0 && nominal.stance.step.load.length === 0 && output.index === index;
    const target = output.reacts ? targets[output.foot] : undefined;
    this.course.advance(plan, walks ? -this.#sunk(body, nominal, target) : 0, h);
  }

  /** [m] For that landing, and while both feet stand for the step that was made. */
  #sunk(body: ReactionBody, { stance, ahead: [next] }: NominalSteps, target: Float64Array | undefined): number {
    const { feet, reference } = body;
    let sunk = 0;
    if (feet[0].stands && feet[1].stands) {
      const [left, right] = reference.feet;
      sunk = this.#lower(between(feet[0].ball, feet[1].ball), between(left.ball, right.ball));
    }
    if (!target) return sunk;
    // from the clip's own places: those in the world are rounded otherwise once the walker has been moved
    const [dx, dz] = [next.step.x - stance.step.x, next.step.z - stance.step.z];
    const [c, s] = [Math.cos(stance.turn), Math.sin(stance.turn)];
    const [ownX, ownZ] = [c * dx + s * dz, c * dz - s * dx];
    const x = ownX + target[0] - displacement(body, stance.foot, 0);
    const z = ownZ + target[2] - displacement(body, stance.foot, 2);
    return Math.max(sunk, this.#lower(Math.hypot(x, z), Math.hypot(ownX, ownZ)));
  }

  #lower(apart: number, own: number): number {
    return sunkBy(apart, own, this.#legs, this.#balance);
  }
}

const between = (a: Float64Array, b: Float64Array): number => Math.hypot(a[0] - b[0], a[2] - b[2]);
