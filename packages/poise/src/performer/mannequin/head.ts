/** The head: a skull, a jaw, brow and nose, so that one sees where it looks. Its rings start at the face and end at the nape. */
import { power } from '../../math/power.ts';
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
  { centre: [0, -18, 3.6], radii: [4.9, 3.6, 4.6], blend: 3 }, // jaw
  { centre: [0, -20.2, 6.9], radii: [2.8, 2.1, 2.8], blend: 3.5 }, // chin
  { centre: [0, -17, 6.4], radii: [2.6, 2.6, 3.3], blend: 3 }, // mouth
  { centre: [0, -9.6, 6.2], radii: [5.4, 2.3, 3.2], blend: 2.5 }, // brow
  { centre: [3.4, -14.6, 5.0], radii: [2.6, 2.4, 3.0], blend: 3.5 }, // cheekbones
  { centre: [-3.4, -14.6, 5.0], radii: [2.6, 2.4, 3.0], blend: 3.5 },
];

/** Bridge and tip of the nose [cm]. */
const NOSE = { bridge: [0, -9.8, 8.7], tip: [0, -14.2, 10.6], radii: [0.65, 1.0], blend: 2 } as const;

/** The middle that all rays start from [cm], and rings around the axis through the face. */
const MIDDLE: Vec3 = [0, -12.5, 1];
const RINGS = 18;
const SPOKES = 28;

/** Rings up to this one are the face. */
const FACE_RINGS = 9;

export interface HeadSurface extends Surface {
  readonly faceTriangles: number; // the first of the triangles; they make the face
}

export function headSurface({ head, size }: Figure): HeadSurface {
  const field = headField(head, size);
  /** The surface in a direction from the middle, by halving. */
  const cast = (x: number, y: number, z: number): Vec3 => {
    const at = (r: number): Vec3 =>
      placed(head, (MIDDLE[0] + r * x) * size, (MIDDLE[1] + r * y) * size, (MIDDLE[2] + r * z) * size);
    let inside = 0;
    let outside = 16;
    for (let step = 0; step < 30; step++) {
      const r = (inside + outside) / 2;
      if (field(at(r)) < 0) inside = r;
      else outside = r;
    }
    return at(inside);
  };
  const points: Vec3[] = [cast(0, 0, 1)];
  for (let ring = 1; ring < RINGS; ring++) {
    const polar = Math.PI * power(ring / RINGS, 1.35); // closer together on the face
    for (let k = 0; k < SPOKES; k++) {
      const round = (2 * Math.PI * k) / SPOKES;
      points.push(cast(Math.sin(polar) * Math.cos(round), Math.sin(polar) * Math.sin(round), Math.cos(polar)));
    }
  }
  points.push(cast(0, 0, -1));
  const { triangles, faceTriangles } = headTriangles();
  return { ...finished(points, triangles), faceTriangles };
}

/** Bands between the rings, from the tip of the face (vertex 0) to the back of the head. */
function headTriangles() {
  const last = 1 + (RINGS - 1) * SPOKES;
  const vertex = (ring: number, k: number): number => {
    if (ring === 0) return 0;
    return ring === RINGS ? last : 1 + (ring - 1) * SPOKES + (k % SPOKES);
  };
  const triangles: [number, number, number][] = [];
  let faceTriangles = 0;
  for (let ring = 0; ring < RINGS; ring++) {
    for (let k = 0; k < SPOKES; k++) {
      const [a, b, c, d] = [vertex(ring, k), vertex(ring, k + 1), vertex(ring + 1, k), vertex(ring + 1, k + 1)];
      if (ring > 0) triangles.push([a, d, b]);
      if (ring < RINGS - 1) triangles.push([a, c, d]);
    }
    if (ring + 1 === FACE_RINGS) faceTriangles = triangles.length;
  }
  return { triangles, faceTriangles };
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
