/** Collects surfaces with weights and materials into one skinned mesh. */
import type { SkinnedMesh, SurfaceGroup, SurfaceMaterial } from '../../motion/skinned-mesh.ts';
import type { Surface } from './surface-net.ts';
import type { Shares } from './weights.ts';

export type MaterialName = 'body' | 'face' | 'shoe' | 'sole';

/** Warm light grey, with a darker face, shoes and soles. Colours are linear. */
const MATERIALS: readonly (SurfaceMaterial & { readonly name: MaterialName })[] = [
  { name: 'body', colour: [0.62, 0.57, 0.52], roughness: 0.62, metallic: 0 },
  { name: 'face', colour: [0.46, 0.415, 0.375], roughness: 0.55, metallic: 0 },
  { name: 'shoe', colour: [0.13, 0.14, 0.17], roughness: 0.6, metallic: 0 },
  { name: 'sole', colour: [0.06, 0.06, 0.065], roughness: 0.85, metallic: 0 },
];

type Triangle = readonly [number, number, number];

export interface MeshParts {
  readonly add: (
    surface: Surface,
    shares: readonly Shares[],
    materialOf: (triangle: Triangle, index: number) => MaterialName,
    shades?: readonly number[],
  ) => void;
  readonly finish: (bindPose: Float64Array) => SkinnedMesh;
}

export function createMeshParts(): MeshParts {
  const positions: number[] = [];
  const normals: number[] = [];
  const shades: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  const indices: number[][] = MATERIALS.map(() => []);
  return {
    add(surface, shares, materialOf, light) {
      const first = positions.length / 3;
      surface.points.forEach((point, k) => {
        positions.push(...point);
        normals.push(...surface.normals[k]);
        shades.push(light?.[k] ?? 1);
        packShares(shares[k], joints, weights);
      });
      surface.triangles.forEach((triangle, k) => {
        const material = MATERIALS.findIndex(({ name }) => name === materialOf(triangle, k));
        indices[material].push(...triangle.map((vertex) => first + vertex));
      });
    },
    finish(bindPose) {
      const groups: SurfaceGroup[] = [];
      let start = 0;
      indices.forEach(({ length }, material) => {
        if (length > 0) groups.push({ material, start, count: length });
        start += length;
      });
      return {
        positions: Float32Array.from(positions),
        normals: Float32Array.from(normals),
        shades: Float32Array.from(shades),
        joints: Uint16Array.from(joints),
        weights: Float32Array.from(weights),
        indices: Uint32Array.from(indices.flat()),
        groups,
        materials: MATERIALS,
        bindPose,
      };
    },
  };
}

/** The four largest shares, scaled to sum 1. */
function packShares(shares: Shares, joints: number[], weights: number[]): void {
  const largest = [...shares].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 4);
  const sum = largest.reduce((total, [, share]) => total + share, 0);
  for (let k = 0; k < 4; k++) {
    const [joint, share] = largest[k] ?? [0, 0];
    joints.push(joint);
    weights.push(share / sum);
  }
}
