/** A folder of short clips that differ: pieces of the made-up motion. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import { trim } from '../../src/motion/trim.ts';

const FRAMES = 12;

/** Writes clips into two folders of `folder`. Returns their names, sorted. */
export async function writeShortClips(folder: string, count: number): Promise<readonly string[]> {
  const clip = madeUpMotion();
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const name = `${i % 2 === 0 ? 'a' : 'b'}/clip-${String(i).padStart(3, '0')}.bvh`;
    const start = Math.floor((i * (clip.frameCount - FRAMES)) / count);
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), await writeClip(trim(clip, start, start + FRAMES), name));
    names.push(name);
  }
  return names.sort();
}
