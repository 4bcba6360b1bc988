// Finds the Chromium that the page tests drive.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [
  process.env['POISE_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const HOW_TO_INSTALL =
  'The page tests need Chromium. Run `npx playwright-core install --with-deps chromium` (or, on Debian, `apt-get install -y chromium`), or set POISE_CHROMIUM to its path.';

/** Path of a Chromium on this machine, or undefined. */
export function findChromium() {
  const places = [...PLACES, chromium.executablePath()];
  return places.find((place) => place && existsSync(place));
}
