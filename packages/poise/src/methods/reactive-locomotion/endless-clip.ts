/**
 * The clip as a motion without an end: after its last whole step it goes on with its first, turned and moved to where it has come.
 * Time is counted in steps and shares of them (see PlanPhase), so that each phase can be played slower or faster.
 */
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionScratch,
  type MotionSpline,
  sampleMotion,
} from '../../motion/motion-spline.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { addFade, type Fade } from './fade.ts';
import type { ImportedGait, PlacedStep } from './import-gait.ts';

/** A move over the floor: a turn about up at the origin, then a shift. */
export interface FloorMove {
  readonly turn: number; // [rad]
  readonly x: number; // [m]
  readonly z: number; // [m]
}

export interface EndlessClip {
  readonly body: Body;
  readonly clip: Clip;
  readonly motion: MotionSpline;
  readonly steps: readonly PlacedStep[]; // an even number: one lap
  readonly lap: FloorMove; // from one lap to the next
  readonly tail: number; // frames after the last whole step: a new lap begins with them
  readonly seam: Fade; // end of the tail minus the lap's own at that time
  readonly scratch: MotionScratch;
  readonly end: Float64Array; // nq, memory
  readonly moves: FloorMove[]; // memory: after 0, 1, 2 … laps
}

const SEAM = 0.3; // [s] over which the ends of a lap are joined

/** Turns and moves a place on the floor. */
export const movePlace = (move: FloorMove, x: number, z: number): readonly [x: number, z: number] => {
  const [s, c] = [Math.sin(move.turn), Math.cos(move.turn)];
  return [c * x + s * z + move.x, -s * x + c * z + move.z];
};

/** First a, then b. */
export function thenMove(a: FloorMove, b: FloorMove): FloorMove {
  const [x, z] = movePlace(b, a.x, a.z);
  return { turn: a.turn + b.turn, x, z };
}

export const STAY: FloorMove = { turn: 0, x: 0, z: 0 };

export function createEndlessClip(body: Body, clip: Clip, imported: ImportedGait): EndlessClip {
  // a lap ends with the foot that it does not begin with
  const even = imported.placed.length - (imported.placed.length % 2);
  const steps = imported.placed.slice(imported.placed.length - even);
  const first = steps[0]!;
  const last = steps[steps.length - 1]!;
  const turn = turnOf(imported, steps.length);
  const [x, z] = movePlace({ turn, x: 0, z: 0 }, first.oldFoot[0], first.oldFoot[1]);
  const lap = { turn, x: last.newFoot[0] - x, z: last.newFoot[1] - z };
  const motion = interpolateMotion(clip);
  const nq = coordinateCount(clip.skeleton);
  const nv = freedomCount(clip.skeleton);
  const endless: EndlessClip = {
    body,
    clip,
    motion,
    steps,
    lap,
    tail: Math.max(0, Math.min(clip.frameCount - 1 - last.next, (last.next - first.touchDown) / 2)),
    seam: { offset: new Float64Array(nv), rate: new Float64Array(nv), duration: SEAM },
    scratch: createMotionScratch(clip.skeleton),
    end: new Float64Array(nq),
    moves: [STAY],
  };
  const { tail } = endless;
  writeSeam(endless, (last.next + tail) * clip.frameTime, (first.touchDown + tail) * clip.frameTime);
  return endless;
}

/** How much a lap turns: from the hips' heading at its start to that at its end. */
function turnOf({ gait, placed }: ImportedGait, count: number): number {
  const from = placed.length - count;
  return gait.turns.slice(from, from + count).reduce((sum, turn) => sum + turn, 0);
}

function writeSeam(endless: EndlessClip, end: number, start: number): void {
  const { motion, seam, scratch, clip, lap } = endless;
  const nv = seam.offset.length;
  const q0 = new Float64Array(coordinateCount(clip.skeleton));
  const v0 = new Float64Array(nv);
  const v1 = new Float64Array(nv);
  sampleMotion(motion, start, q0, v0, undefined, scratch);
  sampleMotion(motion, end, endless.end, v1, undefined, scratch);
  moveState(lap, q0, v0);
  difference(seam.offset, clip.skeleton, q0, 0, endless.end, 0, 1, new Float64Array(4));
  for (let i = 0; i < nv; i++) seam.rate[i] = v1[i] - v0[i];
}

/** Turns and moves a pose and its velocity over the floor, in place. */
export function moveState(move: FloorMove, q: Float64Array, v: Float64Array | undefined): void {
  const [x, z] = movePlace(move, q[0], q[2]);
  q[0] = x;
  q[2] = z;
  if (move.turn === 0) return;
  const half = move.turn / 2;
  const [s, c] = [Math.sin(half), Math.cos(half)];
  // left multiplication by the turn (0, s, 0, c)
  const [qx, qy, qz, qw] = [q[3], q[4], q[5], q[6]];
  q[3] = c * qx + s * qz;
  q[4] = c * qy + s * qw;
  q[5] = c * qz - s * qx;
  q[6] = c * qw - s * qy;
  if (v === undefined) return;
  const [vx, vz] = [v[0], v[2]];
  const [sin, cos] = [Math.sin(move.turn), Math.cos(move.turn)];
  v[0] = cos * vx + sin * vz;
  v[2] = -sin * vx + cos * vz;
}

const MOST_KEPT = 4096; // laps whose moves are kept

/** How the clip's world has moved after so many laps. */
function lapMove({ lap: one, moves }: EndlessClip, laps: number): FloorMove {
  if (laps <= 0) return STAY;
  while (moves.length <= Math.min(laps, MOST_KEPT)) moves.push(thenMove(moves[moves.length - 1]!, one));
  let move = moves[Math.min(laps, MOST_KEPT)]!;
  for (let k = MOST_KEPT; k < laps; k++) move = thenMove(move, one);
  return move;
}

/** Step of the lap, and how the clip's world has moved when step `count` is on. Negative counts are before the clip's first. */
export function lapOf(endless: EndlessClip, count: number): { readonly step: PlacedStep; readonly move: FloorMove } {
  const n = endless.steps.length;
  const lap = Math.floor(count / n);
  return { step: endless.steps[count - lap * n]!, move: lapMove(endless, lap) };
}

/** Time in the clip [s] of a share of a step. */
export function clipTime(endless: EndlessClip, count: number, share: number): number {
  const n = endless.steps.length;
  const step = endless.steps[((count % n) + n) % n]!;
  const { touchDown: b, leave: c, next } = step;
  const frame = share < 1 ? b + share * (c - b) : c + (share - 1) * (next - c);
  // before its first step the clip is read backwards from there
  const before = count < 0 ? endless.steps[0]!.touchDown - lapFrames(endless, count) - b : 0;
  return (frame + before) * endless.clip.frameTime;
}

/** Frames from the start of step `count` (< 0) to that of step 0. */
function lapFrames(endless: EndlessClip, count: number): number {
  const n = endless.steps.length;
  let frames = 0;
  for (let k = count; k < 0; k++) {
    const { touchDown, next } = endless.steps[((k % n) + n) % n]!;
    frames += next - touchDown;
  }
  return frames;
}

/** Pose and velocity (per second of the clip) at a share of a step, moved by `move` as lapOf gives it. */
export function sampleEndless(
  endless: EndlessClip,
  count: number,
  share: number,
  move: FloorMove,
  q: Float64Array,
  v: Float64Array,
): void {
  const { motion, scratch, steps, clip, tail } = endless;
  const t = clipTime(endless, count, share);
  if (count < steps.length) {
    sampleMotion(motion, t, q, v, undefined, scratch);
    moveState(move, q, v);
    return;
  }
  // a new lap goes on as the clip does after its last whole step, and is joined to its own start when that ends
  const since = lapFramesSince(endless, count, share);
  if (since < tail) {
    const { move: before } = lapOf(endless, count - steps.length);
    sampleMotion(motion, (steps[steps.length - 1]!.next + since) * clip.frameTime, q, v, undefined, scratch);
    moveState(before, q, v);
    return;
  }
  sampleMotion(motion, t, q, v, undefined, scratch);
  moveState(move, q, v);
  // the seam was written one lap into the clip
  addFade(endless.seam, clip.skeleton, (since - tail) * clip.frameTime, move.turn - endless.lap.turn, q, v);
}

function lapFramesSince(endless: EndlessClip, count: number, share: number): number {
  const n = endless.steps.length;
  const index = count % n;
  const start = endless.steps[0]!.touchDown;
  return clipTime(endless, index, share) / endless.clip.frameTime - start;
}
