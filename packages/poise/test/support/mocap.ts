/** Finds the captured motion used to judge Poise. It lies beside the repository and is never part of it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url));
const mocapRoot = resolve(process.env['POISE_MOCAP'] ?? resolve(repositoryRoot, '../shared/mocap'));

export const mocapPresent = existsSync(mocapRoot);

/** Absolute path of a captured file. */
export const mocapPath = (...parts: string[]): string => resolve(mocapRoot, ...parts);

/** A suite that needs the captures; where they are absent it is skipped with a plain message. */
export function describeWithMocap(name: string, suite: () => void): void {
  if (mocapPresent) describe(name, suite);
  else
    describe(name, () => it.skip(`needs the captures at ${mocapRoot} (set POISE_MOCAP to point elsewhere)`, () => {}));
}
