/** What must hold for whatever is read, and for what is written of it. */
import { FormatError, RigError, UsageError } from '../src/errors.ts';
import { type Clip, frameRate, withCoordinates, withFrameRate } from '../src/motion/clip.ts';
import { readClips, writableExtensions, writeClip, writeCompanions } from '../src/motion/formats/index.ts';
import { resample } from '../src/motion/resample.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { trim } from '../src/motion/trim.ts';

/** Every number in plain data is finite, and nothing reaches beyond it. */
export function checkPlain(value: unknown, path = ''): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${path} is ${value}`);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const list = value as unknown as ArrayLike<number>;
    for (let i = 0; i < list.length; i++) if (!Number.isFinite(list[i])) throw new Error(`${path}/${i} is ${list[i]}`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) checkPlain(inner, `${path}/${key}`);
  }
}

export function checkClip(clip: Clip, what: string): void {
  checkPlain(clip.q, `${what} q`);
  checkPlain(clip.skeleton, `${what} skeleton`);
  checkPlain(clip.frameTime, `${what} frameTime`);
  for (const track of clip.extraTracks) checkPlain(track.values, `${what} ${track.name}`);
}

/** Written in every format, a clip can be read again, or was refused in words; tells which were written. `model`: that it was read with. */
export async function checkClosure(
  clip: Clip,
  model?: Uint8Array,
  extensions: readonly string[] = writableExtensions(),
): Promise<string> {
  const written: string[] = [];
  for (const name of extensions.map((extension) => `b${extension}`)) {
    let data: Uint8Array;
    let beside: Map<string, Uint8Array>;
    try {
      data = await writeClip(clip, name);
      beside = new Map((await writeCompanions(clip, name)).map((file) => [file.name, file.data]));
    } catch (error) {
      if (isRefusal(error)) continue; // told in words
      throw new Error(`writing ${name}: ${error}`, { cause: error });
    }
    // coordinates belong to the model that the clip was read with
    const files = name === 'b.mot' && model ? new Map([['a.osim', model]]) : beside;
    const again = await readClips(data, name, {
      companion: async (file) => files.get(file),
      neighbours: [...files.keys()],
    }).catch((error: unknown) => {
      throw new Error(`${name} was written and cannot be read: ${error}`, { cause: error });
    });
    for (const one of again) checkClip(one, `${name} again`);
    written.push(name);
  }
  return written.join(' ');
}

/** What people do with a clip before they write it into its own file. */
const EDITS: readonly ((clip: Clip) => Clip)[] = [
  (clip) => trim(clip, 0, Math.ceil(clip.frameCount / 2)),
  (clip) => withFrameRate(clip, 0.7 * frameRate(clip)),
  (clip) => resample(clip, clip.frameTime / 1.3),
  (clip) => {
    const q = clip.q.slice();
    const nq = coordinateCount(clip.skeleton);
    for (let o = 0; o < q.length; o += nq) {
      q[o + 1] += 0.01;
      q.set([0.6, 0, 0, 0.8], o + nq - 4);
    }
    return withCoordinates(clip, q);
  },
];

/** An edited clip, in its own file where that can be written. */
export async function checkEdited(clip: Clip, extension: string, which: number, model: Uint8Array): Promise<void> {
  if (!writableExtensions().includes(extension)) return;
  let edited: Clip;
  try {
    edited = EDITS[which % EDITS.length](clip);
  } catch (error) {
    if (isRefusal(error)) return;
    throw error;
  }
  await checkClosure(edited, model, [extension]);
}

const isRefusal = (error: unknown): boolean =>
  error instanceof FormatError || error instanceof RigError || error instanceof UsageError;
