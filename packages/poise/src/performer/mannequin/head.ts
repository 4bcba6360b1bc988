/** The head: a skull, a jaw, brow and nose, so that one sees where it looks. Its rings start at the face and end at the nape. */
import type { Vec3 } from '../../math/types.ts';
import type { Figure } from './figure.ts';
import { ellipsoid, type Field, placed, roundCone, smoothMin } from './implicit.ts';
import { finished } from './loft.ts';
import type { Surface } from './surface-net.ts';

interface Bump {
  readonly centre: Vec3; // [cm] from the vertex: aside, up, forward
  readonly radii: Vec3;
  readonly blend: number; // [cm]
}

/** Ellipsoids of the head, melted together in this order. Both sides alike. */
const BUMPS: readonly Bump[] = [
  { centre: [0, -9.0, -0.4], radii: [7.6, 9.0, 9.4], blend: 1 }, // skull
  { centre: [0, -13.4, 2.2], radii: [6.3, 8.8, 7.3], blend: 3 }, // face
  { centre: [0, -15, -3], radii: [4.8, 3.8, 4.2], blend: 3 }, // nape
  { centre: [0, -20.2, 6.4], radii: [2.7, 2.1, 3.0], blend: 4 }, // chin
  { centre: [0, -9.6, 6.2], radii: [5.4, 2.3, 3.2], blend: 2.5 }, // brow
  { centre: [3.2, -15.4, 5.2], radii: [2.8, 2.8, 3.2], blend: 4 }, // cheeks
  { centre: [-3.2, -15.4, 5.2], radii: [2.8, 2.8, 3.2], blend: 4 },
];

/** Bridge and tip of the nose [cm]. */
const NOSE = { bridge: [0, -10.4, 8.5], tip: [0, -14.8, 11], radii: [0.7, 1.0], blend: 1.5 } as const;

/** The middle that all rays start from [cm], and rings around the axis through the face. */
const MIDDLE: Vec3 = [0, -12.5, 1];
const RINGS = 18;
const SPOKES = 28;

/** Rings up to this one are the face. */
export const FACE_RINGS = 9;

export interface HeadSurface extends Surface {
  readonly faceTriangles: number; // the first of the triangles; they make the face
}

export function headSurface({ head, size }: Figure): HeadSurface {
  const field = headField(head, size);
  const at = (x: number, y: number, z: number): Vec3 => placed(head, x * size, y * size, z * size);
  const points: Vec3[] = [];
  const cast = (dx: number, dy: number, dz: number): Vec3 => {
    // From the middle outward: the last crossing between there and well outside.
    let near = 0;
    let far = 16;
    for (let step = 0; step < 30; step++) {
      const r = (near + far) / 2;
      if (field(at(MIDDLE[0] + r * dx, MIDDLE[1] + r * dy, MIDDLE[2] + r * dz)) < 0) near = r;
      else far = r;
    }
    return at(MIDDLE[0] + near * dx, MIDDLE[1] + near * dy, MIDDLE[2] + near * dz);
  };
  points.push(cast(0, 0, 1));
  for (let ring = 1; ring < RINGS; ring++) {
    const polar = Math.PI * (ring / RINGS) ** 1.35; // closer together on the face
    for (let k = 0; k < SPOKES; k++) {
      const round = (2 * Math.PI * k) / SPOKES;
      points.push(cast(Math.sin(polar) * Math.cos(round), Math.sin(polar) * Math.sin(round), Math.cos(polar)));
    }
  }
  points.push(cast(0, 0, -1));
  const triangles: [number, number, number][] = [];
  const at2 = (ring: number, k: number): number => 1 + (ring - 1) * SPOKES + (k % SPOKES);
  let faceTriangles = 0;
  for (let ring = 0; ring < RINGS; ring++) {
    for (let k = 0; k < SPOKES; k++) {
      const [a, b] = [ring === 0 ? 0 : at2(ring, k), ring === 0 ? 0 : at2(ring, k + 1)];
      const [c, d] =
        ring === RINGS - 1 ? [points.length - 1, points.length - 1] : [at2(ring + 1, k), at2(ring + 1, k + 1)];
      if (ring > 0) triangles.push([a, d, b]);
      if (ring < RINGS - 1) triangles.push([a, c, d]);
    }
    if (ring + 1 === FACE_RINGS) faceTriangles = triangles.length;
  }
  return { ...finished(points, triangles), faceTriangles };
}

function headField(head: Figure['head'], size: number): Field {
  const at = ([x, y, z]: Vec3): Vec3 => placed(head, x * size, y * size, z * size);
  const bumps = BUMPS.map(({ centre, radii, blend }) => ({
    field: ellipsoid({ ...head, origin: at(centre) }, [radii[0] * size, radii[1] * size, radii[2] * size]),
    blend: blend * size,
  }));
  const nose = roundCone(at(NOSE.bridge), at(NOSE.tip), NOSE.radii[0] * size, NOSE.radii[1] * size);
  return (p) => {
    const skull = bumps.reduce((d, { field, blend }) => smoothMin(d, field(p), blend), 1e3);
    return smoothMin(skull, nose(p), NOSE.blend * size);
  };
}
