/** Do the left and the right limb change places from one frame to the next? */
import type { Finding } from '../finding.ts';
import { placesOf } from './places.ts';
import { type Rule, type RuleInput, type Run, whenInWords } from './rule.ts';

const LIMBS = [
  { words: 'legs', parts: ['UpperLeg', 'LowerLeg', 'Foot'] },
  { words: 'arms', parts: ['UpperArm', 'LowerArm', 'Hand'] },
] as const;
const JOINTS = 3; // of a limb, the first of which it hangs on
/** The joints of both limbs together move at least this far [m] in a frame, and this many times as far as in the frames around … */
const FARTHEST = 0.15;
const ABOVE = 5;
const AROUND = 4; // frames on each side
/** … but hardly at all if left is taken for right: in the world, as cameras mix them up, or about hips and shoulders, as rotations do. */
const EXPLAINED = 0.35;
const LONGEST = 2; // [s] a swap that comes back later is two changes

export const swappedRule: Rule = {
  id: 'swapped',
  title: 'Left and right swapped',
  help: 'From one frame to the next the left limb is where the right one was, and the other way round: a capture or a model has mixed them up. Swap the limb back in these frames.',
  check: ({ body, clip }: RuleInput): readonly Finding[] =>
    LIMBS.flatMap(({ words, parts }): Finding[] => {
      const joints = (['left', 'right'] as const).flatMap((side) =>
        parts.flatMap((part) => body.roles[`${side}${part}`] ?? []),
      );
      if (joints.length < 2 * JOINTS || clip.frameCount < 2 * AROUND) return [];
      const places = placesOf(body, clip, joints);
      return runsOf(changes(places), LONGEST / clip.frameTime).map((run) => ({
        rule: 'swapped',
        severity: 'error',
        ...run,
        worst: run.start,
        value: stepOf(places, run.start, false, true) / joints.length,
        limit: FARTHEST / joints.length,
        unit: 'm',
        message: `The left and right ${words} change places, ${whenInWords(clip, run)}.`,
      }));
    }),
};

/** Frames in which left and right change places. */
function changes(places: Float64Array): readonly number[] {
  const frames = places.length / (6 * JOINTS);
  const steps = new Float64Array(frames);
  for (let frame = 1; frame < frames; frame++) steps[frame] = stepOf(places, frame, false, true);
  const found: number[] = [];
  for (let frame = 1; frame < frames; frame++) {
    if (steps[frame] < FARTHEST) continue; // about hips and shoulders: a body that jumps as a whole has swapped nothing
    const inWorld = stepOf(places, frame, true, false) <= EXPLAINED * stepOf(places, frame, false, false);
    if (!inWorld && stepOf(places, frame, true, true) > EXPLAINED * steps[frame]) continue;
    const around: number[] = [];
    for (let d = 1; d <= AROUND; d++) {
      if (frame - d > 0) around.push(steps[frame - d]);
      if (frame + d < frames) around.push(steps[frame + d]);
    }
    around.sort((a, b) => a - b);
    if (steps[frame] > ABOVE * around[around.length >> 1]) found.push(frame);
  }
  return found;
}

/** How far [m] the joints of both limbs together move from the frame before, in the world or about their hips and shoulders; with `swapped`, if
 *  left and right were mixed up. */
function stepOf(places: Float64Array, frame: number, swapped: boolean, aboutRoot: boolean): number {
  let sum = 0;
  for (let limb = 0; limb < 2; limb++) {
    const now = 3 * JOINTS * (2 * frame + limb);
    const before = 3 * JOINTS * (2 * (frame - 1) + (swapped ? 1 - limb : limb));
    for (let k = 1; k < JOINTS; k++) {
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const shift = aboutRoot ? places[now + c] - places[before + c] : 0;
        square += (places[now + 3 * k + c] - places[before + 3 * k + c] - shift) ** 2;
      }
      sum += Math.sqrt(square);
    }
  }
  return sum;
}

/** A change and the one that takes it back are one run. */
function runsOf(frames: readonly number[], longest: number): readonly Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < frames.length; i++) {
    const start = frames[i];
    const back = frames[i + 1];
    if (back !== undefined && back - start <= longest) {
      runs.push({ start, end: back - 1 });
      i++;
    } else runs.push({ start, end: start });
  }
  return runs;
}
