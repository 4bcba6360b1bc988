/** The pushes: eight directions, four strengths, three heights, drawn at random for every person, the same for every method. */
import { headingAt } from '../src/gait/heading.ts';
import type { TimedPush } from '../src/gait/push.ts';
import { createRng } from '../src/math/random.ts';
import { impulseAt, placeOn } from '../validate/pushes/cases.ts';
import { type Person, PUSH_AT } from './people.ts';

export const DIRECTIONS = 8;
/** [m/s] change of speed that the push would give the whole body: strengths that compare over bodies. */
export const STRENGTHS = [0.15, 0.3, 0.5, 0.8] as const;
export const HEIGHTS = ['hips', 'chest', 'head'] as const;

export interface Case {
  readonly id: string;
  readonly person: Person;
  readonly direction: number; // of eight, from straight ahead to the left
  readonly strength: number; // [m/s]
  readonly height: (typeof HEIGHTS)[number];
  readonly push: TimedPush;
}

/** `perPerson` cases for everybody: every strength as often, directions and heights drawn. */
export function drawCases(people: readonly Person[], perPerson: number, seed: number): readonly Case[] {
  const rng = createRng(seed);
  return people.flatMap((person) =>
    Array.from({ length: perPerson }, (_, i) => {
      const strength = STRENGTHS[i % STRENGTHS.length]!;
      const direction = Math.floor(rng.next() * DIRECTIONS);
      const height = HEIGHTS[Math.floor(rng.next() * HEIGHTS.length)]!;
      const id = `${person.id}|${person.situation}|${direction}|${strength}|${height}|${i}`;
      return { id, person, direction, strength, height, push: pushOf(person, direction, strength, height) };
    }),
  );
}

function pushOf(person: Person, direction: number, strength: number, height: Case['height']): TimedPush {
  const { body, clip } = person;
  const frame = Math.round(PUSH_AT / clip.frameTime);
  const turn = turnBetween(person, frame);
  const angle = (2 * Math.PI * direction) / DIRECTIONS + turn;
  return {
    time: PUSH_AT,
    impulse: impulseAt({ body, clip }, strength * body.totalMass, angle),
    ...placeOn(body, height),
  };
}

/** [rad] by which the person has turned since the first frame, + to the left. */
function turnBetween({ body, clip }: Person, frame: number): number {
  const [a, b] = [headingAt(body, clip, 0), headingAt(body, clip, frame)];
  const ahead = a.forward[0] * b.forward[0] + a.forward[1] * b.forward[1];
  const aside = a.left[0] * b.forward[0] + a.left[1] * b.forward[1];
  return Math.atan2(aside, ahead);
}
