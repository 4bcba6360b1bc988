/** At which moment of a round the character is: told from its legs, which say more about a gait than arms that may carry a gun. */
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import type { Role } from '../../motion/roles.ts';
import { coordinateCount, freedomCount, quatIndex, velocityIndex } from '../../motion/skeleton.ts';

const PARTS: readonly Role[] = ['leftUpperLeg', 'leftLowerLeg', 'rightUpperLeg', 'rightLowerLeg'];
const SPEED = 0.05; // [s] a difference in angular velocity counts as the angle it makes in this time

/** Joints whose poses tell the phase. */
export const legJoints = ({ roles }: Body): readonly number[] =>
  PARTS.map((role) => roles[role]).filter((joint): joint is number => joint !== undefined);

export interface Phases {
  readonly clip: Clip; // a round with its closing frame
  readonly joints: readonly number[];
  readonly speeds: Float64Array; // frames × 3 per joint [rad/s]
}

export interface Phase {
  time: number; // [s] into the round
  cost: number; // [rad²] mean over the joints
}

export function createPhases(body: Body, clip: Clip): Phases {
  const joints = legJoints(body);
  const nq = coordinateCount(clip.skeleton);
  const frames = clip.frameCount - 1;
  const speeds = new Float64Array(frames * 3 * joints.length);
  const v = new Float64Array(freedomCount(clip.skeleton));
  for (let k = 0; k < frames; k++) {
    const [before, after] = [(k + frames - 1) % frames, (k + 1) % frames];
    difference(v, clip.skeleton, clip.q, before * nq, clip.q, after * nq, 2 * clip.frameTime);
    joints.forEach((joint, j) => {
      for (let c = 0; c < 3; c++) speeds[3 * (k * joints.length + j) + c] = v[velocityIndex(joint) + c];
    });
  }
  return { clip, joints, speeds };
}

/** [rad²] how far the legs of two poses are apart, mean over the joints. */
export function legsApart(joints: readonly number[], a: Float64Array, ai: number, b: Float64Array, bi: number): number {
  let sum = 0;
  for (const joint of joints) {
    const i = quatIndex(joint);
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += a[ai + i + c] * b[bi + i + c];
    sum += 4 * Math.max(0, 1 - dot * dot);
  }
  return sum / joints.length;
}

function costAt({ clip, joints, speeds }: Phases, frame: number, q: Float64Array, v: Float64Array): number {
  const nq = q.length;
  let sum = 0;
  for (let j = 0; j < joints.length; j++) {
    for (let c = 0; c < 3; c++) {
      const off = SPEED * (v[velocityIndex(joints[j]) + c] - speeds[3 * (frame * joints.length + j) + c]);
      sum += off * off;
    }
  }
  return legsApart(joints, clip.q, frame * nq, q, 0) + sum / joints.length;
}

/** Finds the moment of the round that is most like a pose and its velocity. Does not allocate. */
export function findPhase(out: Phase, phases: Phases, q: Float64Array, v: Float64Array): void {
  const frames = phases.clip.frameCount - 1;
  let [best, least] = [0, Infinity];
  for (let k = 0; k < frames; k++) {
    const cost = costAt(phases, k, q, v);
    if (cost < least) [best, least] = [k, cost];
  }
  // between frames: the parabola through the neighbours
  const before = costAt(phases, (best + frames - 1) % frames, q, v);
  const after = costAt(phases, (best + 1) % frames, q, v);
  const bend = before - 2 * least + after;
  const u = bend > 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  out.time = ((best + u + frames) % frames) * phases.clip.frameTime;
  out.cost = bend > 0 ? Math.max(0, least - (before - after) ** 2 / (8 * bend)) : least;
}
