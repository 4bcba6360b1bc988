/** A stage may not bring faults along: where joints pop or bend too far after it, the change is made smoother, and taken back where that does not help. */
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';
import { blended, shareOf } from '../motion/stretches.ts';
import { bodyJoints } from './body-joints.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type Fault, newFaults, stretchesOf } from './pops.ts';
import { withoutTwitches, withSmoothChange } from './smooth-change.ts';
import type { StageOutcome } from './stage.ts';
import { stretchesInWords } from './words.ts';

const ROUNDS = 4;
/** The change is low-passed [Hz] this far around a fault [s]; tried one after the other. */
const SMOOTH = [
  { cutoff: 10, around: 0.07 },
  { cutoff: 7, around: 0.1 },
  { cutoff: 4, around: 0.15 },
  { cutoff: 2, around: 0.25 },
];

/** A joint that twitches by itself is calmed first: its own rotations are low-passed at [Hz]. */
const CALM = [10, 7, 5];
const CALM_AROUND = 0.1; // [s]

type FaultsOf = (before: Clip, after: Clip) => readonly Fault[];

/** The outcome without what it does worse than `before`. `faultsOf` finds frames that may not be handed out. `isRepair`: the stage takes noise out, so it is the
 *  result that is made smoother and not the change.
 *
 * ```ts
 * const safe = guarded(body, clip, standFeet(input));
 * ```
 */
export function guarded(
  body: Body,
  before: Clip,
  { clip, did, left }: StageOutcome,
  faultsOf: FaultsOf = (was, is) => newFaults(body, was, is),
  isRepair = false,
): StageOutcome {
  if (clip === before || faultsOf(before, clip).length === 0) return { clip, did, left };
  const calmed = calmedTwitches(body, before, clip, faultsOf, isRepair);
  if (faultsOf(before, calmed).length === 0) return { clip: calmed, did, left };
  const smooth = isRepair ? calmed : smoothedChange(body, before, calmed, faultsOf);
  const faults = faultsOf(before, smooth);
  if (faults.length === 0) return { clip: smooth, did, left };
  const taken = takenBack(before, smooth, faults, faultsOf);
  if (!taken) {
    return { clip: before, did: [], left: [...left, 'What was done would have made joints jump, and was taken back.'] };
  }
  const words = stretchesInWords(clip, stretchesOf(taken.faults, clip.frameCount));
  return { clip: taken.clip, did, left: [...left, `Left as it was where joints would have jumped: ${words}.`] };
}

/** Joints that twitch, calmed where they do: those that do so by themselves, or all. */
function calmedTwitches(body: Body, before: Clip, clip: Clip, faultsOf: FaultsOf, all: boolean): Clip {
  const around = Math.max(2, Math.round(CALM_AROUND / clip.frameTime));
  const marked: Fault[] = [];
  let calmed = clip;
  for (const cutoff of CALM) {
    const faults = faultsOf(before, calmed);
    const everywhere = all
      ? bodyJoints(body).flatMap((joint) => faults.map(({ frame }) => ({ frame, joint })))
      : faults;
    const own = everywhere.filter(({ joint }) => joint >= 0);
    if (own.length === 0) break;
    for (const fault of own) marked.push(fault);
    const joints = [...new Set(marked.map(({ joint }) => joint))];
    const twitches = joints.flatMap((joint) => {
      const own = marked.filter((fault) => fault.joint === joint);
      return stretchesOf(own, clip.frameCount, around).map((stretch) => ({ ...stretch, joint }));
    });
    calmed = withoutTwitches(clip, twitches, cutoff);
  }
  return calmed;
}

/** The change made smoother around faults. */
function smoothedChange(body: Body, before: Clip, clip: Clip, faultsOf: FaultsOf): Clip {
  const marked: Fault[] = [];
  let kept = clip;
  for (const { cutoff, around } of SMOOTH) {
    const faults = faultsOf(before, kept);
    if (faults.length === 0) break;
    for (const fault of faults) marked.push(fault);
    const margin = Math.max(2, Math.round(around / clip.frameTime));
    kept = withSmoothChange(body, before, clip, stretchesOf(marked, clip.frameCount, margin), cutoff);
  }
  return kept;
}

/** The change taken back around faults, in wider and wider stretches; undefined where that does not help either. */
function takenBack(
  before: Clip,
  clip: Clip,
  first: readonly Fault[],
  faultsOf: FaultsOf,
): { clip: Clip; faults: readonly Fault[] } | undefined {
  const fade = Math.max(2, Math.round(MEND_PARAMETERS.blendTime / clip.frameTime));
  const faults = [...first];
  for (let round = 1; round <= ROUNDS; round++) {
    const stretches = stretchesOf(faults, clip.frameCount, 2 + (round - 1) * fade);
    const kept = blended(clip, before, shareOf(clip.frameCount, stretches, round * fade));
    const found = faultsOf(before, kept);
    if (found.length === 0) return { clip: kept, faults };
    for (const fault of found) faults.push(fault);
  }
  return undefined;
}
