/**
 * How examples answer hits, [Komura05]: when the impact is over, the example is searched whose feet and inertia are most like the body's.
 * Its posture, its angular momentum and its steps are edited for this hit and blended in; the body makes them true. Without a library the
 * source itself is the example.
 */
import type { Plan } from '../../control/plan.ts';
import { PUSH_DURATION, type Push } from '../../gait/push.ts';
import type { StepWish } from '../../gait/standing-steps.ts';
import type { ReactingCharacter, Tactics } from '../reacting-character.ts';
import { checkShape, type Shape } from '../save-shape.ts';
import type { ExamplePlayer, FoundExample } from './example-player.ts';
import { smoothMomentumShare } from './momentum-profile.ts';

interface BlendState {
  age: number; // [s] since the hit; Infinity: nothing is blended in
  begin: number; // [s] of it when blending began; Infinity: the impact is not over
  impact: number; // [s] that the impact lasts
  readonly force: [x: number, z: number]; // F_r [N·s] world
  T1: number; // [s] from there until the fall is caught
  T2: number; // [s] in which the angular momentum is taken back
  landed: boolean; // T1 is known
  stays: boolean; // the example does not step
  readonly delta: [number, number, number]; // ΔIw [kg·m²/s] world
}

/** [s] The example is searched when the impact is over, but no later than muscles begin to answer. */
const LONGEST_IMPACT = 0.1;
/** [m/s] of the whole body: less needs no example. */
const ABSORBED = 0.05;
/** [s] T1 where there is no example: people land 0.5 to 0.6 s after a push (mocap statistics, push_events). */
const CAUGHT = 0.5;

type Said = { readonly name: string; readonly reason: string };

export class BlendTactics implements Tactics {
  readonly #examples: ExamplePlayer | undefined;
  readonly #spin = new Float64Array(3);
  readonly #later = new Float64Array(3);
  #state = quiet();
  #character: ReactingCharacter | undefined;
  #last = 0; // [s] of the source when the posture was last asked for

  constructor(examples: ExamplePlayer | undefined) {
    this.#examples = examples;
  }

  /** Whose tactics these are: told by the character itself. */
  attach(character: ReactingCharacter): void {
    this.#character = character;
    this.#last = character.reaction.reference.time;
  }

  get isActive(): boolean {
    return this.#state.age < Infinity || (this.#examples?.isActive ?? false);
  }

  answer(push: Push, { reaction, isReacting, body }: ReactingCharacter): undefined {
    const state = this.#state;
    const { ws, reference } = reaction;
    reaction.readNow();
    const carried = (c: number): number =>
      isReacting ? body.totalMass * (ws.comVelocity[c] - reference.ws.comVelocity[c]) : 0;
    state.age = 0;
    state.begin = Infinity;
    state.impact = Math.min(LONGEST_IMPACT, push.duration ?? PUSH_DURATION);
    state.force[0] = push.impulse[0] + carried(0);
    state.force[1] = push.impulse[2] + carried(2);
    return undefined;
  }

  plan(plan: Plan, character: ReactingCharacter, h: number): Said | undefined {
    const state = this.#state;
    plan.spin.fill(0);
    plan.spinRate.fill(0);
    if (state.age === Infinity) return undefined;
    state.age += h;
    let said: Said | undefined;
    if (state.begin === Infinity) {
      // the impact itself: nothing is asked of what it does
      for (let c = 0; c < 3; c++) plan.spin[c] = spinOf(character, c);
      if (state.age < state.impact) return undefined;
      said = this.#begin(character);
    } else if (state.stays && !character.isWalking && stepsNow(character)) {
      // the planner steps after all: an example that does not is of no use
      state.stays = false;
      this.#find(character, true);
    }
    this.#followLanding(character);
    this.#writeSpin(plan, h);
    if (state.age - state.begin > state.T1 + state.T2) state.age = Infinity;
    return said;
  }

  posture(q: Float64Array, t: number): boolean {
    const h = t - this.#last;
    this.#last = t;
    return this.#examples?.advance(q, h) ?? false;
  }

  /** The impact is over: what it gave to the body is what differs from the example. */
  #begin(character: ReactingCharacter): Said {
    const state = this.#state;
    const steps = foreseesStep(character);
    const weak = !steps && Math.hypot(...state.force) < ABSORBED * character.body.totalMass;
    const found = weak ? undefined : this.#find(character, steps);
    state.begin = state.age;
    state.landed = false;
    state.T1 = found?.caught ?? CAUGHT;
    state.T2 = Math.max(state.T1, found?.recovered ?? 0);
    this.#readSpin(this.#spin, 0);
    for (let c = 0; c < 3; c++) state.delta[c] = spinOf(character, c) - this.#spin[c];
    if (found) return { name: 'blend', reason: found.reason };
    if (weak) return { name: 'absorbed', reason: 'the feet can hold it' };
    return { name: 'momentum', reason: this.#examples ? 'no example of the library is near' : 'there is no library' };
  }

  #find({ reaction, planner }: ReactingCharacter, steps: boolean): FoundExample | undefined {
    const { feet, ws, momentum } = reaction;
    const { force, age } = this.#state;
    const contacts = (feet[0].stands ? 1 : 0) | (feet[1].stands ? 2 : 0);
    const found = this.#examples?.find({ force, contacts, ws, rate: momentum.rate, age, steps });
    this.#state.stays = found !== undefined && !found.steps;
    planner.fallWatch.wish = found?.wish;
    planner.fallWatch.wishFrom = planner.stepsTaken - (planner.mode === 'swing' ? 1 : 0);
    return found;
  }

  /** T1 ends when a foot lands, as far as that is known. */
  #followLanding({ planner, gait, isWalking }: ReactingCharacter): void {
    const state = this.#state;
    if (state.landed || (planner.tidying && !isWalking)) return;
    const passed = state.age - state.begin;
    if (isWalking && gait) {
      state.landed = gait.events.some(({ kind }) => kind === 'land') || passed >= state.T1;
      if (state.landed) state.T1 = passed;
      return;
    }
    if (planner.mode === 'swing') state.T1 = passed + planner.swingFoot.timeLeft;
    else if (planner.mode === 'shift') state.T1 = passed + planner.choice.lift + planner.choice.swing;
    state.landed = planner.events.some(({ kind }) => kind === 'land') || passed >= state.T1;
    if (state.landed) state.T1 = passed;
    state.T2 = Math.max(state.T1, state.T2);
  }

  /** Iw of the example and ΔIw by [Komura05] eq. 7–8, for this tick. */
  #writeSpin(plan: Plan, h: number): void {
    const { begin, age, T1, T2, delta } = this.#state;
    const t = age - begin;
    const share = smoothMomentumShare(t, T1, T2);
    const slope = (smoothMomentumShare(t + h, T1, T2) - share) / h;
    this.#readSpin(this.#spin, 0);
    this.#readSpin(this.#later, h);
    for (let c = 0; c < 3; c++) {
      plan.spin[c] = this.#spin[c] + share * delta[c];
      plan.spinRate[c] = (this.#later[c] - this.#spin[c]) / h + slope * delta[c];
    }
  }

  #readSpin(out: Float64Array, ahead: number): void {
    if (this.#examples) this.#examples.writeSpin(out, ahead);
    else out.fill(0);
  }

  reset(): void {
    this.#examples?.reset();
    this.#state = quiet();
    if (this.#character) this.#last = this.#character.reaction.reference.time;
  }

  save(): unknown {
    const { age, begin, ...rest } = this.#state;
    const { wish, wishFrom = 0 } = this.#character?.planner.fallWatch ?? {};
    const saved: SavedTactics = {
      last: this.#last,
      state: { ...rest, age: Math.min(age, Number.MAX_VALUE), begin: Math.min(begin, Number.MAX_VALUE) },
      example: this.#examples?.save(),
      wish,
      wishFrom,
    };
    return structuredClone(saved);
  }

  restore(saved: unknown): void {
    checkShape(saved, SAVED_TACTICS, 'tactics');
    const { last, state, example, wish, wishFrom } = structuredClone(saved) as unknown as SavedTactics;
    this.#last = last;
    this.#state = { ...state, age: infinite(state.age), begin: infinite(state.begin) };
    this.#examples?.restore(example);
    if (!this.#character) return;
    this.#character.planner.fallWatch.wish = wish;
    this.#character.planner.fallWatch.wishFrom = wishFrom;
  }
}

/** A step that an example wishes, in a save. */
const WISH_SHAPE: Shape = {
  fields: {
    foot: 'whole',
    steps: 'whole',
    moves: { numbers: 'any' },
    swings: { numbers: 'any' },
    follows: 'flag',
  },
};

const SAVED_TACTICS: Shape = {
  fields: {
    last: 'number',
    state: {
      fields: {
        age: 'moment',
        begin: 'moment',
        impact: 'number',
        force: { numbers: 2 },
        T1: 'number',
        T2: 'number',
        landed: 'flag',
        stays: 'flag',
        delta: { numbers: 3 },
      },
    },
    wish: { maybe: WISH_SHAPE },
    wishFrom: 'moment',
  },
};

interface SavedTactics {
  readonly last: number;
  readonly state: BlendState;
  readonly example: unknown;
  readonly wish: StepWish | undefined;
  readonly wishFrom: number;
}

/** JSON knows no Infinity: the largest number stands for it. */
const infinite = (value: number): number => (value === Number.MAX_VALUE ? Infinity : value);

const quiet = (): BlendState => ({
  age: Infinity,
  begin: Infinity,
  impact: 0,
  force: [0, 0],
  T1: CAUGHT,
  T2: CAUGHT,
  landed: false,
  stays: false,
  delta: [0, 0, 0],
});

/** Angular momentum beyond the source's. */
const spinOf = ({ reaction: { ws, reference } }: ReactingCharacter, c: number): number =>
  ws.angularMomentum[c] - reference.ws.angularMomentum[c];

const stepsNow = ({ planner }: ReactingCharacter): boolean => planner.mode === 'shift' && !planner.tidying;

/** Whether a step is about to be taken, or is under way. */
const foreseesStep = ({ planner, isWalking }: ReactingCharacter): boolean =>
  isWalking ||
  (planner.mode === 'stand' ? planner.options.mayStep() && planner.fallWatch.mustStep() : !planner.tidying);
