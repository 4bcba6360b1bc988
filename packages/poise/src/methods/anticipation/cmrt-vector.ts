/**
 * CMRTs as points of an unbounded search space. Knots are sorted by construction: the gaps between them are a least gap plus a
 * softmax share of what is left, so that every vector is a valid CMRT and zero means equal gaps. Offsets are in units of 5 cm,
 * so that a step of 0.6 explores 3 cm and some 0.3 s alike. 8 numbers for planar scenes, 12 in 3D.
 */
import { UsageError } from '../../errors.ts';
import { CMRT_POINTS, type Cmrt } from './cmrt.ts';

/** Shortest time between two knots [s]. */
export const LEAST_GAP = 0.05;
/** Offset per unit of the search space [m]. */
const OFFSET_UNIT = 0.05;
/** Search coordinates of knots beyond this change nothing any more. */
const FARTHEST = 6;

export const vectorLength = (planar: boolean): number => CMRT_POINTS * (planar ? 2 : 3);

/** The CMRT of a search vector u₁…u₄ (knots), z₁…z₄ (forward), and in 3D z₅…z₈ (left). */
export function cmrtFromVector(vector: ArrayLike<number>, duration: number): Cmrt {
  const planar = vector.length === vectorLength(true);
  if (!planar && vector.length !== vectorLength(false)) {
    throw new UsageError(`a CMRT is ${vectorLength(true)} or ${vectorLength(false)} numbers, found ${vector.length}`);
  }
  if (!(duration > (CMRT_POINTS + 1) * LEAST_GAP)) {
    throw new UsageError(`a CMRT needs more than ${(CMRT_POINTS + 1) * LEAST_GAP} s, found ${duration}`);
  }
  const logits = Array.from({ length: CMRT_POINTS }, (_, i) => Math.max(-FARTHEST, Math.min(FARTHEST, vector[i])));
  const shares = [...logits, 0].map(Math.exp);
  const sum = shares.reduce((a, b) => a + b, 0);
  const free = duration - (CMRT_POINTS + 1) * LEAST_GAP;
  let time = 0;
  const knots = logits.map((_, i) => {
    time += LEAST_GAP + (free * shares[i]!) / sum;
    return time;
  });
  const offsets = (first: number): number[] =>
    Array.from({ length: CMRT_POINTS }, (_, i) => OFFSET_UNIT * vector[first + i]);
  return {
    duration,
    knots,
    forward: offsets(CMRT_POINTS),
    ...(planar ? {} : { left: offsets(2 * CMRT_POINTS) }),
  };
}

/** The search vector of a CMRT, to start from it; gaps shorter than the least are taken for a little more. */
export function vectorFromCmrt(cmrt: Cmrt): Float64Array {
  const times = [0, ...cmrt.knots, cmrt.duration];
  const free = times.slice(1).map((time, i) => Math.max(1e-6, time - times[i]! - LEAST_GAP));
  const last = free[CMRT_POINTS]!;
  const logits = free.slice(0, CMRT_POINTS).map((gap) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.log(gap / last))));
  return Float64Array.from([...logits, ...[...cmrt.forward, ...(cmrt.left ?? [])].map((y) => y / OFFSET_UNIT)]);
}
