/** Writes a pair again and again until a signal comes; says when it has begun. Started as a process of its own by tests. */
import { join } from 'node:path';
import { writeTogether } from '../../src/cli/writing/write-files.ts';

const folder = process.argv[2]!;
const halt = Date.now() + 20_000;
for (let i = 0; Date.now() < halt; i++) {
  const data = `${i}\n`.repeat(50_000);
  await writeTogether(['pair.asf', 'pair.amc'].map((name) => ({ file: join(folder, name), data })));
  if (i === 2) process.stdout.write('begun\n');
}
