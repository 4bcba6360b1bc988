/** `npm run release` writes versions and notes; here on the files of this repository, without writing anything. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { released, releaseNotes, versioned } from '../../../scripts/release/texts.ts';
import { root } from './support/repository.ts';

const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');
const { version } = JSON.parse(textOf('packages/poise/package.json')) as { readonly version: string };
const NEXT = '99.0.1';

it('states the version of Poise in the package, the studio and the lock file, and no other version', () => {
  for (const name of ['packages/poise/package.json', 'packages/studio/package.json']) {
    const before = JSON.parse(textOf(name));
    const after = JSON.parse(versioned(textOf(name), version, NEXT));
    expect(after.version).toBe(NEXT);
    if (before.dependencies.poise) expect(after.dependencies.poise).toBe(NEXT);
    expect(Object.keys(after)).toEqual(Object.keys(before));
  }
  const before = JSON.parse(textOf('package-lock.json')).packages;
  const after = JSON.parse(versioned(textOf('package-lock.json'), version, NEXT)).packages;
  const changed = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  expect(changed).toEqual(['packages/poise', 'packages/studio']);
  expect(after['packages/poise'].version).toBe(NEXT);
});

it('refuses versions that are none, or not later', () => {
  const text = textOf('packages/poise/package.json');
  for (const wrong of [undefined, 'next', '1.0', version, '0.0.1'])
    expect(() => versioned(text, version, wrong)).toThrow(/version: expected/);
});

it('moves what is unreleased under the version, and gives it as notes', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.0.9 (2020-01-01)\n\n- Old.\n';
  expect(released(changelog, NEXT, '2030-01-02')).toBe(
    `# Changelog\n\n## Unreleased\n\n## ${NEXT} (2030-01-02)\n\n### Added\n\n- A thing.\n\n## 0.0.9 (2020-01-01)\n\n- Old.\n`,
  );
  const notes = releaseNotes(changelog, '@some/poise', NEXT, '2030-01-02');
  expect(notes).toContain(`npm install @some/poise@${NEXT}`);
  expect(notes).toContain('## Added\n\n- A thing.');
  expect(notes).not.toContain('Old');
  expect(() => releaseNotes('# Changelog\n\n## Unreleased\n\n## 1.0.0\n', 'poise', NEXT, 'x')).toThrow(
    /nothing stands/,
  );
});

it('shows the notes of the next release without changing a file', () => {
  const before = textOf('CHANGELOG.md');
  const args = ['tsx', 'scripts/release.ts', NEXT, '--name', '@some/poise', '--date', '2030-01-02', '--dry-run'];
  const printed = execFileSync('npx', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(printed).toContain(`# @some/poise ${NEXT} (2030-01-02)`);
  expect(textOf('CHANGELOG.md')).toBe(before);
});
