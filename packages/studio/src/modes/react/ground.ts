/** What the character stands on: polygons that carry, laid out from where it stands and faces. */

export type GroundKind = 'floor' | 'beam' | 'ledge' | 'plate';

type Point = readonly [x: number, z: number]; // [m] world

export interface Ground {
  readonly kind: GroundKind;
  readonly polygons: readonly (readonly Point[])[]; // convex; none: it carries everywhere
}

/** Where the soles are, seen from the person: forward, to the left [m]. */
export interface Stand {
  readonly x: number; // [m] world, between the feet
  readonly z: number;
  readonly heading: number; // [rad] about the vertical, 0 along +z
  readonly toes: number; // [m] before that point
  readonly heels: number; // [m] behind it, negative
  readonly left: number; // [m] outer edge of the left sole
  readonly right: number; // negative
}

export interface GroundSizes {
  readonly ground: GroundKind;
  readonly ahead: number;
  readonly behind: number;
  readonly aside: number;
}

const FAR = 4; // [m] where the ground goes on
const BRIM = 0.03; // [m] of a beam before the toes and behind the heels

/** Do two settings ask for the same ground? */
export const sameGround = (a: GroundSizes, b: GroundSizes): boolean =>
  a.ground === b.ground && a.ahead === b.ahead && a.behind === b.behind && a.aside === b.aside;

/** A beam runs across below both feet; a ledge ends before the toes; a plate ends all round. */
export function groundFor(stand: Stand, { ground: kind, ahead, behind, aside }: GroundSizes): Ground {
  const { toes, heels, left, right } = stand;
  if (kind === 'floor') return { kind, polygons: [] };
  const [front, back, l, r] =
    kind === 'beam'
      ? [toes + BRIM, heels - BRIM, FAR, -FAR]
      : kind === 'ledge'
        ? [toes + ahead, heels - FAR, FAR, -FAR]
        : [toes + ahead, heels - behind, left + aside, right - aside];
  const corners = [
    [l, front],
    [r, front],
    [r, back],
    [l, back],
  ] as const;
  const [sine, cosine] = [Math.sin(stand.heading), Math.cos(stand.heading)];
  const polygon = corners.map(
    ([side, along]): Point => [stand.x + cosine * side + sine * along, stand.z - sine * side + cosine * along],
  );
  return { kind, polygons: [polygon] };
}
