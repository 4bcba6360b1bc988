/** Random raw motions for property tests: any tree, stems, scales, tracks on any node. Same seed, same motion. */
import { createRng, type Rng } from '../../src/math/random.ts';
import type { Quat, Vec3 } from '../../src/math/types.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';

export function randomVec(rng: Rng, size: number): Vec3 {
  return [size * (2 * rng.next() - 1), size * (2 * rng.next() - 1), size * (2 * rng.next() - 1)];
}

export function randomQuat(rng: Rng): Quat {
  const v = [rng.next() - 0.5, rng.next() - 0.5, rng.next() - 0.5, rng.next() - 0.5];
  const size = Math.hypot(...v);
  return v.map((x) => x / size) as unknown as Quat;
}

export interface RandomRawOptions {
  readonly seed: number;
  readonly joints: number;
  readonly frames: number;
  /** Share of the nodes that have a track of each kind. */
  readonly animated?: number;
}

export function randomRawMotion({ seed, joints, frames, animated = 0.6 }: RandomRawOptions): RawMotion {
  const rng = createRng(seed);
  const track = (row: () => readonly number[]) =>
    rng.next() < animated ? Float64Array.from(Array.from({ length: frames }, row).flat()) : undefined;
  const each = (make: () => Float64Array | undefined) => Array.from({ length: joints }, make);
  return {
    format: 'made',
    file: `seed-${seed}`,
    animation: 'take',
    joints: Array.from({ length: joints }, (_, node) => ({
      name: `node${node}`,
      parent: node === 0 || rng.next() < 0.05 ? -1 : Math.floor(rng.next() * node),
      translation: randomVec(rng, 30),
      rotation: randomQuat(rng),
      scale: rng.next() < 0.3 ? 0.01 + 3 * rng.next() : 1,
    })),
    endSites: [{ joint: joints - 1, offset: randomVec(rng, 5) }],
    frameTime: 1 / 60,
    frameCount: frames,
    translations: each(() => track(() => randomVec(rng, 100))),
    rotations: each(() => track(() => randomQuat(rng))),
    scales: each(() =>
      rng.next() < 0.3 ? track(() => [0.5 + rng.next(), 0.5 + rng.next(), 0.5 + rng.next()]) : undefined,
    ),
    statedMetresPerUnit: undefined,
    statedUp: undefined,
    notes: [],
    document: { seed },
  };
}
