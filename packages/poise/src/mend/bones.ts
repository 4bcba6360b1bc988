/** Bones whose length changes while they move: joints that a file shifts against their parents. They get one length each. */

import type { Body } from '../body/body.ts';
import { median } from '../math/order-statistics.ts';
import { type Clip, createClip, type ExtraTrack } from '../motion/clip.ts';
import { bodyJoints } from './body-joints.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { plural } from './words.ts';

/** Gives bones of the body that breathe their median length; all other tracks stay as they are.
 *
 * ```ts
 * const { clip: steady, did } = steadyBones(fitBody(clip), clip);
 * ```
 */
export function steadyBones(body: Body, clip: Clip): StageOutcome {
  const { source } = clip;
  if (!source) return untouched(clip);
  const nodes = new Set(bodyJoints(body).flatMap((joint) => (joint === 0 ? [] : [source.nodeOfJoint[joint]])));
  let [count, most] = [0, 0];
  const extraTracks = clip.extraTracks.map((track): ExtraTrack => {
    if (track.kind !== 'translation' || !nodes.has(track.node)) return track;
    const breath = breathOf(track.values, source.frame.metresPerUnit);
    if (breath === 0) return track;
    count++;
    most = Math.max(most, breath);
    const middle = [0, 1, 2].map((k) => median(everyThird(track.values, k)));
    return { ...track, values: track.values.map((_, i) => middle[i % 3]) };
  });
  if (count === 0) return untouched(clip);
  return {
    clip: createClip({ ...clip, extraTracks }),
    did: [`${plural(count, 'bone')} changed length by up to ${Math.round(100 * most)} %; each got its median length.`],
    left: [],
  };
}

/** By what share of its length a bone changes; 0 where that is not seen. */
function breathOf(values: Float64Array, metresPerUnit: number): number {
  const lengths = Array.from({ length: values.length / 3 }, (_, frame) =>
    Math.hypot(values[3 * frame], values[3 * frame + 1], values[3 * frame + 2]),
  );
  const usual = median(lengths);
  const off = lengths.reduce((far, length) => Math.max(far, Math.abs(length - usual)), 0);
  const { boneShare, boneWay } = MEND_PARAMETERS;
  return off > boneShare * usual && off * metresPerUnit > boneWay ? off / usual : 0;
}

const everyThird = (values: Float64Array, k: number): number[] =>
  Array.from({ length: values.length / 3 }, (_, frame) => values[3 * frame + k]);
