/** Captured files drawn at random by a seed, from all folders that hold whole-body motion. */
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createRng } from '../src/math/random.ts';
import { MOCAP } from './validation.ts';

const FOLDERS = ['cmu-bvh', 'cmu-random', 'snu-ys2010', 'bandai-namco', 'reactidle'];

/** At most `count` BVH files in a random order; the same seed gives the same files. */
export async function drawCaptures(count: number, seed: number): Promise<readonly string[]> {
  const lists = await Promise.all(
    FOLDERS.map(async (folder) => {
      const names = await readdir(resolve(MOCAP, folder)).catch(() => []);
      return names.filter((name) => name.endsWith('.bvh')).map((name) => `${folder}/${name}`);
    }),
  );
  const files = lists.flat().sort();
  const random = createRng(seed);
  for (let last = files.length - 1; last > 0; last--) {
    const other = Math.floor(random.next() * (last + 1));
    [files[last], files[other]] = [files[other], files[last]];
  }
  return files.slice(0, count);
}
