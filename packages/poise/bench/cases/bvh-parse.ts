/** Reading and writing a BVH file of about 30 MB, made by code: 31 joints as in CMU files, four decimals. */
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { createRng, uniform } from '../../src/math/random.ts';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { printBvh } from '../../src/motion/formats/bvh-print.ts';
import type { BenchCase } from '../case.ts';

const JOINTS = 31;
const FRAMES = 38_000;
const TURNS = 3; // both readers in turns; the best of each counts

/** A chain with one branch per five joints; angles wander as in a capture. */
function largeBvh(): string {
  const rng = createRng(7);
  const joint = (n: number): string =>
    n === JOINTS
      ? 'End Site\n{\nOFFSET 0 5 0\n}\n'
      : `JOINT joint${n}\n{\nOFFSET ${uniform(rng, -9, 9).toFixed(5)} 5 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n${
          n % 5 === 0 ? 'End Site\n{\nOFFSET 1 0 0\n}\n' : ''
        }${joint(n + 1)}}\n`;
  const lines = [
    `HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n${joint(1)}}`,
    `MOTION\nFrames: ${FRAMES}\nFrame Time: .0083333`,
  ];
  const row = Array.from({ length: 3 + 3 * JOINTS }, () => uniform(rng, -90, 90));
  for (let frame = 0; frame < FRAMES; frame++) {
    for (let k = 0; k < row.length; k++) row[k] += uniform(rng, -0.5, 0.5);
    lines.push(row.map((value) => value.toFixed(4)).join(' '));
  }
  return `${lines.join('\n')}\n`;
}

function seconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

export const cases: readonly BenchCase[] = [
  {
    id: 'formats/bvh-parse',
    measure: () => {
      const text = largeBvh();
      const data = new TextEncoder().encode(text);
      const loader = new BVHLoader();
      let ours = Number.POSITIVE_INFINITY;
      let theirs = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < TURNS; turn++) {
        ours = Math.min(
          ours,
          seconds(() => parseBvh(data, 'bench.bvh')),
        );
        theirs = Math.min(
          theirs,
          seconds(() => loader.parse(text)),
        );
      }
      return {
        value: data.length / 1e6 / ours,
        unit: 'MB/s',
        against: 'three BVHLoader',
        ratio: theirs / ours,
        note: `${(data.length / 1e6).toFixed(0)} MB, bytes to quaternions`,
      };
    },
  },
  {
    id: 'formats/bvh-print',
    measure: () => {
      const raw = parseBvh(new TextEncoder().encode(largeBvh()), 'bench.bvh');
      let best = Number.POSITIVE_INFINITY;
      let size = 0;
      for (let turn = 0; turn < TURNS; turn++)
        best = Math.min(
          best,
          seconds(() => (size = printBvh(raw).length)),
        );
      return { value: size / 1e6 / best, unit: 'MB/s', note: `${(size / 1e6).toFixed(0)} MB, quaternions to bytes` };
    },
  },
];
