/** From an address to a clip and the body of the person in it. */
import { type Body, type Clip, fitBody, type ReactionLibrary, reactionLibrary, readClips, unpackLibrary } from 'poise';
import { isFbx } from '../scene/character/load-character.ts';

export interface Loaded {
  readonly clip: Clip;
  readonly body: Body | undefined; // undefined: no person was found
  readonly character: Uint8Array | undefined; // bytes of a GLB or FBX, whose own skin is shown
}

const MOST_BYTES = 200e6;
const GLB = 'glTF'; // how such a file begins
const NAMELESS = /^(?:blob|data):/;

/** Name of the file at an address; of one that the page has made itself nothing is known but its content. */
export const fileOf = (address: string): string =>
  NAMELESS.test(address) ? 'the file' : decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');

/** GLB and FBX bring their own skin. */
export const hasSkin = (bytes: Uint8Array): boolean =>
  isFbx(bytes) || [...GLB].every((letter, i) => bytes[i] === letter.charCodeAt(0));

async function bytesAt(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${fileOf(address)} cannot be loaded (${answer.status} ${answer.statusText})`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw new Error(`${fileOf(address)} is too large for a view (${bytes.length} bytes)`);
  return bytes;
}

/** A take of a motion file: by its name or number, else the first. */
export async function loadClip(src: string, take: string | null, signal: AbortSignal): Promise<Loaded> {
  const address = new URL(src, document.baseURI).href;
  const file = fileOf(address);
  const bytes = await bytesAt(address, signal);
  const clips = await readClips(bytes, file);
  const clip = take === null ? clips[0] : (clips.find(({ name }) => name === take) ?? clips[Number(take)]);
  if (!clip || clip.frameCount === 0) throw new Error(missing(file, take, clips));
  const body = clip.roles.status === 'humanoid' ? fitBody(clip) : undefined;
  return { clip, body, character: hasSkin(bytes) ? bytes : undefined };
}

const missing = (file: string, take: string | null, clips: readonly Clip[]): string =>
  take === null || clips.length === 0
    ? `${file} holds no motion`
    : `${file} has no take "${take}": it has ${clips.map(({ name }, i) => name || i).join(', ')}`;

/** Loads push responses as `poise library generate` or the package has them, and keeps those of the last address. null: none. */
export function createLibraryShelf(): (
  src: string | null,
  signal: AbortSignal,
) => Promise<ReactionLibrary | undefined> {
  let kept: { readonly address: string; readonly library: ReactionLibrary } | undefined;
  return async (src, signal) => {
    if (!src) return undefined;
    const address = new URL(src, document.baseURI).href;
    if (kept?.address !== address) {
      const text = new TextDecoder().decode(await bytesAt(address, signal));
      kept = { address, library: reactionLibrary(unpackLibrary(text, fileOf(address))) };
    }
    return kept.library;
  };
}
