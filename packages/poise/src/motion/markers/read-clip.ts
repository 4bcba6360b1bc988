/**
 * A marker file with what lies beside it → clips: a standing trial in the same folder is found by its name.
 */
import { FormatError } from '../../errors.ts';
import type { Clip, ImportNote } from '../clip.ts';
import type { ReadOptions } from '../formats/format.ts';
import { completePoints, type PointTracks } from '../keypoints/points.ts';
import { type PointFile, pointsToClip } from '../keypoints/points-to-clip.ts';
import { pointNamed } from '../keypoints/sets.ts';
import type { BorderOptions } from '../raw-motion.ts';
import type { MarkerRecording } from '../recording.ts';
import { coordinateCount } from '../skeleton.ts';
import { mapMarkers, missingLandmarks } from './landmarks.ts';
import { type BodyMeasures, markersToClip } from './markers-to-clip.ts';

export type MarkerReader = (data: Uint8Array, file: string, options: BorderOptions) => MarkerRecording;

/** Reads a marker file and builds the person in it. */
export async function readMarkersAsClip(
  format: string,
  read: MarkerReader,
  data: Uint8Array,
  file: string,
  options: ReadOptions,
  measures: BodyMeasures = {},
): Promise<readonly Clip[]> {
  const recording = read(data, file, options);
  const points = pointsOf(recording);
  const known = recording.upStated ? ({ up: 'y' } as const) : {}; // the recording was turned already
  if (points) return [onGround(pointsToClip({ ...points, format }, known), options.groundHeight)];
  const standing = await standingBeside(read, recording, options);
  const { clip } = markersToClip(recording, { format, measures, ...(standing ? { standing } : {}) });
  return [onGround(clip, options.groundHeight)];
}

/** The recording as key points of a camera (RHip, LBigToe …), where its markers are no laboratory's set and these make a person. */
function pointsOf(recording: MarkerRecording): Omit<PointFile, 'format'> | undefined {
  const { file, rate, names, positions, present, frameCount, notes } = recording;
  if (missingLandmarks(mapMarkers(recording)).length === 0) return undefined;
  const tracks: PointTracks = new Map();
  for (const [i, name] of names.entries()) {
    const point = pointNamed(name);
    if (point === undefined || tracks.has(point)) continue;
    const track = new Float64Array(3 * frameCount);
    for (let f = 0; f < frameCount; f++) {
      const at = f * names.length + i;
      for (let c = 0; c < 3; c++) track[3 * f + c] = present[at] ? positions[3 * at + c] : Number.NaN;
    }
    tracks.set(point, track);
  }
  if (completePoints(new Map(tracks)).length > 0) return undefined;
  return { file, animation: '', rate, tracks, metresPerUnit: 1, notes };
}

/** Laboratories put the floor at height zero; a caller who knows better may say so. */
export function onGround(clip: Clip, groundHeight: number | undefined): Clip {
  if (groundHeight === undefined || !clip.source) return clip;
  const q = Float64Array.from(clip.q);
  const nq = coordinateCount(clip.skeleton);
  for (let i = 1; i < q.length; i += nq) q[i] -= groundHeight;
  const text = `the floor is taken at ${groundHeight} m`;
  const notes: ImportNote[] = [...clip.source.notes, { topic: 'ground', confidence: 'stated', text }];
  return {
    ...clip,
    q,
    floor: 'stated',
    source: { ...clip.source, frame: { ...clip.source.frame, groundHeight }, notes },
  };
}

/** A neighbour of the same kind whose name says that it is a standing trial, if it helps: markers inside the joints. */
async function standingBeside(
  read: MarkerReader,
  recording: MarkerRecording,
  options: ReadOptions,
): Promise<MarkerRecording | undefined> {
  if (!options.companion || hasInnerMarkers(recording)) return undefined;
  const extension = /\.[^.]*$/.exec(recording.file)?.[0].toLowerCase() ?? '';
  const own = recording.file.replace(/^.*[\\/]/, '');
  const beside = (options.neighbours ?? []).filter(
    (name) => name !== own && name.toLowerCase().endsWith(extension) && /static|standing|cal(ib)?[_\-. ]/i.test(name),
  );
  for (const name of beside) {
    const bytes = await options.companion(name);
    if (!bytes) continue;
    try {
      const candidate = read(bytes, name, options);
      if (hasInnerMarkers(candidate)) return candidate;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error; // a damaged neighbour is no reason to refuse this file
    }
  }
  return undefined;
}

function hasInnerMarkers(recording: MarkerRecording): boolean {
  const { landmarks } = mapMarkers(recording);
  return (['l', 'r'] as const).every((side) => {
    const marker = landmarks.get(`${side}:kneeMedial`);
    return (
      marker !== undefined && recording.present.some((seen, i) => seen === 1 && i % recording.names.length === marker)
    );
  });
}
