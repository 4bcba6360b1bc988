/** One frame of the crowd as numbers that go from the worker to the picture and back, without being copied. */
import type { ReadonlyVector, Skeleton } from 'poise';
import { conjugateQuat, mat3FromQuat, multiplyQuat, rotate3, type Workspace } from 'poise/dynamics';
import { placeJoints } from '../../scene/pose-source.ts';
import { MOST_BALLS } from './balls.ts';
import { type PersonState, STATES } from './types.ts';

export const ABOUT = 4; // numbers about a person: place of the head's top (3), state
export const BALL = 4; // numbers of a ball: place, radius

/** Where things are in a frame. */
export interface Layout {
  readonly people: number;
  readonly joints: number;
  readonly matrices: number; // numbers of one person: per joint three rows of four, world ← bind pose
  readonly about: number; // where the list of people begins
  readonly balls: number; // where the balls begin; radius 0: none
  readonly length: number;
}

export function layoutOf(people: number, joints: number): Layout {
  const matrices = 12 * joints;
  const about = people * matrices;
  const balls = about + people * ABOUT;
  return { people, joints, matrices, about, balls, length: balls + MOST_BALLS * BALL };
}

export const stateAt = (frame: Float32Array, { about }: Layout, person: number): PersonState =>
  STATES[frame[about + ABOUT * person + 3]!] ?? 'calm';

export interface PersonWriter {
  /** `scale`: of the person against the one whom the skin was made for. */
  readonly write: (out: Float32Array, offset: number, pose: Pose, scale: number) => void;
}

type Pose = Pick<Workspace, 'segmentOrigin' | 'segmentRotation'>;

/** @param bindPose coordinates for which the skin was made */
export function createPersonWriter(skeleton: Skeleton, bindPose: ReadonlyVector): PersonWriter {
  const n = skeleton.names.length;
  const [origins, unbind] = [new Float64Array(3 * n), new Float64Array(4 * n)];
  placeJoints(origins, unbind, skeleton, bindPose);
  for (let j = 0; j < n; j++) conjugateQuat(unbind, 4 * j, unbind, 4 * j);
  const [turn, m, moved] = [new Float64Array(4), new Float64Array(9), new Float64Array(3)];
  return {
    write(out, offset, { segmentOrigin, segmentRotation }, scale) {
      for (let j = 0; j < n; j++) {
        multiplyQuat(turn, 0, segmentRotation, 4 * j, unbind, 4 * j);
        mat3FromQuat(m, 0, turn, 0);
        rotate3(moved, 0, turn, 0, origins, 3 * j);
        const o = offset + 12 * j;
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < 3; c++) out[o + 4 * r + c] = scale * m[3 * r + c]!;
          out[o + 4 * r + 3] = segmentOrigin[3 * j + r]! - scale * moved[r]!;
        }
      }
    },
  };
}
