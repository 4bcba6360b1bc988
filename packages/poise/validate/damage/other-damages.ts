/** More kinds, written before any figure of them was known: bobbing, twisted, glued, played backwards, narrow, wide, unequal. */
import { headingAt } from '../../src/gait/heading.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { createClip, withCoordinates } from '../../src/motion/clip.ts';
import { type Role, SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { place, plateau, positionOf, reachWithLeg, startEdit, turnJoint } from './edit.ts';
import { feetOf } from './feet.ts';
import { framesIn, standingWindow, windowOf } from './place.ts';
import { retime } from './retime.ts';
import { moved, swingsOf } from './root-damages.ts';

const DEGREE = Math.PI / 180;
const EDGE = 0.3; // [s] at both ends in which nothing is done
const REACHED = 0.8; // of a depth, by a leg that is long enough
const wholeOf = ({ clip }: DamageInput): { start: number; end: number } => ({ start: 0, end: clip.frameCount - 1 });

/** The body goes up and down three times a second, for 2 s. */
function bob(input: DamageInput, size: number): Damaged | undefined {
  const { clip } = input;
  const run = standingWindow(input, 2);
  if (!run) return undefined;
  const ramp = framesIn(clip, 0.3);
  const wave = (frame: number): number => Math.sin(6 * Math.PI * (frame - run.start) * clip.frameTime);
  const by = (frame: number): number => size * wave(frame) * plateau(frame, run.start, run.end, ramp);
  return { clip: moved(clip, run, (frame) => [0, by(frame), 0]), wrong: run };
}

/** How high the hips are over their mean, times a factor. */
function scaleRise(input: DamageInput, factor: number): Damaged | undefined {
  const { clip } = input;
  const nq = coordinateCount(clip.skeleton);
  const heights = Float64Array.from({ length: clip.frameCount }, (_, frame) => clip.q[frame * nq + 1]);
  const mean = heights.reduce((sum, y) => sum + y, 0) / clip.frameCount;
  if (Math.max(...heights) - Math.min(...heights) < 0.1) return undefined;
  const all = wholeOf(input);
  return { clip: moved(clip, all, (frame) => [0, (factor - 1) * (heights[frame] - mean), 0]), wrong: all };
}

/** One joint of trunk or limbs turned about its own axes for a single frame. */
function flipJoint(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const flipping: readonly Role[] = ['hips', 'spine', 'leftUpperLeg', 'rightUpperArm', 'rightLowerLeg', 'leftUpperArm'];
  const joints = flipping.flatMap((role) => body.roles[role] ?? []);
  const joint = joints[Math.floor(rng.next() * joints.length)];
  const axis = Math.floor(3 * rng.next());
  const run = windowOf(input, 0.2);
  if (!run || joint === undefined) return undefined;
  const at = (run.start + run.end) >> 1;
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, angle * DEGREE);
  const i = at * coordinateCount(clip.skeleton) + quatIndex(joint);
  multiplyQuat(q, i, q, i, turn, 0);
  return { clip: withCoordinates(clip, q), wrong: { start: at, end: at } };
}

/** Two moments glued without blending: some time is left out, and the hips go on from where they are over the floor. */
function glue(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip, report, rng } = input;
  const gap = framesIn(clip, seconds);
  const edge = framesIn(clip, EDGE);
  const starts: number[] = [];
  for (let frame = edge; frame + gap + edge < clip.frameCount; frame++) {
    const [x, y, z] = report.comVelocity.subarray(3 * frame, 3 * frame + 3);
    if (Math.hypot(x, y, z) > 0.4) starts.push(frame);
  }
  if (starts.length === 0) return undefined;
  const at = starts[Math.floor(rng.next() * starts.length)];
  const times = Array.from({ length: clip.frameCount - gap }, (_, frame) => (frame < at ? frame : frame + gap));
  const cut = retime(clip, times);
  const nq = coordinateCount(clip.skeleton);
  const [dx, dz] = [0, 2].map((k) => cut.q[(at - 1) * nq + k] - cut.q[at * nq + k]);
  const rest = { start: at, end: cut.frameCount - 1 };
  return { clip: moved(cut, rest, () => [dx, 0, dz]), wrong: { start: at - 1, end: at } };
}

/** A stretch played forth, back and forth again. */
function rewind(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip, report, rng } = input;
  const length = framesIn(clip, seconds);
  const edge = framesIn(clip, EDGE) + length;
  const moving: number[] = [];
  for (let frame = edge; frame < clip.frameCount - edge; frame++) {
    const [x, y, z] = report.comVelocity.subarray(3 * frame, 3 * frame + 3);
    if (Math.hypot(x, y, z) > 0.5) moving.push(frame);
  }
  if (moving.length === 0) return undefined;
  const at = moving[Math.floor(rng.next() * moving.length)];
  const upTo = Array.from({ length: at }, (_, k) => k);
  const back = Array.from({ length: length }, (_, k) => at - k);
  const onward = Array.from({ length: clip.frameCount - at + length }, (_, k) => at - length + k);
  return { clip: retime(clip, [...upTo, ...back, ...onward]), wrong: { start: at, end: at + length } };
}

/** The trunk twisted about the vertical over the hips for 1 s. */
function twistTrunk(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = windowOf(input, 1);
  const joint = body.roles.spine ?? body.roles.chest;
  const way = rng.next() < 0.5 ? -1 : 1;
  if (!run || joint === undefined) return undefined;
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.25);
  const turn = new Float64Array(4);
  for (let frame = run.start; frame <= run.end; frame++) {
    quatFromAxisAngle(turn, 0, 0, 1, 0, way * angle * DEGREE * plateau(frame, run.start, run.end, ramp));
    place(edit, frame);
    turnJoint(edit, frame, joint, turn);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** Ankles moved aside all through a clip, apart or across each other, by the legs. */
function spreadFeet(way: -1 | 1): Damage['apply'] {
  return (input, size) => {
    const { body, clip } = input;
    const edit = startEdit(body, clip);
    for (let frame = 0; frame < clip.frameCount; frame++) {
      const feet = feetOf(edit, frame);
      const { left } = headingAt(body, clip, frame);
      for (const [k, side] of SIDES.entries()) {
        const [x, y, z] = feet[k].target;
        const out = way * (side === 'left' ? 1 : -1) * size;
        const goal = [x + out * left[0], y, z + out * left[1]];
        reachWithLeg(edit, frame, side, goal, feet[k].rotation);
        reachWithLeg(edit, frame, side, goal, feet[k].rotation);
      }
    }
    return { clip: withCoordinates(clip, edit.q), wrong: wholeOf(input) };
  };
}

/** One foot sinks into the floor by and by, within 3 s, and stays there. */
function sinkFoot(input: DamageInput, depth: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const side = SIDES[Math.floor(2 * rng.next())];
  const ramp = framesIn(clip, 3);
  if (clip.frameCount < 1.3 * ramp) return undefined;
  const start = Math.floor(rng.next() * (clip.frameCount - 1.25 * ramp));
  const edit = startEdit(body, clip);
  const foot = body.roles[`${side}Foot`] ?? 0;
  let reached = 0;
  for (let frame = start; frame < clip.frameCount; frame++) {
    const share = Math.min(1, (frame - start) / ramp);
    const { target, rotation } = feetOf(edit, frame)[side === 'left' ? 0 : 1];
    reachWithLeg(edit, frame, side, [target[0], target[1] - share * depth, target[2]], rotation);
    reached = Math.max(reached, target[1] - positionOf(edit, foot)[1]);
  }
  if (reached < REACHED * depth) return undefined; // straight legs reach no farther down
  return { clip: withCoordinates(clip, edit.q), wrong: { start: start + (ramp >> 1), end: clip.frameCount - 1 } };
}

/** One leg longer or shorter than the other, with rotations as they were. */
function unequalLegs({ body, clip, rng }: DamageInput, share: number): Damaged {
  const factor = 1 + (rng.next() < 0.5 ? -1 : 1) * share;
  const side = SIDES[Math.floor(2 * rng.next())];
  const offsets = clip.skeleton.offsets.slice();
  for (const part of ['LowerLeg', 'Foot'] as const) {
    const joint = body.roles[`${side}${part}`];
    if (joint !== undefined) for (let k = 0; k < 3; k++) offsets[3 * joint + k] *= factor;
  }
  const { extraTracks: _, ...parts } = clip;
  return {
    clip: createClip({ ...parts, skeleton: { ...clip.skeleton, offsets } }),
    wrong: { start: 0, end: clip.frameCount - 1 },
  };
}

/** A knee that bends less than it did in somebody who steps: 0 stiff. */
function stiffKnee(input: DamageInput, share: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const joint = body.roles[`${SIDES[Math.floor(2 * rng.next())]}LowerLeg`];
  if (joint === undefined || Math.min(...swingsOf(input)) < 2) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const { neutral } = body.limits;
  for (let o = quatIndex(joint); o < q.length; o += nq) {
    const sign = [0, 1, 2, 3].reduce((sum, k) => sum + q[o + k] * neutral[4 * joint + k], 0) < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) q[o + k] = (1 - share) * q[o + k] + share * sign * neutral[4 * joint + k];
    const size = Math.hypot(q[o], q[o + 1], q[o + 2], q[o + 3]);
    for (let k = 0; k < 4; k++) q[o + k] /= size;
  }
  return { clip: withCoordinates(clip, q), wrong: wholeOf(input) };
}

export const otherDamages: readonly Damage[] = [
  {
    id: 'bob',
    text: 'the body 1, 3, 7 cm up and down three times a second for 2 s',
    sizes: [0.01, 0.03, 0.07],
    apply: bob,
  },
  {
    id: 'scaled-rise',
    text: 'rise and fall of the hips times 1.3, 1.7, 2.5',
    sizes: [1.3, 1.7, 2.5],
    apply: scaleRise,
  },
  {
    id: 'joint-flip',
    text: 'a joint of trunk or limbs turned 25°, 70°, 180° for a frame',
    sizes: [25, 70, 180],
    apply: flipJoint,
  },
  {
    id: 'glued',
    text: '0.1, 0.25, 0.5 s left out, the hips go on where they were',
    sizes: [0.1, 0.25, 0.5],
    apply: glue,
  },
  { id: 'rewind', text: '0.1, 0.25, 0.6 s played back and again', sizes: [0.1, 0.25, 0.6], apply: rewind },
  { id: 'trunk-twisted', text: 'the trunk twisted 50°, 90°, 150° for 1 s', sizes: [50, 90, 150], apply: twistTrunk },
  {
    id: 'feet-apart',
    text: 'each foot 8, 16, 30 cm farther out, all the time',
    sizes: [0.08, 0.16, 0.3],
    apply: spreadFeet(1),
  },
  {
    id: 'feet-crossed',
    text: 'each foot 6, 12, 20 cm farther in, all the time',
    sizes: [0.06, 0.12, 0.2],
    apply: spreadFeet(-1),
  },
  {
    id: 'foot-sinks',
    text: 'a foot sinks by 4, 9, 16 cm within 3 s and stays',
    sizes: [0.04, 0.09, 0.16],
    apply: sinkFoot,
  },
  { id: 'unequal-legs', text: 'one leg 4, 9, 16 % longer or shorter', sizes: [0.04, 0.09, 0.16], apply: unequalLegs },
  { id: 'stiff-knee', text: 'a knee bends 35, 70, 100 % less, all the time', sizes: [0.35, 0.7, 1], apply: stiffKnee },
];
