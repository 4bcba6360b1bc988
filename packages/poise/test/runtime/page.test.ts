/** The example page in a real browser: a GLB made by code is loaded, clicked on, and steps. Also: how much a page has to load. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from '../../../../scripts/chromium.js';
import { createActor } from '../../src/performer/actor.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { meshFor } from '../../src/performer/mannequin/mesh.ts';
import { perform } from '../../src/performer/motion.ts';
import { entryAliases } from '../support/entries.ts';
import { writeValid } from '../support/gltf-valid.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = here('../../../../examples/three-page');

async function bundle(options: object): Promise<Rolldown.RolldownOutput['output']> {
  const built = await build({ configFile: false, logLevel: 'error', resolve: { alias: entryAliases }, ...options });
  return (built as Rolldown.RolldownOutput).output;
}

let browser: Browser | undefined;
let server: Server | undefined;
let files: Map<string, string | Uint8Array> | undefined;
afterAll(async () => {
  await browser?.close();
  server?.close();
});

describe('the example page', () => {
  it('has fewer than 40 lines', async () => {
    expect((await readFile(join(page, 'main.js'), 'utf8')).trim().split('\n').length).toBeLessThan(40);
  });

  it('steps when it is clicked', async () => {
    const { body } = createActor();
    const mesh = meshFor(body, body.roles, body.skeleton);
    const made = await writeValid(perform(motionNamed('idle')), 'person.glb', { fresh: true, mesh });
    await expectStep(made as Uint8Array);
  });

  it('loads only what is asked for: the layer, and on top what is handed to it', async () => {
    const layer = await sizeOf("export { ReactionLayer } from 'poise';");
    const both = await sizeOf("export { ReactionLayer } from 'poise'; export { bindCharacter } from 'poise/three';");
    const library = await sizeOf("export { ReactionLayer, reactionLibrary, unpackLibrary } from 'poise';");
    const falls = await sizeOf("export { ReactionLayer } from 'poise'; export { falls } from 'poise/falls';");
    const kB = (size: number): string => `${size.toFixed(1)} kB`;
    console.log(
      `gzip: ReactionLayer ${kB(layer)}, with poise/three ${kB(both)}, with a library ${kB(library)}, with falls ${kB(falls)}`,
    );
    // gaits included; without them and all that can be left out 68 kB remain. Saves that restore in every frame took half a kilobyte, feet that
    // pass beside the other leg, stances with one foot ahead and steps back that would come too late one
    expect(layer).toBeLessThan(120.2);
    expect(layer).toBeGreaterThan(10);
    expect(both).toBeLessThan(130.7);
    // neither is loaded by those who do not ask for it
    expect(falls).toBeGreaterThan(layer + 4);
    expect(falls).toBeLessThan(layer + 27.1); // falls and getting up
    expect(library).toBeGreaterThan(layer + 10);
    expect(library).toBeLessThan(158.4);
  });
});

describeWithMocap('the example page with a model of three.js', () => {
  it('steps when it is clicked', async () => {
    await expectStep(await readFile(mocapPath('threejs-examples', 'Xbot.glb')));
  });
});

/** Serves the page with a model, and clicks on the chest until it has loaded and stepped. */
async function expectStep(model: Uint8Array): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_INSTALL);
  files ??= await bundlePage();
  files.set('/person.glb', model);
  server ??= await serve(files);
  browser ??= await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const view = await browser.newPage({ viewport: { width: 480, height: 480 } });
  const wrong: string[] = [];
  view.on('pageerror', (error) => wrong.push(String(error)));
  await view.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await view.waitForSelector('canvas');
  // a click is lost while the model loads: again, a second later, until there is a step
  const stepped = (): Promise<boolean> => view.getAttribute('body', 'data-step').then((foot) => foot !== null);
  await expect
    .poll(
      async () => {
        if (!(await stepped())) await view.mouse.click(240, 215);
        return wrong.length > 0 || (await stepped());
      },
      { interval: 1000, timeout: 180_000 },
    )
    .toBe(true);
  expect(wrong).toEqual([]);
  expect(await view.getAttribute('body', 'data-step')).toMatch(/left|right/);
  await view.close();
}

async function bundlePage(): Promise<Map<string, string | Uint8Array>> {
  const build = { write: false, target: 'esnext', minify: false };
  const parts = await bundle({ root: page, base: './', build });
  return new Map(parts.map((part) => [`/${part.fileName}`, part.type === 'chunk' ? part.code : part.source]));
}

async function serve(found: ReadonlyMap<string, string | Uint8Array>): Promise<Server> {
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
  const made = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const file = found.get(path);
    response.writeHead(file ? 200 : 404, { 'content-type': types[extname(path)] ?? 'model/gltf-binary' }).end(file);
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return made;
}

/** Kilobytes of a minified and compressed module, of the package as it is built. */
async function sizeOf(module: string): Promise<number> {
  const entry = '\0layer';
  const output = await bundle({
    resolve: {},
    build: {
      write: false,
      target: 'esnext',
      rollupOptions: { input: entry, external: ['three'], preserveEntrySignatures: 'strict' },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id: string) => (id === entry ? id : undefined),
        load: (id: string) => (id === entry ? module : undefined),
      },
    ],
  });
  const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  return gzipSync(code).length / 1024;
}
