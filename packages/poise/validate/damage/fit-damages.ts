/** Errors of retargeting: other legs under the same hips, poses turned up or down, motion of the root taken away. */
import { headingAt } from '../../src/gait/heading.ts';
import { multiplyQuat, quatFromAxisAngle, slerpQuat } from '../../src/math/quat.ts';
import { normal } from '../../src/math/random.ts';
import { createClip, withCoordinates } from '../../src/motion/clip.ts';
import { SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import {
  place,
  plateau,
  positionOf,
  reachWithLeg,
  rotationOf,
  rowOf,
  setWorldRotation,
  startEdit,
  turnJoint,
} from './edit.ts';
import { feetOf } from './feet.ts';
import { framesIn, standingWindow } from './place.ts';
import { moved, swingsOf } from './root-damages.ts';

const DEGREE = Math.PI / 180;
const wholeOf = ({ clip }: DamageInput): { start: number; end: number } => ({ start: 0, end: clip.frameCount - 1 });

/** Legs longer or shorter, with hips that stay where they were. */
function otherLegs({ body, clip, rng }: DamageInput, share: number): Damaged {
  const factor = 1 + (rng.next() < 0.5 ? -1 : 1) * share;
  const { skeleton } = clip;
  const offsets = skeleton.offsets.slice();
  for (const side of SIDES) {
    for (const part of ['LowerLeg', 'Foot'] as const) {
      const joint = body.roles[`${side}${part}`];
      if (joint === undefined) continue;
      for (let k = 0; k < 3; k++) offsets[3 * joint + k] *= factor;
    }
  }
  const { name, roles, frameTime, q, provenance, floor, source } = clip;
  const retargeted = createClip({
    name,
    skeleton: { ...skeleton, offsets },
    roles,
    frameTime,
    q,
    provenance,
    floor,
    source,
  });
  return { clip: retargeted, wrong: { start: 0, end: clip.frameCount - 1 } };
}

/** The height of the hips held at its mean, by some share. */
function flattenHips(input: DamageInput, share: number): Damaged | undefined {
  const { clip } = input;
  const nq = coordinateCount(clip.skeleton);
  const heights = Float64Array.from({ length: clip.frameCount }, (_, frame) => clip.q[frame * nq + 1]);
  const mean = heights.reduce((sum, y) => sum + y, 0) / clip.frameCount;
  const rise = Math.max(...heights) - Math.min(...heights);
  if (rise < 0.15) return undefined; // of a gait: the error drowns in the noise
  return {
    clip: moved(clip, wholeOf(input), (frame) => [0, share * (mean - heights[frame]), 0]),
    wrong: wholeOf(input),
  };
}

/** Travel taken away by some share: half-way to a clip on the spot. */
function shortenTravel({ clip, report }: DamageInput, share: number): Damaged | undefined {
  const nq = coordinateCount(clip.skeleton);
  const last = (clip.frameCount - 1) * nq;
  const way = Math.hypot(clip.q[last] - clip.q[0], clip.q[last + 2] - clip.q[2]);
  const [beltX, , beltZ] = report.ground.beltVelocity;
  if (way < 1.5 || Math.hypot(beltX, beltZ) > 0) return undefined;
  const all = { start: 0, end: clip.frameCount - 1 };
  const shortened = moved(clip, all, (frame) => [
    -share * (clip.q[frame * nq] - clip.q[0]),
    0,
    -share * (clip.q[frame * nq + 2] - clip.q[2]),
  ]);
  return { clip: shortened, wrong: all };
}

/** The trunk bent at the hips all through a clip, with the legs as they were. */
function leanThroughout(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const way = 2 * Math.PI * rng.next();
  const edit = startEdit(body, clip);
  const thighs = SIDES.map((side) => body.roles[`${side}UpperLeg`] ?? 0);
  const turn = new Float64Array(4);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const { left, forward } = headingAt(body, clip, frame);
    const axis = [0, 1].map((k) => Math.cos(way) * left[k] + Math.sin(way) * forward[k]);
    place(edit, frame);
    const before = thighs.map((joint) => positionOf(edit, joint));
    const kept = thighs.map((joint) => rotationOf(edit, joint));
    quatFromAxisAngle(turn, 0, axis[0], 0, axis[1], angle * DEGREE);
    turnJoint(edit, frame, 0, turn);
    const after = thighs.map((joint) => positionOf(edit, joint));
    for (let k = 0; k < 3; k++)
      edit.q[rowOf(edit, frame) + k] += (before[0][k] + before[1][k] - after[0][k] - after[1][k]) / 2;
    place(edit, frame);
    for (const [k, joint] of thighs.entries()) setWorldRotation(edit, frame, joint, kept[k]);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: wholeOf(input) };
}

/** Hips pushed sideways over planted feet for 2 s, as a pose blended from another character. */
function shoveHips(input: DamageInput, size: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = standingWindow(input, 2);
  const way = 2 * Math.PI * rng.next();
  if (!run) return undefined;
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.4);
  for (let frame = run.start; frame <= run.end; frame++) {
    const feet = feetOf(edit, frame);
    const s = size * plateau(frame, run.start, run.end, ramp);
    const o = rowOf(edit, frame);
    edit.q[o] += s * Math.sin(way);
    edit.q[o + 1] -= (s * s) / 2;
    edit.q[o + 2] += s * Math.cos(way);
    for (const [k, side] of SIDES.entries()) reachWithLeg(edit, frame, side, feet[k].target, feet[k].rotation);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** Legs that swing less, or more, than they did: each joint of a leg turned towards its usual pose, or away from it. */
function shrinkSwing(input: DamageInput, share: number): Damaged | undefined {
  const { body, clip } = input;
  if (Math.min(...swingsOf(input)) < 2) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (const side of SIDES) {
    for (const part of ['UpperLeg', 'LowerLeg'] as const) {
      const joint = body.roles[`${side}${part}`];
      if (joint === undefined) continue;
      const at = quatIndex(joint);
      const usual = meanQuat(clip.q, nq, at, clip.frameCount);
      for (let frame = 0; frame < clip.frameCount; frame++)
        slerpQuat(q, frame * nq + at, clip.q, frame * nq + at, usual, 0, share);
    }
  }
  return { clip: withCoordinates(clip, q), wrong: wholeOf(input) };
}

/** Mean of one joint's rotations. */
function meanQuat(q: Float64Array, nq: number, at: number, frames: number): Float64Array {
  const mean = new Float64Array(4);
  for (let frame = 0; frame < frames; frame++) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += q[frame * nq + at + k] * q[at + k];
    for (let k = 0; k < 4; k++) mean[k] += Math.sign(dot) * q[frame * nq + at + k];
  }
  const size = Math.hypot(...mean);
  return mean.map((c) => c / size);
}

/** Noise that lasts for a tenth of a second and more on every joint: what models and single cameras tremble with. */
function tremble(input: DamageInput, angle: number): Damaged | undefined {
  const { clip, rng } = input;
  const run = standingWindow(input, 1.5);
  if (!run) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const keep = Math.exp(-clip.frameTime / 0.05);
  const turn = new Float64Array(4);
  for (let joint = 0; joint < clip.skeleton.names.length; joint++) {
    const axis = [0, 0, 0];
    for (let frame = run.start; frame <= run.end; frame++) {
      for (let k = 0; k < 3; k++) axis[k] = keep * axis[k] + Math.sqrt(1 - keep * keep) * normal(rng) * angle * DEGREE;
      const size = Math.hypot(axis[0], axis[1], axis[2]);
      if (size === 0) continue;
      const i = frame * nq + quatIndex(joint);
      quatFromAxisAngle(turn, 0, axis[0] / size, axis[1] / size, axis[2] / size, size);
      multiplyQuat(q, i, q, i, turn, 0);
    }
  }
  return { clip: withCoordinates(clip, q), wrong: run };
}

/** A thigh and a shin exchanged for half a second's neighbour: an arm that flips about its own axis does not count, a leg that twists does. */
function twistLeg(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = standingWindow(input, 0.5);
  const side = SIDES[Math.floor(2 * rng.next())];
  const [upper, lower] = [body.roles[`${side}UpperLeg`], body.roles[`${side}LowerLeg`]];
  if (!run || upper === undefined || lower === undefined) return undefined;
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  for (let frame = run.start; frame <= run.end; frame++) {
    place(edit, frame);
    const [a, b] = [positionOf(edit, upper), positionOf(edit, lower)];
    const size = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    quatFromAxisAngle(turn, 0, (b[0] - a[0]) / size, (b[1] - a[1]) / size, (b[2] - a[2]) / size, angle * DEGREE);
    turnJoint(edit, frame, upper, turn);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

export const fitDamages: readonly Damage[] = [
  {
    id: 'other-legs',
    text: 'legs 4, 9, 16 % longer or shorter under the same hips',
    sizes: [0.04, 0.09, 0.16],
    apply: otherLegs,
  },
  {
    id: 'flat-hips',
    text: 'rise and fall of the hips taken away by 30, 60, 100 %',
    sizes: [0.3, 0.6, 1],
    apply: flattenHips,
  },
  { id: 'short-travel', text: 'travel shortened by 15, 30, 60 %', sizes: [0.15, 0.3, 0.6], apply: shortenTravel },
  {
    id: 'lean-throughout',
    text: 'the trunk bent by 12°, 25°, 40° any way, all the time',
    sizes: [12, 25, 40],
    apply: leanThroughout,
  },
  {
    id: 'hips-shoved',
    text: 'hips 6, 12, 20 cm aside over planted feet for 2 s',
    sizes: [0.06, 0.12, 0.2],
    apply: shoveHips,
  },
  { id: 'small-swing', text: 'thighs and shanks swing 20, 40, 70 % less', sizes: [0.2, 0.4, 0.7], apply: shrinkSwing },
  { id: 'tremble', text: 'noise of 1°, 3°, 7° on every joint that lasts 0.05 s', sizes: [1, 3, 7], apply: tremble },
  {
    id: 'leg-twisted',
    text: 'a leg turned about its thigh by 30°, 60°, 100° for 0.5 s',
    sizes: [30, 60, 100],
    apply: twistLeg,
  },
];
