/** Where a sole can lie flat: not across the edge of a step. */
import type { Ground } from '../ground.ts';
import type { Stance } from './stance.ts';

/** Half of a sole and a margin, over the length of a leg; how far ground may be off a plane under it [m]. */
const SOLE_LENGTH = 0.165;
const SOLE_WIDTH = 0.06;
const UNEVEN = 0.02;
/** Even ground is looked for every EDGE_STEP [m], up to EDGE_REACH legs away. */
const EDGE_STEP = 0.02;
const EDGE_REACH = 0.4;

/** Whether the ground under a sole whose middle is at (ahead, left) is one plane. */
export function isEven(ground: Ground, stance: Stance, legs: number, a: number, l: number): boolean {
  const x = stance.worldX(a, l);
  const z = stance.worldZ(a, l);
  const { height, normal } = ground(x, z);
  const slopeX = -normal[0] / normal[1];
  const slopeZ = -normal[2] / normal[1];
  for (let corner = 0; corner < 4; corner++) {
    const da = (corner < 2 ? 1 : -1) * SOLE_LENGTH * legs;
    const dl = (corner % 2 === 0 ? 1 : -1) * SOLE_WIDTH * legs;
    const dx = stance.worldX(da, dl);
    const dz = stance.worldZ(da, dl);
    if (Math.abs(ground(x + dx, z + dz).height - height - slopeX * dx - slopeZ * dz) > UNEVEN) return false;
  }
  return true;
}

/** Moves a landing off an edge to the nearest place that is even, along the fall first. */
export function avoidEdges(
  place: Float64Array,
  ground: Ground,
  stance: Stance,
  legs: number,
  direction: Float64Array,
): void {
  const [a, l] = place;
  if (isEven(ground, stance, legs, a, l)) return;
  const ahead = direction[0] < 0 ? -1 : 1;
  const left = direction[1] < 0 ? -1 : 1;
  for (let away = EDGE_STEP; away <= EDGE_REACH * legs; away += EDGE_STEP) {
    for (let way = 0; way < 4; way++) {
      const by = way < 2 ? away : -away;
      place[0] = a + (way % 2 === 0 ? ahead * by : 0);
      place[1] = l + (way % 2 === 1 ? left * by : 0);
      if (isEven(ground, stance, legs, place[0], place[1])) return;
    }
  }
  place[0] = a;
  place[1] = l;
}
