/** Where the person faces, so that front and side are theirs and not the room's. */
import type { PoseSource, StageView } from './contract.ts';

const WINDOW = 1; // [s] hips turn with every step; their mean does not

/** [rad] about the vertical, 0 along +z. From the report, else from the hips and shoulders of the pose. */
export function headingAt(view: StageView, frame: number, pose: PoseSource): number {
  const { report, clip } = view;
  if (report) {
    const reach = Math.round(WINDOW / report.frameTime);
    let [x, z] = [0, 0];
    for (let f = Math.max(0, Math.round(frame) - reach); f <= Math.min(report.frameCount - 1, frame + reach); f++) {
      x += report.forward[2 * f]!;
      z += report.forward[2 * f + 1]!;
    }
    return Math.atan2(x, z);
  }
  const roles = clip?.roles.status === 'humanoid' ? clip.roles.roles : {};
  const [left, right] = [roles.leftUpperLeg, roles.rightUpperLeg];
  if (left === undefined || right === undefined || pose.origins.length === 0) return 0;
  // Forward is left × up … from the right hip to the left one, turned a quarter.
  const x = pose.origins[3 * left]! - pose.origins[3 * right]!;
  const z = pose.origins[3 * left + 2]! - pose.origins[3 * right + 2]!;
  return Math.atan2(-z, x);
}
