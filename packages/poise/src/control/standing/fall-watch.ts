/** Which way somebody falls, whether a step must be taken, and which one. */
import type { StandingSteps, StepWish } from '../../gait/standing-steps.ts';
import type { StepChoice } from '../../gait/step-choice.ts';
import type { EvenGround } from './even-ground.ts';
import type { StandingBalance } from './parameters.ts';
import type { Stance } from './stance.ts';

export class FallWatch {
  readonly direction = new Float64Array(2); // (ahead, left), unit
  readonly origin = new Float64Array(2); // (ahead, left) that the fall is counted from
  /** How a method would like feet to step, told when the planner had taken `wishFrom` steps; forgotten once all is calm. */
  wish: StepWish | undefined;
  wishFrom = 0;
  readonly #steps: StandingSteps;
  readonly #stance: Stance;
  readonly #even: EvenGround;
  readonly #balance: StandingBalance;

  constructor(steps: StandingSteps, stance: Stance, even: EvenGround, balance: StandingBalance) {
    this.#balance = balance;
    this.#steps = steps;
    this.#stance = stance;
    this.#even = even;
  }

  /** The capture point, seen a moment ahead, leaves what feet, soles and hips can hold. */
  mustStep(): boolean {
    const { now, push } = this.#stance;
    const { look } = this.#steps.parameters;
    const { xi, rate } = now;
    const { own, copError } = this.#stance;
    // against what the source does by itself: that needs no step, and its forces may be noise
    const a = xi[0] - own[0];
    const l = xi[1] - own[1];
    const seenA = own[0] + ahead(a, look * rate * (a - copError[0])) + (look * push[0]) / rate;
    const seenL = own[1] + ahead(l, look * rate * (l - copError[1])) + (look * push[1]) / rate;
    return this.#stance.outsideOwn(seenA, seenL) > this.#balance.stepsFrom;
  }

  /** It falls from the middle of the stance to the capture point. `fresh`: that middle is where the feet are now. */
  aim(fresh: boolean): void {
    const { xi } = this.#stance.now;
    if (fresh) this.#stance.writeMiddle(this.origin);
    const a = xi[0] - this.origin[0];
    const l = xi[1] - this.origin[1];
    const size = Math.hypot(a, l);
    if (size < 1e-6) return;
    this.direction[0] = a / size;
    this.direction[1] = l / size;
  }

  /** Chooses the next landing, after `taken` steps; a push that goes on is expected to last. False: no foot may step. */
  choose(choice: StepChoice, taken: number): boolean {
    const { now, push } = this.#stance;
    const done = Math.max(0, taken - (now.air >= 0 ? 1 : 0) - this.wishFrom);
    const { expectPush } = this.#steps.parameters;
    const [a, l] = now.xi;
    const aimedA = now.air >= 0 ? choice.place[0] : Number.NaN;
    const aimedL = choice.place[1];
    for (let k = 0; k < 2; k++) now.xi[k] += (expectPush * push[k]) / now.rate;
    const found = this.#steps.choose(choice, now, this.direction, this.wish, done);
    now.xi[0] = a;
    now.xi[1] = l;
    if (found) this.#even.avoidEdges(choice.place, this.direction, aimedA, aimedL);
    return found;
  }

  /** Whether a landed foot has caught the fall: the capture point lies short of the leading foot, or rests inside. `speed`: of the body [m/s]. */
  isCaught(speed: number): boolean {
    const { parameters: p } = this.#steps;
    const { almostCaught, nearCaught } = this.#balance;
    const { xi } = this.#stance.now;
    const [a, l] = this.direction;
    const short = this.#stance.leadAlong(this.direction) - (xi[0] * a + xi[1] * l);
    const off = this.#stance.outsideOwn(xi[0], xi[1]);
    return (short >= p.caught - almostCaught && off < nearCaught) || (off < 1e-6 && speed < p.calm);
  }
}

/** An error and by how much it will change: soles that brake it stop doing so when it is gone. */
function ahead(error: number, change: number): number {
  const seen = error + change;
  return error * seen < 0 ? 0 : seen;
}
