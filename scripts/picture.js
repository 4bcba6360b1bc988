// `npm run picture`: the README's pictures, taken in Chromium: the report page of the made-up motion, and the studio.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { analyse, fitBody, lint, reportPage } from 'poise';
import { madeUpMotion } from '../examples/support/made-up-person.ts';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from './chromium.js';
import { pictureStudio } from './picture-studio.js';
import { root } from './run.js';

const SHOWN_TIME = 6.6; // [s] in the middle of the lean

const executablePath = findChromium();
if (!executablePath) throw new Error(HOW_TO_INSTALL);
const clip = madeUpMotion();
const body = fitBody(clip, { mass: 70 });
const report = analyse(body, clip);
const html = reportPage(body, clip, report, lint(body, clip, report), { title: clip.name, madeBy: 'Poise' });

const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
const page = await browser.newPage({ viewport: { width: 1280, height: 1180 } });
await page.setContent(html);
await page.fill('#scrub', String(SHOWN_TIME));
await page.locator('#scrub').blur();
await page.waitForFunction((t) => document.getElementById('clock')?.textContent?.startsWith(t), SHOWN_TIME.toFixed(2));
mkdirSync(join(root, 'docs/images'), { recursive: true });
await page.screenshot({ path: join(root, 'docs/images/report.png') });
await browser.close();
await pictureStudio();
