/**
 * The level that an animation stands on, wherever its model is: at y = 5, on a lift, up a hill. Told from the soles and, where the rig
 * knows it, from the height of the model's own origin.
 */

/** Plain data. */
export interface ModelFloor {
  known: number; // 0: nothing was seen yet
  height: number; // [m] world
  offset: number; // [m] of the floor over the model's origin
  readonly soles: Float64Array; // 2 [m] over the origin, last time
  hips: number; // [m] over the origin, last time
  speed: number; // [m/s] of the soles over the origin, last time
  higherFor: number; // [s] that both soles have been above the floor
  near: number; // 1: the ground that the owner tells of is about there
  awayFor: number; // [s] that it has not been
  warned: number; // 1: the owner was told
  carries: number; // 1: the owner says how fast the ground moves
}

export const createModelFloor = (): ModelFloor => ({
  known: 0,
  height: 0,
  offset: 0,
  soles: new Float64Array(2),
  hips: 0,
  speed: 0,
  higherFor: 0,
  near: 1,
  awayFor: 0,
  warned: 0,
  carries: 0,
});

/** [m] that soles float or sink against the floor they are meant to stand on: as LOOSE of streaming contacts, and half as much again. */
const LOOSE = 0.06;
const CARRIED_ALIKE = 0.1; // [m/s] between hips and soles of somebody who is carried up or down
const CARRIED_LEAST = 0.05; // [m/s] slower than this nobody is carried
const CARRIED_CHANGE = 5; // [m/s²] half of gravity: more is a jump
const HIGHER_FOR = 0.4; // [s] longer than a jump's flight phase of both feet at one height
const FOLLOWS = 2; // [m/s] at which the floor is believed to be elsewhere
const SETTLES = 0.3; // [m/s] at which the floor comes to the origin while soles are about there
const ELSEWHERE = 0.5; // [m] in one frame: the model was put there

/** After dt [s]. `soles`: heights [m] of the lowest points of both, world; `hips`, `origin`: heights of the hips and of the model's origin. */
export function followModel(
  floor: ModelFloor,
  soles: readonly [left: number, right: number],
  hips: number,
  origin: number,
  dt: number,
): void {
  const left = soles[0] - origin;
  const right = soles[1] - origin;
  const lowest = Math.min(left, right);
  const over = hips - origin;
  const jumped = Math.abs(left - floor.soles[0]) > ELSEWHERE && Math.abs(over - floor.hips) > ELSEWHERE;
  if (floor.known === 0 || jumped) {
    floor.offset = nearOrigin(lowest);
    floor.speed = 0;
    floor.higherFor = 0;
  } else if (dt > 0) follow(floor, left, right, over, dt);
  floor.known = 1;
  floor.soles[0] = left;
  floor.soles[1] = right;
  floor.hips = over;
  floor.height = origin + floor.offset;
}

function follow(floor: ModelFloor, left: number, right: number, over: number, dt: number): void {
  const lowest = Math.min(left, right);
  const speed = (over - floor.hips) / dt;
  const alike =
    Math.abs((left - floor.soles[0]) / dt - speed) < CARRIED_ALIKE &&
    Math.abs((right - floor.soles[1]) / dt - speed) < CARRIED_ALIKE;
  const steady = Math.abs(speed - floor.speed) < CARRIED_CHANGE * dt + CARRIED_LEAST;
  floor.speed = speed;
  if (alike && steady && Math.abs(speed) > CARRIED_LEAST) {
    floor.offset += lowest - Math.min(floor.soles[0], floor.soles[1]);
    floor.higherFor = 0;
    return;
  }
  const goal = nearOrigin(lowest);
  floor.higherFor = lowest > floor.offset + LOOSE ? floor.higherFor + dt : 0;
  if (floor.higherFor > HIGHER_FOR) floor.offset = Math.min(goal, floor.offset + FOLLOWS * dt);
  else if (goal < floor.offset && lowest < floor.offset) floor.offset = Math.max(goal, floor.offset - FOLLOWS * dt);
  else if (goal === 0) floor.offset -= clamp(floor.offset, SETTLES * dt);
}

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Most models have their origin on the floor: soles that are about there stand there. */
const nearOrigin = (lowest: number): number => (Math.abs(lowest) <= LOOSE ? 0 : lowest);
