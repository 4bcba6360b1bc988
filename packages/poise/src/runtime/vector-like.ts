/** Vectors as games have them: arrays of any kind, or objects with x, y and z, such as THREE.Vector3. */
import { UsageError } from '../errors.ts';
import type { Vec3 } from '../math/types.ts';

export type VectorLike = Vec3 | ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

/** Three finite numbers of whatever kind of vector. */
export function toVec3(name: string, vector: VectorLike): Vec3 {
  const found: unknown = vector;
  const parts: readonly unknown[] =
    Array.isArray(found) || ArrayBuffer.isView(found)
      ? Array.from(found as unknown as ArrayLike<unknown>)
      : isPoint(found)
        ? [found.x, found.y, found.z]
        : [];
  if (parts.length === 3 && parts.every(Number.isFinite)) return parts as unknown as Vec3;
  throw new UsageError(
    `${name}: expected a vector of three finite numbers, [x, y, z] or { x, y, z }; found ${textOf(found)}`,
  );
}

const isPoint = (value: unknown): value is { x: unknown; y: unknown; z: unknown } =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value && 'z' in value;

function textOf(value: unknown): string {
  if (isPoint(value)) return `{ x: ${value.x}, y: ${value.y}, z: ${value.z} }`;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? 'an object without x, y, z'
    : `${value}`;
}
