/** Motion in numpy's files and in pickles of plain data, as text-to-motion models, cameras and data sets save it. */
import { FormatError } from '../../../errors.ts';
import { FRAME_RATE_WANTED, isFrameTime } from '../../bounds.ts';
import type { Clip, ImportNote } from '../../clip.ts';
import type { PointTracks } from '../../keypoints/points.ts';
import { pointsToClip } from '../../keypoints/points-to-clip.ts';
import { POINT_SETS } from '../../keypoints/sets.ts';
import type { RawMotion } from '../../raw-motion.ts';
import { toClip } from '../../to-clip.ts';
import type { MotionFormat, ReadOptions, WriteOptions } from '../format.ts';
import { bridgeLost, bridgeLostTurns, lostNote } from '../lost-numbers.ts';
import { type NumpyContent, numbersNamed, readContent } from './content.ts';
import type { NumpyDocument } from './document.ts';
import { type Beside, type Decoded, decode } from './layouts.ts';
import type { NumberArray } from './numbers.ts';
import { packNpy, packNpz } from './pack.ts';
import { type Container, encode, keepsFile } from './write.ts';

async function read(data: Uint8Array, file: string, options: ReadOptions): Promise<readonly Clip[]> {
  const content = await readContent(data, file);
  const motions = decode(content, file, await besideOf(content, options));
  return motions.map((motion, i) =>
    clipOf(motion, content, file, motions.length > 1 ? `sample ${i + 1}` : '', options),
  );
}

/** Means and deviations are asked for where there may be features. */
async function besideOf(content: NumpyContent, { companion }: ReadOptions): Promise<Beside> {
  const shape = numbersNamed(content, '', 'motion', 'features')?.shape ?? [];
  const load = async (name: string): Promise<NumberArray | undefined> => {
    const bytes = shape[shape.length - 1] === 263 ? await companion?.(name) : undefined;
    return bytes && numbersNamed(await readContent(bytes, name), '');
  };
  return { mean: await load('Mean.npy'), deviation: await load('Std.npy') };
}

function clipOf(
  motion: Decoded,
  { arrays }: NumpyContent,
  file: string,
  animation: string,
  options: ReadOptions,
): Clip {
  const { title, usualRate, layout, notes: own } = motion;
  const document: NumpyDocument = { kind: 'numpy', layout, arrays };
  const rate = motion.rate ?? usualRate;
  if (!isFrameTime(1 / rate)) throw new FormatError(file, undefined, `expected ${FRAME_RATE_WANTED}, found ${rate}`);
  const notes: ImportNote[] = [
    { topic: 'content', confidence: 'sure', text: `layout: ${title}` },
    motion.rate === undefined
      ? {
          topic: 'rate',
          confidence: 'guess',
          text: `the file does not say its frame rate; ${usualRate} Hz is usual for it`,
        }
      : { topic: 'rate', confidence: 'stated', text: `${rate} Hz, as the file states` },
    ...own,
  ];
  if (motion.kind === 'points') {
    const tracks = tracksOf(motion.positions);
    return pointsToClip(
      { format: 'numpy', file, animation, rate, tracks, metresPerUnit: undefined, notes, document },
      options,
    );
  }
  const raw: RawMotion = {
    format: 'numpy',
    file,
    animation,
    ...motion.motion,
    endSites: [],
    ...(layout === 'kimodo' && { provenance: 'generated' }),
    frameTime: 1 / rate,
    frameCount: motion.frames,
    statedMetresPerUnit: 1,
    statedUp: undefined,
    notes,
    document,
  };
  if (options.lost === 'bridge') bridge(raw, notes);
  const bad = raw.rotations.findIndex((track) => !(track?.every(Number.isFinite) ?? true));
  if (bad >= 0 || !raw.translations[0]!.every(Number.isFinite)) {
    throw new FormatError(
      file,
      undefined,
      `"${raw.joints[Math.max(0, bad)].name}": expected finite numbers, found NaN or Infinity`,
    );
  }
  return toClip(raw, options);
}

/** Fills what is lost, in place; a track without any number stays as it is. */
function bridge({ rotations, translations }: RawMotion, notes: ImportNote[]): void {
  const lost = [
    ...rotations.map((track) => track && bridgeLostTurns(track)),
    translations[0] && bridgeLost(translations[0], 3),
  ];
  const most = lost.reduce<number>((rows, count) => Math.max(rows, count ?? 0), 0);
  if (most > 0) notes.push(lostNote(most));
}

function tracksOf({ values, shape }: NumberArray): PointTracks {
  const [frames, count] = shape;
  const tracks: PointTracks = new Map();
  for (const [i, name] of (POINT_SETS[count]?.points ?? []).entries()) {
    if (name === undefined) continue;
    const track = new Float64Array(3 * frames);
    for (let f = 0; f < frames; f++) track.set(values.subarray(3 * (f * count + i), 3 * (f * count + i) + 3), 3 * f);
    tracks.set(name, track);
  }
  return tracks;
}

/** A clip as arrays; `container` is what holds them. */
async function write(clip: Clip, options: WriteOptions, container: Container): Promise<Uint8Array> {
  const { arrays } = encode(clip, options, container);
  return container === 'npz' ? packNpz(arrays) : packNpy(arrays.get('')!);
}

const writing = (container: Container): Pick<MotionFormat, 'write' | 'keepsFile' | 'writeNotes'> => ({
  write: (clip, options) => write(clip, options, container),
  keepsFile,
  writeNotes: (clip, options) => encode(clip, options, container).notes,
});

export const numpy: MotionFormat = {
  id: 'numpy',
  title: 'numpy arrays',
  extensions: ['.npz', '.pkl'],
  read,
  ...writing('npz'),
};

export const npy: MotionFormat = { id: 'npy', title: 'numpy array', extensions: ['.npy'], read, ...writing('npy') };
