/** Frames of a live simulation, kept as they come. Clips handed out are views that later frames never change. */
import { type Clip, coordinateCount, createClip } from 'poise';

export interface LiveRecording {
  readonly append: (q: Float64Array) => void;
  readonly frameCount: () => number;
  /** Coordinates of the last frame; overwritten by no later one. */
  readonly last: () => Float64Array;
  /** All frames so far, without copying them. */
  readonly clip: () => Clip;
}

const FIRST_ROOM = 600; // frames

/** @param template whose skeleton, roles and file the recording takes over */
export function createRecording(template: Clip, name: string, frameTime: number): LiveRecording {
  const nq = coordinateCount(template.skeleton);
  let room = new Float64Array(nq * FIRST_ROOM);
  let frames = 0;
  return {
    append(q) {
      if (q.length !== nq) throw new Error(`a pose of this person has ${nq} numbers, found ${q.length}`);
      if ((frames + 1) * nq > room.length) {
        const larger = new Float64Array(2 * room.length);
        larger.set(room);
        room = larger;
      }
      room.set(q, frames * nq);
      frames++;
    },
    frameCount: () => frames,
    last: () => room.subarray((frames - 1) * nq, frames * nq),
    clip: () =>
      createClip({
        name,
        skeleton: template.skeleton,
        roles: template.roles,
        frameTime,
        q: room.subarray(0, frames * nq),
        source: template.source,
      }),
  };
}
