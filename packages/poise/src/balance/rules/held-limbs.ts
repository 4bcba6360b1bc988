/**
 * Limbs that stop dead while the rest of the body moves: a track that was lost, or a key that was copied. Nothing of a body is ever perfectly still. Where an
 * animator holds keys as a style, several limbs are held, and nothing is said.
 */
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import type { Role } from '../../motion/roles.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { type Run, runsWhere, whenInWords } from './rule.ts';

const LIMBS = (['left', 'right'] as const).flatMap((side) =>
  (['arm', 'leg'] as const).map((limb) => {
    const parts = limb === 'arm' ? (['UpperArm', 'LowerArm'] as const) : (['UpperLeg', 'LowerLeg'] as const);
    return { words: `${side} ${limb}`, roles: parts.map((part): Role => `${side}${part}`) };
  }),
);
const STILL = 0.01; // [rad/s] of every joint of a limb
const SHORTEST = 0.1; // [s]
const LASTING = 0.25; // [s]
const BESIDE = 0.05; // [s]
/** Turn of a joint just before or after [rad/s]: what is in motion does not stop from one frame to the next. */
const MOVING = 0.5;
const MOVING_FAST = 1;
const STYLE = 3; // limbs held somewhere in a clip

/** `frozen`: 1 in frames in which the whole body is held: another finding. */
export function heldLimbs(body: Body, clip: Clip, frozen: Uint8Array): readonly Finding[] {
  const held = LIMBS.map(({ words, roles }) => {
    const joints = roles.flatMap((role) => body.roles[role] ?? []);
    const runs = joints.length < roles.length ? [] : holdsOf(clip, joints, frozen);
    return { words, joints, runs };
  });
  if (held.filter(({ runs }) => runs.length > 0).length >= STYLE) return [];
  return held.flatMap(({ words, joints, runs }) => runs.flatMap((run) => describe(clip, words, joints, run)));
}

/** Angle [rad] by which a joint turns between two frames. */
function turnBetween({ q, skeleton }: Clip, joint: number, a: number, b: number): number {
  const nq = coordinateCount(skeleton);
  const [i, j] = [a * nq + quatIndex(joint), b * nq + quatIndex(joint)];
  let [near, far] = [0, 0];
  for (let k = 0; k < 4; k++) {
    near += (q[i + k] - q[j + k]) ** 2;
    far += (q[i + k] + q[j + k]) ** 2;
  }
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(near, far)) / 2));
}

function holdsOf(clip: Clip, joints: readonly number[], frozen: Uint8Array): readonly Run[] {
  const most = STILL * clip.frameTime;
  const isStill = (frame: number): boolean =>
    frozen[frame] === 0 && joints.every((joint) => turnBetween(clip, joint, frame, frame + 1) < most);
  return runsWhere(clip.frameCount - 1, isStill)
    .map(({ start, end }) => ({ start, end: end + 1 }))
    .filter(({ start, end }) => (end - start) * clip.frameTime >= SHORTEST);
}

function describe(clip: Clip, words: string, joints: readonly number[], run: Run): readonly Finding[] {
  const reach = Math.max(2, Math.round(BESIDE / clip.frameTime));
  const speed = (from: number, to: number): number =>
    from < 0 || to >= clip.frameCount
      ? 0
      : Math.max(...joints.map((joint) => turnBetween(clip, joint, from, to))) / ((to - from) * clip.frameTime);
  const before = speed(run.start - reach, run.start);
  const after = speed(run.end, run.end + reach);
  const value = Math.max(before, after);
  if (value < MOVING) return [];
  const seconds = (run.end - run.start) * clip.frameTime;
  return [
    {
      rule: 'frozen',
      severity: seconds >= LASTING && value > MOVING_FAST ? 'error' : 'warning',
      ...run,
      worst: before >= after ? run.start : run.end,
      value,
      limit: MOVING_FAST,
      unit: 'rad/s',
      message: `The ${words} keeps perfectly still on the moving body for ${seconds.toFixed(2)} s, though it turns at ${value.toFixed(1)} rad/s just ${before >= after ? 'before' : 'after'}, ${whenInWords(clip, run)}.`,
    },
  ];
}
