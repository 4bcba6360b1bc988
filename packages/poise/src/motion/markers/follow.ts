/**
 * Following a segment by the markers on it: a template of the cluster's shape and its pose in every frame.
 */

import { add, distance, scale } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { fitRigid, type RigidPose, toSegment } from './rigid.ts';
import { at } from './vectors.ts';

/** Tracks by name, frames × 3 each. */
export type NamedTracks = ReadonlyMap<string, Float64Array>;

export interface SegmentTemplate {
  readonly names: readonly string[];
  readonly points: readonly Vec3[]; // [m] in the segment's own frame, which is that of the template's first frame
}

/** Least spread [m] of a cluster: markers closer to one line than this do not tell the turn about it. */
const LEAST_SPREAD = 0.015;

/** Mean shape of a cluster over a trial; undefined with fewer than three markers or nearly on a line. */
export function templateOf(tracks: NamedTracks, frames: number): SegmentTemplate | undefined {
  const names = [...tracks.keys()];
  if (names.length < 3) return undefined;
  let points = names.map((name) => at(tracks.get(name)!, 0));
  const step = Math.max(1, Math.floor(frames / 100));
  for (let round = 0; round < 2; round++) {
    let sums: Vec3[] = names.map(() => [0, 0, 0]);
    let count = 0;
    for (let frame = 0; frame < frames; frame += step) {
      const measured = names.map((name) => at(tracks.get(name)!, frame));
      const pose = fitRigid(points, measured);
      sums = sums.map((sum, i) => add(sum, toSegment(pose, measured[i])));
      count++;
    }
    points = sums.map((sum) => scale(sum, 1 / count));
  }
  return spreadOf(points) < LEAST_SPREAD ? undefined : { names, points };
}

/** Largest distance of a point from the line through the two points farthest apart. */
function spreadOf(points: readonly Vec3[]): number {
  let best: [number, number] = [0, 1];
  for (let i = 0; i < points.length; i++)
    for (let j = 0; j < i; j++)
      if (distance(points[i], points[j]) > distance(points[best[0]], points[best[1]])) best = [i, j];
  const [a, b] = [points[best[0]], points[best[1]]];
  const base = distance(a, b);
  let spread = 0;
  for (const p of points) {
    // Heron: height of the triangle a b p over its longest side
    const s = (base + distance(a, p) + distance(b, p)) / 2;
    const area = Math.sqrt(Math.max(0, s * (s - base) * (s - distance(a, p)) * (s - distance(b, p))));
    if (base > 0) spread = Math.max(spread, (2 * area) / base);
  }
  return spread;
}

/** Pose of the template in every frame, by those of its markers that the trial has; undefined with fewer than three. */
export function followSegment(template: SegmentTemplate, tracks: NamedTracks, frames: number): RigidPose[] | undefined {
  const shared = template.names
    .map((name, i) => ({ track: tracks.get(name), i }))
    .filter((entry) => entry.track !== undefined);
  if (shared.length < 3) return undefined;
  const from = shared.map(({ i }) => template.points[i]);
  if (spreadOf(from) < LEAST_SPREAD) return undefined;
  return Array.from({ length: frames }, (_, frame) =>
    fitRigid(
      from,
      shared.map(({ track }) => at(track!, frame)),
    ),
  );
}
