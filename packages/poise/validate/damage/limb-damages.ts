/** Damages to single limbs: mixed up, bent the wrong way. */

import { headingAt } from '../../src/gait/heading.ts';
import { quatFromAxisAngle } from '../../src/math/quat.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { place, startEdit, turnJoint } from './edit.ts';
import { framesIn, windowOf } from './place.ts';

const APART = 0.35; // [m] between the ankles: legs side by side look alike when swapped

/** The rotations of the left leg on the right one and the other way round, for a number of frames, where the legs are apart. */
function swapLegs({ body, clip, report, rng }: DamageInput, seconds: number): Damaged | undefined {
  const { roles } = body;
  const length = framesIn(clip, seconds);
  const apart = (frame: number): boolean => {
    const [a, b] = report.feet.map(({ ankle }) => ankle);
    return Math.hypot(a[3 * frame] - b[3 * frame], a[3 * frame + 2] - b[3 * frame + 2]) > APART;
  };
  const starts: number[] = [];
  for (let frame = 5; frame + length + 5 < clip.frameCount; frame++)
    if (apart(frame) && apart(frame + length)) starts.push(frame);
  if (starts.length === 0) return undefined;
  const start = starts[Math.floor(rng.next() * starts.length)];
  const q = clip.q.slice();
  const nq = coordinateCount(clip.skeleton);
  for (let frame = start; frame < start + length; frame++) {
    for (const part of ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const) {
      const [left, right] = [roles[`left${part}`], roles[`right${part}`]];
      if (left === undefined || right === undefined) continue;
      const [i, j] = [frame * nq + quatIndex(left), frame * nq + quatIndex(right)];
      const kept = q.slice(i, i + 4);
      q.copyWithin(i, j, j + 4);
      q.set(kept, j);
    }
  }
  return { clip: withCoordinates(clip, q), wrong: { start, end: start + length - 1 } };
}

/** A knee turned forward by some degrees for half a second. */
function bendKneeForward(input: DamageInput, degrees: number): Damaged | undefined {
  const { body, clip } = input;
  const run = windowOf(input, 0.5);
  const knee = body.roles.leftLowerLeg;
  if (!run || knee === undefined) return undefined;
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  for (let frame = run.start; frame <= run.end; frame++) {
    const [x, z] = headingAt(body, clip, frame).left;
    quatFromAxisAngle(turn, 0, x, 0, z, (-degrees * Math.PI) / 180);
    place(edit, frame);
    turnJoint(edit, frame, knee, turn);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

export const limbDamages: readonly Damage[] = [
  {
    id: 'swapped',
    text: 'left and right leg swapped for 0.05, 0.15, 0.4 s',
    sizes: [0.05, 0.15, 0.4],
    apply: swapLegs,
  },
  {
    id: 'knee-forward',
    text: 'a knee turned 30°, 60°, 90° forward for 0.5 s',
    sizes: [30, 60, 90],
    apply: bendKneeForward,
  },
];
