// Which packages must be built again: those with a source that is younger than what was built from it.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Latest change of a file, or of anything below a folder [ms]; 0 where there is nothing. */
function latestChange(path) {
  try {
    const own = statSync(path);
    if (!own.isDirectory()) return own.mtimeMs;
    // A folder's own time tells of files that were taken away.
    return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => latestChange(join(path, name))));
  } catch {
    return 0;
  }
}

/** In the order of building. */
const PACKAGES = [
  {
    name: 'poise',
    built: 'packages/poise/dist/index.js',
    sources: [
      'packages/poise/src',
      'packages/poise/package.json',
      'packages/poise/tsconfig.json',
      'tsconfig.base.json',
    ],
  },
  {
    name: 'poise-studio',
    built: 'packages/studio/dist/index.html',
    sources: [
      'packages/studio/src',
      'packages/studio/public',
      'packages/studio/index.html',
      'packages/studio/vite.config.ts',
      'packages/studio/vite.view.config.ts',
      'packages/studio/view-page',
      'packages/studio/package.json',
      'packages/poise/dist/index.js',
      'examples/support',
    ],
  },
];

/** Names of the packages to build; one that stands on another is built after it. */
export function stalePackages(root) {
  const stale = [];
  for (const { name, built, sources } of PACKAGES) {
    const youngest = Math.max(...sources.map((source) => latestChange(join(root, source))));
    if (stale.length > 0 || latestChange(join(root, built)) < youngest) stale.push(name);
  }
  return stale;
}
