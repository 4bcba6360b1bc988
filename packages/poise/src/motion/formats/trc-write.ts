/** A clip → TRC: the person's points under the names that cameras use (RHip, LBigToe …), then all further joints. */
import { UsageError } from '../../errors.ts';
import type { Clip } from '../clip.ts';
import { pointsOfClip } from '../keypoints/points-of-clip.ts';
import type { PointName } from '../keypoints/sets.ts';
import { coordinateCount } from '../skeleton.ts';
import { worldFramesOf } from '../world-frames.ts';
import { exactNumber } from './text-writer.ts';

/** Names of TRC's units by their length [m]. */
const UNITS: ReadonlyMap<number, string> = new Map([
  [1, 'm'],
  [0.01, 'cm'],
  [0.001, 'mm'],
]);
const FRESH_UNIT = 0.001;
const FINEST = 1e-8; // [m] of the last digit

const NAMES: readonly (readonly [point: PointName, name: string])[] = [
  ['pelvis', 'midHip'],
  ['neck', 'Neck'],
  ['head', 'Head'],
  ...(['right', 'left'] as const).flatMap((side) =>
    (['Hip', 'Knee', 'Ankle', 'Shoulder', 'Elbow'] as const).map(
      (part) => [`${side}${part}`, `${side === 'left' ? 'L' : 'R'}${part}`] as const,
    ),
  ),
];
const WHERE_KNOWN: readonly (readonly [point: PointName, name: string])[] = [
  ['rightToe', 'RBigToe'],
  ['leftToe', 'LBigToe'],
  ['rightWrist', 'RWrist'],
  ['leftWrist', 'LWrist'],
];

export interface TrcText {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Throws UsageError for a clip without a person or frames, or a unit that TRC does not know. */
export function printTrc(clip: Clip, metresPerUnit = FRESH_UNIT): TrcText {
  const unit = UNITS.get(metresPerUnit);
  if (unit === undefined) throw new UsageError(`TRC is written in m, cm or mm, not in units of ${metresPerUnit} m`);
  if (clip.frameCount === 0) throw new UsageError('a TRC needs at least one frame, and the clip has none');
  const optional = WHERE_KNOWN.map(([point]) => point);
  const wanted = NAMES.map(([point]) => point);
  const { tracks, joints: used } = pointsOfClip(clip, wanted, 'TRC', optional);
  const points = [...NAMES, ...WHERE_KNOWN].filter(([point]) => tracks.has(point));
  const others = clip.skeleton.names.flatMap((_, joint) => (used.has(joint) ? [] : [joint]));
  const names = [...points.map(([, name]) => name), ...others.map((joint) => plain(clip.skeleton.names[joint]))];
  const rate = exactNumber(1 / clip.frameTime);
  const lines = [
    'PathFileType\t4\t(X/Y/Z)\tmotion (Y up).trc',
    'DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames',
    [rate, rate, clip.frameCount, names.length, unit, rate, 1, clip.frameCount].join('\t'),
    `Frame#\tTime\t${names.join('\t\t\t')}\t\t`,
    `\t\t${names.map((_, i) => ['X', 'Y', 'Z'].map((axis) => `${axis}${i + 1}`).join('\t')).join('\t')}`,
    '',
  ];
  const nq = coordinateCount(clip.skeleton);
  const digits = Math.round(Math.log10(metresPerUnit / FINEST));
  const place = (values: Float64Array, o: number): string => {
    const cells = [0, 1, 2].map((k) => (values[o + k] / metresPerUnit).toFixed(digits));
    // readers take a marker at the very origin for a lost one
    if (cells.every((cell) => Number(cell) === 0)) cells[1] = (FINEST / metresPerUnit).toFixed(digits);
    return cells.join('\t');
  };
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const { origins } = worldFramesOf(clip.skeleton, clip.q, frame * nq);
    const cells = [
      ...points.map(([point]) => place(tracks.get(point)!, 3 * frame)),
      ...others.map((joint) => place(origins, 3 * joint)),
    ];
    lines.push(`${frame + 1}\t${exactNumber(frame * clip.frameTime)}\t${cells.join('\t')}`);
  }
  return { text: `${lines.join('\n')}\n`, notes: [`joint centres as ${names.length} markers, in ${unit}, Y up`] };
}

/** A name without what parts columns. */
const plain = (name: string): string => name.trim().replace(/\s+/g, '_') || 'joint';
