/** From an address to a clip and the body of the person in it. */
import { type Body, type Clip, fitBody, type ResponseLibrary, readClips, unpackLibrary } from 'poise';

export interface Loaded {
  readonly clip: Clip;
  readonly body: Body | undefined; // undefined: no person was found
  readonly character: Uint8Array | undefined; // bytes of a GLB or FBX, whose own skin is shown
}

const MOST_BYTES = 200e6;
const SKINS = /\.(?:glb|fbx)$/i;

const fileOf = (address: string): string => decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');

async function bytesAt(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${fileOf(address)} cannot be loaded (${answer.status} ${answer.statusText})`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw new Error(`${fileOf(address)} is too large for a view (${bytes.length} bytes)`);
  return bytes;
}

/** The first take of a motion file. */
export async function loadClip(src: string, signal: AbortSignal): Promise<Loaded> {
  const address = new URL(src, document.baseURI).href;
  const file = fileOf(address);
  const bytes = await bytesAt(address, signal);
  const [clip] = await readClips(bytes, file);
  if (!clip || clip.frameCount === 0) throw new Error(`${file} holds no motion`);
  const body = clip.roles.status === 'humanoid' ? fitBody(clip) : undefined;
  return { clip, body, character: SKINS.test(file) ? bytes : undefined };
}

/** Push responses as `poise library` or the package has them. */
export async function loadLibrary(src: string, signal: AbortSignal): Promise<ResponseLibrary> {
  const address = new URL(src, document.baseURI).href;
  const text = new TextDecoder().decode(await bytesAt(address, signal));
  return unpackLibrary(text, fileOf(address));
}
