/**
 * Frames of responses by pose, for pushes in the middle of a recovery. Per entry, runs of frames with a box around their features
 * and the most momentum they can take: a run whose box is too far away, or too weak, is passed over whole.
 *
 * Boxes are of the features that vary most: leaving out others can only make a distance smaller, so bounds stay bounds.
 */
import { channelsOf } from './channels.ts';
import type { Entry } from './entries.ts';
import { recoverableAt } from './entries.ts';
import { FEATURES, frameFeatures } from './pose-features.ts';

const BOX = 10; // features in a box
const RUN = 8; // frames in a run
export const STRIDE = 2; // of the response's frames
const KEPT_BELOW = 2000; // entries: features of larger libraries are made when they are needed
const SAMPLED = { entries: 24, frames: 40 }; // from which the varying features are found

export interface PoseRuns {
  readonly start: Int32Array; // runs: first frame
  readonly end: Int32Array; // runs: one past the last
  readonly low: Float32Array; // runs × BOX
  readonly high: Float32Array;
  readonly most: Float64Array; // runs [N·s]
  readonly wholeLow: Float32Array; // BOX, of all runs
  readonly wholeHigh: Float32Array;
  readonly features: Float32Array; // of every second frame from `first` on × FEATURES; empty in large libraries
}

export interface PoseIndex {
  readonly leg: number; // [m]
  readonly picked: Int32Array; // BOX indices of features
  readonly runsOf: (entry: Entry) => PoseRuns;
}

/** `leg`: leg length of the body. Runs of an entry are made when it is first looked at. */
export function createPoseIndex(entries: readonly Entry[], leg: number): PoseIndex {
  const picked = pickFeatures(entries, leg);
  const made = new Map<number, PoseRuns>();
  return {
    leg,
    picked,
    runsOf: (entry) => {
      let runs = made.get(entry.id);
      if (!runs) {
        runs = createRuns(entry, picked, leg, entries.length < KEPT_BELOW);
        made.set(entry.id, runs);
      }
      return runs;
    },
  };
}

/** The features with the largest variance over a sample of frames. */
function pickFeatures(entries: readonly Entry[], leg: number): Int32Array {
  const sum = new Float64Array(FEATURES);
  const squares = new Float64Array(FEATURES);
  const features = new Float64Array(FEATURES);
  const step = Math.max(1, Math.floor(entries.length / SAMPLED.entries));
  let count = 0;
  for (let k = 0; k < entries.length; k += step) {
    const channels = channelsOf(entries[k].response);
    for (let i = 0; i < SAMPLED.frames; i++) {
      const frame = Math.floor((i * (channels.frames - 1)) / (SAMPLED.frames - 1));
      frameFeatures(features, channels, frame, entries[k].mirrored, leg);
      for (let c = 0; c < FEATURES; c++) {
        sum[c] += features[c];
        squares[c] += features[c] ** 2;
      }
      count++;
    }
  }
  const variance = squares.map((square, c) => square / Math.max(1, count) - (sum[c] / Math.max(1, count)) ** 2);
  return Int32Array.from([...variance.keys()].sort((a, b) => variance[b] - variance[a] || a - b).slice(0, BOX));
}

function createRuns(entry: Entry, picked: Int32Array, leg: number, keep: boolean): PoseRuns {
  const channels = channelsOf(entry.response);
  const frames = channels.frames - entry.first;
  const count = Math.max(1, Math.ceil(frames / (RUN * STRIDE)));
  const runs: PoseRuns = {
    start: new Int32Array(count),
    end: new Int32Array(count),
    low: new Float32Array(count * BOX).fill(Infinity),
    high: new Float32Array(count * BOX).fill(-Infinity),
    most: new Float64Array(count),
    wholeLow: new Float32Array(BOX).fill(Infinity),
    wholeHigh: new Float32Array(BOX).fill(-Infinity),
    features: new Float32Array(keep ? Math.ceil(frames / STRIDE) * FEATURES : 0),
  };
  const features = new Float64Array(FEATURES);
  for (let run = 0; run < count; run++) {
    runs.start[run] = entry.first + run * RUN * STRIDE;
    runs.end[run] = Math.min(channels.frames, runs.start[run] + RUN * STRIDE);
    for (let frame = runs.start[run]; frame < runs.end[run]; frame++) {
      runs.most[run] = Math.max(runs.most[run], recoverableAt(entry, frame));
      frameFeatures(features, channels, frame, entry.mirrored, leg);
      const kept = ((frame - entry.first) / STRIDE) * FEATURES;
      if (keep && Number.isInteger(kept)) runs.features.set(features, kept);
      for (let c = 0; c < BOX; c++) {
        const value = features[picked[c]];
        const o = run * BOX + c;
        runs.low[o] = Math.min(runs.low[o], value);
        runs.high[o] = Math.max(runs.high[o], value);
        runs.wholeLow[c] = Math.min(runs.wholeLow[c], value);
        runs.wholeHigh[c] = Math.max(runs.wholeHigh[c], value);
      }
    }
  }
  return runs;
}

/** Squared distance from features to a box, over the picked ones: never more than to anything in the box. */
export function boxDistance(
  low: Float32Array,
  high: Float32Array,
  o: number,
  picked: Int32Array,
  features: Float64Array,
): number {
  let sum = 0;
  for (let c = 0; c < BOX; c++) {
    const value = features[picked[c]];
    const d = value < low[o + c] ? low[o + c] - value : value > high[o + c] ? value - high[o + c] : 0;
    sum += d * d;
  }
  return 0.999999 * sum; // boxes are in single precision
}

/** Squared distance from features to those of a frame, or more than `enough` as soon as it is clear that it is more. */
export function frameDistance(runs: PoseRuns, row: number, features: Float64Array, enough: number): number {
  const kept = runs.features;
  const o = row * FEATURES;
  let sum = 0;
  for (let i = 0; i < FEATURES; i++) {
    const d = kept[o + i] - features[i];
    sum += d * d;
    if (sum > enough) return sum;
  }
  return sum;
}
