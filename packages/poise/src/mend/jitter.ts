/**
 * Tremor taken out without lag and without blunting impacts. Each part of the body is smoothed where it trembles visibly, and as far as its own
 * noise asks for: of white noise σ a low-pass at f leaves σ √(2 f dt), and that shall be no more than one sees. Around touch-downs
 * the legs and the trunk keep what an impact needs.
 */
import { analyse } from '../balance/analyse.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { lowPass } from '../math/low-pass.ts';
import { median } from '../math/order-statistics.ts';
import { normalizeQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { signContinuous } from '../motion/sample.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import { type Frames, shareOf } from '../motion/stretches.ts';
import { strengthOfCutoff, whittaker } from '../optim/whittaker.ts';
import { type BodyPart, bodyParts } from './body-joints.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { metres } from './words.ts';

const ROBUST_PASSES = 3;
const FAR_OFF = 8; // times the usual distance: a frame that far off counts half

/** Smooths what trembles. `complaints`: the stretches in which it is complained of; elsewhere only what trembles strongly is smoothed. Without them all that is seen is.
 *
 * ```ts
 * const { clip: calm, did } = calmTremor(fitBody(clip), clip);
 * ```
 */
export function calmTremor(body: Body, clip: Clip, complaints?: readonly Frames[]): StageOutcome {
  const { pixel, tremorCutoff } = MEND_PARAMETERS;
  const nq = coordinateCount(clip.skeleton);
  const rate = 1 / clip.frameTime;
  if (clip.frameCount < 8 || !(tremorCutoff < 0.45 * rate)) return untouched(clip);
  const parts = bodyParts(body);
  const least = leastTremor(clip, complaints);
  const tremors = parts.map((part) =>
    tremorOf(body, clip, part).map((size, frame) => (size > least[frame] ? size : (size * pixel) / least[frame])),
  );
  if (!tremors.some((tremor) => tremor.some((size) => size > pixel))) return untouched(clip);
  const q = signContinuous(clip.q, nq);
  const impact = impactsOf(body, clip);
  const did: string[] = [];
  parts.forEach((part, k) => {
    const most = tremors[k].reduce((a, b) => Math.max(a, b), 0);
    if (most <= pixel) return;
    const strength = strengthsOf(tremors[k], clip.frameTime, part.name.endsWith('arm') ? undefined : impact);
    if (part.from < 0) smoothColumns(q, nq, 0, 3, strength, clip.frameTime);
    for (const joint of part.joints) {
      smoothColumns(q, nq, quatIndex(joint), 4, strength, clip.frameTime);
      for (let i = quatIndex(joint); i < q.length; i += nq) normalizeQuat(q, i, q, i);
    }
    did.push(`The ${part.name} trembled by up to ${metres(most)} and was smoothed.`);
  });
  return { clip: withCoordinates(clip, q), did, left: [] };
}

/** [m] frame by frame: a tremor of less stays. */
function leastTremor({ frameCount, frameTime }: Clip, complaints: readonly Frames[] | undefined): Float64Array {
  const { pixel, tremorQuiet, tremorWindow } = MEND_PARAMETERS;
  if (!complaints) return new Float64Array(frameCount).fill(pixel);
  const near = shareOf(frameCount, complaints, Math.round(tremorWindow / frameTime));
  return near.map((share) => tremorQuiet + share * (pixel - tremorQuiet));
}

/** Smooths columns of q, and again with frames that lie far off the first result counting less: bursts of a lost limb do not drag it along. */
function smoothColumns(
  q: Float64Array,
  nq: number,
  at: number,
  width: number,
  strength: Float64Array,
  frameTime: number,
): void {
  const frames = strength.length;
  const rough = new Float64Array(frames * width);
  for (let f = 0; f < frames; f++) for (let k = 0; k < width; k++) rough[f * width + k] = q[f * nq + at + k];
  const weight = new Float64Array(frames).fill(1);
  let values = rough.slice();
  whittaker(values, width, weight, strength);
  for (let pass = 1; pass < ROBUST_PASSES; pass++) {
    weighByDistance(weight, rough, values, width, frameTime);
    values = rough.slice();
    whittaker(values, width, weight, strength);
  }
  for (let f = 0; f < frames; f++) for (let k = 0; k < width; k++) q[f * nq + at + k] = values[f * width + k];
}

/** Cauchy weights by how far frames lie off the curve, beside what is usual around them. */
function weighByDistance(
  weight: Float64Array,
  rough: Float64Array,
  values: Float64Array,
  width: number,
  frameTime: number,
): void {
  const frames = weight.length;
  const off = new Float64Array(frames);
  for (let f = 0; f < frames; f++) {
    let square = 0;
    for (let k = f * width; k < (f + 1) * width; k++) square += (rough[k] - values[k]) ** 2;
    off[f] = Math.sqrt(square);
  }
  const half = Math.max(4, Math.round(MEND_PARAMETERS.tremorWindow / frameTime));
  // The usual distance is taken block by block: it changes slowly, and medians cost.
  for (let start = 0; start < frames; start += half) {
    const usual = median(off.slice(Math.max(0, start - half), Math.min(frames, start + 2 * half)));
    for (let f = start; f < Math.min(frames, start + half); f++) {
      weight[f] = usual > 0 ? 1 / (1 + (off[f] / (FAR_OFF * usual)) ** 2) : 1;
    }
  }
}

/** What a part moves above the cutoff [m]: the median over the window around each frame, which an impact or a single jump does not raise. */
function tremorOf(body: Body, clip: Clip, { from, points }: BodyPart): Float64Array {
  const { tremorCutoff, tremorWindow } = MEND_PARAMETERS;
  const frames = clip.frameCount;
  const nq = coordinateCount(clip.skeleton);
  const width = 3 * points.length;
  const ws = createWorkspace(body);
  const rough = new Float64Array(frames * width);
  for (let f = 0; f < frames; f++) {
    forwardKinematics(body, ws, clip.q, f * nq);
    points.forEach((joint, i) => {
      for (let k = 0; k < 3; k++) {
        rough[f * width + 3 * i + k] =
          ws.segmentOrigin[3 * joint + k] - (from < 0 ? 0 : ws.segmentOrigin[3 * from + k]);
      }
    });
  }
  const smooth = rough.slice();
  lowPass(smooth, width, 1 / clip.frameTime, tremorCutoff);
  const size = Float64Array.from({ length: frames }, (_, f) => {
    let worst = 0;
    for (let i = f * width; i < (f + 1) * width; i += 3) {
      worst = Math.max(
        worst,
        Math.hypot(rough[i] - smooth[i], rough[i + 1] - smooth[i + 1], rough[i + 2] - smooth[i + 2]),
      );
    }
    return worst;
  });
  return medianAround(size, Math.max(2, Math.round(tremorWindow / 2 / clip.frameTime)));
}

/** Median of the frames within `half` of each frame, taken four times a window and joined by straight lines. */
function medianAround(size: Float64Array, half: number): Float64Array {
  const frames = size.length;
  const hop = Math.max(1, half >> 1);
  const knots = Array.from({ length: Math.ceil((frames - 1) / hop) + 1 }, (_, k) => {
    const f = Math.min(frames - 1, k * hop);
    return median(size.slice(Math.max(0, f - half), Math.min(frames, f + half + 1)));
  });
  return size.map((_, f) => {
    const k = Math.min(knots.length - 1, Math.floor(f / hop));
    const next = knots[Math.min(knots.length - 1, k + 1)];
    return knots[k] + (f / hop - k) * (next - knots[k]);
  });
}

/** λ frame by frame. Below what is seen it falls off quickly, so that calm stretches stay as they are. */
function strengthsOf(tremor: Float64Array, frameTime: number, impact: Float64Array | undefined): Float64Array {
  const { pixel, tremorLeft, tremorCutoff, lowestCutoff, impactCutoff } = MEND_PARAMETERS;
  const above = 1 - 2 * tremorCutoff * frameTime; // share of white noise that lies above the cutoff
  return tremor.map((size, f) => {
    if (size < pixel / 2) return 0;
    const noise = size / Math.sqrt(above);
    const wanted = (tremorLeft / noise) ** 2 / (2 * frameTime);
    const cutoff = Math.min(tremorCutoff, Math.max(lowestCutoff, wanted));
    const ramp = Math.min(1, (2 * size) / pixel - 1);
    const free = impact ? Math.max(cutoff, impact[f] * impactCutoff) : cutoff;
    return ramp * strengthOfCutoff(free, frameTime);
  });
}

/** 1 at touch-downs of feet that come down fast, falling to 0 beside them. */
function impactsOf(body: Body, clip: Clip): Float64Array {
  const { impactTime, impactSpeed } = MEND_PARAMETERS;
  const { feet, frameTime } = analyse(body, clip);
  const reach = Math.max(1, Math.round(impactTime / frameTime));
  const impact = new Float64Array(clip.frameCount);
  for (const { heel, ball, toe, ankle } of feet) {
    const stands = (f: number): boolean => heel[f] + ball[f] + toe[f] > 0;
    for (let f = reach; f < clip.frameCount; f++) {
      if (!stands(f) || stands(f - 1)) continue;
      const speed = (ankle[3 * (f - reach) + 1] - ankle[3 * f + 1]) / (reach * frameTime);
      if (speed < impactSpeed) continue;
      for (let k = Math.max(0, f - reach); k <= Math.min(clip.frameCount - 1, f + reach); k++) {
        impact[k] = Math.max(impact[k], Math.min(1, 2 - (2 * Math.abs(k - f)) / reach));
      }
    }
  }
  return impact;
}
