/** The foot that steps: its course through the air, told against the source's foot, as the plan of a tick. */
import type { StepChoice } from '../../gait/step-choice.ts';
import { SwingCourse, type SwingOptions } from '../../gait/swing-course.ts';
import { footPoint } from '../foot-frame.ts';
import type { FootPlan } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { StandingBalance } from './parameters.ts';
import type { Stance } from './stance.ts';

export class SwingFoot {
  readonly course: SwingCourse;
  landing = 0; // [m] of the ground where it lands, against that under the source's foot
  readonly #points = new Float64Array(6);
  readonly #balance: StandingBalance;

  constructor(balance: StandingBalance, swing: SwingOptions) {
    this.#balance = balance;
    this.course = new SwingCourse(swing);
  }

  get timeLeft(): number {
    return this.course.land - this.course.time;
  }

  begin(body: ReactionBody, choice: StepChoice, stance: Stance, h: number): void {
    const { place, leftHeight } = body.feet[choice.foot];
    this.course.begin(place[0], place[1] + leftHeight, place[2], choice.swing);
    this.aim(body, choice, stance, choice.swing, h);
  }

  /** Aims so that the middle of the sole stands at the planned place in `left` seconds: it comes there a tick of h before. */
  aim(body: ReactionBody, { foot, place }: StepChoice, stance: Stance, left: number, h: number): void {
    const { reference } = body;
    const p = this.#points;
    const own = reference.feet[foot];
    const other = reference.feet[1 - foot].frame;
    // places are counted from the source's own foot
    footPoint(p, 0, reference.ws, own.frame, own.frame.middle);
    footPoint(p, 3, body.ws, other, other.middle);
    const x = stance.worldX(place[0], place[1]) - p[0];
    const z = stance.worldZ(place[0], place[1]) - p[2];
    this.landing = this.#heightAt(body, own.ball, x, z);
    // the other foot points square to its pitch axis
    const { pitchAxis } = reference.feet[1 - foot];
    this.course.aim(x, this.landing, z, left - h, p[3] - p[0], p[5] - p[2], -pitchAxis[2], pitchAxis[0]);
  }

  /** [m] of the ground under a ball that lands (x, z) away from the source's, against that under the source's. */
  #heightAt({ reference: { ground } }: ReactionBody, ball: Float64Array, x: number, z: number): number {
    if (!ground) return 0;
    const own = ground(ball[0], ball[2]).height;
    return ground(ball[0] + x, ball[2] + z).height - own;
  }

  /** Writes the tick of h and goes on. `axis`: the foot pitches about it. */
  write(plan: FootPlan, axis: Float64Array, h: number): void {
    const { course } = this;
    for (let c = 0; c < 3; c++) {
      plan.offset[c] = course.place[c];
      plan.turn[c] = course.heel * axis[c];
    }
    course.advance(h);
    for (let c = 0; c < 3; c++) {
      plan.rate[c] = course.rate[c];
      plan.turnRate[c] = course.heelRate * axis[c];
    }
    plan.landing = this.landing;
    const { gripTime, leaveTime, mostGrip } = this.#balance;
    const landing = 1 - Math.min(1, this.timeLeft / gripTime);
    const leaving = 1 - Math.min(1, course.time / leaveTime);
    plan.grip = Math.max(mostGrip * landing, leaving);
    plan.load = 0;
  }
}
