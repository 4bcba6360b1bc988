/** Frames and lengths in sentences. */
import { type Clip, fileFrame } from '../motion/clip.ts';
import type { Frames } from '../motion/stretches.ts';

const MOST = 4; // stretches that are named; more are counted

/** "frames 3, 17–19 and 4 more stretches", as the file's own application counts. */
export function framesInWords(clip: Clip, marked: Uint8Array): string {
  const stretches: Frames[] = [];
  for (let frame = 0; frame < marked.length; frame++) {
    if (!marked[frame]) continue;
    const start = frame;
    while (frame + 1 < marked.length && marked[frame + 1]) frame++;
    stretches.push({ start, end: frame });
  }
  return stretchesInWords(clip, stretches);
}

export function stretchesInWords(clip: Clip, stretches: readonly Frames[]): string {
  const name = ({ start, end }: Frames): string =>
    start === end ? `${fileFrame(clip, start)}` : `${fileFrame(clip, start)}–${fileFrame(clip, end)}`;
  const more = stretches.length - MOST;
  const named = stretches.slice(0, MOST).map(name).join(', ');
  const noun = stretches.length === 1 && stretches[0].start === stretches[0].end ? 'frame' : 'frames';
  return `${noun} ${named}${more > 0 ? ` and ${more} more ${more === 1 ? 'stretch' : 'stretches'}` : ''}`;
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "4 mm", "2.3 cm", "12 cm". */
export function metres(length: number): string {
  if (length < 0.01) return `${(1000 * length).toFixed(length < 0.001 ? 1 : 0)} mm`;
  return `${(100 * length).toFixed(length < 0.1 ? 1 : 0)} cm`;
}
