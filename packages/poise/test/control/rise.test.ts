/** Getting up: from how falls end to standing, on several bodies; what holds does not slide; saves; a search that finds something better. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { FallingBody } from '../../src/control/fall/falling-body.ts';
import { levelGround } from '../../src/control/ground.ts';
import { DownAndUp } from '../../src/control/rise/down-and-up.ts';
import { measureEffort } from '../../src/control/rise/effort.ts';
import { WAY_UP } from '../../src/control/rise/library.ts';
import { RisingBody } from '../../src/control/rise/rising-body.ts';
import { restingPoses } from '../../src/control/rise/search.ts';
import { printWayUp, readWayUp } from '../../src/control/rise/way-file.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { FormatError } from '../../src/errors.ts';
import { expQuat, multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { add, distance, turned, vectorAt } from '../../src/math/tuple.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { armsOf } from '../../validate/rises/measure.ts';

const FRAME = 1 / 60; // [s]

function person(height: number): { body: Body; stand: Float64Array } {
  const clip = perform(idle, { body: { height } });
  return { body: fitBody(clip, { height }), stand: clip.q.slice(0, coordinateCount(clip.skeleton)) };
}

const adult = person(1.75);
const rests = restingPoses(adult.body, [0, 1, 2]);

function getUp(body: Body, rest: Float64Array, stand: Float64Array, heading?: number) {
  const rising = new RisingBody(body);
  const frames = [rest];
  rising.begin(rest, { stand, heading });
  while (!rising.isUp && frames.length < 400) {
    rising.step(FRAME);
    frames.push(rising.q.slice());
  }
  return { rising, frames };
}

/** [rad] of the root of a pose about up. */
const facing = (body: Body, q: Float64Array): number => {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  const o = (role: 'leftUpperLeg' | 'rightUpperLeg', axis: number): number =>
    ws.segmentOrigin[3 * body.roles[role]! + axis]!;
  return Math.atan2(-(o('leftUpperLeg', 2) - o('rightUpperLeg', 2)), o('leftUpperLeg', 0) - o('rightUpperLeg', 0));
};

/** Hips higher over the knees than most of a thigh, the trunk more than half upright. */
function isKneeling(q: Float64Array): boolean {
  const ws = createWorkspace(adult.body);
  forwardKinematics(adult.body, ws, q);
  const y = (role: 'leftUpperLeg' | 'leftLowerLeg' | 'neck'): number =>
    ws.segmentOrigin[3 * adult.body.roles[role]! + 1]!;
  return y('leftUpperLeg') - y('leftLowerLeg') > 0.3 && y('neck') - y('leftUpperLeg') > 0.3;
}

describe('somebody who lies', () => {
  it.each([0, 1, 2])('gets up from how a fall to side %i ends, and stands as the animation does', (way) => {
    const { rising, frames } = getUp(adult.body, rests[way]!, adult.stand);
    expect(rising.isUp).toBe(true);
    expect(frames.length * FRAME).toBeLessThan(5);
    const aim = rising.stages.at(-1)!.q;
    for (let c = 0; c < 3; c++) expect(Math.abs(aim[c]! - rising.q[c]!)).toBeLessThan(0.02);
    for (let o = 3; o < aim.length; o += 4) {
      const cosine = [0, 1, 2, 3].reduce((sum, c) => sum + aim[o + c]! * rising.q[o + c]!, 0);
      expect(2 * Math.acos(Math.min(1, Math.abs(cosine)))).toBeLessThan(0.2); // [rad]
    }
    // arms go around the trunk, at speeds of arms
    const { inside, handSpeed } = armsOf(adult.body, frames);
    expect(inside).toBeLessThan(0.06);
    expect(handSpeed).toBeLessThan(12);
    // up to here nothing jumps
    for (let k = 1; k < frames.length; k++) {
      for (let c = 0; c < 3; c++) expect(Math.abs(frames[k]![c]! - frames[k - 1]![c]!)).toBeLessThan(0.05);
    }
  });

  it('gets up with forces that ground and muscles can give, most of the time', () => {
    const { frames } = getUp(adult.body, rests[0]!, adult.stand);
    const { missing, torque } = measureEffort(adult.body, frames, FRAME, levelGround(0), 4);
    expect(missing.filter((x) => x > 0.35).length / missing.length).toBeLessThan(0.1);
    expect(torque.filter((x) => x > 1).length / torque.length).toBeLessThan(0.1);
  });

  it('turns towards where it is told to, more than half of the way', () => {
    const straight = facing(adult.body, getUp(adult.body, rests[0]!, adult.stand).rising.q);
    const turned = facing(adult.body, getUp(adult.body, rests[0]!, adult.stand, straight + 0.6).rising.q);
    expect(turned - straight).toBeGreaterThan(0.3);
    expect(turned - straight).toBeLessThan(0.8);
  });

  it('keeps the leading foot where it comes down, and the other where it ends', () => {
    const { rising, frames } = getUp(adult.body, rests[0]!, adult.stand);
    const ws = createWorkspace(adult.body);
    const ankles = frames.map((q) => {
      forwardKinematics(adult.body, ws, q);
      return (['leftFoot', 'rightFoot'] as const).map((role) => {
        const o = 3 * adult.body.roles[role]!;
        return [ws.segmentOrigin[o]!, ws.segmentOrigin[o + 2]!] as const;
      });
    });
    // seconds from which on each foot stays: a step, a lunge and a rise for one, the last of the way for the other
    const seconds = rising.stages.map(({ duration }) => duration);
    const sum = (from: number): number => seconds.slice(from).reduce((a, b) => a + b, 0);
    const stays = [sum(seconds.length - 4), sum(seconds.length - 1)];
    const slides = [0, 1].map((side) =>
      stays.map((time) => {
        const held = ankles.slice(-Math.floor(time / FRAME)).map((both) => both[side]!);
        return Math.max(...held.map(([x, z]) => Math.hypot(x - held.at(-1)![0], z - held.at(-1)![1])));
      }),
    );
    const [lead, trail] = slides[0]![0]! < slides[1]![0]! ? [slides[0]!, slides[1]!] : [slides[1]!, slides[0]!];
    expect(lead[0]!).toBeLessThan(0.01);
    expect(trail[1]!).toBeLessThan(0.01);
  });

  it('needs no hands on the ground where it kneels already', () => {
    const stands = getUp(adult.body, rests[0]!, adult.stand);
    const kneeling = stands.frames.find((_, k) => k > 0 && isKneeling(stands.frames[k]!))!;
    const { rising, frames } = getUp(adult.body, kneeling, adult.stand);
    expect(rising.stages[0]!.name).toBe('kneel');
    expect(rising.isUp).toBe(true);
    expect(frames.length).toBeLessThan(stands.frames.length);
  });

  it.each([0, 2])(
    'holds hands, knees and feet where they came down after a fall to side %i, by construction',
    (way) => {
      const rising = new RisingBody(adult.body);
      rising.begin(rests[way]!, { stand: adult.stand, heading: undefined });
      const ws = createWorkspace(adult.body);
      const { roles, shapes } = adult.body;
      const knuckles = shapes.filter(({ part }) => part === 'hand');
      const at = (): readonly Vec3[] => {
        forwardKinematics(adult.body, ws, rising.q);
        const joint = (segment: number): Vec3 => vectorAt(ws.segmentOrigin, 3 * segment);
        const hands = knuckles.flatMap(({ segment, near, far }) =>
          [near, far].map((p) => add(joint(segment), turned(ws.segmentRotation, 4 * segment, p))),
        );
        return [...hands, joint(roles.leftLowerLeg!), joint(roles.rightLowerLeg!), joint(roles.leftFoot!)];
      };
      let held: readonly Vec3[] = [];
      let most = 0;
      for (let frame = 0; frame < 400 && !rising.isUp; frame++) {
        rising.step(FRAME);
        const { name } = rising.stages[rising.stage]!;
        if (name === 'back') break;
        if (name !== 'quadruped') continue;
        const now = at();
        if (held.length === 0) held = now;
        most = Math.max(most, ...now.map((p, k) => distance(p, held[k]!)));
      }
      expect(held.length).toBe(7);
      expect(most).toBeLessThan(5e-4); // [m]
      while (!rising.isUp) rising.step(FRAME);
      expect(rising.missed).toBeLessThan(5e-4);
    },
  );

  it('goes on from a saved moment to the byte', () => {
    const [one, other] = [new RisingBody(adult.body), new RisingBody(adult.body)];
    one.begin(rests[0]!, { stand: adult.stand, heading: undefined });
    for (const until of ['reach', 'back', 'lunge']) {
      while (one.stages[one.stage]!.name !== until) one.step(FRAME);
      one.step(FRAME);
      const saved = new Float64Array(one.stateSize);
      one.save(saved);
      other.restore(saved);
      one.step(FRAME);
      other.step(FRAME);
      expect(other.q).toEqual(one.q);
    }
  });

  it('brings legs that lie ahead of it round its side, not through the ground', () => {
    const { body, stand } = adult;
    const sits = stand.slice();
    const turn = new Float64Array(4);
    for (const role of ['leftUpperLeg', 'rightUpperLeg'] as const) {
      const joint = body.roles[role]!;
      const flexion = body.limits.axes.slice(9 * joint, 9 * joint + 3).map((x) => 1.75 * x);
      expQuat(turn, 0, flexion, 0);
      multiplyQuat(sits, 3 + 4 * joint, body.limits.neutral, 4 * joint, turn, 0);
    }
    quatFromAxisAngle(turn, 0, 1, 0, 0, 0.9); // and leans over its legs
    multiplyQuat(sits, 3, turn, 0, sits, 3);
    const fall = new FallingBody(body, { tone: 0 });
    fall.begin(sits, new Float64Array(fall.v.length));
    while (!fall.isDown && fall.time < 6) fall.step(FRAME);
    const { rising, frames } = getUp(body, fall.q, stand);
    expect(rising.isUp).toBe(true);
    const ws = createWorkspace(body);
    for (const q of frames) {
      forwardKinematics(body, ws, q);
      for (let o = 1; o < ws.segmentOrigin.length; o += 3) expect(ws.segmentOrigin[o]).toBeGreaterThan(-0.01);
    }
  });

  it('is a child as well', () => {
    const child = person(1.15);
    const { rising } = getUp(child.body, restingPoses(child.body, [2])[0]!, child.stand);
    expect(rising.isUp).toBe(true);
    expect(rising.q[1]).toBeGreaterThan(0.4 * child.body.height);
  });

  it('waits as long as it is told, and falls again when it is pushed on the way up', () => {
    const who = new DownAndUp(adult.body, () => adult.stand, { liesFor: 0.3 });
    const v = new Float64Array(who.v.length);
    v[2] = 1;
    who.begin(adult.stand, v);
    const told: string[] = [];
    let pushed = false;
    for (let frame = 0; frame < 900 && told.at(-1) !== 'up'; frame++) {
      const kind = who.step(FRAME);
      if (kind) told.push(kind);
      if (who.state !== 'rises' || pushed) continue;
      pushed = true;
      who.push({ impulse: [60, 0, 0], segment: 0 });
      expect(who.state).toBe('falls');
    }
    expect(told).toEqual(['down', 'down', 'up']);
    expect(who.state).toBe('stands');
  });
});

describe('a way up as a file', () => {
  it('comes back as it was', () => {
    const text = printWayUp({ body: { height: 1.75, mass: 70 }, price: 5, way: WAY_UP });
    expect(readWayUp(text, 'x')).toEqual(WAY_UP);
  });

  it('is refused with its place where it is none', () => {
    expect(() => readWayUp('{', 'x.json')).toThrow(FormatError);
    expect(() => readWayUp('{"format":"poise-way-up","version":3,"way":{}}', 'x.json')).toThrow(
      /x\.json: \/way\/sideHip/,
    );
  });
});
