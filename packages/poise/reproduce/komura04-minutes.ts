/** Minutes of balls: who is hit again and again, before the last hit is forgotten. */
import { createRng, uniform } from '../src/math/random.ts';
import type { Subject } from './komura04-clips.ts';
import { joltWatch, PEOPLE } from './komura04-jolts.ts';
import { impulseOf, PARTS, TICK, tick, walkerOf } from './komura04-walker.ts';
import { table } from './paper.ts';

const CASES = [
  { who: 0, change: 0.3, minutes: 10 },
  { who: 0, change: 0.4, minutes: 10 },
  { who: 1, change: 0.3, minutes: 10 },
  { who: 1, change: 0.4, minutes: 10 },
] as const; // change: [m/s] of the whole body
const APART = [100, 260] as const; // [ticks] between two balls: one to two seconds
const SHORT = 0.03; // [s] that a ball touches

interface Minute {
  readonly balls: number;
  readonly fell: 'no' | 'recovering' | 'calm'; // and what he did when the last ball came
  readonly pictures: number;
  readonly jolted: number; // pictures in which a joint changes its speed more than people's do
}

/** A minute, or until a fall. */
function minuteOf(subject: Subject, change: number, seed: number): Minute {
  const walker = walkerOf(subject);
  const { locomotion, body } = walker;
  const watch = joltWatch(walker);
  const rng = createRng(seed);
  let [balls, next, pictures, jolted, busy] = [0, APART[0] as number, 0, 0, false];
  for (let k = 0; k < 60 / TICK; k++) {
    if (k >= next) {
      const angle = (Math.floor(uniform(rng, 0, 8)) * Math.PI) / 4;
      const part = PARTS[Math.floor(uniform(rng, 0, PARTS.length))]!;
      busy = locomotion.status !== 'balanced';
      locomotion.push({
        impulse: impulseOf(walker, change, angle),
        segment: body.roles[part] ?? 0,
        duration: SHORT,
      });
      next = k + Math.floor(uniform(rng, ...APART));
      balls++;
    }
    tick(walker);
    pictures += k % 2;
    if (watch(k) > PEOPLE) jolted++;
    if (locomotion.status === 'falling') return { balls, fell: busy ? 'recovering' : 'calm', pictures, jolted };
  }
  return { balls, fell: 'no', pictures, jolted };
}

/** Balls every one to two seconds, from eight sides, at head, chest and hips. */
export function minutesOfBalls(subjects: readonly Subject[], say: (what: string) => void): string {
  const rows = CASES.map(({ who, change, minutes }) => {
    const subject = subjects[who]!;
    say(`${minutes} minutes of balls of ${change} m/s, ${subject.name}`);
    const all = Array.from({ length: minutes }, (_, k) => minuteOf(subject, change, 11 + k));
    const sum = (value: (minute: Minute) => number): number => all.reduce((total, one) => total + value(one), 0);
    const fell = (when: Minute['fell']): number => all.filter((one) => one.fell === when).length;
    return [
      subject.name,
      change,
      minutes,
      sum(({ balls }) => balls),
      fell('recovering') + fell('calm'),
      fell('recovering'),
      ((1000 * sum(({ jolted }) => jolted)) / sum(({ pictures }) => pictures)).toFixed(1),
    ];
  });
  const head = ['clip', 'each ball [m/s]', 'minutes', 'balls', 'falls', 'of them hit again while recovering'];
  return table([...head, `pictures of 1,000 with a joint beyond ${PEOPLE} rad/s`], rows);
}
