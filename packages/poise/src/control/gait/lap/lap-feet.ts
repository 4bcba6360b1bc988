/** Feet of a closed lap: those that stand stay where the lap has them, whatever the body does above them; in between they swing. */
import type { Body } from '../../../body/body.ts';
import { forwardKinematics } from '../../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../../dynamics/workspace.ts';
import { type Limb, limbOf, solveLimb } from '../../../ik/leg-ik.ts';
import { ease } from '../../../math/ease.ts';
import { conjugateQuat, expQuat, logQuat, multiplyQuat } from '../../../math/quat.ts';
import { coordinateCount } from '../../../motion/skeleton.ts';
import type { PlacedStep } from './place-steps.ts';

interface LapFeet {
  readonly body: Body;
  readonly frames: number;
  readonly frameTime: number;
  readonly stances: readonly [left: readonly Standing[], right: readonly Standing[]];
}

/** Frames of the lap for which a foot is down; `over`: it stood when the lap began. */
interface Standing {
  readonly start: number;
  readonly end: number;
  readonly over: boolean;
}

const LEVEL = 0.15; // [s] in which a foot that stands comes to the lap's own height and tilt

export function createLapFeet(body: Body, steps: readonly PlacedStep[], frameTime: number): LapFeet {
  const first = steps[0]!.touchDown;
  const frames = steps[steps.length - 1]!.next - first;
  const stancesOf = (side: 'left' | 'right'): readonly Standing[] => {
    const found = steps.flatMap(({ stance, before }) => [before, stance]).filter((one) => one.side === side);
    return found
      .filter(({ start }, k) => found.findIndex((other) => other.start === start) === k)
      .map(({ start, end }) => ({
        start: Math.max(0, start - first),
        end: Math.min(frames, end - first),
        over: start <= first,
      }))
      .filter(({ start, end }) => end > start);
  };
  return { body, frames, frameTime, stances: [stancesOf('left'), stancesOf('right')] };
}

/** What a foot must be moved and turned by, frame by frame: rows of shift (3) [m] and turn (3) [rad], world axes. */
type Corrections = Float64Array;

/** Puts the feet of q (frames + 1 poses) where the lap's own poses have them while they stand. */
export function keepFeet(feet: LapFeet, q: Float64Array, own: Float64Array): void {
  const { body, frames } = feet;
  const nq = coordinateCount(body.skeleton);
  const [now, wanted] = [createWorkspace(body), createWorkspace(body)];
  const poses = { q, own, nq, now, wanted };
  for (const side of [0, 1] as const) {
    const limb = limbOf(body, body.soles[side].side, 'leg');
    if (!limb) continue;
    const corrections = correctionsOf(feet, side, poses);
    for (let k = 0; k <= frames; k++) {
      const pose = q.subarray(k * nq, (k + 1) * nq);
      forwardKinematics(body, now, pose);
      forwardKinematics(body, wanted, own.subarray(k * nq, (k + 1) * nq));
      moveFoot(pose, now, limb, corrections.subarray(6 * k, 6 * k + 6), distance(wanted, limb.upper, limb.end));
    }
  }
}

interface Poses {
  readonly q: Float64Array;
  readonly own: Float64Array;
  readonly nq: number;
  readonly now: Workspace;
  readonly wanted: Workspace;
}

function correctionsOf(feet: LapFeet, side: 0 | 1, poses: Poses): Corrections {
  const { frames, frameTime, stances } = feet;
  const rows = new Float64Array(6 * (frames + 1));
  const start = gapAt(feet, side, poses, 0).slice();
  const known = new Uint8Array(frames + 1);
  for (const { start: from, end, over } of stances[side]) {
    for (let k = from; k <= end; k++) {
      const gap = gapAt(feet, side, poses, k);
      // a foot that stood already stays there; its height and tilt come to the lap's own
      const level = 1 - ease((k * frameTime) / LEVEL);
      for (let i = 0; i < 6; i++) {
        const held = i === 0 || i === 2 || i === 4 ? 1 : level;
        rows[6 * k + i] = gap[i] - (over ? held * start[i] : 0);
      }
      known[k] = 1;
    }
  }
  // both ends of a lap are as the clip has them
  known[0] = 1;
  known[frames] = 1;
  swing(rows, known);
  return rows;
}

/** Between stances the correction goes over from one to the next. */
function swing(rows: Corrections, known: Uint8Array): void {
  for (let a = 0; a < known.length - 1; ) {
    let b = a + 1;
    while (!known[b]) b++;
    for (let k = a + 1; k < b; k++) {
      const share = ease((k - a) / (b - a));
      for (let i = 0; i < 6; i++) rows[6 * k + i] = (1 - share) * rows[6 * a + i] + share * rows[6 * b + i];
    }
    a = b;
  }
}

const gap = new Float64Array(6);
const turn = new Float64Array(8);

/** From the foot as it is in frame k to the lap's own. */
function gapAt({ body }: LapFeet, side: 0 | 1, { q, own, nq, now, wanted }: Poses, k: number): Float64Array {
  const { foot } = body.soles[side];
  forwardKinematics(body, now, q.subarray(k * nq, (k + 1) * nq));
  forwardKinematics(body, wanted, own.subarray(k * nq, (k + 1) * nq));
  for (let i = 0; i < 3; i++) gap[i] = wanted.segmentOrigin[3 * foot + i] - now.segmentOrigin[3 * foot + i];
  conjugateQuat(turn, 0, now.segmentRotation, 4 * foot);
  multiplyQuat(turn, 0, wanted.segmentRotation, 4 * foot, turn, 0);
  logQuat(turn, 4, turn, 0);
  gap.set(turn.subarray(4, 7), 3);
  return gap;
}

const target = { position: new Float64Array(3), rotation: new Float64Array(4) };

/** Between the origins of two joints [m]. */
function distance({ segmentOrigin: at }: Workspace, a: number, b: number): number {
  return Math.hypot(at[3 * b] - at[3 * a], at[3 * b + 1] - at[3 * a + 1], at[3 * b + 2] - at[3 * a + 2]);
}

const BENT = 0.97; // of a leg: straighter than this it yields, so that no knee snaps

/** Moves the foot of a pose by a correction. ws holds the pose's position level. `own`: length that the clip's leg has [m]. */
function moveFoot(pose: Float64Array, ws: Workspace, limb: Limb, by: Float64Array, own: number): void {
  const foot = limb.end;
  const { segmentOrigin: at } = ws;
  for (let i = 0; i < 3; i++) target.position[i] = at[3 * foot + i] + by[i] - at[3 * limb.upper + i];
  const whole = distance(ws, limb.upper, limb.lower) + distance(ws, limb.lower, foot);
  const far = Math.hypot(...target.position);
  const free = Math.max(own, BENT * whole);
  const most = Math.max(0, whole - free) / 2;
  const allowed = far <= free ? far : free + (most > 1e-9 ? most * (1 - Math.exp((free - far) / most)) : 0);
  for (let i = 0; i < 3; i++) target.position[i] = at[3 * limb.upper + i] + (target.position[i] * allowed) / far;
  turn.set(by.subarray(3, 6));
  expQuat(turn, 0, turn, 0);
  multiplyQuat(target.rotation, 0, turn, 0, ws.segmentRotation, 4 * foot);
  if (by.some((part) => Math.abs(part) > 1e-9)) solveLimb(pose, ws, limb, target);
}
