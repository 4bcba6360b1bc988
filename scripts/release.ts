/**
 * `npm run release -- 0.2.0`: makes a release ready. Version and changelog are written, the package is built and packed into
 * out/release, with its notes. Nothing is published: the last lines say how. `--name @scope/poise` packs under another name,
 * `--dry-run` only shows the notes.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { released, releaseNotes, versioned } from './release/texts.ts';
import { root, runCommand } from './run.js';

const MANIFESTS = ['packages/poise/package.json', 'packages/studio/package.json', 'package-lock.json'];
const OUT = join(root, 'out/release');

const readText = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Packs packages/poise as `name`. The name stands in one place, its package.json, so a copy of the packed files is renamed. */
function pack(name: string): string {
  const staging = mkdtempSync(join(tmpdir(), 'poise-release-'));
  const npmPack = (folder: string, into: string): string => {
    const printed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', into], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return (JSON.parse(printed) as [{ readonly filename: string }])[0].filename;
  };
  try {
    const packed = npmPack(join(root, 'packages/poise'), staging);
    execFileSync('tar', ['-xzf', packed], { cwd: staging });
    const manifest = join(staging, 'package/package.json');
    writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), name }, null, 2)}\n`);
    return npmPack(join(staging, 'package'), OUT);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    'dry-run': { type: 'boolean', default: false },
  },
});
const [version] = positionals;
const current = JSON.parse(readText('packages/poise/package.json')) as {
  readonly name: string;
  readonly version: string;
};
const name = values.name ?? current.name;
const manifests = MANIFESTS.map((file) => [file, versioned(readText(file), current.version, version)] as const);
const notes = releaseNotes(readText('CHANGELOG.md'), name, version!, values.date);
if (values['dry-run']) {
  console.log(notes);
  process.exit(0);
}

// Everything has been checked before the first file is written.
const changelog = released(readText('CHANGELOG.md'), version!, values.date);
for (const [file, text] of manifests) writeFileSync(join(root, file), text);
writeFileSync(join(root, 'CHANGELOG.md'), changelog);
if (!runCommand('npm run --silent build')) process.exit(1);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const file = pack(name);
writeFileSync(join(OUT, 'notes.md'), notes);
cpSync(join(root, 'LICENSE'), join(OUT, 'LICENSE'));
console.log(`out/release/${file} and notes.md are ready. After npm test has passed:
  git commit -am "release: ${version}" && git tag -a v${version} -F out/release/notes.md
  npm publish out/release/${file}`);
