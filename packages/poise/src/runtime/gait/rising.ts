/** A fall that no owner takes over: the body falls as it can, lies for a moment, and comes back to the stream where that is now. */

import type { Body } from '../../body/body.ts';
import { movePose, type Placement } from '../../gait/placement.ts';
import { checkShape } from '../../methods/save-shape.ts';
import type { Moving } from '../display.ts';
import { addTransition, beginTransition, createTransition, type Transition } from '../transition.ts';
import { PLACEMENT_SHAPE } from './gait-state.ts';

const LONGEST_FALL = 2; // [s]
const LIES = 0.05; // [m/s] of the hips of a body that has fallen
const RISE = 0.8; // [s] in which a body comes back to the stream

/** Plain data. */
export interface RisingState {
  fallenFor: number; // [s] since balance was lost; 0: it was not
  place: Placement | undefined; // where the stream is shown while the body comes back
}

export class Rising {
  state: RisingState = { fallenFor: 0, place: undefined };
  readonly #body: Body;
  readonly #rise: Transition;

  constructor(body: Body, nv: number) {
    this.#body = body;
    this.#rise = createTransition(nv, RISE);
  }

  get isRising(): boolean {
    return this.state.place !== undefined;
  }

  reset(): void {
    this.state = { fallenFor: 0, place: undefined };
    this.#rise.at = -1;
  }

  /** The body falls on by dt [s]; `shown` is its pose. `placement`: where the stream would be shown if it took over now. */
  fall(shown: Moving, stream: Moving, time: number, dt: number, placement: () => Placement): void {
    const { state } = this;
    state.fallenFor += dt;
    const { v } = shown;
    const lies = state.fallenFor > RISE && Math.hypot(v[0], v[1], v[2]) < LIES;
    if (!lies && state.fallenFor < LONGEST_FALL) return;
    state.place = placement();
    const to = { q: stream.q.slice(), v: stream.v };
    movePose(state.place, to.q);
    beginTransition(this.#rise, this.#body.skeleton, time, shown, to);
  }

  /** out = the stream, and what is left of the fall. Returns whether it is over. */
  show(out: Moving, stream: Moving, time: number): boolean {
    out.q.set(stream.q);
    out.v.set(stream.v);
    movePose(this.state.place!, out.q);
    addTransition(this.#rise, this.#body.skeleton, time, out.q, out.v);
    return this.#rise.at < 0;
  }

  save(): unknown {
    const { at, offset, rate } = this.#rise;
    return { ...this.state, ...(at >= 0 && { rise: { at, offset, rate } }) };
  }

  restore(saved: RisingState & { readonly rise?: Pick<Transition, 'at' | 'offset' | 'rate'> }): void {
    const size = this.#rise.offset.length;
    const transition = { fields: { at: 'number', offset: { numbers: size }, rate: { numbers: size } } } as const;
    checkShape(
      saved,
      { fields: { fallenFor: 'number', place: { maybe: PLACEMENT_SHAPE }, rise: { maybe: transition } } },
      'rising',
    );
    const { rise, fallenFor, place } = saved;
    this.state = { fallenFor, place };
    this.#rise.at = rise?.at ?? -1;
    if (!rise) return;
    this.#rise.offset.set(rise.offset);
    this.#rise.rate.set(rise.rate);
  }
}
