/** A point of one segment is tied to a point of another: hands tied together, or to the belt. */
import type { Body } from '../../body/body.ts';
import { pointJacobian } from '../../dynamics/jacobians.ts';
import { apply3, applyTransposed3 } from '../../math/mat3.ts';
import type { Vec3 } from '../../math/types.ts';
import { freedomCount } from '../../motion/skeleton.ts';
import { carriersOf, createFrameBias, groupsOf, pointBias, pointVelocity, writeFrameBias } from '../carriers.ts';
import { FEEDBACK_DEFAULTS, type Feedback } from '../feedback.ts';
import { createTask, RANK, type Task } from '../task.ts';

/** A point fixed in a segment. */
export interface SegmentPoint {
  readonly segment: number;
  readonly point: Vec3; // [m] in the segment's frame
}

export interface PinnedPointOptions extends Feedback {
  readonly name: string;
  readonly softness: number; // [m²/s²] at velocity level
  readonly rank: number;
}

/** For hands that are tied. */
const SOFTNESS = 1e-8;

/** Three rows [m/s or m/s²], world axes: how `tied` moves as seen from the segment of `to`; the error is the way from
 *  `tied` to `to`. Joints that carry both have no part in it. At acceleration level it needs the velocity level of ws. */
export function pinnedPoint(
  body: Body,
  tied: SegmentPoint,
  to: SegmentPoint,
  options: Partial<PinnedPointOptions> = {},
): Task {
  const { skeleton } = body;
  const { level, stiffness, damping } = { ...FEEDBACK_DEFAULTS, ...options };
  const size = 3 * freedomCount(skeleton);
  const tiedPoint = Float64Array.from(tied.point);
  const toPoint = Float64Array.from(to.point);
  const base = new Float64Array(size);
  const tiedBias = createFrameBias(skeleton, tied.segment);
  const toBias = createFrameBias(skeleton, to.segment);
  // world axes: arms from the segments' origins to `tied`, and on to `to`
  const tiedArm = new Float64Array(3);
  const toArm = new Float64Array(3);
  const error = new Float64Array(3);
  const here = new Float64Array(3);
  const there = new Float64Array(3);
  const common = new Set(carriersOf(skeleton, to.segment));
  const path = new Set(common);
  for (const joint of carriersOf(skeleton, tied.segment)) {
    if (common.has(joint)) path.delete(joint);
    else path.add(joint);
  }
  return createTask({
    name: options.name ?? `${skeleton.names[tied.segment]} tied to ${skeleton.names[to.segment]}`,
    dim: 3,
    softness: options.softness ?? SOFTNESS,
    rank: options.rank ?? RANK.ordinary,
    groups: groupsOf(path, 'turns-only'),
    reference: undefined,
    jacobian(out, _, ws) {
      pointJacobian(out, body, ws, tied.segment, tiedPoint);
      // the place of `tied` in the frame of `to`, as if it were fixed there
      apply3(tiedArm, 0, ws.worldFromSegment, 9 * tied.segment, tiedPoint, 0);
      for (let k = 0; k < 3; k++) {
        toArm[k] = ws.segmentOrigin[3 * tied.segment + k] + tiedArm[k] - ws.segmentOrigin[3 * to.segment + k];
      }
      applyTransposed3(here, 0, ws.worldFromSegment, 9 * to.segment, toArm, 0);
      pointJacobian(base, body, ws, to.segment, here);
      for (let i = 0; i < size; i++) out[i] -= base[i];
    },
    target(out, _, ws) {
      apply3(tiedArm, 0, ws.worldFromSegment, 9 * tied.segment, tiedPoint, 0);
      apply3(error, 0, ws.worldFromSegment, 9 * to.segment, toPoint, 0);
      for (let k = 0; k < 3; k++) {
        toArm[k] = ws.segmentOrigin[3 * tied.segment + k] + tiedArm[k] - ws.segmentOrigin[3 * to.segment + k];
        error[k] -= toArm[k];
        out[k] = stiffness * error[k];
      }
      if (level === 'velocity') return;
      pointVelocity(here, ws, tied.segment, tiedArm);
      pointVelocity(there, ws, to.segment, toArm);
      for (let k = 0; k < 3; k++) {
        here[k] -= there[k]; // as seen from `to`, and its Coriolis part 2 ω × ẋ below
        out[k] -= damping * here[k];
      }
      const o = 3 * to.segment;
      const w = ws.angularVelocity;
      out[0] += 2 * (w[o + 1] * here[2] - w[o + 2] * here[1]);
      out[1] += 2 * (w[o + 2] * here[0] - w[o] * here[2]);
      out[2] += 2 * (w[o] * here[1] - w[o + 1] * here[0]);
      writeFrameBias(tiedBias, ws);
      writeFrameBias(toBias, ws);
      pointBias(here, tiedBias, ws, tied.segment, tiedArm);
      pointBias(there, toBias, ws, to.segment, toArm);
      for (let k = 0; k < 3; k++) out[k] -= here[k] - there[k];
    },
  });
}
