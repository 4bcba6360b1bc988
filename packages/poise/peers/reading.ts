/** BVH and GLB files that Poise performs and writes, read by Poise and by the loaders of three.js. */

import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { table } from '../reproduce/paper.ts';
import { readClips, writeClip } from '../src/motion/formats/index.ts';
import { perform } from '../src/performer/motion.ts';
import { walk } from '../src/performer/motions/walk.ts';
import { type Comparison, type PeerRow, type PeerSection, short } from './table.ts';

const STRIDES = 20;
const TURNS = 5; // both readers in turns; the best of each counts

async function seconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}

async function compare(): Promise<Comparison> {
  const clip = perform(walk, { values: { strides: STRIDES }, fps: 120 });
  const rows: PeerRow[] = [];
  const lines: string[][] = [];
  const theirs: Readonly<Record<string, (data: Uint8Array) => unknown>> = {
    bvh: (data) => new BVHLoader().parse(new TextDecoder().decode(data)),
    glb: (data) => new GLTFLoader().parseAsync(data.slice().buffer as ArrayBuffer, ''),
  };
  for (const [format, read] of Object.entries(theirs)) {
    const data = await writeClip(clip, `walk.${format}`);
    let [own, other] = [Infinity, Infinity];
    for (let turn = 0; turn < TURNS; turn++) {
      own = Math.min(own, await seconds(() => readClips(data, `walk.${format}`)));
      other = Math.min(other, await seconds(() => read(data)));
    }
    const megabytes = data.length / 1e6;
    const against = format === 'bvh' ? 'three-bvh-loader' : 'three-gltf-loader';
    rows.push({ id: `peers/reading/${format}`, value: megabytes / own, unit: 'MB/s', against, ratio: other / own });
    const cell = (time: number): string => `${short(1000 * time)} ms, ${short(megabytes / time)} MB/s`;
    lines.push([format.toUpperCase(), `${short(megabytes)} MB`, cell(own), cell(other), `${short(other / own)}×`]);
  }
  const markdown = `A performed walk of ${clip.frameCount} frames. Poise also finds unit, axes, floor and roles; three also builds the objects of its scene. GLTFLoader keeps key frames as they lie in the file, Poise samples them to whole frames.

${table(['format', 'size', 'Poise', 'three.js', 'three takes'], lines)}`;
  return { rows, markdown };
}

export const reading: PeerSection = { id: 'reading', title: 'Reading files', compare };
