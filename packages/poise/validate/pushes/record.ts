/** A running method, pushed and recorded at 60 frames a second. */
import type { Body } from '../../src/body/body.ts';
import type { DownAndUp } from '../../src/control/rise/down-and-up.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import type { BalancerEvent } from '../../src/methods/balancer.ts';
import { fallOf } from '../../src/methods/fall-of.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { Subject } from './bodies.ts';
import type { Scene } from './grounds.ts';
import type { Starter } from './starter.ts';

export const RATE = 60; // frames a second
const DT = 1 / RATE;

export interface RecordOptions {
  readonly most: number; // [s] after the last push
  readonly settled: number; // [s] of standing after which it is over
  readonly afterFall: number; // [s] recorded after a fall
  readonly scene: Scene | undefined; // undefined: the subject's own floor
}

export const RECORD_DEFAULTS: RecordOptions = { most: 7, settled: 1, afterFall: 0.6, scene: undefined };

export interface Recording {
  readonly body: Body;
  readonly clip: Clip; // levelled, where the scene has a height or moves
  readonly pushes: readonly TimedPush[];
  readonly events: readonly BalancerEvent[];
  readonly fall: Fall | undefined; // the first
  readonly error: string | undefined; // thrown; the recording ends there
}

export interface Fall {
  readonly frame: number;
  readonly speed: number; // [m/s] of the root: as the method says, or by differences of the pose, whichever is more
}

/** Steps through the pushes until the character stands again, has fallen, or the time is over. Who falls goes down as users see it. */
export function record(
  start: Starter,
  subject: Pick<Subject, 'body' | 'clip'>,
  pushes: readonly TimedPush[],
  options: Partial<RecordOptions> = {},
): Recording {
  const { most, settled, afterFall, scene } = { ...RECORD_DEFAULTS, ...options };
  const { body, clip } = subject;
  const nq = coordinateCount(clip.skeleton);
  const lastPush = pushes.at(-1)?.time ?? 0;
  const frames = Math.round((lastPush + most) * RATE) + 1;
  const q = new Float64Array(frames * nq);
  const events: BalancerEvent[] = [];
  let [made, next, quiet] = [1, 0, 0];
  let fall: Fall | undefined;
  let falling: DownAndUp | undefined;
  let error: string | undefined;
  try {
    scene?.moveTo(0);
    const balancer = start(subject, scene?.ground);
    q.set(balancer.q);
    for (; made < frames; made++) {
      while (next < pushes.length && pushes[next].time <= (made - 1) * DT + 1e-9)
        (falling ?? balancer).push(pushes[next++]);
      scene?.moveTo(made * DT);
      falling?.step(DT);
      const told = falling ? [] : balancer.step(DT);
      q.set((falling ?? balancer).q, made * nq);
      for (const event of told) events.push(event);
      if (!fall && told.some(({ kind }) => kind === 'fall')) {
        const root = (frame: number, c: number): number => q[frame * nq + c];
        const up = scene?.speed ?? 0;
        const moved = [0, 1, 2].map((c) => (root(made, c) - root(made - 1, c)) * RATE - (c === 1 ? up : 0));
        const said = Math.hypot(balancer.v[0], balancer.v[1] - up, balancer.v[2]);
        fall = { frame: made, speed: Math.max(Math.hypot(...moved), said) };
        falling = fallOf(subject, { ground: scene?.ground })();
        falling.begin(balancer.q, balancer.v);
      }
      if (!(falling ?? balancer).q.every(Number.isFinite))
        throw new Error(`a coordinate is no number at ${(made * DT).toFixed(2)} s`);
      quiet = balancer.status === 'balanced' && next === pushes.length ? quiet + DT : 0;
      const over = made * DT > lastPush + settled && quiet >= settled;
      if ((pushes.length > 0 && over) || (fall && (made - fall.frame) * DT >= afterFall)) {
        made++;
        break;
      }
    }
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  const recorded = createClip({
    ...clip,
    frameTime: DT,
    q: q.slice(0, made * nq),
    extraTracks: [],
    source: undefined,
  });
  return { body, clip: scene ? scene.level(recorded) : recorded, pushes, events, fall, error };
}
