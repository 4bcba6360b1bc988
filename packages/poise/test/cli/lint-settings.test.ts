import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../src/balance/lint.ts';
import { parseConfig } from '../../src/cli/lint/config.ts';
import { configSchema } from '../../src/cli/lint/config-schema.ts';
import { faultIn } from '../../src/cli/lint/json-schema.ts';
import { junitXml } from '../../src/cli/lint/junit.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { makeGlb, swingingChain } from '../support/glb.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();
const lint = (...argv: string[]) => poise('lint', '--jobs', '1', ...argv);
const json = async (...argv: string[]) => JSON.parse((await lint('--json', ...argv)).stdout);
const rulesOf = (results: { takes: { findings: { rule: string }[] }[] }[]): string[] =>
  results.flatMap(({ takes }) => takes.flatMap(({ findings }) => findings.map(({ rule }) => rule)));

/** A folder of its own with lean.bvh and a config above it. */
async function project(name: string, config: unknown): Promise<(file: string) => string> {
  const at = (file: string): string => folder.path(join(name, file));
  await mkdir(at('clips/raw'), { recursive: true });
  const lean = await readFile(folder.path('lean.bvh'));
  await writeFile(at('clips/lean.bvh'), lean);
  await writeFile(at('clips/raw/lean.bvh'), lean);
  await writeFile(at('poise.config.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return at;
}

describe('poise.config.json', () => {
  it('is found upwards from the file; rules are off, or have another severity; folders differ', async () => {
    const plain = rulesOf(await json(folder.path('lean.bvh')));
    expect(plain).toContain('balance');
    const at = await project('settings', {
      rules: Object.fromEntries(rules.map(({ id }) => [id, 'off'])),
      overrides: [{ files: ['clips/raw/**'], rules: { balance: 'note' } }],
    });
    expect(rulesOf(await json(at('clips/lean.bvh')))).toEqual([]);
    const [raw] = await json(at('clips/raw/lean.bvh'));
    expect(raw.verdict).toBe('note');
    expect(new Set(rulesOf([raw]))).toEqual(new Set(['balance']));
    expect(rulesOf(await json(at('clips/lean.bvh'), '--no-config'))).toEqual(plain);
  });

  it.each(['*a'.repeat(12), '+(a*)b', '{a,aa}'.repeat(9), `${'**/'.repeat(7)}x`, 'a'.repeat(300)])(
    'refuses %s, over which matching would not end',
    (glob) => {
      for (const config of [{ ignore: ['x', glob] }, { overrides: [{ files: ['x', glob] }] }])
        expect(() => parseConfig(JSON.stringify(config), 'c.json')).toThrow(
          /^c\.json: \/(ignore|overrides\/0\/files)\/1: expected a glob of at most 256 characters/,
        );
    },
  );

  it('leaves out what its limit allows', async () => {
    const findings = (await json(folder.path('lean.bvh')))[0].takes[0].findings as { rule: string; value: number }[];
    const worst = findings.find(({ rule }) => rule === 'balance')!.value;
    const at = await project('limits', { rules: { balance: { limit: 1.01 * worst } } });
    expect(rulesOf(await json(at('clips/lean.bvh')))).not.toContain('balance');
    await writeFile(at('poise.config.json'), JSON.stringify({ rules: { balance: { limit: 0.99 * worst } } }));
    expect(rulesOf(await json(at('clips/lean.bvh')))).toContain('balance');
  });

  it('ignores files, and decides what fails', async () => {
    const at = await project('ignoring', { ignore: ['**/raw/**'], failOn: 'never', maxWarnings: 1000 });
    const { code, stdout } = await lint(at('clips'));
    expect(stdout).toMatch(/1 file: /);
    expect(code).toBe(0);
    expect((await lint(at('clips'), '--fail-on', 'error')).code).toBe(1); // the command line wins
  });

  it.each([
    ['no JSON', '{', /:1:2: expected settings as JSON, found the end of the file/],
    ['an unknown key', { rule: {} }, /\/rule: expected "rules", found the unknown key "rule"/],
    ['an unknown rule', { rules: { balanse: 'off' } }, /\/rules\/balanse: expected "balance"/],
    ['a wrong severity', { rules: { skate: 'fatal' } }, /\/rules\/skate: expected one of "off", .* found "fatal"/],
    [
      'a wrong limit',
      { rules: { skate: { limit: '5' } } },
      /\/rules\/skate\/limit: expected a number from 0 on, found "5"/,
    ],
    ['an override for nothing', { overrides: [{}] }, /\/overrides\/0: expected the key "files", found none/],
    ['a wrong mass', { body: { mass: 0 } }, /\/body\/mass: expected a number above 0, found 0/],
    ['a list', [], /the whole: expected an object, found a list/],
  ])('with %s is refused with file, key and what was expected', async (name, config, message) => {
    const at = await project(`bad-${name.replaceAll(' ', '-')}`, config);
    const { code, stderr } = await lint(at('clips/lean.bvh'));
    expect(code).toBe(2);
    expect(stderr).toContain('poise.config.json');
    expect(stderr).toMatch(message);
  });

  it('has a schema in which every rule has its place', () => {
    expect(Object.keys(configSchema.properties!.rules!.properties!)).toEqual(rules.map(({ id }) => id));
    const everything = {
      rules: { [rules[0]!.id]: { severity: 'off', limit: 1 } },
      body: { sex: 'male' },
      maxWarnings: 0,
    };
    expect(faultIn(everything, configSchema)).toBeUndefined();
    expect(faultIn({ maxWarnings: 0.5 }, configSchema)?.pointer).toBe('/maxWarnings');
  });
});

describe('poise lint --baseline', () => {
  it('lets old findings pass and shows new ones', async () => {
    const baseline = folder.path('baseline.json');
    expect((await lint(folder.path('lean.bvh'), '--baseline', baseline)).code).toBe(3); // it does not exist yet
    expect((await lint(folder.path('lean.bvh'), '--baseline', baseline, '--update-baseline')).code).toBe(0);
    const first = await readFile(baseline, 'utf8');
    const again = await lint(folder.path('lean.bvh'), '--baseline', baseline);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/known from the baseline/);
    const known = JSON.parse(first);
    expect(known.findings.length).toBeGreaterThan(0);
    const fewer = { ...known, findings: known.findings.filter(({ rule }: { rule: string }) => rule !== 'balance') };
    await writeFile(baseline, JSON.stringify(fewer));
    const fresh = await lint(folder.path('lean.bvh'), '--baseline', baseline);
    expect(fresh.code).toBe(1);
    expect(fresh.stdout).toMatch(/error \[balance\]/);
    await writeFile(baseline, first.replace('"version": 1', '"version": "one"'));
    expect((await lint(folder.path('lean.bvh'), '--baseline', baseline)).stderr).toMatch(/\/version: expected/);
  });
});

describe('poise lint --changed', () => {
  it('judges what git shows as changed or new, and nothing else', async () => {
    const at = await project('repository', {});
    const git = (...argv: string[]) => execFileSync('git', ['-C', at('.'), ...argv], { stdio: 'pipe' });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=somebody', '-c', 'user.email=somebody@example.org', 'commit', '-qm', 'clips');
    await writeFile(at('clips/new.bvh'), await readFile(folder.path('squat.bvh')));
    const before = process.cwd();
    process.chdir(at('.'));
    try {
      const files = (await json('clips', '--changed', 'HEAD')).map(({ file }: { file: string }) => file);
      expect(files).toEqual(['clips/new.bvh']);
      await writeFile(at('clips/raw/lean.bvh'), await readFile(folder.path('squat.bvh')));
      expect(await json('clips', '--changed', 'HEAD')).toHaveLength(2);
      const wrong = await lint('clips', '--changed', 'nowhere');
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toMatch(/--changed: git says/);
      expect((await lint('clips', '--changed', '--output=x')).code).toBe(2);
    } finally {
      process.chdir(before);
    }
  });
});

describe('poise lint', () => {
  it('skips files without a person with a note; --require-person fails', async () => {
    await writeFile(folder.path('prop.glb'), makeGlb(swingingChain()));
    const { code, stdout } = await lint(folder.path('prop.glb'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/skipped: .*prop\.glb/);
    expect(stdout).toMatch(/1 without a person/);
    expect((await json(folder.path('prop.glb')))[0].verdict).toBe('skipped');
    expect((await lint(folder.path('prop.glb'), '--require-person')).code).toBe(3);
  });

  it('counts warnings and keeps quiet', async () => {
    const config = folder.path('all-warnings.json');
    const soft = Object.fromEntries(rules.map(({ id }) => [id, 'warning']));
    await writeFile(config, JSON.stringify({ rules: soft }));
    const lean = [folder.path('lean.bvh'), '--config', config];
    expect((await lint(...lean)).code).toBe(0);
    expect((await lint(...lean, '--max-warnings', '0')).code).toBe(1);
    expect((await lint(...lean, '--quiet')).stdout).not.toMatch(/warning \[/);
  });

  it('lists its rules', async () => {
    const { code, stdout } = await poise('lint', '--list-rules');
    expect(code).toBe(0);
    for (const { id, title } of rules) expect(stdout).toContain(`${id}: ${title}`);
  });

  it('keeps verdicts by content, and judges anew what has changed', async () => {
    const cache = folder.path('cache');
    const file = folder.path('kept.bvh');
    await writeFile(file, await readFile(folder.path('lean.bvh')));
    const first = await lint(file, '--cache', cache, '--json');
    const second = await lint(file, '--cache', cache, '--json');
    expect(second.stdout).toBe(first.stdout);
    const [entry, ...rest] = await (await import('node:fs/promises')).readdir(cache);
    expect(rest).toEqual([]);
    // what is stored is what is told: proof that it was used
    const stored = (await readFile(join(cache, entry!), 'utf8')).replaceAll('"error"', '"note"');
    await writeFile(join(cache, entry!), stored);
    expect((await json(file, '--cache', cache))[0].verdict).toBe('note');
    await writeFile(join(cache, entry!), '{');
    expect((await json(file, '--cache', cache))[0].verdict).toBe('error');
    await rename(folder.path('squat.bvh'), folder.path('squat-kept.bvh'));
    await writeFile(file, await readFile(folder.path('squat-kept.bvh')));
    await rename(folder.path('squat-kept.bvh'), folder.path('squat.bvh'));
    expect((await json(file, '--cache', cache))[0].verdict).not.toBe('error');
  });

  it('writes several forms in one run: SARIF with lines, fingerprints and links; JUnit; annotations', async () => {
    const [sarif, xml] = [folder.path('out.sarif'), folder.path('out.xml')];
    const docs = 'https://example.org/rules/';
    const argv = [folder.path('lean.bvh'), '--github', '--write', sarif, '--write', xml, '--docs', docs];
    const { stdout } = await lint(...argv);
    const [run] = JSON.parse(await readFile(sarif, 'utf8')).runs;
    const [result] = run.results;
    const { region } = result.locations[0].physicalLocation;
    const line = (await readFile(folder.path('lean.bvh'), 'utf8')).split('\n')[region.startLine - 1]!;
    expect(line.trim().split(/\s+/).length).toBeGreaterThan(20); // a frame, not the header
    const header = (await readFile(folder.path('lean.bvh'), 'utf8'))
      .split('\n')
      .findIndex((l) => l.startsWith('Frame Time'));
    expect(region.startLine).toBe(header + 2 + result.properties.start);
    expect(result.partialFingerprints['poiseFinding/v1']).toMatch(/^[0-9a-f]{32}$/);
    const prints = run.results.map((one: { partialFingerprints: object }) => JSON.stringify(one.partialFingerprints));
    expect(new Set(prints).size).toBe(prints.length);
    expect(run.tool.driver.rules[0].helpUri).toBe(`https://example.org/rules/${rules[0]!.id}.md`);
    expect(await readFile(xml, 'utf8')).toMatch(
      /<testsuites name="poise" tests="1" failures="1" errors="0" skipped="0">/,
    );
    expect(stdout).toMatch(/^::error file=.*lean\.bvh,line=\d+,endLine=\d+,title=poise%3A \w+/m);
    expect((await lint(folder.path('lean.bvh'), '--write', folder.path('out.txt'))).code).toBe(2);
  });

  it('points at files without lines as a whole: code hosts show no result without a line', async () => {
    const lean = (await readClips(await readFile(folder.path('lean.bvh')), 'lean.bvh'))[0]!;
    await writeFile(folder.path('lean.glb'), await writeClip(lean, 'lean.glb'));
    const [run] = JSON.parse((await lint('--sarif', folder.path('lean.glb'))).stdout).runs;
    expect(run.results.length).toBeGreaterThan(0);
    for (const { locations } of run.results) expect(locations[0].physicalLocation.region).toEqual({ startLine: 1 });
  });

  it('writes XML that holds any name', () => {
    const text = junitXml(
      [{ file: 'a<b>&"\'\u0001.bvh', takes: [], failures: [{ message: 'x\u0000y', line: 1, column: 1 }], skipped: [] }],
      'error',
    );
    expect([...text].every((sign) => sign === '\n' || sign >= ' ')).toBe(true);
    expect(text).toContain('a&#60;b&#62;&#38;&#34;&#39;\ufffd.bvh');
  });
});
