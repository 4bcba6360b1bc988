/** Which part of the body a ray from the camera takes hold of, and where on it. */
import { conjugateQuat, rotate3 } from 'poise/dynamics';
import { type Ray, Vector3 } from 'three';
import type { BoneList } from './bone-list.ts';
import type { PoseSource } from './contract.ts';

export interface GripPlace {
  readonly joint: number;
  readonly pointInSegment: readonly [x: number, y: number, z: number]; // [m]
  readonly world: readonly [x: number, y: number, z: number]; // [m]
}

/** Flesh around a bone [m]: a trunk is as thick as its bones are short, so none is taken as very thin. */
const thicknessOf = (length: number): number => Math.min(0.15, Math.max(0.07, 0.35 * length));

const [start, end, onRay, onBone] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

/** The bone whose flesh the ray runs deepest into; undefined when it misses the body. */
export function gripAt(
  ray: Ray,
  bones: BoneList,
  pose: Pick<PoseSource, 'origins' | 'rotations'>,
): GripPlace | undefined {
  let best: GripPlace | undefined;
  let deepest = 0;
  const tip = new Float64Array(3);
  for (let b = 0; b < bones.joints.length; b++) {
    const joint = bones.joints[b]!;
    rotate3(tip, 0, pose.rotations, 4 * joint, bones.offsets, 3 * b);
    start.fromArray(pose.origins, 3 * joint);
    end.fromArray(tip).add(start);
    const thick = thicknessOf(bones.lengths[b]!);
    const depth = 1 - Math.sqrt(ray.distanceSqToSegment(start, end, onRay, onBone)) / thick;
    if (depth <= deepest) continue;
    deepest = depth;
    const world = onRay.toArray();
    best = { joint, world, pointInSegment: inSegment(pose, joint, world) };
  }
  return best;
}

function inSegment(
  { origins, rotations }: Pick<PoseSource, 'origins' | 'rotations'>,
  joint: number,
  world: readonly [number, number, number],
): [number, number, number] {
  const back = new Float64Array(4);
  const away = Float64Array.from(world, (x, k) => x - origins[3 * joint + k]!);
  conjugateQuat(back, 0, rotations, 4 * joint);
  rotate3(away, 0, back, 0, away.slice(), 0);
  return [away[0]!, away[1]!, away[2]!];
}

/** out = where a point of a segment is now [m]. */
export function pointOnBody(
  out: Float64Array,
  pose: Pick<PoseSource, 'origins' | 'rotations'>,
  joint: number,
  pointInSegment: Float64Array,
): void {
  rotate3(out, 0, pose.rotations, 4 * joint, pointInSegment, 0);
  for (let k = 0; k < 3; k++) out[k]! += pose.origins[3 * joint + k]!;
}
