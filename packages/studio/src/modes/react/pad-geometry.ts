/** Where things of the polar pad are: forward is up, the person's left is left. */

export interface PadFrame {
  readonly size: number; // [px] width and height
  readonly middle: number; // [px]
  readonly radius: number; // [px] of the outermost ring
  readonly most: number; // [N·s] there
}

export type Pixel = readonly [x: number, y: number];

const BRIM = 16; // [px] for the words around

/** Rings end at the ten above what the library knows, with room for pushes beyond. */
export function frameFor(size: number, largest: number): PadFrame {
  const most = Math.max(20, 10 * Math.ceil((1.2 * largest) / 10));
  return { size, middle: size / 2, radius: size / 2 - BRIM, most };
}

/** [px] of an impulse [N·s] to the left and forward. */
export const pixelOf = ({ middle, radius, most }: PadFrame, left: number, forward: number): Pixel => [
  middle - (left * radius) / most,
  middle - (forward * radius) / most,
];

export const polarPixel = (frame: PadFrame, r: number, angle: number): Pixel =>
  pixelOf(frame, r * Math.sin(angle), r * Math.cos(angle));

/** The impulse [N·s] at a pixel. */
export const impulseAt = ({ middle, radius, most }: PadFrame, x: number, y: number): readonly [number, number] => [
  ((middle - x) * most) / radius,
  ((middle - y) * most) / radius,
];

/** Which of the dots is at a pixel, within reach [px]. */
export function dotAt(
  frame: PadFrame,
  dots: readonly { readonly radius: number; readonly angle: number }[],
  x: number,
  y: number,
  reach: number,
): number | undefined {
  let best: number | undefined;
  let least = reach;
  dots.forEach((dot, index) => {
    const [px, py] = polarPixel(frame, dot.radius, dot.angle);
    const away = Math.hypot(px - x, py - y);
    if (away < least) [best, least] = [index, away];
  });
  return best;
}

/** 'forward', 'back and left' … for an angle [rad], to the left +. */
export function directionWords(angle: number): string {
  const names = ['forward', 'forward left', 'left', 'back left', 'back', 'back right', 'right', 'forward right'];
  const eighth = Math.round((4 * angle) / Math.PI);
  return names[((eighth % 8) + 8) % 8]!;
}
