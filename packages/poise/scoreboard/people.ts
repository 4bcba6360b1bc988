/** Who is pushed: five bodies that stand and walk, performed; and captured people who walk, drawn at random where captures are at hand. */
import { basename } from 'node:path';
import { fitBody } from '../src/balance/fit-body.ts';
import type { Body } from '../src/body/body.ts';
import { situationOf } from '../src/methods/situation.ts';
import { type Clip, durationOf } from '../src/motion/clip.ts';
import { trim } from '../src/motion/trim.ts';
import type { MannequinOptions } from '../src/performer/mannequin/skeleton.ts';
import { type PerformerMotion, perform } from '../src/performer/motion.ts';
import { idle } from '../src/performer/motions/idle.ts';
import { walk } from '../src/performer/motions/walk.ts';
import { readTakes } from '../validate/clips.ts';
import { drawCaptures } from '../validate/draw-captures.ts';

export const SITUATIONS = ['stands', 'walks'] as const;
export type SituationName = (typeof SITUATIONS)[number];

export interface Person {
  readonly id: string;
  readonly situation: SituationName;
  readonly captured: boolean;
  readonly body: Body;
  readonly clip: Clip; // LENGTH long at least
}

export const LENGTH = 5; // [s] of a run
export const PUSH_AT = 1; // [s]
const STRIDES = 7; // of a walk: as long as a run
const DRAWN = 150; // captures that are looked at
const MOST_CAPTURED = 5;

const BODIES: readonly (readonly [id: string, body: Partial<MannequinOptions>])[] = [
  ['mannequin 1.75 m', { height: 1.75 }],
  ['child 1.15 m', { height: 1.15, mass: 21 }],
  ['woman 1.62 m', { height: 1.62, mass: 58, sex: 'female' }],
  ['tall 2.00 m', { height: 2 }],
  ['heavy 1.80 m', { height: 1.8, mass: 115 }],
];

function performed(
  id: string,
  situation: SituationName,
  motion: PerformerMotion,
  size: Partial<MannequinOptions>,
): Person {
  const values = situation === 'walks' ? { strides: STRIDES } : {};
  const long = perform(motion, { body: size, values });
  const clip = trim(long, 0, Math.min(long.frameCount, Math.round(LENGTH / long.frameTime) + 1));
  return { id, situation, captured: false, clip, body: fitBody(clip, size) };
}

export const performedPeople = (): readonly Person[] =>
  BODIES.flatMap(([id, size]) => [performed(id, 'stands', idle, size), performed(id, 'walks', walk, size)]);

/** Captures in a random order, those that walk when they are pushed; none where there are no captures. */
export async function capturedPeople(seed: number): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (const file of await drawCaptures(DRAWN, seed)) {
    if (people.length === MOST_CAPTURED) break;
    const [take] = await readTakes(file).catch(() => []);
    const person = take && walker(basename(file, '.bvh'), take);
    if (person) people.push(person);
  }
  return people;
}

function walker(id: string, take: Clip): Person | undefined {
  if (durationOf(take) < LENGTH) return undefined;
  const clip = trim(take, 0, Math.round(LENGTH / take.frameTime) + 1);
  try {
    const body = fitBody(clip);
    const pushes = [{ time: PUSH_AT, segment: 0, impulse: [0, 0, 0] as const }];
    if (situationOf({ body, clip, pushes }).kind !== 'walks') return undefined;
    return { id, situation: 'walks', captured: true, clip, body };
  } catch {
    return undefined;
  }
}
