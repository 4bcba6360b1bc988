/** Each stage of mending takes its own damage away and leaves the rest. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/balance/judge.ts';
import { traceClip } from '../../src/balance/trace.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { UsageError } from '../../src/errors.ts';
import { limbOf, solveLimb } from '../../src/ik/leg-ik.ts';
import { bodyJoints } from '../../src/mend/body-joints.ts';
import { steadyBones } from '../../src/mend/bones.ts';
import { flyFreely } from '../../src/mend/flight.ts';
import { settleFloor } from '../../src/mend/floor.ts';
import { fillGaps } from '../../src/mend/gaps.ts';
import { guarded } from '../../src/mend/guard.ts';
import { keepHands, withoutFarHands } from '../../src/mend/hands.ts';
import { calmTremor } from '../../src/mend/jitter.ts';
import { removeOutliers } from '../../src/mend/outliers.ts';
import { newFaults } from '../../src/mend/pops.ts';
import { unswapLimbs } from '../../src/mend/swaps.ts';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { asFile, farthestTurn, repeated, rmsTurn, shifted, trembling, turned } from './damage.ts';

const { body } = createActor();
const NQ = coordinateCount(body.skeleton);
const JOINTS = bodyJoints(body);
const walking = asFile(resample(perform(walk, { values: { strides: 3 } }), 1 / 60));
const DEGREE = Math.PI / 180;

describe('fillGaps', () => {
  it('bridges frames without numbers close to what was there, and leaves all others bit for bit', () => {
    const q = walking.q.slice();
    q.fill(Number.NaN, 40 * NQ, 44 * NQ);
    const elbow = quatIndex(body.roles.leftLowerArm!);
    q.fill(Number.NaN, elbow, elbow + 4); // one joint of the first frame
    const { clip, did } = fillGaps(withCoordinates(walking, q));
    expect(clip.q.every(Number.isFinite)).toBe(true);
    const later = withCoordinates({ ...walking, extraTracks: [] }, walking.q.slice(NQ));
    expect(farthestTurn(clip, walking, JOINTS)).toBeLessThan(farthestTurn(later, walking, JOINTS)); // within a frame's turn
    expect(clip.q.subarray(NQ, 40 * NQ)).toEqual(walking.q.subarray(NQ, 40 * NQ));
    expect(clip.q.subarray(44 * NQ)).toEqual(walking.q.subarray(44 * NQ));
    expect(did[0]).toMatch(/^5 frames without numbers .*frames 0, 40–43/);
  });

  it('returns a whole clip as it is and refuses a joint that is never there', () => {
    expect(fillGaps(walking).clip).toBe(walking);
    const q = walking.q.map((value, i) => (i % NQ === quatIndex(2) ? Number.NaN : value));
    expect(() => fillGaps(withCoordinates(walking, q))).toThrow(UsageError);
  });
});

describe('removeOutliers', () => {
  it.each([1, 2, 4])('bridges a joint that is elsewhere for %i frames', (length) => {
    const arm = body.roles.leftUpperArm!;
    const frames = Array.from({ length }, (_, k) => 50 + k);
    const broken = turned(walking, arm, frames, 60 * DEGREE);
    const { clip, did } = removeOutliers(body, broken);
    expect(farthestTurn(clip, walking, JOINTS)).toBeLessThan(2 * DEGREE);
    expect(did).toHaveLength(1);
  });

  it('bridges hips that jump, and leaves good motion alone', () => {
    const broken = shifted(walking, (t) => [Math.round(60 * t) === 30 ? 0.2 : 0, 0, 0]);
    const { clip } = removeOutliers(body, broken);
    expect(Math.abs(clip.q[30 * NQ] - walking.q[30 * NQ])).toBeLessThan(0.005);
    expect(removeOutliers(body, walking).clip).toBe(walking);
  });

  it.each([3, 8, 15])('bridges %i lost frames that repeat the last pose', (count) => {
    const broken = repeated(walking, 50, count);
    const { clip, did } = removeOutliers(body, broken);
    expect(did[0]).toMatch(/^Lost frames/);
    expect(rmsTurn(clip, walking, JOINTS)).toBeLessThan(0.4 * rmsTurn(broken, walking, JOINTS));
    expect(clip.q.subarray(0, 50 * NQ)).toEqual(walking.q.subarray(0, 50 * NQ));
  });

  it('bridges lost frames that fell back to the rest pose', () => {
    const q = walking.q.slice();
    for (let f = 50; f < 62; f++) for (const joint of JOINTS) q.set([0, 0, 0, 1], f * NQ + quatIndex(joint));
    const { clip } = removeOutliers(body, withCoordinates(walking, q));
    expect(farthestTurn(clip, walking, JOINTS)).toBeLessThan(15 * DEGREE);
  });

  it('bridges a limb that is 15° off for one frame of many', () => {
    const quick = resample(walking, 1 / 120);
    const shoulder = body.roles.leftUpperArm!;
    const { clip } = removeOutliers(body, turned(quick, shoulder, [100], 15 * DEGREE));
    expect(farthestTurn(clip, quick, [shoulder])).toBeLessThan(1 * DEGREE);
    expect(removeOutliers(body, quick).clip).toBe(quick);
  });

  it('leaves a pause after which the motion goes on from there', () => {
    const q = new Float64Array(walking.q.length);
    for (let f = 0; f < walking.frameCount; f++) {
      const from = f < 50 ? f : Math.max(50, f - 12);
      q.set(walking.q.subarray(from * NQ, (from + 1) * NQ), f * NQ);
    }
    const paused = withCoordinates(walking, q);
    expect(removeOutliers(body, paused).clip).toBe(paused);
  });

  it('does not take a pose that stays for a jump', () => {
    const arm = body.roles.leftUpperArm!;
    const rest = Array.from({ length: walking.frameCount - 50 }, (_, k) => 50 + k);
    const stepped = turned(walking, arm, rest, 60 * DEGREE);
    expect(removeOutliers(body, stepped).clip).toBe(stepped);
  });
});

describe('unswapLimbs', () => {
  it('puts legs back that were exchanged for a while', () => {
    const ws = createWorkspace(body);
    const limbs = (['left', 'right'] as const).map((side) => limbOf(body, side, 'leg')!);
    const q = walking.q.slice();
    // mid-stride, where the feet are far apart
    const apart = (frame: number): number => {
      forwardKinematics(body, ws, q, frame * NQ);
      return Math.abs(ws.segmentOrigin[3 * limbs[0].end + 2] - ws.segmentOrigin[3 * limbs[1].end + 2]);
    };
    const wide = Array.from({ length: walking.frameCount - 20 }, (_, k) => 10 + k).filter((f) => apart(f) > 0.35);
    const [first] = wide;
    const stretch = wide.filter((f) => f - first < 4);
    const feet = (frame: number, source: Float64Array): number[] => {
      forwardKinematics(body, ws, source, frame * NQ);
      return limbs.flatMap(({ end }) => Array.from(ws.segmentOrigin.subarray(3 * end, 3 * end + 3)));
    };
    for (const frame of stretch) {
      const row = q.subarray(frame * NQ, (frame + 1) * NQ);
      forwardKinematics(body, ws, row);
      const targets = [limbs[1], limbs[0]].map(({ end, lower }) => ({
        position: ws.segmentOrigin.slice(3 * end, 3 * end + 3),
        rotation: ws.segmentRotation.slice(4 * end, 4 * end + 4),
        bendTowards: ws.segmentOrigin.slice(3 * lower, 3 * lower + 3).map((x, k) => x - ws.segmentOrigin[3 * end + k]),
      }));
      solveLimb(row, ws, limbs[0], targets[0]);
      forwardKinematics(body, ws, row);
      solveLimb(row, ws, limbs[1], targets[1]);
    }
    const broken = withCoordinates(walking, q);
    const { clip, did } = unswapLimbs(body, broken);
    expect(did[0]).toMatch(/legs were exchanged/);
    for (const frame of stretch) {
      const off = feet(frame, clip.q).map((x, k) => Math.abs(x - feet(frame, walking.q)[k]));
      expect(Math.max(...off)).toBeLessThan(0.02);
    }
  });

  it('puts legs back whose rotations were exchanged', () => {
    const q = walking.q.slice();
    for (let f = 40; f < 48; f++) {
      for (const part of ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const) {
        const [i, j] = [`left${part}`, `right${part}`].map(
          (role) => f * NQ + quatIndex(body.roles[role as 'leftFoot']!),
        );
        q.set(walking.q.subarray(j, j + 4), i);
        q.set(walking.q.subarray(i, i + 4), j);
      }
    }
    const { clip, did } = unswapLimbs(body, withCoordinates(walking, q));
    expect(did[0]).toMatch(/legs were exchanged/);
    expect(farthestTurn(clip, walking, JOINTS)).toBeLessThan(0.1 * DEGREE);
  });

  it('leaves a walker alone, whose legs pass each other', () => {
    expect(unswapLimbs(body, walking).clip).toBe(walking);
  });
});

describe('steadyBones', () => {
  it('gives a bone that breathes one length and keeps the other tracks', async () => {
    const [read] = await readClips(await writeClip(walking, 'walk.glb'), 'walk.glb');
    const node = read.source!.nodeOfJoint[read.roles.status === 'humanoid' ? read.roles.roles.leftLowerLeg! : 0];
    const values = new Float64Array(3 * read.frameCount);
    for (let f = 0; f < read.frameCount; f++) values.set([0, -0.4 * (1 + 0.05 * Math.sin(f)), 0.01], 3 * f);
    const prop = { node: 999, name: 'prop', kind: 'translation', values: values.slice() } as const;
    const breathing = createClip({
      ...read,
      extraTracks: [...read.extraTracks, { node, name: 'shin', kind: 'translation', values }, prop],
    });
    const { clip, did } = steadyBones(fitBody(breathing), breathing);
    expect(did[0]).toMatch(/1 bone changed length by up to 5 %/);
    const shin = clip.extraTracks.find(({ name }) => name === 'shin')!;
    expect(new Set(shin.values.filter((_, i) => i % 3 === 1)).size).toBe(1);
    expect(clip.extraTracks.find(({ name }) => name === 'prop')!.values).toEqual(prop.values);
    expect(steadyBones(fitBody(read), read).clip).toBe(read);
  });
});

describe('calmTremor', () => {
  it('takes most of a tremor out and changes little where there is none', () => {
    const shaking = trembling(walking, JOINTS, 1 * DEGREE, 3, 60, 120);
    const { clip, did } = calmTremor(body, shaking);
    expect(did.length).toBeGreaterThan(0);
    expect(rmsTurn(clip, walking, JOINTS)).toBeLessThan(0.5 * rmsTurn(shaking, walking, JOINTS));
    // half a second away from the tremor nothing moves
    expect(farthestTurn(clip, walking, JOINTS, 0, 25)).toBeLessThan(0.02 * DEGREE);
  });

  it('leaves clean motion alone', () => {
    expect(calmTremor(body, walking).clip).toBe(walking);
  });
});

describe('settleFloor', () => {
  it('brings a body down that hovers while it is carried', () => {
    const standing = asFile(resample(perform(idle), 1 / 30));
    const hovering = shifted(standing, (t) => [0, 0.12 * Math.sin(Math.PI * Math.min(1, t / 4)) ** 2, 0]);
    const { clip, body: person, did } = settleFloor(hovering, () => body);
    expect(did.length).toBeGreaterThan(0);
    const { feet } = analyse(person, clip, {
      ground: { height: 0, normal: [0, 1, 0], residual: 0, kind: 'plane', patches: [], beltVelocity: [0, 0, 0] },
    });
    const off = feet[0].clearance.map((left, f) => Math.abs(Math.min(left, feet[1].clearance[f])));
    expect(Math.max(...off)).toBeLessThan(0.03);
  });

  it('lets a walker travel as far as the steps go, and does not carry one off whose feet slip aside', () => {
    const farthest = (a: Clip, b: Clip): number =>
      Math.max(
        ...Array.from({ length: a.frameCount }, (_, f) =>
          Math.hypot(a.q[f * NQ] - b.q[f * NQ], a.q[f * NQ + 2] - b.q[f * NQ + 2]),
        ),
      );
    const hurried = shifted(walking, (t) => [0, 0, 0.25 * t]);
    const { clip, did } = settleFloor(hurried, () => body);
    expect(did.join()).toMatch(/its travel is (7|8)\d % of what it was/);
    expect(farthest(clip, walking)).toBeLessThan(0.15 * farthest(hurried, walking));
    const slipping = shifted(walking, (t) => [0.25 * t, 0, 0]);
    expect(farthest(settleFloor(slipping, () => body).clip, slipping)).toBeLessThan(0.1);
  });

  it('puts the floor of a file at its zero', async () => {
    const high = shifted(walking, () => [0, 0.2, 0]);
    const [read] = await readClips(await writeClip(high, 'high.bvh'), 'high.bvh', {});
    expect(read.source!.frame.groundHeight).toBeCloseTo(0.2, 1);
    const { clip, did } = settleFloor(read, fitBody);
    expect(did[0]).toMatch(/lowered by (19|20|21) cm/);
    const [again] = await readClips(await writeClip(clip, 'again.bvh'), 'again.bvh', {});
    expect(judge(again).findings.filter(({ rule }) => rule === 'ground')).toEqual([]);
  });

  it('leaves somebody alone who stands on the floor', () => {
    expect(settleFloor(walking, () => body).clip).toBe(walking);
  });
});

describe('flyFreely', () => {
  it('gives a hop that hangs in the air the way of a thrown stone, and leaves what stands', () => {
    // 0.4 s of flight that rise by 8 cm instead of the 20 cm of a free one
    const height = (t: number): number => (t > 1 && t < 1.4 ? 0.08 * Math.sin((Math.PI * (t - 1)) / 0.4) : 0);
    const hop = shifted(asFile(resample(perform(idle), 1 / 60)), (t) => [0, height(t), 0]);
    const before = judge(hop, { person: body });
    const { clip, did } = flyFreely(hop, before, []);
    expect(did[0]).toMatch(/flies freely \(frames 6\d–8\d\)/);
    const { com } = traceClip(body, clip, { inertia: 'full' });
    const falls = (f: number): number => (com[3 * f + 4] - 2 * com[3 * f + 1] + com[3 * f - 2]) * 60 ** 2;
    for (let f = 66; f <= 78; f++) expect(Math.abs(falls(f) + 9.81)).toBeLessThan(0.1);
    expect(Math.abs(clip.q[20 * NQ + 1] - hop.q[20 * NQ + 1])).toBeLessThan(1e-4);
    const held = [{ start: 0, end: hop.frameCount - 1, why: 'a rope holds the body' }];
    expect(flyFreely(hop, before, held).clip).toBe(hop);
  });
});

describe('guarded', () => {
  it('calms a joint that twitches by itself and keeps the rest of the change', () => {
    const moved = shifted(walking, () => [0.1, 0, 0]);
    const hand = body.roles.leftHand!;
    const { clip, left } = guarded(body, walking, { clip: turned(moved, hand, [60], 8 * DEGREE), did: [], left: [] });
    expect(newFaults(body, walking, clip)).toEqual([]);
    expect(left).toEqual([]);
    expect(clip.q[60 * NQ]).toBeCloseTo(walking.q[60 * NQ] + 0.1, 9);
  });

  it('does not hold a joint against its range that trembles beyond it anyway', () => {
    const knee = body.roles.leftLowerLeg!;
    const straight = walking.q.slice();
    for (let f = 0; f < walking.frameCount; f++) straight.set([0, 0, 0, 1], f * NQ + quatIndex(knee));
    const even = Array.from({ length: walking.frameCount / 2 }, (_, k) => 2 * k);
    const every = Array.from({ length: walking.frameCount }, (_, k) => k);
    const stiff = withCoordinates(walking, straight);
    const axis = [-1, 1].flatMap((sign) =>
      [0, 1, 2].map((k) => [sign * +(k === 0), sign * +(k === 1), sign * +(k === 2)] as [number, number, number]),
    );
    const ways = axis.map((about) => (frames: readonly number[]) => turned(stiff, knee, frames, 40 * DEGREE, about));
    const way = ways.find((turn) => newFaults(body, stiff, turn(every)).length > 0)!;
    const [trembles, beyond] = [way(even), way(every)];
    expect(newFaults(body, trembles, beyond)).toEqual([]);
  });
});

describe('withoutFarHands', () => {
  it('takes back what carries a hand along, but not where the body was impossible', () => {
    const carried = shifted(walking, () => [0.1, 0, 0]);
    const outcome = { clip: carried, did: ['moved'], left: [] };
    const [first, last] = [0, walking.frameCount - 1];
    const taken = withoutFarHands(body, walking, outcome, { most: 0.05, impossible: [] });
    expect(taken.clip.q).toEqual(walking.q);
    expect(taken.left.join()).toMatch(/A hand would have moved farther than 5.0 cm/);
    const kept = withoutFarHands(body, walking, outcome, { most: 0.05, impossible: [{ start: first, end: last }] });
    expect(kept.clip).toBe(carried);
  });
});

describe('keepHands', () => {
  it('brings hands back to within the bound', () => {
    const carried = shifted(walking, () => [0.12, 0, 0]);
    const { clip } = keepHands(body, walking, carried, 0.05);
    const ws = createWorkspace(body);
    for (let frame = 0; frame < clip.frameCount; frame += 7) {
      const [was, is] = [walking, clip].map(({ q }) => {
        forwardKinematics(body, ws, q, frame * NQ);
        return ws.segmentOrigin.slice(3 * body.roles.leftHand!, 3 * body.roles.leftHand! + 3);
      });
      expect(Math.hypot(...is.map((x, k) => x - was[k]))).toBeLessThan(0.0505); // arms that are nearly straight are met to half a millimetre
    }
    expect(newFaults(body, carried, clip)).toEqual([]);
  });
});
