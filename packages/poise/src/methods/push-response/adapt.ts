/**
 * A response made easier: turned to another direction, then scaled down [Yin05] §6. Only ever to a smaller push or a less
 * constrained direction.
 */
import type { Shape } from '../save-shape.ts';
import { FOOT, FOOT_TURN, HIPS, ROW, SPIN, TOE_TURN, TURN_PARTNER, TURN_ROLES } from './channel-layout.ts';
import type { Channels } from './channels.ts';
import { ARM_TURNS } from './variety.ts';
import type { WeightShift } from './weight-shift.ts';

/**
 * 'tail': amplitude × α, and only the way back to neutral is played faster. 'whole': [Yin05] eq. 9, amplitude × (1 − ε), all of it
 * played (1 + ε/2) times as fast. Deviates by default: a pendulum is linear in its amplitude but not in time, so that the first
 * keeps the ZMP where it was and the push as long as it was; the second moves it (docs/methods/push-response.md has figures).
 */
export type TimeWarp = 'tail' | 'whole';

export interface Adaptation {
  readonly alpha: number; // momentum asked for over momentum available, ≤ 1
  readonly epsilon: number; // of [Yin05] eq. 9; the way back, or all, is played (1 + ε/2) times as fast
  readonly amplitude: number; // of all turns and ways
  readonly footLift: number; // of heights and turns of the feet: a shorter step is lifted as high
  readonly lambda: number; // in place: 1 the response, 0 its sagittal-neutral twin, −1 the mirror image
  readonly psi: number; // [rad] turned about the vertical
  readonly mirrored: boolean; // the mirror image of the response stands for it
  readonly arms: readonly [left: number, right: number]; // of the turns of the arms that are shown
}

export const ADAPTATION_SHAPE: Shape = {
  fields: {
    alpha: 'number',
    epsilon: 'number',
    amplitude: 'number',
    footLift: 'number',
    lambda: 'number',
    psi: 'number',
    mirrored: 'flag',
    arms: { numbers: 2 },
  },
};

export const AS_IT_IS: Adaptation = {
  alpha: 1,
  epsilon: 0,
  amplitude: 1,
  footLift: 1,
  lambda: 1,
  psi: 0,
  mirrored: false,
  arms: [1, 1],
};

/** ε for a share α of the momentum: the root of (1 − ε)(1 + ε/2) = α in 0 … 1. [Yin05] eq. 9. */
export const epsilonFor = (alpha: number): number => (Math.sqrt(9 - 8 * Math.min(1, Math.max(0, alpha))) - 1) / 2;

const raw = new Float64Array(ROW);

/** out (ROW) = the adapted channels at a place counted in frames of the response; held beyond its ends. */
export function sampleAdapted(out: Float64Array, channels: Channels, adaptation: Adaptation, place: number): void {
  sampleRow(raw, channels, place);
  const mix = (1 + adaptation.lambda) / 2; // of the response as it stands, the rest of its mirror image
  const own = adaptation.mirrored ? 1 - mix : mix;
  for (let k = 0; k < TURN_ROLES.length; k++) mixPlain(out, 3 * k, 3 * TURN_PARTNER[k], own);
  mixPlace(out, HIPS, HIPS, own);
  for (const side of [0, 1] as const) {
    mixPlace(out, FOOT[side], FOOT[1 - side], own);
    mixPlain(out, FOOT[side] + FOOT_TURN, FOOT[1 - side] + FOOT_TURN, own);
    mixPlain(out, FOOT[side] + TOE_TURN, FOOT[1 - side] + TOE_TURN, own);
  }
  const share = adaptation.amplitude;
  for (let c = 0; c < FOOT[0]; c++) out[c] *= share;
  for (const at of FOOT) scaleFoot(out, at, share, adaptation.footLift);
  scaleArms(out, adaptation.arms);
  for (const side of [0, 1] as const) mixSpin(out, channels, side, own, share);
  if (adaptation.psi !== 0) turnRow(out, adaptation.psi);
  const { weightShift } = channels;
  if (weightShift && (adaptation.psi !== 0 || share !== 1)) keepWeightShift(out, weightShift, adaptation, place);
}

/** Gives back what scaling and turning took of the shift of weight onto the standing foot: (I − α R) g. */
function keepWeightShift(out: Float64Array, shift: WeightShift, adaptation: Adaptation, place: number): void {
  const { psi, amplitude, mirrored } = adaptation;
  const sign = mirrored ? -1 : 1;
  const kept = sign * (1 - amplitude * Math.cos(psi)); // along x
  const crossed = sign * amplitude * Math.sin(psi); // along z
  const hips = between(shift.hips, place);
  out[HIPS] += kept * hips;
  out[HIPS + 2] += crossed * hips;
  for (const side of [0, 1] as const) {
    const gone = shift.footprint * between(shift.share[mirrored ? 1 - side : side], place);
    out[FOOT[side]] += kept * gone;
    out[FOOT[side] + 2] += crossed * gone;
  }
}

/** A series at a place between frames: Catmull–Rom, as the rows. */
function between(series: Float64Array, place: number): number {
  const last = series.length - 1;
  const at = Math.min(last, Math.max(0, place));
  const f = Math.min(Math.max(0, last - 1), Math.floor(at));
  const u = at - f;
  const a = series[Math.max(0, f - 1)];
  const b = series[f];
  const c = series[Math.min(last, f + 1)];
  const d = series[Math.min(last, f + 2)];
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

/** Catmull–Rom through the frames: smooth in speed also where time is warped. */
function sampleRow(out: Float64Array, { values, frames }: Channels, place: number): void {
  const at = Math.min(frames - 1, Math.max(0, place));
  const f = Math.min(Math.max(0, frames - 2), Math.floor(at));
  const u = at - f;
  if (u === 0 || frames < 2) {
    for (let c = 0; c < ROW; c++) out[c] = values[f * ROW + c];
    return;
  }
  const b = f * ROW;
  const a = Math.max(0, f - 1) * ROW;
  const c1 = (f + 1) * ROW;
  const d = Math.min(frames - 1, f + 2) * ROW;
  const wa = 0.5 * u * (u * (2 - u) - 1);
  const wb = 0.5 * (u * u * (3 * u - 5) + 2);
  const wc = 0.5 * u * (u * (4 - 3 * u) + 1);
  const wd = 0.5 * u * u * (u - 1);
  for (let c = 0; c < ROW; c++) {
    out[c] = wa * values[a + c] + wb * values[b + c] + wc * values[c1 + c] + wd * values[d + c];
  }
}

/** A turn and the mirror image of the partner's: (x, −y, −z) for rotation vectors. */
function mixPlain(out: Float64Array, a: number, b: number, own: number): void {
  const other = 1 - own;
  out[a] = own * raw[a] + other * raw[b];
  out[a + 1] = own * raw[a + 1] - other * raw[b + 1];
  out[a + 2] = own * raw[a + 2] - other * raw[b + 2];
}

/** A place and the mirror image of the partner's: (−x, y, z). */
function mixPlace(out: Float64Array, a: number, b: number, own: number): void {
  const other = 1 - own;
  out[a] = own * raw[a] - other * raw[b];
  out[a + 1] = own * raw[a + 1] + other * raw[b + 1];
  out[a + 2] = own * raw[a + 2] + other * raw[b + 2];
}

function scaleArms(out: Float64Array, arms: readonly [left: number, right: number]): void {
  for (const side of [0, 1] as const) {
    if (arms[side] === 1) continue;
    for (const o of ARM_TURNS[side]) for (let c = 0; c < 3; c++) out[o + c] *= arms[side];
  }
}

function scaleFoot(out: Float64Array, at: number, share: number, lift: number): void {
  out[at] *= share;
  out[at + 1] *= lift;
  out[at + 2] *= share;
  for (const turn of [at + FOOT_TURN, at + TOE_TURN]) {
    out[turn] *= lift;
    out[turn + 1] *= share; // yaw belongs to the way
    out[turn + 2] *= lift;
  }
}

/** An arm that goes round does so a whole number of times, fewer when scaled down. Arms that go round unequally often are not
 *  mixed: the larger share decides. */
function mixSpin(out: Float64Array, { armTurns }: Channels, side: 0 | 1, own: number, share: number): void {
  const unequal = armTurns[0] !== armTurns[1];
  mixPlain(out, SPIN[side], SPIN[1 - side], unequal ? (own >= 0.5 ? 1 : 0) : own);
  const turns = armTurns[own >= 0.5 ? side : 1 - side];
  const kept = turns > 0 ? Math.max(1, Math.round(turns * share)) / turns : 0;
  for (let c = 0; c < 3; c++) out[SPIN[side] + c] *= kept;
}

/** All vectors turned about the vertical; hinges keep theirs, and feet roll about their own axes. The facing does not change.
 *  Deviates: [Yin05] turns the feet too, which would roll them over their edges. */
function turnRow(out: Float64Array, psi: number): void {
  const [sine, cosine] = [Math.sin(psi), Math.cos(psi)];
  for (const o of TURNED) {
    const x = out[o];
    const z = out[o + 2];
    out[o] = cosine * x + sine * z;
    out[o + 2] = cosine * z - sine * x;
  }
}

const TURNED: readonly number[] = [
  ...TURN_ROLES.flatMap((role, k) => (/LowerLeg|LowerArm/.test(role) ? [] : [3 * k])),
  HIPS,
  ...FOOT,
  ...SPIN,
];
