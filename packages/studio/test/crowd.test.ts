/** The crowd without its page: who is there, where they go, balls, falls, pushes of two, and the same again. */
import { coordinateCount, createMannequin, createWorkspace, forwardKinematics, meshFor, quatIndex } from 'poise';
import { beforeAll, describe, expect, it } from 'vitest';
import { flyBall, strike, throwBall } from '../src/modes/crowd/balls.ts';
import { createCast } from '../src/modes/crowd/cast.ts';
import { coarseSkin, wholeSkin } from '../src/modes/crowd/coarse.ts';
import { createCollapse } from '../src/modes/crowd/collapse.ts';
import { type Cast, type Command, createCrowd, FRAME_TIME } from '../src/modes/crowd/crowd.ts';
import { detailAt } from '../src/modes/crowd/detail.ts';
import { digestOf } from '../src/modes/crowd/digest.ts';
import { createPersonWriter } from '../src/modes/crowd/frame.ts';
import { createLog } from '../src/modes/crowd/log.ts';
import { loopClip } from '../src/modes/crowd/loop-clip.ts';
import { sideOf } from '../src/modes/crowd/lying-pose.ts';
import { createPast } from '../src/modes/crowd/past.ts';
import { MOTIONS, planCrowd, REACH } from '../src/modes/crowd/plan-crowd.ts';
import { paceAmong, turnAside, turnTo } from '../src/modes/crowd/steer.ts';
import { rayTo, rodsOf, touchBall } from '../src/modes/crowd/touch.ts';
import { acceptsSettings, CROWD_SETTINGS } from '../src/modes/crowd/types.ts';

let cast: Cast;
beforeAll(() => {
  cast = createCast(() => {});
}, 120_000);

const noClock = (): number => 0;

describe('who is there', () => {
  it('follows from the seed alone', () => {
    expect(planCrowd(100, 7)).toEqual(planCrowd(100, 7));
    expect(planCrowd(100, 7)).not.toEqual(planCrowd(100, 8));
  });

  it('stands apart, some standing, some walking, some running, inside the place', () => {
    for (const seed of [1, 2, 3]) {
      const people = planCrowd(100, seed);
      const kinds = people.map(({ motion }) => MOTIONS[motion]!.kind);
      expect(kinds.filter((kind) => kind === 'stand').length).toBeGreaterThan(30);
      expect(kinds.filter((kind) => kind === 'walk').length).toBeGreaterThan(30);
      expect(kinds.filter((kind) => kind === 'run').length).toBeGreaterThan(8);
      const gaps = people.flatMap((a, i) => people.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.z - b.z)));
      expect(Math.min(...gaps)).toBeGreaterThan(0.6);
      expect(Math.max(...people.map(({ x, z }) => Math.hypot(x, z)))).toBeLessThan(REACH + 1);
    }
  });
});

describe('where they go', () => {
  it('a path is found again from beside it, and gone round', () => {
    const round = { x: 1, z: 2, radius: 5, way: 1 } as const;
    let [x, z, heading] = [1, 9, 0];
    for (let k = 0; k < 4000; k++) {
      heading += 0.02 * turnTo(round, { x, z, heading });
      x += 0.02 * Math.sin(heading);
      z += 0.02 * Math.cos(heading);
    }
    expect(Math.hypot(x - 1, z - 2)).toBeCloseTo(5, 1);
    // to the left: against the clock seen from above, where x is to the left of z
    expect(Math.cos(heading - (Math.atan2(x - 1, z - 2) + Math.PI / 2))).toBeGreaterThan(0.99);
  });

  it('turns away from somebody ahead, and slows down behind them', () => {
    const me = { x: 0, z: 0, heading: 0 };
    const left = Float64Array.of(0, 0, 0.3, 1.2); // x is to the left
    const right = Float64Array.of(0, 0, -0.3, 1.2);
    expect(turnAside(me, left, 0)).toBeLessThan(0);
    expect(turnAside(me, right, 0)).toBeGreaterThan(0);
    expect(turnAside(me, Float64Array.of(0, 0, 0, -1), 0)).toBe(0);
    expect(paceAmong(me, Float64Array.of(0, 0, 0, 0.6), 0)).toBeLessThan(0.8);
    expect(paceAmong(me, Float64Array.of(0, 0, 0, 5), 0)).toBe(1);
  });

  it('a loop goes on over its seam as fast as before, and one that stands comes back', () => {
    const [stand, walk] = [loopClip(cast.clips[0]!, true), loopClip(cast.clips[2]!, false)];
    const [a, b, c] = [new Float64Array(2), new Float64Array(2), new Float64Array(2)];
    const step = 1 / walk.frames;
    const paces = [0.3, 0.7, 1 - step, 1, 1 + step].map((phase) => {
      walk.way(a, phase);
      walk.way(b, phase + step);
      return (b[1]! - a[1]!) / FRAME_TIME;
    });
    for (const pace of paces) expect(pace).toBeGreaterThan(0.75);
    for (const pace of paces) expect(pace).toBeLessThan(1.5);
    walk.way(c, 10);
    expect(c[1]! / (10 * walk.duration)).toBeCloseTo(1.1, 1);
    stand.way(c, 5);
    expect(Math.hypot(c[0]!, c[1]!)).toBeLessThan(1e-9);
  });
});

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

describe('a fall', () => {
  it.each([
    [0, 1, 'front'],
    [0, -1, 'back'],
  ] as const)('towards %d, %d ends flat on the %s, never below the floor, without a jump', (x, z, side) => {
    const { body, standing } = createMannequin();
    const v = new Float64Array(3 + 3 * body.skeleton.names.length);
    v.set([1.2 * x, 0, 1.2 * z]);
    const collapse = createCollapse(body, standing, v);
    expect(collapse.side).toBe(side);
    const ws = createWorkspace(body);
    let before = standing.slice();
    let largest = 0;
    for (let k = 0; k < 240; k++) {
      collapse.step(FRAME_TIME);
      forwardKinematics(body, ws, collapse.q);
      for (let j = 0; j < body.skeleton.names.length; j++) expect(ws.segmentOrigin[3 * j + 1]).toBeGreaterThan(-0.01);
      largest = Math.max(largest, Math.hypot(...[0, 1, 2].map((c) => collapse.q[c]! - before[c]!)));
      before = collapse.q.slice();
    }
    expect(collapse.isOver()).toBe(true);
    expect(ws.com[1]).toBeLessThan(0.22);
    expect(ws.segmentOrigin[3 * body.roles.head! + 1]).toBeLessThan(0.25);
    expect(ws.com[2]! * z).toBeGreaterThan(0.3);
    // hips come down no faster than things fall
    expect(largest / FRAME_TIME).toBeLessThan(6);
  });

  it('aside, people turn to front or back', () => {
    expect(sideOf(1.2)).toBe('front');
    expect(sideOf(-1.9)).toBe('back');
  });
});

describe('two people who meet', () => {
  it('get equal and opposite pushes, and not again at once', () => {
    const crowd = createCrowd(cast, { ...CROWD_SETTINGS, people: 100, seed: 1 });
    const pushes: { readonly frame: number; readonly impulse: readonly number[] }[] = [];
    for (const { layer } of crowd.members) {
      const hit = layer.hit.bind(layer);
      layer.hit = (given) => {
        pushes.push({ frame: crowd.frame(), impulse: given.impulse });
        hit(given);
      };
    }
    for (let k = 0; k < 240; k++) crowd.step(noClock);
    expect(crowd.totals.meetings).toBeGreaterThan(0);
    expect(pushes.length).toBeGreaterThanOrEqual(2 * crowd.totals.meetings);
    // one hand after the other: to and fro
    for (let k = 0; k < pushes.length; k += 2) {
      for (let c = 0; c < 3; c++) expect(pushes[k]!.impulse[c]! + pushes[k + 1]!.impulse[c]!).toBe(0);
    }
  });
});

describe('the whole crowd', () => {
  const run = (commands: Readonly<Record<number, Command>>, frames: number, people = 30) => {
    const crowd = createCrowd(cast, { ...CROWD_SETTINGS, people, seed: 5, mass: 4, speed: 12 });
    for (let frame = 1; frame <= frames; frame++) {
      const command = commands[frame];
      if (command) crowd.order(command);
      crowd.step(noClock);
    }
    return { crowd, digest: digestOf(crowd.members.map(({ q }) => q)) };
  };
  const camera: Command = { kind: 'camera', place: [0, 2, 6] };
  const volley: Command = { kind: 'volley', balls: 24 };

  it('is the same again, to the byte; other throws or another camera make another one', () => {
    const once = run({ 1: camera, 20: volley }, 150);
    expect(once.crowd.totals.hits).toBeGreaterThan(5);
    expect(run({ 1: camera, 20: volley }, 150).digest).toBe(once.digest);
    expect(run({ 1: camera, 21: volley }, 150).digest).not.toBe(once.digest);
  });

  it('a ball thrown along a look hits whom the look meets', () => {
    const { crowd } = run({}, 2);
    const lead = crowd.members[0]!;
    const chest = lead.ws.segmentOrigin[3 * lead.body.roles.chest! + 1]!;
    crowd.order({ kind: 'throw', origin: [0, chest, 1.2], direction: [0, 0, -1] });
    for (let k = 0; k < 20; k++) crowd.step(noClock);
    expect(lead.state()).toBe('reacting');
    expect(crowd.totals.hits).toBe(1);
  });

  it('those who fell lie there, are counted, and take no more hits', () => {
    const { crowd } = run(
      { 1: { kind: 'settings', settings: { ...CROWD_SETTINGS, mass: 10, speed: 20, fire: 12 } } },
      240,
    );
    const fallen = crowd.members.filter((member) => member.state() === 'fell');
    expect(crowd.totals.fell).toBe(fallen.length);
    expect(fallen.length).toBeGreaterThan(0);
    for (let k = 0; k < 120; k++) crowd.step(noClock);
    for (const member of fallen) expect(member.ws.com[1]).toBeLessThan(0.5);
    for (const { q } of crowd.members) expect(q.every(Number.isFinite)).toBe(true);
  });
});

describe('what is drawn', () => {
  it('a coarse skin has far fewer corners, in the same place', () => {
    const { body } = createMannequin();
    const near = wholeSkin(meshFor(body, body.roles, body.skeleton));
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

  it('detail falls with distance, and does not flicker at the border', () => {
    expect([3, 15, 30].map((distance) => detailAt(distance, 0, 2))).toEqual([0, 1, 2]);
    expect(detailAt(11.5, 0, 2)).toBe(0);
    expect(detailAt(11.5, 1, 2)).toBe(1);
    expect(detailAt(30, 0, 1)).toBe(1);
  });
});

describe('the log', () => {
  const look: Command = { kind: 'camera', place: [0, 0, 1] };
  const clear: Command = { kind: 'clear' };

  it('gives every command again in its frame; something new ends the replay there', () => {
    const log = createLog();
    log.add(clear);
    expect(log.take(1)).toEqual([clear]);
    log.add(look);
    expect(log.take(2)).toEqual([look]);
    log.rewind(true);
    expect(log.isReplay()).toBe(true);
    log.add(look); // the camera of whoever watches a replay changes nothing
    expect([log.take(1), log.take(2), log.take(3)]).toEqual([[clear], [look], []]);
    log.rewind(true);
    expect(log.take(1)).toEqual([clear]);
    log.add(clear);
    expect(log.take(2)).toEqual([clear]);
    expect(log.entries()).toEqual([1, 2].map((frame) => ({ frame, command: clear })));
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
