/**
 * Opens the example pages of Babylon.js and PlayCanvas in Chromium with a person made by code, hits it, and waits for a step. Not part of
 * the tests, because the engines are 200 MB: install them in a folder of your own, and name it.
 *
 *   npm install --prefix FOLDER @babylonjs/core @babylonjs/loaders playcanvas
 *   npx tsx scripts/check-engines.ts FOLDER [picture.png]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { writeClip } from '../packages/poise/src/motion/formats/index.ts';
import { createActor } from '../packages/poise/src/performer/actor.ts';
import { motionNamed } from '../packages/poise/src/performer/index.ts';
import { meshFor } from '../packages/poise/src/performer/mannequin/mesh.ts';
import { perform } from '../packages/poise/src/performer/motion.ts';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from './chromium.js';
import { root } from './run.js';

const [folder, picture] = process.argv.slice(2);
if (folder === undefined) throw new Error('missing the folder in which the engines are installed');
const executablePath = findChromium();
if (!executablePath) throw new Error(HOW_TO_INSTALL);
const { body } = createActor();
const mesh = meshFor(body, body.roles, body.skeleton);
const person = (await writeClip(perform(motionNamed('idle')), 'person.glb', { fresh: true, mesh })) as Uint8Array;

const modules = resolve(folder, 'node_modules');
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
for (const engine of ['babylon', 'playcanvas']) {
  const { output } = (await build({
    root: join(root, `examples/${engine}-page`),
    configFile: false,
    logLevel: 'error',
    base: './',
    build: { write: false, target: 'esnext', minify: false, chunkSizeWarningLimit: 10_000 },
    resolve: {
      alias: [
        { find: /^@babylonjs\//, replacement: `${modules}/@babylonjs/` },
        { find: /^playcanvas$/, replacement: `${modules}/playcanvas/build/playcanvas.mjs` },
      ],
    },
  })) as Rolldown.RolldownOutput;
  const files = new Map<string, string | Uint8Array>(
    output.map((part) => [`/${part.fileName}`, part.type === 'chunk' ? part.code : part.source]),
  );
  files.set('/person.glb', person);
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '').split('?')[0]!;
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.html') ? 'text/html' : 'model/gltf-binary';
    const found = files.get(path);
    response.writeHead(found ? 200 : 404, { 'content-type': type }).end(found);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const page = await browser.newPage({ viewport: { width: 480, height: 480 } });
  page.on('pageerror', (error) => console.error(engine, String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForSelector('canvas');
  let foot: string | null = null;
  for (let tried = 0; tried < 60 && foot === null; tried++) {
    await page.mouse.click(240, 215);
    await page.waitForTimeout(1000);
    foot = await page.getAttribute('body', 'data-step');
  }
  if (picture !== undefined) await page.screenshot({ path: picture.replace(/(\.png)?$/, `-${engine}.png`) });
  console.log(`${engine}: ${foot === null ? 'no step' : `steps with the ${foot} foot`}`);
  if (foot === null) process.exitCode = 1;
  await page.close();
  server.close();
}
await browser.close();
