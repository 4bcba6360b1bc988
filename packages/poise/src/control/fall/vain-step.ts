/**
 * Steps in vain: as long as the hips are high, a body that falls forward still throws one leg ahead, and then the other; no foot comes in time. A leg has
 * its turn until its foot is down ahead of the other one.
 */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { ease } from '../../math/ease.ts';
import { VAIN_STEP } from './parameters.ts';

const HIP = 0;
const KNEE = 2;
const FOOT = 4;

export class VainStep {
  /** The leg that swings: 0 left, 1 right. */
  side = 0;
  /** 0: legs are those of the protective act … 1: one of them steps. */
  share = 0;
  knee = 0; // [rad] flexion of the leg that swings
  readonly thigh = new Float64Array(3); // where it points: unit, world
  readonly #joints: Int32Array; // hips, knees, ankles: left, right

  constructor({ roles }: Body) {
    this.#joints = Int32Array.of(
      roles.leftUpperLeg ?? 0,
      roles.rightUpperLeg ?? 0,
      roles.leftLowerLeg ?? 0,
      roles.rightLowerLeg ?? 0,
      roles.leftFoot ?? 0,
      roles.rightFoot ?? 0,
    );
  }

  /** Chooses the leg whose foot is behind. fall: (x, z), unit; needs the position level. */
  begin(ws: Workspace, fall: Float64Array): void {
    this.side = this.#lead(ws, fall) > 0 ? 1 : 0;
  }

  /** [m] by which the left foot is farther along the fall than the right one. */
  #lead({ segmentOrigin: at }: Workspace, fall: Float64Array): number {
    const left = 3 * this.#joints[FOOT];
    const right = 3 * this.#joints[FOOT + 1];
    return fall[0] * (at[left] - at[right]) + fall[1] * (at[left + 2] - at[right + 2]);
  }

  /** forward: how much of a fall forward it is; time: since balance was lost [s]. Needs the position level. */
  update(ws: Workspace, fall: Float64Array, forward: number, time: number): void {
    const { reach, swings, lands, bends, high, low, ahead, until, fades } = VAIN_STEP;
    const { segmentOrigin: at } = ws;
    const hip = 3 * this.#joints[HIP + this.side];
    const knee = 3 * this.#joints[KNEE + this.side];
    const foot = 3 * this.#joints[FOOT + this.side];
    const other = 3 * this.#joints[FOOT + 1 - this.side];
    const thigh = between(at, hip, knee);
    const leg = thigh + between(at, knee, foot);
    const stands = (at[hip + 1] - Math.min(at[foot + 1], at[other + 1])) / leg;
    this.share = forward * ease((stands - low) / (high - low)) * (1 - ease((time - until) / fades));
    if (!(this.share > 0)) return;
    const size = Math.sqrt(1 + reach * reach);
    const t = this.thigh;
    t[0] = (reach * fall[0]) / size;
    t[1] = -1 / size;
    t[2] = (reach * fall[1]) / size;
    // bent while it swings, stretched where it arrives
    let along = 0;
    for (let c = 0; c < 3; c++) along += t[c] * (at[knee + c] - at[hip + c]);
    const apart = Math.acos(Math.max(-1, Math.min(1, along / thigh)));
    this.knee = lands + (swings - lands) * ease(apart / bends);
    const lead = this.#lead(ws, fall) * (this.side === 0 ? 1 : -1);
    if (lead > ahead * leg && at[foot + 1] <= at[other + 1]) this.side = 1 - this.side;
  }
}

/** [m] between two joints. */
function between(at: Float64Array, a: number, b: number): number {
  const x = at[a] - at[b];
  const y = at[a + 1] - at[b + 1];
  const z = at[a + 2] - at[b + 2];
  return Math.sqrt(x * x + y * y + z * z) + 1e-9;
}
