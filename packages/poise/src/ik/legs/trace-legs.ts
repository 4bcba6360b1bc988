/** Both legs of poses over time, and poses put on moved feet. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { limbOf } from '../leg-ik.ts';
import type { LegCourse, LegTrace } from './leg-course.ts';
import { createShiftScratch, shiftLeg } from './shift-leg.ts';

/** `poses`: rows of nq numbers. A leg that the rig lacks has no length. */
export function traceLegs(body: Body, poses: Float64Array): readonly [left: LegTrace, right: LegTrace] {
  const nq = coordinateCount(body.skeleton);
  const frames = poses.length / nq;
  const ws = createWorkspace(body);
  const traces = SIDES.map((side) => {
    const hip = body.roles[`${side}UpperLeg`] ?? 0;
    const knee = body.roles[`${side}LowerLeg`] ?? 0;
    const { foot } = body.soles[SIDES.indexOf(side)];
    return { hip: new Float64Array(3 * frames), ankle: new Float64Array(3 * frames), joints: [hip, knee, foot] };
  });
  const lengths = [0, 0, 0, 0];
  for (let frame = 0; frame < frames; frame++) {
    forwardKinematics(body, ws, poses, frame * nq);
    traces.forEach(({ hip, ankle, joints }, side) => {
      hip.set(ws.segmentOrigin.subarray(3 * joints[0], 3 * joints[0] + 3), 3 * frame);
      ankle.set(ws.segmentOrigin.subarray(3 * joints[2], 3 * joints[2] + 3), 3 * frame);
      if (frame > 0) return;
      for (const k of [0, 1]) {
        const [i, j] = [3 * joints[k], 3 * joints[k + 1]];
        const o = ws.segmentOrigin;
        lengths[2 * side + k] = Math.hypot(o[i] - o[j], o[i + 1] - o[j + 1], o[i + 2] - o[j + 2]);
      }
    });
  }
  const [left, right] = traces.map(
    ({ hip, ankle }, side): LegTrace => ({ hip, ankle, thigh: lengths[2 * side], shank: lengths[2 * side + 1] }),
  );
  return [left, right];
}

export interface LegsPlaced {
  readonly missed: number; // [m] most that a leg was too short by where its foot stands
  readonly missedFrame: number; // −1: never
}

interface Placing {
  readonly traces: readonly LegTrace[];
  readonly course: LegCourse;
  readonly rotations: readonly Float64Array[]; // frames × 4 per foot: world-from-foot
  readonly moves: (frame: number) => boolean; // other frames stay as they are, bit for bit
  readonly stands: (frame: number, side: number) => boolean;
}

/** Moves hips and legs of poses, in place. */
export function placeLegs(body: Body, poses: Float64Array, placing: Placing): LegsPlaced {
  const { traces, course, rotations } = placing;
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const legs = SIDES.map((side) => limbOf(body, side, 'leg'));
  const scratch = createShiftScratch();
  const target = { position: new Float64Array(3), rotation: new Float64Array(4) };
  let [missed, missedFrame] = [0, -1];
  for (let frame = 0; frame < poses.length / nq; frame++) {
    if (!placing.moves(frame)) continue;
    const pose = poses.subarray(frame * nq, (frame + 1) * nq);
    for (let c = 0; c < 3; c++) pose[c] += course.hips[3 * frame + c];
    forwardKinematics(body, ws, pose);
    for (const [side, leg] of legs.entries()) {
      if (!leg) continue;
      for (let c = 0; c < 3; c++) {
        target.position[c] = traces[side].ankle[3 * frame + c] + course.ankles[side][3 * frame + c];
      }
      target.rotation.set(rotations[side].subarray(4 * frame, 4 * frame + 4));
      const missing = shiftLeg(pose, ws, leg, target, scratch);
      if (!placing.stands(frame, side) || !(missing > missed) || missing === Number.POSITIVE_INFINITY) continue;
      [missed, missedFrame] = [missing, frame];
    }
  }
  return { missed, missedFrame };
}
