/**
 * From splines back to frames. Frames outside the windows are the clip's own. Inside, what the fit had left out (the noise
 * of a capture) fades away from the window's edges; then leg IK puts the feet where the curve had them before.
 */

import type { Body } from '../../body/body.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { ease } from '../../math/ease.ts';
import { copyQuat, expQuat, logQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { createMotionScratch, sampleMotion } from '../../motion/motion-spline.ts';
import { coordinateCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import { poseOfAngles } from './coordinates.ts';
import { anglesAtTime, type MotionCurve, withCoefficients } from './curve.ts';
import { blendFeet, feetOfPoses, putOnFeet } from './foot-course.ts';
import { type LevelView, unlevelFrame } from './level-clip.ts';
import type { SitePlan } from './plan.ts';
import { distanceBetween, footAt } from './reach.ts';
import type { SiteWindow } from './windows.ts';

export interface Closed {
  readonly q: Float64Array; // frames × nq, in the clip's own world
  readonly levelQ: Float64Array; // the same seen from the floor
  readonly feet: Float64Array; // frames × 14: where they shall be, seen from the floor
  readonly missed: number; // [m] most that a leg could not reach its foot by
  readonly correction: number; // [m] most that a foot was moved by the closing IK
  readonly changed: Uint8Array; // frames, 1 inside a window
}

interface CloseInput {
  readonly source: Clip;
  readonly level: Clip; // the source seen from the floor
  readonly view: LevelView;
  readonly curve: MotionCurve;
  readonly plans: readonly SitePlan[];
  readonly coefficients: Float64Array; // the result
  readonly windows: readonly SiteWindow[];
}

const DRIFT = 3e-4; // [m] between sites …
const TURN = 1e-3; // … and [rad]

/** Zero rate and bend at both ends. */
export function closeFrames(input: CloseInput): Closed {
  const { source, level, view } = input;
  const { body } = input.curve.mechanism;
  const nq = coordinateCount(source.skeleton);
  const q = source.q.slice();
  const levelQ = level.q.slice();
  const changed = new Uint8Array(source.frameCount);
  const work = createCloseWork(input);
  const shares = Float64Array.from({ length: source.frameCount }, (_, frame) => {
    return residualShare(input, frame * source.frameTime) ?? Number.NaN;
  });
  const feet = feetOfPoses(body, level.q);
  shares.forEach((share, frame) => {
    if (Number.isNaN(share)) return;
    changed[frame] = 1;
    writeFrame(work, input, frame, frame * source.frameTime, share);
    levelQ.set(work.out, frame * nq);
    blendFeet(feet, footAt(frame, 0), feetOfPoses(body, work.fit), 0, 1 - share);
  });
  const { angles } = input.curve;
  const standing = { plans: input.plans, spacing: angles.spacing, frameTime: source.frameTime };
  const held = (frame: number, side: number): boolean => changed[frame] === 1 && stands(standing, frame, side);
  const drifts = driftingFeet(input, feetOfPoses(body, levelQ), feet, held);
  const { missed, correction } = putOnFeet(body, levelQ, {
    feet,
    rowTime: source.frameTime,
    placed: (frame, side) => held(frame, side) && (shares[frame] > 0 || drifts(frame, side)),
    carried: held,
    give: (frame) => 1 - shares[frame],
  });
  for (let frame = 0; frame < source.frameCount; frame++) {
    if (!changed[frame]) continue;
    const row = levelQ.slice(frame * nq, (frame + 1) * nq);
    unlevelFrame(row, 0, frame * source.frameTime, view);
    keepSigns(row, source.q, frame * nq, nq);
    q.set(row, frame * nq);
  }
  return { q, levelQ, feet, missed, correction, changed };
}

type FootTest = (frame: number, side: number) => boolean;

/** Does a foot stand at a frame: held at the sites on both sides of it? */
function stands({ plans, spacing, frameTime }: StandingInput, frame: number, side: number): boolean {
  const place = (frame * frameTime) / spacing;
  const held = (site: number): boolean => {
    const { rule, contact } = plans[Math.min(plans.length - 1, site)].feet[side];
    return rule === 'pose' && contact !== 'none';
  };
  return held(Math.floor(place + 1e-6)) && held(Math.ceil(place - 1e-6));
}

interface StandingInput {
  readonly plans: readonly SitePlan[];
  readonly spacing: number;
  readonly frameTime: number;
}

/** Feet that leave their course between two sites, where nothing holds them, by more than is let pass. The leg IK starts and ends
 *  at sites, where there is nothing to correct; a straight leg would answer every micrometre with its knee. */
function driftingFeet(
  { curve, source }: CloseInput,
  course: Float64Array,
  feet: Float64Array,
  held: FootTest,
): FootTest {
  const interval = (frame: number): number => Math.floor((frame * source.frameTime) / curve.angles.spacing + 1e-6);
  const found = new Set<number>();
  for (let frame = 0; frame < source.frameCount; frame++) {
    for (const side of [0, 1]) {
      const at = footAt(frame, side);
      if (!held(frame, side) || found.has(2 * interval(frame) + side)) continue;
      const turned = turnBetween(course, at + 3, feet, at + 3);
      if (distanceBetween(course, at, feet, at) > DRIFT || turned > TURN) found.add(2 * interval(frame) + side);
    }
  }
  return (frame, side) => found.has(2 * interval(frame) + side);
}

const turn = new Float64Array(4);

/** Angle between two rotations [rad]. */
function turnBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  relativeQuat(turn, 0, a, i, b, j);
  logQuat(turn, 0, turn, 0);
  return Math.hypot(turn[0], turn[1], turn[2]);
}

/** How much of what the fit left out stays at time t: 1 at a join, 0 well inside; undefined outside all windows. */
function residualShare({ windows, curve }: CloseInput, t: number): number | undefined {
  const { spacing, siteCount } = curve.angles;
  const place = t / spacing;
  for (const { first, last } of windows) {
    const joinsStart = first > 0;
    const joinsEnd = last < siteCount - 1;
    if (joinsStart ? place <= first + 1e-9 : place < -1e-9) continue;
    if (joinsEnd ? place >= last - 1e-9 : place > siteCount) continue;
    const ramp = Math.min(10, (last - first) / 2);
    const fromStart = joinsStart ? 1 - ease((place - first) / ramp) : 0;
    const fromEnd = joinsEnd ? 1 - ease((last - place) / ramp) : 0;
    return Math.max(fromStart, fromEnd);
  }
  return undefined;
}

interface CloseWork {
  readonly out: Float64Array; // nq
  readonly fit: Float64Array; // nq: the original curve
  readonly angles: readonly [Float64Array, Float64Array, Float64Array];
  readonly axes: Float64Array;
  readonly scratch: ReturnType<typeof createMotionScratch>;
  readonly untouched: Uint8Array; // joints: carry no mass and are left as they are
  readonly turn: Float64Array;
}

function createCloseWork({ curve }: CloseInput): CloseWork {
  const { body, total, joints } = curve.mechanism;
  const ws = createWorkspace(body);
  const nq = coordinateCount(body.skeleton);
  return {
    out: new Float64Array(nq),
    fit: new Float64Array(nq),
    angles: [new Float64Array(total), new Float64Array(total), new Float64Array(total)],
    axes: new Float64Array(9 * joints.length),
    scratch: createMotionScratch(body.skeleton),
    untouched: Uint8Array.from(ws.subtreeMass, (mass, joint) =>
      mass > 0 || joints.some((hinged) => hinged.joint === joint) ? 0 : 1,
    ),
    turn: new Float64Array(4),
  };
}

/** out = new curve, with `share` of what the source frame has beyond the original curve. */
function writeFrame(work: CloseWork, input: CloseInput, frame: number, t: number, share: number): void {
  const { out, fit, turn, axes } = work;
  const { curve, level } = input;
  const [angles, rates, seconds] = work.angles;
  const nq = out.length;
  sampleMotion(curve.motion, t, fit, undefined, undefined, work.scratch);
  out.set(fit);
  anglesAtTime(angles, rates, seconds, curve.angles, t);
  poseOfAngles(fit, undefined, undefined, axes, curve.mechanism, angles, rates, seconds);
  anglesAtTime(angles, rates, seconds, withCoefficients(curve.angles, input.coefficients), t);
  poseOfAngles(out, undefined, undefined, axes, curve.mechanism, angles, rates, seconds);
  const at = frame * nq;
  for (let k = 0; k < 3; k++) out[k] += share * (level.q[at + k] - fit[k]);
  for (let joint = 0; joint < jointCount(curve.mechanism.body.skeleton); joint++) {
    const i = quatIndex(joint);
    if (work.untouched[joint]) {
      copyQuat(out, i, level.q, at + i);
      continue;
    }
    if (share === 0) continue;
    relativeQuat(turn, 0, fit, i, level.q, at + i);
    logQuat(turn, 0, turn, 0);
    for (let k = 0; k < 3; k++) turn[k] *= share;
    expQuat(turn, 0, turn, 0);
    multiplyQuat(out, i, out, i, turn, 0);
  }
  for (let joint = 0; joint < jointCount(curve.mechanism.body.skeleton); joint++) {
    if (!work.untouched[joint]) normalizeQuat(out, quatIndex(joint), out, quatIndex(joint));
  }
}

/** Quaternions on the same half of the sphere as the source's. */
function keepSigns(out: Float64Array, source: Float64Array, at: number, nq: number): void {
  for (let i = 3; i < nq; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += out[i + k] * source[at + i + k];
    if (dot < 0) for (let k = 0; k < 4; k++) out[i + k] = -out[i + k];
  }
}

/** How far standing feet are from a course: [m], [rad], worst frame. `plans` says which stand. */
export function footChange(
  body: Body,
  q: Float64Array,
  feet: Float64Array,
  { frameTime }: Clip,
  plans: readonly SitePlan[],
  spacing: number,
) {
  const course = feetOfPoses(body, q);
  let [moved, turned] = [0, 0];
  for (let frame = 0; frame < feet.length / footAt(1, 0); frame++) {
    for (const side of [0, 1]) {
      if (!stands({ plans, spacing, frameTime }, frame, side)) continue;
      const at = footAt(frame, side);
      moved = Math.max(moved, distanceBetween(course, at, feet, at));
      turned = Math.max(turned, turnBetween(course, at + 3, feet, at + 3));
    }
  }
  return { moved, turned };
}
