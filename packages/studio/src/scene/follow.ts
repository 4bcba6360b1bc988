/** The camera that goes along: on a smoothed path, so that the picture does not bob with every step. */
import type { Clip } from 'poise';
import { coordinateCount } from 'poise/dynamics';
import { Vector3 } from 'three';
import type { CameraRig } from './camera-rig.ts';
import { rowAt } from './rows.ts';

const HALF_WINDOW = 0.6; // [s]
const CALM = 350; // [ms] over which the way of somebody who is simulated is smoothed
const FAR = 3; // [m] somebody this far away was put there, and did not go
const LONGEST_PICTURE = 400; // [ms]

export interface Follower {
  readonly use: (clip: Clip | undefined) => void;
  readonly setOn: (on: boolean) => void;
  readonly at: (frame: number) => void;
  /** The same for someone whose way is not known yet: goes after them. q: their pose; now [ms]. */
  readonly after: (q: Float64Array, now: number) => void;
  /** The camera was pointed at someone whose root was there [m]: it goes along from where they are by the next picture. */
  readonly meet: (root: Vector3) => void;
  /** Where the one who is followed is at a frame; the origin while nobody is. */
  readonly anchor: (out: Vector3, frame: number) => Vector3;
}

export function createFollower(rig: CameraRig): Follower {
  let path: Float64Array | undefined;
  let on = false;
  let known = false; // is `before` a place on this path?
  const row = new Float64Array(3);
  const [before, here, shift] = [new Vector3(), new Vector3(), new Vector3()];
  const [chasing, pace] = [new Vector3(), new Vector3()]; // [m], [m/ms]
  let chasedAt: number | undefined; // [ms]
  const framed = new Vector3(); // where whoever is met was when the camera was pointed at them
  let pointed = false; // is that known?
  let met = false; // just now: where they are is known, their pace is not
  return {
    use(clip) {
      path = clip && clip.frameCount > 0 ? followPath(clip) : undefined;
      known = false;
    },
    setOn(next) {
      on = next;
      known = false;
    },
    at(frame) {
      if (!on || !path) return;
      rowAt(row, path, frame);
      here.fromArray(row);
      if (known) rig.carry(shift.copy(here).sub(before));
      before.copy(here);
      known = true;
    },
    after(q, now) {
      here.fromArray(q);
      if (chasedAt === undefined || here.distanceTo(chasing) > FAR) {
        // they have gone on since: pictures are slow while somebody new is dressed
        if (on && pointed && here.distanceTo(framed) < FAR) rig.carry(shift.copy(here).sub(framed));
        pointed = false;
        chasing.copy(here);
        pace.set(0, 0, 0);
        met = true;
      }
      const passed = Math.min(LONGEST_PICTURE, now - (chasedAt ?? now));
      chasedAt = now;
      // Somebody who walks is met at their pace.
      if (met && passed > 0) {
        pace.copy(here).sub(chasing).divideScalar(passed);
        met = false;
      }
      // An alpha-beta filter: it knows the pace, so it does not fall behind.
      const kept = Math.exp(-passed / CALM);
      shift.copy(pace).multiplyScalar(passed);
      here.sub(chasing).sub(shift);
      shift.addScaledVector(here, 1 - kept * kept);
      if (passed > 0) pace.addScaledVector(here, (1 - kept) ** 2 / passed);
      chasing.add(shift);
      if (on) rig.carry(shift);
    },
    meet(root) {
      chasedAt = undefined;
      framed.copy(root);
      pointed = true;
    },
    anchor(out, frame) {
      if (!on || !path) return out.set(0, 0, 0);
      rowAt(row, path, frame);
      return out.fromArray(row);
    },
  };
}

/** frames×3 [m]: the root's mean over 1.2 s around each frame. */
export function followPath(clip: Clip): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const reach = Math.max(1, Math.round(HALF_WINDOW / clip.frameTime));
  const { frameCount, q } = clip;
  const path = new Float64Array(3 * frameCount);
  const sums = new Float64Array(frameCount + 1);
  for (let k = 0; k < 3; k++) {
    for (let f = 0; f < frameCount; f++) sums[f + 1] = sums[f]! + q[nq * f + k]!;
    for (let f = 0; f < frameCount; f++) {
      // Near the ends the window shrinks on both sides, so that the path starts and ends where the person does.
      const half = Math.min(reach, f, frameCount - 1 - f);
      path[3 * f + k] = (sums[f + half + 1]! - sums[f - half]!) / (2 * half + 1);
    }
  }
  return path;
}
