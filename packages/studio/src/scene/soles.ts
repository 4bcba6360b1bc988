/** Outlines of the soles in the world. */
import type { Body } from 'poise';
import { restPose, rotate3, type Sole } from 'poise/dynamics';
import type { PoseSource } from './contract.ts';
import { placeJoints } from './pose-source.ts';

const moved = new Float64Array(3);

/** out (m×3) = the sole's points in the world, in their own order. */
export function placeSole(out: Float64Array, sole: Sole, pose: Pick<PoseSource, 'origins' | 'rotations'>): void {
  for (let i = 0; i < sole.segments.length; i++) {
    const joint = sole.segments[i]!;
    rotate3(moved, 0, pose.rotations, 4 * joint, sole.points, 3 * i);
    for (let k = 0; k < 3; k++) out[3 * i + k] = pose.origins[3 * joint + k]! + moved[k]!;
  }
}

/** The order in which the points go round the sole. */
export function outlineOrder(body: Body, sole: Sole): Int32Array {
  const n = body.skeleton.names.length;
  const pose = { origins: new Float64Array(3 * n), rotations: new Float64Array(4 * n) };
  placeJoints(pose.origins, pose.rotations, body.skeleton, restPose(body.skeleton));
  const points = new Float64Array(sole.points.length);
  placeSole(points, sole, pose);
  const mean = (indices: readonly number[]): number[] =>
    [0, 1, 2].map((k) => indices.reduce((sum, i) => sum + points[3 * i + k]!, 0) / Math.max(1, indices.length));
  const of = (part: string): number[] => sole.parts.flatMap((p, i) => (p === part ? [i] : []));
  const all = sole.parts.map((_, i) => i);
  const [heel, toe, middle] = [mean(of('heel')), mean(of('toe')), mean(all)];
  const [first, second] = of('ball');
  const ahead = unit(toe.map((x, k) => x - heel[k]!));
  const side = [0, 1, 2].map((k) => points[3 * (second ?? 0) + k]! - points[3 * (first ?? 0) + k]!);
  const along = dot(side, ahead);
  const across = unit(side.map((x, k) => x - along * ahead[k]!));
  const angle = (i: number): number => {
    const away = [0, 1, 2].map((k) => points[3 * i + k]! - middle[k]!);
    return Math.atan2(dot(away, across), dot(away, ahead));
  };
  return Int32Array.from(all.sort((a, b) => angle(a) - angle(b)));
}

const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const unit = (a: readonly number[]): number[] => a.map((x) => x / Math.max(1e-9, Math.hypot(...a)));
