/** Hits while walking and running as a running method: events, several hits, balls, belts, saving, options. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { UsageError } from '../../src/errors.ts';
import type { BalancerEvent } from '../../src/methods/balancer.ts';
import { answerHits, startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { ballPush } from '../../src/methods/reactive-locomotion/ball.ts';
import type { Locomotion } from '../../src/methods/reactive-locomotion/locomotion.ts';
import { type Clip, createClip, durationOf, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { squat } from '../../src/performer/motions/squat.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const clip = perform(walk, { values: { strides: 3 } });
const body = fitBody(clip);
const chest = body.roles.chest!;

function play(balancer: Locomotion, seconds: number, dt = 1 / 60): BalancerEvent[] {
  return Array.from({ length: Math.round(seconds / dt) }, () => balancer.step(dt)).flat();
}

describe('locomotion', () => {
  it('tells of impact, steps and recovery, each step beside the clip’s own', () => {
    const balancer = startLocomotion({ body, clip });
    play(balancer, 1);
    balancer.push({ impulse: [0, 0, 18], segment: chest });
    const events = play(balancer, 5);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds[0]).toBe('impact');
    expect(kinds.filter((kind) => kind === 'step').length).toBeGreaterThan(1);
    expect(kinds.filter((kind) => kind === 'recovered')).toHaveLength(1);
    expect(balancer.status).toBe('balanced');
    expect(balancer.kind).toBe('walks');
    const { steps, sinceHit } = balancer.view();
    expect(sinceHit).toEqual(steps);
    expect(steps.length).toBe(kinds.filter((kind) => kind === 'step').length);
    const off = steps.map(({ place, original }) => Math.hypot(place[0] - original[0], place[1] - original[1]));
    expect(Math.max(...off)).toBeGreaterThan(0.01);
  });

  it('leaves what was given away as it was', () => {
    const balancer = startLocomotion({ body, clip });
    balancer.push({ impulse: [0, 0, 18], segment: chest });
    play(balancer, 2);
    const { steps } = balancer.view();
    const [early, saved] = [steps.slice(), balancer.save()];
    balancer.push({ impulse: [0, 0, -18], segment: chest });
    play(balancer, 2);
    expect(balancer.view().steps.length).toBeGreaterThan(early.length);
    expect(steps).toEqual(early);
    for (let round = 0; round < 2; round++) {
      balancer.restore(saved);
      expect(balancer.view().steps).toEqual(early);
      play(balancer, 2);
    }
  });

  it('goes on after it has recovered for as long as one likes, and is where the steps took it', () => {
    const balancer = startLocomotion({ body, clip });
    balancer.push({ impulse: [0, 0, 15], segment: chest });
    play(balancer, 6);
    const before = balancer.q[2];
    play(balancer, 4);
    const speed = (balancer.q[2] - before) / 4;
    expect(speed).toBeGreaterThan(1);
    expect(speed).toBeLessThan(2);
  });

  it('takes several hits, also while it recovers', () => {
    const balancer = startLocomotion({ body, clip });
    const events: BalancerEvent[] = [];
    for (const [x, z] of [
      [0, 12],
      [8, 0],
      [-8, -6],
      [0, -10],
    ] as const) {
      events.push(...play(balancer, 0.45));
      balancer.push({ impulse: [x, 0, z], segment: chest });
    }
    events.push(...play(balancer, 6));
    expect(events.filter(({ kind }) => kind === 'impact')).toHaveLength(4);
    expect(events.some(({ kind }) => kind === 'fall')).toBe(false);
    expect(balancer.status).toBe('balanced');
  });

  it.each([
    ['walks', walk, [15, 0, 20]],
    ['runs', run, [6, 0, 10]],
    ['squats', squat, [6, 0, 10]], // no gait: body and single steps answer
  ] as const)('has the same future in another one, saved while it answers, who %s', (_, motion, impulse) => {
    const moving = perform(motion);
    const start = () => startLocomotion({ body: fitBody(moving), clip: moving });
    // at once, while the trunk still goes with the push, and in the middle of the answer
    for (const after of [0.04, 0.5]) {
      const balancer = start();
      play(balancer, 0.8);
      balancer.push({ impulse, segment: chest });
      play(balancer, after, 1 / 50);
      const saved = structuredClone(balancer.save());
      play(balancer, 1.5, 1 / 70);
      const again = start();
      again.restore(saved);
      play(again, 1.5, 1 / 70);
      expect(again.q).toEqual(balancer.q);
    }
  });

  it('goes on only from a save of the same clip and body, and stays as it is else', () => {
    const balancer = startLocomotion({ body, clip });
    play(balancer, 0.5);
    const [saved, pose] = [balancer.save(), balancer.q.slice()];
    expect(() => balancer.restore(undefined)).toThrow(
      new UsageError('restore needs what save() gave, found undefined'),
    );
    expect(() => balancer.restore({ time: 1 })).toThrow(/found an object with time$/);
    const { origin } = saved as { readonly origin: unknown };
    expect(() => balancer.restore({ origin })).toThrow(/found an object with origin$/);
    const running = perform(run);
    const runner = startLocomotion({ body: fitBody(running), clip: running });
    expect(() => balancer.restore(runner.save())).toThrow(/expected .*walk.* found .*run/);
    const q = clip.q.slice();
    q[7] += 1e-9;
    const nearly = startLocomotion({ body, clip: withCoordinates(clip, q) });
    expect(() => nearly.restore(saved)).toThrow(/in other poses$/);
    const heavier = fitBody(clip, { mass: 90 });
    expect(() => startLocomotion({ body: heavier, clip }).restore(saved)).toThrow(/expected .*90\.0 kg, found/);
    expect(balancer.q).toEqual(pose);
    expect(() => startLocomotion({ body, clip }).restore(structuredClone(saved))).not.toThrow();
  });

  it('falls when it is hit far too hard, says why, and keeps pose and velocity for whoever takes over', () => {
    const pushes = [{ time: 0.8, impulse: [130, 0, 0], segment: chest } as const];
    const { outcome, fell, clip: answered } = answerHits({ body, clip, pushes });
    expect(outcome).toMatchObject({ status: 'fall', achieved: false });
    expect(outcome.reason).toMatch(/^The character falls: \w.*\.$/);
    expect(fell).toBeGreaterThan(0.8);
    expect(answered.q.every(Number.isFinite)).toBe(true);
  });

  it('goes on past the end of the clip until it has recovered from a push just before, and a moment longer', () => {
    const time = durationOf(clip) - 0.3;
    const pushes = [{ time, impulse: [0, 0, 18], segment: chest } as const];
    const { clip: long, outcome, recovered } = answerHits({ body, clip, pushes });
    expect(outcome.status).toBe('recovered');
    expect(recovered).toHaveLength(1);
    const after = durationOf(long) - recovered[0]!;
    expect(recovered[0]).toBeGreaterThan(time + 0.3);
    expect(after).toBeGreaterThan(0.39);
    expect(after).toBeLessThan(0.5);
  });

  it('writes as many seconds as are asked for, past the end of the clip', () => {
    const { clip: long } = answerHits({ body, clip }, { seconds: 7 });
    expect(long.frameCount).toBe(Math.round(7 / clip.frameTime) + 1);
    for (const seconds of [Number.NaN, -1, 3601]) {
      expect(() => answerHits({ body, clip }, { seconds })).toThrow(/seconds must lie between 0 and 3600/);
    }
  });

  it('answers with body and single steps where the clip shows no gait, and says that it comes to rest', () => {
    const still = perform(squat);
    const balancer = startLocomotion({ body: fitBody(still), clip: still });
    expect(balancer.restsBecause).toMatch(/two whole steps/);
    balancer.push({ impulse: [0, 0, 10], segment: chest });
    const kinds = play(balancer, 4).map(({ kind }) => kind);
    expect(kinds).toEqual(['impact', 'recovered']);
  });

  it('walks on a belt, and stays on it', () => {
    const nq = coordinateCount(clip.skeleton);
    const last = clip.frameCount - 1;
    const velocity = (clip.q[last * nq + 2] - clip.q[2]) / (last * clip.frameTime);
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq + 2] -= velocity * frame * clip.frameTime;
    const inPlace = withCoordinates(clip, q);
    const balancer = startLocomotion({ body, clip: inPlace });
    expect(balancer.restsBecause).toBe('');
    balancer.push({ impulse: [0, 0, 10], segment: chest });
    play(balancer, 6);
    expect(balancer.status).toBe('balanced');
    expect(Math.abs(balancer.q[2] - q[2])).toBeLessThan(1.5);
  });

  it('takes a clip of one round for the loop that it is, moving and on the spot', () => {
    const nq = coordinateCount(clip.skeleton);
    const even = perform(walk, { values: { strides: 3, variation: 0 } }); // one of its strides is a loop
    const [from, to] = roundOf(even);
    const round = createClip({ ...even, q: even.q.slice(from * nq, (to + 1) * nq), extraTracks: [] });
    const still = round.q.slice();
    const way = still[(to - from) * nq + 2] - still[2];
    for (let k = 0; k <= to - from; k++) still[k * nq + 2] -= (way * k) / (to - from);
    const onTheSpot = createClip({ ...round, q: still, extraTracks: [] });
    // without its last frame, which is the first again
    const open = createClip({ ...round, q: round.q.slice(0, (to - from) * nq), extraTracks: [] });
    for (const looped of [round, onTheSpot, open]) {
      const character = startLocomotion({ body, clip: looped });
      expect(character.restsBecause).toBe('');
      character.step(0.5);
      character.push({ impulse: [0, 0, 15], segment: chest });
      const kinds = play(character, 5).map(({ kind }) => kind);
      expect(kinds).toContain('step');
      expect(kinds).toContain('recovered');
    }
  });

  it('does not say that a push was answered which comes after the end', () => {
    const pushes = [1, 30].map((time) => ({ time, impulse: [0, 0, 10] as const, segment: chest }));
    const { outcome } = answerHits({ body, clip, pushes }, { seconds: 6 });
    expect(outcome).toMatchObject({ achieved: false, reason: '1 of 2 pushes come after the end.' });
  });

  it('has not recovered before a long push is over', () => {
    const running = perform(run);
    const person = fitBody(running);
    for (let k = 0; k < 8; k++) {
      const runner = startLocomotion({ body: person, clip: running });
      play(runner, (60 + 3 * k) / 60);
      runner.push({ impulse: [0, 0, 4], segment: person.roles.chest!, duration: 0.4 });
      const events = play(runner, 3);
      const recovered = events.filter(({ kind }) => kind === 'recovered');
      expect(recovered, `${k}`).toHaveLength(1);
      expect(recovered[0]!.time - events[0]!.time, `${k}`).toBeGreaterThan(0.39);
    }
  });

  it('holds against a steady pull, and lets go of it', () => {
    const balancer = startLocomotion({ body, clip });
    play(balancer, 1);
    balancer.pull([25, 0, 0], chest);
    expect(play(balancer, 2).some(({ kind }) => kind === 'fall')).toBe(false);
    expect(balancer.status).not.toBe('balanced');
    balancer.pull(undefined);
    play(balancer, 5);
    expect(balancer.status).toBe('balanced');
  });
});

/** Frames of one round in the middle of the walk: the same pose again. */
function roundOf(clip: Clip): readonly [from: number, to: number] {
  const nq = coordinateCount(clip.skeleton);
  const from = 60;
  let [to, least] = [0, Infinity];
  for (let frame = from + 40; frame < from + 90; frame++) {
    let sum = 0;
    for (let i = 7; i < nq; i++) sum += (clip.q[frame * nq + i]! - clip.q[from * nq + i]!) ** 2;
    if (sum < least) [to, least] = [frame, sum];
  }
  return [from, to];
}

describe('a ball', () => {
  it('gives what two bodies exchange when they meet', () => {
    const push = ballPush({ mass: 3, velocity: [-9, 0, 0], segment: chest }, 70);
    expect(push.impulse[0]).toBeCloseTo((-9 * 3 * 1.2 * 70) / 73, 9);
    // who runs away from it is hit less
    const away = ballPush({ mass: 3, velocity: [-9, 0, 0], segment: chest }, 70, [-3, 0, 0]);
    expect(away.impulse[0]).toBeCloseTo((-6 * 3 * 1.2 * 70) / 73, 9);
    expect(() => ballPush({ mass: 0, velocity: [1, 0, 0], segment: chest }, 70)).toThrow();
  });
});
