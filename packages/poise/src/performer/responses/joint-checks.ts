/** Ranges, speeds and smoothness of the joints of a response. */
import type { Clip } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';

type Range = readonly [least: number, most: number];

export interface JointChecks {
  readonly knee: Range; // [deg] flexion
  readonly ankle: Range; // [deg] dorsiflexion +
  readonly hip: Range; // [deg] flexion
  readonly fastest: number; // [rad/s] of any joint but the shoulders
  readonly fastestShoulder: number; // [rad/s]
  readonly jerk: number; // [rad/s³] 95th percentile over joints and frames
  readonly ends: number; // [rad/s] fastest joint in the first and last frames
  readonly jump: number; // [rad/s] by which the speed of a joint changes most from one frame to the next: a knee that snaps
}

const DEGREES = 180 / Math.PI;

/** Checks, and per frame how far [rad] RMS over the joints the pose is from the last one. */
export function jointChecks(actor: Actor, clip: Clip): { checks: JointChecks; awayFromEnd: Float64Array } {
  const velocities = velocitiesOf(clip);
  const shoulders = new Set(['leftUpperArm', 'rightUpperArm'].map((role) => actor.roles[role as 'leftUpperArm']));
  let [fastest, fastestShoulder, ends] = [0, 0, 0];
  velocities.forEach((v, frame) => {
    for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
      const o = 3 + 3 * joint;
      const speed = Math.hypot(v[o], v[o + 1], v[o + 2]);
      if (shoulders.has(joint)) fastestShoulder = Math.max(fastestShoulder, speed);
      else fastest = Math.max(fastest, speed);
      if (frame < 2 || frame >= velocities.length - 2) ends = Math.max(ends, speed);
    }
  });
  return {
    checks: {
      knee: flexionRange(actor, clip, 'LowerLeg', 1),
      ankle: flexionRange(actor, clip, 'Foot', -1),
      hip: flexionRange(actor, clip, 'UpperLeg', -1),
      fastest,
      fastestShoulder,
      jerk: jerkOf(velocities, clip.frameTime),
      ends,
      jump: jumpOf(velocities),
    },
    awayFromEnd: distances(clip),
  };
}

function velocitiesOf(clip: Clip): Float64Array[] {
  const nq = coordinateCount(clip.skeleton);
  return Array.from({ length: clip.frameCount - 1 }, (_, frame) => {
    const v = new Float64Array(freedomCount(clip.skeleton));
    difference(v, clip.skeleton, clip.q, frame * nq, clip.q, (frame + 1) * nq, clip.frameTime);
    return v;
  });
}

function jumpOf(velocities: readonly Float64Array[]): number {
  let most = 0;
  for (let k = 1; k < velocities.length; k++) {
    for (let i = 3; i < velocities[k].length; i++) {
      most = Math.max(most, Math.abs(velocities[k][i] - velocities[k - 1][i]));
    }
  }
  return most;
}

function jerkOf(velocities: readonly Float64Array[], frameTime: number): number {
  const jerks: number[] = [];
  for (let k = 1; k < velocities.length - 1; k++) {
    for (let i = 3; i < velocities[k].length; i++) {
      jerks.push(Math.abs(velocities[k + 1][i] - 2 * velocities[k][i] + velocities[k - 1][i]) / frameTime ** 2);
    }
  }
  jerks.sort((a, b) => a - b);
  return jerks[Math.floor(0.95 * jerks.length)];
}

/** Turn about the joint's x axis [deg], times `sign`, least and most over both sides and all frames. */
function flexionRange(actor: Actor, clip: Clip, part: 'UpperLeg' | 'LowerLeg' | 'Foot', sign: 1 | -1): Range {
  const nq = coordinateCount(clip.skeleton);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const side of ['left', 'right'] as const) {
    const i = quatIndex(actor.roles[`${side}${part}`] ?? 0);
    for (let frame = 0; frame < clip.frameCount; frame++) {
      const angle = sign * 2 * DEGREES * Math.atan2(clip.q[frame * nq + i], clip.q[frame * nq + i + 3]);
      least = Math.min(least, angle);
      most = Math.max(most, angle);
    }
  }
  return [least, most];
}

function distances(clip: Clip): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const joints = jointCount(clip.skeleton);
  const v = new Float64Array(freedomCount(clip.skeleton));
  return Float64Array.from({ length: clip.frameCount }, (_, frame) => {
    difference(v, clip.skeleton, clip.q, frame * nq, clip.q, (clip.frameCount - 1) * nq, 1);
    return Math.hypot(...v.subarray(3)) / Math.sqrt(joints);
  });
}
