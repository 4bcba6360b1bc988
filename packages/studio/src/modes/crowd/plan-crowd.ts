/** The people of the crowd and their ways: everything follows from the seed. */
import { createRng, type Rng, uniform } from 'poise/dynamics';

export const MOTIONS = [
  { id: 'idle', values: { seed: 1 }, kind: 'stand' },
  { id: 'idle', values: { seed: 2, shift: 0.022, looks: 26 }, kind: 'stand' },
  { id: 'walk', values: { speed: 1.1, strides: 2, seed: 1 }, kind: 'walk' },
  { id: 'walk', values: { speed: 1.4, strides: 2, seed: 2 }, kind: 'walk' },
  { id: 'run', values: { speed: 3, strides: 2, seed: 1 }, kind: 'run' },
] as const;

export const HEIGHTS = [1.58, 1.64, 1.7, 1.75, 1.8, 1.86] as const; // [m]
export const LEAD = 3; // index in HEIGHTS of the one in the middle

/** A round path: a circle that is gone round for ever. */
export interface Round {
  readonly x: number; // [m] centre
  readonly z: number;
  readonly radius: number; // [m]
  readonly way: 1 | -1; // +1: to the left
}

export interface Planned {
  readonly motion: number; // in MOTIONS
  readonly height: number; // in HEIGHTS
  readonly phase: number; // 0 … 1 of the clip
  readonly rate: number; // how fast the clip is played, before the body's size
  readonly x: number; // [m]
  readonly z: number;
  readonly heading: number; // [rad] about the vertical, 0 towards +z
  readonly round: Round | undefined; // of those who go
  readonly shade: number; // −1 … 1: how light their clothes are
}

export const REACH = 13; // [m] from the middle to where the outermost run
const ROOM = 0.85; // [m] between people at the start
const TRIES = 60;

const ROUNDS: readonly Round[] = [
  { x: 0, z: 0, radius: 4.6, way: 1 },
  { x: 3.4, z: -2.6, radius: 6.2, way: -1 },
  { x: -3.2, z: 2.4, radius: 6.6, way: 1 },
  { x: 0, z: 0.5, radius: 10.2, way: -1 },
];
const TRACK: Round = { x: 0, z: 0, radius: 12.4, way: 1 };

/** The first is the one in the middle, who stands; of the others 42 % stand, 43 % walk and 15 % run. */
export function planCrowd(people: number, seed: number): readonly Planned[] {
  const rng = createRng(seed);
  const planned: Planned[] = [];
  const middle = { motion: 0, height: LEAD, phase: 0, rate: 1, x: 0, z: 0, heading: 0, round: undefined, shade: 0 };
  if (people > 0) planned.push(middle);
  for (let k = 1; k < people; k++) {
    const share = k / people;
    const kind = (7 * k) % 20 < 3 ? 'run' : (7 * k) % 20 < 11 ? 'walk' : 'stand';
    planned.push(kind === 'stand' ? stander(rng, planned, share) : goer(rng, planned, kind));
  }
  return planned;
}

const pick = (rng: Rng, count: number): number => Math.min(count - 1, Math.floor(uniform(rng, 0, count)));

function common(rng: Rng) {
  return {
    height: pick(rng, HEIGHTS.length),
    phase: uniform(rng, 0, 1),
    rate: uniform(rng, 0.95, 1.05),
    shade: uniform(rng, -1, 1),
  };
}

/** Stands where nobody goes, turned towards the middle more or less. */
function stander(rng: Rng, others: readonly Planned[], share: number): Planned {
  const place = free(rng, others, () => {
    // inner ones first, so that a small crowd is a dense one
    const away = 1.6 + (REACH - 2.4) * Math.sqrt(share) * uniform(rng, 0.55, 1.05);
    const angle = uniform(rng, -Math.PI, Math.PI);
    const [x, z] = [away * Math.sin(angle), away * Math.cos(angle)];
    return { x, z, heading: angle + Math.PI + uniform(rng, -1.1, 1.1), room: offPaths(x, z) };
  });
  return { ...common(rng), motion: pick(rng, 2), round: undefined, ...place };
}

/** Goes round on one of the paths. */
function goer(rng: Rng, others: readonly Planned[], kind: 'walk' | 'run'): Planned {
  const motion = kind === 'run' ? 4 : 2 + pick(rng, 2);
  let round = TRACK;
  const place = free(rng, others, () => {
    const path = kind === 'run' ? TRACK : ROUNDS[pick(rng, ROUNDS.length)]!;
    round = { ...path, radius: path.radius + uniform(rng, -0.45, 0.45) };
    const angle = uniform(rng, -Math.PI, Math.PI);
    const [x, z] = [round.x + round.radius * Math.sin(angle), round.z + round.radius * Math.cos(angle)];
    return { x, z, heading: angle + (round.way * Math.PI) / 2, room: 0 };
  });
  return { ...common(rng), motion, round, ...place };
}

interface Place {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
}

/** The first of many places that is free, else the one with most room. */
function free(rng: Rng, others: readonly Place[], propose: () => Place & { readonly room: number }): Place {
  let best: (Place & { readonly room: number }) | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < TRIES && most < 0; k++) {
    const place = propose();
    const nearest = Math.min(...others.map(({ x, z }) => Math.hypot(x - place.x, z - place.z)));
    const room = Math.min(0, nearest - ROOM, place.room);
    if (room > most) [best, most] = [place, room];
  }
  const { x, z, heading } = best ?? { x: uniform(rng, -1, 1), z: 0, heading: 0 };
  return { x, z, heading };
}

/** [m] negative where somebody would stand in the way. */
function offPaths(x: number, z: number): number {
  const gaps = [...ROUNDS, TRACK].map((round) => Math.abs(Math.hypot(x - round.x, z - round.z) - round.radius) - 1.1);
  return Math.min(0, ...gaps);
}
