/** Falls and ways up before strangers: programs of calls on a body that falls, and saves of it. */
import { DownAndUp } from '../src/control/rise/down-and-up.ts';
import { UsageError } from '../src/errors.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { createActor } from '../src/performer/actor.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import type { Seed } from './seeds.ts';
import type { Target } from './targets.ts';

const { body } = createActor();
const stand = perform(motionNamed('idle')).q.slice(0, coordinateCount(body.skeleton));
const ODD = [0, -0, 1, -1, 5e-324, 1e-20, 1e6, 1e12, -1e12, 1e300, -1e300, NaN, Infinity, -Infinity];
const MOST_CALLS = 30;

function beginning(): DownAndUp {
  const who = new DownAndUp(body, () => stand, { liesFor: 0.05 });
  const v = new Float64Array(who.v.length);
  v[2] = 1.5;
  who.begin(stand, v);
  return who;
}

function play(who: DownAndUp, frames: number): void {
  for (let k = 0; k < frames; k++) {
    who.step(1 / 60);
    const wrong = who.q.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) throw new Error(`the pose has ${who.q[wrong]} at ${wrong}`);
  }
}

/** Bytes as calls with arguments, sensible and not: each is done or refused with a UsageError. */
const program: Target = async (data) => {
  const who = beginning();
  let at = 0;
  const byte = (): number => data[at++] ?? 0;
  const number = (): number => {
    const b = byte();
    return b < 42 ? ODD[b % ODD.length] : (b - 144) / 4;
  };
  const vector = (): [number, number, number] => [number(), number(), number()];
  const saves: Float64Array[] = [];
  const acts: readonly (() => unknown)[] = [
    () => who.push({ impulse: vector(), segment: byte() % 40 }),
    () => who.push({ impulse: vector(), segment: byte() % 20, pointInSegment: vector(), duration: number() / 10 }),
    () => who.step(number()),
    () => play(who, byte() % 40),
    () => saves.push(who.save()),
    () => {
      const saved = saves[byte() % saves.length]?.slice() ?? new Float64Array(byte());
      if (byte() % 2) saved[(256 * byte() + byte()) % saved.length] = number();
      who.restore(saved, stand);
    },
    () => who.wait(number(), byte() % 2 ? number() : undefined),
    () => who.getUp(byte() % 2 ? number() : undefined),
    () => who.begin(byte() % 2 ? stand : who.q.map((x) => x * number()), who.v.map(number)),
  ];
  let [done, refused] = [0, 0];
  while (at < data.length && done++ < MOST_CALLS) {
    try {
      acts[byte() % acts.length]();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      refused++;
    }
  }
  play(who, 12);
  return `${done} ${refused} ${who.state}`;
};

export const fallTargets: Readonly<Record<string, Target>> = { fall: program };

export const fallSeeds = (): readonly Seed[] => [
  { kind: 'fall', data: Uint8Array.of(3, 30, 0, 160, 144, 200, 3, 3, 39, 4, 5, 0, 1, 0, 5, 144, 3, 20) },
  { kind: 'fall', data: Uint8Array.of(3, 39, 3, 39, 3, 39, 6, 150, 0, 7, 1, 150, 3, 39, 4, 3, 39, 5, 0, 0, 2, 160) },
];
