/** What comes of an anticipated event: the forces of ball and box, the words, the course of the pressure. */
import type { BalanceReport, ForceTrack } from 'poise';
import { ANTICIPATION_PERSON, type Recording, type Rollout } from 'poise/anticipation';
import { createWorkspace, forwardKinematics } from 'poise/dynamics';
import { createMannequin } from 'poise/perform';
import { describe, expect, it } from 'vitest';
import { boxReaction } from '../src/modes/anticipate/box-reaction.ts';
import { copPoints, pathOf } from '../src/modes/anticipate/cop-chart.tsx';
import { heldWeight } from '../src/modes/anticipate/held-weight.ts';
import { mismatchWords, outcomeWords } from '../src/modes/anticipate/words.ts';
import { CURVE, fakeRollout } from './support/anticipate.ts';

const { body } = createMannequin(ANTICIPATION_PERSON);

describe('forces that the analysis cannot see', () => {
  const frames = 6;
  const pose = createMannequin(ANTICIPATION_PERSON).standing;
  const nq = pose.length;
  const q = Float64Array.from({ length: frames * nq }, (_, i) => pose[i % nq]!);
  const clip = { skeleton: body.skeleton, frameCount: frames, frameTime: 0.02, q } as Recording['clip'];
  const total = (tracks: readonly ForceTrack[], frame: number, k: number): number =>
    tracks.reduce((sum, { force }) => sum + force[3 * frame + k]!, 0);

  it('a ball at rest in the hands weighs what it weighs; one in free flight nothing', () => {
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, pose);
    const hand = body.roles.leftHand!;
    const held = new Float64Array(7 * frames);
    const free = new Float64Array(7 * frames);
    for (let frame = 0; frame < frames; frame++) {
      for (let k = 0; k < 3; k++) held[7 * frame + k] = free[7 * frame + k] = ws.segmentOrigin[3 * hand + k]!;
      free[7 * frame + 1]! -= (9.81 * (0.02 * frame) ** 2) / 2;
    }
    expect(total(heldWeight(body, clip, { mass: 7, poses: held }), 3, 1)).toBeCloseTo(-7 * 9.81, 6);
    expect(total(heldWeight(body, clip, { mass: 7, poses: free }), 3, 1)).toBeCloseTo(0, 6);
    const far = held.map((value) => value + 1);
    expect(total(heldWeight(body, clip, { mass: 7, poses: far }), 3, 1)).toBe(0);
  });

  it('a box pushes back where somebody leans on it', () => {
    const report = {
      grf: Float64Array.from({ length: 3 * frames }, (_, i) => (i % 3 === 1 ? 700 : 0)),
      zmp: Float64Array.from({ length: 3 * frames }, (_, i) => (i % 3 === 2 ? 0.15 : 0)), // the motion alone: ahead
    } as BalanceReport;
    const trace = {
      step: 0.005,
      length: 40,
      contact: new Uint8Array(40).fill(1),
      cop: Float64Array.from({ length: 80 }, (_, i) => (i % 2 === 1 ? 0.05 : 0)),
    } as Recording['trace'];
    const rollout = { fall: undefined } as Rollout;
    const tracks = boxReaction(body, { clip, trace, rollout, props: [] }, report);
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, pose);
    const height = ws.segmentOrigin[3 * body.roles.leftHand! + 1]!;
    expect(total(tracks, 2, 2)).toBeCloseTo((700 * (0.05 - 0.15)) / height, 6);
    const fallen = { fall: { time: 0.03, reason: 'sank', direction: 'forward' } } as Rollout;
    expect(total(boxReaction(body, { clip, trace, rollout: fallen, props: [] }, report), 4, 2)).toBe(0);
  });
});

describe('words and curves of what happened', () => {
  it('says what was expected and what came', () => {
    expect(mismatchWords(7, 0.3, 'kg')).toBe('expected 7 kg, got 0.3 kg');
    expect(mismatchWords(7, 7, 'kg')).toBeUndefined();
    expect(outcomeWords(fakeRollout(undefined, 0.01))).toBe('stands');
    expect(outcomeWords(fakeRollout({ ...CURVE, forward: [0.1, 0.1, 0.1, 0.1] }, 0.01))).toBe(
      'falls forward at 1.60 s',
    );
  });

  it('draws the pressure up to the fall, and not where nothing touches', () => {
    const trace = {
      step: 0.1,
      length: 20,
      cop: Float64Array.from({ length: 40 }, (_, i) => (i % 2 === 1 ? 0.05 : 0)),
      support: new Float64Array(40),
      contact: Uint8Array.from({ length: 20 }, (_, row) => (row === 6 ? 0 : 1)),
    } as Recording['trace'];
    const rollout = { fall: { time: 1.45, reason: 'sank', direction: 'forward' } } as Rollout;
    const points = copPoints({ trace, rollout });
    expect(points.length).toBeGreaterThan(2);
    expect(points.every(({ time }) => time <= 1.45)).toBe(true);
    expect(points.filter(({ ahead }) => Number.isNaN(ahead)).map(({ time }) => time)).toEqual([0.7000000000000001]);
    const path = pathOf({ width: 292, height: 100, duration: 3, most: 0.2 }, points);
    expect(path.match(/M/g)?.length).toBe(2);
  });
});
