/** The one rule for the end of a recording, on a balancer that does as it is told. */
import { describe, expect, it } from 'vitest';
import type { Push, TimedPush } from '../../src/gait/push.ts';
import type { Balancer, BalancerEvent, BalancerStatus } from '../../src/methods/balancer.ts';
import { type RecordRequest, record, withDetails } from '../../src/methods/record.ts';
import { createClip, durationOf } from '../../src/motion/clip.ts';
import { coordinateCount, createSkeleton } from '../../src/motion/skeleton.ts';

const DT = 1 / 50;
const skeleton = createSkeleton({ names: ['hips'], parents: [-1], offsets: [0, 1, 0] });
const nq = coordinateCount(skeleton);
const clip = createClip({
  skeleton,
  frameTime: DT,
  q: Float64Array.from({ length: 51 * nq }, (_, i) => (i % nq === 6 ? 1 : 0)), // 1 s
});
const push = (time: number): TimedPush => ({ time, impulse: [0, 0, 9], segment: 0 });

/** Writes its time into q; needs `recovery` [s] after a push, or falls `fall` [s] after it. */
function created({ recovery = 0.3, fall }: { recovery?: number; fall?: number } = {}) {
  const q = new Float64Array(nq);
  q[6] = 1;
  const taken: number[] = [];
  let [time, pushed] = [0, Number.NEGATIVE_INFINITY];
  let waiting: Push[] = [];
  let status: BalancerStatus = 'balanced';
  const balancer: Balancer = {
    q,
    v: new Float64Array(6),
    get time() {
      return time;
    },
    get status() {
      return status;
    },
    push: (given) => waiting.push(given),
    step(dt) {
      const events: BalancerEvent[] = [];
      for (const given of waiting) {
        pushed = time;
        taken.push(time);
        status = 'recovering';
        events.push({ kind: 'impact', time, push: given });
      }
      waiting = [];
      time += dt;
      q[0] = time;
      if (status === 'recovering' && fall !== undefined && time - pushed > fall - 1e-9) {
        status = 'falling';
        events.push({ kind: 'fall', time, reason: 'it was told to' });
      } else if (status === 'recovering' && time - pushed > recovery - 1e-9) {
        status = 'balanced';
        events.push({ kind: 'recovered', time });
      }
      return events;
    },
    save: () => undefined,
    restore: () => {},
  };
  return { balancer, taken };
}

const lengthOf = (request: Partial<RecordRequest>, made = created()): number =>
  durationOf(record(made.balancer, { clip, ...request }).clip);

describe('a recording ends', () => {
  it('with the clip while nobody pushes, every frame in its place', () => {
    const { clip: made, events } = record(created().balancer, { clip });
    expect(made.frameCount).toBe(clip.frameCount);
    for (let frame = 0; frame < made.frameCount; frame++) expect(made.q[frame * nq]).toBeCloseTo(frame * DT, 9);
    expect(events).toEqual([]);
  });

  it('with the clip where the character has long recovered', () => {
    expect(lengthOf({ pushes: [push(0.2)] })).toBeCloseTo(1, 9);
  });

  it('a moment after the recovery where that is later', () => {
    expect(lengthOf({ pushes: [push(0.9)] })).toBeCloseTo(0.9 + 0.3 + 0.4, 1);
    expect(lengthOf({ pushes: [push(0.9)], settle: 1 })).toBeCloseTo(0.9 + 0.3 + 1, 1);
    expect(lengthOf({ pushes: [push(0.9)], settle: 0 })).toBeCloseTo(0.9 + 0.3, 1);
  });

  it('when its tail is used up where there is no recovery', () => {
    expect(lengthOf({ pushes: [push(0.5)], tail: 2 }, created({ recovery: 99 }))).toBeCloseTo(3, 9);
    expect(lengthOf({ pushes: [push(0.5)] }, created({ recovery: 99 }))).toBeCloseTo(9, 9);
    expect(lengthOf({ pushes: [push(0.5)], tail: 0 }, created({ recovery: 99 }))).toBeCloseTo(1, 9);
  });

  it('soon after a fall, whatever was to come', () => {
    const pushes = [push(0.2), push(0.9)];
    const { clip: made, fell, late } = record(created({ fall: 0.1 }).balancer, { clip, pushes });
    expect(fell).toBeCloseTo(0.3, 9);
    expect(durationOf(made)).toBeCloseTo(0.3 + 0.5, 9);
    expect(late).toBe(1);
    expect(lengthOf({ pushes, remainder: 0 }, created({ fall: 0.1 }))).toBeCloseTo(0.3, 9);
  });

  it('after as many seconds as are asked for', () => {
    expect(lengthOf({ seconds: 2.5 })).toBeCloseTo(2.5, 9);
    expect(lengthOf({ seconds: 0.4 })).toBeCloseTo(0.4, 9);
    expect(lengthOf({ seconds: 2, pushes: [push(1.9)] }, created({ recovery: 99 }))).toBeCloseTo(2, 9);
    for (const seconds of [-1, Number.NaN, 4000]) expect(() => lengthOf({ seconds })).toThrow(/between 0 and 3600/);
  });
});

it('pushes arrive in their frame, also past the end of the clip', () => {
  const made = created();
  const times = [0, 0.5, 0.5, 1.4];
  const { late } = record(made.balancer, { clip, pushes: times.map(push) });
  made.taken.forEach((time, k) => {
    expect(time).toBeCloseTo(times[k]!, 9);
  });
  expect(made.taken).toHaveLength(4);
  expect(late).toBe(0);
});

it('events are told as they happen, and details go to those of their kind', () => {
  const seen: string[] = [];
  const made = created();
  const { events } = record(made.balancer, {
    clip,
    pushes: [push(0.2), push(0.4)],
    onEvent: ({ kind }) => seen.push(`${kind} ${made.balancer.time.toFixed(2)}`),
  });
  expect(seen).toEqual(['impact 0.22', 'impact 0.42', 'recovered 0.70']);
  const detailed = withDetails(events, 'impact', [{ k: 0 }, { k: 1 }]);
  expect(detailed.map(({ detail }) => detail)).toEqual([{ k: 0 }, { k: 1 }, undefined]);
});

it('may be cancelled, and tells how far it is', () => {
  const told: number[] = [];
  record(created().balancer, { clip, seconds: 5, onProgress: (done) => told.push(done) });
  expect(told.at(-1)).toBe(1);
  expect([...told].sort((a, b) => a - b)).toEqual(told);
  const stop = (): never => {
    throw new Error('enough');
  };
  expect(() => record(created().balancer, { clip, onProgress: stop })).toThrow('enough');
});
