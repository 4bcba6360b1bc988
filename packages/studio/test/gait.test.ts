/** Parts of the mode Walk & run that need no page. */
import { fitBody, motionNamed, perform, type Vec3 } from 'poise';
import { createWorkspace, difference, forwardKinematics, forwardVelocity } from 'poise/dynamics';
import { describe, expect, it } from 'vitest';
import { fromSide, sideWords, wayOf } from '../src/modes/gait/aim.ts';
import { ballAt, createBall, impulseOn } from '../src/modes/gait/ball.ts';
import { ballProps } from '../src/modes/gait/ball-props.ts';
import { createGaitCharacter, FRAME_TIME } from '../src/modes/gait/character.ts';
import { createFall } from '../src/modes/gait/fall.ts';
import { createLimbs } from '../src/modes/gait/limbs.ts';
import { outlineOf } from '../src/modes/gait/prints.ts';
import { setMoving } from '../src/modes/gait/set-moving.ts';
import { createThrowing } from '../src/modes/gait/throwing.ts';
import { acceptsSettings, GAIT_SETTINGS, type RunStep } from '../src/modes/gait/types.ts';
import { planVolley } from '../src/modes/gait/volley.ts';
import { radiusOf } from '../src/modes/shared/ball.ts';
import { GOES, otherTake, STANDS } from '../src/modes/shared/other-take.ts';
import type { LibraryEntry } from '../src/state/types.ts';

describe('ball', () => {
  const body = 70;
  const going: Vec3 = [0, 0, 1.3]; // [m/s] of the target

  /** Flies at a target that walks along z, from the left. */
  function flight(mass: number, speed: number) {
    const ball = createBall({ mass, speed, from: [1, 0] }, 10, body);
    const hits: Vec3[] = [];
    for (let frame = 0; frame < 240; frame++) {
      const target: Vec3 = [0, 1.3, 1.3 * FRAME_TIME * (frame + 1)];
      const hit = ball.step(FRAME_TIME, target, going);
      if (hit) hits.push(hit.impulse);
    }
    return { ball, hits };
  }

  it('hits once, where the target then is, with J = m (1 + e) v M / (M + m)', () => {
    const { ball, hits } = flight(3, 8);
    expect(hits).toHaveLength(1);
    const { hit } = ball.track;
    // thrown from 4 m at 8 m/s
    expect((hit! - 10) * FRAME_TIME).toBeCloseTo(0.5, 2);
    expect(hits[0]![0]).toBeCloseTo(-impulseOn(body, 3, 8), 9);
    expect(impulseOn(body, 3, 8)).toBeCloseTo((3 * 1.2 * 8 * 70) / 73, 9);
    const at = { x: 0, y: 0, z: 0 };
    expect(ballAt(at, ball.track, hit!)).toBe(true);
    expect(at.z).toBeCloseTo(1.3 * 0.5, 2);
    expect(at.x).toBeGreaterThan(ball.track.radius);
    expect(at.x).toBeLessThan(0.4);
  });

  it('springs back, falls, stays above the floor and comes to rest', () => {
    const { ball } = flight(3, 8);
    const { hit, radius, places } = ball.track;
    const at = { x: 0, y: 0, z: 0 };
    ballAt(at, ball.track, hit!);
    const before = at.x;
    ballAt(at, ball.track, hit! + 12);
    expect(at.x).toBeGreaterThan(before); // back to where it came from
    for (let i = 1; i < places.length; i += 3) expect(places[i]).toBeGreaterThanOrEqual(radius - 1e-9);
    ballAt(at, ball.track, 10 + 235);
    const [x, z] = [at.x, at.z];
    ballAt(at, ball.track, 10 + 240);
    expect(Math.hypot(at.x - x, at.z - z)).toBeLessThan(0.08);
    expect(ballAt(at, ball.track, 9)).toBe(false);
  });
});

describe('aim', () => {
  it('knows sides as the person does', () => {
    const heading = Math.PI / 2; // walks along +x, so its left is −z
    const [x, z] = fromSide('left', heading, [0, 1]);
    expect(x).toBeCloseTo(0, 9);
    expect(z).toBeCloseTo(-1, 9);
    for (const side of ['behind', 'left', 'right'] as const) {
      expect(sideWords(heading, fromSide(side, heading, [0, 1]))).toContain(side);
    }
    expect(sideWords(heading, fromSide('front', heading, [0, 1]))).toBe('from ahead');
    expect(sideWords(0.3, wayOf(0.3, 0.2))).toBe('from ahead');
    expect(fromSide('camera', 0, [0.6, 0.8])).toEqual([0.6, 0.8]);
  });
});

describe('volley', () => {
  it('is the same for the same number, and comes from all sides', () => {
    expect(planVolley(10, 3)).toEqual(planVolley(10, 3));
    expect(planVolley(10, 4)).not.toEqual(planVolley(10, 3));
    const quarters = new Set(planVolley(40, 1).map(({ angle }) => Math.floor((angle + Math.PI) / (Math.PI / 2))));
    expect(quarters.size).toBe(4);
  });
});

describe('prints', () => {
  it('are convex, whatever the order of the points', () => {
    // m×3: a square, and a point within it
    const outline = outlineOf(Float64Array.of(0, 0.1, 0, 1, 0, 1, 0.5, 0.2, 0.4, 1, 0, 0, 0, 0, 1));
    expect(outline).toHaveLength(8);
    expect([...outline]).not.toContain(0.5);
  });
});

describe('character', () => {
  it('walks, is hit by a ball and treads elsewhere than its undisturbed twin', () => {
    const clip = perform(motionNamed('walk'));
    const body = fitBody(clip);
    const character = createGaitCharacter(body, clip);
    const throwing = createThrowing(character, body);
    const chest = clip.roles.status === 'humanoid' ? clip.roles.roles.chest! : 0;
    throwing.plan({ mass: 3, speed: 8, segment: chest, from: () => wayOf(character.heading(), Math.PI / 2) }, 0.5);
    let hits = 0;
    let steps: readonly RunStep[] = [];
    const prints: ReturnType<typeof character.step>['prints'][number][] = [];
    for (let frame = 1; frame < 240; frame++) {
      const made = character.step(frame);
      const { hits: landed } = throwing.step(frame, FRAME_TIME);
      for (const { push } of landed) character.push(push);
      hits += landed.length;
      steps = [...steps, ...made.records.map((record) => ({ time: frame * FRAME_TIME, record }))];
      prints.push(...made.prints);
    }
    expect(character.kind).toBe('walk');
    expect(() => createGaitCharacter(body, perform(motionNamed('idle')))).toThrow(/gait/);
    expect(hits).toBe(1);
    // hit from the left: one of the steps goes to the right by centimetres
    expect(steps.length).toBeGreaterThan(1);
    expect(Math.min(...steps.map(({ record }) => record.left))).toBeLessThan(-0.05);
    const middle = (own: boolean): number => {
      const last = prints.filter((print) => print.own === own).at(-1)!.outline;
      return last.filter((_, i) => i % 2 === 0).reduce((sum, x) => sum + x, 0) / (last.length / 2);
    };
    // hit from the left, +x: the person has gone to the right
    expect(middle(true)).toBeLessThan(middle(false) - 0.05);
  });
});

describe('clips that walk on the spot', () => {
  it('are set moving at the speed of the floor under them; others are left alone', () => {
    const clip = perform(motionNamed('walk'));
    const body = fitBody(clip);
    expect(setMoving(body, clip)).toBe(clip);
    const nq = clip.q.length / clip.frameCount;
    const [first, last] = [clip.q[2]!, clip.q[(clip.frameCount - 1) * nq + 2]!];
    const pace = (last - first) / ((clip.frameCount - 1) * clip.frameTime); // [m/s]
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq + 2]! -= pace * frame * clip.frameTime;
    const moving = setMoving(body, { ...clip, q });
    const gone = moving.q[(clip.frameCount - 1) * nq + 2]! - moving.q[2]!;
    expect(gone / (last - first)).toBeCloseTo(1, 1);
  });
});

describe('limbs', () => {
  const clip = perform(motionNamed('walk'));
  const body = fitBody(clip);
  const { roles } = body;

  it('stop a ball on its way to what is behind them', () => {
    const character = createGaitCharacter(body, clip);
    const throwing = createThrowing(character, body);
    const far = roles.rightUpperArm!;
    throwing.plan({ mass: 2, speed: 8, segment: far, from: () => wayOf(character.heading(), Math.PI / 2) }, 0);
    const hit: number[] = [];
    for (let frame = 1; frame < 60; frame++) {
      character.step(frame);
      for (const { push } of throwing.step(frame, FRAME_TIME).hits) {
        hit.push(push.segment);
        // on the skin of the trunk, to the left of its middle
        const [x] = character.placeOf(push.segment, push.pointInSegment);
        const middle = character.placeOf(push.segment)[0];
        expect(x - middle).toBeGreaterThan(0.08);
        expect(x - middle).toBeLessThan(0.25);
      }
    }
    expect(hit).toHaveLength(1);
    expect([roles.upperChest, roles.chest, roles.neck]).toContain(hit[0]);
  });

  it('push a ball along that lies in their way', () => {
    const limbs = createLimbs(body);
    const character = createGaitCharacter(body, clip);
    const ball = createBall({ mass: 2, speed: 4, from: [0, 1] }, 0, body.totalMass);
    const radius = radiusOf(2);
    const at = Float64Array.of(0, 0, 0);
    let deepest = 0;
    for (let frame = 1; frame < 300; frame++) {
      character.step(frame);
      limbs.move(character.joints(), FRAME_TIME);
      const target = character.placeOf(roles.hips!);
      ball.step(FRAME_TIME, target, [0, 0, 1.3], limbs);
      at.set(ball.track.places.slice(-3));
      if (ball.track.hit !== undefined) deepest = Math.max(deepest, limbs.pushes(at, radius)?.depth ?? 0);
      expect(at[1]).toBeGreaterThanOrEqual(radius - 1e-9);
    }
    expect(deepest).toBeLessThan(0.06); // [m] between both legs it can be pressed
    expect(at.every(Number.isFinite)).toBe(true);
  });
});

describe('fall', () => {
  it('goes on from the pose and the velocity that were handed over, goes down to the floor and gets up', async () => {
    const clip = perform(motionNamed('run'));
    const body = fitBody(clip);
    const character = createGaitCharacter(body, clip);
    const chest = clip.roles.status === 'humanoid' ? clip.roles.roles.chest! : 0;
    const before = character.q.slice();
    for (let frame = 1; frame < 600 && character.status().status !== 'fall'; frame++) {
      before.set(character.q);
      character.step(frame);
      if (frame === 60) character.push({ impulse: [-150, 0, 0], segment: chest, duration: 0.05 });
    }
    const { q, v, late } = character.handOver();
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(FRAME_TIME + 1e-9);
    // What of the frame did not stand still went as fast as is told.
    const moved = new Float64Array(v.length);
    difference(moved, body.skeleton, before, 0, q, 0, 1);
    const pace = Math.hypot(v[0]!, v[1]!, v[2]!);
    expect(Math.hypot(moved[0]!, moved[1]!, moved[2]!)).toBeLessThan(pace * (FRAME_TIME - late) * 1.15 + 1e-6);
    expect(Math.hypot(moved[0]!, moved[1]!, moved[2]!)).toBeGreaterThan(pace * (FRAME_TIME - late) * 0.85 - 1e-6);
    // The first picture a moment later, off the ground: the centre of mass goes on as it did, but for gravity.
    const moment = FRAME_TIME / 4;
    const raised = q.slice();
    raised[1]! += 0.3;
    const first = new Float64Array(q.length);
    expect(createFall(body, { q: raised, v, late: moment }).step(first)).toBe(true);
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, raised);
    forwardVelocity(body, ws, v);
    const [com, speed] = [ws.com.slice(), ws.comVelocity.slice()];
    forwardKinematics(body, ws, first);
    for (let k = 0; k < 3; k++) {
      const rate = (ws.com[k]! - com[k]!) / moment;
      expect(Math.abs(rate - speed[k]! + (k === 1 ? 9.81 * moment : 0))).toBeLessThan(0.02); // [m/s]
    }
    expect(Math.hypot(...speed)).toBeGreaterThan(1);
    const fall = createFall(body, { q, v, late });
    const last = first.slice();
    let frames = 0;
    let lowest = Number.POSITIVE_INFINITY; // [m] the hips
    while (fall.step(last)) {
      frames++;
      lowest = Math.min(lowest, last[1]!);
    }
    expect(frames).toBeLessThan(700);
    expect(last.every(Number.isFinite)).toBe(true);
    expect(lowest).toBeLessThan(0.35);
    expect(last[1]).toBeGreaterThan(0.8);
  });
});

describe('settings of a link', () => {
  it('are taken when they make sense', () => {
    expect(acceptsSettings(GAIT_SETTINGS)).toBe(true);
    expect(acceptsSettings({ ...GAIT_SETTINGS, beta: 0 })).toBe(false);
    expect(acceptsSettings({ ...GAIT_SETTINGS, motion: 'fly' })).toBe(false);
    expect(acceptsSettings({ ...GAIT_SETTINGS, mass: Number.NaN })).toBe(false);
  });
});

describe('a file of several takes', () => {
  it('goes with the one that walks, else runs; a take that goes itself is asked no more', () => {
    const take = (file: string, number: number, name: string): LibraryEntry =>
      ({
        id: name,
        name: `${file} · ${name}`,
        origin: { kind: 'file', file, take: number, fileId: file },
      }) as LibraryEntry;
    const [agree, run, walk] = ['agree', 'run', 'walk'].map((name, i) => take('runner.glb', i, name));
    const other = take('b.glb', 0, 'walk');
    expect(otherTake([agree!, run!, walk!, other], agree!, GOES)).toBe(walk);
    expect(otherTake([agree!, run!, other], agree!, GOES)).toBe(run);
    expect(otherTake([agree!, other], agree!, GOES)).toBeUndefined();
    expect(otherTake([agree!, run!, walk!], run!, GOES)).toBeUndefined();
    expect(otherTake([walk!, take('runner.glb', 3, 'Idle')], walk!, STANDS)?.id).toBe('Idle');
  });
});

describe('balls in a file', () => {
  it('are where they are drawn, as long as they are there', () => {
    const ball = createBall({ mass: 2, speed: 8, from: [1, 0] }, 10, 70);
    for (let frame = 0; frame < 60; frame++) ball.step(FRAME_TIME, [0, 1.3, 0], [0, 0, 0]);
    const { track } = ball;
    const [prop] = ballProps([track], 20, 45);
    expect(prop!.shape).toEqual({ kind: 'ball', radius: track.radius });
    expect(prop!.shown).toEqual([0, 45]);
    const at = { x: 0, y: 0, z: 0 };
    for (const frame of [0, 7, 44]) {
      ballAt(at, track, 20 + frame);
      expect([...prop!.poses.subarray(7 * frame, 7 * frame + 7)]).toEqual([at.x, at.y, at.z, 0, 0, 0, 1]);
    }
    // drawn from the frame after the throw on, for 60 frames
    expect(ballProps([track], 5, 100)[0]!.shown).toEqual([6, 66]);
    for (let frame = 0; frame < 120; frame++) {
      const drawn = ballAt(at, track, frame);
      const [[from, to]] = ballProps([track], 0, 120).map(({ shown }) => shown!) as [readonly [number, number]];
      expect(frame >= from && frame < to).toBe(drawn);
    }
    expect(ballProps([track], 80, 30)).toEqual([]);
  });
});
