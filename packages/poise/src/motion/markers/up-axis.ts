/**
 * Which way is up in a cloud of markers: from the names where they say (feet below, hips and shoulders above), else the
 * axis along which the markers of one frame spread most.
 */
import { rotate3 } from '../../math/quat.ts';
import type { ImportNote } from '../clip.ts';
import { worldFromAxes } from '../forward-axis.ts';

export type UpAxis = 'x' | 'y' | 'z' | '-x' | '-y' | '-z';

const LOW = /heel|calc|toe|hee$|ank|mt[1-5]|^[lr]cal$|mal$|meta|foot/i;
const HIGH = /asi|psi|acr|shoulder|^c7$|clav|stern|head|[lr]sho$|fhd|bhd|neck/i;
const AXES = ['x', 'y', 'z'] as const;

/** Guesses the up axis and adds a note that says how. */
export function upAxisOfMarkers(
  names: readonly string[],
  positions: Float64Array,
  present: Uint8Array,
  notes: ImportNote[],
): UpAxis {
  const low = meanOf(names, positions, present, LOW);
  const high = meanOf(names, positions, present, HIGH);
  if (low && high) {
    const rise = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
    const axis = largest(rise);
    const up: UpAxis = rise[axis] > 0 ? AXES[axis] : `-${AXES[axis]}`;
    notes.push({
      topic: 'up',
      confidence: 'sure',
      text: `${up} is up: markers of hips and shoulders lie above those of the feet`,
    });
    return up;
  }
  const axis = largest(spread(names.length, positions, present));
  const up = AXES[axis];
  notes.push({ topic: 'up', confidence: 'guess', text: `${up} is taken as up: the markers spread most along it` });
  return up;
}

/** Which axes of a file become +Y and, where stated, +Z. */
export interface FileAxes {
  readonly up: UpAxis;
  readonly forward?: UpAxis | undefined;
}

/** Turns points in place from the file's axes to Y up and, where it is stated, the front to +Z. */
export function turnToYUp(points: Float64Array, { up, forward }: FileAxes): void {
  if (forward !== undefined) {
    const turn = Float64Array.from(worldFromAxes(up, forward));
    for (let i = 0; i + 2 < points.length; i += 3) rotate3(points, i, turn, 0, points, i);
    return;
  }
  if (up === 'y') return;
  for (let i = 0; i + 2 < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    const turned = TURNS[up](x, y, z);
    // + 0 turns −0 into 0
    points[i] = turned[0] + 0;
    points[i + 1] = turned[1] + 0;
    points[i + 2] = turned[2] + 0;
  }
}

/** Proper rotations that take the named axis to +Y. */
const TURNS: Readonly<Record<UpAxis, (x: number, y: number, z: number) => readonly [number, number, number]>> = {
  y: (x, y, z) => [x, y, z],
  z: (x, y, z) => [x, z, -y],
  x: (x, y, z) => [-y, x, z],
  '-y': (x, y, z) => [x, -y, -z],
  '-z': (x, y, z) => [x, -z, y],
  '-x': (x, y, z) => [y, -x, z],
};

function largest(values: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (Math.abs(values[i]) > Math.abs(values[best])) best = i;
  return best;
}

function meanOf(
  names: readonly string[],
  positions: Float64Array,
  present: Uint8Array,
  which: RegExp,
): number[] | undefined {
  const sum = [0, 0, 0];
  let count = 0;
  for (let m = 0; m < names.length; m++) {
    if (!which.test(names[m])) continue;
    for (let at = m; at < present.length; at += names.length) {
      if (!present[at]) continue;
      for (let k = 0; k < 3; k++) sum[k] += positions[3 * at + k];
      count++;
    }
  }
  return count === 0 ? undefined : sum.map((value) => value / count);
}

/** Mean over frames of the range of the markers along each axis. */
function spread(markers: number, positions: Float64Array, present: Uint8Array): number[] {
  const total = [0, 0, 0];
  for (let frame = 0; frame * markers < present.length; frame++) {
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let m = 0; m < markers; m++) {
        const at = frame * markers + m;
        if (!present[at]) continue;
        low = Math.min(low, positions[3 * at + k]);
        high = Math.max(high, positions[3 * at + k]);
      }
      if (high > low) total[k] += high - low;
    }
  }
  return total;
}
