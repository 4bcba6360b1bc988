/** Key points of a person, frame by frame → a clip. */
import { FormatError } from '../../errors.ts';
import type { Clip, ImportNote } from '../clip.ts';
import type { BorderOptions, RawMotion } from '../raw-motion.ts';
import { toClip } from '../to-clip.ts';
import { poseFromPoints } from './person.ts';
import { closeGaps, completePoints, type PointTracks } from './points.ts';
import { legOfPoints, upOfPoints } from './up-of-points.ts';

export interface PointFile {
  readonly format: string;
  readonly file: string;
  readonly animation: string;
  readonly rate: number; // [Hz]
  readonly tracks: PointTracks; // in the file's own units and axes; NaN where a point is missing
  readonly metresPerUnit: number | undefined; // where the file says
  readonly notes: readonly ImportNote[];
  readonly document?: unknown; // what the format keeps of its file
}

const POSITIONS_ONLY =
  'the file holds positions only: bones got their median lengths, and limbs the twist that knees and elbows show';

/** Was the clip fitted to points? Then no joint was measured by itself. */
export const holdsPositionsOnly = ({ source }: Clip): boolean =>
  source?.notes.some(({ text }) => text === POSITIONS_ONLY) ?? false;

/** Throws FormatError where the points do not make a person. */
export function pointsToClip(points: PointFile, options: BorderOptions = {}): Clip {
  const { file, format, animation, rate, tracks } = points;
  const notes: ImportNote[] = [...points.notes];
  closeGaps(tracks, notes);
  const missing = completePoints(tracks);
  if (missing.length > 0) {
    throw new FormatError(file, undefined, `the points do not make a person; missing: ${missing.join(', ')}`);
  }
  const frames = tracks.get('pelvis')!.length / 3;
  const up = upOfPoints(tracks);
  if (!(legOfPoints(tracks) > 0))
    throw new FormatError(file, undefined, 'the points do not make a person: its legs have no length');
  const motion = poseFromPoints({ tracks, frames, rate, up: up.axis });
  const raw: RawMotion = {
    format,
    file,
    animation,
    ...motion,
    endSites: [],
    provenance: 'generated',
    frameTime: 1 / rate,
    frameCount: frames,
    statedMetresPerUnit: points.metresPerUnit,
    statedUp: undefined,
    notes: [
      ...notes,
      {
        topic: 'content',
        confidence: 'sure',
        text: POSITIONS_ONLY,
      },
    ],
    document: points.document,
  };
  return toClip(raw, options);
}
