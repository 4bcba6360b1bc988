/**
 * The distance of poses d_p of [Yin05] eq. 6 as the distance of vectors: joint turns against neutral and their rates, weighted, and
 * the height of the hips. Place in the plane and yaw do not count.
 */
import { HIPS, ROW, SPIN, TURN_PARTNER, TURN_ROLES, UPPER_ARMS } from './channel-layout.ts';
import type { Channels } from './channels.ts';

/** How much a joint counts; the small ones hardly show. */
const WEIGHTS = TURN_ROLES.map((role) => {
  if (/UpperLeg/.test(role)) return 1;
  if (/LowerLeg/.test(role)) return 0.9;
  if (/hips|spine|chest|Chest/.test(role)) return 0.8;
  if (/UpperArm/.test(role)) return 0.35;
  if (/LowerArm/.test(role)) return 0.25;
  return 0.05;
});
const SUM = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
const RATE = 0.003; // of a squared rate [rad²/s²] against a squared angle
const HEIGHT = 0.08 / 0.1 ** 2; // per m² of the hips' height

export const FEATURES = 6 * TURN_ROLES.length + 1;

/** out (FEATURES) = features of a row of channels and of its rate of change (per second); `leg` turns leg lengths into metres. */
export function writeFeatures(out: Float64Array, row: Float64Array, rates: Float64Array, leg: number): void {
  for (let k = 0; k < TURN_ROLES.length; k++) {
    const o = 3 * k;
    const weight = Math.sqrt(WEIGHTS[k] / SUM);
    for (let c = 0; c < 3; c++) {
      const counts = TURN_ROLES[k] === 'hips' && c === 1 ? 0 : weight;
      out[o + c] = counts * row[o + c];
      out[3 * TURN_ROLES.length + o + c] = counts * Math.sqrt(RATE) * rates[o + c];
    }
  }
  for (const side of [0, 1] as const) addSpin(out, row, rates, side);
  out[FEATURES - 1] = Math.sqrt(HEIGHT) * leg * row[HIPS + 1];
}

/** An arm that has gone round is where it was. */
function addSpin(out: Float64Array, row: Float64Array, rates: Float64Array, side: 0 | 1): void {
  const [at, o] = [SPIN[side], 3 * UPPER_ARMS[side]];
  const weight = Math.sqrt(WEIGHTS[UPPER_ARMS[side]] / SUM);
  const size = Math.hypot(row[at], row[at + 1], row[at + 2]);
  const left = size > 0 ? 1 - (2 * Math.PI * Math.round(size / (2 * Math.PI))) / size : 0;
  for (let c = 0; c < 3; c++) {
    out[o + c] += weight * left * row[at + c];
    out[3 * TURN_ROLES.length + o + c] += weight * Math.sqrt(RATE) * rates[at + c];
  }
}

export function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const d = a[i] - b[i];
    sum += d * d;
  }
  return sum;
}

const row = new Float64Array(ROW);
const rates = new Float64Array(ROW);

/** out = features of a frame of a response or of its mirror image. */
export function frameFeatures(
  out: Float64Array,
  channels: Channels,
  frame: number,
  mirrored: boolean,
  leg: number,
): void {
  const { values, frames, frameTime } = channels;
  const before = Math.max(0, frame - 1);
  const after = Math.min(frames - 1, frame + 1);
  const rate = after > before ? 1 / ((after - before) * frameTime) : 0;
  for (let c = 0; c < HIPS; c++) {
    const partner = mirrored ? 3 * TURN_PARTNER[Math.floor(c / 3)] + (c % 3) : c;
    const sign = mirrored && c % 3 > 0 ? -1 : 1;
    row[c] = sign * values[frame * ROW + partner];
    rates[c] = sign * rate * (values[after * ROW + partner] - values[before * ROW + partner]);
  }
  for (const side of [0, 1] as const) {
    const from = SPIN[mirrored ? 1 - side : side];
    for (let c = 0; c < 3; c++) {
      const sign = mirrored && c > 0 ? -1 : 1;
      row[SPIN[side] + c] = sign * values[frame * ROW + from + c];
      rates[SPIN[side] + c] = sign * rate * (values[after * ROW + from + c] - values[before * ROW + from + c]);
    }
  }
  row[HIPS + 1] = values[frame * ROW + HIPS + 1];
  writeFeatures(out, row, rates, leg);
}
