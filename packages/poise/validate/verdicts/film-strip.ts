/** A clip as a row of stick figures around a finding, one file per decision; for looking at, never for the repository. */

import { strip } from '../../reproduce/stick-figure.ts';
import type { Finding } from '../../src/balance/finding.ts';
import type { Judgement } from '../../src/balance/judge.ts';
import type { Clip } from '../../src/motion/clip.ts';

const POSES = 12;

export function filmStrip(
  clip: Clip,
  { body }: Judgement,
  name: string,
  { rule, message, start, end }: Finding,
): string {
  const pad = Math.round(0.4 / clip.frameTime);
  const [from, to] = [Math.max(0, start - pad), Math.min(clip.frameCount - 1, end + pad)];
  const frames = Array.from({ length: POSES }, (_, k) => Math.round(from + ((to - from) * k) / (POSES - 1)));
  return strip([{ title: `${name}, ${rule}: ${message}`, body, clip, frames: [...new Set(frames)] }]);
}
