/** Toes that reach below the floor are bent up. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { envelope } from '../../math/envelope.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { multiplyQuat, normalizeQuat, quatFromAxisAngle, relativeQuat } from '../../math/quat.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Easing } from './easing.ts';

const UNMOVED = 1e-5; // [rad] less is nothing
const MOST_BEND = 0.6; // [rad] toes of people who push off bend by about as much
const SEEN = 8e-4; // [m] shallower is not seen, and soles are not known so well
const AROUND = 0.06; // [s] half-width of the means that smooth the bend: two frames of a clip at 30 Hz, where one is a twitch

const SLOWLY = 0.2; // [s] the same where the bend would be a twitch

/** Bends toes that reach below the floor (y = 0) up to it, in place. Rigs without a toe joint have nothing to bend. `easings`: where they bend slowly, or not at all. */
export function bendToes(body: Body, q: Float64Array, frameTime: number, easings: readonly Easing[]): void {
  const nq = coordinateCount(body.skeleton);
  const frames = q.length / nq;
  const ws = createWorkspace(body);
  const bends = body.soles.map(() => new Float64Array(frames));
  const frameOfToes = createToes();
  for (let frame = 0; frame < frames; frame++) {
    forwardKinematics(body, ws, q, frame * nq);
    body.soles.forEach((sole, side) => {
      if (sole.toes !== sole.foot) bends[side][frame] = neededBend(ws, body, side, frameOfToes);
    });
  }
  const half = Math.max(1, Math.round(AROUND / frameTime));
  body.soles.forEach(({ toes, foot }, side) => {
    if (toes === foot || !bends[side].some((angle) => angle > 0)) return;
    const { rest, calm, stiff } = easings[side];
    const slow = calm.some((share) => share > 0)
      ? envelope(bends[side], Math.max(1, Math.round(SLOWLY / frameTime)))
      : undefined;
    const smooth = envelope(bends[side], half).map((angle, frame) => {
      const eased = slow ? angle + calm[frame] * (slow[frame] - angle) : angle;
      return eased * (1 - rest[frame]) * (1 - stiff[frame]);
    });
    for (let frame = 0; frame < frames; frame++) {
      if (smooth[frame] > UNMOVED)
        bendBy(body, ws, q, frame * nq, side, Math.min(MOST_BEND, smooth[frame]), frameOfToes);
    }
  });
}

interface Toes {
  readonly point: Float64Array; // 3 scratch
  readonly forward: Float64Array; // 2 unit (x, z): from heel to ball
  readonly turn: Float64Array; // 4
  readonly world: Float64Array; // 4
}

const createToes = (): Toes => ({
  point: new Float64Array(3),
  forward: new Float64Array(2),
  turn: new Float64Array(4),
  world: new Float64Array(4),
});

/** Angle [rad] about the toe joint that brings the lowest toe point up to the floor, or to the rest of a sole that is below it; 0 where none is
 *  lower. */
function neededBend(ws: Workspace, body: Body, side: number, work: Toes): number {
  const sole = body.soles[side];
  findForward(ws, body, side, work);
  const joint = 3 * sole.toes;
  let most = 0;
  let floor = -SEEN;
  for (let i = 0; i < sole.segments.length; i++) {
    if (sole.segments[i] === sole.toes) continue;
    solePoint(work.point, ws, body, side, i);
    floor = Math.min(floor, work.point[1]);
  }
  for (let i = 0; i < sole.segments.length; i++) {
    if (sole.segments[i] !== sole.toes) continue;
    solePoint(work.point, ws, body, side, i);
    if (work.point[1] >= floor) continue;
    const ahead =
      work.forward[0] * (work.point[0] - ws.segmentOrigin[joint]) +
      work.forward[1] * (work.point[2] - ws.segmentOrigin[joint + 2]);
    const up = work.point[1] - ws.segmentOrigin[joint + 1];
    const size = Math.hypot(ahead, up);
    if (size < 1e-6) continue;
    const sine = Math.max(-1, Math.min(1, (floor - ws.segmentOrigin[joint + 1]) / size));
    most = Math.max(most, Math.asin(sine) - Math.atan2(up, ahead));
  }
  return most;
}

function bendBy(body: Body, ws: Workspace, q: Float64Array, at: number, side: number, angle: number, work: Toes): void {
  const { toes } = body.soles[side];
  forwardKinematics(body, ws, q, at);
  findForward(ws, body, side, work);
  // about left = up × forward, backwards: forward goes up
  quatFromAxisAngle(work.turn, 0, -work.forward[1], 0, work.forward[0], angle);
  multiplyQuat(work.world, 0, work.turn, 0, ws.segmentRotation, 4 * toes);
  const parent = body.skeleton.parents[toes];
  const o = at + quatIndex(toes);
  relativeQuat(q, o, ws.segmentRotation, 4 * parent, work.world, 0);
  normalizeQuat(q, o, q, o);
}

/** Where the foot points, on the floor. */
function findForward(ws: Workspace, body: Body, side: number, { point, forward }: Toes): void {
  const { parts } = body.soles[side];
  forward.fill(0);
  for (let i = 0; i < parts.length; i++) {
    const sign = parts[i] === 'heel' ? -1 : parts[i] === 'ball' ? 1 : 0;
    if (sign === 0) continue;
    const share = sign / parts.filter((part) => part === parts[i]).length;
    solePoint(point, ws, body, side, i);
    forward[0] += share * point[0];
    forward[1] += share * point[2];
  }
  const size = Math.hypot(forward[0], forward[1]);
  for (let k = 0; k < 2; k++) forward[k] = size > 1e-6 ? forward[k] / size : k;
}

function solePoint(out: Float64Array, ws: Workspace, body: Body, side: number, i: number): void {
  const { segments, points } = body.soles[side];
  const s = segments[i];
  transformPoint3(out, 0, ws.segmentOrigin, 3 * s, ws.worldFromSegment, 9 * s, points, 3 * i);
}
