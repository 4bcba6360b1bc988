/** Which joint lies under the pointer: the nearest joint, else the bone that is pointed at. */
import { type Camera, Vector3 } from 'three';
import type { BoneList } from './bone-list.ts';

const REACH = 14; // [CSS pixels]

/** @param x, y pixels from the upper left corner of a picture of the given size */
export function pickJoint(
  camera: Camera,
  origins: Float64Array,
  bones: BoneList,
  size: { readonly width: number; readonly height: number },
  x: number,
  y: number,
): number | undefined {
  const n = origins.length / 3;
  const spots = new Float64Array(2 * n);
  const point = new Vector3();
  let best: number | undefined;
  let nearest = REACH;
  for (let i = 0; i < n; i++) {
    point.fromArray(origins, 3 * i).project(camera);
    const hidden = point.z > 1 || point.z < -1;
    spots[2 * i] = hidden ? Number.NaN : (0.5 + 0.5 * point.x) * size.width;
    spots[2 * i + 1] = (0.5 - 0.5 * point.y) * size.height;
    const away = Math.hypot(spots[2 * i]! - x, spots[2 * i + 1]! - y);
    if (away < nearest) [best, nearest] = [i, away];
  }
  if (best !== undefined) return best;
  for (let b = 0; b < bones.joints.length; b++) {
    const [from, to] = [bones.joints[b]!, bones.ends[b]!];
    if (to < 0) continue;
    const away = distanceToSegment(spots, 2 * from, 2 * to, x, y);
    if (away < nearest) [best, nearest] = [from, away];
  }
  return best;
}

function distanceToSegment(spots: Float64Array, a: number, b: number, x: number, y: number): number {
  const [ex, ey] = [spots[b]! - spots[a]!, spots[b + 1]! - spots[a + 1]!];
  const [px, py] = [x - spots[a]!, y - spots[a + 1]!];
  const u = Math.min(1, Math.max(0, (px * ex + py * ey) / Math.max(1e-9, ex * ex + ey * ey)));
  return Math.hypot(px - u * ex, py - u * ey);
}
