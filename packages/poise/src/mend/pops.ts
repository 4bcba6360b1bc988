/** Pops that were not there: frames in which a joint's acceleration stands out from its surroundings now, and did not before. */

import { HIPS, LIMB } from '../balance/rules/pop.ts';
import { measureSpikes } from '../balance/rules/spikes.ts';
import { anatomicalAngles } from '../body/anatomical-angles.ts';
import type { Body } from '../body/body.ts';
import { median } from '../math/order-statistics.ts';
import { power } from '../math/power.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import { bodyJoints } from './body-joints.ts';
import { turnBetween } from './bridge.ts';
import { MEND_PARAMETERS } from './parameters.ts';

const OWN = 1.2; // times what the clip had within a few frames: no pop of ours
const CLEAR = 1.4; // times what stands out: a pop by any measure …
const MORE = 1.04; // … else it may not stand out by more than this, either
const OWN_TIME = 0.05; // [s] to each side that counts as the same moment …
const RANGE_TIME = 0.1; // [s] the same for joints beyond their range
const OWN_FRAMES = 2; // … and never less
const ENDS = 2; // frames

/** One frame that may not be handed out. */
export interface Fault {
  readonly frame: number;
  readonly joint: number; // that turns too suddenly; HIPS_PLACE: the hips move so; −1: something else is wrong
  readonly through: readonly number[]; // joints whose turns it may come from
}

export const HIPS_PLACE = -2;

/** What is known of the clip before, frame by frame. */
interface Accelerations {
  readonly turns: ReadonlyMap<number, Float64Array>; // [rad/s²] by joint
  readonly places: Float64Array; // [m/s²] of the hips
  readonly spikes: Float64Array; // frames × joints [m]
}

/** The frames of `after` that pop, or in which a joint is farther beyond its range, more than in `before`. `moment` [s]: what `before` did within it
 *  counts as the same. */
export const newFaults = (body: Body, before: Clip, after: Clip, moment = OWN_TIME): Fault[] =>
  faultFinder(body, before, moment)(after);

/** The same for one clip that is held against many. */
export function faultFinder(body: Body, before: Clip, moment = OWN_TIME): (after: Clip) => Fault[] {
  const joints = bodyJoints(body);
  let known: Accelerations | undefined;
  return (after) => {
    if (before === after) return [];
    known ??= {
      turns: new Map(joints.map((joint) => [joint, turnAccelerations(before, joint)])),
      places: placeAccelerations(before),
      spikes: measureSpikes(body, before).size,
    };
    const { popFloor, popTurn, popHips, popShift } = MEND_PARAMETERS;
    const perFrame = power(after.frameTime, -2);
    const turnFloor = Math.max(popFloor, popTurn * perFrame);
    const faults: Fault[] = [];
    for (const joint of joints) {
      const was = known.turns.get(joint)!;
      const pops = popsOf(turnAccelerations(after, joint), was, turnFloor, after.frameTime, moment);
      for (const frame of pops) faults.push({ frame, joint, through: [joint] });
      for (const frame of beyondRange(body, before, after, joint)) faults.push({ frame, joint: -1, through: [joint] });
    }
    const shiftFloor = Math.max(popHips, popShift * perFrame);
    const shifts = popsOf(placeAccelerations(after), known.places, shiftFloor, after.frameTime, moment);
    for (const frame of shifts) faults.push({ frame, joint: HIPS_PLACE, through: [HIPS_PLACE] });
    return [...faults, ...spikesOf(body, known.spikes, after, moment)];
  };
}

/** Joints that lie off the middle of their neighbours in time, as lint's rule "pop" sees them. */
function spikesOf(body: Body, was: Float64Array, after: Clip, moment: number): Fault[] {
  const found: Fault[] = [];
  const is = measureSpikes(body, after);
  const width = is.joints.length;
  const near = Math.max(OWN_FRAMES, Math.round(moment / after.frameTime));
  const half = after.frameTime ** 2 / 2;
  for (let k = 0; k < width; k++) {
    const limits = is.joints[k] === body.roles.hips ? HIPS : LIMB;
    const least = Math.max(limits.warning, limits.acceleration * half);
    const through = carriersOf(body, is.joints[k]);
    for (let f = 1; f + 1 < after.frameCount; f++) {
      const size = is.size[f * width + k];
      if (size <= least) continue;
      let own = 0;
      for (let g = Math.max(0, f - near); g <= Math.min(after.frameCount - 1, f + near); g++) {
        own = Math.max(own, was[g * width + k]);
      }
      if (size > OWN * own) found.push({ frame: f, joint: -1, through });
    }
  }
  return found;
}

/** What carries a joint: the hips' place, and the joints on the way to it. */
function carriersOf({ skeleton }: Body, joint: number): readonly number[] {
  const way: number[] = [HIPS_PLACE];
  for (let above = skeleton.parents[joint]; above >= 0; above = skeleton.parents[above]) way.push(above);
  return way;
}

function popsOf(after: Float64Array, before: Float64Array, floor: number, frameTime: number, moment: number): number[] {
  const found: number[] = [];
  const { popAbove, popAround } = MEND_PARAMETERS;
  const reach = Math.max(3, Math.round(popAround / frameTime));
  const near = Math.max(OWN_FRAMES, Math.round(moment / frameTime));
  /** How many times the median around it. */
  const standing = (sizes: Float64Array, f: number): number =>
    sizes[f] / Math.max(1e-9, median(sizes.slice(Math.max(0, f - reach), f + reach + 1)));
  for (let f = 1; f + 1 < after.length; f++) {
    if (after[f] <= floor) continue;
    const now = standing(after, f);
    if (now <= popAbove) continue;
    let wasThere = false;
    for (let k = Math.max(1, f - near); k <= Math.min(before.length - 2, f + near) && !wasThere; k++) {
      if (OWN * before[k] < after[f] || before[k] <= floor) continue;
      // Calm surroundings make a pop of what was one of many twitches.
      const then = standing(before, k);
      wasThere = then > CLEAR * popAbove || now <= MORE * then;
    }
    if (!wasThere) found.push(f);
  }
  return found;
}

/** |change of angular velocity| / dt [rad/s²] per frame. */
function turnAccelerations({ q, frameCount, frameTime, skeleton }: Clip, joint: number): Float64Array {
  const nq = coordinateCount(skeleton);
  const size = new Float64Array(frameCount);
  const [last, next] = [new Float64Array(4), new Float64Array(4)];
  for (let f = 1; f + 1 < frameCount; f++) {
    const i = f * nq + quatIndex(joint);
    turnBetween(last, q, i - nq, i);
    turnBetween(next, q, i, i + nq);
    size[f] = Math.hypot(next[0] - last[0], next[1] - last[1], next[2] - last[2]) / frameTime ** 2;
  }
  return size;
}

/** The same for the root's place [m/s²]. */
function placeAccelerations({ q, frameCount, frameTime, skeleton }: Clip): Float64Array {
  const nq = coordinateCount(skeleton);
  const size = new Float64Array(frameCount);
  for (let f = 1; f + 1 < frameCount; f++) {
    const i = f * nq;
    const bend = (k: number): number => q[i - nq + k] - 2 * q[i + k] + q[i + nq + k];
    size[f] = Math.hypot(bend(0), bend(1), bend(2)) / frameTime ** 2;
  }
  return size;
}

function beyondRange(body: Body, before: Clip, after: Clip, joint: number): number[] {
  const found: number[] = [];
  if (joint === 0) return found;
  const { limits } = body;
  const nq = coordinateCount(after.skeleton);
  const [angles, turn] = [new Float64Array(3), new Float64Array(4)];
  const beyond = (q: Float64Array, f: number): number => {
    anatomicalAngles(angles, 0, limits, joint, q, f * nq + quatIndex(joint), turn);
    let most = 0;
    for (let k = 0; k < 3; k++) {
      most = Math.max(most, angles[k] - limits.upper[3 * joint + k], limits.lower[3 * joint + k] - angles[k]);
    }
    return most;
  };
  // A joint that trembles about the end of its range is beyond it every other frame: what it is around a frame counts.
  const near = Math.max(OWN_FRAMES, Math.round(RANGE_TIME / after.frameTime));
  for (let f = 0; f < after.frameCount; f++) {
    const now = beyond(after.q, f);
    if (now <= MEND_PARAMETERS.beyondRange) continue;
    let own = 0;
    for (let k = Math.max(0, f - near); k <= Math.min(after.frameCount - 1, f + near); k++) {
      own = Math.max(own, beyond(before.q, k));
    }
    if (now > own + MEND_PARAMETERS.beyondRange) found.push(f);
  }
  return found;
}

/** Runs of faulty frames of a clip of so many, with a margin to each side. */
export function stretchesOf(
  faults: readonly { readonly frame: number }[],
  frameCount: number,
  margin = ENDS,
): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { frame } of [...faults].sort((a, b) => a.frame - b.frame)) {
    const start = Math.max(0, frame - margin);
    const end = Math.min(frameCount - 1, frame + margin);
    const last = found[found.length - 1];
    if (last && start <= last.end + 1) found[found.length - 1] = { start: last.start, end };
    else found.push({ start, end });
  }
  return found;
}
