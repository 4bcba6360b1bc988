import { readFileSync } from 'node:fs';

/** Of the package, so that it is stated in one place. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
