/** One browser and one server of the built studio for all page tests: the first page pays for both, the others open fast. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import type { TestProject } from 'vitest/node';
import { CHROMIUM_FLAGS, findChromium } from '../../../../scripts/chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: string | undefined; // where to connect to; undefined: no Chromium here
    readonly address: string | undefined; // of the studio; undefined: it is not built
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  const browser = executablePath && (await chromium.launchServer({ executablePath, args: CHROMIUM_FLAGS }));
  const server = existsSync(`${root}/dist/index.html`)
    ? await preview({ root, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } })
    : undefined;
  project.provide('browser', browser ? browser.wsEndpoint() : undefined);
  project.provide('address', server && `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`);
  return async () => {
    if (browser) await browser.close();
    await server?.close();
  };
}
