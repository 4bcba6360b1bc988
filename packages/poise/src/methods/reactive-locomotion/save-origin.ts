/** What a save was made of: a save goes on only on the clip and body that it comes from. */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import type { Clip } from '../../motion/clip.ts';
import { jointCount } from '../../motion/skeleton.ts';
import { isRecord, noSave } from '../check-saved.ts';

/** Enough to tell one clip and body from another. */
export interface SaveOrigin {
  readonly name: string; // for messages only
  readonly frames: number;
  readonly frameTime: number; // [s]
  readonly joints: number;
  readonly mass: number; // [kg]
  readonly poses: number; // hash of all coordinates
}

export const originOf = (body: Body, { name, frameCount, frameTime, skeleton, q }: Clip): SaveOrigin => ({
  name,
  frames: frameCount,
  frameTime,
  joints: jointCount(skeleton),
  mass: body.totalMass,
  poses: hashOf(q),
});

/** FNV-1a over the words of the numbers. */
function hashOf(values: Float64Array): number {
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
  return hash >>> 0;
}

const KEYS = ['origin', 'style', 'character', 'steps', 'sinceHit'] as const; // of a save
const COMPARED = ['frames', 'frameTime', 'joints', 'mass', 'poses'] as const;

/** Refuses what is no save, or one of another clip or body. Throws UsageError. */
export function checkOrigin(saved: unknown, expected: SaveOrigin): void {
  const found = isRecord(saved) && KEYS.every((key) => key in saved) ? saved['origin'] : undefined;
  if (!isOrigin(found)) throw noSave(saved);
  const differs = COMPARED.filter((key) => found[key] !== expected[key]);
  if (differs.length === 0) return;
  const other = differs.length === 1 && differs[0] === 'poses' ? ', in other poses' : '';
  throw new UsageError(
    `a save of another character: expected ${described(expected)}, found ${described(found)}${other}`,
  );
}

const isOrigin = (value: unknown): value is SaveOrigin =>
  isRecord(value) && COMPARED.every((key) => typeof value[key] === 'number');

const described = ({ name, frames, frameTime, joints, mass }: SaveOrigin): string =>
  `${name === '' ? 'a clip' : `"${name}"`} of ${frames} frames at ${(1 / frameTime).toFixed(1)} Hz, ${joints} joints, ${mass.toFixed(1)} kg`;
