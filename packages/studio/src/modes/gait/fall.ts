/** A fall: taken over with pose and velocity, the body goes down, protects itself, lies and gets up. */
import type { Body, Push } from 'poise';
import { DownAndUp } from 'poise/falls';
import { FRAME_TIME } from './character.ts';

const STILL = 0.5; // [s] of standing, after which nothing more is to be seen
const LIES_FOR = 0.8; // [s]
const LONGEST = 16; // [s]

/** The moment in which balance was given up. */
export interface HandOver {
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
  readonly late: number; // [s] from then to the end of the frame, which is the first to be shown
}

export interface Fall {
  /** Writes the next frame; false: it is over. */
  readonly step: (q: Float64Array) => boolean;
  readonly push: (push: Push) => void;
}

export function createFall(body: Body, { q: pose, v, late }: HandOver): Fall {
  const fall = new DownAndUp(body, () => pose, { liesFor: LIES_FOR });
  fall.begin(pose, v);
  let next = late; // [s] to the next frame
  let still = 0; // [s]
  let time = 0; // [s]
  return {
    step(q) {
      if (still >= STILL || time >= LONGEST) return false;
      fall.step(next);
      time += next;
      next = FRAME_TIME;
      still = fall.state === 'stands' ? still + FRAME_TIME : 0;
      q.set(fall.q);
      return true;
    },
    push: (push) => fall.push(push),
  };
}
