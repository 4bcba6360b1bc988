/** A track of quaternions as Euler angles, frame by frame, for the formats that hold angles. */
import { UsageError } from '../../errors.ts';
import { type Axis, type EulerOrder, eulerFromQuat, quatFromEuler, spansAllRotations } from '../../math/euler.ts';

/** Rotations closer than this [rad] to what the source file says keep its very angles. */
const SAME_ROTATION = 1e-10;
/** The largest part [rad] of a rotation that may be lost to missing channels. */
const LARGEST_LOSS = 1e-6;

export interface EulerTrack {
  readonly order: EulerOrder;
  readonly frameCount: number;
  /** The rotation of a frame, to out[0] … out[3]. */
  readonly rotationAt: (out: Float64Array, frame: number) => void;
  /** The angles [rad] that the source file has in this frame, to out[0], …; false when it has none. */
  readonly sourceAnglesAt?: ((out: Float64Array, frame: number) => boolean) | undefined;
  /** Takes the angles [rad] of a frame; `fromSource` when they are the source file's own. */
  readonly put: (frame: number, angles: Float64Array, fromSource: boolean) => void;
  readonly joint: string; // for messages
  readonly format: string;
}

/**
 * Angles continue from frame to frame without jumps; frames that still hold the source file's rotation keep its angles.
 * Throws UsageError where the axes cannot express a rotation.
 */
export function writeEulerTrack(track: EulerTrack): void {
  const { order } = track;
  const near = new Float64Array(order.axes.length);
  const source = new Float64Array(order.axes.length);
  const q = new Float64Array(4);
  const back = new Float64Array(4);
  for (let frame = 0; frame < track.frameCount; frame++) {
    track.rotationAt(q, frame);
    if (track.sourceAnglesAt?.(source, frame)) {
      quatFromEuler(back, 0, order, source, 0);
      if (angleBetween(q, back) < SAME_ROTATION) {
        near.set(source);
        track.put(frame, near, true);
        continue;
      }
    }
    eulerFromQuat(near, 0, order, q, 0, near, 0);
    if (!spansAllRotations(order)) checkLoss(track, frame, q, near, back);
    track.put(frame, near, false);
  }
}

/** Can the axes express every rotation of the track? */
export function fitsAxes({
  order,
  frameCount,
  rotationAt,
}: Pick<EulerTrack, 'order' | 'frameCount' | 'rotationAt'>): boolean {
  if (spansAllRotations(order)) return true;
  const angles = new Float64Array(order.axes.length);
  const q = new Float64Array(4);
  const back = new Float64Array(4);
  for (let frame = 0; frame < frameCount; frame++) {
    rotationAt(q, frame);
    eulerFromQuat(angles, 0, order, q, 0, angles, 0);
    quatFromEuler(back, 0, order, angles, 0);
    if (angleBetween(q, back) > LARGEST_LOSS) return false;
  }
  return true;
}

/** The axes that a sequence never turns about, for which room is to be made. */
export const missingAxes = ({ axes }: EulerOrder): readonly Axis[] =>
  ([0, 1, 2] as const).filter((axis) => !axes.includes(axis));

function checkLoss(track: EulerTrack, frame: number, q: Float64Array, angles: Float64Array, back: Float64Array): void {
  quatFromEuler(back, 0, track.order, angles, 0);
  const lost = angleBetween(q, back);
  if (lost <= LARGEST_LOSS) return;
  const axes = track.order.axes.map((axis) => 'xyz'[axis]).join(' ') || 'none';
  throw new UsageError(
    `joint "${track.joint}", frame ${frame}: ${((lost * 180) / Math.PI).toPrecision(3)}° of its rotation do not fit the ` +
      `file's rotation channels (${axes}); write a fresh ${track.format} file instead`,
  );
}

/** Angle [rad] between two rotations; exact near zero, where the cosine says nothing. */
function angleBetween(a: Float64Array, b: Float64Array): number {
  const x = a[3] * b[0] - a[0] * b[3] - a[1] * b[2] + a[2] * b[1];
  const y = a[3] * b[1] - a[1] * b[3] - a[2] * b[0] + a[0] * b[2];
  const z = a[3] * b[2] - a[2] * b[3] - a[0] * b[1] + a[1] * b[0];
  return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z)));
}
