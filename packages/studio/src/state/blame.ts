/** Which frames the verdict holds against the clip for where its weight lies: those in a finding about balance. */
import type { Finding } from 'poise';

const known = new WeakMap<readonly Finding[], Uint8Array>();

/** frames, 1 = blamed. The same array for the same findings. */
export function blamedFrames(findings: readonly Finding[], frameCount: number): Uint8Array {
  const before = known.get(findings);
  if (before?.length === frameCount) return before;
  const blamed = new Uint8Array(frameCount);
  for (const { rule, start, end } of findings) if (rule === 'balance') blamed.fill(1, start, end + 1);
  known.set(findings, blamed);
  return blamed;
}
