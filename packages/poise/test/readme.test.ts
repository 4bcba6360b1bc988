/** What the README quotes is what the examples print. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';

const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');

it('quotes the finding of the first example', async () => {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  try {
    await import('../../../examples/01-analyse-a-clip.ts');
  } finally {
    log.mockRestore();
  }
  const findings = printed.filter((line) => line.startsWith('error: ')).map((line) => line.slice('error: '.length));
  expect(findings.length).toBeGreaterThan(0);
  for (const finding of findings) expect(readme).toContain(`// ${finding}`);
  // The words under the picture name the same moment, to a tenth of a second.
  const [, from, to] = /from (\d+\.\d+) s to (\d+\.\d+) s/.exec(findings[0]!)!;
  expect(readme).toContain(
    `between ${Number(from).toFixed(1)} s and ${Number(to).toFixed(1)} s](docs/images/report.png)`,
  );
});
