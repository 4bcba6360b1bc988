/** The entries of the package and the sources they are built from: 'poise/three' → src/runtime/adapters/three.ts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types?: string; readonly default: string }>>;
}

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** Entries that are code, in the order of package.json. */
export function entrySources(): readonly (readonly [entry: string, source: string])[] {
  const { name, exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Manifest;
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string' || !target.types?.startsWith('./dist/') || !target.default.endsWith('.js'))
      return [];
    const source = target.default.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts');
    return [[path === '.' ? name : `${name}/${path.slice(2)}`, folder + source] as const];
  });
}

/** The same for resolvers: tests run on the sources. */
export const entryAliases = entrySources().map(([entry, replacement]) => ({
  find: new RegExp(`^${entry}$`),
  replacement,
}));
