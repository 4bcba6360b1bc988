/** What is taken from a drop. */
import { describe, expect, it } from 'vitest';
import { companionsOf, sortFiles } from '../src/app/files.ts';
import { readPicked } from '../src/app/read-drop.ts';
import type { Catalogue } from '../src/state/types.ts';
import type { GivenFile } from '../src/worker/api.ts';

const catalogue: Catalogue = {
  motions: [],
  readable: ['.bvh', '.amc', '.asf', '.gltf', '.glb'],
  companions: ['.asf', '.osim', '.bin'],
  rules: {},
};

const given = (path: string): GivenFile => ({ path, file: new File(['x'], path.split('/').at(-1)!) });

describe('a drop', () => {
  it('opens the motions and passes over the rest', () => {
    const files = ['f/a.bvh', 'f/B.BVH', 'f/readme.txt', 'f/.hidden.bvh', 'f/01.asf'].map(given);
    const { mains, passedOver } = sortFiles(files, catalogue);
    expect(mains.map(({ path }) => path)).toEqual(['f/a.bvh', 'f/B.BVH']);
    expect(passedOver).toBe(1);
  });

  it('lists a folder that was picked by name, as a file manager does', () => {
    const picked = ['walk10.bvh', 'Walk2.bvh', 'b.bvh'].map((name) => new File(['x'], name));
    expect(readPicked(picked).map(({ path }) => path)).toEqual(['b.bvh', 'Walk2.bvh', 'walk10.bvh']);
  });

  it('tries a lone file whatever it is called, so that the reader can say what is wrong', () => {
    expect(sortFiles([given('notes.txt')], catalogue).mains).toHaveLength(1);
    expect(sortFiles([given('01.asf')], catalogue).mains).toHaveLength(1);
  });

  it('sends along what lies beside a motion', () => {
    const files = ['a/01.amc', 'a/01.asf', 'b/02.asf', 'a/x.bvh'].map(given);
    expect(companionsOf(files[0]!, files, catalogue).map(({ path }) => path)).toEqual(['a/01.asf']);
    const scene = ['a/s.gltf', 'a/buffers/s.bin', 'a/s.png', 'b/t.bin'].map(given);
    expect(companionsOf(scene[0]!, scene, catalogue).map(({ path }) => path)).toEqual(['a/buffers/s.bin', 'a/s.png']);
  });
});
