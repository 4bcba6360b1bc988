/** Minutes at 60 Hz: the made-up motion again and again. */
import { withCoordinates, writeClip } from 'poise';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';

/** As a file picker hands it over. */
export async function longMotionFile(
  minutes = 8,
  name = 'long.bvh',
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const once = madeUpMotion(60);
  const times = Math.ceil((minutes * 60) / (once.frameCount / 60));
  const q = new Float64Array(times * once.q.length);
  for (let i = 0; i < times; i++) q.set(once.q, i * once.q.length);
  const bytes = await writeClip(withCoordinates(once, q), name);
  return { name, mimeType: 'text/plain', buffer: Buffer.from(bytes) };
}
