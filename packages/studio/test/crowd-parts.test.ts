/** Parts of the crowd: balls, what is drawn, and what is kept for a replay. */
import { coordinateCount, createWorkspace, forwardKinematics, quatIndex } from 'poise/dynamics';
import { createMannequin, meshFor } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import type { CrowdWorker, FrameNews } from '../src/modes/crowd/api.ts';
import { flyBall, strike, throwBall } from '../src/modes/crowd/balls.ts';
import { createBetween } from '../src/modes/crowd/between.ts';
import { coarseSkin, wholeSkin } from '../src/modes/crowd/coarse.ts';
import { type Command, FRAME_TIME } from '../src/modes/crowd/crowd.ts';
import { createPersonWriter, layoutOf } from '../src/modes/crowd/frame.ts';
import { createLog } from '../src/modes/crowd/log.ts';
import { createPast } from '../src/modes/crowd/past.ts';
import { createSupply } from '../src/modes/crowd/supply.ts';
import { acceptsSettings, CROWD_SETTINGS, NO_COUNTS } from '../src/modes/crowd/types.ts';
import { rayTo, rodsOf, touchBall } from '../src/modes/shared/touch.ts';
import { wornShades } from '../src/scene/character/panel-places.ts';
import type { Lane } from '../src/worker/lane.ts';

describe('balls', () => {
  it('fly in a parabola to where the target will be', () => {
    const ball = throwBall(1, 10, [0, 1, 0], [0, 1.2, 6], [1, 0, 0]);
    let nearest = 9;
    for (let t = 0; t < 1; t += FRAME_TIME) {
      flyBall(ball, FRAME_TIME);
      const [x, y, z] = ball.place;
      nearest = Math.min(nearest, Math.hypot(x! - (t + FRAME_TIME), y! - 1.2, z! - 6));
    }
    expect(nearest).toBeLessThan(0.1);
  });

  it('give what they lose: momentum is kept, and only what closes is struck', () => {
    const ball = throwBall(3, 8, [0, 1, -3], [0, 1, 0], [0, 0, 0]);
    const before = ball.v.slice();
    const impulse = strike(ball, [0, 0, -1], [0, 0, 1], 70)!;
    for (let k = 0; k < 3; k++) expect(3 * (ball.v[k]! - before[k]!) + impulse[k]!).toBeCloseTo(0, 9);
    expect(impulse[2]).toBeGreaterThan(0);
    expect(strike(ball, [0, 0, -1], [0, 0, 1], 70)).toBeUndefined();
  });

  it('touch the part that they meet; a ray finds the same person', () => {
    const { body, standing } = createMannequin();
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, standing);
    const rods = rodsOf(body);
    const head = body.roles.head!;
    const at = Float64Array.from([0, 1, 2].map((k) => ws.segmentOrigin[3 * head + k]!));
    const touch = touchBall(rods, ws.segmentOrigin, Float64Array.of(at[0]!, at[1]! + 0.05, at[2]! + 0.2), 0.1)!;
    expect(touch.segment).toBe(head);
    expect(touch.normal[2]).toBeGreaterThan(0.8);
    expect(touchBall(rods, ws.segmentOrigin, Float64Array.of(2, 1, 0), 0.1)).toBeUndefined();
    const hips = ws.segmentOrigin[1]!;
    expect(rayTo(rods, ws.segmentOrigin, [0, hips, 5], [0, 0, -1], 0)).toBeCloseTo(5, 0);
    expect(rayTo(rods, ws.segmentOrigin, [2, hips, 5], [0, 0, -1], 0)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('what is drawn', () => {
  it('a coarse skin has far fewer corners, in the same place', () => {
    const { body } = createMannequin();
    const skin = meshFor(body, body.roles, body.skeleton);
    const near = wholeSkin(skin, wornShades(skin, body));
    const far = coarseSkin(near, 0.035);
    expect(far.positions.length).toBeLessThan(0.5 * near.positions.length);
    expect(far.indices.length).toBeGreaterThan(600);
    expect(Math.max(...far.indices)).toBeLessThan(far.positions.length / 3);
    const tops = [near, far].map(({ positions }) => Math.max(...positions.filter((_, i) => i % 3 === 1)));
    expect(tops[1]).toBeCloseTo(tops[0]!, 1);
  });

  it('bone matrices take the bind pose to the pose, in the size of the person', () => {
    const { body, standing } = createMannequin();
    const { write } = createPersonWriter(body.skeleton, standing);
    const out = new Float32Array(12 * body.skeleton.names.length);
    const small = createMannequin({ height: 1.6 });
    const ws = createWorkspace(small.body);
    forwardKinematics(small.body, ws, small.standing);
    const bound = createWorkspace(body);
    forwardKinematics(body, bound, standing);
    write(out, 0, ws, small.body.height / body.height);
    const joint = body.roles.head!;
    const p = [0, 1, 2].map((k) => bound.segmentOrigin[3 * joint + k]!);
    for (let r = 0; r < 3; r++) {
      const row = out.subarray(12 * joint + 4 * r, 12 * joint + 4 * r + 4);
      const moved = row[0]! * p[0]! + row[1]! * p[1]! + row[2]! * p[2]! + row[3]!;
      expect(moved).toBeCloseTo(ws.segmentOrigin[3 * joint + r]!, 5);
    }
  });

  it('the past is kept for a while, nearly as it was', () => {
    const { body, standing } = createMannequin();
    const nq = coordinateCount(body.skeleton);
    const past = createPast(1, nq, 4, 3);
    for (let frame = 0; frame < 5; frame++) {
      const q = standing.slice();
      q[0] = frame;
      past.keep(frame, [q], Uint8Array.of(frame % 4), Float32Array.of(frame, 0, 0, 1));
    }
    const [q, states, balls] = [new Float64Array(nq), new Uint8Array(1), new Float32Array(4)];
    expect(past.read(1, [q], states, balls)).toBe(false);
    expect(past.read(3, [q], states, balls)).toBe(true);
    expect([q[0], states[0], balls[0]]).toEqual([3, 3, 3]);
    for (let i = quatIndex(0); i < nq; i++) expect(Math.abs(q[i]! - standing[i]!)).toBeLessThan(4e-5);
    expect(past.oldest()).toBe(2);
  });
});

describe('the log', () => {
  const volley: Command = { kind: 'volley', balls: 3 };
  const clear: Command = { kind: 'clear' };

  it('gives every command again in its frame; something new ends the replay there', () => {
    const log = createLog();
    log.add(clear);
    expect(log.take(1)).toEqual([clear]);
    log.add(volley);
    expect(log.take(2)).toEqual([volley]);
    log.rewind(true);
    expect([log.take(1), log.take(2), log.take(3)]).toEqual([[clear], [volley], []]);
    log.rewind(true);
    expect(log.take(1)).toEqual([clear]);
    log.add(clear);
    expect(log.take(2)).toEqual([clear]);
    log.rewind(true);
    expect([log.take(1), log.take(2), log.take(3)]).toEqual([[clear], [clear], []]);
    log.rewind(false);
    expect(log.take(1)).toEqual([]);
  });
});

it('settings of a link are taken only where they make sense', () => {
  expect(acceptsSettings(CROWD_SETTINGS)).toBe(true);
  for (const bad of [{ people: 1e6 }, { people: 2.5 }, { mass: Number.NaN }, { fire: -1 }, { meet: 'yes' }]) {
    expect(acceptsSettings({ ...CROWD_SETTINGS, ...bad })).toBe(false);
  }
});

describe('a picture between two frames', () => {
  it('mixes places, not what people do; a ball that took the place of another does not streak', () => {
    const layout = layoutOf(2, 1);
    const [before, after] = [new Float32Array(layout.length), new Float32Array(layout.length)];
    [before[3], after[3]] = [1, 2]; // x of the first joint
    [before[layout.about + 3], after[layout.about + 3]] = [0, 1];
    before.set([0, 1, 0, 0.1, 3, 1, 0, 0.1], layout.balls);
    after.set([0.2, 1, 0, 0.1, -3, 1, 0, 0.1], layout.balls);
    const seen = createBetween().blend(before, after, layout, 0.25);
    expect(seen[3]).toBeCloseTo(1.25, 6);
    expect(seen[layout.about + 3]).toBe(1);
    expect(seen[layout.balls]).toBeCloseTo(0.05, 6);
    expect(seen[layout.balls + 4]).toBe(-3);
    expect(seen[layout.balls + 11]).toBe(0); // nobody has thrown a third one
  });
});

describe('the supply of frames', () => {
  const news = (frame: number): FrameNews => ({
    frame,
    numbers: new Float32Array(2),
    lead: new Float64Array(7),
    hits: [],
    counts: NO_COUNTS,
    digest: undefined,
  });
  /** A worker that counts and answers at once. */
  const fakeLane = () => {
    const made: number[] = [];
    const worker = {
      frame: 0,
      advance: () => {
        made.push(++worker.frame);
        return news(worker.frame);
      },
      past: (frame: number, numbers: Float32Array) => numbers.fill(frame),
    };
    const run = async (task: (worker: unknown) => unknown) => await task(worker);
    return { made, worker, lane: { run, end: () => {}, busy: () => false } as unknown as Lane<CrowdWorker> };
  };
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

  it('comes in order, a little ahead; while a new start is under way nothing is asked of the worker', async () => {
    const { made, worker, lane } = fakeLane();
    const supply = createSupply(lane, createLog(), { onPast: () => {}, onError: () => {} });
    supply.begin(news(0), 2);
    expect(supply.next()).toBeUndefined();
    await settled();
    expect([supply.next()?.frame, supply.next()?.frame]).toEqual([1, 2]);
    await settled();
    expect(made).toEqual([1, 2, 3, 4]);
    supply.halt();
    expect(supply.next()).toBeUndefined();
    await settled();
    expect(made).toEqual([1, 2, 3, 4]);
    worker.frame = 0;
    supply.begin(news(0), 2);
    supply.next();
    await settled();
    expect(supply.next()?.frame).toBe(1);
  });

  it('a frame of the past stays until another has come', async () => {
    const { lane } = fakeLane();
    const came: number[] = [];
    const supply = createSupply(lane, createLog(), { onPast: (frame) => came.push(frame), onError: () => {} });
    supply.begin(news(9), 2);
    expect(supply.past(4)).toBe(supply.shown()?.numbers);
    await settled();
    expect(supply.past(4)?.[0]).toBe(4);
    expect(supply.past(2)?.[0]).toBe(4);
    await settled();
    expect(supply.past(2)?.[0]).toBe(2);
    expect(came).toEqual([4, 2]);
    // neighbours stay together, for pictures that lie between them
    supply.past(3);
    expect(supply.here(3)).toBeUndefined();
    await settled();
    expect([supply.here(2)?.[0], supply.here(3)?.[0]]).toEqual([2, 3]);
    supply.past(5);
    await settled();
    expect(supply.here(4)).toBeUndefined();
  });
});
