import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { fromClip } from '../../src/motion/from-clip.ts';
import type { RawJoint, RawMotion } from '../../src/motion/raw-motion.ts';
import { toClip } from '../../src/motion/to-clip.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { PLAIN_NAMES, personMotion } from '../support/people.ts';

const node = (name: string, parent: number, rest: Partial<RawJoint> = {}): RawJoint => ({
  name,
  parent,
  translation: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  scale: 1,
  ...rest,
});

/** Hangs a motion under an armature node of its own scale and turn, with an unrelated animated camera beside it. */
function underArmature(raw: RawMotion, armature: Partial<RawJoint>): RawMotion {
  const shift = <T>(tracks: readonly T[]) => [undefined, undefined, ...tracks];
  return {
    ...raw,
    joints: [
      node('Armature', -1, armature),
      node('Camera', 0),
      ...raw.joints.map((joint) => ({ ...joint, parent: joint.parent < 0 ? 0 : joint.parent + 2 })),
    ],
    endSites: raw.endSites.map(({ joint, offset }) => ({ joint: joint + 2, offset })),
    translations: shift(raw.translations).map((track, i) =>
      i === 1 ? new Float64Array(3 * raw.frameCount).fill(7) : track,
    ),
    rotations: shift(raw.rotations),
    scales: shift(raw.scales),
  };
}

const stand = personMotion({
  metresPerUnit: 0.01,
  path: [
    [0, 0.95, 0],
    [0, 0.95, 0.02],
    [0, 0.95, 0.04],
  ],
});

describe('the skeleton that is cut out', () => {
  it('starts at the hips, below an armature that scales and turns', () => {
    const raw = underArmature(stand, { scale: 0.01, rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
    // A file of centimetres under a scale of 0.01, in which Z is up.
    const inZ = (x: number, y: number, z: number): [number, number, number] => [x, -z, y];
    const turnedJoints = raw.joints.map((joint, i) =>
      i < 2 ? joint : { ...joint, translation: inZ(...joint.translation) },
    );
    const path = raw.translations[2]!;
    const turnedPath = Float64Array.from({ length: path.length / 3 }, (_, f) => f).reduce((out, f) => {
      out.set(inZ(path[3 * f], path[3 * f + 1], path[3 * f + 2]), 3 * f);
      return out;
    }, new Float64Array(path.length));
    const clip = toClip({
      ...raw,
      joints: turnedJoints,
      translations: raw.translations.map((track, i) => (i === 2 ? turnedPath : track)),
      statedMetresPerUnit: 1,
      statedUp: 'y',
    });
    expect(clip.skeleton.names[0]).toBe('Hips');
    expect(clip.source!.nodeOfJoint[0]).toBe(2);
    const head = clip.skeleton.names.indexOf('Head');
    expect(jointPositions(clip, 1)[3 * head + 1]).toBeCloseTo(1.56, 9);
    expect(jointPositions(clip, 1)[3 * head + 2]).toBeCloseTo(0.02, 9);
  });

  it('carries what moves beside it as extra tracks', () => {
    const clip = toClip(underArmature(stand, {}));
    expect(clip.extraTracks.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['Camera translation']);
  });

  it('starts at the first node that branches or moves when nobody is found', () => {
    const chain: RawMotion = {
      ...stand,
      joints: [node('Armature', -1), node('root', 0), node('a', 1, { translation: [0, 1, 0] }), node('b', 2)],
      translations: [undefined, Float64Array.from([0, 0, 0, 0, 0, 1, 0, 0, 2]), undefined, undefined],
      rotations: [undefined, undefined, undefined, undefined],
      scales: [undefined, undefined, undefined, undefined],
    };
    expect(toClip(chain).skeleton.names).toEqual(['root', 'a', 'b']);
    const still = { ...chain, translations: chain.translations.map(() => undefined) };
    expect(toClip(still).skeleton.names).toEqual(['Armature', 'root', 'a', 'b']);
  });

  it('accepts children that are listed before their parents', () => {
    const backwards: RawMotion = {
      ...stand,
      joints: [...stand.joints].reverse().map((joint) => ({
        ...joint,
        parent: joint.parent < 0 ? -1 : stand.joints.length - 1 - joint.parent,
      })),
      translations: [...stand.translations].reverse(),
      rotations: [...stand.rotations].reverse(),
      scales: [...stand.scales].reverse(),
    };
    const clip = toClip(backwards);
    expect(clip.skeleton.names[0]).toBe('Hips');
    expect(fromClip(clip).joints).toEqual(backwards.joints);
  });

  it('refuses a loop of parents', () => {
    const loop = { ...stand, joints: stand.joints.map((joint, i) => (i === 0 ? { ...joint, parent: 1 } : joint)) };
    expect(() => toClip(loop)).toThrow('does not end at a root');
  });
});

describe('translations and scales inside the skeleton', () => {
  const spine = stand.joints.findIndex((joint) => joint.name === 'Spine');
  const withTrack = (values: readonly number[]): RawMotion => ({
    ...stand,
    translations: stand.translations.map((track, i) => (i === spine ? Float64Array.from(values) : track)),
  });

  it('takes a constant translation for the offset, whatever the rest pose says', () => {
    const clip = toClip(withTrack([0, 12, 1, 0, 12, 1, 0, 12, 1]));
    const joint = clip.skeleton.names.indexOf('Spine');
    expect([...clip.skeleton.offsets.subarray(3 * joint, 3 * joint + 3)].map((x) => Number(x.toFixed(9)))).toEqual([
      0, 0.12, 0.01,
    ]);
    expect(clip.extraTracks).toMatchObject([{ name: 'Spine', kind: 'translation' }]);
    expect(clip.source!.notes.some((note) => note.topic === 'content')).toBe(false);
  });

  it('says which joint moves against its parent, and by how much', () => {
    const clip = toClip(withTrack([0, 10, 0, 0, 12, 0, 0, 14, 0]));
    expect(clip.source!.notes).toContainEqual({
      topic: 'content',
      text: 'joint "Spine" is moved by up to 20.0 mm against its parent; treated as rigid',
      confidence: 'sure',
    });
  });

  it('multiplies a rest scale into what hangs below', () => {
    const scaled = { ...stand, joints: stand.joints.map((joint, i) => (i === spine ? { ...joint, scale: 2 } : joint)) };
    const height = (clip: Clip, name: string) => jointPositions(clip, 0)[3 * clip.skeleton.names.indexOf(name) + 1];
    const [plain, twice] = [toClip(stand), toClip(scaled)];
    expect(height(twice, 'Spine')).toBeCloseTo(height(plain, 'Spine'), 9);
    expect(height(twice, 'Head') - height(twice, 'Spine')).toBeCloseTo(
      2 * (height(plain, 'Head') - height(plain, 'Spine')),
      9,
    );
  });
});

describe('quaternions', () => {
  it('keep their sign from frame to frame', () => {
    const flipped = {
      ...stand,
      rotations: stand.rotations.map((track) => track!.map((x, i) => (i >= 4 && i < 8 ? -x : x))),
    };
    expect([...toClip(flipped).q].map((x) => x + 0)).toEqual([...toClip(stand).q]); // + 0: −0 is 0
  });
});

describe('fromClip', () => {
  it('writes an edited clip into the frame of its file', () => {
    const clip = toClip(underArmature(stand, { scale: 0.1, translation: [5, 0, 0] }));
    const q = clip.q.slice();
    q[0] += 0.5;
    const back = fromClip(createClip({ ...clip, q }));
    const moved = back.translations[2]![0] - stand.translations[0]![0];
    expect(moved * 0.1 * clip.source!.frame.metresPerUnit).toBeCloseTo(0.5, 9);
    expect(back.translations[2]!.subarray(3)).toEqual(fromClip(clip).translations[2]!.subarray(3));
  });

  it('animates a joint that the file holds still only when the clip moves it', () => {
    const held = { ...stand, rotations: stand.rotations.map((track, i) => (i === 1 ? undefined : track)) };
    const clip = toClip(held);
    expect(fromClip(clip).rotations[1]).toBeUndefined();
    const q = clip.q.slice();
    q.set([1, 0, 0, 0], 3 + 4);
    expect([...fromClip(createClip({ ...clip, q })).rotations[1]!.subarray(0, 4)]).toEqual([1, 0, 0, 0]);
  });

  it('keeps the reference frames in front of a trimmed clip', () => {
    const clip = toClip(underArmature(stand, {}), { referenceFrames: 1 });
    const nq = clip.q.length / clip.frameCount;
    const trimmed = createClip({
      ...clip,
      q: clip.q.slice(nq),
      extraTracks: clip.extraTracks.map((track) => ({ ...track, values: track.values.slice(3) })),
    });
    const back = fromClip(trimmed);
    expect(back.frameCount).toBe(2);
    expect(back.translations[2]![2]).toBeCloseTo(0, 9);
    expect(back.translations[2]![5]).toBeCloseTo(4, 9);
    expect([...back.translations[1]!]).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it('builds a file of its own from the skeleton alone', () => {
    const clip = toClip(underArmature(stand, { scale: 3 }));
    const fresh = fromClip(clip, { fresh: true, metresPerUnit: 0.01 });
    expect(fresh.joints.map((joint) => joint.name)).toEqual(clip.skeleton.names);
    expect(fresh).toMatchObject({ statedUp: 'y', statedMetresPerUnit: 0.01, document: undefined });
    const again = toClip(fresh);
    again.q.forEach((x, i) => {
      expect(x).toBeCloseTo(clip.q[i], 9);
    });
    expect(again.skeleton.offsets.every((x, i) => Math.abs(x - clip.skeleton.offsets[i]) < 1e-12)).toBe(true);
  });

  it('refuses tracks and sources that do not fit the clip', () => {
    const clip = toClip(underArmature(stand, {}));
    const short = {
      ...clip,
      extraTracks: clip.extraTracks.map((track) => ({ ...track, values: track.values.slice(3) })),
    };
    expect(() => fromClip(short)).toThrow(
      'extra translation track of "Camera": expected 3 frames of 3 numbers, found 6',
    );
    expect(() => fromClip(clip, { fresh: true, metresPerUnit: 0 })).toThrow(UsageError);
  });
});

describe('options', () => {
  it('takes roles from a manual map', () => {
    const anonymous = { ...stand, joints: stand.joints.map((joint) => ({ ...joint, name: `x ${joint.name}` })) };
    const map = Object.fromEntries(Object.entries(PLAIN_NAMES).map(([role, name]) => [role, `x ${name}`]));
    expect(toClip(anonymous, { roles: map }).roles).toMatchObject({ status: 'humanoid', by: 'map' });
    expect(() => toClip(anonymous, { roles: PLAIN_NAMES as Record<string, string> })).toThrow(
      'role hips: no joint is called "Hips"; did you mean "x Hips"?',
    );
  });

  it('reads a file without frames', () => {
    const empty: RawMotion = {
      ...stand,
      frameCount: 0,
      translations: stand.translations.map((track) => track && new Float64Array(0)),
      rotations: stand.rotations.map(() => new Float64Array(0)),
    };
    const clip = toClip(empty);
    expect(clip.frameCount).toBe(0);
    expect(clip.roles.status).toBe('humanoid');
    expect(fromClip(clip).frameCount).toBe(0);
  });
});
