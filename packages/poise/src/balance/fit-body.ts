/**
 * The body of the person in a clip, with soles measured where the feet stand flat. Rest poses are a poor guide (feet
 * point down, legs are spread, bones run along other axes); a standing foot shows which way is up in its own frame and
 * how high the ankle is.
 */

import type { Body } from '../body/body.ts';
import { bodyOf } from '../body/create-body.ts';
import type { BodyOptions, SolePlane } from '../body/options.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { median, percentile, weightedPercentile } from '../math/order-statistics.ts';
import { rotateBack3 } from '../math/quat.ts';
import type { ReadonlyVector, Vec3 } from '../math/types.ts';
import type { Clip } from '../motion/clip.ts';
import type { Side } from '../motion/roles.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { fitPlane, isTerrain, lasting, liesInPlane, type Plane, rootPath } from './ground.ts';
import { knownStances, stepOf } from './known-stances.ts';
import { raisedHeel } from './raised-heel.ts';
import { findBelt, findStances, type Probe, type Stance, withoutRivals } from './stance.ts';

const FLAT_TURN = 0.8; // [rad/s] a foot that turns faster is rolling, not flat
const LEAST_FLAT = 0.03; // [s] of flat standing that a sole is measured from
const UPRIGHT = 0.7; // of the usual hip height: the feet of someone lying or sitting rest, but not on their soles
const THINNEST = -0.006; // of stature: a toe joint lower than this over y = 0 sinks into the floor …
const THICKEST = 0.16; // … and higher than this floats; in between, the shoe is as thick as it is, or rule `ground` says so
const THICKEST_ON_STATED = 0.034; // where the caller has said where the floor is, only real shoes are believed
const TALLER_FOOT = 0.035; // [m] between the ankles of two feet that stand flat
const TOE_JOINT_HEIGHT = 0.014; // of stature: the toe joint over the ground in a thin shoe
const ANKLE_OVER_TOES = 0.031; // of stature: the ankle above the toe joint, where the rig has none

/** Where the joints of one foot are, per frame. */
interface FootTrace {
  readonly ankle: Float64Array; // frames×3 [m]
  readonly ankleRotation: Float64Array; // frames×4
  readonly toe: Float64Array; // frames×3 [m] toe joint (the ankle where there is none)
  readonly toeRotation: Float64Array; // frames×4
}

/** Builds the body of a clip and measures its soles on the clip itself. Throws RigError where nobody was found.
 *
 * ```ts
 * const body = fitBody(clip, { mass: 62 });
 * ```
 */
export function fitBody(clip: Clip, options: Partial<BodyOptions> = {}): Body {
  const guess = bodyOf(clip, options);
  if (clip.frameCount < 2) return guess;
  const feet = traceFeet(guess, clip);
  const ankles: Probe[] = feet.map((foot, index) => ({ foot: index as 0 | 1, position: foot.ankle }));
  const root = rootPath(clip);
  const belt = findBelt(ankles, root, clip.frameTime);
  const stances = findStances(ankles, belt, root, clip.frameTime);
  if (stances.length === 0) return guess;
  const believable = believableStances(stances, feet, guess, clip.frameTime);
  const plane = fitPlane(believable);
  const size = Math.hypot(plane.slopeX, 1, plane.slopeZ);
  const normal = Float64Array.of(-plane.slopeX / size, 1 / size, -plane.slopeZ / size);
  const step = stepOf(guess.height);
  const known = knownStances({ step, stances, plane, probes: ankles, com: root, root, frameTime: clip.frameTime });
  const uneven = isTerrain(known, stances, plane, step); // then the level of the stances says nothing of the soles
  const upright =
    UPRIGHT *
    percentile(
      root.filter((_, i) => i % 3 === 1),
      0.95,
    );
  const solePlanes: Partial<Record<Side, SolePlane>> = { ...options.solePlanes };
  const levels = ankleLevels(believable, plane);
  guess.soles.forEach((sole, index) => {
    const flat = flatFrames(feet[index], stances, index, clip.frameTime).filter(
      (frame) => root[3 * frame + 1] > upright,
    );
    if (flat.length * clip.frameTime < LEAST_FLAT || options.solePlanes?.[sole.side]) return;
    solePlanes[sole.side] = soleOf(feet[index], flat, normal, levels[index], guess.height, {
      hasToes: sole.toes !== sole.foot,
      thickest: uneven ? Number.NEGATIVE_INFINITY : clip.floor === 'stated' ? THICKEST_ON_STATED : THICKEST,
    });
  });
  const raised = raisedHeel(guess, solePlanes);
  if (raised && !options.solePlanes?.[raised]) delete solePlanes[raised];
  return bodyOf(clip, { ...options, solePlanes });
}

function traceFeet(body: Body, clip: Clip): readonly [FootTrace, FootTrace] {
  const frames = clip.frameCount;
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const create = (): FootTrace => ({
    ankle: new Float64Array(3 * frames),
    ankleRotation: new Float64Array(4 * frames),
    toe: new Float64Array(3 * frames),
    toeRotation: new Float64Array(4 * frames),
  });
  const feet: [FootTrace, FootTrace] = [create(), create()];
  for (let frame = 0; frame < frames; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    for (let index = 0; index < 2; index++) {
      const { foot, toes } = body.soles[index];
      for (let k = 0; k < 3; k++) {
        feet[index].ankle[3 * frame + k] = ws.segmentOrigin[3 * foot + k];
        feet[index].toe[3 * frame + k] = ws.segmentOrigin[3 * toes + k];
      }
      for (let k = 0; k < 4; k++) {
        feet[index].ankleRotation[4 * frame + k] = ws.segmentRotation[4 * foot + k];
        feet[index].toeRotation[4 * frame + k] = ws.segmentRotation[4 * toes + k];
      }
    }
  }
  return feet;
}

/** Stances whose feet are as high above y = 0 as feet can be, where they last for a quarter of the standing time; all of them otherwise. A
 *  stretch that is sunk or floats says nothing of the soles. Ankle and toe joint both witness: rigs place either of them as they like. */
function believableStances(
  stances: readonly Stance[],
  feet: readonly FootTrace[],
  { soles, height }: Body,
  frameTime: number,
): readonly Stance[] {
  if (liesInPlane(stances)) return stances;
  const isBelievable = ({ probe, start, end, y }: Stance): boolean => {
    const byAnkle = y / height - ANKLE_OVER_TOES;
    const hasToes = soles[probe].toes !== soles[probe].foot;
    const byToes = hasToes ? feet[probe].toe[3 * ((start + end) >> 1) + 1] / height : byAnkle;
    return Math.max(byAnkle, byToes) >= THINNEST && Math.min(byAnkle, byToes) <= THICKEST_ON_STATED;
  };
  const believable = stances.filter(isBelievable);
  return lasting(believable) >= 0.25 * lasting(stances) ? believable : withoutRivals(stances, believable, frameTime);
}

/** Height of each ankle [m] over the floor while its foot stands. Captured feet differ by a centimetre or two, so each has its own, counted from the common
 *  plane, unless it is so much above the other's that this foot stands on its ball. */
function ankleLevels(stances: readonly Stance[], plane: Plane): readonly number[] {
  const own = [0, 1].map((foot) => {
    const mine = stances.filter(({ probe }) => probe === foot);
    if (mine.length === 0) return plane.typical;
    const over = mine.map(({ x, y, z }) => y - plane.height - plane.slopeX * x - plane.slopeZ * z);
    const durations = mine.map(({ start, end }) => end - start + 1);
    return plane.typical + weightedPercentile(over, durations, 0.5);
  });
  return own.map((level, foot) => (level > own[1 - foot] + TALLER_FOOT ? own[1 - foot] : level));
}

/** Frames inside this foot's stances in which it does not roll. */
function flatFrames(foot: FootTrace, stances: readonly Stance[], index: number, frameTime: number): number[] {
  const frames: number[] = [];
  const last = foot.ankle.length / 3 - 1;
  for (const stance of stances) {
    if (stance.probe !== index) continue;
    for (let frame = stance.start; frame <= stance.end; frame++) {
      const before = Math.max(0, frame - 1);
      const after = Math.min(last, frame + 1);
      if (after > before && turnBetween(foot.ankleRotation, before, after) > FLAT_TURN * (after - before) * frameTime) {
        continue;
      }
      frames.push(frame);
    }
  }
  return frames;
}

/** Angle [rad] between the rotations of two frames. */
function turnBetween(rotation: ReadonlyVector, a: number, b: number): number {
  let cosine = 0;
  for (let k = 0; k < 4; k++) cosine += rotation[4 * a + k] * rotation[4 * b + k];
  return 2 * Math.acos(Math.min(1, Math.abs(cosine)));
}

/** Sole plane from the flat frames: medians, so that a few rolling frames do not tilt it. */
function soleOf(
  foot: FootTrace,
  flat: readonly number[],
  normal: Float64Array,
  ankleLevel: number,
  height: number,
  { hasToes, thickest }: { readonly hasToes: boolean; readonly thickest: number },
): SolePlane {
  const up = medianDirection(foot.ankleRotation, flat, normal);
  // Shoes and stylised feet are as thick as they are: what lies between the toe joint and y = 0 is sole, within reason.
  const drop = hasToes
    ? median(flat.map((f) => foot.ankle[3 * f + 1] - foot.toe[3 * f + 1]))
    : ANKLE_OVER_TOES * height;
  const thickness = (ankleLevel - drop) / height;
  const believable = thickness >= THINNEST && thickness <= thickest;
  const ankleHeight = believable ? ankleLevel : drop + TOE_JOINT_HEIGHT * height;
  return hasToes ? { up, ankleHeight, toesUp: medianDirection(foot.toeRotation, flat, normal) } : { up, ankleHeight };
}

/** Median over frames of a world direction seen from a joint, unit. */
function medianDirection(rotation: ReadonlyVector, frames: readonly number[], world: Float64Array): Vec3 {
  const local = new Float64Array(3);
  const parts: [number[], number[], number[]] = [[], [], []];
  for (const frame of frames) {
    rotateBack3(local, 0, rotation, 4 * frame, world, 0);
    for (let k = 0; k < 3; k++) parts[k].push(local[k]);
  }
  const [x, y, z] = parts.map(median);
  const size = Math.hypot(x, y, z);
  return size > 0 ? [x / size, y / size, z / size] : [0, 1, 0];
}
