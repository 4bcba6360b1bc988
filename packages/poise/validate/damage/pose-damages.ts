/** Damages to the pose: hips, trunk, legs, noise, smoothing. */
import type { BalanceReport } from '../../src/balance/report.ts';
import { type Run, runsWhere } from '../../src/balance/rules/rule.ts';
import { headingAt } from '../../src/gait/heading.ts';
import { lowPass } from '../../src/math/low-pass.ts';
import { multiplyQuat, normalizeQuat, quatFromAxisAngle, rotate3 } from '../../src/math/quat.ts';
import { normal } from '../../src/math/random.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import {
  place,
  plateau,
  positionOf,
  reachWithLeg,
  rotationOf,
  rowOf,
  setWorldRotation,
  startEdit,
  turnJoint,
} from './edit.ts';
import { feetOf } from './feet.ts';
import { framesIn, standingWindow, windowOf } from './place.ts';

const DEGREE = Math.PI / 180;

/** How far the CoM must move along (x, z) to stand `beyond` outside the support of a frame. */
function distanceOut(report: BalanceReport, frame: number, x: number, z: number, beyond: number): number {
  const [first, last] = [report.supportStart[frame], report.supportStart[frame + 1]];
  let farthest = Number.NEGATIVE_INFINITY;
  for (let k = first; k < last; k++) {
    farthest = Math.max(farthest, report.supportPoints[2 * k] * x + report.supportPoints[2 * k + 1] * z);
  }
  return farthest - (report.com[3 * frame] * x + report.com[3 * frame + 2] * z) + beyond;
}

/** Hips pushed over planted feet until the CoM stands outside the soles, for 1.5 s of quiet standing. */
function shiftHips(input: DamageInput, beyond: number): Damaged | undefined {
  const { body, clip, report, rng } = input;
  const run = standingWindow(input, 1.5);
  const way = [-1, 1][Math.floor(2 * rng.next())];
  if (!run) return undefined;
  const feetStand = (frame: number): boolean =>
    report.feet.every(
      (foot) => foot.heel[frame] + foot.ball[frame] + foot.toe[frame] > 0 && !(foot.skate[frame] > 0.1),
    );
  for (let frame = run.start; frame <= run.end; frame++) if (!feetStand(frame)) return undefined;
  const { forward } = headingAt(body, clip, (run.start + run.end) >> 1);
  const [x, z] = [way * forward[0], way * forward[1]];
  let distance = 0;
  for (let frame = run.start; frame <= run.end; frame++)
    distance = Math.max(distance, distanceOut(report, frame, x, z, beyond));
  if (distance > 0.45) return undefined; // the legs could not follow
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.4);
  for (let frame = run.start; frame <= run.end; frame++) {
    const feet = feetOf(edit, frame);
    const s = distance * plateau(frame, run.start, run.end, ramp);
    const o = rowOf(edit, frame);
    edit.q[o] += s * x;
    edit.q[o + 1] -= 0.5 * s * s + 0.02 * plateau(frame, run.start, run.end, ramp);
    edit.q[o + 2] += s * z;
    for (const [k, side] of SIDES.entries()) reachWithLeg(edit, frame, side, feet[k].target, feet[k].rotation);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: { start: run.start + ramp, end: run.end - ramp } };
}

/** One of the stretches in which a foot stands for 0.3 s, and which foot. */
function footStand({ clip, report, rng }: DamageInput): { index: number; run: Run } | undefined {
  const stands = SIDES.flatMap((_, index) => {
    const foot = report.feet[index];
    return runsWhere(clip.frameCount, (frame) => foot.heel[frame] + foot.ball[frame] > 1)
      .filter(
        (r) => (r.end - r.start) * clip.frameTime > 0.3 && r.start > 3 && r.end < clip.frameCount - framesIn(clip, 0.4),
      )
      .map((run) => ({ index, run }));
  });
  return stands.length > 0 ? stands[Math.floor(rng.next() * stands.length)] : undefined;
}

/** One foot moved by what `shift` says, with the leg after it. */
function moveFoot(
  { body, clip }: DamageInput,
  index: number,
  run: Run,
  shift: (frame: number) => readonly [x: number, y: number, z: number],
): Damaged {
  const edit = startEdit(body, clip);
  for (let frame = run.start; frame <= Math.min(clip.frameCount - 1, run.end); frame++) {
    const { target, rotation } = feetOf(edit, frame)[index];
    const by = shift(frame);
    const goal = target.map((c, k) => c + by[k]);
    reachWithLeg(edit, frame, SIDES[index], goal, rotation);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** A standing foot dragged along, and back in the air. */
function dragFoot(input: DamageInput, size: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const stand = footStand(input);
  const way = [-1, 1][Math.floor(2 * rng.next())];
  if (!stand) return undefined;
  const { index, run } = stand;
  const length = Math.min(run.end - run.start, framesIn(clip, 0.6));
  const back = framesIn(clip, 0.3);
  const { forward } = headingAt(body, clip, run.start);
  const damaged = moveFoot(input, index, { start: run.start, end: run.start + length + back }, (frame) => {
    const u = Math.min((frame - run.start) / length, 1 - (frame - run.start - length) / back);
    const drag = way * size * Math.max(0, u);
    return [drag * forward[0], 0, drag * forward[1]];
  });
  return { ...damaged, wrong: { start: run.start, end: run.start + length } };
}

/** A standing foot pressed through the floor for a while: the hips go down by as much, and the other leg bends. */
function sinkFoot(input: DamageInput, size: number): Damaged | undefined {
  const { body, clip } = input;
  const stand = footStand(input);
  if (!stand) return undefined;
  const { index, run } = stand;
  const ramp = framesIn(clip, 0.08);
  const edit = startEdit(body, clip);
  const other = 1 - index;
  for (let frame = run.start; frame <= run.end; frame++) {
    const { target, rotation } = feetOf(edit, frame)[other];
    edit.q[rowOf(edit, frame) + 1] -= size * plateau(frame, run.start, run.end, ramp);
    reachWithLeg(edit, frame, SIDES[other], target, rotation);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** The stiff body tipped forward about the toes and held there: a fall that never ends. */
function tipOver(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, report } = input;
  const run = standingWindow(input, 2);
  if (!run) return undefined;
  const centre = (run.start + run.end) >> 1;
  const { forward, left } = headingAt(body, clip, centre);
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.4);
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  // Hinge on the ground under the foremost point of the support.
  let reach = Number.NEGATIVE_INFINITY;
  for (let k = report.supportStart[centre]; k < report.supportStart[centre + 1]; k++) {
    reach = Math.max(reach, report.supportPoints[2 * k] * forward[0] + report.supportPoints[2 * k + 1] * forward[1]);
  }
  if (!Number.isFinite(reach)) return undefined;
  const hinge = [reach * forward[0], report.ground.height, reach * forward[1]];
  for (let frame = run.start; frame <= run.end; frame++) {
    place(edit, frame);
    quatFromAxisAngle(turn, 0, left[0], 0, left[1], angle * DEGREE * plateau(frame, run.start, run.end, ramp));
    const o = rowOf(edit, frame);
    for (let k = 0; k < 3; k++) arm[k] = edit.q[o + k] - hinge[k];
    rotate3(arm, 0, turn, 0, arm, 0);
    turnJoint(edit, frame, 0, turn);
    for (let k = 0; k < 3; k++) edit.q[o + k] = hinge[k] + arm[k];
  }
  return { clip: withCoordinates(clip, edit.q), wrong: { start: run.start + ramp, end: run.end - ramp } };
}

/** The trunk tipped about the hip joints for 2 s; the legs stay where they were. */
function tipTrunk(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = standingWindow(input, 2);
  const way = 2 * Math.PI * rng.next();
  if (!run) return undefined;
  const thighs = SIDES.map((side) => body.roles[`${side}UpperLeg`] ?? 0);
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  const ramp = framesIn(clip, 0.3);
  const { left, forward } = headingAt(body, clip, run.start);
  const axis = [0, 1].map((k) => Math.cos(way) * left[k] + Math.sin(way) * forward[k]);
  for (let frame = run.start; frame <= run.end; frame++) {
    place(edit, frame);
    const [hipLeft, hipRight] = thighs.map((joint) => positionOf(edit, joint));
    const kept = thighs.map((joint) => rotationOf(edit, joint));
    quatFromAxisAngle(turn, 0, axis[0], 0, axis[1], angle * DEGREE * plateau(frame, run.start, run.end, ramp));
    const o = rowOf(edit, frame);
    for (let k = 0; k < 3; k++) arm[k] = edit.q[o + k] - (hipLeft[k] + hipRight[k]) / 2;
    rotate3(arm, 0, turn, 0, arm, 0);
    turnJoint(edit, frame, 0, turn);
    for (let k = 0; k < 3; k++) edit.q[o + k] = (hipLeft[k] + hipRight[k]) / 2 + arm[k];
    place(edit, frame);
    for (const [k, joint] of thighs.entries()) setWorldRotation(edit, frame, joint, kept[k]);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: { start: run.start + ramp, end: run.end - ramp } };
}

/** One knee bent in one frame. */
function popKnee(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = windowOf(input, 0.2);
  const side = SIDES[Math.floor(2 * rng.next())];
  const knee = body.roles[`${side}LowerLeg`];
  if (!run || knee === undefined) return undefined;
  const at = (run.start + run.end) >> 1;
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  const { left } = headingAt(body, clip, at);
  place(edit, at);
  quatFromAxisAngle(turn, 0, left[0], 0, left[1], angle * DEGREE);
  turnJoint(edit, at, knee, turn);
  return { clip: withCoordinates(clip, edit.q), wrong: { start: at, end: at } };
}

/** Noise on every rotation and on the root, for 1.5 s. `angle`: its standard deviation in degrees; the root's is 2 mm per degree. */
function shake(input: DamageInput, angle: number): Damaged | undefined {
  const { clip, rng } = input;
  const run = windowOf(input, 1.5);
  if (!run) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  const axis = new Float64Array(3);
  for (let frame = run.start; frame <= run.end; frame++) {
    for (let k = 0; k < 3; k++) q[frame * nq + k] += 0.002 * angle * normal(rng);
    for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
      const i = frame * nq + quatIndex(joint);
      for (let k = 0; k < 3; k++) axis[k] = angle * DEGREE * normal(rng);
      const size = Math.hypot(axis[0], axis[1], axis[2]);
      if (size === 0) continue;
      quatFromAxisAngle(turn, 0, axis[0] / size, axis[1] / size, axis[2] / size, size);
      multiplyQuat(q, i, q, i, turn, 0);
    }
  }
  return { clip: withCoordinates(clip, q), wrong: run };
}

/** Every coordinate low-passed, over the whole clip of somebody who steps or leaves the ground. */
function overSmooth({ clip, report }: DamageInput, cutoff: number): Damaged | undefined {
  const swings = report.feet.map((foot) => runsWhere(clip.frameCount, (frame) => foot.clearance[frame] > 0.05).length);
  if (Math.min(...swings) < 1 || clip.frameCount < 20) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const joints = jointCount(clip.skeleton);
  // Quaternions of neighbouring frames on one side of the sphere, or the filter would see jumps.
  for (let frame = 1; frame < clip.frameCount; frame++) {
    for (let joint = 0; joint < joints; joint++) {
      const i = frame * nq + quatIndex(joint);
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += q[i + k] * q[i - nq + k];
      if (dot < 0) for (let k = 0; k < 4; k++) q[i + k] = -q[i + k];
    }
  }
  lowPass(q, nq, 1 / clip.frameTime, cutoff);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    for (let joint = 0; joint < joints; joint++) {
      normalizeQuat(q, frame * nq + quatIndex(joint), q, frame * nq + quatIndex(joint));
    }
  }
  return { clip: withCoordinates(clip, q), wrong: { start: 0, end: clip.frameCount - 1 } };
}

export const poseDamages: readonly Damage[] = [
  { id: 'foot-dragged', text: 'a standing foot dragged 6, 12, 25 cm', sizes: [0.06, 0.12, 0.25], apply: dragFoot },
  {
    id: 'foot-through-floor',
    text: 'a standing foot 4, 8, 15 cm below the floor',
    sizes: [0.04, 0.08, 0.15],
    apply: sinkFoot,
  },
  { id: 'tilt', text: 'the stiff body tipped 5°, 10°, 20° over the toes for 2 s', sizes: [5, 10, 20], apply: tipOver },
  {
    id: 'hips-shifted',
    text: 'hips shifted until the CoM stands 2, 5, 10 cm outside the soles',
    sizes: [0.02, 0.05, 0.1],
    apply: shiftHips,
  },
  { id: 'trunk-tipped', text: 'the trunk tipped 12°, 25°, 40° any way for 2 s', sizes: [12, 25, 40], apply: tipTrunk },
  { id: 'knee-pop', text: 'a knee turned 12°, 25°, 40° in one frame', sizes: [12, 25, 40], apply: popKnee },
  { id: 'jitter', text: 'noise of 0.5°, 1.5°, 4° on every joint for 1.5 s', sizes: [0.5, 1.5, 4], apply: shake },
  { id: 'over-smoothed', text: 'all coordinates below 3, 2, 1 Hz', sizes: [3, 2, 1], apply: overSmooth },
];
