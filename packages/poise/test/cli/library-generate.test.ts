import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseLibrary } from '../../src/methods/push-response/read-library.ts';
import { unpackLibrary } from '../../src/performer/responses/compact.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();

describe('poise library generate', () => {
  it('performs the library for a body and writes it', async () => {
    const file = folder.path('small.poise.json');
    const body = ['--height', '1.6', '--mass', '55'];
    const { code, stdout } = await poise('library', 'generate', ...body, '--only', 'ankle', '-o', file);
    expect(code).toBe(0);
    expect(stdout).toContain('9 responses for 1.6 m, 55.0 kg');
    expect(stdout).toMatch(/^ankle\s+9 of 9$/m);
    const library = parseLibrary(await readFile(file, 'utf8'), file);
    expect(library.responses).toHaveLength(9);
    expect(library.responses[0].mass).toBeCloseTo(55, 9);
  });

  it('writes the short form, and tells JSON what it did', async () => {
    const file = folder.path('short.json');
    const { code, stdout } = await poise('library', 'generate', '--only', 'relaxed', '--compact', '--json', '-o', file);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ responses: 9, dropped: [], kinds: { relaxed: { kept: 9, of: 9 } } });
    const { responses } = unpackLibrary(await readFile(file, 'utf8'), file);
    expect(responses.every(({ strategy }) => strategy === 'step')).toBe(true);
  });

  it('names the kinds when asked for another', async () => {
    const { code, stderr } = await poise('library', 'generate', '--only', 'jump');
    expect(code).toBe(2);
    expect(stderr).toContain('There is no kind "jump"');
  });
});
