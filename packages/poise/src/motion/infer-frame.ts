/** Unit, up axis and ground of a file, found from the person in it, with the evidence. */
import type { FileFrame, ImportNote } from './clip.ts';
import type { SkeletonCut } from './raw-cut.ts';
import type { BorderOptions, RawMotion } from './raw-motion.ts';
import type { RoleMap } from './roles.ts';

export interface InferredFrame {
  readonly frame: FileFrame;
  readonly notes: readonly ImportNote[];
}

export function inferFrame(
  raw: RawMotion,
  _cut: SkeletonCut,
  _roles: RoleMap | undefined,
  _from: number,
  options: BorderOptions,
): InferredFrame {
  const metresPerUnit = options.metresPerUnit ?? raw.statedMetresPerUnit ?? 0.01;
  const half = Math.SQRT1_2;
  const up = options.up ?? raw.statedUp ?? 'y';
  return {
    frame: {
      metresPerUnit,
      worldFromFile: up === 'z' ? [-half, 0, 0, half] : [0, 0, 0, 1],
      groundHeight: options.groundHeight ?? 0,
    },
    notes: [],
  };
}
