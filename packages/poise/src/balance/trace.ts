/**
 * The first pass over a clip: forward kinematics once per frame, keeping only what balance is judged from.
 */

import type { Body, Sole } from '../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { rotate3 } from '../math/quat.ts';
import type { Clip } from '../motion/clip.ts';
import { difference } from '../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { acrossHips } from './heading.ts';
import { placeTouchPoints, type TouchPoint, touchPointsOf } from './parts.ts';

export interface BodyTrace {
  readonly frameCount: number;
  readonly frameTime: number;
  readonly com: Float64Array; // frames×3 [m]
  readonly angularMomentum: Float64Array; // frames×3 [kg·m²/s] about the CoM, from central differences, unfiltered
  readonly soles: readonly [left: Float64Array, right: Float64Array]; // frames×m×3 [m] world outline points
  readonly ankles: readonly [left: Float64Array, right: Float64Array]; // frames×3 [m] world
  readonly touchPoints: readonly TouchPoint[]; // of the parts besides the feet
  readonly touchable: Float64Array; // frames×touchPoints×3 [m] their undersides, world
  readonly hipHeight: Float64Array; // frames [m] of the root
  readonly forward: Float64Array; // frames×2 unit (x, z), where the hips face
  readonly trunkRise: Float64Array; // frames, vertical part of the unit vector from hips to head: 1 upright, 0 lying
}

/** How segments count in the angular momentum: with their own inertia, or as the point masses of [Tak00]. */
export type InertiaModel = 'full' | 'point-mass';

export interface TraceOptions {
  readonly inertia: InertiaModel;
  /** Called now and then with the share of frames done; throw from it to cancel. */
  readonly onProgress?: (done: number) => void;
}

/** Runs the clip through the body once. */
export function traceClip(body: Body, clip: Clip, options: TraceOptions): BodyTrace {
  const frames = clip.frameCount;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const v = new Float64Array(freedomCount(clip.skeleton));
  const turn = new Float64Array(4);
  const touchPoints = touchPointsOf(body);
  const trace: BodyTrace = {
    frameCount: frames,
    frameTime: clip.frameTime,
    com: new Float64Array(3 * frames),
    angularMomentum: new Float64Array(3 * frames),
    soles: [
      new Float64Array(body.soles[0].points.length * frames),
      new Float64Array(body.soles[1].points.length * frames),
    ],
    ankles: [new Float64Array(3 * frames), new Float64Array(3 * frames)],
    touchPoints,
    touchable: new Float64Array(3 * touchPoints.length * frames),
    hipHeight: new Float64Array(frames),
    forward: new Float64Array(2 * frames),
    trunkRise: new Float64Array(frames),
  };
  const momentum = options.inertia === 'full' ? ws.angularMomentum : ws.orbitalMomentum;
  for (let frame = 0; frame < frames; frame++) {
    if (options.onProgress && (frame & 1023) === 0) options.onProgress(frame / frames);
    forwardKinematics(body, ws, clip.q, frame * nq);
    for (let k = 0; k < 3; k++) trace.com[3 * frame + k] = ws.com[k];
    placeSole(trace.soles[0], body.soles[0], ws, frame);
    placeSole(trace.soles[1], body.soles[1], ws, frame);
    for (let k = 0; k < 3; k++) {
      trace.ankles[0][3 * frame + k] = ws.segmentOrigin[3 * body.soles[0].foot + k];
      trace.ankles[1][3 * frame + k] = ws.segmentOrigin[3 * body.soles[1].foot + k];
    }
    placeTouchPoints(trace.touchable, 3 * touchPoints.length * frame, touchPoints, ws);
    placeTrunk(trace, body, ws, frame);
    // Velocity by central difference over the two neighbours; one-sided at the ends.
    const before = Math.max(0, frame - 1);
    const after = Math.min(frames - 1, frame + 1);
    if (after === before) continue;
    difference(v, clip.skeleton, clip.q, before * nq, clip.q, after * nq, (after - before) * clip.frameTime, turn);
    forwardVelocity(body, ws, v);
    for (let k = 0; k < 3; k++) trace.angularMomentum[3 * frame + k] = momentum[k];
  }
  return trace;
}

/** Writes the outline points of one sole for one frame. */
function placeSole(out: Float64Array, sole: Sole, ws: Workspace, frame: number): void {
  const row = frame * sole.points.length;
  for (let point = 0; point < sole.segments.length; point++) {
    const segment = sole.segments[point];
    const o = row + 3 * point;
    rotate3(out, o, ws.segmentRotation, 4 * segment, sole.points, 3 * point);
    for (let k = 0; k < 3; k++) out[o + k] += ws.segmentOrigin[3 * segment + k];
  }
}

/** Writes how high the hips are, where they face and how upright the trunk is. */
function placeTrunk(trace: BodyTrace, body: Body, ws: Workspace, frame: number): void {
  const head = body.roles.head ?? 0;
  const hips = body.roles.hips ?? 0;
  const x = ws.segmentOrigin[3 * head] - ws.segmentOrigin[3 * hips];
  const y = ws.segmentOrigin[3 * head + 1] - ws.segmentOrigin[3 * hips + 1];
  const z = ws.segmentOrigin[3 * head + 2] - ws.segmentOrigin[3 * hips + 2];
  const sideX = acrossHips(body, ws, 0);
  const sideZ = acrossHips(body, ws, 2);
  const width = Math.hypot(sideX, sideZ);
  // forward = left × up
  trace.forward[2 * frame] = width > 1e-6 ? -sideZ / width : 0;
  trace.forward[2 * frame + 1] = width > 1e-6 ? sideX / width : 1;
  trace.hipHeight[frame] = ws.segmentOrigin[3 * hips + 1];
  trace.trunkRise[frame] = y / Math.max(1e-9, Math.hypot(x, y, z));
}
