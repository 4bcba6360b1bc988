/** The built studio in a real browser, for page tests. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { HOW_TO_INSTALL } from '../../../../scripts/chromium.js';

/** How long a state is waited for [ms]: for what hangs, not for what is slow on a busy machine. */
export const PATIENCE = 80_000;

/** Most tests look at the first motion at rest: a software renderer is busy enough with one picture. */
const AT_REST = '#clip=walk&t=0.5';

export interface OpenOptions extends BrowserContextOptions {
  readonly hash?: string;
  /** Do not wait for the first verdict. */
  readonly early?: boolean;
}

export interface StudioBrowser {
  /** The page that the tests of a file share, opened at its first use: opening is what costs time. */
  readonly shared: () => Promise<Page>;
  /** Opens the studio and waits until the first motion is judged. */
  readonly open: (options?: OpenOptions) => Promise<Page>;
  /** What browser and page complained about since the test began. */
  readonly complaints: () => readonly string[];
  /** Everything that was asked for over the network since the test began. */
  readonly requests: () => readonly string[];
  readonly address: () => string;
}

/** The studio for the tests of one file. `options`: of the page that they share. */
export function startStudio(options: OpenOptions = {}): StudioBrowser {
  let browser: Browser;
  let address = '';
  let complaints: string[] = [];
  let requests: string[] = [];
  let shared: Promise<Page> | undefined;

  beforeAll(async () => {
    address = inject('address') ?? '';
    if (!address) throw new Error('The studio is not built: run `npm run build`.');
    const endpoint = inject('browser');
    if (!endpoint) throw new Error(HOW_TO_INSTALL);
    browser = await chromium.connect(endpoint);
  });
  afterAll(async () => await browser?.close());
  afterEach(async () => {
    const kept = (await shared)?.context();
    for (const context of browser.contexts()) if (context !== kept) await context.close();
    complaints = [];
    requests = [];
  });

  const open = async ({ hash = AT_REST, early = false, ...context }: OpenOptions = {}): Promise<Page> => {
    const page = await (
      await browser.newContext({ viewport: { width: 1120, height: 620 }, serviceWorkers: 'block', ...context })
    ).newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => {
      // Most tests keep the offline worker out, which the test driver remarks on.
      const ours = !message.text().includes('blocked by Playwright');
      if (ours && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address + hash);
    if (!early) await judged(page);
    return page;
  };

  return {
    open,
    shared: () => {
      shared ??= open(options);
      return shared;
    },
    complaints: () => complaints,
    requests: () => requests,
    address: () => address,
  };
}

/** Presses the button for the theme until it says so. */
export async function chooseTheme(page: Page, theme: 'Dark' | 'Light' | 'System'): Promise<void> {
  const button = page.getByRole('button', { name: /^Theme: / });
  while (!(await button.getAttribute('aria-label'))?.startsWith(`Theme: ${theme}`)) await button.click();
}

/** Waits until the clip on stage has its verdict. */
export const judged = (page: Page, name = ''): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector('.clip-name')?.textContent?.includes(wanted) &&
      document.querySelector('.verdict[aria-busy=false]:is(.good, .doubtful, .bad)') !== null,
    name,
  );

export interface DroppedFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/** Drops files on the page as a file manager would. */
export async function drop(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const contents = files.map(({ name, data }) => ({ name, text: Buffer.from(data).toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const holder = new DataTransfer();
    for (const { name, text } of given) {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      holder.items.add(new File([bytes], name));
    }
    return holder;
  }, contents);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** Number of the frame shown in the timeline. */
export const frameShown = async (page: Page): Promise<number> =>
  Number(await page.getByRole('textbox', { name: /frame/i }).first().inputValue());

/** Saves what a row of the export sheet offers; the bytes of the file and its name. */
export async function saved(page: Page, title: string): Promise<{ readonly name: string; readonly data: Uint8Array }> {
  const sheet = page.getByRole('dialog', { name: 'Export' });
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: `Save ${title}`, exact: true }).click(),
  ]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return { name: download.suggestedFilename(), data: new Uint8Array(Buffer.concat(parts)) };
}

/** Puts a motion of the library on stage and waits for its verdict. */
export async function showMotion(page: Page, name: string): Promise<void> {
  await page
    .locator('.entry-name')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
  await judged(page, name);
}
