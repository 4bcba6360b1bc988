/** Steps in a recorded motion, as the table of captured pushes defines them: an ankle faster than 0.25 m/s has been lifted, a slower one has
 *  landed. */

import { runsWhere } from '../../src/balance/rules/rule.ts';
import type { Body } from '../../src/body/body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { SIDES, type Side } from '../../src/motion/roles.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';

const FAST = 0.25; // [m/s]
const LEAST = 0.04; // [m] a foot that lands nearer has only been lifted or has rolled
const RISE = 0.015; // [m] by which the ankle comes up at least: feet that slide do not step

export interface Step {
  readonly side: Side;
  readonly lift: number; // frame
  readonly land: number; // frame; the last one where the foot is still in the air
  readonly landed: boolean;
  readonly move: readonly [x: number, z: number]; // [m]
}

/** Positions of joints, frames × joints × 3 [m], and of the CoM, frames × 3. */
export interface Tracks {
  readonly origin: Float64Array;
  readonly rotation: Float64Array; // frames × joints × 4
  readonly com: Float64Array;
  readonly joints: number;
}

export function tracksOf(body: Body, clip: Clip): Tracks {
  const nq = coordinateCount(clip.skeleton);
  const joints = clip.skeleton.names.length;
  const ws = createWorkspace(body);
  const tracks: Tracks = {
    origin: new Float64Array(3 * joints * clip.frameCount),
    rotation: new Float64Array(4 * joints * clip.frameCount),
    com: new Float64Array(3 * clip.frameCount),
    joints,
  };
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    tracks.origin.set(ws.segmentOrigin, 3 * joints * frame);
    tracks.rotation.set(ws.segmentRotation, 4 * joints * frame);
    tracks.com.set(ws.com, 3 * frame);
  }
  return tracks;
}

/** All steps, by the time of their lift. */
export function stepsIn(body: Body, { origin, joints }: Tracks, frameTime: number): readonly Step[] {
  const frames = origin.length / (3 * joints);
  const steps = SIDES.flatMap((side): Step[] => {
    const ankle = body.roles[`${side}Foot`] ?? 0;
    const at = (frame: number, c: number): number => origin[3 * (frame * joints + ankle) + c];
    const fast = (frame: number): boolean => {
      const [a, b] = [Math.max(0, frame - 1), Math.min(frames - 1, frame + 1)];
      const way = Math.hypot(at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2));
      return way > FAST * (b - a) * frameTime;
    };
    return runsWhere(frames, fast, 2).flatMap(({ start, end }) => {
      const move = [at(end, 0) - at(start, 0), at(end, 2) - at(start, 2)] as const;
      let rise = 0;
      for (let f = start; f <= end; f++) rise = Math.max(rise, at(f, 1) - at(start, 1));
      const step = Math.hypot(...move) >= LEAST && rise >= RISE;
      return step ? [{ side, lift: start, land: end, landed: end < frames - 1, move }] : [];
    });
  });
  return steps.sort((a, b) => a.lift - b.lift);
}
