/** How far the shoulders are turned against the hips. Spines of rigs have one to five joints, at rest in any pose: the lines across hips and shoulders tell it for all of them. */
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { placesOf } from './places.ts';

/** [rad] 55° at the most in 147 captures (a fall), 48° but for that. */
export const TRUNK_WARNING = (65 * Math.PI) / 180;
export const TRUNK_ERROR = (85 * Math.PI) / 180;

/** Turn [rad] of the shoulders against the hips about the line between their middles, per frame; undefined where the rig lacks one of them. */
export function trunkTwists(body: Body, clip: Clip): Float64Array | undefined {
  const { leftUpperLeg, rightUpperLeg, leftUpperArm, rightUpperArm } = body.roles;
  const joints = [leftUpperLeg, rightUpperLeg, leftUpperArm, rightUpperArm];
  if (!joints.every((joint) => joint !== undefined)) return undefined;
  const places = placesOf(body, clip, joints);
  const twists = new Float64Array(clip.frameCount);
  const [up, hips, shoulders] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const i = 12 * frame;
    for (let c = 0; c < 3; c++) {
      hips[c] = places[i + c] - places[i + 3 + c];
      shoulders[c] = places[i + 6 + c] - places[i + 9 + c];
      up[c] = (places[i + 6 + c] + places[i + 9 + c] - places[i + c] - places[i + 3 + c]) / 2;
    }
    const size = Math.hypot(up[0], up[1], up[2]);
    if (size === 0) continue;
    const along = (v: Float64Array): number => (v[0] * up[0] + v[1] * up[1] + v[2] * up[2]) / size;
    const [x, y, z] = [
      hips[1] * shoulders[2] - hips[2] * shoulders[1],
      hips[2] * shoulders[0] - hips[0] * shoulders[2],
      hips[0] * shoulders[1] - hips[1] * shoulders[0],
    ];
    const sine = (x * up[0] + y * up[1] + z * up[2]) / size;
    const cosine =
      hips[0] * shoulders[0] + hips[1] * shoulders[1] + hips[2] * shoulders[2] - along(hips) * along(shoulders);
    twists[frame] = Math.abs(Math.atan2(sine, cosine));
  }
  return twists;
}
