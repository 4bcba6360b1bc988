/** Hits that once made a leg or a foot jump: nothing moves in a way that people do not. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { createWalker, pushWalker, TICK, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { freedomCount, velocityIndex } from '../../src/motion/skeleton.ts';
import { type PerformerMotion, perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';

interface Hit {
  readonly time: number; // [s]
  readonly at: 'head' | 'chest' | 'hips';
  readonly angle: number; // [°] from forward to the left, where it pushes to
  readonly size: number; // [N·s]
}

const FRAMES = 2; // ticks of a picture, 60 a second
const DEGREES = 180 / Math.PI;

/** The worst of what is seen from the hit on, in pictures 1/60 s apart. */
interface Worst {
  jolt: number; // [rad/s] that a joint's speed changes by from one picture to the next
  speed: number; // [m/s] of a toe
  gap: number; // [m] between the lines from ankle to toes of both feet
  tilt: number; // [°] of the trunk
}

function watch(motion: PerformerMotion, speed: number, hits: readonly Hit[]): readonly Worst[] {
  const clip = perform(motion, { values: { speed, ...(motion === walk ? { strides: 3 } : {}) } });
  const body = fitBody(clip);
  const report = analyse(body, clip);
  return hits.map((hit) => watchOne(body, () => createWalker(body, clip, {}, report), hit));
}

function watchOne(body: Body, start: () => ReturnType<typeof createWalker>, hit: Hit): Worst {
  const walker = start();
  const { follower } = walker;
  const angle = hit.angle / DEGREES;
  const impulse = [hit.size * Math.sin(angle), 0, hit.size * Math.cos(angle)] as const;
  const worst: Worst = { jolt: 0, speed: 0, gap: 1, tilt: 0 };
  const nv = freedomCount(body.skeleton);
  let [q, v, next] = [follower.q.slice(), new Float64Array(nv), new Float64Array(nv)];
  let toes = toesOf(body, follower.ws.segmentOrigin);
  for (let k = 0; k < Math.round((hit.time + 2.5) / TICK) && walker.state.plan.status !== 'fall'; k++) {
    if (k === Math.round(hit.time / TICK)) pushWalker(walker, { impulse, segment: body.roles[hit.at]! });
    tickWalker(walker);
    if ((k + 1) % FRAMES !== 0) continue;
    difference(next, body.skeleton, q, 0, follower.q, 0, FRAMES * TICK);
    const now = toesOf(body, follower.ws.segmentOrigin);
    // a picture after the hit: before it the workspace is not kept
    if (k * TICK > hit.time + 2 * FRAMES * TICK) {
      worst.jolt = Math.max(worst.jolt, joltOf(v, next));
      worst.speed = Math.max(worst.speed, ...now.map((at, i) => distance(at, toes[i]!) / (FRAMES * TICK)));
      worst.gap = Math.min(worst.gap, gapOf(body, follower.ws.segmentOrigin));
      worst.tilt = Math.max(worst.tilt, tiltOf(body, follower.ws.segmentOrigin));
    }
    toes = now;
    q = follower.q.slice();
    [v, next] = [next, v];
  }
  return worst;
}

type Point = readonly [number, number, number];
const at = (of: Float64Array, joint: number): Point => [of[3 * joint]!, of[3 * joint + 1]!, of[3 * joint + 2]!];
const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const toesOf = (body: Body, of: Float64Array): readonly Point[] => body.soles.map(({ toes }) => at(of, toes));

function joltOf(before: Float64Array, after: Float64Array): number {
  let most = 0;
  for (let joint = 1; velocityIndex(joint) < after.length; joint++) {
    const i = velocityIndex(joint);
    most = Math.max(
      most,
      Math.hypot(after[i]! - before[i]!, after[i + 1]! - before[i + 1]!, after[i + 2]! - before[i + 2]!),
    );
  }
  return most;
}

/** Smallest distance between two feet as lines from ankle to toes, ten points on each. */
function gapOf(body: Body, of: Float64Array): number {
  const points = body.soles.map(({ foot, toes }) => {
    const [a, b] = [at(of, foot), at(of, toes)];
    const along = (c: 0 | 1 | 2, share: number): number => a[c] + share * (b[c] - a[c]);
    return Array.from({ length: 10 }, (_, k): Point => [along(0, k / 9), along(1, k / 9), along(2, k / 9)]);
  });
  return Math.min(...points[0]!.flatMap((a) => points[1]!.map((b) => distance(a, b))));
}

function tiltOf(body: Body, of: Float64Array): number {
  const [hips, neck] = [at(of, 0), at(of, body.roles.neck ?? body.roles.head!)];
  return DEGREES * Math.atan2(Math.hypot(neck[0] - hips[0], neck[2] - hips[2]), neck[1] - hips[1]);
}

describe('hits that made something jump', () => {
  it('are answered by a walker as by people', () => {
    const played = [
      ...watch(walk, 1.3, [
        { time: 1, at: 'head', angle: 315, size: 40 }, // toes went 0.24 m in a picture
        { time: 1.425, at: 'head', angle: 0, size: 40 },
        { time: 1.2833, at: 'head', angle: 90, size: 20 }, // legs went through each other
      ]),
      ...watch(walk, 0.8, [{ time: 1.4, at: 'head', angle: 45, size: 20 }]), // a knee changed its speed by 40 rad/s
      ...watch(walk, 1.8, [{ time: 1.125, at: 'head', angle: 0, size: 40 }]), // … by 51 rad/s
    ];
    for (const [k, { jolt, speed, gap, tilt }] of played.entries()) {
      expect(jolt, `${k}`).toBeLessThan(12);
      expect(speed, `${k}`).toBeLessThan(10); // 0.17 m in a picture
      expect(gap, `${k}`).toBeGreaterThan(0.07);
      expect(tilt, `${k}`).toBeLessThan(35);
    }
  });

  it('are answered by a runner as by people', () => {
    const played = [
      ...watch(run, 2.6, [{ time: 1.55, at: 'chest', angle: 45, size: 40 }]), // a foot was 0.22 m ahead of itself
      ...watch(run, 3.4, [{ time: 1, at: 'head', angle: 180, size: 20 }]), // a heel that went back turned over
    ];
    for (const [k, { jolt, speed, gap, tilt }] of played.entries()) {
      expect(jolt, `${k}`).toBeLessThan(8.5); // as people's
      expect(speed, `${k}`).toBeLessThan(9.5);
      expect(gap, `${k}`).toBeGreaterThan(0.1);
      expect(tilt, `${k}`).toBeLessThan(40); // it leans by 9° while nobody pushes
    }
  });
});
