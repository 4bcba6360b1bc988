/** A skin with fewer corners, for people far away: corners that are near each other on the same bone become one. */
import type { SkinnedMesh } from 'poise/io';

export interface CrowdSkin {
  readonly positions: Float32Array; // n×3 [m] in the bind pose
  readonly normals: Float32Array; // n×3
  readonly joints: Uint16Array; // n×4
  readonly weights: Float32Array; // n×4
  readonly colours: Float32Array; // n×4: linear red, green, blue; 1 where clothes can be dyed
  readonly indices: Uint32Array;
}

/** One mesh of one material: colours are in the corners. `worn`: how bright each is by what it wears. */
export function wholeSkin(skin: SkinnedMesh, worn: Float32Array): CrowdSkin {
  const count = skin.positions.length / 3;
  const colours = new Float32Array(4 * count);
  for (const { start, count: corners, material } of skin.groups) {
    const { colour, name } = skin.materials[material]!;
    for (let i = start; i < start + corners; i++) {
      const vertex = skin.indices[i]!;
      const shade = skin.shades[vertex]! * (name === 'body' ? worn[vertex]! : 1);
      for (let k = 0; k < 3; k++) colours[4 * vertex + k] = colour[k]! * shade;
      colours[4 * vertex + 3] = name === 'body' ? 1 : 0;
    }
  }
  return {
    positions: Float32Array.from(skin.positions),
    normals: Float32Array.from(skin.normals),
    joints: Uint16Array.from(skin.joints),
    weights: Float32Array.from(skin.weights),
    colours,
    indices: Uint32Array.from(skin.indices),
  };
}

/** @param cell [m] */
export function coarseSkin(skin: CrowdSkin, cell: number): CrowdSkin {
  const clusters = new Map<string, number>();
  const clusterOf = Array.from({ length: skin.positions.length / 3 }, (_, vertex) => {
    const key = keyOf(skin, vertex, cell);
    const known = clusters.get(key) ?? clusters.size;
    clusters.set(key, known);
    return known;
  });
  const n = clusters.size;
  const count = new Float32Array(n);
  const [positions, normals] = [new Float32Array(3 * n), new Float32Array(3 * n)];
  const [joints, weights, colours] = [new Uint16Array(4 * n), new Float32Array(4 * n), new Float32Array(4 * n)];
  clusterOf.forEach((cluster, vertex) => {
    // bones and shares are those of the first corner, all else the mean
    if (count[cluster] === 0) {
      joints.set(skin.joints.subarray(4 * vertex, 4 * vertex + 4), 4 * cluster);
      weights.set(skin.weights.subarray(4 * vertex, 4 * vertex + 4), 4 * cluster);
    }
    count[cluster]!++;
    for (let k = 0; k < 3; k++) {
      positions[3 * cluster + k]! += skin.positions[3 * vertex + k]!;
      normals[3 * cluster + k]! += skin.normals[3 * vertex + k]!;
    }
    for (let k = 0; k < 4; k++) colours[4 * cluster + k]! += skin.colours[4 * vertex + k]!;
  });
  for (let c = 0; c < n; c++) {
    const size = Math.hypot(normals[3 * c]!, normals[3 * c + 1]!, normals[3 * c + 2]!) || 1;
    for (let k = 0; k < 3; k++) {
      positions[3 * c + k]! /= count[c]!;
      normals[3 * c + k]! /= size;
    }
    for (let k = 0; k < 4; k++) colours[4 * c + k]! /= count[c]!;
  }
  return { positions, normals, joints, weights, colours, indices: wholeTriangles(skin.indices, clusterOf) };
}

/** Cell, main bone and kind of surface; a suit and a shoe stay apart. */
function keyOf({ positions, joints, weights, colours }: CrowdSkin, vertex: number, cell: number): string {
  let main = 0;
  for (let k = 1; k < 4; k++) if (weights[4 * vertex + k]! > weights[4 * vertex + main]!) main = k;
  const place = [0, 1, 2].map((k) => Math.round(positions[3 * vertex + k]! / cell));
  return `${place} ${joints[4 * vertex + main]} ${colours[4 * vertex + 3]}`;
}

/** Triangles that still have three corners. */
function wholeTriangles(indices: Uint32Array, clusterOf: readonly number[]): Uint32Array {
  const kept: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => clusterOf[indices[i + k]!]!);
    if (a !== b && b !== c && c !== a) kept.push(a!, b!, c!);
  }
  return Uint32Array.from(kept);
}
