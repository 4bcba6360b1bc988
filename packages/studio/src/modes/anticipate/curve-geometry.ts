/** The curve editor without its picture: where things are, and what a drag or a key makes of a curve. */
import type { Cmrt } from 'poise/anticipation';

export type Strand = 'forward' | 'left';

export interface CurveFrame {
  readonly width: number; // [px]
  readonly height: number;
  readonly duration: number; // [s]
  readonly most: number; // [m] at the top edge; the bottom is its opposite
}

export const PAD = { left: 30, right: 8, top: 8, bottom: 18 } as const; // [px]

export const xOf = ({ width, duration }: CurveFrame, time: number): number =>
  PAD.left + (time / duration) * (width - PAD.left - PAD.right);

export const yOf = ({ height, most }: CurveFrame, offset: number): number =>
  PAD.top + ((most - offset) / (2 * most)) * (height - PAD.top - PAD.bottom);

export const timeAt = ({ width, duration }: CurveFrame, x: number): number =>
  ((x - PAD.left) / (width - PAD.left - PAD.right)) * duration;

export const offsetAt = ({ height, most }: CurveFrame, y: number): number =>
  most - ((y - PAD.top) / (height - PAD.top - PAD.bottom)) * 2 * most;

/** Shortest time that the search leaves between two knots [s]; by hand it is the same. */
export const LEAST_GAP = 0.05;
/** Beyond this the curve bends over [m]. */
export const MOST_OFFSET = 0.2;

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The curve with one knot elsewhere: it stays between its neighbours and within the limits. */
export function withKnot(curve: Cmrt, strand: Strand, index: number, time: number, offset: number): Cmrt {
  const { knots, duration } = curve;
  const first = (index === 0 ? 0 : knots[index - 1]!) + LEAST_GAP;
  const last = (index === knots.length - 1 ? duration : knots[index + 1]!) - LEAST_GAP;
  const moved = knots.map((knot, i) => (i === index ? rounded(between(time, first, Math.max(first, last)), 3) : knot));
  const values = (curve[strand] ?? knots.map(() => 0)).map((value, i) =>
    i === index ? rounded(between(offset, -MOST_OFFSET, MOST_OFFSET), 4) : value,
  );
  return { ...curve, knots: moved, [strand]: values };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const STEP = { time: 0.02, offset: 0.005 } as const; // [s], [m]; ten times as far with Shift

/** What a key does to a knot; undefined: nothing. */
export function knotByKey(curve: Cmrt, strand: Strand, index: number, key: string, far: boolean): Cmrt | undefined {
  const ways: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  const way = ways[key];
  if (!way) return undefined;
  const scale = far ? 10 : 1;
  const time = curve.knots[index]! + way[0] * STEP.time * scale;
  const offset = (curve[strand]?.[index] ?? 0) + way[1] * STEP.offset * scale;
  return withKnot(curve, strand, index, time, offset);
}

/** A round height of the picture [m] that holds the curve and all its points. */
export function heightFor(offsets: Iterable<number>): number {
  let most = 0.05;
  for (const offset of offsets) most = Math.max(most, Math.abs(offset));
  return [0.06, 0.1, 0.15, 0.2].find((height) => height >= 1.05 * most) ?? 0.22;
}

/** 'Knot 2: 0.94 s, 8.1 cm back' */
export function knotWords(curve: Cmrt, strand: Strand, index: number): string {
  const offset = curve[strand]?.[index] ?? 0;
  const way = strand === 'forward' ? (offset < 0 ? 'back' : 'forward') : offset < 0 ? 'to the right' : 'to the left';
  return `${curve.knots[index]!.toFixed(2)} s, ${Math.abs(100 * offset).toFixed(1)} cm ${way}`;
}
