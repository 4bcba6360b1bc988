/** The last seconds of the crowd, small enough to keep, for looking back while it rests. */

const TURNS = 32767;

export interface Past {
  readonly keep: (frame: number, poses: readonly Float64Array[], states: Uint8Array, balls: Float32Array) => void;
  /** Writes the poses of a frame; false: it is not kept any more, or not yet. */
  readonly read: (frame: number, poses: readonly Float64Array[], states: Uint8Array, balls: Float32Array) => boolean;
  readonly oldest: () => number;
}

/** @param kept frames; @param nq coordinates of a person: place, then quaternions */
export function createPast(people: number, nq: number, balls: number, kept: number): Past {
  const places = new Float32Array(kept * people * 3);
  const turns = new Int16Array(kept * people * (nq - 3));
  const conditions = new Uint8Array(kept * people);
  const thrown = new Float32Array(kept * balls);
  const frames = new Int32Array(kept).fill(-1);
  let newest = -1;
  return {
    keep(frame, poses, states, ball) {
      const slot = frame % kept;
      frames[slot] = frame;
      newest = frame;
      poses.forEach((q, person) => {
        const row = slot * people + person;
        for (let c = 0; c < 3; c++) places[3 * row + c] = q[c]!;
        for (let c = 3; c < nq; c++) turns[row * (nq - 3) + c - 3] = Math.round(TURNS * q[c]!);
      });
      conditions.set(states, slot * people);
      thrown.set(ball, slot * balls);
    },
    read(frame, poses, states, ball) {
      const slot = ((frame % kept) + kept) % kept;
      if (frames[slot] !== frame) return false;
      poses.forEach((q, person) => {
        const row = slot * people + person;
        for (let c = 0; c < 3; c++) q[c] = places[3 * row + c]!;
        for (let c = 3; c < nq; c++) q[c] = turns[row * (nq - 3) + c - 3]! / TURNS;
      });
      states.set(conditions.subarray(slot * people, (slot + 1) * people));
      ball.set(thrown.subarray(slot * balls, (slot + 1) * balls));
      return true;
    },
    oldest: () => Math.max(0, newest - kept + 1),
  };
}
