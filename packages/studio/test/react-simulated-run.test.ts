/** The simulation of the worker, with the real engine: it stands, is pushed, goes back to an earlier frame to the bit, and falls. */
import loadMujoco from '@mujoco/mujoco';
import { type Body, type Clip, fitBody, motionNamed, perform } from 'poise';
import type { MujocoModule } from 'poise/sim';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRun, type SimulationSettings } from '../src/modes/react/simulated/run.ts';

const SETTINGS: SimulationSettings = { follows: 'clip', mode: 'qp', gains: 'recommended', stepping: true };

let engine: MujocoModule;
let body: Body;
let clip: Clip;

beforeAll(async () => {
  engine = (await loadMujoco()) as MujocoModule;
  clip = perform(motionNamed('squat'));
  body = fitBody(clip);
}, 60_000);

const chest = (): number => body.roles.upperChest ?? body.roles.chest ?? 0;

describe('a simulated person', () => {
  it('stands, takes a push, and goes back to the bit; what was pushed after is forgotten', () => {
    const run = createRun(engine, body, clip, SETTINGS);
    const first = run.frames(20);
    expect(first.over).toBe(false);
    expect(first.turns.some(({ status }) => status === 'fallen' || status === 'fault')).toBe(false);
    const calm = run.frames(25).q.slice();
    run.goBack(20);
    const frame = run.push({ impulse: [0, 0, 15], segment: chest() });
    expect(frame).toBe(20);
    const pushed = run.frames(25).q.slice();
    expect(pushed.some((value, i) => Math.abs(value - calm[i]!) > 0.005)).toBe(true);
    run.goBack(20);
    expect(run.frames(25).q).toEqual(calm);
    run.delete();
  });

  it('goes back to frames whose states were not kept', () => {
    const run = createRun(engine, body, clip, SETTINGS, 4);
    run.frames(6);
    run.push({ impulse: [0, 0, 40], segment: chest() }); // it steps
    const all = run.frames(40).q.slice();
    const nq = run.start.length;
    for (const frame of [11, 20, 31]) {
      run.goBack(frame);
      expect(run.frames(4).q).toEqual(all.subarray((frame - 6) * nq, (frame - 2) * nq));
      run.frames(46 - frame - 4);
    }
    run.delete();
  });

  it('falls when pushed too hard, which ends it a moment later, and can be gone back from', () => {
    const run = createRun(engine, body, clip, SETTINGS);
    run.frames(5);
    run.push({ impulse: [0, 0, 150], segment: chest() });
    const fall = run.frames(300);
    expect(fall.over).toBe(true);
    expect(fall.turns.at(-1)?.status).toBe('fallen');
    run.goBack(5);
    const again = run.frames(30);
    expect(again.over).toBe(false);
    expect(again.turns.some(({ status }) => status === 'fallen')).toBe(false);
    run.delete();
  });
});
