/** World positions of a clip's joints, by 3×3 matrices: a second route beside the library's own kinematics. */
import { type Clip, frameAt } from '../../src/motion/clip.ts';

/** n×3 [m] */
export function jointPositions(clip: Clip, frame: number): Float64Array {
  const { parents, offsets, names } = clip.skeleton;
  const q = frameAt(clip, frame);
  const positions = new Float64Array(3 * names.length);
  const rotations: number[][][] = [];
  for (let joint = 0; joint < names.length; joint++) {
    const local = matrix(q[3 + 4 * joint], q[4 + 4 * joint], q[5 + 4 * joint], q[6 + 4 * joint]);
    const parent = parents[joint];
    rotations[joint] = parent < 0 ? local : product(rotations[parent], local);
    for (let k = 0; k < 3; k++) {
      const turned =
        parent < 0
          ? q[k]
          : rotations[parent][k].reduce((sum, m, c) => sum + m * offsets[3 * joint + c], positions[3 * parent + k]);
      positions[3 * joint + k] = turned;
    }
  }
  return positions;
}

const product = (a: number[][], b: number[][]): number[][] =>
  a.map((row) => [0, 1, 2].map((c) => row.reduce((sum, x, k) => sum + x * b[k][c], 0)));

const matrix = (x: number, y: number, z: number, w: number): number[][] => [
  [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
  [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
  [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
];
