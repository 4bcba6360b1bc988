/** Motion files: bytes in, clips out, and back. What was inferred at the border is said with its evidence. */
import { durationOf, readClips, writeClip } from 'poise';
import { madeUpMotion } from './support/made-up-person.ts';

const bvh = await writeClip(madeUpMotion(), 'lean.bvh');
const [clip] = await readClips(bvh, 'lean.bvh');
if (!clip) throw new Error('a BVH file holds one clip');

console.log(`${bvh.length} bytes of BVH: ${clip.frameCount} frames, ${durationOf(clip).toFixed(2)} s`);
for (const note of clip.source?.notes ?? []) console.log(`${note.topic} (${note.confidence}): ${note.text}`);

const glb = await writeClip(clip, 'lean.glb');
console.log(`${glb.length} bytes of glTF`);
