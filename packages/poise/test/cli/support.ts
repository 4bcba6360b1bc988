/** Runs commands in process, in a temporary folder that holds made-up motions. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { keepingIo } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function poise(...argv: string[]): Promise<Outcome> {
  const { io, printed } = keepingIo();
  const code = await run(argv, io);
  return { code, ...printed() };
}

/** The first seconds of the made-up motion: standing and a squat, all of it possible. */
export function possibleMotion(): Clip {
  const clip = madeUpMotion();
  const frames = Math.round(2.4 / clip.frameTime);
  return createClip({ ...clip, q: clip.q.slice(0, frames * coordinateCount(clip.skeleton)) });
}

export interface Folder {
  readonly path: (name: string) => string;
}

/** A folder with lean.bvh (cannot be held), squat.bvh and squat.glb (can), broken.bvh and empty.bvh. */
export function motionFolder(): Folder {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poise-cli-'));
    const bvh = await writeClip(madeUpMotion(), 'lean.bvh');
    await writeFile(join(folder, 'lean.bvh'), bvh);
    await writeFile(join(folder, 'squat.bvh'), await writeClip(possibleMotion(), 'squat.bvh'));
    await writeFile(join(folder, 'squat.glb'), await writeClip(possibleMotion(), 'squat.glb'));
    await writeFile(join(folder, 'broken.bvh'), new TextDecoder().decode(bvh).replace(/OFFSET \S+/, 'OFFSET zero'));
    await writeFile(join(folder, 'empty.bvh'), '');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  return { path: (name) => join(folder, name) };
}
