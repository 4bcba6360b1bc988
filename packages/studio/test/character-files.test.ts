/** A character's file is shown with what it holds, and nothing is fetched that it names. */
import type { FileTree } from 'poise/io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeGlb } from '../../poise/test/support/glb.ts';
import { inside, loadGlb } from '../src/scene/character/load-character.ts';

const fetched: string[] = [];
beforeEach(() => {
  fetched.length = 0;
  vi.stubGlobal('fetch', async (request: Request | string) => {
    fetched.push(typeof request === 'string' ? request : request.url);
    throw new TypeError('no network in this test');
  });
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => {} }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tree = { joints: [{ name: 'hips' }] } as unknown as FileTree;

describe('a GLB that names files elsewhere', () => {
  it.each([
    ['a buffer', { buffers: [{ byteLength: 36, uri: 'https://elsewhere.example/mesh.bin' }] }],
    ['a buffer beside it', { buffers: [{ byteLength: 36, uri: 'mesh.bin' }] }],
    ['a picture', { images: [{ uri: 'https://elsewhere.example/seen.png' }] }],
    ['a picture by protocol alone', { images: [{ uri: '//elsewhere.example/seen.png' }] }],
  ])('fetches nothing for %s', async (_, more) => {
    const textured = {
      textures: [{ source: 0 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${btoa('\0'.repeat(36))}` }],
      images: [{ uri: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    };
    const glb = makeGlb({ nodes: [{ name: 'hips', mesh: 0 } as never], more: { ...textured, ...more } });
    await loadGlb(glb, tree).catch(() => {}); // a file without its mesh may fail to be shown
    expect(fetched.length).toBeGreaterThan(0); // the loaders did ask …
    for (const url of fetched) expect(url).toMatch(/^(?:data|blob):/); // … and got only what is inside
  });

  it('lets pass what is inside the file', () => {
    for (const url of ['data:image/png;base64,AA', 'blob:http://here/1', 'DATA:,x']) expect(inside(url)).toBe(url);
    for (const url of ['http://x/y', '//x/y', 'y.png', 'javascript:1', ' http://x', 'file:///etc/passwd']) {
      expect(inside(url)).toMatch(/^data:image\/gif/);
    }
  });
});
