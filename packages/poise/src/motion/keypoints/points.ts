/** Tracks of key points: gaps closed, points that a set lacks put where they follow from others. */

import { mix } from '../../math/tuple.ts';
import type { ImportNote } from '../clip.ts';
import { at } from '../markers/vectors.ts';
import type { PointName } from './sets.ts';

/** Per point: frames × 3, in the file's own units and axes. */
export type PointTracks = Map<PointName, Float64Array>;

/** A share of missing frames that makes a point useless. */
const MOST_MISSING = 0.5;

/** Closes gaps (NaN) by straight lines, holds the ends; a point that is mostly missing is left out. */
export function closeGaps(tracks: PointTracks, notes: ImportNote[]): void {
  for (const [name, track] of tracks) {
    const frames = track.length / 3;
    const seen: number[] = [];
    for (let f = 0; f < frames; f++) {
      if ([0, 1, 2].every((c) => Number.isFinite(track[3 * f + c]))) seen.push(f);
    }
    if (seen.length === frames) continue;
    if (seen.length < (1 - MOST_MISSING) * frames) {
      tracks.delete(name);
      notes.push({ topic: 'content', confidence: 'sure', text: `${name} is missing in most frames and not used` });
      continue;
    }
    let next = 0;
    for (let f = 0; f < frames; f++) {
      while (next < seen.length && seen[next] < f) next++;
      const [before, after] = [seen[Math.max(0, next - 1)], seen[Math.min(seen.length - 1, next)]];
      if (after === f) continue;
      const share = after > before ? Math.min(1, Math.max(0, (f - before) / (after - before))) : 0;
      track.set(mix(at(track, before), at(track, after), share), 3 * f);
    }
    notes.push({
      topic: 'content',
      confidence: 'sure',
      text: `${name}: ${frames - seen.length} missing frames were bridged`,
    });
  }
}

const middle = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, i) => (value + b[i]) / 2);

/** Adds pelvis, neck and head where the set has none; says what is missing for a person. */
export function completePoints(tracks: PointTracks): readonly PointName[] {
  const missing: PointName[] = [];
  for (const side of ['left', 'right'] as const) {
    for (const part of ['Hip', 'Knee', 'Ankle', 'Shoulder', 'Elbow'] as const) {
      if (!tracks.has(`${side}${part}`)) missing.push(`${side}${part}`);
    }
  }
  if (missing.length > 0) return missing;
  if (!tracks.has('pelvis')) tracks.set('pelvis', middle(tracks.get('leftHip')!, tracks.get('rightHip')!));
  if (!tracks.has('neck')) tracks.set('neck', middle(tracks.get('leftShoulder')!, tracks.get('rightShoulder')!));
  if (!tracks.has('head')) {
    const [left, right, nose] = [tracks.get('leftEar'), tracks.get('rightEar'), tracks.get('nose')];
    const head = left && right ? middle(left, right) : nose;
    if (head) tracks.set('head', head);
  }
  return tracks.has('head') ? [] : ['head'];
}
