/** Hits while walking and running on the whole body: what it must keep whatever happens. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { percentile } from '../../src/balance/percentile.ts';
import type { Body } from '../../src/body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Push } from '../../src/gait/push.ts';
import { pushTrack } from '../../src/gait/push.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { postureError } from '../../src/methods/reactive-locomotion/posture-error.ts';
import {
  createWalker,
  pushWalker,
  TICK,
  tickWalker,
  type Walker,
} from '../../src/methods/reactive-locomotion/walker.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { difference, integrate } from '../../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const walking = perform(walk, { values: { strides: 3 } });
const running = perform(run);
const body = fitBody(walking);
const runner = fitBody(running);
const chest = (of: Body): number => of.roles.chest!;

interface Played {
  readonly walker: Walker;
  readonly clip: Clip;
  readonly statuses: readonly string[];
  readonly drift: number; // [m] that a sole which is down in the clip moves, beyond the clip's own, in one stance
}

/** Plays on for `seconds`, with one push at `time`. */
function play(of: Body, clip: Clip, seconds: number, time: number, push: Push): Played {
  const walker = createWalker(of, clip);
  const nq = coordinateCount(clip.skeleton);
  const ticks = Math.round(seconds / TICK);
  const q = new Float64Array((ticks + 1) * nq);
  q.set(walker.follower.q);
  const statuses: string[] = [];
  const gauge = driftGauge(walker);
  for (let k = 0; k < ticks; k++) {
    if (k === Math.round(time / TICK)) pushWalker(walker, push);
    tickWalker(walker);
    q.set(walker.follower.q, (k + 1) * nq);
    gauge.look();
    if (statuses.at(-1) !== walker.state.plan.status) statuses.push(walker.state.plan.status);
  }
  return { walker, clip: createClip({ ...clip, frameTime: TICK, q, extraTracks: [] }), statuses, drift: gauge.most() };
}

/** Watches how far toes of standing feet go from where they were put down, against those of the clip, whose feet roll. */
function driftGauge(walker: Walker) {
  const start: (readonly [number, number] | undefined)[] = [undefined, undefined];
  let most = 0;
  const look = (): void => {
    const { follower, reference, state, body: of } = walker;
    for (const side of [0, 1] as const) {
      const at = 3 * of.soles[side].toes;
      const off = (k: number): number => follower.ws.segmentOrigin[at + k] - reference.ws.segmentOrigin[at + k];
      if (state.calm || !follower.feet[side].stands) start[side] = undefined;
      else {
        start[side] ??= [off(0), off(2)];
        most = Math.max(most, Math.hypot(off(0) - start[side][0], off(2) - start[side][1]));
      }
    }
  };
  return { look, most: () => most };
}

/** Largest difference of two poses, turns [rad] and root [m] alike. */
function apart(of: Body, a: Float64Array, b: Float64Array, o = 0): number {
  const v = new Float64Array(freedomCount(of.skeleton));
  difference(v, of.skeleton, a, 0, b, o, 1);
  return v.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

const TIMES = [1.15, 1.4, 1.3, 1.35, 1.3, 1.2, 1.3, 1.25]; // [s] every part of a step
const NAMES = [
  'behind',
  'right behind',
  'the right',
  'right ahead',
  'the front',
  'left ahead',
  'the left',
  'left behind',
];

/** Pushes from eight sides, 20 N·s, from behind and from the front 25. */
const PUSHES = NAMES.map((name, k) => {
  const size = k % 4 === 0 ? 25 : 20;
  const angle = (k * Math.PI) / 4;
  const impulse: Vec3 = [size * Math.sin(angle), 0, size * Math.cos(angle)];
  return { name, impulse, time: TIMES[k]! };
});

describe('a body that is hit while it walks', () => {
  const played = PUSHES.map((push) => ({
    ...push,
    ...play(body, walking, 7, push.time, { impulse: push.impulse, segment: chest(body) }),
  }));

  it('is the clip while nobody pushes', () => {
    for (const [of, clip] of [
      [body, walking],
      [runner, running],
    ] as const) {
      const walker = createWalker(of, clip);
      const nq = coordinateCount(clip.skeleton);
      const perFrame = Math.round(clip.frameTime / TICK);
      const frames = Math.min(clip.frameCount, Math.floor(walker.endless.steps.at(-1)!.next));
      for (let frame = 1; frame < frames; frame++) {
        for (let k = 0; k < perFrame; k++) tickWalker(walker);
        expect(apart(of, walker.follower.q, clip.q, frame * nq), `${frame}`).toBeLessThan(1e-9);
      }
    }
  });

  it('is the clip with planner and legs at work, when the push is nothing', () => {
    for (const [of, clip] of [
      [body, walking],
      [runner, running],
    ] as const) {
      for (const at of [0, 30, 60, 75, 100]) {
        const free = createWalker(of, clip);
        const pushed = createWalker(of, clip);
        let busy = 0;
        for (let k = 0; k < at + 90; k++) {
          if (k === at) pushWalker(pushed, { impulse: [0, 0, 1e-12], segment: chest(of) });
          tickWalker(free);
          tickWalker(pushed);
          if (!pushed.state.calm) busy++;
          expect(apart(of, free.follower.q, pushed.follower.q), `${at}: ${k}`).toBeLessThan(1e-9);
        }
        expect(busy).toBeGreaterThan(60);
      }
    }
  });

  it('recovers from pushes from all sides, and walks on as the clip', () => {
    const nq = coordinateCount(walking.skeleton);
    for (const { statuses, walker, clip, name } of played) {
      expect(statuses, name).toContain('recovering');
      expect(statuses.at(-1), name).toBe('recovered');
      expect(walker.state.plan.records.length, name).toBeGreaterThan(1);
      expect(walker.state.calm, name).toBe(true);
      // the clip's pose at this moment of the step, moved over the floor and nothing else
      const pose = clip.q.slice((clip.frameCount - 1) * nq);
      for (const k of [0, 2]) pose[k] -= walker.state.offset[k / 2]!;
      expect(apart(body, walker.reference.q, pose), name).toBeLessThan(1e-9);
    }
  });

  it('steps where it is pushed to', () => {
    for (const { name, impulse, walker } of played) {
      // all steps that the answer took, along the push
      const way = walker.state.plan.records.reduce(
        (sum, { foot, nominalFoot }) =>
          sum + (foot[0] - nominalFoot[0]) * impulse[2] + (foot[1] - nominalFoot[1]) * impulse[0],
        0,
      );
      expect(way / Math.hypot(...impulse), name).toBeGreaterThan(0.02);
    }
  });

  it('keeps its feet still on the ground', () => {
    for (const { drift, name } of played) expect(drift, name).toBeLessThan(5e-4);
  });

  it('keeps the ZMP on its feet, the push included', () => {
    const all: number[] = [];
    for (const { clip, name, impulse, time } of played) {
      const external = [pushTrack({ segment: chest(body), impulse, time }, body)];
      const { margin, judged } = analyse(body, clip, { external });
      const outside = [...margin].filter((_, k) => judged[k] && k * TICK > time).map((value) => Math.max(0, -value));
      all.push(...outside);
      expect(percentile(outside, 0.93), name).toBeLessThan(0.02);
    }
    expect(percentile(all, 0.95)).toBeLessThan(0.005);
  });

  it('moves no joint faster than people do', () => {
    for (const { clip, name } of played) {
      expect(fastest(body, clip), name).toBeLessThan(20);
    }
  });

  it('is the same for the same push', () => {
    const again = play(body, walking, 2, 1.15, { impulse: [0, 0, 25], segment: chest(body) });
    const nq = coordinateCount(walking.skeleton);
    expect(again.clip.q).toEqual(played[0]!.clip.q.slice(0, again.clip.frameCount * nq));
  });

  it('falls, and says why, when a push is far too strong', () => {
    const { walker } = play(body, walking, 4, 1.3, { impulse: [120, 0, 0], segment: chest(body) });
    expect(walker.state.plan.status).toBe('fall');
    expect(walker.state.plan.reason).not.toBe('');
    expect(walker.follower.q.every(Number.isFinite)).toBe(true);
  });
});

describe('a body that is hit while it runs', () => {
  it('runs on after pushes in flight and in stance', () => {
    for (const [time, impulse] of [
      [1.25, [0, 0, 20]],
      [1.32, [15, 0, 0]],
      [1.42, [0, 0, -20]],
    ] as const) {
      const { statuses, clip } = play(runner, running, 3, time, { impulse, segment: chest(runner) });
      expect(statuses).not.toContain('fall');
      expect(fastest(runner, clip)).toBeLessThan(30);
    }
  });
});

function fastest(of: Body, clip: Clip): number {
  const nq = coordinateCount(clip.skeleton);
  const v = new Float64Array(freedomCount(clip.skeleton));
  let most = 0;
  for (let frame = 1; frame < clip.frameCount; frame++) {
    difference(v, of.skeleton, clip.q, (frame - 1) * nq, clip.q, frame * nq, TICK);
    for (let i = 3; i < v.length; i++) most = Math.max(most, Math.abs(v[i]));
  }
  return most;
}

describe('posture error', () => {
  it('divided by a time is the mean angular momentum of the way back', () => {
    const [now, wanted, moving] = [createWorkspace(body), createWorkspace(body), createWorkspace(body)];
    const rng = createRng(5);
    const nq = coordinateCount(body.skeleton);
    const base = walking.q.slice(30 * nq, 31 * nq);
    const error = new Float64Array(3);
    for (const [size, tolerance] of [
      [0.005, 1e-3],
      [0.05, 5e-3],
      [0.15, 3e-2],
    ] as const) {
      const turn = Float64Array.from({ length: freedomCount(body.skeleton) }, (_, i) =>
        i < 3 ? 0 : uniform(rng, -size, size),
      );
      const target = new Float64Array(nq);
      integrate(target, body.skeleton, base, turn, 1);
      forwardKinematics(body, now, base);
      forwardKinematics(body, wanted, target);
      postureError(error, body, now, wanted);
      // mean of H over the straight way, in 40 pieces
      const mean = meanMomentum(moving, base, turn, 40);
      const size3 = Math.hypot(...mean);
      expect(Math.hypot(...mean.map((value, k) => value - error[k]!)) / size3).toBeLessThan(tolerance);
    }
  });
});

/** Mean of the angular momentum about the centre of mass on the straight way along `turn` in one second. */
function meanMomentum(ws: ReturnType<typeof createWorkspace>, base: Float64Array, turn: Float64Array, pieces: number) {
  const q = base.slice();
  const sum = [0, 0, 0];
  for (let k = 0; k < pieces; k++) {
    integrate(q, body.skeleton, base, turn, (k + 0.5) / pieces);
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, turn);
    for (let i = 0; i < 3; i++) sum[i] += ws.angularMomentum[i] / pieces;
  }
  return sum;
}
