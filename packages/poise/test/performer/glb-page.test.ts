/** `poise perform walk -o walk.glb` in a stock viewer: three's GLTFLoader in a real browser shows a person who walks. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from '../../../../scripts/chromium.js';
import { motionFolder, poise } from '../cli/support.ts';

const folder = motionFolder();
const three = dirname(dirname(createRequire(import.meta.url).resolve('three'))); // the package's folder
const executablePath = findChromium();

/** Loads the file, plays it, and leaves what it finds in window.found. */
const PAGE = `<!doctype html><body style="margin:0"><canvas width="480" height="480"></canvas>
<script type="importmap">{"imports":{"three":"/three/build/three.module.js"}}</script>
<script type="module">
import * as THREE from 'three';
import { GLTFLoader } from '/three/examples/jsm/loaders/GLTFLoader.js';
const found = { moments: [] };
try {
  const gltf = await new GLTFLoader().loadAsync('/walk.glb');
  const meshes = [];
  gltf.scene.traverse((node) => { if (node.isSkinnedMesh) meshes.push(node); });
  found.skinned = meshes.length;
  found.vertices = meshes.reduce((sum, { geometry }) => sum + geometry.attributes.position.count, 0);
  found.bones = meshes[0].skeleton.bones.map(({ name }) => name);
  found.clips = gltf.animations.map(({ name, duration, tracks }) => ({ name, duration, tracks: tracks.length }));
  const scene = new THREE.Scene();
  scene.background = new THREE.Color('#ffffff');
  scene.add(gltf.scene, new THREE.HemisphereLight('#ffffff', '#777777', 3));
  const mixer = new THREE.AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  const renderer = new THREE.WebGLRenderer({ canvas: document.querySelector('canvas'), preserveDrawingBuffer: true });
  const camera = new THREE.PerspectiveCamera(35, 1, 0.1, 50);
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  for (let k = 0; k < 9; k++) {
    mixer.setTime((k / 9) * gltf.animations[0].duration);
    gltf.scene.updateMatrixWorld(true);
    box.makeEmpty();
    for (const mesh of meshes) {
      mesh.computeBoundingBox(); // of the skinned surface as it is posed
      box.union(mesh.boundingBox.clone().applyMatrix4(mesh.matrixWorld));
    }
    const hips = meshes[0].skeleton.getBoneByName('hips').getWorldPosition(point).toArray();
    found.moments.push({ least: box.min.toArray(), most: box.max.toArray(), hips });
  }
  const [x, , z] = found.moments.at(-1).hips;
  camera.position.set(x + 3.5, 1.2, z + 1.5);
  camera.lookAt(x, 0.9, z);
  renderer.render(scene, camera);
} catch (error) { found.error = String(error); }
window.found = found;
</script>`;

interface Found {
  readonly error?: string;
  readonly skinned: number;
  readonly vertices: number;
  readonly bones: readonly string[];
  readonly clips: readonly { readonly name: string; readonly duration: number; readonly tracks: number }[];
  readonly moments: readonly Record<'least' | 'most' | 'hips', readonly [number, number, number]>[];
}

async function startServer(file: string): Promise<Server> {
  const answer = async (path: string): Promise<[type: string, body: Buffer | string]> => {
    if (path === '/') return ['text/html', PAGE];
    if (path === '/walk.glb') return ['model/gltf-binary', await readFile(file)];
    return ['text/javascript', await readFile(join(three, normalize(path.replace(/^\/three\//, ''))))];
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ([type, body]) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(!executablePath)(`a walk in a stock viewer${executablePath ? '' : `: ${HOW_TO_INSTALL}`}`, () => {
  let server: Server;
  let browser: Browser;
  let found: Found;
  let inked = 0; // share of the picture that is not background

  beforeAll(async () => {
    const file = folder.path('walk.glb');
    expect((await poise('perform', 'walk', '--strides', '2', '-o', file)).code).toBe(0);
    server = await startServer(file);
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS });
    const page = await browser.newPage({ viewport: { width: 480, height: 480 } });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction('window.found', undefined, { timeout: 200_000 });
    found = (await page.evaluate('window.found')) as Found;
    inked = (await page.evaluate(`(() => {
      const context = new OffscreenCanvas(480, 480).getContext('2d');
      context.drawImage(document.querySelector('canvas'), 0, 0);
      const { data } = context.getImageData(0, 0, 480, 480);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 720) count++;
      return count / (480 * 480);
    })()`)) as number;
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it('shows a skinned person with bones that viewers know', () => {
    expect(found.error).toBeUndefined();
    expect(found.skinned).toBeGreaterThan(0); // one per material, as loaders do
    expect(found.vertices).toBeGreaterThan(1000);
    for (const bone of ['hips', 'spine', 'head', 'leftUpperLeg', 'rightLowerArm']) expect(found.bones).toContain(bone);
    expect(inked).toBeGreaterThan(0.02);
    expect(inked).toBeLessThan(0.5);
  });

  it('has the size of a person at every moment, on the ground', () => {
    for (const { least, most } of found.moments) {
      expect(most[1] - least[1]).toBeGreaterThan(1.6);
      expect(most[1] - least[1]).toBeLessThan(1.85);
      expect(Math.abs(least[1])).toBeLessThan(0.02);
      expect(most[0] - least[0]).toBeLessThan(0.9);
      expect(most[2] - least[2]).toBeLessThan(1.3);
    }
  });

  it('plays: it travels at walking speed, and the legs swing', () => {
    expect(found.clips).toHaveLength(1);
    const [{ duration, tracks }] = found.clips as [Found['clips'][number]];
    expect(tracks).toBeGreaterThan(15);
    const travel = found.moments.map(({ hips }) => hips[2]);
    expect((travel[8]! - travel[0]!) / ((8 / 9) * duration)).toBeCloseTo(1.3, 1);
    const lengths = found.moments.map(({ least, most }) => most[2] - least[2]);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeGreaterThan(0.15);
  });
});
