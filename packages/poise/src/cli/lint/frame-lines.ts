/** In which line of a text file a frame stands, so that editors and code hosts can show findings where they are. */
import { extname } from 'node:path';
import { type Clip, fileFrame } from '../../motion/clip.ts';

/** Line of the clip's frame 0, from 1, where each frame has one line; undefined where it has not. */
export function firstFrameLine(file: string, data: Uint8Array, clip: Clip): number | undefined {
  if (extname(file).toLowerCase() !== '.bvh') return undefined;
  const lines = new TextDecoder().decode(data).split(/\r\n|\r|\n/);
  const header = lines.findIndex((line) => /^\s*Frame\s+Time\s*:/i.test(line));
  if (header < 0) return undefined;
  const first = fileFrame(clip, 0); // an added reference frame stands before it
  const last = header + first + clip.frameCount; // index of the line that should hold the last frame
  const isFrame = (line: string | undefined): boolean => line !== undefined && /^\s*[-+.\d]/.test(line);
  return isFrame(lines[header + 1]) && isFrame(lines[last]) && !isFrame(lines[last + 1])
    ? header + 2 + first
    : undefined;
}
