/** Reads and performs motions, and remembers the last few. */
import { type Clip, motions, perform } from 'poise';
import type { ClipRequest } from './api.ts';
import { samples } from './samples.ts';

const REMEMBERED = 4;

const remembered = new Map<string, Promise<readonly Clip[]>>();

/** All takes of what is asked for; the same objects for the same request while it is remembered. */
export function takesOf(request: ClipRequest): Promise<readonly Clip[]> {
  const key = keyOf(request);
  const known = remembered.get(key);
  const takes = known ?? makeTakes(request);
  remembered.delete(key);
  remembered.set(key, takes); // to the end: used last
  if (!known) {
    takes.catch(() => remembered.delete(key));
    for (const old of [...remembered.keys()].slice(0, -REMEMBERED)) remembered.delete(old);
  }
  return takes;
}

export async function clipOf(request: ClipRequest): Promise<Clip> {
  const takes = await takesOf(request);
  const clip = takes[request.kind === 'file' ? request.take : 0];
  if (!clip) throw new Error('the file holds no motion');
  if (clip.frameCount === 0) throw new Error(`${nameIn(request)}: the motion has no frames`);
  return clip;
}

const nameIn = (request: ClipRequest): string =>
  request.kind === 'file' ? request.main.path.slice(request.main.path.lastIndexOf('/') + 1) : 'motion';

function keyOf(request: ClipRequest): string {
  if (request.kind === 'made') return request.key;
  return request.kind === 'file'
    ? `${request.fileId} ${JSON.stringify(request.border)}`
    : JSON.stringify([request.motion, request.values, request.body]);
}

/** A clip that the page has made has lost the file's own document on its way; here it gets it back. */
async function madeClip(clip: Clip, from: ClipRequest | undefined): Promise<Clip> {
  if (!clip.source || !from) return clip;
  const { source } = await clipOf(from);
  return source ? { ...clip, source: { ...clip.source, document: source.document } } : clip;
}

async function makeTakes(request: ClipRequest): Promise<readonly Clip[]> {
  if (request.kind === 'made') return [await madeClip(request.clip, request.from)];
  if (request.kind === 'file') {
    const { readFile } = await import('./files.ts'); // fetched with the first file
    return await readFile(request.main, request.beside, request.border);
  }
  const sample = samples.find(({ id }) => id === request.motion);
  if (sample) return [sample.make()];
  const motion = motions.find(({ id }) => id === request.motion);
  if (!motion) throw new Error(`there is no built-in motion "${request.motion}"`);
  return [perform(motion, { values: request.values, body: request.body })];
}
