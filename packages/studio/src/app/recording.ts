/** Frames of a live simulation, kept as they come. Clips handed out are views that later frames never change. */
import { type Clip, createClip } from 'poise';
import { coordinateCount, quatIndex, slerpQuat } from 'poise/dynamics';

export interface LiveRecording {
  readonly append: (q: Float64Array) => void;
  readonly frameCount: () => number;
  /** Writes the coordinates at a frame, which may lie between two. */
  readonly sample: (out: Float64Array, frame: number) => void;
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
    sample(out, frame) {
      const at = Math.min(frames - 1, Math.max(0, frame));
      const first = Math.floor(at);
      const [a, u] = [first * nq, at - first];
      const b = Math.min(frames - 1, first + 1) * nq;
      for (let c = 0; c < 3; c++) out[c] = room[a + c]! + u * (room[b + c]! - room[a + c]!);
      for (let i = quatIndex(0); i < nq; i += 4) slerpQuat(out, i, room, a + i, room, b + i, u);
    },
    clip: () =>
      createClip({
        name,
        skeleton: template.skeleton,
        roles: template.roles,
        frameTime,
        q: room.subarray(0, frames * nq),
        provenance: template.provenance,
        floor: template.floor,
        source: template.source,
      }),
  };
}
