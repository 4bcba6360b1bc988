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
  const sin = Math.sin(move.turn);
  const cos = Math.cos(move.turn);
  const x = q[o];
  const z = q[o + 2];
  q[o] = cos * x + sin * z + move.x;
  q[o + 2] = -sin * x + cos * z + move.z;
  if (move.turn === 0) return;
  const s = Math.sin(move.turn / 2);
  const c = Math.cos(move.turn / 2);
  // left multiplication by the turn (0, s, 0, c)
  const qx = q[o + 3];
  const qy = q[o + 4];
  const qz = q[o + 5];
  const qw = q[o + 6];
  q[o + 3] = c * qx + s * qz;
  q[o + 4] = c * qy + s * qw;
  q[o + 5] = c * qz - s * qx;
  q[o + 6] = c * qw - s * qy;
  if (v === undefined) return;
  const vx = v[0];
  const vz = v[2];
  v[0] = cos * vx + sin * vz;
  v[2] = -sin * vx + cos * vz;
}
