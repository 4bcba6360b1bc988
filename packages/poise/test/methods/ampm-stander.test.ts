/** Who stands and is pushed sways, comes to rest and says so, or falls; nothing rocks on. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import type { Body } from '../../src/body/body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Vec3 } from '../../src/math/types.ts';
import type { BalancerEvent } from '../../src/methods/balancer.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { lagArms, passTick, sumHits } from '../../src/methods/reactive-locomotion/deliver.ts';
import { createStander, pushStander } from '../../src/methods/reactive-locomotion/stander.ts';
import { standingFeet } from '../../src/methods/reactive-locomotion/standing-feet.ts';
import { createSway, type Hold, hitSway, isLost, swayOn } from '../../src/methods/reactive-locomotion/sway.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { velocityIndex } from '../../src/motion/skeleton.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { body, idle, role, still } from '../support/still.ts';

interface Played {
  readonly events: readonly BalancerEvent[];
  readonly jolt: number; // [rad/s] that a knee changes its speed by within 1/60 s
  readonly lean: number; // [rad] at most
  readonly q: Float64Array;
}

function play(on: Body, clip: Clip, impulse: Vec3, segment: number, options = {}): Played {
  const balancer = startLocomotion({ body: on, clip }, options);
  const events: BalancerEvent[] = [];
  const knees = [on.roles.leftLowerLeg, on.roles.rightLowerLeg].map((knee) => velocityIndex(knee!));
  let [jolt, lean] = [0, 0];
  const before = balancer.v.slice();
  for (let k = 0; k < 480 && !events.some(({ kind }) => kind === 'recovered' || kind === 'fall'); k++) {
    if (k === 30) balancer.push({ impulse, segment });
    before.set(balancer.v);
    events.push(...balancer.step(1 / 60));
    for (const i of knees) {
      for (let c = i; c < i + 3; c++) jolt = Math.max(jolt, Math.abs(balancer.v[c]! - before[c]!));
    }
    lean = Math.max(lean, Math.hypot(...balancer.view().lean));
    if (!balancer.q.every(Number.isFinite)) throw new Error(`not a number at ${balancer.time} s`);
  }
  return { events, jolt, lean, q: balancer.q.slice() };
}

const kindsOf = ({ events }: Played): readonly string[] => events.map(({ kind }) => kind);

describe('a character that stands', () => {
  it.each([
    ['left', [20, 0, 0], 'chest'],
    ['right', [-20, 0, 0], 'head'],
    ['forward', [0, 0, 20], 'hips'],
    ['back', [0, 0, -15], 'chest'],
    ['down', [0, -25, 0], 'head'],
  ] as const)('pushed %s comes back to its pose, and says so', (_, impulse, where) => {
    const played = play(body, still, impulse, role(where));
    expect(kindsOf(played)).toEqual(['impact', 'recovered']);
    for (let i = 0; i < played.q.length; i++) expect(played.q[i]).toBeCloseTo(still.q[i]!, 6);
  });

  it('does not jerk its knees, however straight they are', () => {
    for (const impulse of [20, -20]) expect(play(body, idle, [impulse, 0, 0], role('chest')).jolt).toBeLessThan(3);
  });

  it('yields in the trunk to who pushes at the head, hardly to who pushes at the hips', () => {
    const [head, hips] = ['head', 'hips'] as const;
    expect(play(body, still, [10, 0, 0], role(head)).lean).toBeGreaterThan(0.1);
    expect(play(body, still, [10, 0, 0], role(hips)).lean).toBeLessThan(0.06);
  });

  it('leaves its hands behind a blow to the chest', () => {
    const ws = createWorkspace(body);
    const balancer = startLocomotion({ body, clip: still });
    /** How far [m] a hand is ahead of its shoulder. */
    const ahead = (): number => {
      forwardKinematics(body, ws, balancer.q);
      return ws.segmentOrigin[3 * role('leftHand') + 2]! - ws.segmentOrigin[3 * role('leftUpperArm') + 2]!;
    };
    balancer.step(0.5);
    const before = ahead();
    balancer.push({ impulse: [0, 0, 20], segment: role('chest') });
    balancer.step(0.1);
    expect(ahead() - before).toBeLessThan(-0.008);
  });

  it('falls where its feet do not hold it, and says why', () => {
    const { events } = play(body, still, [0, 0, -60], role('chest'));
    const last = events.at(-1)!;
    expect(last).toMatchObject({ kind: 'fall', reason: expect.stringContaining('without a step') });
    expect(last.time).toBeLessThan(2.5);
  });

  it('has the same future in another one, saved while the last of a push dies away', () => {
    const start = () => startLocomotion({ body, clip: still });
    const balancer = start();
    balancer.push({ impulse: [5, 0, 3], segment: role('chest') });
    for (let k = 0; k < 600 && !restOf(balancer.save()); k++) balancer.step(1 / 120);
    expect(restOf(balancer.save())).toBeDefined();
    balancer.step(0.1);
    const again = start();
    again.restore(structuredClone(balancer.save()));
    for (const one of [balancer, again]) {
      one.push({ impulse: [-9, 0, 0], segment: role('head') });
      one.step(0.7);
    }
    expect(again.q).toEqual(balancer.q);
  });
});

const restOf = (saved: unknown): unknown =>
  (saved as { readonly mover: { readonly state: { readonly rest?: unknown } } }).mover.state.rest;

/** Feet of a body whose centre of mass is `height` [m] high, on a square of ± 0.1 of that. */
const holdOf = (height: number, strength = 1): Hold => ({
  height,
  hull: Float64Array.of(-0.1, -0.1, 0.1, -0.1, 0.1, 0.1, -0.1, 0.1).map((value) => value * height),
  count: 4,
  zmp: new Float64Array(2),
  feet: 2,
  strength,
  leaned: 0,
  stretched: 0,
});

const LOST = 0.25; // [heights] from where it counts as fallen

/** Furthest that a body sways [heights] which is pushed with a speed [√(g·height)]; LOST where it falls. */
function furthest(speed: number, height: number, strength = 1): number {
  const sway = createSway();
  const hold = holdOf(height, strength);
  const hits = Float64Array.of(speed * Math.sqrt(9.81 * height), 0, 0, 0, 0, 0);
  hitSway(sway, hits, 1, new Float64Array(9));
  let most = 0;
  for (let k = 0; k < 600 && !isLost(sway, height); k++) {
    swayOn(sway, hold, 0.01 * Math.sqrt(height));
    most = Math.max(most, sway.place[0]! / height);
  }
  return Math.min(LOST, most);
}

describe('sway', () => {
  it('is the same for small and tall, in their own measures', () => {
    for (const speed of [0.05, 0.12, 0.2]) expect(furthest(speed, 0.5)).toBeCloseTo(furthest(speed, 1.1), 9);
    expect(furthest(0.05, 1)).toBeLessThan(0.05);
    expect(furthest(0.2, 1)).toBe(LOST); // the capture point is beyond feet and hips
  });

  it('is that of a spring with a damper while feet hold it', () => {
    const sway = createSway();
    const hold = holdOf(9.81); // one second is 1/w
    const speed = 0.1; // [m/s]
    hitSway(sway, Float64Array.of(speed, 0, 0, 0, 0, 0), 1, new Float64Array(9));
    const dt = 2e-4;
    for (let k = 1; k <= 20_000; k++) {
      swayOn(sway, hold, dt);
      // ẍ = −3 x − 3 ẋ from rest at x = 0
      const [t, rate] = [k * dt, Math.sqrt(3 - 1.5 ** 2)];
      const expected = (speed / rate) * Math.exp(-1.5 * t) * Math.sin(rate * t);
      expect(Math.abs(sway.place[0]! - expected)).toBeLessThan(1e-3 * speed);
    }
  });

  it('is never less for who is weaker', () => {
    const ways = [1, 0.5, 0.2, 0.1, 0.05].map((strength) => furthest(0.1, 1, strength));
    for (let k = 1; k < ways.length; k++) expect(ways[k]).toBeGreaterThanOrEqual(ways[k - 1]!);
    expect(ways.at(-1)).toBe(LOST);
    expect(ways[0]).toBeLessThan(0.1);
  });
});

describe('feet of a clip without a gait', () => {
  const report = analyse(body, still);
  const none = new Uint8Array(report.frameCount);
  const hanging = (height: number) => {
    const clearance = new Float64Array(report.frameCount).fill(height);
    return { ...report.feet[0], heel: none, ball: none, toe: none, clearance };
  };
  const above = (left: number, right: number, falling = 0): BalanceReport => ({
    ...report,
    feet: [hanging(left), { ...hanging(right), side: 'right' }],
    comAcceleration: new Float64Array(3 * report.frameCount).fill(falling),
  });

  it('carry it where nothing touches and it does not fall', () => {
    expect(standingFeet(above(0.05, 0.06)).map((feet) => feet[0])).toEqual([7, 7]);
    expect(standingFeet(above(0.05, 0.5)).map((feet) => feet[0])).toEqual([7, 0]);
    expect(standingFeet(above(0.05, 0.06, -9.81)).map((feet) => feet[0])).toEqual([0, 0]);
  });
});

describeWithMocap('standers of other rigs', () => {
  const take = async (file: string, index: number): Promise<Clip> =>
    (await readClips(await readFile(mocapPath('threejs-examples', file)), file))[index]!;

  it('hardly lean who are pushed aside at the hips, though they seem to stand behind their heels', async () => {
    const clip = await take('RobotExpressive.glb', 2);
    const on = fitBody(clip);
    for (const speed of [0.1, -0.1]) {
      const { events, lean } = play(on, clip, [speed * on.totalMass, 0, 0], on.roles.hips ?? 0);
      expect(events.at(-1)?.kind).toBe('recovered');
      expect(lean).toBeLessThan(0.3);
    }
  });

  it.each([
    ['Xbot.glb', 4],
    ['Xbot.glb', 5],
    ['RobotExpressive.glb', 10],
  ] as const)('%s, take %i, come to rest after a push', async (file, index) => {
    const clip = await take(file, index);
    const on = fitBody(clip);
    for (const speed of [0.1, -0.1]) {
      const played = play(on, clip, [speed * on.totalMass, 0, 0], on.roles.hips ?? 0);
      expect(kindsOf(played)).toEqual(['impact', 'recovered']);
    }
  });
});

describe('hits that are being delivered', () => {
  it('come to their whole impulse and moment, and arms stay behind by as much', () => {
    const stander = createStander(body, still, analyse(body, still), 1);
    const { follower, state, reference } = stander;
    const [x, z] = [7, -12];
    pushStander(stander, { impulse: [x, 0, z], segment: role('head'), duration: 0.15 });
    const sum = new Float64Array(6);
    let ticks = 0;
    for (; state.deliveries.length > 0; ticks++) {
      const hits = sumHits(stander, state.deliveries);
      for (let k = 0; k < 6; k++) sum[k] = sum[k]! + hits[k]!;
      lagArms(follower, body.totalMass);
      passTick(state.deliveries);
    }
    expect(ticks).toBe(0.15 * 120 + 1); // its ends included
    const lever = reference.ws.segmentCom[3 * role('head') + 1]! - reference.ws.com[1]!;
    expect(sum[0]).toBeCloseTo(x, 9);
    expect(sum[2]).toBeCloseTo(z, 9);
    expect(sum[3]).toBeCloseTo(lever * z, 6); // lever × impulse
    expect(sum[5]).toBeCloseTo(-lever * x, 6);
    // up × Δv over half a metre, left and right
    for (const arm of [6, 9]) {
      expect(follower.arms[arm]).toBeCloseTo(z / body.totalMass / 0.5, 9);
      expect(follower.arms[arm + 2]).toBeCloseTo(-x / body.totalMass / 0.5, 9);
    }
  });
});
