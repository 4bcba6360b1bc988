/** The experiments of [Yin05] §7 and what a character meets beyond them: double pushes, a beam, heights, twists. */
import { describe, expect, it } from 'vitest';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import type { BalancerEvent } from '../../src/methods/balancer.ts';
import { answerPushes, pushResponseMethod, startPushResponse } from '../../src/methods/push-response/as-method.ts';
import type { PushResponseOptions } from '../../src/methods/push-response/options.ts';
import { polarPad } from '../../src/methods/push-response/polar-pad.ts';
import { check } from '../performer/checks.ts';
import { body, centralPush, DEGREE, idle, smallLibrary } from './push-cases.ts';

function pushed(pushes: readonly TimedPush[], options: Partial<PushResponseOptions> = {}) {
  return answerPushes({ body, clip: idle, pushes }, { library: smallLibrary(), seconds: 7, ...options });
}

const push = (time: number, radius: number, degrees: number): TimedPush =>
  centralPush(idle, time, radius, degrees * DEGREE);

describe('double pushes (figure 7)', () => {
  it('a: forward, then backward in the middle of it, and no foot moves', () => {
    const { answers, clip } = pushed([push(0.5, 12, 0), push(0.85, 18, 180)], { allowed: ['hip', 'arm'] });
    const [first, second] = answers.map(({ selection }) => selection);
    expect(first.chosen!.strategy).toBe('hip');
    expect(second.chosen!.frame).toBeGreaterThan(12.5); // not from its beginning
    expect(Math.abs(second.target.angle)).toBeGreaterThan(170 * DEGREE);
    expect(second.target.radius).toBeLessThan(18); // what was left of the first push counts
    const { drift } = check(body, clip);
    expect(drift).toBeLessThan(0.001);
  });

  it('b–d: whatever comes second is answered, from where the character is', () => {
    for (const [first, second] of [
      [push(0.5, 12, 90), push(0.9, 20, 90)],
      [push(0.5, 12, 180), push(0.9, 18, 180)],
      [push(0.5, 24, 45), push(1.7, 12, 45)],
    ]) {
      const { outcome, clip } = pushed([first, second]);
      expect(outcome).toMatchObject({ achieved: true });
      expect(check(body, clip).drift).toBeLessThan(0.005);
    }
  });

  it('f: back and forth ends standing, elsewhere', () => {
    const { outcome, recovered, clip } = pushed([push(0.5, 28, 180), push(1.2, 30, 0)]);
    expect(outcome.achieved).toBe(true);
    expect(recovered.length).toBeGreaterThan(0);
    expect(check(body, clip).drift).toBeLessThan(0.005);
  });
});

describe('a push after a recovery', () => {
  it.each([12, 30])('of %i N·s moves the body as the first one did: no arm jumps, no standing foot moves', (size) => {
    const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary() });
    const ws = createWorkspace(body);
    const soles = new Float64Array(body.soles[0].points.length + body.soles[1].points.length);
    const before = new Float64Array(responder.v.length);
    const places = soles.slice();
    /** How much joints changed their speed [rad/s], and soles their place on the ground [m], in a step. */
    const step = (): { jump: number; moved: number } => {
      before.set(responder.v);
      places.set(soles);
      responder.step(1 / 60);
      forwardKinematics(body, ws, responder.q);
      solePointsAt(soles, body, ws);
      return {
        jump: responder.v.reduce((most, v, i) => (i < 3 ? most : Math.max(most, Math.abs(v - before[i]))), 0),
        moved: soles.reduce((most, at, i) => (i % 3 === 1 ? most : Math.max(most, Math.abs(at - places[i]))), 0),
      };
    };
    const hit = { impulse: [0, 0, size], segment: body.roles.chest ?? 0 } as const;
    for (let k = 0; k < 30; k++) step();
    responder.push(hit);
    const first = step().jump;
    for (let k = 0; k < 900 && responder.character.isReacting; k++) {
      const { moved } = step();
      if (!responder.character.isReacting) expect(moved).toBeLessThan(0.0005); // from here on the clip is shown
    }
    expect(responder.character.isReacting).toBe(false);
    for (let k = 0; k < 100; k++) step();
    responder.push(hit);
    const second = step();
    expect(second.jump).toBeLessThan(first + 1);
    expect(second.moved).toBeLessThan(0.0003);
  });
});

describe('a beam', () => {
  it('forbids steps: arms instead, and the truth when they do not suffice', () => {
    const beam = { allowed: ['hip', 'arm'] as const };
    expect(pushed([push(0.5, 18, 0)], beam).answers[0].selection.chosen!.strategy).toBe('arm');
    const { outcome, answers } = pushed([push(0.5, 45, 0)], beam);
    expect(outcome).toMatchObject({ status: 'fall', achieved: false });
    expect(answers[0].selection.reason).toMatch(/at most 2\d\.\d N·s .* with hip, arm/);
    expect(answers[0].selection.rejected.strategy).toBeGreaterThan(0);
  });

  it('as ground lets the steps along it pass, and only those', () => {
    const width = 0.32;
    const along = [
      [-width, -3],
      [width, -3],
      [width, 3],
      [-width, 3],
    ] as const;
    const walkable = [along];
    expect(pushed([push(0.5, 28, 0)], { walkable }).answers[0].selection.chosen!.strategy).toBe('step');
    const aside = pushed([push(0.5, 26, 90)], { walkable }).answers[0].selection;
    expect(aside.chosen?.strategy).not.toBe('step');
    expect(aside.rejected.strategy).toBeGreaterThan(0); // there is no room for a step
  });
});

describe('where the push meets the body', () => {
  const at = (role: 'head' | 'hips' | 'leftUpperArm' | 'rightUpperArm', impulse: readonly [number, number, number]) =>
    pushed([{ time: 0.5, impulse, segment: body.roles[role] ?? 0 }]);

  it('above the CoM counts for more', () => {
    const [high, low] = (['head', 'hips'] as const).map(
      (role) => at(role, [0, 0, 12]).answers[0].selection.target.radius,
    );
    expect(high / low).toBeGreaterThan(1.15);
    expect(high / low).toBeLessThan(1.7);
  });

  it('beside the axis twists the trunk to its side', () => {
    const heading = (role: 'leftUpperArm' | 'rightUpperArm'): number => {
      const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary() });
      responder.push({ impulse: [0, 0, 6], segment: body.roles[role] ?? 0 });
      for (let k = 0; k < 6; k++) responder.step(1 / 60);
      const chest = 3 + 4 * (body.roles.chest ?? 0);
      return responder.q[chest + 1]; // turn of the chest about the vertical, about half the angle
    };
    // pushed forward on the left, the left shoulder goes forward: to the right
    expect(heading('leftUpperArm')).toBeLessThan(heading('rightUpperArm') - 0.005);
  });
});

describe('a running character', () => {
  it('that walks does not fit, and the method says so', () => {
    const situation = {
      kind: 'walks',
      pushes: 1,
      speed: 1.3,
      beltSpeed: 0,
      bothFeetDown: false,
      feetTravel: 1,
    } as const;
    const { fit, reason } = pushResponseMethod.fits(situation);
    expect(fit).toBe(0);
    expect(reason).toMatch(/moves at 1\.3 m\/s/);
  });

  it('has the same future after it is saved in the middle of a response', () => {
    const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary() });
    responder.push(push(0, 27, 0));
    for (let k = 0; k < 25; k++) responder.step(1 / 60);
    const saved = JSON.parse(
      JSON.stringify(responder.save(), (_, value) => (value === Infinity ? 'never' : value)),
      (_, value) => (value === 'never' ? Infinity : value),
    );
    const future = (): Float64Array[] => {
      responder.push(push(0, 15, 90));
      return Array.from({ length: 90 }, () => {
        responder.step(1 / 60);
        return responder.q.slice();
      });
    };
    const first = future();
    responder.restore(saved);
    expect(future()).toEqual(first);
  });

  it('does not answer the same push the same way twice in a row where it has a choice', () => {
    const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary(), tieCost: 0.02 });
    const names: string[] = [];
    for (let n = 0; n < 2; n++) {
      responder.push(push(0, 26, 0));
      const events: BalancerEvent[] = [];
      for (let k = 0; k < 300; k++) events.push(...responder.step(1 / 60));
      names.push(responder.answer!.selection.chosen!.name);
      expect(events.some(({ kind }) => kind === 'recovered')).toBe(true);
      expect(events.some(({ kind }) => kind === 'step')).toBe(true);
    }
    expect(names[0]).not.toBe(names[1]);
  });

  it('puts its feet back where they belong', () => {
    const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary() });
    const stance = (): readonly number[] => {
      const ws = createWorkspace(body);
      forwardKinematics(body, ws, responder.q);
      const [left, right] = body.soles.map(({ foot }) => 3 * foot);
      const [x, z] = [0, 2].map((c) => ws.segmentOrigin[left + c] - ws.segmentOrigin[right + c]);
      const yaw = 2 * Math.atan2(responder.q[4], responder.q[6]);
      return [x * Math.cos(yaw) - z * Math.sin(yaw), x * Math.sin(yaw) + z * Math.cos(yaw)];
    };
    const before = stance();
    responder.push({ impulse: [0, 0, 45], segment: body.roles.chest ?? 0 });
    let [steps, off] = [0, 0];
    for (let k = 0; k < 600; k++) {
      for (const { kind } of responder.step(1 / 60)) if (kind === 'step') steps++;
      const now = stance();
      off = Math.max(off, Math.hypot(now[0] - before[0], now[1] - before[1]));
    }
    expect(responder.status).toBe('balanced');
    expect(steps).toBeGreaterThan(1);
    expect(off).toBeGreaterThan(0.12); // on the way they were elsewhere
    const after = stance();
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(0.06);
  });
});

it('the polar pad has a dot per response and regions that grow from hip to step (figure 3)', () => {
  const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary() });
  const pad = polarPad(responder);
  expect(pad.dots.filter(({ kind }) => kind === 'captured')).toHaveLength(smallLibrary().responses.length);
  expect(pad.dots.some(({ kind }) => kind === 'mirrored')).toBe(true);
  const forward = pad.envelopes.map(({ radii }) => radii[0]);
  expect(forward[0]).toBeGreaterThan(0);
  expect(forward[1]).toBeGreaterThan(forward[0]);
  expect(forward[2]).toBeGreaterThan(forward[1]);
});
