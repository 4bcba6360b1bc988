/** Moves over the floor: where a gait has come to after a lap. */

/** A turn about up at the origin, then a shift. */
export interface FloorMove {
  readonly turn: number; // [rad]
  readonly x: number; // [m]
  readonly z: number; // [m]
}

export const STAY: FloorMove = { turn: 0, x: 0, z: 0 };

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

/** The move that undoes one. */
export function undone({ turn, x, z }: FloorMove): FloorMove {
  const [s, c] = [Math.sin(turn), Math.cos(turn)];
  return { turn: -turn, x: -(c * x - s * z), z: -(s * x + c * z) };
}

/** Turns and moves a pose and its velocity over the floor, in place. q may sit at an offset. */
export function moveState(move: FloorMove, q: Float64Array, v: Float64Array | undefined, o = 0): void {
  const [x, z] = movePlace(move, q[o], q[o + 2]);
  q[o] = x;
  q[o + 2] = z;
  if (move.turn === 0) return;
  const half = move.turn / 2;
  const [s, c] = [Math.sin(half), Math.cos(half)];
  // left multiplication by the turn (0, s, 0, c)
  const [qx, qy, qz, qw] = [q[o + 3], q[o + 4], q[o + 5], q[o + 6]];
  q[o + 3] = c * qx + s * qz;
  q[o + 4] = c * qy + s * qw;
  q[o + 5] = c * qz - s * qx;
  q[o + 6] = c * qw - s * qy;
  if (v === undefined) return;
  const [vx, vz] = [v[0], v[2]];
  const [sin, cos] = [Math.sin(move.turn), Math.cos(move.turn)];
  v[0] = cos * vx + sin * vz;
  v[2] = -sin * vx + cos * vz;
}
