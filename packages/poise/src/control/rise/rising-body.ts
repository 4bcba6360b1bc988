/**
 * A body that gets up: lying it rolls over and draws its limbs in as ground and body let it; from hands and knees on it follows key poses, and hands,
 * knees and feet that carry stay where they came down, by construction. What muscles need for it is measured (effort.ts). Deterministic.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { STAY } from '../../gait/placement.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, jointCount } from '../../motion/skeleton.ts';
import { checkNumbers, checkRotations } from '../begin-state.ts';
import { type Ground, levelGround, soundGround } from '../ground.ts';
import { carriesItself } from './carries-itself.ts';
import { createFigure, type Figure } from './figure.ts';
import { FOUND_SIZE, findContacts } from './found.ts';
import { WAY_UP, type WayUp } from './library.ts';
import type { PlacedStage } from './placed-stage.ts';
import { Planted } from './planted.ts';
import { planRise, type Rise, type RisePlan, stagesOf } from './rise-plan.ts';
import { Rolling } from './rolling.ts';
import { standingPose } from './standing-pose.ts';
import { LYING } from './way-up.ts';

export interface RiseOptions {
  readonly ground: Ground; // default: level, y = 0
  readonly way: WayUp;
}

/** Numbers of a save beside poses and velocities. */
const SINGLE = 6;
const NO_HEADING = 1e9; // in a save
const FRAME = 3; // of a placement
const CARRIED = 3;
const TICK_RATE = { lying: 240, planted: 120 } as const; // [1/s]

export class RisingBody {
  readonly body: Body;
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
  isUp = true;
  stages: readonly PlacedStage[] = [];
  stage = 0;
  time = 0; // [s] since the stage began
  /** [m] most by which a hand, knee or foot has missed the place where it was to stay, so far. */
  missed = 0;
  readonly #ground: Ground;
  readonly #way: WayUp;
  readonly #figure: Figure;
  readonly #ws: Workspace;
  readonly #rolling: Rolling;
  readonly #planted: Planted;
  #heading: number | undefined;
  #plan: RisePlan | undefined;
  #letsGo = 0; // share of the stage at which hands let go
  readonly #rest: Float64Array; // nq: how it lay
  readonly #stand: Float64Array; // nq: how it is to stand, as given
  readonly #entry: Float64Array; // nq: where the stage began
  readonly #entryRate: Float64Array; // nv
  readonly #carried = new Float64Array(CARRIED); // [m] by ground that moves, since the stage began
  readonly #before: Float64Array; // nq: scratch
  readonly #turn = new Float64Array(4);

  constructor(body: Body, options: Partial<RiseOptions> = {}) {
    this.body = body;
    this.#ground = soundGround(options.ground ?? levelGround(0));
    this.#way = options.way ?? WAY_UP;
    this.#figure = createFigure(body);
    this.#ws = createWorkspace(body);
    this.#rolling = new Rolling(this.#figure, this.#ground);
    this.#planted = new Planted(this.#figure, this.#ground);
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.v = new Float64Array(freedomCount(body.skeleton));
    this.#rest = this.q.slice();
    this.#stand = this.q.slice();
    this.#entry = this.q.slice();
    this.#before = this.q.slice();
    this.#entryRate = this.v.slice();
  }

  /** Begins with the pose in which it lies (nq). */
  begin(q: Float64Array, { stand, heading }: Rise): void {
    this.#rest.set(q);
    this.#stand.set(stand);
    this.#heading = heading;
    this.q.set(q);
    this.v.fill(0);
    this.#plan = planRise(
      this.#figure,
      this.#way,
      q,
      { stand: standingPose(this.#figure, stand), heading },
      this.#ground,
    );
    this.stages = stagesOf(this.#figure, this.#way, this.#plan, undefined, q, this.#ground);
    this.isUp = false;
    this.missed = 0;
    this.stage = 0;
    this.#enter(0);
  }

  #isLying(stage: number): boolean {
    return LYING.includes(this.stages[stage].name);
  }

  /** Stages anew, from where limbs are that carry from now on, and on to the next. */
  #enter(stage: number): void {
    this.#entry.set(this.q);
    this.#entryRate.set(this.v);
    this.#carried.fill(0);
    if (this.#plan) {
      findContacts(this.#plan, this.#figure, this.#way, this.stages[stage].name, this.q, this.#ground);
    }
    this.#goOn(stage);
  }

  /** On to the pose of a stage, from the entry. */
  #goOn(stage: number): void {
    if (!this.#plan) return;
    const { name } = this.stages[stage];
    this.stages = stagesOf(this.#figure, this.#way, this.#plan, name, this.#entry, this.#ground);
    this.stage = stage;
    this.time = 0;
    const [now, next] = [this.stages[stage], this.stages[stage + 1]];
    this.#letsGo = now.letsGo;
    if (this.#isLying(stage)) this.#rolling.aim(this.#entry, this.#entryRate, now, next);
    else this.#planted.aim(this.#entry, this.#entryRate, now, next);
  }

  /** Goes on by dt [s]. */
  step(dt: number): void {
    if (!(dt > 0)) return;
    let left = dt;
    while (left > 1e-9 && !this.isUp) {
      const rate = this.#isLying(this.stage) ? TICK_RATE.lying : TICK_RATE.planted;
      const ticks = Math.max(1, Math.ceil(left * rate - 0.25));
      const h = left / ticks;
      this.#tick(h);
      left -= h;
    }
  }

  #tick(h: number): void {
    this.time += h;
    const { duration } = this.stages[this.stage];
    if (this.#isLying(this.stage)) this.#rolling.step(this.q, this.v, this.time, h);
    else this.#stay(h);
    if (this.time < duration) return;
    if (this.stage + 1 < this.stages.length) this.#enter(this.stage + 1);
    else this.isUp = true;
  }

  /** The pose of now, and its velocity. */
  #stay(h: number): void {
    const { q, v, body } = this;
    const { name, duration } = this.stages[this.stage];
    const share = this.time / duration;
    if (name === 'kneel' && share < this.#letsGo) {
      forwardKinematics(body, this.#ws, q);
      forwardVelocity(body, this.#ws, v);
      if (carriesItself(this.#figure, this.#ws, this.#plan?.frame.yaw ?? 0)) {
        this.#letsGo = share;
        this.#planted.depart(share);
      }
    }
    const { velocity } = this.#ground(q[0], q[2]);
    if (velocity) for (let c = 0; c < 3; c++) this.#carried[c] += h * velocity[c];
    this.#before.set(q);
    this.#planted.at(Math.min(this.time, duration));
    this.missed = Math.max(this.missed, this.#planted.missed);
    q.set(this.#planted.q);
    for (let c = 0; c < 3; c++) q[c] += this.#carried[c];
    difference(v, body.skeleton, this.#before, 0, q, 0, h, this.#turn);
  }

  get stateSize(): number {
    return SINGLE + 4 * this.q.length + 2 * this.v.length + FRAME + CARRIED + FOUND_SIZE;
  }

  save(out: Float64Array, o = 0): void {
    let at = o;
    const add = (values: Float64Array): void => {
      out.set(values, at);
      at += values.length;
    };
    const { frame, found } = this.#plan ?? { frame: STAY, found: new Float64Array(FOUND_SIZE) };
    add(
      Float64Array.of(this.stage, this.time, this.isUp ? 1 : 0, this.#heading ?? NO_HEADING, this.#letsGo, this.missed),
    );
    for (const values of [this.#rest, this.#stand, this.#entry, this.q, this.#entryRate, this.v]) add(values);
    for (const values of [Float64Array.of(frame.yaw, frame.x, frame.z), this.#carried, found]) add(values);
  }

  /** Throws UsageError, and nothing has changed, where `state` holds no save. */
  restore(state: Float64Array, o = 0): void {
    let at = o;
    checkNumbers('a save', state.subarray(o, o + this.stateSize), this.stateSize);
    for (let k = 0; k < 4; k++)
      checkRotations(state, o + SINGLE + k * this.q.length + 3, 4, jointCount(this.body.skeleton));
    const take = (count: number): Float64Array => {
      at += count;
      return state.subarray(at - count, at);
    };
    const [stage, time, isUp, heading, letsGo, missed] = take(SINGLE);
    if (!(time >= 0)) throw new UsageError(`a save of a rise: expected a time from 0 s on, found ${time}`);
    const [nq, nv] = [this.q.length, this.v.length];
    const [rest, stand, entry, q] = [take(nq), take(nq), take(nq), take(nq)];
    const [entryRate, v, frame, carried] = [take(nv), take(nv), take(FRAME), take(CARRIED)];
    this.begin(rest, { stand, heading: heading === NO_HEADING ? undefined : heading });
    if (this.#plan) {
      this.#plan.frame = { yaw: frame[0], x: frame[1], z: frame[2] };
      this.#plan.found.set(take(FOUND_SIZE));
    }
    this.#entry.set(entry);
    this.#entryRate.set(entryRate);
    this.#goOn(Math.max(0, Math.min(this.stages.length - 1, Math.round(stage))));
    this.#carried.set(carried);
    if (letsGo !== this.#letsGo) this.#planted.depart(letsGo);
    this.#letsGo = letsGo;
    this.time = time;
    if (this.#isLying(this.stage)) this.#rolling.at(time);
    this.isUp = isUp === 1;
    this.missed = missed;
    this.q.set(q);
    this.v.set(v);
  }
}
