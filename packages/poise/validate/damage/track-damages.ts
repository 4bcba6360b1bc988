/** Errors of single tracks: noise, delay, coarse steps or a hold in some joints, while the others are right. */
import { multiplyQuat, normalizeQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { normal } from '../../src/math/random.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { type Role, SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { place, startEdit, turnJoint } from './edit.ts';
import { framesIn, windowOf } from './place.ts';
import { moved, swingsOf } from './root-damages.ts';

const DEGREE = Math.PI / 180;
const wholeOf = ({ clip }: DamageInput): { start: number; end: number } => ({ start: 0, end: clip.frameCount - 1 });

/** A direction anywhere on the sphere. */
function anyDirection(rng: DamageInput['rng']): readonly [number, number, number] {
  const y = 2 * rng.next() - 1;
  const turn = 2 * Math.PI * rng.next();
  const level = Math.sqrt(1 - y * y);
  return [level * Math.cos(turn), y, level * Math.sin(turn)];
}

/** Noise on the place of the root alone, for 1.5 s. */
function shakeRoot(input: DamageInput, size: number): Damaged | undefined {
  const { clip, rng } = input;
  const run = windowOf(input, 1.5);
  if (!run) return undefined;
  return { clip: moved(clip, run, () => [size * normal(rng), size * normal(rng), size * normal(rng)]), wrong: run };
}

/** The place of the root comes later than the pose that belongs to it. */
function delayRoot(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip } = input;
  const late = framesIn(clip, seconds);
  if (Math.min(...swingsOf(input)) < 2) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const by = (frame: number, k: number): number => clip.q[Math.max(0, frame - late) * nq + k] - clip.q[frame * nq + k];
  const all = wholeOf(input);
  return { clip: moved(clip, all, (frame) => [by(frame, 0), by(frame, 1), by(frame, 2)]), wrong: all };
}

/** The joints of one limb keep the rotations that they have, while the rest of the body moves on, and catch up at once. */
function holdLimb(parts: readonly string[]): Damage['apply'] {
  return (input, seconds) => {
    const { body, clip, rng } = input;
    const run = windowOf(input, seconds);
    const side = SIDES[Math.floor(2 * rng.next())];
    if (!run) return undefined;
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.slice();
    let turned = 0;
    for (const part of parts) {
      const joint = body.roles[`${side}${part}` as Role];
      if (joint === undefined) continue;
      const at = quatIndex(joint);
      const held = clip.q.subarray(run.start * nq + at, run.start * nq + at + 4);
      for (let frame = run.start; frame <= run.end; frame++) {
        let dot = 0;
        for (let k = 0; k < 4; k++) dot += held[k] * clip.q[frame * nq + at + k];
        turned = Math.max(turned, 2 * Math.acos(Math.min(1, Math.abs(dot))));
        q.set(held, frame * nq + at);
      }
    }
    return turned > 20 * DEGREE ? { clip: withCoordinates(clip, q), wrong: run } : undefined; // a limb at rest is held by itself
  };
}

/** A limb turned any way for a single frame. */
function throwLimb(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = windowOf(input, 0.2);
  const roles: readonly Role[] = ['leftUpperArm', 'rightUpperArm', 'leftUpperLeg', 'rightUpperLeg'];
  const joint = body.roles[roles[Math.floor(roles.length * rng.next())]];
  const axis = anyDirection(rng);
  if (!run || joint === undefined) return undefined;
  const at = (run.start + run.end) >> 1;
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, axis[0], axis[1], axis[2], angle * DEGREE);
  place(edit, at);
  turnJoint(edit, at, joint, turn);
  return { clip: withCoordinates(clip, edit.q), wrong: { start: at, end: at } };
}

/** Places and rotations rounded to coarse steps, as by too few bits. `angle`: the step of rotations in degrees; that of the root is 3 mm per degree. */
function coarsen(input: DamageInput, angle: number): Damaged | undefined {
  const { clip } = input;
  if (Math.min(...swingsOf(input)) < 1) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const step = 0.003 * angle;
  const fine = (angle * DEGREE) / 2; // half-angles are stored
  for (let frame = 0; frame < clip.frameCount; frame++) {
    for (let k = 0; k < 3; k++) q[frame * nq + k] = step * Math.round(q[frame * nq + k] / step);
    for (let joint = 0; joint < clip.skeleton.names.length; joint++) {
      const i = frame * nq + quatIndex(joint);
      for (let k = 0; k < 4; k++) q[i + k] = fine * Math.round(q[i + k] / fine);
      normalizeQuat(q, i, q, i);
    }
  }
  return { clip: withCoordinates(clip, q), wrong: wholeOf(input) };
}

/** Noise on the rotation of the root alone, for 1.5 s. */
function shakeRootTurn(input: DamageInput, angle: number): Damaged | undefined {
  const { clip, rng } = input;
  const run = windowOf(input, 1.5);
  if (!run) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  for (let frame = run.start; frame <= run.end; frame++) {
    const axis = anyDirection(rng);
    const i = frame * nq + quatIndex(0);
    quatFromAxisAngle(turn, 0, axis[0], axis[1], axis[2], angle * DEGREE * normal(rng));
    multiplyQuat(q, i, turn, 0, q, i);
  }
  return { clip: withCoordinates(clip, q), wrong: run };
}

export const trackDamages: readonly Damage[] = [
  {
    id: 'root-noise',
    text: 'noise of 0.5, 1.5, 4 cm on the place of the root for 1.5 s',
    sizes: [0.005, 0.015, 0.04],
    apply: shakeRoot,
  },
  {
    id: 'root-turn-noise',
    text: 'noise of 0.7°, 2°, 5° on the rotation of the root for 1.5 s',
    sizes: [0.7, 2, 5],
    apply: shakeRootTurn,
  },
  {
    id: 'root-late',
    text: 'the place of the root 0.04, 0.1, 0.25 s later than the pose',
    sizes: [0.04, 0.1, 0.25],
    apply: delayRoot,
  },
  {
    id: 'arm-held',
    text: 'an arm keeps its rotations for 0.4, 0.8, 1.5 s',
    sizes: [0.4, 0.8, 1.5],
    apply: holdLimb(['UpperArm', 'LowerArm', 'Hand']),
  },
  {
    id: 'leg-held',
    text: 'a leg keeps its rotations for 0.2, 0.4, 0.8 s',
    sizes: [0.2, 0.4, 0.8],
    apply: holdLimb(['UpperLeg', 'LowerLeg', 'Foot', 'Toes']),
  },
  { id: 'limb-thrown', text: 'a limb turned 15°, 40°, 90° any way for a frame', sizes: [15, 40, 90], apply: throwLimb },
  {
    id: 'coarse',
    text: 'rotations in steps of 0.5°, 2°, 6°, the root in mm of 1.5, 6, 18',
    sizes: [0.5, 2, 6],
    apply: coarsen,
  },
];
