/**
 * The level frame: the floor at y = 0 with its normal up. A capture's tilted floor is the tilt of its coordinates, so
 * gravity tilts with it; seen from the level frame everything is upright again.
 */
import { quatBetween, rotate3, rotateBack3 } from '../math/quat.ts';
import type { Ground } from './report.ts';
import type { BodyTrace } from './trace.ts';

export interface LevelFrame {
  readonly levelFromWorld: Float64Array; // 4 quaternion, applied after lowering by `height`
  readonly height: number;
  readonly identity: boolean;
}

export function levelFrameOf(ground: Ground): LevelFrame {
  const levelFromWorld = new Float64Array(4);
  quatBetween(levelFromWorld, 0, Float64Array.from(ground.normal), 0, Float64Array.of(0, 1, 0), 0);
  return { levelFromWorld, height: ground.height, identity: ground.height === 0 && ground.normal[1] === 1 };
}

/** Rows of three: points (moved and turned) or vectors (turned only) into the level frame, in place. */
export function toLevel(rows: Float64Array, frame: LevelFrame, kind: 'points' | 'vectors'): void {
  if (frame.identity) return;
  const lower = kind === 'points' ? frame.height : 0;
  for (let i = 0; i < rows.length; i += 3) {
    rows[i + 1] -= lower;
    rotate3(rows, i, frame.levelFromWorld, 0, rows, i);
  }
}

/** The way back. */
export function toWorld(rows: Float64Array, frame: LevelFrame, kind: 'points' | 'vectors'): void {
  if (frame.identity) return;
  const raise = kind === 'points' ? frame.height : 0;
  for (let i = 0; i < rows.length; i += 3) {
    rotateBack3(rows, i, frame.levelFromWorld, 0, rows, i);
    rows[i + 1] += raise;
  }
}

/** A trace seen from the level frame; the arrays of `trace` are reused. */
export function levelTrace(trace: BodyTrace, frame: LevelFrame): void {
  toLevel(trace.com, frame, 'points');
  toLevel(trace.angularMomentum, frame, 'vectors');
  toLevel(trace.soles[0], frame, 'points');
  toLevel(trace.soles[1], frame, 'points');
  toLevel(trace.touchable, frame, 'points');
}

/** A wrench about the world origin (moment; force), frames × 6, about the level frame's origin instead, in place. */
export function levelWrench(wrench: Float64Array, frame: LevelFrame): void {
  if (frame.identity) return;
  for (let i = 0; i < wrench.length; i += 6) {
    // M′ = M − o × F with o = (0, height, 0)
    wrench[i] -= frame.height * wrench[i + 5];
    wrench[i + 2] += frame.height * wrench[i + 3];
    rotate3(wrench, i, frame.levelFromWorld, 0, wrench, i);
    rotate3(wrench, i + 3, frame.levelFromWorld, 0, wrench, i + 3);
  }
}
