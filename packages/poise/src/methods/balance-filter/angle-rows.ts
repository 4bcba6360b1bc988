/** Rows that keep joints in their range: anatomical angles a · log(neutral⁻¹ ⊗ q), and the hinges of knees and elbows. */

import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { logQuat, relativeQuat } from '../../math/quat.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { MotionCurve } from './curve.ts';
import type { HingedJoint } from './freedoms.ts';
import type { AngleBound } from './options.ts';
import { addCoordinateRow, addPoseEntry, addPoseRow, type RowSink } from './row-sink.ts';
import type { SiteState } from './site.ts';

/** One angle of one joint and its range at every site: the joint's own, or what the clip has where that is wider. */
export interface AngleRange {
  readonly index: number; // of the joint in the mechanism
  readonly joint: HingedJoint;
  readonly angle: 0 | 1 | 2 | 'hinge';
  readonly hinge: number; // which unknown, where it is one
  readonly least: Float64Array; // sites [rad]
  readonly most: Float64Array;
  readonly asked: boolean; // by the caller: then the clip's own excess is no excuse
}

const ANGLES = { flexion: 0, abduction: 1, twist: 2 } as const;
const STRAIGHT_KNEE = 0.02; // [rad] a straight leg over a fixed foot has lost a direction
const MOST_FOLDED = 2.6; // [rad]
const NEAR = 0.3; // [rad] rows farther from their bound than this say nothing yet
const TURNED_OVER = 2.9; // [rad] the logarithm is about to jump

export function angleRanges(curve: MotionCurve, bounds: readonly AngleBound[]): AngleRange[] {
  const { mechanism, angles } = curve;
  const { body } = mechanism;
  const sites = angles.siteCount;
  const ranges: AngleRange[] = [];
  const askedFor = new Set<string>();
  for (const bound of bounds) {
    const index = mechanism.joints.findIndex((joint) => joint.role === bound.role);
    if (index === 0) {
      ranges.push(rootRange(curve, bound));
      continue;
    }
    if (index < 0) {
      const known = mechanism.joints.flatMap((joint) => (joint.role ? [joint.role] : []));
      throw new UsageError(`bounds: "${bound.role}" is not moved by the filter; it moves ${known.join(', ')}`);
    }
    const { least = -Infinity, most = Infinity } = bound;
    askedFor.add(`${index} ${ANGLES[bound.angle]}`);
    ranges.push({
      index,
      joint: mechanism.joints[index],
      angle: ANGLES[bound.angle],
      hinge: -1,
      least: new Float64Array(sites).fill(least),
      most: new Float64Array(sites).fill(most),
      asked: true,
    });
  }
  mechanism.joints.forEach((joint, index) => {
    if (joint.part === 'root') return;
    if (joint.free === 1) ranges.push(hingeRange(curve, joint, index));
    else {
      for (const angle of [0, 1, 2] as const) {
        if (!askedFor.has(`${index} ${angle}`)) ranges.push(anatomicalRange(body, curve, joint, index, angle));
      }
    }
  });
  return ranges;
}

/** The root's own hinges, counted from its mean in the clip: leaning forward, to the left, turning to the left. */
function rootRange({ mechanism, angles }: MotionCurve, bound: AngleBound): AngleRange {
  const joint = mechanism.joints[0];
  const axis = { flexion: 0, abduction: 2, twist: 1 }[bound.angle];
  const sign = bound.angle === 'abduction' ? -1 : 1; // a turn about +z leans to the right
  const [least, most] = [bound.least ?? -Infinity, bound.most ?? Infinity].map((x) => sign * x);
  return {
    index: 0,
    joint,
    angle: 'hinge',
    hinge: joint.first + joint.order.axes.indexOf(axis as 0 | 1 | 2),
    least: new Float64Array(angles.siteCount).fill(Math.min(least, most)),
    most: new Float64Array(angles.siteCount).fill(Math.max(least, most)),
    asked: true,
  };
}

/** Knees never quite straight, elbows not beyond it. */
function hingeRange({ mechanism, angles }: MotionCurve, joint: HingedJoint, index: number): AngleRange {
  const lower = joint.part === 'knee' ? STRAIGHT_KNEE : 0;
  const least = new Float64Array(angles.siteCount);
  const most = new Float64Array(angles.siteCount);
  for (let k = 0; k < angles.siteCount; k++) {
    const at = k * mechanism.total + joint.first;
    const { coefficients: c } = angles;
    const now = (c[at] + 4 * c[at + mechanism.total] + c[at + 2 * mechanism.total]) / 6;
    least[k] = Math.min(lower, now);
    most[k] = Math.max(MOST_FOLDED, now);
  }
  return { index, joint, angle: 'hinge', hinge: joint.first, least, most, asked: false };
}

function anatomicalRange(
  body: Body,
  curve: MotionCurve,
  joint: HingedJoint,
  index: number,
  angle: 0 | 1 | 2,
): AngleRange {
  const nq = coordinateCount(body.skeleton);
  const sites = curve.angles.siteCount;
  const least = new Float64Array(sites);
  const most = new Float64Array(sites);
  const three = new Float64Array(3);
  const at = 3 * joint.joint + angle;
  for (let k = 0; k < sites; k++) {
    anatomicalAngles(three, 0, body.limits, joint.joint, curve.q, k * nq + quatIndex(joint.joint));
    least[k] = Math.min(body.limits.lower[at], three[angle]);
    most[k] = Math.max(body.limits.upper[at], three[angle]);
  }
  return { index, joint, angle, hinge: -1, least, most, asked: false };
}

/** Does the clip itself keep to the range at a site? */
export function isWithin(
  { mechanism, q }: MotionCurve,
  { joint, angle, least, most, asked }: AngleRange,
  site: number,
) {
  if (!asked || angle === 'hinge') return true;
  const { limits, skeleton } = mechanism.body;
  const three = new Float64Array(3);
  anatomicalAngles(three, 0, limits, joint.joint, q, site * coordinateCount(skeleton) + quatIndex(joint.joint));
  return three[angle] >= least[site] && three[angle] <= most[site];
}

const turn = new Float64Array(4);

/** Rows of one range at one site. */
export function addAngleRows(sink: RowSink, body: Body, state: SiteState, range: AngleRange, site: number): void {
  const { joint, angle } = range;
  const [least, most] = [range.least[site], range.most[site]];
  if (angle === 'hinge') {
    const value = state.angles[range.hinge];
    if (value - least < NEAR) addCoordinateRow(sink, sink.unequal, 'angle', value - least, range.hinge, 0, 1);
    if (most - value < NEAR) addCoordinateRow(sink, sink.unequal, 'angle', most - value, range.hinge, 0, -1);
    return;
  }
  relativeQuat(turn, 0, body.limits.neutral, 4 * joint.joint, state.q, quatIndex(joint.joint));
  logQuat(turn, 0, turn, 0);
  const a = 9 * joint.joint + 3 * angle;
  const { axes } = body.limits;
  const value = axes[a] * turn[0] + axes[a + 1] * turn[1] + axes[a + 2] * turn[2];
  if (Math.hypot(turn[0], turn[1], turn[2]) > TURNED_OVER) return;
  for (const sign of [1, -1] as const) {
    const room = sign > 0 ? value - least : most - value;
    if (!(room < (range.asked ? 2 * NEAR : NEAR))) continue;
    const row = addPoseRow(sink, sink.unequal, 'angle', room);
    if (sink.differentiate) addSlopes(sink, row, state, range, axes, a, sign);
  }
}

/** ∂(a·φ)/∂θₖ = a · J_r⁻¹(φ) bₖ with J_r⁻¹ = 1 + ½[φ]× + c [φ]×². */
function addSlopes(
  sink: RowSink,
  row: number,
  state: SiteState,
  { index, joint }: AngleRange,
  axes: Float64Array,
  a: number,
  sign: number,
): void {
  const [x, y, z] = [turn[0], turn[1], turn[2]];
  const size = Math.hypot(x, y, z);
  const c = size < 1e-3 ? 1 / 12 : 1 / (size * size) - (1 + Math.cos(size)) / (2 * size * Math.sin(size));
  for (let k = 0; k < joint.free; k++) {
    const b = 9 * index + 3 * k;
    const [bx, by, bz] = [state.axes[b], state.axes[b + 1], state.axes[b + 2]];
    const [ux, uy, uz] = [y * bz - z * by, z * bx - x * bz, x * by - y * bx]; // φ × b
    const [wx, wy, wz] = [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux]; // φ × (φ × b)
    const slope =
      axes[a] * (bx + 0.5 * ux + c * wx) +
      axes[a + 1] * (by + 0.5 * uy + c * wy) +
      axes[a + 2] * (bz + 0.5 * uz + c * wz);
    addPoseEntry(sink.unequal, row, joint.first + k, sign * slope);
  }
}
