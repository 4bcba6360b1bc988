import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { FormatError, UsageError } from '../../src/errors.ts';
import {
  extensionOf,
  formatForData,
  formatForFile,
  formats,
  readClips,
  writeClip,
} from '../../src/motion/formats/index.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the registry of formats', () => {
  it('has each id and each extension once, in lower case with a dot', () => {
    const ids = formats.map(({ id }) => id);
    const extensions = formats.flatMap((format) => format.extensions);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(extensions).size).toBe(extensions.length);
    for (const extension of extensions) expect(extension).toMatch(/^\.[a-z0-9]+$/);
  });

  it('goes by the last extension, whatever its case', () => {
    expect(extensionOf('some.folder/Walk.01.BVH')).toBe('.bvh');
    expect(extensionOf('C:\\clips.d\\walk')).toBe('');
    expect(formatForFile('a/b/WALK.GLB').id).toBe('gltf');
  });

  it('names what it knows when it does not know a file', () => {
    expect(() => formatForFile('notes.txt')).toThrow(UsageError);
    expect(() => formatForFile('notes.txt')).toThrow(/\.bvh, \.glb.*found "\.txt"/);
  });

  it.each([
    ['bvh', 'HIERARCHY\nROOT Hips'],
    ['bvh', '\uFEFF  hierarchy\r\nROOT Hips'],
    ['gltf', 'glTF\u0002'],
    ['gltf-json', '{"asset": {"version": "2.0"}}'],
    ['fbx', 'Kaydara FBX Binary  '],
    ['fbx', '; FBX 7.3.0 project file'],
    ['amc', '#!OML:ASF\n:FULLY-SPECIFIED\n:DEGREES\n1'],
    ['trc', 'PathFileType\t4\t(X/Y/Z)'],
    ['mot', 'Coordinates\nversion=1\nnRows=10\nnColumns=4\ninDegrees=yes\nendheader'],
    ['osim', '<?xml version="1.0"?>\n<OpenSimDocument Version="30000">'],
    ['c3d', '\u0002P'],
  ])('recognises %s by its beginning', (id, text) => {
    expect(formatForData(bytes(text), 'download').id).toBe(id);
  });

  it('reads a file without an extension', async () => {
    const clip = madeUpMotion(30);
    const [again] = await readClips(await writeClip(clip, 'a.bvh'), 'download');
    expect(again!.frameCount).toBe(clip.frameCount);
  });

  it('refuses an empty file and a file that is nothing known', async () => {
    await expect(readClips(new Uint8Array(0), 'a.bvh')).rejects.toThrow(FormatError);
    await expect(readClips(bytes('hello'), 'download')).rejects.toThrow(UsageError);
  });
});
