/** Parts of the mode React that need no page: balls, footprints, answers and falls of whoever is animated. */
import { analyse, type Clip, fitBody, motionNamed, perform, type Vec3 } from 'poise';
import { describe, expect, it } from 'vitest';
import { createAnimated } from '../src/modes/react/animated.ts';
import { ballAt, createBall, impulseOn } from '../src/modes/react/ball.ts';
import { ballProps } from '../src/modes/react/ball-props.ts';
import { createFigure } from '../src/modes/react/figure.ts';
import { createLimbs } from '../src/modes/react/limbs.ts';
import { outlineOf } from '../src/modes/react/prints.ts';
import { setMoving } from '../src/modes/react/set-moving.ts';
import { fromSide, fromWords, wayOf } from '../src/modes/react/sides.ts';
import { createThrowing } from '../src/modes/react/throwing.ts';
import { FRAME_TIME, type News } from '../src/modes/react/types.ts';
import { planVolley } from '../src/modes/react/volley.ts';
import { radiusOf } from '../src/modes/shared/ball.ts';

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
      expect(fromWords(heading, fromSide(side, heading, [0, 1]))).toContain(side);
    }
    expect(fromWords(heading, fromSide('front', heading, [0, 1]))).toBe('from ahead');
    expect(fromWords(0.3, wayOf(0.3, 0.2))).toBe('from ahead');
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

/** Somebody animated of a built-in motion, and all that they have told. */
function somebody(motion: 'walk' | 'run' | 'kick') {
  const clip = perform(motionNamed(motion));
  const body = fitBody(clip);
  const figure = createFigure(body);
  const news: News[] = [];
  const floor = { height: 0, normal: [0, 1, 0] } as const;
  const request = {
    body,
    clip,
    motion: motion === 'walk' ? 'walks' : motion === 'run' ? 'runs' : 'moves',
    library: undefined,
    floor: () => floor,
    figure,
    ground: () => undefined,
  } as const;
  const who = createAnimated(request, (told) => news.push(told));
  figure.see(who.start);
  return { clip, body, figure, who, news, throwing: createThrowing(figure, body), q: who.start.slice() };
}

describe('somebody animated', () => {
  it('walks, is hit by a ball and treads elsewhere than its undisturbed twin', () => {
    const { body, figure, who, news, throwing, q } = somebody('walk');
    const chest = body.roles.chest!;
    throwing.plan({ mass: 3, speed: 8, segment: chest, from: () => wayOf(figure.heading(), Math.PI / 2) }, 0.5);
    for (let frame = 1; frame < 240; frame++) {
      expect(who.step(q, frame)).toBe('more');
      for (const { push } of throwing.step(frame, FRAME_TIME).hits) who.push(push);
    }
    const hits = news.flatMap((told) => told.hits ?? []);
    expect(hits).toHaveLength(1);
    expect(hits[0]!.hit.from).toBe('from the left');
    expect(hits[0]!.hit.time - hits[0]!.time).toBeLessThan(FRAME_TIME + 1e-9);
    expect(news.flatMap(({ turn }) => turn?.status ?? [])).toContain('stepping');
    // hit from the left: one of the steps goes to the right by centimetres
    const steps = news.flatMap((told) => told.steps ?? []);
    expect(steps.length).toBeGreaterThan(1);
    expect(Math.min(...steps.map(({ record }) => record!.left))).toBeLessThan(-0.05);
    const prints = news.flatMap((told) => told.prints ?? []);
    const middle = (own: boolean): number => {
      const last = prints.filter((print) => print.own === own).at(-1)!.outline;
      return last.filter((_, i) => i % 2 === 0).reduce((sum, x) => sum + x, 0) / (last.length / 2);
    };
    // hit from the left, +x: the person has gone to the right
    expect(middle(true)).toBeLessThan(middle(false) - 0.05);
  });

  it('plays any other motion to its end and then is over', () => {
    const { clip, who, q } = somebody('kick');
    let frames = 0;
    while (who.step(q, frames + 1) === 'more' && frames < 2000) frames++;
    const seconds = (clip.frameCount - 1) * clip.frameTime;
    expect(frames * FRAME_TIME).toBeGreaterThan(seconds);
    expect(frames * FRAME_TIME).toBeLessThan(seconds + 1.5);
  });

  it('is pushed in the middle of any other motion and returns to it', () => {
    const { clip, body, who, news, q } = somebody('kick');
    for (let frame = 1; frame < 2000 && who.step(q, frame) === 'more'; frame++) {
      if (frame === 12) who.push({ impulse: [0, 0, 12], segment: body.roles.chest! });
    }
    const told = news.flatMap(({ turn }) => (turn ? [turn.status] : []));
    expect(told[0]).toMatch(/recovering|stepping/);
    expect(told.at(-1)).toBe('ready');
    const nq = q.length;
    const end = clip.q.subarray((clip.frameCount - 1) * nq);
    let farthest = 0; // [rad] of a joint from where the clip ends
    for (let i = 7; i < nq; i += 4) {
      let dot = 0;
      for (let c = i; c < i + 4; c++) dot += q[c]! * end[c]!;
      farthest = Math.max(farthest, 2 * Math.acos(Math.min(1, Math.abs(dot))));
    }
    expect(farthest).toBeLessThan(0.1);
  });

  it('falls without a jump, goes down to the floor, is pushed there, gets up, and then is over', () => {
    const { body, who, news, q } = somebody('run');
    const chest = body.roles.chest!;
    const before = q.slice();
    let fastest = 0; // [m/s] the hips about the fall
    let lowest = Number.POSITIVE_INFINITY; // [m] the hips
    let frame = 1;
    for (; frame < 1500 && who.step(q, frame) === 'more'; frame++) {
      if (frame === 60) who.push({ impulse: [-150, 0, 0], segment: chest, duration: 0.05 });
      const pace = Math.hypot(q[0]! - before[0]!, q[1]! - before[1]!, q[2]! - before[2]!) / FRAME_TIME;
      if (frame > 61) fastest = Math.max(fastest, pace);
      lowest = Math.min(lowest, q[1]!);
      before.set(q);
      if (lowest < 0.35 && news.flatMap((told) => told.hits ?? []).length === 1) {
        who.push({ impulse: [20, 0, 0], segment: chest });
      }
    }
    const told = news.flatMap(({ turn }) => (turn ? [turn] : []));
    expect(told.find(({ status }) => status === 'fallen')?.reason).not.toBe('');
    expect(told.slice(-3).map(({ status }) => status)).toEqual(['fallen', 'rising', 'ready']);
    expect(news.flatMap((one) => one.hits ?? [])).toHaveLength(2);
    expect(frame).toBeLessThan(1400);
    expect(q.every(Number.isFinite)).toBe(true);
    expect(fastest).toBeLessThan(8);
    expect(lowest).toBeLessThan(0.35);
    expect(q[1]).toBeGreaterThan(0.8);
  });
});

describe('clips that walk on the spot', () => {
  it('are set moving at the speed of the floor under them; others are left alone', () => {
    const clip = perform(motionNamed('walk'));
    const body = fitBody(clip);
    const belt = (of: Clip): Vec3 => [...analyse(body, of).ground.beltVelocity];
    expect(setMoving(clip, belt(clip))).toBe(clip);
    const nq = clip.q.length / clip.frameCount;
    const [first, last] = [clip.q[2]!, clip.q[(clip.frameCount - 1) * nq + 2]!];
    const pace = (last - first) / ((clip.frameCount - 1) * clip.frameTime); // [m/s]
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq + 2]! -= pace * frame * clip.frameTime;
    const onSpot = { ...clip, q };
    const moving = setMoving(onSpot, belt(onSpot));
    const gone = moving.q[(clip.frameCount - 1) * nq + 2]! - moving.q[2]!;
    expect(gone / (last - first)).toBeCloseTo(1, 1);
  });
});

describe('limbs', () => {
  it('stop a ball on its way to what is behind them', () => {
    const { body, figure, who, throwing, q } = somebody('walk');
    const { roles } = body;
    const far = roles.rightUpperArm!;
    throwing.plan({ mass: 2, speed: 8, segment: far, from: () => wayOf(figure.heading(), Math.PI / 2) }, 0);
    const hit: number[] = [];
    for (let frame = 1; frame < 60; frame++) {
      who.step(q, frame);
      for (const { push } of throwing.step(frame, FRAME_TIME).hits) {
        hit.push(push.segment);
        // on the skin of the trunk, to the left of its middle
        const [x] = figure.placeOf(push.segment, push.pointInSegment);
        const middle = figure.placeOf(push.segment)[0];
        expect(x - middle).toBeGreaterThan(0.08);
        expect(x - middle).toBeLessThan(0.25);
      }
    }
    expect(hit).toHaveLength(1);
    expect([roles.upperChest, roles.chest, roles.neck]).toContain(hit[0]);
  });

  it('push a ball along that lies in their way', () => {
    const { body, figure, who, q } = somebody('walk');
    const limbs = createLimbs(body);
    const ball = createBall({ mass: 2, speed: 4, from: [0, 1] }, 0, body.totalMass);
    const radius = radiusOf(2);
    const at = Float64Array.of(0, 0, 0);
    let deepest = 0;
    for (let frame = 1; frame < 300; frame++) {
      who.step(q, frame);
      limbs.move(figure.joints(), FRAME_TIME);
      const target = figure.placeOf(body.roles.hips!);
      ball.step(FRAME_TIME, target, [0, 0, 1.3], limbs);
      at.set(ball.track.places.slice(-3));
      if (ball.track.hit !== undefined) deepest = Math.max(deepest, limbs.pushes(at, radius)?.depth ?? 0);
      expect(at[1]).toBeGreaterThanOrEqual(radius - 1e-9);
    }
    expect(deepest).toBeLessThan(0.06); // [m] between both legs it can be pressed
    expect(at.every(Number.isFinite)).toBe(true);
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
