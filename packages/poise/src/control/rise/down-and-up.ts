/** Down and up again: a fall, lying, and getting up where it is wanted; whoever is pushed meanwhile falls anew. */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { checkPush, type Push } from '../../gait/push.ts';
import { refuseUnknown } from '../../math/options.ts';
import { checkNumbers, stepTime } from '../begin-state.ts';
import { FallingBody, type FallOptions } from '../fall/falling-body.ts';
import { type RiseOptions, RisingBody } from './rising-body.ts';

export interface DownAndUpOptions extends FallOptions, RiseOptions {
  /** [s] that somebody lies before getting up. Infinity: until told to. */
  readonly liesFor: number;
}

export type DownState = 'falls' | 'lies' | 'rises' | 'stands';
const STATES: readonly DownState[] = ['falls', 'lies', 'rises', 'stands'];
const LONGEST_STEP = 1; // [s] as in a fall
const SINGLE = 4; // numbers of a save beside those of fall and rise
const NONE = 1e9; // in a save: no heading, or for ever

export class DownAndUp {
  readonly fall: FallingBody;
  state: DownState = 'falls';
  liesFor: number; // [s] see the options; may be changed at any time
  readonly #rise: RisingBody;
  readonly #stand: () => Float64Array;
  #lain = 0; // [s]
  #heading: number | undefined; // to get up to by itself

  /** stand: the pose in which it is to stand, anywhere, asked when it begins to get up. */
  constructor(body: Body, stand: () => Float64Array, options: Partial<DownAndUpOptions> = {}) {
    refuseUnknown('DownAndUp', options, ['liesFor', 'ground', 'way', 'tone', 'parameters']);
    const { liesFor = Infinity, ground, way, tone, parameters } = options;
    this.fall = new FallingBody(body, {
      ...(ground && { ground }),
      ...(tone !== undefined && { tone }),
      ...(parameters && { parameters }),
    });
    this.#rise = new RisingBody(body, { ...(ground && { ground }), ...(way && { way }) });
    this.#stand = stand;
    this.liesFor = checkedWait(liesFor);
  }

  get q(): Float64Array {
    return this.state === 'rises' || this.state === 'stands' ? this.#rise.q : this.fall.q;
  }

  get v(): Float64Array {
    return this.state === 'rises' || this.state === 'stands' ? this.#rise.v : this.fall.v;
  }

  /** Begins to fall with a pose (nq) and a velocity (nv). */
  begin(q: Float64Array, v: Float64Array): void {
    this.fall.begin(q, v);
    this.state = 'falls';
    this.#heading = undefined;
  }

  /** Delivered from the next step on; whoever gets up falls again. */
  push(push: Push): void {
    checkPush(push, this.fall.body);
    if (this.state === 'rises' || this.state === 'stands') this.fall.begin(this.#rise.q, this.#rise.v);
    this.state = 'falls';
    this.fall.push(push);
  }

  /** Gets up now, to face along `heading` [rad] as far as it can; false: it does not lie. */
  getUp(heading?: number): boolean {
    checkHeading(heading);
    if (this.state !== 'lies') return false;
    this.#rise.begin(this.fall.q, { stand: this.#stand(), heading });
    this.state = 'rises';
    return true;
  }

  /** Gets up after lying for so long from now on, or from coming to rest on. */
  wait(seconds: number, heading?: number): void {
    checkHeading(heading);
    this.liesFor = checkedWait(seconds);
    this.#heading = heading;
    this.#lain = 0;
  }

  /** Goes on by `seconds`, more than one counts as one; tells when it has come to lie, and when it stands. */
  step(seconds: number): 'down' | 'up' | undefined {
    const dt = stepTime(seconds, LONGEST_STEP);
    if (this.state === 'lies') {
      this.#lain += dt;
      if (this.#lain >= this.liesFor) this.getUp(this.#heading);
      else this.fall.step(dt); // rides along with its ground
      return undefined;
    }
    if (this.state === 'falls') {
      this.fall.step(dt);
      if (!this.fall.isDown) return undefined;
      this.state = 'lies';
      this.#lain = 0;
      return 'down';
    }
    if (this.state === 'stands') return undefined;
    this.#rise.step(dt);
    if (!this.#rise.isUp) return undefined;
    this.state = 'stands';
    return 'up';
  }

  /** As long as a save is now: what gets up has more to keep. */
  get stateSize(): number {
    return SINGLE + (this.state === 'rises' || this.state === 'stands' ? this.#rise.stateSize : this.fall.stateSize);
  }

  save(): Float64Array {
    const out = new Float64Array(this.stateSize);
    out[0] = STATES.indexOf(this.state);
    out[1] = this.#lain;
    out[2] = Math.min(NONE, this.liesFor);
    out[3] = this.#heading ?? NONE;
    if (this.state === 'rises' || this.state === 'stands') this.#rise.save(out, SINGLE);
    else this.fall.save(out, SINGLE);
    return out;
  }

  /** Joints without mass are as in `pose`. Throws UsageError, and nothing has changed, where this is no save. */
  restore(saved: Float64Array, pose: Float64Array): void {
    const state = STATES[saved[0]];
    if (state === undefined) throw new UsageError(`a save of a fall: expected a state of 0 … 3, found ${saved[0]}`);
    const isUp = state === 'rises' || state === 'stands';
    checkNumbers('a save of a fall', saved, SINGLE + (isUp ? this.#rise : this.fall).stateSize);
    if (isUp) this.#rise.restore(saved, SINGLE);
    else this.fall.restore(saved, pose, SINGLE);
    this.state = state;
    this.#lain = saved[1];
    this.liesFor = saved[2] === NONE ? Infinity : Math.max(0, saved[2]);
    this.#heading = saved[3] === NONE ? undefined : saved[3];
  }
}

function checkedWait(seconds: number): number {
  if (!(seconds >= 0)) throw new UsageError(`expected seconds from 0 on, found ${seconds}`);
  return seconds;
}

function checkHeading(heading: number | undefined): void {
  if (heading !== undefined && !Number.isFinite(heading)) {
    throw new UsageError(`heading: expected radians, found ${heading}`);
  }
}
