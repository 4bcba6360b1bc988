/** A stage may not bring faults along: where joints pop or bend too far after it, the change is made smoother, and taken back where that does not help. */
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';
import { blended, shareOf } from '../motion/stretches.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type Fault, faultFinder, stretchesOf } from './pops.ts';
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
const CALM = [
  { cutoff: 10, wider: 1 },
  { cutoff: 7, wider: 1 },
  { cutoff: 5, wider: 1 },
  { cutoff: 3.5, wider: 1.5 },
  { cutoff: 2.5, wider: 2 },
  { cutoff: 2, wider: 2 },
];
const OWN_ROUNDS = 3; // of what was not there before: after them the change is looked at
const CALM_AROUND = 0.1; // [s]

type FaultsOf = (after: Clip) => readonly Fault[];

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
  faultsOf: FaultsOf = faultFinder(body, before),
  isRepair = false,
): StageOutcome {
  if (clip === before || faultsOf(clip).length === 0) return { clip, did, left };
  const calmed = calmedTwitches(clip, faultsOf, isRepair);
  if (faultsOf(calmed).length === 0) return { clip: calmed, did, left };
  const smooth = isRepair ? calmed : smoothedChange(body, before, calmed, faultsOf);
  const faults = faultsOf(smooth);
  if (faults.length === 0) return { clip: smooth, did, left };
  const taken = takenBack(before, smooth, faults, faultsOf);
  if (!taken) {
    return { clip: before, did: [], left: [...left, 'What was done would have made joints jump, and was taken back.'] };
  }
  const words = stretchesInWords(clip, stretchesOf(taken.faults, clip.frameCount));
  return { clip: taken.clip, did, left: [...left, `Left as it was where joints would have jumped: ${words}.`] };
}

/** What many stages did together, without the faults of all: calmed, and where no noise was taken out before, taken back at last. */
export function guardedWhole(body: Body, before: Clip, clip: Clip, isRepaired: boolean): Clip {
  const faultsOf = faultFinder(body, before);
  if (clip === before || faultsOf(clip).length === 0) return clip;
  if (!isRepaired) return guarded(body, before, { clip, did: [], left: [] }, faultsOf).clip;
  const calmed = calmedTwitches(clip, faultsOf, true);
  return faultsOf(calmed).length < faultsOf(clip).length ? calmed : clip;
}

/** Joints that twitch, calmed where they do, and the more so the longer they go on: those that do so by themselves, or all that a fault may come from. */
function calmedTwitches(clip: Clip, faultsOf: FaultsOf, all: boolean): Clip {
  const rounds = new Map<number, { frame: number; rounds: number }[]>();
  let calmed = clip;
  for (let round = 0; round < (all ? CALM.length : OWN_ROUNDS); round++) {
    const faults = faultsOf(calmed).filter(({ joint }) => all || joint >= 0);
    if (faults.length === 0) break;
    const around = Math.max(2, Math.round(CALM_AROUND / clip.frameTime));
    for (const { frame, joint, through } of faults) {
      for (const own of all ? through : [joint]) {
        const marks = rounds.get(own) ?? [];
        const near = marks.filter((mark) => Math.abs(mark.frame - frame) <= around);
        const reached = near.reduce((most, mark) => Math.max(most, mark.rounds), -1);
        rounds.set(own, [
          ...marks.filter((mark) => mark.frame !== frame),
          { frame, rounds: Math.min(round, reached + 1) },
        ]);
      }
    }
    calmed = clip;
    for (let level = 0; level <= round; level++) {
      const margin = Math.round(around * CALM[level].wider);
      const twitches = [...rounds].flatMap(([joint, marks]) => {
        const own = marks.filter((mark) => mark.rounds === level);
        return stretchesOf(own, clip.frameCount, margin).map((stretch) => ({ ...stretch, joint }));
      });
      if (twitches.length > 0) calmed = withoutTwitches(calmed, twitches, CALM[level].cutoff);
    }
  }
  return calmed;
}

/** The change made smoother around faults. */
function smoothedChange(body: Body, before: Clip, clip: Clip, faultsOf: FaultsOf): Clip {
  const marked: Fault[] = [];
  let kept = clip;
  for (const { cutoff, around } of SMOOTH) {
    const faults = faultsOf(kept);
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
    const found = faultsOf(kept);
    if (found.length === 0) return { clip: kept, faults };
    for (const fault of found) faults.push(fault);
  }
  return undefined;
}
