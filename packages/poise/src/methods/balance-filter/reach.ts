/** Legs that are too short for their feet: how far the body must come down, smoothly. A capture's straight legs reach their
 *  feet to the millimetre; the smoothed body above them does not. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

/** Numbers of a foot in its course: place and rotation. */
export const FOOT = 7;
const STRETCH = 0.9999; // of the leg's length that is used at most
const AROUND = 0.06; // [s] half-width of each of two running means

/** Where a foot stands in a course of both feet, row by row. */
export const footAt = (row: number, side: number): number => FOOT * (2 * row + side);

/** Distance between two points. */
export const distanceBetween = (a: ReadonlyVector, i: number, b: ReadonlyVector, j: number): number =>
  Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);

/** Drop [m] per frame that lets both legs reach the feet that are held, from poses q (frames × nq). At least what each frame
 *  needs, and smooth. */
export function neededDrop(
  body: Body,
  q: Float64Array,
  feet: Float64Array,
  held: (frame: number, side: number) => boolean,
  frameTime: number,
): Float64Array {
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const frames = q.length / nq;
  const drop = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    if (!held(frame, 0) && !held(frame, 1)) continue;
    forwardKinematics(body, ws, q, frame * nq);
    for (const [index, side] of SIDES.entries()) {
      const { [`${side}UpperLeg` as const]: upper, [`${side}LowerLeg` as const]: lower } = body.roles;
      const { foot } = body.soles[index];
      const at = footAt(frame, index);
      if (upper === undefined || lower === undefined || !held(frame, index)) continue;
      const o = ws.segmentOrigin;
      const reach =
        STRETCH * (distanceBetween(o, 3 * upper, o, 3 * lower) + distanceBetween(o, 3 * lower, o, 3 * foot));
      const aside = Math.hypot(o[3 * upper] - feet[at], o[3 * upper + 2] - feet[at + 2]);
      const rise = o[3 * upper + 1] - feet[at + 1];
      if (aside < reach) drop[frame] = Math.max(drop[frame], rise - Math.sqrt(reach * reach - aside * aside));
    }
  }
  return drop.some((size) => size > 0) ? envelope(drop, Math.max(1, Math.round(AROUND / frameTime))) : drop;
}

/** The largest value within ± 2 half, then two running means of ± half: never below the values themselves. */
function envelope(values: Float64Array, half: number): Float64Array {
  const last = values.length - 1;
  let out: Float64Array = values.map((_, k) => {
    let most = 0;
    for (let j = Math.max(0, k - 2 * half); j <= Math.min(last, k + 2 * half); j++) most = Math.max(most, values[j]);
    return most;
  });
  for (let pass = 0; pass < 2; pass++) {
    const before = out;
    out = before.map((_, k) => {
      let sum = 0;
      for (let j = k - half; j <= k + half; j++) sum += before[Math.max(0, Math.min(last, j))];
      return sum / (2 * half + 1);
    });
  }
  return out;
}
