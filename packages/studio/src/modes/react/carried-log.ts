/** Momentum that is still to be taken up, of every frame. Room grows by doubling; what is read never changes. */
export interface CarriedLog {
  readonly note: (carried: readonly [x: number, z: number]) => void;
  /** [N·s] at a frame. */
  readonly at: (frame: number) => readonly [x: number, z: number];
}

export function createCarriedLog(): CarriedLog {
  let room = new Float32Array(2 * 600);
  let frames = 0;
  return {
    note([x, z]) {
      if (2 * (frames + 1) > room.length) {
        const larger = new Float32Array(2 * room.length);
        larger.set(room);
        room = larger;
      }
      room[2 * frames] = x;
      room[2 * frames + 1] = z;
      frames++;
    },
    at(frame) {
      const inside = Math.max(0, Math.min(frames - 1, Math.round(frame) - 1)); // the first frame is the start
      return [room[2 * inside] ?? 0, room[2 * inside + 1] ?? 0];
    },
  };
}
