/** A clip that is played without end. One whose end leads on to its start goes on where it has got to; another begins again. */
import type { Clip, ReadonlyVector } from 'poise';
import { coordinateCount, logQuat, quatIndex, relativeQuat, slerpQuat } from 'poise/dynamics';

export interface Endless {
  /** [s] of a round. */
  readonly duration: number;
  /** The end leads on to the start: there is no cut. */
  readonly closes: boolean;
  /** [m] over the floor in a round. */
  readonly travel: number;
  /** Writes the first three numbers of the pose: where the root is [m]. */
  readonly root: (q: Float64Array, time: number) => void;
  /** Writes the pose at a time [s] from 0 on. */
  readonly pose: (q: Float64Array, time: number) => void;
}

const SAME = 1e-3; // [rad] the last frame is the first again
const LEAP = 3; // times the largest step between two frames is a cut
const SLACK = 0.02; // [rad], [m]

export function endless({ skeleton, frameTime, frameCount, q: rows }: Clip): Endless {
  const nq = coordinateCount(skeleton);
  const joints = skeleton.names.length;
  const last = frameCount - 1;
  const step = createStep(rows, nq, joints);
  const seam = step(last, 0);
  let largest = { turn: 0, rise: 0 };
  for (let f = 1; f < frameCount; f++) {
    const { turn, rise } = step(f - 1, f);
    largest = { turn: Math.max(largest.turn, turn), rise: Math.max(largest.rise, rise) };
  }
  const closes = frameCount > 2 && seam.turn <= LEAP * largest.turn + SLACK && seam.rise <= LEAP * largest.rise + SLACK;
  const repeats = closes && seam.turn < SAME;
  const frames = closes && !repeats ? frameCount : Math.max(1, last);
  // [m] of a round over the floor; from the last frame on as fast as before and after
  const way = [0, 2].map((c) => {
    const whole = rows[last * nq + c]! - rows[c]!;
    if (!closes) return 0;
    const pace = (rows[last * nq + c]! - rows[(last - 1) * nq + c]! + rows[nq + c]! - rows[c]!) / 2;
    return repeats ? whole : whole + pace;
  });

  // The frames before and after a time, how far it is between them, and in which round; one place, since this runs all the time.
  const place = { from: 0, to: 0, share: 0, round: 0 };
  const find = (time: number): void => {
    const at = Math.max(0, time / frameTime);
    place.round = Math.floor(at / frames);
    const within = at - place.round * frames;
    place.from = Math.min(last, Math.floor(within));
    place.to = closes ? (place.from + 1) % (repeats ? last : frameCount) : Math.min(last, place.from + 1);
    place.share = Math.min(1, within - place.from);
  };
  const root = (q: Float64Array, time: number): void => {
    find(time);
    const { from, to, share, round } = place;
    // a step over the seam ends one round farther on
    const ahead = closes && to < from ? 1 : 0;
    for (let c = 0; c < 3; c++) {
      const moved = c === 1 ? 0 : way[c / 2]!;
      const [a, b] = [rows[from * nq + c]!, rows[to * nq + c]! + ahead * moved];
      q[c] = a + share * (b - a) + round * moved;
    }
  };
  const pose = (q: Float64Array, time: number): void => {
    root(q, time);
    const { from, to, share } = place;
    for (let j = 0; j < joints; j++)
      slerpQuat(q, quatIndex(j), rows, from * nq + quatIndex(j), rows, to * nq + quatIndex(j), share);
  };
  return { duration: frames * frameTime, closes, travel: Math.hypot(way[0]!, way[1]!), root, pose };
}

/** How far two frames are apart: the largest turn of a joint [rad], and how much the root rises [m]. */
function createStep(rows: ReadonlyVector, nq: number, joints: number) {
  const off = new Float64Array(4);
  return (a: number, b: number): { readonly turn: number; readonly rise: number } => {
    let turn = 0;
    for (let j = 0; j < joints; j++) {
      relativeQuat(off, 0, rows, a * nq + quatIndex(j), rows, b * nq + quatIndex(j));
      logQuat(off, 0, off, 0);
      turn = Math.max(turn, Math.hypot(off[0]!, off[1]!, off[2]!));
    }
    return { turn, rise: Math.abs(rows[b * nq + 1]! - rows[a * nq + 1]!) };
  };
}
