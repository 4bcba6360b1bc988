/**
 * A marker recording made ready: landmarks found, gaps filled, cut to the frames in which the legs are seen, every landmark
 * a track over those frames.
 */
import { FormatError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import type { ImportNote } from '../clip.ts';
import type { MarkerRecording } from '../recording.ts';
import { fillGaps, longestWholeRun, presence, trackOf } from './gaps.ts';
import {
  type ClusterName,
  type Landmark,
  type MarkerMap,
  mapMarkers,
  missingLandmarks,
  type SideLetter,
} from './landmarks.ts';
import { type Swap, undoSwaps } from './swaps.ts';
import { at } from './vectors.ts';

/** A marker seen in less than this share of the frames is left out. */
const ENOUGH = 0.8;

export interface MarkerTrial {
  readonly file: string;
  readonly frames: number;
  readonly rate: number;
  readonly startTime: number; // [s] of the first kept frame
  readonly firstFrame: number; // of the recording, 0-based
  readonly tracks: ReadonlyMap<Landmark, Float64Array>; // frames × 3 [m]
  /** Spare markers of a segment by their names, which tie a standing trial to a moving one. */
  readonly clusters: ReadonlyMap<`${SideLetter}:${ClusterName}`, ReadonlyMap<string, Float64Array>>;
  readonly notes: readonly ImportNote[];
}

/** Place of a landmark in one frame, or undefined where the trial has no such marker. */
export function placeOf(trial: MarkerTrial, key: Landmark, frame: number): Vec3 | undefined {
  const track = trial.tracks.get(key);
  return track ? at(track, frame) : undefined;
}

/** Prepares a recording; throws FormatError that lists the missing markers when no legs can be built from it. */
export function prepareTrial(recording: MarkerRecording): MarkerTrial {
  const map = mapMarkers(recording);
  const missing = missingLandmarks(map);
  if (missing.length > 0) {
    const never = recording.names.filter((_, marker) => presence(recording, marker, 0, recording.frameCount - 1) === 0);
    const known = recording.names.slice(0, 8).join(', ');
    const unseen =
      never.length > 0
        ? `; named but never seen: ${never.slice(0, 12).join(', ')}${never.length > 12 ? ' …' : ''}`
        : '';
    throw new FormatError(
      recording.file,
      undefined,
      `the markers (${known} …) are an unknown marker set; missing: ${missing.join(', ')}${unseen}`,
    );
  }
  const groups = rigidGroups(map);
  const { recording: named, swaps } = undoSwaps(recording, groups);
  const filled = fillGaps(named, groups);
  const needed = requiredMarkers(map);
  const run = longestWholeRun(filled.recording, needed);
  if (!run || run.last - run.first < 1) {
    throw new FormatError(recording.file, undefined, 'no two frames show all markers of pelvis and legs');
  }
  const notes: ImportNote[] = [
    ...recording.notes,
    ...swaps.map(swapNote),
    ...fillNotes(filled.interpolated, filled.rebuilt),
    ...cutNote(recording, run),
  ];
  return { ...tracksOf(filled.recording, map, run, notes), notes };
}

/** Markers that hang together: pelvis, thorax, head; each limb segment with its landmarks. */
function rigidGroups(map: MarkerMap): number[][] {
  const pick = (...keys: Landmark[]): number[] =>
    keys.map((key) => map.landmarks.get(key)).filter((m): m is number => m !== undefined);
  const groups = [
    pick('l:asis', 'r:asis', 'l:psis', 'r:psis', 'sacrum'),
    pick('c7', 'clavicle', 'breastbone', 't10', 'l:sternum', 'r:sternum', 'l:acromion', 'r:acromion'),
    pick('l:headFront', 'r:headFront', 'l:headBack', 'r:headBack', 'crown'),
  ];
  for (const side of ['l', 'r'] as const) {
    const cluster = (name: ClusterName): readonly number[] => map.clusters.get(`${side}:${name}`) ?? [];
    groups.push([...cluster('thigh'), ...pick(`${side}:kneeLateral`, `${side}:kneeMedial`)]);
    groups.push([...cluster('shank'), ...pick(`${side}:ankleLateral`, `${side}:ankleMedial`)]);
    groups.push([...cluster('foot'), ...pick(`${side}:heel`, `${side}:toe`, `${side}:mt5`)]);
    groups.push([...cluster('upperArm'), ...pick(`${side}:elbowLateral`, `${side}:elbowMedial`)]);
    groups.push([...cluster('forearm'), ...pick(`${side}:wristRadial`, `${side}:wristUlnar`)]);
  }
  return groups;
}

/** Markers that must be there in every kept frame. */
function requiredMarkers(map: MarkerMap): number[] {
  const keys: Landmark[] = [];
  for (const side of ['l', 'r'] as const) {
    keys.push(
      `${side}:asis`,
      `${side}:heel`,
      map.landmarks.has(`${side}:toe`) ? `${side}:toe` : `${side}:mt5`,
      map.landmarks.has(`${side}:psis`) ? `${side}:psis` : 'sacrum',
    );
    keys.push(map.landmarks.has(`${side}:kneeLateral`) ? `${side}:kneeLateral` : `${side}:knee`);
    keys.push(map.landmarks.has(`${side}:ankleLateral`) ? `${side}:ankleLateral` : `${side}:ankle`);
  }
  return [...new Set(keys.map((key) => map.landmarks.get(key)).filter((m): m is number => m !== undefined))];
}

function tracksOf(
  recording: MarkerRecording,
  map: MarkerMap,
  run: { first: number; last: number },
  notes: ImportNote[],
): Omit<MarkerTrial, 'notes'> {
  const { first, last } = run;
  const tracks = new Map<Landmark, Float64Array>();
  const dropped: string[] = [];
  for (const [key, marker] of map.landmarks) {
    const share = presence(recording, marker, first, last);
    if (share < ENOUGH) {
      if (share > 0) dropped.push(recording.names[marker]);
      continue;
    }
    if (share < 1)
      notes.push(
        gapNote(
          `${recording.names[marker]} is missing in ${Math.round(100 * (1 - share))} % of the frames and held there`,
        ),
      );
    tracks.set(key, trackOf(recording, marker, first, last));
  }
  if (dropped.length > 0) notes.push(gapNote(`markers that are seen too rarely are left out: ${dropped.join(', ')}`));
  const clusters = new Map<`${SideLetter}:${ClusterName}`, Map<string, Float64Array>>();
  for (const [key, markers] of map.clusters) {
    const kept = markers.filter((m) => presence(recording, m, first, last) === 1);
    clusters.set(key, new Map(kept.map((m) => [recording.names[m], trackOf(recording, m, first, last)])));
  }
  return {
    file: recording.file,
    frames: last - first + 1,
    rate: recording.rate,
    startTime: recording.startTime + first / recording.rate,
    firstFrame: first,
    tracks,
    clusters,
  };
}

const gapNote = (text: string): ImportNote => ({ topic: 'content', confidence: 'sure', text });

const swapNote = ({ names: [a, b], frames }: Swap): ImportNote => ({
  topic: 'content',
  confidence: 'likely',
  text: `the markers ${a} and ${b} had changed names in ${frames} ${frames === 1 ? 'frame' : 'frames'}; set right`,
});

function fillNotes(interpolated: number, rebuilt: number): ImportNote[] {
  const notes: ImportNote[] = [];
  if (interpolated > 0) notes.push(gapNote(`${interpolated} marker positions in gaps of up to 0.1 s are interpolated`));
  if (rebuilt > 0)
    notes.push(
      gapNote(`${rebuilt} marker positions in longer gaps are rebuilt from the other markers of their segment`),
    );
  return notes;
}

function cutNote(recording: MarkerRecording, run: { first: number; last: number }): ImportNote[] {
  const kept = run.last - run.first + 1;
  if (kept === recording.frameCount) return [];
  const start = (recording.startTime + run.first / recording.rate).toFixed(3);
  return [
    gapNote(
      `frames ${run.first + 1} to ${run.last + 1} of ${recording.frameCount} are used (from ${start} s): the legs are not seen whole in the others`,
    ),
  ];
}
