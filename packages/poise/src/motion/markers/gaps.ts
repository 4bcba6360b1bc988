/**
 * Lost markers: short gaps are bridged by a curve, longer ones rebuilt from the other markers of the same segment.
 */

import { add, mix, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { MarkerRecording } from '../recording.ts';
import { fitRigid, type RigidPose, toSegment, toWorld } from './rigid.ts';
import { at } from './vectors.ts';

/** Gaps up to this long [s] are interpolated: within it limbs hardly change their acceleration. */
const SHORT_GAP = 0.1;

export interface FilledMarkers {
  readonly recording: MarkerRecording; // present is 1 also where a marker was filled in
  readonly interpolated: number; // marker-frames
  readonly rebuilt: number;
}

/** Fills gaps. Each cluster lists markers that move as one rigid body. */
export function fillGaps(recording: MarkerRecording, clusters: readonly (readonly number[])[]): FilledMarkers {
  const width = recording.names.length;
  const positions = Float64Array.from(recording.positions);
  const present = Uint8Array.from(recording.present);
  let interpolated = 0;
  for (let marker = 0; marker < width; marker++) {
    for (const [first, last] of gapsOf(present, width, recording.frameCount, marker)) {
      const bounded = first > 0 && last < recording.frameCount - 1;
      if (!bounded || (last - first + 1) / recording.rate > SHORT_GAP + 1e-9) continue;
      bridge(positions, present, width, marker, first, last);
      interpolated += last - first + 1;
    }
  }
  let rebuilt = 0;
  for (const cluster of clusters)
    if (cluster.length >= 4) rebuilt += rebuildCluster(positions, present, width, recording.frameCount, cluster);
  return { recording: { ...recording, positions, present }, interpolated, rebuilt };
}

/** Runs of frames without the marker, first and last frame each. */
function gapsOf(present: Uint8Array, width: number, frames: number, marker: number): [number, number][] {
  const gaps: [number, number][] = [];
  let start = -1;
  for (let frame = 0; frame <= frames; frame++) {
    const lost = frame < frames && !present[frame * width + marker];
    if (lost && start < 0) start = frame;
    if (!lost && start >= 0) {
      gaps.push([start, frame - 1]);
      start = -1;
    }
  }
  return gaps;
}

/** Cubic that meets place and velocity on both sides of the gap. */
function bridge(
  positions: Float64Array,
  present: Uint8Array,
  width: number,
  marker: number,
  first: number,
  last: number,
): void {
  const a = first - 1;
  const b = last + 1;
  const span = b - a;
  const read = (frame: number, k: number): number => positions[3 * (frame * width + marker) + k];
  const seen = (frame: number): boolean =>
    frame >= 0 && frame * width + marker < present.length && present[frame * width + marker] === 1;
  for (let k = 0; k < 3; k++) {
    const chord = (read(b, k) - read(a, k)) / span;
    const va = seen(a - 1) ? read(a, k) - read(a - 1, k) : chord;
    const vb = seen(b + 1) ? read(b + 1, k) - read(b, k) : chord;
    for (let frame = first; frame <= last; frame++) {
      const t = (frame - a) / span;
      const h00 = (1 + 2 * t) * (1 - t) ** 2;
      const h10 = t * (1 - t) ** 2;
      const h01 = t * t * (3 - 2 * t);
      const h11 = t * t * (t - 1);
      positions[3 * (frame * width + marker) + k] =
        h00 * read(a, k) + h10 * span * va + h01 * read(b, k) + h11 * span * vb;
    }
  }
  for (let frame = first; frame <= last; frame++) present[frame * width + marker] = 1;
}

/**
 * Rebuilds lost members from at least three that are seen, by the shape the cluster has in its best frame. Skin moves, so the
 * shape is only nearly right: what it misses at the ends of a gap is carried over the gap, and the track has no step.
 */
function rebuildCluster(
  positions: Float64Array,
  present: Uint8Array,
  width: number,
  frames: number,
  cluster: readonly number[],
): number {
  const seen = Uint8Array.from(present);
  const whole = Array.from({ length: frames }, (_, f) => f).find((f) => cluster.every((m) => seen[f * width + m]));
  if (whole === undefined) return 0;
  const place = (frame: number, marker: number): Vec3 => at(positions, frame * width + marker);
  const template = new Map(cluster.map((m) => [m, place(whole, m)]));
  /** Pose by the markers that are seen in `frame` and, where given, also in `other`. */
  const poseAt = (frame: number, other = frame): RigidPose | undefined => {
    const both = cluster.filter((m) => seen[frame * width + m] && seen[other * width + m]);
    if (both.length < 3) return undefined;
    const from = both.map((m) => template.get(m)!);
    return fitRigid(
      from,
      both.map((m) => place(frame, m)),
    );
  };
  let rebuilt = 0;
  for (const marker of cluster) {
    for (const [first, last] of gapsOf(seen, width, frames, marker)) {
      const missAt = (edge: number, inside: number): Vec3 | undefined => {
        const pose = edge >= 0 && edge < frames && seen[edge * width + marker] ? poseAt(edge, inside) : undefined;
        return pose && sub(toSegment(pose, place(edge, marker)), template.get(marker)!);
      };
      const before = missAt(first - 1, first);
      const after = missAt(last + 1, last);
      for (let frame = first; frame <= last; frame++) {
        const pose = poseAt(frame);
        if (!pose) continue;
        const miss = mix(
          before ?? after ?? [0, 0, 0],
          after ?? before ?? [0, 0, 0],
          (frame - first + 1) / (last - first + 2),
        );
        positions.set(toWorld(pose, add(template.get(marker)!, miss)), 3 * (frame * width + marker));
        present[frame * width + marker] = 1;
        rebuilt++;
      }
    }
  }
  return rebuilt;
}

/** The longest run of frames in which every listed marker is there, or undefined. */
export function longestWholeRun(
  recording: MarkerRecording,
  markers: readonly number[],
): { first: number; last: number } | undefined {
  const width = recording.names.length;
  let best: { first: number; last: number } | undefined;
  let start = -1;
  for (let frame = 0; frame <= recording.frameCount; frame++) {
    const whole = frame < recording.frameCount && markers.every((m) => recording.present[frame * width + m]);
    if (whole && start < 0) start = frame;
    if (!whole && start >= 0) {
      if (!best || frame - start > best.last - best.first + 1) best = { first: start, last: frame - 1 };
      start = -1;
    }
  }
  return best;
}

/** Track of one marker over a run of frames, held over what is still missing. */
export function trackOf(recording: MarkerRecording, marker: number, first: number, last: number): Float64Array {
  const width = recording.names.length;
  const out = new Float64Array(3 * (last - first + 1));
  let known = -1;
  for (let frame = first; frame <= last && known < 0; frame++)
    if (recording.present[frame * width + marker]) known = frame;
  for (let frame = first; frame <= last; frame++) {
    if (recording.present[frame * width + marker]) known = frame;
    if (known < 0) continue;
    for (let k = 0; k < 3; k++) out[3 * (frame - first) + k] = recording.positions[3 * (known * width + marker) + k];
  }
  return out;
}

/** Share of a run of frames in which a marker is there. */
export function presence(recording: MarkerRecording, marker: number, first: number, last: number): number {
  const width = recording.names.length;
  let count = 0;
  for (let frame = first; frame <= last; frame++) count += recording.present[frame * width + marker] ? 1 : 0;
  return count / (last - first + 1);
}
