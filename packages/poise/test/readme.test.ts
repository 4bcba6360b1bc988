/** What the README quotes is what its readers get. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { analyse } from '../src/balance/analyse.ts';
import { fitBody } from '../src/balance/fit-body.ts';
import { lint } from '../src/balance/lint.ts';
import { readClips, writeClip } from '../src/motion/formats/index.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';

const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');

it('quotes what lint finds in the stretch that it has performed', async () => {
  const bytes = await writeClip(perform(motionNamed('stretch')), 'stretch.bvh');
  const [clip] = await readClips(bytes, 'stretch.bvh');
  const body = fitBody(clip!, { mass: 70 });
  const [worst] = lint(body, clip!, analyse(body, clip!));
  expect(readme).toContain(`// ${worst!.message}`);
});

it('names the moment that the report in its picture is about', async () => {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  try {
    await import('../../../examples/01-analyse-a-clip.ts');
  } finally {
    log.mockRestore();
  }
  const finding = printed.find((line) => line.startsWith('error: '))!;
  const [, from, to] = /from (\d+\.\d+) s to (\d+\.\d+) s/.exec(finding)!;
  expect(readme).toContain(
    `between ${Number(from).toFixed(1)} s and ${Number(to).toFixed(1)} s](docs/images/report.png)`,
  );
});
