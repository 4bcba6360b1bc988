/**
 * A response made easier: turned to another direction, then scaled down [Yin05] §6. Only ever to a smaller push or a less
 * constrained direction.
 */
import { FOOT, FOOT_TURN, HIPS, ROW, TOE_TURN, TURN_PARTNER, TURN_ROLES } from './channel-layout.ts';
import type { Channels } from './channels.ts';

export interface Adaptation {
  readonly alpha: number; // momentum asked for over momentum available, ≤ 1
  readonly epsilon: number; // amplitude × (1 − ε), speed × (1 + ε/2)
  readonly lambda: number; // in place: 1 the response, 0 its sagittal-neutral twin, −1 the mirror image
  readonly psi: number; // [rad] turned about the vertical
  readonly mirrored: boolean; // the mirror image of the response stands for it
}

export const AS_IT_IS: Adaptation = { alpha: 1, epsilon: 0, lambda: 1, psi: 0, mirrored: false };

/** ε for a share α of the momentum: the root of (1 − ε)(1 + ε/2) = α in 0 … 1. [Yin05] eq. 9. */
export const epsilonFor = (alpha: number): number => (Math.sqrt(9 - 8 * Math.min(1, Math.max(0, alpha))) - 1) / 2;

/** Joints that bend one way only: they keep their own turn when the response is turned. */
const HINGES = TURN_ROLES.map((role) => /LowerLeg|LowerArm/.test(role));

const raw = new Float64Array(ROW);
const whole = new Float64Array(3);

/** out (ROW) = the adapted channels at a place counted in frames of the response; held beyond its ends. */
export function sampleAdapted(out: Float64Array, channels: Channels, adaptation: Adaptation, place: number): void {
  sampleRow(raw, channels, place);
  const mix = (1 + adaptation.lambda) / 2; // of the response as it stands, the rest of its mirror image
  const own = adaptation.mirrored ? 1 - mix : mix;
  for (let k = 0; k < TURN_ROLES.length; k++) mixTurn(out, channels, k, own);
  mixPlace(out, HIPS, HIPS, own);
  for (const side of [0, 1] as const) {
    mixPlace(out, FOOT[side], FOOT[1 - side], own);
    mixPlain(out, FOOT[side] + FOOT_TURN, FOOT[1 - side] + FOOT_TURN, own);
    mixPlain(out, FOOT[side] + TOE_TURN, FOOT[1 - side] + TOE_TURN, own);
  }
  scaleRow(out, channels, 1 - adaptation.epsilon, own);
  if (adaptation.psi !== 0) turnRow(out, adaptation.psi);
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

/** A turn and the mirror image of the partner's: (x, −y, −z) for rotation vectors. Arms that go round unequally often cannot be
 *  mixed; the larger share decides. */
function mixTurn(out: Float64Array, { wholeTurns }: Channels, k: number, own: number): void {
  const a = 3 * k;
  const b = 3 * TURN_PARTNER[k];
  const unequal =
    Math.abs(wholeTurns[a] - wholeTurns[b]) +
      Math.abs(wholeTurns[a + 1] + wholeTurns[b + 1]) +
      Math.abs(wholeTurns[a + 2] + wholeTurns[b + 2]) >
    Math.PI;
  mixPlain(out, a, b, unequal ? (own >= 0.5 ? 1 : 0) : own);
}

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

/** Everything × share; an arm that goes round does so a whole number of times, fewer when scaled down. */
function scaleRow(out: Float64Array, { wholeTurns }: Channels, share: number, own: number): void {
  for (let c = 3 * TURN_ROLES.length; c < ROW; c++) out[c] *= share;
  for (let k = 0; k < TURN_ROLES.length; k++) {
    const o = 3 * k;
    writeWhole(wholeTurns, k, own);
    const size = Math.sqrt(whole[0] ** 2 + whole[1] ** 2 + whole[2] ** 2);
    if (size < Math.PI) {
      for (let c = 0; c < 3; c++) out[o + c] *= share;
      continue;
    }
    const turns = Math.round(size / (2 * Math.PI));
    const along = (out[o] * whole[0] + out[o + 1] * whole[1] + out[o + 2] * whole[2]) / size;
    const kept = (Math.max(1, Math.round(turns * share)) / turns - share) * along;
    for (let c = 0; c < 3; c++) out[o + c] = share * out[o + c] + (kept * whole[c]) / size;
  }
}

/** whole = the turns joint k has made in the end, after mixing. */
function writeWhole(wholeTurns: Float64Array, k: number, own: number): void {
  const a = 3 * k;
  const b = 3 * TURN_PARTNER[k];
  const first = own >= 0.5;
  whole[0] = first ? wholeTurns[a] : wholeTurns[b];
  whole[1] = first ? wholeTurns[a + 1] : -wholeTurns[b + 1];
  whole[2] = first ? wholeTurns[a + 2] : -wholeTurns[b + 2];
}

/** All vectors turned about the vertical; hinges keep theirs. The facing does not change. */
function turnRow(out: Float64Array, psi: number): void {
  const [sine, cosine] = [Math.sin(psi), Math.cos(psi)];
  for (let o = 0; o < ROW; o += 3) {
    if (o < HIPS && HINGES[o / 3]) continue;
    const x = out[o];
    const z = out[o + 2];
    out[o] = cosine * x + sine * z;
    out[o + 2] = cosine * z - sine * x;
  }
}
