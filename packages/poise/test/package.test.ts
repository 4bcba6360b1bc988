/** What npm packs: everything that the package names, its licence, and nothing that is of no use there. */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

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

function packedFiles(): readonly string[] {
  const told = execSync('npm pack --dry-run --json --ignore-scripts', { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const [{ files }] = JSON.parse(told) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

describe('the package', () => {
  let files: readonly string[] = [];
  beforeAll(() => {
    files = packedFiles();
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
    const known = /^(bin|dist)\/.*\.(js|d\.ts|js\.map|json)$|^(LICENSE|README\.md|package\.json)$/;
    expect(files.filter((path) => !known.test(path))).toEqual([]);
  });

  it('has source maps that need no sources beside them', () => {
    const map = JSON.parse(read('dist/index.js.map')) as { readonly sourcesContent?: readonly string[] };
    expect(map.sourcesContent?.[0]).toContain('export');
  });
});
