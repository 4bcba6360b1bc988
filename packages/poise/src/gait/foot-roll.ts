/**
 * A foot that stands rolls about its heel or over its toes: where the ankle is at a pitch, so that what touches the ground does not
 * slide. In the plane of the foot, for a print whose flat foot has its ankle at z = 0 and points along +z. Pitch [rad], toes up +.
 */

/** The standing foot, distances from the ankle along it [m]. */
export interface FootShape {
  readonly length: number;
  readonly ankleHeight: number;
  readonly heel: number; // behind the ankle: where the heel rolls
  readonly toeJoint: number; // ahead of the ankle
  readonly toeHeight: number;
  readonly toeLength: number; // from the toe joint to the tip
}

/** The ankle over a heel that rests `heel` [m] behind it when the foot is flat. */
export function rollOnHeel({ ankleHeight }: FootShape, heel: number, pitch: number): readonly [y: number, z: number] {
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  return [heel * sin + ankleHeight * cos, heel * (cos - 1) - ankleHeight * sin];
}

/** The ankle over toes at a pitch of their own: 0 flat on the ground, below 0 up on their tips. */
export function rollOnToes(foot: FootShape, pitch: number, toes: number): readonly [y: number, z: number] {
  const { ankleHeight, toeJoint, toeHeight, toeLength } = foot;
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const [toeSin, toeCos] = [Math.sin(toes), Math.cos(toes)];
  const jointY = toeHeight * toeCos - toeLength * toeSin;
  const jointZ = toeJoint + toeLength * (1 - toeCos) - toeHeight * toeSin;
  const rise = ankleHeight - toeHeight;
  return [jointY - toeJoint * sin + rise * cos, jointZ - toeJoint * cos - rise * sin];
}
