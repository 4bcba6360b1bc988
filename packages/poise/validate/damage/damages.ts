/**
 * Ways to make a real capture impossible by construction. Each returns the damaged clip and where it is wrong, or
 * undefined where the clip offers no place for it.
 */

import type { BalanceReport } from '../../src/balance/report.ts';
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import { type Run, runsWhere } from '../../src/balance/rules/rule.ts';
import type { Body } from '../../src/body/body.ts';
import { headingAt } from '../../src/gait/heading.ts';
import { polygonArea, signedDistance } from '../../src/math/polygon.ts';
import { quatFromAxisAngle, rotate3, slerpQuat } from '../../src/math/quat.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import {
  type Edit,
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

export interface Damaged {
  readonly clip: Clip;
  readonly wrong: Run; // frames of the damaged clip
}

export interface DamageInput {
  readonly body: Body;
  readonly clip: Clip;
  readonly report: BalanceReport;
}

export interface Damage {
  readonly id: string;
  readonly text: string;
  readonly apply: (input: DamageInput) => Damaged | undefined;
}

const framesIn = (clip: Clip, seconds: number): number => Math.max(1, Math.round(seconds / clip.frameTime));

/** The middle of the clip, at most `seconds` long. */
function middle(clip: Clip, seconds: number): Run {
  const length = Math.min(framesIn(clip, seconds), Math.floor(0.7 * clip.frameCount));
  const start = Math.floor((clip.frameCount - length) / 2);
  return { start, end: start + length - 1 };
}

/** Feet of the original frames, before anything was moved. */
function feetOf(edit: Edit, frame: number): { target: [number, number, number]; rotation: Float64Array }[] {
  place(edit, frame);
  return SIDES.map((side) => {
    const foot = edit.body.roles[`${side}Foot`] ?? 0;
    return { target: positionOf(edit, foot), rotation: rotationOf(edit, foot) };
  });
}

/** How far the CoM must move along (x, z) to stand `beyond` outside the support of a frame. */
function distanceOut(report: BalanceReport, frame: number, x: number, z: number, beyond: number): number {
  const [first, last] = [report.supportStart[frame], report.supportStart[frame + 1]];
  let farthest = Number.NEGATIVE_INFINITY;
  for (let k = first; k < last; k++) {
    farthest = Math.max(farthest, report.supportPoints[2 * k] * x + report.supportPoints[2 * k + 1] * z);
  }
  return farthest - (report.com[3 * frame] * x + report.com[3 * frame + 2] * z) + beyond;
}

/** Hips pushed backwards over planted feet until the CoM stands 6 cm outside the soles, for 1.5 s. */
function shiftHips({ body, clip, report }: DamageInput): Damaged | undefined {
  const run = middle(clip, 1.9);
  const centre = (run.start + run.end) >> 1;
  const standing = (frame: number): boolean =>
    report.supportStart[frame + 1] - report.supportStart[frame] > 2 &&
    polygonArea(
      report.supportPoints,
      2 * report.supportStart[frame],
      report.supportStart[frame + 1] - report.supportStart[frame],
    ) > 0.004;
  for (let frame = run.start; frame <= run.end; frame++) if (!standing(frame)) return undefined;
  const { forward } = headingAt(body, clip, centre);
  const [x, z] = [-forward[0], -forward[1]];
  let distance = 0;
  for (let frame = run.start; frame <= run.end; frame++)
    distance = Math.max(distance, distanceOut(report, frame, x, z, 0.06));
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

/** Coordinates between frames: straight lines and slerp. */
function sampleRow(out: Float64Array, o: number, clip: Clip, at: number): void {
  const nq = coordinateCount(clip.skeleton);
  const a = Math.min(clip.frameCount - 1, Math.floor(at));
  const b = Math.min(clip.frameCount - 1, a + 1);
  const u = at - a;
  for (let k = 0; k < 3; k++) out[o + k] = (1 - u) * clip.q[a * nq + k] + u * clip.q[b * nq + k];
  for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
    const i = quatIndex(joint);
    slerpQuat(out, o + i, clip.q, a * nq + i, clip.q, b * nq + i, u);
  }
}

/** The clip played along `times` (in frames of the original). */
function retime(clip: Clip, times: readonly number[]): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = new Float64Array(nq * times.length);
  for (const [frame, at] of times.entries()) sampleRow(q, frame * nq, clip, at);
  return { ...withCoordinates(clip, q), extraTracks: [] };
}

const FLIGHT = SUPPORT_PHASES.indexOf('flight');

/** The longest flight, with 0.1 s around it, at half speed. */
function slowJump({ clip, report }: DamageInput): Damaged | undefined {
  const flights = runsWhere(clip.frameCount, (frame) => report.phase[frame] === FLIGHT);
  const flight = flights.reduce<Run | undefined>(
    (best, run) => (!best || run.end - run.start > best.end - best.start ? run : best),
    undefined,
  );
  if (!flight || (flight.end - flight.start) * clip.frameTime < 0.2) return undefined;
  const pad = framesIn(clip, 0.1);
  const start = Math.max(0, flight.start - pad);
  const end = Math.min(clip.frameCount - 1, flight.end + pad);
  const times: number[] = [];
  for (let frame = 0; frame < start; frame++) times.push(frame);
  for (let half = 0; half <= 2 * (end - start); half++) times.push(start + half / 2);
  for (let frame = end + 1; frame < clip.frameCount; frame++) times.push(frame);
  const shift = (frame: number): number => start + 2 * (frame - start);
  return { clip: retime(clip, times), wrong: { start: shift(flight.start), end: shift(flight.end) } };
}

/** A standing foot dragged 25 cm along while it carries weight. */
function dragFoot({ body, clip, report }: DamageInput): Damaged | undefined {
  for (const [index, side] of SIDES.entries()) {
    const foot = report.feet[index];
    const stands = (frame: number): boolean => foot.heel[frame] + foot.ball[frame] > 1;
    const run = runsWhere(clip.frameCount, stands).find(
      (r) => (r.end - r.start) * clip.frameTime > 0.3 && r.start > 3 && r.end < clip.frameCount - framesIn(clip, 0.35),
    );
    if (!run) continue;
    const length = Math.min(run.end - run.start, framesIn(clip, 0.6));
    const back = framesIn(clip, 0.3);
    const { forward } = headingAt(body, clip, run.start);
    const edit = startEdit(body, clip);
    for (let frame = run.start; frame <= Math.min(clip.frameCount - 1, run.start + length + back); frame++) {
      const feet = feetOf(edit, frame);
      const u = Math.min((frame - run.start) / length, 1 - (frame - run.start - length) / back);
      const drag = 0.25 * Math.max(0, u);
      const { target, rotation } = feet[index];
      reachWithLeg(
        edit,
        frame,
        side,
        [target[0] + drag * forward[0], target[1], target[2] + drag * forward[1]],
        rotation,
      );
    }
    return { clip: withCoordinates(clip, edit.q), wrong: { start: run.start, end: run.start + length } };
  }
  return undefined;
}

/** The whole body 5 cm up in the air for a second. */
function floatUp({ clip }: DamageInput): Damaged | undefined {
  const run = middle(clip, 1.2);
  if ((run.end - run.start) * clip.frameTime < 0.6) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const ramp = framesIn(clip, 0.15);
  for (let frame = run.start; frame <= run.end; frame++)
    q[frame * nq + 1] += 0.05 * plateau(frame, run.start, run.end, ramp);
  return { clip: withCoordinates(clip, q), wrong: run };
}

/** The whole clip 8 cm up in the air, from start to end. */
function floatThroughout({ clip }: DamageInput): Damaged | undefined {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq + 1] += 0.08;
  return { clip: withCoordinates(clip, q), wrong: { start: 0, end: clip.frameCount - 1 } };
}

/** A captured fall, stopped in mid-air for 1.5 s when the CoM is 15 cm beyond the feet. */
function freezeFall({ clip, report }: DamageInput): Damaged | undefined {
  const nearest = new Float64Array(2);
  const falls = (frame: number): boolean => {
    const first = report.supportStart[frame];
    const count = report.supportStart[frame + 1] - first;
    const [x, z] = [report.com[3 * frame], report.com[3 * frame + 2]];
    const margin = signedDistance(nearest, report.supportPoints, 2 * first, count, x, z);
    return margin < -0.15 && report.com[3 * frame + 1] > 0.3 * report.height;
  };
  const other = SUPPORT_PHASES.indexOf('other');
  let frame = 0;
  while (frame < clip.frameCount && !(falls(frame) && report.phase[frame] !== other)) frame++;
  if (frame >= clip.frameCount - 2) return undefined;
  const hold = framesIn(clip, 1.5);
  const times = [
    ...Array.from({ length: frame }, (_, k) => k),
    ...Array.from({ length: hold }, () => frame),
    ...Array.from({ length: clip.frameCount - frame }, (_, k) => frame + k),
  ];
  return { clip: retime(clip, times), wrong: { start: frame, end: frame + hold } };
}

/** The stiff body tipped forward 20° about the toes and held there: a fall that never ends. */
function tipOver({ body, clip, report }: DamageInput): Damaged | undefined {
  const run = middle(clip, 2.4);
  if ((run.end - run.start) * clip.frameTime < 1.2) return undefined;
  const centre = (run.start + run.end) >> 1;
  const { forward, left } = headingAt(body, clip, centre);
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.5);
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  for (let frame = run.start; frame <= run.end; frame++) {
    place(edit, frame);
    // Hinge on the ground under the foremost point of the support.
    let reach = Number.NEGATIVE_INFINITY;
    for (let k = report.supportStart[centre]; k < report.supportStart[centre + 1]; k++) {
      reach = Math.max(reach, report.supportPoints[2 * k] * forward[0] + report.supportPoints[2 * k + 1] * forward[1]);
    }
    if (!Number.isFinite(reach)) return undefined;
    const hinge = [reach * forward[0], report.ground.height, reach * forward[1]];
    quatFromAxisAngle(turn, 0, left[0], 0, left[1], ((20 * Math.PI) / 180) * plateau(frame, run.start, run.end, ramp));
    const o = rowOf(edit, frame);
    for (let k = 0; k < 3; k++) arm[k] = edit.q[o + k] - hinge[k];
    rotate3(arm, 0, turn, 0, arm, 0);
    turnJoint(edit, frame, 0, turn);
    for (let k = 0; k < 3; k++) edit.q[o + k] = hinge[k] + arm[k];
  }
  return { clip: withCoordinates(clip, edit.q), wrong: { start: run.start + ramp, end: run.end - ramp } };
}

/** The trunk tipped 30° back about the hip joints for the whole walk; the legs stay where they were. */
function tipTrunk({ body, clip }: DamageInput): Damaged | undefined {
  const thighs = SIDES.map((side) => body.roles[`${side}UpperLeg`] ?? 0);
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const { left } = headingAt(body, clip, frame);
    place(edit, frame);
    const [hipLeft, hipRight] = thighs.map((joint) => positionOf(edit, joint));
    const kept = thighs.map((joint) => rotationOf(edit, joint));
    quatFromAxisAngle(turn, 0, left[0], 0, left[1], (-30 * Math.PI) / 180);
    const o = rowOf(edit, frame);
    for (let k = 0; k < 3; k++) arm[k] = edit.q[o + k] - (hipLeft[k] + hipRight[k]) / 2;
    rotate3(arm, 0, turn, 0, arm, 0);
    turnJoint(edit, frame, 0, turn);
    for (let k = 0; k < 3; k++) edit.q[o + k] = (hipLeft[k] + hipRight[k]) / 2 + arm[k];
    place(edit, frame);
    for (const [k, joint] of thighs.entries()) setWorldRotation(edit, frame, joint, kept[k]);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: { start: 0, end: clip.frameCount - 1 } };
}

export const damages: readonly Damage[] = [
  {
    id: 'hips-shifted',
    text: 'hips pushed back over planted feet until the CoM stands 6 cm outside the soles',
    apply: shiftHips,
  },
  { id: 'jump-slowed', text: 'the longest flight at half speed', apply: slowJump },
  { id: 'foot-dragged', text: 'a standing foot dragged 25 cm', apply: dragFoot },
  { id: 'floating', text: 'the body 5 cm up in the air for 1.2 s', apply: floatUp },
  { id: 'floating-throughout', text: 'the whole clip 8 cm too high', apply: floatThroughout },
  { id: 'fall-frozen', text: 'a captured fall stopped half-way for 1.5 s', apply: freezeFall },
  { id: 'tipped-over', text: 'the stiff body tipped 20° over the toes and held', apply: tipOver },
  { id: 'trunk-tipped', text: 'a walk with its trunk 30° back', apply: tipTrunk },
];
