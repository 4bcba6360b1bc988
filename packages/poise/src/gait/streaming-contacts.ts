/** Which feet stand, told from a stream of poses and velocities as it comes, nothing of its future being known, and what they stand on.
 *  Contacts of a whole clip are found by balance/contacts.ts. */
import type { Body, Sole } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { apply3 } from '../math/mat3.ts';

/** What is remembered from frame to frame; per foot. */
export interface WatchedFeet {
  readonly planted: Float64Array; // 2: 1 stands, 0 in the air
  readonly floor: Float64Array; // 2 [m] lowest that the sole has been of late, over the ground
}

export const createWatchedFeet = (): WatchedFeet => ({
  planted: new Float64Array(2),
  floor: Float64Array.of(LOOSE, LOOSE),
});

const LOOSE = 0.04; // [m] soles of a rig may float or sink by this
const HIGHEST = 0.04; // [m] a sole's own floor over the ground
/** [m/s] at which the lowest that a sole has been is forgotten: a foot that crossfades once took through the floor is not held to that. */
const FORGETS = { moving: 0.02, resting: 0.4 };
const RESTS = 0.25; // [m/s] a sole that is slower than this is where it stands
const LOW = { stand: 0.03, leave: 0.045 }; // [m] over the foot's own floor
const SLOW = { stand: 0.5, leave: 0.8 }; // [m/s] over the ground

const point = new Float64Array(3);
const arm = new Float64Array(3);

/** World place of sole point k; the arm from its segment's origin is left in `arm`. */
function writePoint(sole: Sole, k: number, ws: Workspace): void {
  const segment = sole.segments[k];
  apply3(arm, 0, ws.worldFromSegment, 9 * segment, sole.points, 3 * k);
  for (let c = 0; c < 3; c++) point[c] = ws.segmentOrigin[3 * segment + c] + arm[c];
}

/** Height [m] of the lowest point of a sole and its velocity [m/s]: out (4) = height, x, y, z. */
export function writeLowest(out: Float64Array, sole: Sole, ws: Workspace): void {
  out[0] = Infinity;
  for (let k = 0; k < sole.segments.length; k++) {
    writePoint(sole, k, ws);
    if (point[1] >= out[0]) continue;
    out[0] = point[1];
    const s = 3 * sole.segments[k];
    const w = ws.angularVelocity;
    out[1] = ws.originVelocity[s] + w[s + 1] * arm[2] - w[s + 2] * arm[1];
    out[2] = ws.originVelocity[s + 1] + w[s + 2] * arm[0] - w[s] * arm[2];
    out[3] = ws.originVelocity[s + 2] + w[s] * arm[1] - w[s + 1] * arm[0];
  }
}

const lowest = new Float64Array(4);

/** The next pose of the stream, dt [s] after the one before. ws: its position and velocity level; ground: its height [m]; (floorX, floorZ):
 *  its velocity [m/s]. */
export function watchFeet(
  watched: WatchedFeet,
  body: Body,
  ws: Workspace,
  ground: number,
  dt: number,
  floorX = 0,
  floorZ = 0,
): void {
  for (let side = 0; side < 2; side++) {
    writeLowest(lowest, body.soles[side], ws);
    const [x, z] = [lowest[1] - floorX, lowest[3] - floorZ];
    const speed = Math.sqrt(x * x + lowest[2] * lowest[2] + z * z);
    const height = lowest[0] - ground;
    const forgotten = watched.floor[side] + (speed < RESTS ? FORGETS.resting : FORGETS.moving) * dt;
    watched.floor[side] = Math.max(-LOOSE, Math.min(HIGHEST, forgotten, height));
    const stood = watched.planted[side] > 0;
    const rise = height - watched.floor[side];
    const stands = stood ? rise < LOW.leave && speed < SLOW.leave : rise < LOW.stand && speed < SLOW.stand;
    watched.planted[side] = stands ? 1 : 0;
  }
}

/** Middle of a sole over the ground: (x, z) written to out[o]. */
export function writeSoleMiddle(out: Float64Array, o: number, sole: Sole, ws: Workspace): void {
  out[o] = 0;
  out[o + 1] = 0;
  const share = 1 / sole.segments.length;
  for (let k = 0; k < sole.segments.length; k++) {
    writePoint(sole, k, ws);
    out[o] += share * point[0];
    out[o + 1] += share * point[2];
  }
}
