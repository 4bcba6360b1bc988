/** Clips as gaits: which steps are gone on with, and that the end of a lap leads on to its start. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import type { Body } from '../../src/body/body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { RigError } from '../../src/errors.ts';
import { type Placement, STAY, thenMove } from '../../src/gait/placement.ts';
import { MOST_KEPT, movedTimes, repeatedMove } from '../../src/gait/repeated-move.ts';
import { smoothstep } from '../../src/math/ease.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { createEndlessClip, lapOf, sampleEndless } from '../../src/methods/reactive-locomotion/endless-clip.ts';
import { footprintOf } from '../../src/methods/reactive-locomotion/footprints.ts';
import { type ImportedGait, importGait } from '../../src/methods/reactive-locomotion/import-gait.ts';
import { createWalker, pushWalker, TICK, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { interpolateMotion, sampleMotion } from '../../src/motion/motion-spline.ts';
import { coordinateCount, freedomCount, velocityIndex } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const walking = perform(walk);
const body = fitBody(walking);

const imported = (of: Body, clip: Clip): ImportedGait => importGait(of, clip, analyse(of, clip), 0.8);

/** Largest change of a limb's angular velocity within 1/60 s while the gait is played [rad/s]: in the clip, and after its end. */
function jolts(of: Body, clip: Clip, seconds: number): readonly [own: number, later: number] {
  const walker = createWalker(of, clip);
  const [v, before] = [new Float64Array(walker.follower.v.length), new Float64Array(walker.follower.v.length)];
  const poses: Float64Array[] = [];
  const most: [number, number] = [0, 0];
  const end = (clip.frameCount - 1) * clip.frameTime;
  const limbs = Object.entries(of.roles).filter(([role]) => /Leg|Arm|spine|chest/i.test(role));
  for (let k = 0; k * TICK < seconds; k++) {
    tickWalker(walker);
    poses.push(walker.follower.q.slice());
    if (k < 4) continue;
    difference(before, of.skeleton, poses[k - 4]!, 0, poses[k - 2]!, 0, 2 * TICK);
    difference(v, of.skeleton, poses[k - 2]!, 0, poses[k]!, 0, 2 * TICK);
    const which = k * TICK < end - 0.05 ? 0 : 1;
    for (const [, joint] of limbs) {
      for (let i = velocityIndex(joint); i < velocityIndex(joint) + 3; i++) {
        most[which] = Math.max(most[which], Math.abs(v[i] - before[i]));
      }
    }
  }
  return most;
}

/** The clip speeding up over its first step and slowing down over its last one, from and to `slowest` times its pace. */
function withRamps(clip: Clip, steps: ImportedGait['chain'], slowest: number): Clip {
  const motion = interpolateMotion(clip);
  const poses: number[] = [];
  const q = new Float64Array(coordinateCount(clip.skeleton));
  const [first, last] = [steps[0]!, steps.at(-1)!];
  for (let frame = 0; frame < clip.frameCount - 1; ) {
    sampleMotion(motion, frame * clip.frameTime, q);
    poses.push(...q);
    const up = smoothstep((frame - first.touchDown) / (0.9 * (first.next - first.touchDown)));
    const down = smoothstep((last.next - frame) / (0.9 * (last.next - last.touchDown)));
    frame += slowest + (1 - slowest) * Math.min(up, down);
  }
  return createClip({ ...clip, q: Float64Array.from(poses), extraTracks: [] });
}

describe('a clip as a gait', () => {
  it('finds the steps of a walk and of a run, and loops without a jolt', () => {
    for (const clip of [walking, perform(run), perform(run, { values: { speed: 2.6, strides: 3 } })]) {
      const of = fitBody(clip);
      const { placed, gait, lap } = imported(of, clip);
      expect(placed.length % 2).toBe(0);
      expect(gait.turns.reduce((sum, turn) => sum + turn, 0)).toBeCloseTo(lap.yaw, 9);
      // nothing in the laps to come is more sudden than in the clip itself
      const [own, later] = jolts(of, clip, 7);
      expect(later).toBeLessThan(1.15 * own);
    }
  });

  it('leaves out steps that speed up or slow down', () => {
    const { chain } = imported(body, walking);
    expect(chain.length).toBeGreaterThan(4);
    const own = chain[1]!.next - chain[1]!.touchDown;
    const { placed } = imported(body, withRamps(walking, chain, 0.6));
    expect(placed).toHaveLength(2);
    for (const { touchDown, next } of placed) expect(Math.abs(next - touchDown - own)).toBeLessThanOrEqual(1);
  });

  it('knows where it has come to after hours, lap by lap and asked in any order', () => {
    const one = { yaw: 0.01, x: 0.1, z: 1.4 };
    const moves = repeatedMove(one);
    const expected: Readonly<Placement>[] = [STAY];
    const hours = MOST_KEPT + 300;
    for (let laps = 1; laps <= hours; laps++) expected.push(thenMove(expected[laps - 1]!, one));
    expect(movedTimes(moves, -3)).toBe(STAY);
    for (let laps = 0; laps <= hours; laps++) {
      expect(movedTimes(moves, laps)).toEqual(expected[laps]);
      // the lap before is asked for in the same tick
      if (laps > 0) expect(movedTimes(moves, laps - 1)).toEqual(expected[laps - 1]);
    }
    for (const laps of [hours - 7, MOST_KEPT + 2, hours, MOST_KEPT + 3, MOST_KEPT, 5]) {
      expect(movedTimes(moves, laps)).toEqual(expected[laps]);
      expect(movedTimes(moves, laps)).toBe(movedTimes(moves, laps));
    }
  });

  it('goes on from lap to lap where the feet have come to', () => {
    const gait = imported(body, walking);
    const endless = createEndlessClip(body, walking, gait);
    const n = endless.steps.length;
    const [q, v] = [new Float64Array(coordinateCount(body.skeleton)), new Float64Array(freedomCount(body.skeleton))];
    const ws = createWorkspace(body);
    const ankleAt = (count: number, share: number, side: 0 | 1): readonly number[] => {
      sampleEndless(endless, count, share, lapOf(endless, count).move, q, v);
      forwardKinematics(body, ws, q);
      return Array.from(ws.segmentOrigin.subarray(3 * body.soles[side].foot, 3 * body.soles[side].foot + 3));
    };
    for (let count = n; count < 3 * n; count++) {
      // the end of a step is the start of the next
      for (const side of [0, 1] as const) {
        const [end, start] = [ankleAt(count - 1, 2, side), ankleAt(count, 0, side)];
        expect(Math.hypot(...end.map((x, k) => x - start[k]!))).toBeLessThan(1e-4);
      }
      // a foot that stands stays: from flat to when its heel comes up
      const side = endless.steps[count % n]!.side === 'left' ? 0 : 1;
      const [early, late] = [ankleAt(count, 1.2, side), ankleAt(count, 1.5, side)];
      const own = [ankleAt(count % n, 1.2, side), ankleAt(count % n, 1.5, side)];
      const moved = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[2]! - b[2]!);
      expect(moved(early, late)).toBeLessThan(moved(own[0]!, own[1]!) + 1e-3);
    }
  });

  it('knows where the undisturbed clip would have stepped, before, in and after its lap', () => {
    const ws = createWorkspace(body);
    for (const start of [0.1, 1.6, 4.6]) {
      const [hit, free] = [createWalker(body, walking), createWalker(body, walking)];
      const due: { readonly tick: number; readonly side: number; readonly original: readonly [number, number] }[] = [];
      let seen = 0;
      for (let k = 0; k < (start + 2) / TICK; k++) {
        if (k === Math.round(start / TICK)) pushWalker(hit, { impulse: [0, 0, 6], segment: body.roles.chest! });
        const { records } = hit.state.plan;
        tickWalker(hit);
        tickWalker(free);
        if (hit.state.plan.records.length > records.length) {
          const { side, original, place } = footprintOf(hit, k * TICK);
          expect(Math.hypot(place[0] - original[0], place[1] - original[1])).toBeLessThan(0.06);
          // a third of a second later that foot is flat
          due.push({ tick: k + 40, side: side === 'left' ? 0 : 1, original });
        }
        for (const { tick, side, original } of due) {
          if (tick !== k) continue;
          forwardKinematics(body, ws, free.follower.q);
          const at = 3 * body.soles[side]!.foot;
          expect(Math.abs(ws.segmentOrigin[at] - original[0])).toBeLessThan(0.02);
          expect(Math.abs(ws.segmentOrigin[at + 2] - original[1])).toBeLessThan(0.02);
          seen++;
        }
      }
      expect(seen).toBeGreaterThan(0);
    }
  });

  it('takes a clip of one round for the loop that it is, moving and on the spot', () => {
    const { chain } = imported(body, walking);
    const nq = coordinateCount(walking.skeleton);
    const [from, to] = [chain[0]!.touchDown + 5, chain[2]!.touchDown + 5];
    const round = createClip({ ...walking, q: walking.q.slice(from * nq, (to + 1) * nq), extraTracks: [] });
    expect(() => imported(body, round)).toThrow(/two whole steps/);
    const still = round.q.slice();
    const way = still[(to - from) * nq + 2] - still[2];
    for (let k = 0; k <= to - from; k++) still[k * nq + 2] -= (way * k) / (to - from);
    const onTheSpot = createClip({ ...round, q: still, extraTracks: [] });
    // without its last frame, which is the first again
    const open = createClip({ ...round, q: round.q.slice(0, (to - from) * nq), extraTracks: [] });
    for (const clip of [round, onTheSpot, open]) {
      const character = startLocomotion({ body, clip });
      expect(character.noGait).toBe('');
      character.step(0.5);
      character.push({ impulse: [0, 0, 15], segment: body.roles.chest! });
      const kinds = Array.from({ length: 300 }, () => character.step(1 / 60))
        .flat()
        .map(({ kind }) => kind);
      expect(kinds).toContain('step');
      expect(kinds).toContain('recovered');
    }
  });

  it('says why a clip is no gait', () => {
    const nq = coordinateCount(walking.skeleton);
    const still = createClip({
      ...walking,
      q: walking.q.slice(0, nq * 40).map((_, i) => walking.q[i % nq]),
      extraTracks: [],
    });
    expect(() => imported(body, still)).toThrow(RigError);
    const half = createClip({ ...walking, q: walking.q.slice(0, nq * 60), extraTracks: [] });
    expect(() => imported(body, half)).toThrow(/two whole steps/);
  });
});

/** How far the ZMP is outside the support [m], 95th percentile of judged frames from `from` on. */
function outside({ margin, judged }: BalanceReport, from: number): number {
  const values = Array.from(margin)
    .map((value, k) => (judged[k] && k >= from && Number.isFinite(value) ? Math.max(0, -value) : Number.NaN))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return values[Math.floor(0.95 * values.length)]!;
}

describeWithMocap('captured walks and runs', () => {
  it('go on as well as they were captured', async () => {
    for (const file of ['cmu-bvh/08_01.bvh', 'cmu-bvh/16_15.bvh', 'cmu-bvh/09_01.bvh']) {
      const [clip] = await readClips(readFileSync(mocapPath(file)), file);
      const of = fitBody(clip!);
      const walker = createWalker(of, clip!);
      const nq = coordinateCount(clip!.skeleton);
      const ticks = Math.round(6 / TICK);
      const q = new Float64Array(ticks * nq);
      for (let k = 0; k < ticks; k++) {
        tickWalker(walker);
        q.set(walker.follower.q, k * nq);
      }
      const looped = analyse(of, createClip({ ...clip!, frameTime: TICK, q, extraTracks: [] }));
      // the seam of a lap used to be a push of half a metre of ZMP
      const after = Math.round(((clip!.frameCount - 1) * clip!.frameTime + 0.5) / TICK);
      expect(outside(looped, after), file).toBeLessThan(1.2 * outside(analyse(of, clip!), 0) + 0.01);
    }
  });
});
