/** A shoe whose lower edge is the outline of the body's sole: flat on the ground when the foot is. */

import type { Sole, SolePart } from '../../body/body.ts';
import { power } from '../../math/power.ts';
import {
  add,
  along,
  cross,
  dot,
  mix,
  norm,
  perpendicular,
  scale,
  sub,
  turned,
  unit,
  vectorAt,
} from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { WorldFrames } from '../../motion/world-frames.ts';
import type { Figure } from './figure.ts';
import { loft } from './loft.ts';
import type { Surface } from './surface-net.ts';

/** Height of the upper above the ground along the foot, over foot length and [cm]; 0 = below the ankle. */
const RIDGE: readonly (readonly [ahead: number, height: number])[] = [
  [-0.26, 7.4],
  [-0.12, 9.2],
  [0.02, 9.8],
  [0.12, 8.9],
  [0.24, 7.2],
  [0.38, 5.6],
  [0.5, 4.4],
  [0.62, 3.5],
  [0.74, 2.9],
];

/** The middle line of the upper, over foot length. */
const LINE_FROM = -0.13;
const LINE_TO = 0.58;

/** Half-width of the collar around the shank along the foot, over foot length and [cm]. */
const COLLAR: readonly (readonly [ahead: number, width: number])[] = [
  [-0.13, 2.4],
  [0.06, 2.4],
  [0.16, 1.4],
  [0.3, 0.6],
  [0.6, 0.2],
];

/** Distance of points on the outline [cm]. */
const STEP = 2.4;

/** Rings of the sole: height [cm] and how far it stands out [cm]; the upper follows in UPPER_RINGS arcs. */
const SOLE_RINGS: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.5, 0.25],
  [1.5, 0.25],
  [1.9, 0.0],
];
const UPPER_RINGS = 7;

export interface FootSurface extends Surface {
  /** Forward of the ankle over foot length, per vertex: tells the toes from the foot. */
  readonly ahead: readonly number[];
  readonly isSole: (triangle: readonly [number, number, number]) => boolean;
  readonly ballAhead: number; // of the ball, in the same measure
  readonly toesAhead: number; // of the hindmost point of the toes' outline
}

export function footSurface({ marks, size }: Figure, sole: Sole): FootSurface {
  const { up, forward, under, footLength, outline, ball, toes } = groundOf(marks.frames, sole);
  const aheadOf = (p: Vec3): number => dot(sub(p, under), forward) / footLength;
  const edge = smoothLoop(outline, STEP * size);
  const onLine = (ahead: number): Vec3 => lineAt(outline, under, forward, footLength, ahead);
  const rings: Vec3[][] = SOLE_RINGS.map(([height, out]) =>
    edge.map((p) => {
      const centre = onLine(Math.min(LINE_TO, Math.max(LINE_FROM, aheadOf(p))));
      return along(along(p, perpendicular(sub(p, centre), up), out * size), up, height * size);
    }),
  );
  const rim = rings[rings.length - 1];
  const rimHeight = SOLE_RINGS[SOLE_RINGS.length - 1][0];
  for (let ring = 1; ring <= UPPER_RINGS; ring++) {
    const angle = (Math.PI / 2) * (ring / UPPER_RINGS);
    const inward = 1 - power(Math.cos(angle), 0.85);
    const rise = power(Math.sin(angle), 0.9);
    rings.push(
      rim.map((p) => {
        const ahead = Math.min(LINE_TO, Math.max(LINE_FROM, aheadOf(p)));
        const centre = along(onLine(ahead), up, rimHeight * size);
        const top = along(centre, perpendicular(sub(p, centre), up), tableAt(COLLAR, ahead) * size);
        const level = mix(p, top, inward);
        return along(level, up, rise * (tableAt(RIDGE, aheadOf(level)) - rimHeight) * size);
      }),
    );
  }
  // The collar closes inside the shank, from the heel to the toes.
  const surface = loft(rings, 'strip');
  const n = edge.length;
  const soleVertices = n * (SOLE_RINGS.length - 1);
  const firstMiddle = rings.length * n;
  return {
    ...surface,
    ahead: surface.points.map(aheadOf),
    ballAhead: aheadOf(ball),
    toesAhead: Math.max(aheadOf(ball) + 0.02, aheadOf(toes)),
    isSole: (triangle) => triangle.some((vertex) => vertex < soleVertices || vertex === firstMiddle),
  };
}

/** How the foot stands: the plane that heel and ball touch, and the outline as a loop in it. */
function groundOf({ origins, rotations }: WorldFrames, sole: Sole) {
  const points = [...sole.segments].map((joint, k) =>
    add(vectorAt(origins, 3 * joint), turned(rotations, 4 * joint, vectorAt(sole.points, 3 * k))),
  );
  const meanOf = (part: SolePart): Vec3 => {
    const own = points.filter((_, k) => sole.parts[k] === part);
    return scale(
      own.reduce((sum, p) => add(sum, p)),
      1 / own.length,
    );
  };
  const ankle = vectorAt(origins, 3 * sole.foot);
  const [heel, ball] = [meanOf('heel'), meanOf('ball')];
  const across = points.filter((_, k) => sole.parts[k] === 'ball');
  const normal = unit(cross(sub(ball, heel), sub(across[0], across[1])), [0, 1, 0]);
  const up = dot(normal, sub(ankle, heel)) >= 0 ? normal : scale(normal, -1);
  const forward = perpendicular(sub(ball, heel), up);
  const side = cross(up, forward);
  const angle = (p: Vec3): number => Math.atan2(dot(sub(p, ball), side), dot(sub(p, mix(heel, ball, 0.7)), forward));
  const loop = [...points].sort((a, b) => angle(a) - angle(b));
  const ahead = loop.map((p) => dot(sub(p, heel), forward));
  const hindmost = ahead.indexOf(Math.min(...ahead));
  const outline = [...loop.slice(hindmost), ...loop.slice(0, hindmost)];
  const [toes] = points.filter((_, k) => sole.parts[k] === 'toe').sort((a, b) => dot(sub(a, b), forward));
  const footLength = Math.max(...ahead) - Math.min(...ahead);
  return { up, forward, under: along(ankle, up, -dot(sub(ankle, heel), up)), footLength, outline, ball, toes };
}

/** A closed curve through all points (centripetal Catmull-Rom), with further points about a `step` [m] apart. */
function smoothLoop(points: readonly Vec3[], step: number): Vec3[] {
  const n = points.length;
  const at = (k: number): Vec3 => points[(k + n) % n];
  const gap = (k: number): number => Math.sqrt(Math.hypot(...sub(at(k + 1), at(k))));
  const slope = (k: number): Vec3 => {
    const [before, after] = [gap(k - 1), gap(k)];
    const into = scale(sub(at(k), at(k - 1)), 1 / before);
    const out = scale(sub(at(k + 1), at(k)), 1 / after);
    return scale(add(scale(into, after), scale(out, before)), 1 / (before + after));
  };
  return points.flatMap((p, k) => {
    const count = Math.max(2, Math.round(norm(sub(at(k + 1), p)) / step));
    return Array.from({ length: count }, (_, index) => {
      const s = index / count;
      const [a, b] = [scale(slope(k), gap(k)), scale(slope(k + 1), gap(k))];
      const value = add(scale(p, (1 + 2 * s) * (1 - s) ** 2), scale(at(k + 1), s * s * (3 - 2 * s)));
      return add(value, add(scale(a, s * (1 - s) ** 2), scale(b, -s * s * (1 - s))));
    });
  });
}

/** The middle line on the ground: below the ankle at the heel, to the middle of the toe's outline. */
function lineAt(outline: readonly Vec3[], under: Vec3, forward: Vec3, footLength: number, ahead: number): Vec3 {
  const inFront = outline.filter((p) => dot(sub(p, under), forward) > 0.55 * footLength);
  const side = sub(
    scale(
      inFront.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec3),
      1 / Math.max(1, inFront.length),
    ),
    under,
  );
  const aside = inFront.length > 0 ? along(side, forward, -dot(side, forward)) : scale(side, 0);
  const share = Math.max(0, ahead) / 0.63;
  return add(along(under, forward, ahead * footLength), scale(aside, share));
}

/** Straight lines between the rows of a table. */
function tableAt(table: readonly (readonly [number, number])[], ahead: number): number {
  let k = 0;
  while (k < table.length - 2 && table[k + 1][0] < ahead) k++;
  const s = Math.min(1, Math.max(0, (ahead - table[k][0]) / (table[k + 1][0] - table[k][0])));
  return table[k][1] + s * (table[k + 1][1] - table[k][1]);
}
