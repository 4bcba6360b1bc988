/** A clip as the source of a reaction: poses on a smooth curve through its frames, contacts and forces as `analyse` finds them. */
import { analyse } from '../balance/analyse.ts';
import type { BalanceReport } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { ease, smoothstep } from '../math/ease.ts';
import { expQuat, logQuat, multiplyQuat, relativeQuat } from '../math/quat.ts';
import { type Clip, durationOf } from '../motion/clip.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionScratch,
  type MotionSpline,
  sampleMotion,
} from '../motion/motion-spline.ts';
import { frameBefore, shareAfter } from '../motion/sample.ts';
import { freedomCount, jointCount, quatIndex, velocityIndex } from '../motion/skeleton.ts';
import { CONTACT_FADE, END_SETTLE, SEAM_FADE } from './parameters.ts';
import type { Source } from './source.ts';

export interface ClipSourceOptions {
  /** hold: comes to rest in the last frame. loop: starts again, the seam faded over SEAM_FADE. */
  readonly end: 'hold' | 'loop';
  readonly report: BalanceReport; // of this clip, where it is at hand
}

const FARTHEST_BACK = 1; // [s] before a clip's end: whoever stood on both feet longer ago balances on one

export class ClipSource implements Source {
  readonly body: Body;
  readonly floor: number;
  readonly duration: number; // [s]
  readonly loops: boolean;
  readonly #report: BalanceReport;
  readonly #motion: MotionSpline;
  readonly #scratch: MotionScratch;
  readonly #firmness: readonly [Float64Array, Float64Array]; // frames×3: heel, ball, toe of each foot, 0…1
  readonly #endVelocity: Float64Array; // nv, of the last frame
  readonly #seam: Float64Array; // nv: from the first frame to the last, for loops
  readonly #travel: readonly [x: number, z: number]; // [m] of the feet in one round of a loop
  readonly #turn = new Float64Array(8);
  /** [s] from the end back to where both feet stood, for a clip that ends on one foot and holds; 0: it ends as it stands. */
  readonly #back: number;

  constructor(body: Body, clip: Clip, options: Partial<ClipSourceOptions> = {}) {
    this.body = body;
    this.#report = options.report ?? analyse(body, clip);
    this.#motion = interpolateMotion(clip);
    this.#scratch = createMotionScratch(clip.skeleton);
    this.duration = durationOf(clip);
    this.loops = options.end === 'loop' && this.duration > 0;
    this.floor = this.#report.ground.height;
    this.#firmness = [firmnessOf(this.#report, 0), firmnessOf(this.#report, 1)];
    const nv = freedomCount(clip.skeleton);
    const q = new Float64Array(3 + 4 * jointCount(clip.skeleton));
    this.#endVelocity = new Float64Array(nv);
    if (this.duration > 0) sampleMotion(this.#motion, this.duration, q, this.#endVelocity, undefined, this.#scratch);
    this.#seam = new Float64Array(nv);
    this.#travel = this.loops ? this.#findSeam(clip) : [0, 0];
    this.#back = this.loops ? 0 : this.#findStand();
  }

  /** [s] before its end that a clip which ends on one foot last stood on both. */
  #findStand(): number {
    const { frameCount, frameTime } = this.#report;
    const [left, right] = this.#firmness;
    const carries = (rows: Float64Array, frame: number): boolean =>
      Math.max(rows[3 * frame], rows[3 * frame + 1], rows[3 * frame + 2]) === 1;
    if (carries(left, frameCount - 1) === carries(right, frameCount - 1)) return 0;
    for (let k = 1; k < frameCount && k * frameTime < FARTHEST_BACK; k++) {
      const frame = frameCount - 1 - k;
      if (carries(left, frame) && carries(right, frame)) return k * frameTime;
    }
    return 0;
  }

  /** Moment of the clip [s] at t: past its end, a clip that ends on one foot goes back to where it stood on both, at half its pace. */
  #timeAt(t: number): number {
    if (this.#back === 0 || t <= this.duration) return t;
    return this.duration - this.#back * this.#gone(t - this.duration);
  }

  /** Share of the way back. */
  #gone(after: number): number {
    return this.#back === 0 ? 0 : ease(after / Math.max(2 * END_SETTLE, 2 * this.#back));
  }

  /** From the first frame to the last: the feet's way, by which rounds move on, so that no foot is dragged back; and what of the root's
   *  place and of all rotations is left, which is faded. */
  #findSeam(clip: Clip): readonly [number, number] {
    const nq = 3 + 4 * jointCount(clip.skeleton);
    const last = (clip.frameCount - 1) * nq;
    const turn = this.#turn;
    for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
      relativeQuat(turn, 0, clip.q, quatIndex(joint), clip.q, last + quatIndex(joint));
      logQuat(this.#seam, velocityIndex(joint), turn, 0);
    }
    const ws = createWorkspace(this.body);
    const ankles = ([sole, other]: Body['soles'], c: number): number =>
      (ws.segmentOrigin[3 * sole.foot + c] + ws.segmentOrigin[3 * other.foot + c]) / 2;
    forwardKinematics(this.body, ws, clip.q, last);
    const end = [ankles(this.body.soles, 0), ankles(this.body.soles, 2)] as const;
    forwardKinematics(this.body, ws, clip.q, 0);
    const travel = [end[0] - ankles(this.body.soles, 0), end[1] - ankles(this.body.soles, 2)] as const;
    this.#seam[0] = clip.q[last] - clip.q[0] - travel[0];
    this.#seam[1] = clip.q[last + 1] - clip.q[1];
    this.#seam[2] = clip.q[last + 2] - clip.q[2] - travel[1];
    return travel;
  }

  pose(out: Float64Array, t: number): void {
    if (!this.loops || t <= this.duration) {
      sampleMotion(this.#motion, this.#timeAt(t), out, undefined, undefined, this.#scratch);
      if (t > this.duration) this.#settle(out, t - this.duration);
      return;
    }
    const rounds = Math.floor(t / this.duration);
    const rest = t - rounds * this.duration;
    sampleMotion(this.#motion, rest, out, undefined, undefined, this.#scratch);
    out[0] += rounds * this.#travel[0];
    out[2] += rounds * this.#travel[1];
    if (rest < SEAM_FADE) this.#offset(out, this.#seam, 1 - ease(rest / SEAM_FADE));
  }

  /** The last frame's velocity runs out: v·∫(1 − s/T)² ds. */
  #settle(out: Float64Array, after: number): void {
    const left = Math.max(0, 1 - after / END_SETTLE);
    this.#offset(out, this.#endVelocity, (END_SETTLE / 3) * (1 - left * left * left) * (1 - this.#gone(after)));
  }

  /** Moves the pose along v by `share`. */
  #offset(out: Float64Array, v: Float64Array, share: number): void {
    const turn = this.#turn;
    for (let c = 0; c < 3; c++) out[c] += share * v[c];
    for (let i = 3; i < v.length; i += 3) {
      const o = quatIndex((i - 3) / 3);
      turn[0] = share * v[i];
      turn[1] = share * v[i + 1];
      turn[2] = share * v[i + 2];
      expQuat(turn, 0, turn, 0);
      multiplyQuat(out, o, out, o, turn, 0);
    }
  }

  /** Place of a time among the frames of the report. */
  #placeOf(t: number): number {
    return (this.loops && t > this.duration ? t % this.duration : this.#timeAt(t)) / this.#report.frameTime;
  }

  contact(out: Float64Array, t: number): void {
    const { frameCount } = this.#report;
    const place = this.#placeOf(t);
    const frame = frameBefore(frameCount, place);
    const u = shareAfter(frame, frameCount, place);
    let o = 0;
    for (let foot = 0; foot < 2; foot++) {
      const { parts } = this.body.soles[foot];
      const rows = this.#firmness[foot];
      for (let k = 0; k < parts.length; k++) {
        const i = 3 * frame + (parts[k] === 'heel' ? 0 : parts[k] === 'ball' ? 1 : 2);
        out[o++] = u === 0 ? rows[i] : (1 - u) * rows[i] + u * rows[i + 3];
      }
    }
  }

  wrench(out: Float64Array, t: number): void {
    const { frameCount } = this.#report;
    const place = this.#placeOf(t);
    const frame = frameBefore(frameCount, place);
    const u = shareAfter(frame, frameCount, place);
    const { comAcceleration, angularMomentumRate, mass } = this.#report;
    for (let k = 0; k < 3; k++) {
      const i = 3 * frame + k;
      const next = u === 0 ? i : i + 3;
      out[k] = (1 - u) * angularMomentumRate[i] + u * angularMomentumRate[next];
      out[3 + k] = mass * ((1 - u) * comAcceleration[i] + u * comAcceleration[next] + (k === 1 ? GRAVITY : 0));
    }
    if (t > this.duration && !this.loops) {
      out.fill(0);
      out[4] = mass * GRAVITY;
    }
  }
}

/** Contacts of one foot with their changes faded, inside the contact: frames × (heel, ball, toe). */
function firmnessOf(report: BalanceReport, foot: 0 | 1): Float64Array {
  const { frameCount, frameTime } = report;
  const { heel, ball, toe } = report.feet[foot];
  const out = new Float64Array(3 * frameCount);
  [heel, ball, toe].forEach((touches, part) => {
    const distance = new Float64Array(frameCount).fill(Infinity);
    for (const backward of [false, true]) {
      let last = -Infinity;
      for (let k = 0; k < frameCount; k++) {
        const frame = backward ? frameCount - 1 - k : k;
        if (!touches[frame]) last = k;
        distance[frame] = Math.min(distance[frame], k - last);
      }
    }
    for (let frame = 0; frame < frameCount; frame++) {
      if (!touches[frame]) continue;
      out[3 * frame + part] = smoothstep((distance[frame] * frameTime) / Math.max(CONTACT_FADE, frameTime));
    }
  });
  return out;
}
