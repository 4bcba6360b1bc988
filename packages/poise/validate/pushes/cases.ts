/** Random pushes: 5–80 N·s at head, chest, shoulders and hips, from all sides, a third of them second or third ones. */

import type { Body } from '../../src/body/body.ts';
import { headingAt } from '../../src/gait/heading.ts';
import type { Push, TimedPush } from '../../src/gait/push.ts';
import { createRng, type Rng, uniform } from '../../src/math/random.ts';
import type { Vec3 } from '../../src/math/types.ts';
import type { Subject } from './bodies.ts';

export const PLACES = ['head', 'chest', 'shoulder', 'hips'] as const;
export type Place = (typeof PLACES)[number];

export interface PushCase {
  readonly index: number;
  readonly subject: Subject;
  readonly pushes: readonly TimedPush[];
  readonly places: readonly Place[];
}

const IMPULSE = [5, 80] as const; // [N·s]
const FIRST = [0.5, 2] as const; // [s]
const BETWEEN = [0.15, 1] as const; // [s] from one push to the next
const HOW_MANY = [0.6, 0.9]; // below the first one push, below the second two, else three: a third are second or third ones

/** Where a push meets the body. */
export function placeOn(
  body: Body,
  place: Place,
  side: 'left' | 'right' = 'left',
): Pick<Push, 'segment' | 'pointInSegment'> {
  const { roles, skeleton } = body;
  if (place === 'shoulder') {
    // The shoulder joint, as a point of what carries the arm.
    const arm = roles[`${side}UpperArm`] ?? 0;
    const point = [0, 1, 2].map((c) => skeleton.offsets[3 * arm + c]) as unknown as Vec3;
    return { segment: skeleton.parents[arm], pointInSegment: point };
  }
  const segment = (place === 'chest' ? (roles.chest ?? roles.upperChest ?? roles.spine) : roles[place]) ?? 0;
  return { segment, pointInSegment: massPoint(body, segment) };
}

/** The segment's centre of mass, where it has mass. */
function massPoint({ comInSegment }: Body, segment: number): Vec3 {
  return [comInSegment[3 * segment], comInSegment[3 * segment + 1], comInSegment[3 * segment + 2]];
}

/** A horizontal impulse, `angle` [rad] from straight ahead, + to the left, as the clip's first frame faces. */
export function impulseAt({ body, clip }: Pick<Subject, 'body' | 'clip'>, size: number, angle: number): Vec3 {
  const { forward, left } = headingAt(body, clip, 0);
  const [ahead, aside] = [size * Math.cos(angle), size * Math.sin(angle)];
  return [ahead * forward[0] + aside * left[0], 0, ahead * forward[1] + aside * left[1]];
}

/** Cases with `count` pushes in all, person after person. Same seed, same pushes, whatever answers them. `times`: how much harder than 5–80 N·s
 *  somebody is pushed. */
export function randomCases(
  subjects: readonly Subject[],
  count: number,
  seed: number,
  times: (subject: Subject) => number = () => 1,
): readonly PushCase[] {
  const rng = createRng(seed);
  const cases: PushCase[] = [];
  for (let made = 0; made < count; ) {
    const subject = subjects[cases.length % subjects.length]!;
    const share = rng.next();
    const many = Math.min(count - made, 1 + HOW_MANY.filter((below) => share >= below).length);
    const pushes: TimedPush[] = [];
    const places: Place[] = [];
    let time = uniform(rng, ...FIRST);
    for (let k = 0; k < many; k++) {
      const place = PLACES[Math.floor(rng.next() * PLACES.length)]!;
      places.push(place);
      pushes.push(randomPush(rng, subject, place, Math.round(60 * time) / 60, times(subject)));
      time += uniform(rng, ...BETWEEN);
    }
    made += many;
    cases.push({ index: cases.length, subject, pushes, places });
  }
  return cases;
}

function randomPush(rng: Rng, subject: Subject, place: Place, time: number, times: number): TimedPush {
  const size = times * uniform(rng, ...IMPULSE);
  const angle = uniform(rng, -Math.PI, Math.PI);
  const side = rng.next() < 0.5 ? 'left' : 'right';
  return { time, impulse: impulseAt(subject, size, angle), ...placeOn(subject.body, place, side), duration: 0.1 };
}
