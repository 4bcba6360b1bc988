/**
 * Markers that stand close together exchange their names where a tracking program takes one for the other. On one segment the
 * way from one marker to the other cannot turn round within a frame: where it does, the names changed places.
 */

import { median } from '../../math/order-statistics.ts';
import type { MarkerRecording } from '../recording.ts';

/** [Hz] Slower recordings leave time to turn round between two frames. */
const LEAST_RATE = 50;
/** [s] Over longer gaps nothing is known of the frame before. */
const LONGEST_GAP = 0.1;
/** [m] Markers closer than this have no way between them to speak of. */
const LEAST_DISTANCE = 0.015;
/** The way from marker to marker keeps its length within this share: else one of them is somewhere else altogether. */
const SAME_LENGTH = 0.35;
/** Cosine of the turn from which on the way has turned round. */
const TURNED_ROUND = -0.5;

export interface Swap {
  readonly names: readonly [string, string];
  readonly frames: number; // in which the names had changed places
}

export interface Unswapped {
  readonly recording: MarkerRecording;
  readonly swaps: readonly Swap[];
}

/** Gives markers of one segment their own names back. `groups`: markers that hang together. In every stretch of frames the names
 *  that most of its frames have are right. */
export function undoSwaps(recording: MarkerRecording, groups: readonly (readonly number[])[]): Unswapped {
  if (recording.rate < LEAST_RATE) return { recording, swaps: [] };
  const positions = recording.positions.slice();
  const repaired = { ...recording, positions };
  const swaps: Swap[] = [];
  for (const group of groups) {
    group.forEach((a, n) => {
      for (const b of group.slice(n + 1)) {
        const frames = swappedFrames(repaired, a, b);
        for (const frame of frames) exchange(repaired, frame, a, b);
        if (frames.length > 0) swaps.push({ names: [recording.names[a], recording.names[b]], frames: frames.length });
      }
    });
  }
  return swaps.length > 0 ? { recording: repaired, swaps } : { recording, swaps };
}

function swappedFrames(
  { positions, present, names, frameCount, rate }: MarkerRecording,
  a: number,
  b: number,
): number[] {
  const width = names.length;
  const seen = Array.from({ length: frameCount }, (_, f) => f).filter(
    (f) => present[f * width + a] === 1 && present[f * width + b] === 1,
  );
  const ways = seen.map((f) =>
    [0, 1, 2].map((k) => positions[3 * (f * width + b) + k] - positions[3 * (f * width + a) + k]),
  );
  const usual = seen.length > 0 ? median(ways.map((way) => Math.hypot(...way))) : 0;
  if (usual < LEAST_DISTANCE) return [];
  const found: number[] = [];
  let run: { frame: number; turned: boolean }[] = [];
  let last: readonly number[] | undefined; // the way last known, as the run's first frame names its ends …
  let known = 0; // … and its frame
  let turned = false;
  const close = (): void => {
    const most = 2 * run.filter((entry) => entry.turned).length > run.length;
    for (const entry of run) if (entry.turned !== most) found.push(entry.frame);
    run = [];
    last = undefined;
    turned = false;
  };
  seen.forEach((frame, i) => {
    if (last && frame - known > LONGEST_GAP * rate) close();
    const length = Math.hypot(...ways[i]);
    // A marker that is lost and found elsewhere says nothing of the names.
    if (Math.abs(length - usual) <= SAME_LENGTH * usual) {
      const cosine = last ? dot(ways[i], last) / (length * Math.hypot(...last)) : 1;
      turned = cosine < TURNED_ROUND || (cosine < -TURNED_ROUND && turned);
      last = turned ? ways[i].map((x) => -x) : ways[i];
      known = frame;
    }
    run.push({ frame, turned });
  });
  close();
  return found;
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);

function exchange({ positions, names }: MarkerRecording, frame: number, a: number, b: number): void {
  for (let k = 0; k < 3; k++) {
    const i = 3 * (frame * names.length + a) + k;
    const j = 3 * (frame * names.length + b) + k;
    [positions[i], positions[j]] = [positions[j], positions[i]];
  }
}
