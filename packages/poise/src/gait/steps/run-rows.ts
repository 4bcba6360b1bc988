/**
 * Capture errors of a runner at the landings ahead. In stance c̃̈ = (F_z(t)/(m z)) (c̃ − u − δ − λ) with the clip's own load, in flight
 * c̃ moves evenly. In flight nothing turns the body, so that λ drifts with the λ̇ it had at lift-off.
 */
import { type AxisState, type CaptureRows, MOST_UNKNOWNS, writeRow } from './capture-rows.ts';
import { COURSE_ROWS, type GaitStep } from './gait-step.ts';
import { type LeanCourse, writeLeanCourse } from './lean.ts';

/** The run ahead. Index 0 is the stance now, k the stance that landing k begins. */
export interface RunSteps {
  readonly steps: readonly GaitStep[];
  now: number; // t [s] since the touch-down of stance 0
  trunkTime: number; // [s] of the lean's return
  leanLeft: number; // 1 − β: of the lean asked for, per step
  hipLag: number; // [s]
}

/** What a stance and the flight after it make of position, velocity, balance point and lean: c and v at the end, from … */
interface RunMap {
  readonly com: Float64Array; // c = 1
  readonly velocity: Float64Array; // v = 1
  readonly cop: Float64Array; // the balance point 1 m aside all the time
  readonly lean: Float64Array; // the lean as it goes on by itself
  readonly hip: Float64Array; // 1 m of lean asked for
}

const SUBSTEPS = 2 * (COURSE_ROWS - 1); // of a whole stance

export class RunRows {
  readonly #map: RunMap = {
    com: new Float64Array(2),
    velocity: new Float64Array(2),
    cop: new Float64Array(2),
    lean: new Float64Array(2),
    hip: new Float64Array(2),
  };
  readonly #columns = Object.values(this.#map) as readonly Float64Array[];
  readonly #lean: LeanCourse = { lean: 0, leanRate: 0, pull: 0 };
  readonly #com = new Float64Array(MOST_UNKNOWNS); // effects on c and v
  readonly #velocity = new Float64Array(MOST_UNKNOWNS);
  readonly #xi = new Float64Array(MOST_UNKNOWNS);

  /** out = the rows of `n` landings. */
  write(out: CaptureRows, n: number, state: AxisState, run: RunSteps): void {
    const dc = this.#com;
    const dv = this.#velocity;
    const xi = this.#xi;
    const lean = this.#lean;
    const map = this.#map;
    const hip = 2 * n;
    dc.fill(0);
    dv.fill(0);
    lean.lean = state.lean;
    lean.leanRate = state.leanRate;
    let c = state.com;
    let v = state.velocity;
    let hipLeft = 1;
    for (let k = 0; k < n; k++) {
      const rate = run.steps[k + 1].rate;
      this.#writeMap(run, k);
      const nextC = map.com[0] * c + map.velocity[0] * v + map.cop[0] * state.stand + map.lean[0];
      v = map.com[1] * c + map.velocity[1] * v + map.cop[1] * state.stand + map.lean[1];
      c = nextC;
      for (let i = 0; i <= hip; i++) {
        // what has moved the foot under the body: steps up to this one, the shift under its sole, the hip
        const cop = i < k || i === n + k ? 1 : 0;
        const asked = i === hip ? hipLeft : 0;
        const next = map.com[0] * dc[i] + map.velocity[0] * dv[i] + map.cop[0] * cop + map.hip[0] * asked;
        dv[i] = map.com[1] * dc[i] + map.velocity[1] * dv[i] + map.cop[1] * cop + map.hip[1] * asked;
        dc[i] = next;
        xi[i] = dc[i] + dv[i] / rate;
      }
      hipLeft *= run.leanLeft;
      writeRow(out, k, n, xi, c + v / rate - state.stand);
    }
  }

  /** The map from now (stance 0) or from touch-down to the next touch-down. The lean's own course is taken on. */
  #writeMap(run: RunSteps, k: number): void {
    const map = this.#map;
    const { com, velocity, cop, lean, hip } = map;
    const step = run.steps[k];
    const stance = step.duration - step.flight;
    const t0 = k === 0 ? run.now : 0;
    for (let i = 0; i < this.#columns.length; i++) this.#columns[i].fill(0);
    com[0] = 1;
    velocity[1] = 1;
    const left = Math.max(0, stance - t0);
    const count = Math.max(1, Math.ceil((SUBSTEPS * left) / Math.max(stance, 1e-6)));
    const h = left / count;
    const lag = k === 0 ? run.hipLag : 0;
    for (let i = 0; left > 0 && i < count; i++) {
      const t = t0 + (i + 0.5) * h;
      const stiffness = loadAt(step, t / stance) * step.rate * step.rate; // F_z/(m z)
      const before = this.#lean.lean;
      writeLeanCourse(this.#lean, before, this.#lean.leanRate, run.trunkTime, step.rate, h);
      advance(com, stiffness, 0, h);
      advance(velocity, stiffness, 0, h);
      advance(cop, stiffness, 1, h);
      advance(lean, stiffness, (before + this.#lean.lean) / 2, h);
      advance(hip, stiffness, Math.min(1, Math.max(0, (t + h / 2 - t0 - lag) / h)), h);
    }
    const flight = step.duration - Math.max(stance, t0);
    for (let i = 0; i < this.#columns.length; i++) {
      const column = this.#columns[i];
      column[0] += flight * column[1];
    }
    this.#lean.lean += flight * this.#lean.leanRate;
  }
}

/** F_z over weight at a share of the stance. */
function loadAt({ load }: GaitStep, share: number): number {
  const at = Math.min(1, Math.max(0, share)) * (load.length - 1);
  const row = Math.min(load.length - 2, Math.floor(at));
  return load[row] + (at - row) * (load[row + 1] - load[row]);
}

/** (c, v) over h with c̈ = stiffness (c − p), exact for a stiffness that does not change meanwhile. */
function advance(state: Float64Array, stiffness: number, p: number, h: number): void {
  const w = Math.sqrt(Math.max(stiffness, 0));
  const away = state[0] - p;
  const x = w * h;
  const cosh = Math.cosh(x);
  const sinh = x > 1e-6 ? Math.sinh(x) / w : h;
  const v = state[1];
  state[0] = p + away * cosh + v * sinh;
  state[1] = away * w * w * sinh + v * cosh;
}
