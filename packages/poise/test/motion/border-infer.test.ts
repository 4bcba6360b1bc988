import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { Vec3 } from '../../src/math/types.ts';
import type { Clip, ImportNote } from '../../src/motion/clip.ts';
import { inferGround } from '../../src/motion/infer-ground.ts';
import { inferUnit } from '../../src/motion/infer-unit.ts';
import { UP_AXES, type UpAxis } from '../../src/motion/infer-up.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import { toClip } from '../../src/motion/to-clip.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { personMotion } from '../support/people.ts';

const noteOn = (clip: Clip, topic: ImportNote['topic']): ImportNote | undefined =>
  clip.source!.notes.find((note) => note.topic === topic);

const line = (from: Vec3, to: Vec3, frames: number): Vec3[] =>
  Array.from({ length: frames }, (_, f) => from.map((x, k) => x + ((to[k] - x) * f) / (frames - 1)) as unknown as Vec3);

const walk = line([0, 0.95, 0], [0, 0.95, 3], 60);

/** Turns the whole motion by keys on the root: the rest pose stays as it is. */
function withRootTurned(raw: RawMotion, turn: readonly number[], axes: (p: Vec3) => Vec3): RawMotion {
  const path = raw.translations[0]!;
  const moved = new Float64Array(path.length);
  for (let i = 0; i < path.length; i += 3) moved.set(axes([path[i], path[i + 1], path[i + 2]]), i);
  const turned = new Float64Array(4 * raw.frameCount).map((_, i) => turn[i % 4]);
  return {
    ...raw,
    translations: raw.translations.map((track, i) => (i === 0 ? moved : track)),
    rotations: raw.rotations.map((track, i) => (i === 0 ? turned : track)),
  };
}

const zUp = ([x, y, z]: Vec3): Vec3 => [x, -z, y];
const Y_TO_Z = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

describe('unit', () => {
  it.each([1, 0.01, 0.001, 0.0254, 0.0254 / 0.45])('sees that a unit is %f m', (metresPerUnit) => {
    const clip = toClip(personMotion({ metresPerUnit, path: walk }));
    expect(clip.source!.frame.metresPerUnit).toBe(metresPerUnit);
    expect(noteOn(clip, 'unit')).toMatchObject({
      confidence: 'sure',
      text: expect.stringMatching(/a 1\.\d\d m person/),
    });
  });

  it('believes the file unless the person would be a giant', () => {
    const evidence = { option: undefined, stature: 120, size: 0 };
    expect(inferUnit({ ...evidence, stated: 0.01 }).metresPerUnit).toBe(0.01);
    const giant = inferUnit({ ...evidence, stature: 170, stated: 1 });
    expect(giant.metresPerUnit).toBe(0.01);
    expect(giant.notes[0].text).toContain('the file states 1 m, which would make 170.00 m');
  });

  it('sees CMU units that were written as metres', () => {
    const { metresPerUnit } = inferUnit({ option: undefined, stature: 3010, size: 0, stated: 0.01 });
    expect(metresPerUnit).toBeCloseTo(0.01 * (0.0254 / 0.45), 9);
  });

  it('takes the caller at his word', () => {
    const clip = toClip(personMotion({ metresPerUnit: 0.01, path: walk }), { metresPerUnit: 0.02 });
    expect(clip.source!.frame.metresPerUnit).toBe(0.02);
    expect(() => toClip(personMotion({}), { metresPerUnit: -1 })).toThrow(UsageError);
  });
});

describe('up axis', () => {
  it.each(Object.keys(UP_AXES) as UpAxis[])('finds %s up when rest pose and motion stand along it', (up) => {
    // Y-up metres → file axes: the columns of the inverse turn.
    const [x, y, z, w] = UP_AXES[up].worldFromFile;
    const inverse = (v: Vec3): Vec3 => {
      const t = [2 * (-y * v[2] + z * v[1]), 2 * (-z * v[0] + x * v[2]), 2 * (-x * v[1] + y * v[0])];
      return [
        v[0] + w * t[0] - y * t[2] + z * t[1],
        v[1] + w * t[1] - z * t[0] + x * t[2],
        v[2] + w * t[2] - x * t[1] + y * t[0],
      ];
    };
    const clip = toClip(personMotion({ path: walk, axes: inverse, metresPerUnit: 0.01 }));
    expect(noteOn(clip, 'up')!.text).toContain(`${up.toUpperCase()} is up`);
    const head = clip.skeleton.names.indexOf('Head');
    const positions = jointPositions(clip, 30);
    expect(positions[3 * head + 1]).toBeCloseTo(1.56, 6);
    expect(positions[3 * head + 2]).toBeCloseTo(walk[30][2], 6);
  });

  it('finds Z up when only the motion stands along it and walks across it', () => {
    const clip = toClip(withRootTurned(personMotion({ path: walk }), Y_TO_Z, zUp));
    expect(noteOn(clip, 'up')!.text).toMatch(/^Z is up/);
    expect(jointPositions(clip, 0)[1]).toBeCloseTo(0.95, 6);
  });

  it('finds Z up under somebody who stays in place, where the zero is a floor to stand on and none to lie on', () => {
    const standing = personMotion({ path: line([0, 0.95, 0], [0.05, 0.95, 0.02], 60) });
    const clip = toClip(withRootTurned(standing, Y_TO_Z, zUp));
    expect(noteOn(clip, 'up')!.text).toMatch(/^Z is up/);
    // The same pose on its back: hips as high over the zero as a back is thick, feet anywhere along the floor.
    const onBack = ([x, y, z]: Vec3): Vec3 => [x, 0.1 - z, y - 0.95];
    const lying = toClip(withRootTurned(standing, Y_TO_Z, onBack));
    expect(noteOn(lying, 'up')!.text).toMatch(/^Y is up/);
  });

  it('takes the axis that is asked for, and only an axis', () => {
    const clip = toClip(personMotion({ path: walk }), { up: 'z' });
    expect(clip.source!.frame.worldFromFile).toEqual(UP_AXES.z.worldFromFile);
    expect(() => toClip(personMotion({}), { up: 'w' as UpAxis })).toThrow(
      'up must be one of y, z, x, -y, -z, -x, found "w"',
    );
  });

  it('leaves a person lying along Z on the floor', () => {
    const lying = withRootTurned(personMotion({ path: line([0, 0.1, 0], [0, 0.1, 0.02], 60) }), Y_TO_Z, (p) => p);
    const clip = toClip(lying);
    expect(noteOn(clip, 'up')).toMatchObject({ text: expect.stringMatching(/^Y is up/), confidence: 'guess' });
  });

  it('does not flip for a person crawling along Z', () => {
    const crawling = withRootTurned(personMotion({ path: line([0, 0.4, 0], [0, 0.4, 5], 60) }), Y_TO_Z, (p) => p);
    expect(noteOn(toClip(crawling), 'up')!.text).toMatch(/^Y is up/);
  });
});

describe('ground', () => {
  it("keeps the file's floor when the soles are near it, and says where they are", () => {
    const clip = toClip(personMotion({ path: line([0, 1, 0], [0, 1, 1], 30) }));
    expect(clip.source!.frame.groundHeight).toBe(0);
    expect(noteOn(clip, 'ground')!.text).toMatch(/soles come down to about 0\.0\d\d m/);
  });

  it('lifts a motion whose root is at the origin', () => {
    const clip = toClip(personMotion({ path: line([0, 0, 0], [0, 0.001, 0], 30) }));
    expect(clip.source!.frame.groundHeight).toBeCloseTo(-0.95, 1);
    expect(noteOn(clip, 'ground')).toMatchObject({ confidence: 'likely' });
    const lowest = jointPositions(clip, 0)[3 * clip.skeleton.names.indexOf('LeftToeBase') + 1];
    expect(lowest).toBeGreaterThan(0);
    expect(lowest).toBeLessThan(0.05);
  });

  it('is not misled by a few frames below the floor or by a jump', () => {
    const heights = Array.from({ length: 100 }, (_, f) => (f < 3 ? -0.5 : f < 40 ? 0.6 : 0.3));
    expect(inferGround(heights, undefined).groundHeight).toBeCloseTo(0.3, 9);
  });

  it('is not moved by a stretch that is sunk, however long', () => {
    const heights = (share: number): number[] => Array.from({ length: 100 }, (_, f) => (f < 100 * share ? -0.2 : 0.01));
    expect(inferGround(heights(0.6), undefined).groundHeight).toBe(0);
    expect(inferGround(heights(0.9), undefined).groundHeight).toBeCloseTo(-0.2, 9); // hardly ever at zero
  });

  it('takes the height that is asked for', () => {
    expect(toClip(personMotion({}), { groundHeight: 0.25 }).q[1]).toBeCloseTo(0.7, 12);
  });
});

describe('facing', () => {
  it.each([
    [0, 'faces +Z'],
    [90, 'faces +X'],
    [180, 'faces −Z'],
    [30, 'faces 30° to the left of +Z'],
  ])('reports a heading of %d° and leaves the clip as it is', (degrees, text) => {
    const half = (degrees * Math.PI) / 360;
    const raw = withRootTurned(personMotion({ path: walk }), [0, Math.sin(half), 0, Math.cos(half)], (p) => p);
    const clip = toClip(raw);
    expect(noteOn(clip, 'forward')!.text).toContain(text);
    expect(clip.q[4]).toBeCloseTo(Math.sin(half), 12);
  });
});

describe('reference frame', () => {
  /** Arms at the sides, swinging a little; frame 0 is the T-pose where the first captured frame is. */
  function withTPose(): RawMotion {
    const raw = personMotion({ path: [walk[0], ...walk], metresPerUnit: 0.01 });
    const rotations = raw.rotations.map((track, i) => {
      const turned = track!.slice();
      for (let f = 1; f < raw.frameCount; f++) {
        const angle = 0.3 + 0.02 * Math.sin(0.2 * f + i);
        turned.set([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)], 4 * f);
      }
      return turned;
    });
    return { ...raw, rotations };
  }

  it('sets the added T-pose aside and says so', () => {
    const clip = toClip(withTPose());
    expect(clip.frameCount).toBe(60);
    expect(clip.source!.referenceFrames.length).toBe(3 + 4 * clip.skeleton.names.length);
    expect(noteOn(clip, 'reference-frame')!.text).toContain('frame 0 is a pose put in front of the motion');
  });

  it('keeps it when asked to, and takes away more when asked to', () => {
    expect(toClip(withTPose(), { referenceFrames: 0 }).frameCount).toBe(61);
    expect(toClip(withTPose(), { referenceFrames: 5 }).frameCount).toBe(56);
    expect(() => toClip(withTPose(), { referenceFrames: 62 })).toThrow('from 0 to 61, found 62');
  });

  it('keeps a first frame from which the person steps away', () => {
    const raw = withTPose();
    const path = raw.translations[0]!.slice();
    path[5] += 4; // 4 cm in the first step, 5 cm in the next
    expect(toClip({ ...raw, translations: raw.translations.map((t, i) => (i === 0 ? path : t)) }).frameCount).toBe(61);
  });
});
