/** Which way is up, and how long a unit is, in a cloud of key points: from ankles to head, and by the length of legs. */

import { median } from '../../math/order-statistics.ts';
import { distance, mix, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { at, directionOf } from '../markers/vectors.ts';
import type { PointTracks } from './points.ts';

const AXES = ['x', 'y', 'z'] as const;

/** The file's axis along which the head is above the ankles most. */
export function upOfPoints(tracks: PointTracks): { readonly name: string; readonly axis: Vec3 } {
  const [left, right, head] = [tracks.get('leftAnkle')!, tracks.get('rightAnkle')!, tracks.get('head')!];
  const sum = [0, 0, 0];
  for (let f = 0; f < head.length / 3; f++) {
    const way = directionOf(sub(at(head, f), mix(at(left, f), at(right, f), 0.5)));
    for (let c = 0; c < 3; c++) sum[c] += way[c];
  }
  let best = 0;
  for (let c = 1; c < 3; c++) if (Math.abs(sum[c]) > Math.abs(sum[best])) best = c;
  const sign = sum[best] < 0 ? -1 : 1;
  const axis = [0, 0, 0];
  axis[best] = sign;
  return { name: `${sign < 0 ? '-' : ''}${AXES[best]}`, axis: axis as unknown as Vec3 };
}

/** Hip to ankle along the bones, in the file's unit. */
export function legOfPoints(tracks: PointTracks): number {
  const [hip, knee, ankle] = [tracks.get('leftHip')!, tracks.get('leftKnee')!, tracks.get('leftAnkle')!];
  const frames = Array.from({ length: hip.length / 3 }, (_, f) => f);
  return (
    median(frames.map((f) => distance(at(hip, f), at(knee, f)))) +
    median(frames.map((f) => distance(at(knee, f), at(ankle, f))))
  );
}
