/** Reads and performs motions, and remembers the last few. */
import { type Clip, motions, perform, readClips, withFrameRate } from 'poise';
import type { ImportSettings } from '../state/types.ts';
import type { ClipRequest, GivenFile } from './api.ts';
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

const nameIn = (request: ClipRequest): string => (request.kind === 'file' ? nameOf(request.main.path) : 'motion');

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
  if (request.kind === 'file') return await readFile(request.main, request.beside, request.border);
  const sample = samples.find(({ id }) => id === request.motion);
  if (sample) return [sample.make()];
  const motion = motions.find(({ id }) => id === request.motion);
  if (!motion) throw new Error(`there is no built-in motion "${request.motion}"`);
  return [perform(motion, { values: request.values, body: request.body })];
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function readFile(
  main: GivenFile,
  beside: readonly GivenFile[],
  { frameRate, ...border }: ImportSettings,
): Promise<readonly Clip[]> {
  const folder = folderOf(main.path);
  const companion = async (name: string): Promise<Uint8Array | undefined> => {
    // Names inside files may hold a folder; files picked one by one have none.
    const found =
      beside.find(({ path }) => path === folder + name) ?? beside.find(({ path }) => nameOf(path) === nameOf(name));
    return found && (await bytesOf(found.file));
  };
  const neighbours = beside.map(({ path }) => nameOf(path));
  const takes = await readClips(await bytesOf(main.file), nameOf(main.path), { ...border, companion, neighbours });
  return frameRate === undefined ? takes : takes.map((take) => withFrameRate(take, frameRate));
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error(
      `${file.name}: the file cannot be read any more; it was moved, changed or deleted since it was opened`,
    );
  }
}
