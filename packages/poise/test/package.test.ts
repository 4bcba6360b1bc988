/** What npm packs: everything that the package names, its licence, and nothing that is of no use there. */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_FILE, apiReport, publicApi } from '../scripts/api-report.js';
import { entrySources } from './support/entries.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}
const { bin, exports } = JSON.parse(read('package.json')) as Manifest;
const named = [...Object.values(bin), ...Object.values(exports).flatMap((target) => Object.values(asRecord(target)))];

/** An export is a path, or a path per condition. */
function asRecord(target: string | Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return typeof target === 'string' ? { default: target } : target;
}

function packed(): { readonly paths: readonly string[]; readonly size: number } {
  const told = execSync('npm pack --dry-run --json --ignore-scripts', { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const [{ files, size }] = JSON.parse(told) as [
    { readonly files: readonly { readonly path: string }[]; readonly size: number },
  ];
  return { paths: files.map(({ path }) => path), size };
}

describe('the package', () => {
  let files: readonly string[] = [];
  let size = 0; // [bytes] as downloaded
  beforeAll(() => {
    ({ paths: files, size } = packed());
  });

  it('holds every file that it names', () => {
    expect(named.length).toBeGreaterThan(4);
    expect(named.map((path) => path.replace(/^\.\//, '')).filter((path) => !files.includes(path))).toEqual([]);
  });

  it('holds its licence and tells what it is', () => {
    expect(files).toContain('LICENSE');
    expect(files).toContain('README.md');
    expect(read('LICENSE')).toBe(read('../../LICENSE'));
  });

  it('holds the build and nothing else', () => {
    const known =
      /^(bin|dist|types)\/.*\.(js|d\.ts|json)$|^dist\/studio\/.*\.(html|css|svg|png)$|^(LICENSE|README\.md|package\.json)$/;
    expect(files.filter((path) => !known.test(path))).toEqual([]);
  });

  it('has no maps of sources that it does not hold', () => {
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
  });

  it('is small', () => {
    expect(size).toBeGreaterThan(500_000);
    expect(size).toBeLessThan(4_700_000); // single files for pages are 2 MB of it, the studio 1.3 MB
  });

  it('has an entry of its own, a single file, for every way in', () => {
    const code = [...entrySources().map(([entry]) => entry.replace(/^poise\/?/, '') || 'poise'), 'layer', 'view'];
    expect(code.map((name) => `dist/cdn/${name}.js`).filter((path) => !files.includes(path))).toEqual([]);
    for (const name of code)
      expect(read(`dist/cdn/${name}.js`), name).not.toMatch(/^import |\bfrom ?["']\.|import\(["'`]/m);
  });
});

describe('the interface', () => {
  it('is the one that is written down: `npm run api` writes it anew', () => {
    expect(apiReport()).toBe(readFileSync(API_FILE, 'utf8'));
  });

  it('has one home for every name', () => {
    const homes = new Map<string, string[]>();
    for (const [entry, names] of publicApi())
      for (const [name] of names) homes.set(name, [...(homes.get(name) ?? []), entry]);
    expect([...homes].filter(([, entries]) => entries.length > 1)).toEqual([]);
    expect(homes.size).toBeGreaterThan(300);
  });

  it('has a root that one can hold', () => {
    const [, root] = publicApi().find(([entry]) => entry === 'poise')!;
    expect(root.length).toBeLessThanOrEqual(125);
    expect(root.map(([name]) => name)).toEqual(
      expect.arrayContaining(['readClips', 'judge', 'mend', 'react', 'ReactionLayer']),
    );
  });
});
