/** Feet that are made to slide, float or sink stand still on the floor afterwards, and nothing else moves. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { findPops, newPops } from '../../src/balance/pops.ts';
import { UsageError } from '../../src/errors.ts';
import { trackJoints } from '../../src/measures/joint-tracks.ts';
import { plantFeet } from '../../src/methods/plant-feet/index.ts';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { resample } from '../../src/motion/resample.ts';
import { ROLES } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { LEVEL } from './filter-cases.ts';

const { body } = createActor();
const NQ = coordinateCount(body.skeleton);
const walking = perform(walk, { values: { strides: 3 } });
const standing = trim(perform(idle), 0, 240);

/** Moves the root of every frame. */
function moved(clip: Clip, move: (t: number) => readonly [x: number, y: number, z: number]): Clip {
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    move(frame * clip.frameTime).forEach((way, k) => {
      q[frame * NQ + k] += way;
    });
  }
  return withCoordinates(clip, q);
}

/** Places of a joint per frame, by a second route. */
const pathOf = (clip: Clip, role: 'leftFoot' | 'rightFoot' | 'hips') =>
  Array.from({ length: clip.frameCount }, (_, frame) => {
    const at = 3 * (body.roles[role] ?? 0);
    return Array.from(jointPositions(clip, frame).subarray(at, at + 3));
  });

const farthest = (a: number[][], b: number[][]): number =>
  Math.max(...a.map((p, k) => Math.hypot(...p.map((x, c) => x - b[k][c]))));

describe('plantFeet', () => {
  it('lets swinging feet pass as high as is asked for, and stand as before', () => {
    const low = resample(perform(walk, { values: { strides: 3, variation: 0 } }), 1 / 30);
    const lowest = (clip: Clip, side: number): number[] => {
      const { soles, solePoints } = trackJoints(person, clip);
      const count = solePoints / 2;
      return Array.from({ length: clip.frameCount }, (_, f) =>
        Math.min(...Array.from({ length: count }, (_, i) => soles[3 * (f * solePoints + side * count + i) + 1])),
      );
    };
    const person = createActor().body;
    const [plain, high] = [0, 0.06].map((clearance) => plantFeet(person, low, { clearance }).clip);
    for (const side of [0, 1]) {
      const [before, after] = [lowest(plain, side), lowest(high, side)];
      const swings = before.flatMap((height, f) => (height > 0.02 ? [f] : []));
      expect(swings.filter((f) => after[f] < 0.045).length).toBeLessThan(0.35 * swings.length);
      expect(swings.filter((f) => before[f] < 0.045).length).toBeGreaterThan(0.5 * swings.length);
      const stands = before.flatMap((height, f) => (Math.abs(height) < 0.001 ? [f] : []));
      expect(Math.max(...stands.map((f) => Math.abs(after[f])))).toBeLessThan(0.012);
    }
    expect(() => plantFeet(person, low, { clearance: -1 })).toThrow(UsageError);
  });

  it('stops a stander who drifts, in the middle of the way', () => {
    const drifting = moved(standing, (t) => [0.03 * t, 0, 0]);
    const { clip, report } = plantFeet(body, drifting);
    expect(report.slide.before).toBeGreaterThan(0.05);
    expect(report.slide.after).toBeLessThan(1e-3);
    const path = pathOf(clip, 'leftFoot');
    expect(
      farthest(
        path,
        path.map(() => path[0]),
      ),
    ).toBeLessThan(2e-3);
    const middle = pathOf(drifting, 'leftFoot')[drifting.frameCount >> 1];
    expect(Math.abs(path[0][0] - middle[0])).toBeLessThan(0.01);
  });

  it('takes the sliding out of a walk and keeps its swings', () => {
    // too long a stride for the legs: every stance slides forward by about 8 cm
    const sliding = moved(walking, (t) => [0, 0, 0.12 * t]);
    const { clip, report } = plantFeet(body, sliding);
    expect(report.slide.before).toBeGreaterThan(0.05);
    expect(report.slide.after).toBeLessThan(0.012);
    expect(report.contacts.length).toBeGreaterThanOrEqual(5);
    expect(report.contacts.every(({ planted }) => planted)).toBe(true);
    // swings as high as before
    const heights = (c: Clip): number => Math.max(...pathOf(c, 'leftFoot').map(([, y]) => y));
    expect(heights(clip)).toBeCloseTo(heights(sliding), 2);
    // no jerk where a stance begins or ends: accelerations of the ankle stay in their range
    const largest = (c: Clip): number => {
      const p = pathOf(c, 'leftFoot');
      return Math.max(...p.slice(2).map((x, k) => Math.hypot(...x.map((v, d) => v - 2 * p[k + 1][d] + p[k][d]))));
    };
    expect(largest(clip)).toBeLessThan(1.5 * largest(sliding));
  });

  it.each([
    ['floats', 0.08],
    ['is sunk', -0.06],
  ])('puts a clip that %s on the floor', (_, height) => {
    const { clip, report } = plantFeet(
      body,
      moved(walking, () => [0, height, 0]),
    );
    expect(report.height).toBeCloseTo(-height, 2);
    const { summary, ground } = analyse(body, clip);
    expect(ground.height).toBeCloseTo(0, 2);
    expect(summary.penetration).toBeLessThan(3e-3);
    expect(farthest(pathOf(clip, 'hips'), pathOf(walking, 'hips'))).toBeLessThan(0.01);
  });

  it('leaves the height alone when told to', () => {
    const { report } = plantFeet(
      body,
      moved(walking, () => [0, 0.01, 0]),
      { ground: 'keep' },
    );
    expect(report.height).toBe(0);
  });

  it('brings down a stretch that hovers, hips and all', () => {
    const bump = (t: number): number => (t > 1 && t < 3 ? 0.07 * Math.sin((Math.PI * (t - 1)) / 2) ** 2 : 0);
    const { clip } = plantFeet(
      body,
      moved(standing, (t) => [0, bump(t), 0]),
    );
    expect(analyse(body, clip).summary.float).toBeLessThan(0.01);
    const path = pathOf(clip, 'leftFoot');
    expect(Math.max(...path.map(([, y]) => y)) - Math.min(...path.map(([, y]) => y))).toBeLessThan(0.06);
  });

  it('bends toes out of the floor', () => {
    const q = standing.q.slice();
    const toes = quatIndex(body.roles.leftToes ?? 0);
    for (let at = toes; at < q.length; at += NQ) q.set([Math.sin(0.25), 0, 0, Math.cos(0.25)], at);
    const bent = withCoordinates(standing, q);
    expect(analyse(body, bent).summary.penetration).toBeGreaterThan(0.02);
    const { clip, report } = plantFeet(body, bent);
    expect(report.penetration.after).toBeLessThan(1e-3);
    expect(analyse(body, clip, { ground: LEVEL }).summary.penetration).toBeLessThan(1e-3);
  });

  it('changes legs, feet and the place of the hips only', () => {
    const q = moved(standing, (t) => [0.02 * t, 0, 0]);
    const track = { node: 3, name: 'Tail', kind: 'rotation', values: new Float64Array(4) } as const;
    const source = createClip({ ...q, extraTracks: [track] });
    const { clip } = plantFeet(body, source);
    expect(clip.extraTracks).toEqual([track]);
    const legs = ROLES.filter((role) => /Leg|Foot|Toes/.test(role)).map((role) => quatIndex(body.roles[role] ?? 0));
    for (let i = 0; i < clip.q.length; i++) {
      const k = i % NQ;
      if (k < 3 || legs.some((at) => k >= at && k < at + 4)) continue;
      expect(clip.q[i]).toBe(source.q[i]);
    }
  });

  it('returns what already stands within a millimetre', () => {
    const { clip, report } = plantFeet(body, standing);
    expect(report.moved).toBeLessThan(1e-3);
    expect(farthest(pathOf(clip, 'leftFoot'), pathOf(standing, 'leftFoot'))).toBeLessThan(1e-3);
    const again = plantFeet(body, clip);
    expect(again.report.moved).toBeLessThan(1e-3);
  });

  it('keeps a loop a loop', () => {
    const sliding = moved(perform(walk, { values: { strides: 2 } }), (t) => [0, 0, 0.1 * t]);
    const { clip } = plantFeet(body, sliding, { loop: true });
    const pose = (c: Clip, frame: number, from = 3): number[] =>
      Array.from(c.q.subarray(frame * NQ + from, (frame + 1) * NQ));
    const step = (c: Clip, a: number, b: number): number =>
      Math.max(...pose(c, a).map((x, k) => Math.abs(x - pose(c, b)[k])));
    const last = clip.frameCount - 1;
    const before = step(sliding, last, 0);
    expect(step(clip, last, 0)).toBeLessThan(before + 0.25 * step(clip, 0, 1) + 1e-3);
  });

  it('lets the feet of a walk on the spot slide with the floor', () => {
    const speed =
      (pathOf(walking, 'hips').at(-1)![2] - pathOf(walking, 'hips')[0][2]) / (walking.frameCount * walking.frameTime);
    const onTheSpot = moved(walking, (t) => [0, 0, -speed * t]);
    const { clip, report } = plantFeet(body, onTheSpot);
    expect(report.notes.join()).toMatch(/on the spot/);
    expect(farthest(pathOf(clip, 'leftFoot'), pathOf(onTheSpot, 'leftFoot'))).toBeLessThan(0.03);
  });

  it('leaves a foot that travels far while it touches', () => {
    const gliding = moved(standing, (t) => [0, 0, 0.15 * t]);
    const { clip, report } = plantFeet(body, gliding);
    expect(report.contacts.every(({ planted }) => !planted)).toBe(true);
    expect(report.notes.join()).toMatch(/on purpose/);
    expect(farthest(pathOf(clip, 'leftFoot'), pathOf(gliding, 'leftFoot'))).toBeLessThan(1e-3);
  });

  it('can be cancelled, refuses nonsense and never changes its input', () => {
    const before = walking.q.slice();
    const told: number[] = [];
    plantFeet(body, walking, { onProgress: (done) => told.push(done) });
    expect(walking.q).toEqual(before);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    const stop = (): never => {
      throw new RangeError('enough');
    };
    expect(() => plantFeet(body, walking, { onProgress: stop })).toThrow(RangeError);
    expect(() => plantFeet(body, walking, { mostShift: Number.NaN })).toThrow(UsageError);
    expect(() => plantFeet(body, withCoordinates(walking, walking.q.slice(0, 2 * NQ)))).toThrow(/at least 4 frames/);
    expect(() =>
      plantFeet(
        body,
        withCoordinates(
          walking,
          walking.q.map(() => Number.NaN),
        ),
      ),
    ).toThrow(UsageError);
  });
});

describeWithMocap('plantFeet on captures', () => {
  it.each([
    ['cmu-bvh/07_01.bvh', 0.012],
    ['cmu-bvh/16_11.bvh', 0.012],
    ['cmu-bvh/02_04.bvh', 0.011], // 0.012 before: a foot that leaves while it still counts as standing
    ['bandai-namco/dataset-1_walk_normal_001.bvh', 0.01],
    ['threejs-examples/Xbot.glb', 0.001],
  ])('%s stands', async (file, most) => {
    const [clip] = await readClips(readFileSync(mocapPath(file)), file);
    const person = fitBody(clip);
    const { clip: planted, report } = plantFeet(person, clip);
    expect(report.slide.after).toBeLessThan(most);
    expect(report.slide.after).toBeLessThan(report.slide.before);
    expect(report.skate.after).toBeLessThan(report.skate.before);
    expect(report.penetration.after).toBeLessThan(2e-3);
    expect(report.reach.missed).toBeLessThan(1e-3);
    expect(report.moved).toBeLessThan(0.05);
    expect(planted.q.every(Number.isFinite)).toBe(true);
  });

  it.each(['cmu-bvh/16_11.bvh', 'cmu-bvh/09_12.bvh', 'cmu-random/23_13.bvh'])('%s gets no twitch', async (file) => {
    const [clip] = await readClips(readFileSync(mocapPath(file)), file);
    const person = fitBody(clip);
    const { clip: planted } = plantFeet(person, clip);
    const joints = Object.values(person.roles);
    expect(newPops(findPops(clip, joints), findPops(planted, joints), clip.frameTime)).toEqual([]);
  });
});
