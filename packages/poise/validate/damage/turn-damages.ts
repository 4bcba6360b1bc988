/** Bodies and parts of them turned where they stand: about the vertical, backwards in time, through each other. */
import { headingAt } from '../../src/gait/heading.ts';
import { multiplyQuat, quatBetween, quatFromAxisAngle, rotate3, slerpQuat } from '../../src/math/quat.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { type Role, SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { type Edit, place, plateau, positionOf, reachWithLeg, rowOf, startEdit, turnJoint } from './edit.ts';
import { feetOf } from './feet.ts';
import { framesIn, standingWindow, windowOf } from './place.ts';
import { flightsOf, moved, swingsOf } from './root-damages.ts';

const DEGREE = Math.PI / 180;
const wholeOf = ({ clip }: DamageInput): { start: number; end: number } => ({ start: 0, end: clip.frameCount - 1 });

/** Turns the body as a whole about the vertical through its hips. */
function turnBody(edit: Edit, frame: number, angle: number): void {
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, angle);
  place(edit, frame);
  turnJoint(edit, frame, 0, turn);
}

/** The whole body turns on the spot for 2 s while its feet stand, and goes on in the new direction. */
function spin(input: DamageInput, rate: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = standingWindow(input, 2);
  const way = rng.next() < 0.5 ? -1 : 1;
  if (!run) return undefined;
  const edit = startEdit(body, clip);
  for (let frame = run.start; frame <= run.end; frame++)
    turnBody(edit, frame, way * rate * DEGREE * clip.frameTime * (frame - run.start));
  const clipTo = { ...withCoordinates(clip, edit.q.slice(0, (run.end + 1) * (edit.q.length / clip.frameCount))) };
  return { clip: clipTo, wrong: run };
}

/** Somebody who travels faces aside: the pose is turned, the way is not. */
function faceAside(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, report, rng } = input;
  const way = rng.next() < 0.5 ? -1 : 1;
  const last = 3 * (clip.frameCount - 1);
  const travel = Math.hypot(report.com[last] - report.com[0], report.com[last + 2] - report.com[2]);
  if (travel < 1.5 || Math.min(...swingsOf(input)) < 2) return undefined;
  const edit = startEdit(body, clip);
  for (let frame = 0; frame < clip.frameCount; frame++) turnBody(edit, frame, way * angle * DEGREE);
  return { clip: withCoordinates(clip, edit.q), wrong: wholeOf(input) };
}

/** The body sinks evenly for 3 s with legs that do not bend, and stays down. */
function sinkSlowly(input: DamageInput, depth: number): Damaged | undefined {
  const { clip } = input;
  const run = standingWindow(input, 3);
  if (!run) return undefined;
  const all = { start: run.start, end: clip.frameCount - 1 };
  const down = (frame: number): number => depth * Math.min(1, (frame - run.start) / (run.end - run.start));
  return { clip: moved(clip, all, (frame) => [0, -down(frame), 0]), wrong: all };
}

/** A standing foot slides along the world's z axis while the rest stays, for 0.8 s, and slides back. */
function slideAlongZ(input: DamageInput, size: number): Damaged | undefined {
  const { body, clip, report, rng } = input;
  const run = standingWindow(input, 0.8);
  const way = rng.next() < 0.5 ? -1 : 1;
  if (!run) return undefined;
  const stands = (k: number): boolean => {
    const { heel, ball } = report.feet[k];
    for (let frame = run.start; frame <= run.end; frame++) if (heel[frame] + ball[frame] === 0) return false;
    return true;
  };
  const which = [0, 1].find(stands);
  if (which === undefined) return undefined;
  const edit = startEdit(body, clip);
  const middle = (run.end - run.start) / 2;
  for (let frame = run.start; frame <= run.end; frame++) {
    const { target, rotation } = feetOf(edit, frame)[which];
    const along = way * size * (1 - Math.abs(frame - run.start - middle) / middle);
    reachWithLeg(edit, frame, SIDES[which], [target[0], target[1], target[2] + along], rotation);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** A straight arm turned about its shoulder until the hand is beyond the middle of the trunk, for 1 s. `beyond`: where the hand is, in trunk half-widths. */
function armThroughTrunk(input: DamageInput, beyond: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = windowOf(input, 1);
  const side = SIDES[Math.floor(2 * rng.next())];
  const [upper, lower, hand, hips, neck] = (
    [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`, 'hips', 'neck'] as Role[]
  ).map((role) => body.roles[role]);
  if (
    !run ||
    upper === undefined ||
    lower === undefined ||
    hand === undefined ||
    hips === undefined ||
    neck === undefined
  )
    return undefined;
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.25);
  const turn = new Float64Array(4);
  for (let frame = run.start; frame <= run.end; frame++) {
    place(edit, frame);
    const share = plateau(frame, run.start, run.end, ramp);
    const { left } = headingAt(body, clip, frame);
    const out = (side === 'left' ? -1 : 1) * beyond * 0.08 * body.height;
    // Elbow at the side of the trunk, hand through its middle.
    const [from, to] = [positionOf(edit, hips), positionOf(edit, neck)];
    const middle = from.map((c, k) => c + 0.45 * (to[k] - c) + out * (k === 0 ? left[0] : k === 2 ? left[1] : 0));
    const [shoulder, elbow] = [positionOf(edit, upper), positionOf(edit, lower)];
    const down = [0, -1, 0];
    turnTowards(edit, frame, upper, minus(elbow, shoulder), down, share, turn);
    place(edit, frame);
    const bent = positionOf(edit, lower);
    turnTowards(edit, frame, lower, minus(positionOf(edit, hand), bent), minus(middle, bent), share, turn);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((c, k) => c - b[k]);

/** Turns a joint by a share of what brings one direction on another. */
function turnTowards(
  edit: Edit,
  frame: number,
  joint: number,
  now: readonly number[],
  wanted: readonly number[],
  share: number,
  turn: Float64Array,
): void {
  const unit = (v: readonly number[]): Float64Array => Float64Array.from(v, (c) => c / Math.hypot(...v));
  const [a, b] = [unit(now), unit(wanted)];
  const goal = unit([0, 1, 2].map((k) => (1 - share) * a[k] + share * b[k]));
  quatBetween(turn, 0, a, 0, goal, 0);
  turnJoint(edit, frame, joint, turn);
}

/** Flights whose rise and fall is flattened: the body goes from take-off to landing nearly in a straight line. */
function flattenFlights(input: DamageInput, share: number): Damaged | undefined {
  const { clip } = input;
  const flights = flightsOf(input, 0.22);
  if (flights.length === 0) return undefined;
  const flight = flights[Math.floor(flights.length * input.rng.next())];
  const seconds = (flight.end - flight.start) * clip.frameTime;
  const rise = (9.81 * seconds ** 2) / 8;
  const flat = moved(clip, flight, (frame) => {
    const u = (frame - flight.start) / (flight.end - flight.start);
    return [0, -share * rise * 4 * u * (1 - u), 0];
  });
  return { clip: flat, wrong: flight };
}

/** The whole clip of somebody who steps and stays on the ground, slower. */
function slowSteps(input: DamageInput, factor: number): Damaged | undefined {
  const { clip } = input;
  if (Math.min(...swingsOf(input)) < 2 || flightsOf(input, 0.1).length > 0) return undefined;
  return { clip: { ...clip, frameTime: clip.frameTime / factor }, wrong: wholeOf(input) };
}

/** The head, or a foot, turned about the vertical for 0.6 s. */
function turnPart(role: 'head' | 'Foot'): Damage['apply'] {
  return (input, angle) => {
    const { body, clip, rng } = input;
    const run = standingWindow(input, 0.6);
    const side = SIDES[Math.floor(2 * rng.next())];
    const way = rng.next() < 0.5 ? -1 : 1;
    const joint = body.roles[(role === 'head' ? role : `${side}${role}`) as Role];
    if (!run || joint === undefined) return undefined;
    const edit = startEdit(body, clip);
    const ramp = framesIn(clip, 0.15);
    const turn = new Float64Array(4);
    for (let frame = run.start; frame <= run.end; frame++) {
      quatFromAxisAngle(turn, 0, 0, 1, 0, way * angle * DEGREE * plateau(frame, run.start, run.end, ramp));
      place(edit, frame);
      turnJoint(edit, frame, joint, turn);
    }
    return { clip: withCoordinates(clip, edit.q), wrong: run };
  };
}

/** An elbow bent the wrong way for 0.6 s. */
function bendElbowBack(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = windowOf(input, 0.6);
  const joint = body.roles[`${SIDES[Math.floor(2 * rng.next())]}LowerArm`];
  if (!run || joint === undefined) return undefined;
  const { neutral, axes } = body.limits;
  const [x, y, z] = axes.subarray(9 * joint, 9 * joint + 3);
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const ramp = framesIn(clip, 0.15);
  const bent = new Float64Array(4);
  quatFromAxisAngle(bent, 0, x, y, z, -angle * DEGREE);
  multiplyQuat(bent, 0, neutral, 4 * joint, bent, 0);
  for (let frame = run.start; frame <= run.end; frame++) {
    const i = frame * nq + quatIndex(joint);
    slerpQuat(q, i, clip.q, i, bent, 0, plateau(frame, run.start, run.end, ramp));
  }
  return { clip: withCoordinates(clip, q), wrong: run };
}

/** The stiff body tipped about an edge of its soles, any way, and held there for 2 s. */
function tipAnyWay(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, report, rng } = input;
  const run = standingWindow(input, 2);
  const way = 2 * Math.PI * rng.next();
  if (!run) return undefined;
  const centre = (run.start + run.end) >> 1;
  const [x, z] = [Math.sin(way), Math.cos(way)];
  let reach = Number.NEGATIVE_INFINITY;
  for (let k = report.supportStart[centre]; k < report.supportStart[centre + 1]; k++)
    reach = Math.max(reach, report.supportPoints[2 * k] * x + report.supportPoints[2 * k + 1] * z);
  if (!Number.isFinite(reach)) return undefined;
  const hinge = [reach * x, report.ground.height, reach * z];
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.4);
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  for (let frame = run.start; frame <= run.end; frame++) {
    place(edit, frame);
    quatFromAxisAngle(turn, 0, z, 0, -x, angle * DEGREE * plateau(frame, run.start, run.end, ramp));
    const o = rowOf(edit, frame);
    for (let k = 0; k < 3; k++) arm[k] = edit.q[o + k] - hinge[k];
    rotate3(arm, 0, turn, 0, arm, 0);
    turnJoint(edit, frame, 0, turn);
    for (let k = 0; k < 3; k++) edit.q[o + k] = hinge[k] + arm[k];
  }
  return { clip: withCoordinates(clip, edit.q), wrong: { start: run.start + ramp, end: run.end - ramp } };
}

export const turnDamages: readonly Damage[] = [
  { id: 'spin', text: 'the body turns on the spot at 20, 50, 120 °/s for 2 s', sizes: [20, 50, 120], apply: spin },
  { id: 'faces-aside', text: 'the pose turned 20°, 45°, 90° from its way', sizes: [20, 45, 90], apply: faceAside },
  {
    id: 'sinks-slowly',
    text: 'the body sinks by 4, 8, 15 cm within 3 s and stays',
    sizes: [0.04, 0.08, 0.15],
    apply: sinkSlowly,
  },
  {
    id: 'slides-in-z',
    text: 'a standing foot slides 6, 12, 25 cm along z and back',
    sizes: [0.06, 0.12, 0.25],
    apply: slideAlongZ,
  },
  {
    id: 'arm-in-trunk',
    text: 'a hand 0.6 half-widths short of, in, 0.6 beyond the middle of the trunk',
    sizes: [-0.6, 0, 0.6],
    apply: armThroughTrunk,
  },
  {
    id: 'flat-flight',
    text: '40, 70, 100 % of the rise of a flight taken away',
    sizes: [0.4, 0.7, 1],
    apply: flattenFlights,
  },
  { id: 'slow-steps', text: 'people who step 0.8, 0.65, 0.5 times as fast', sizes: [0.8, 0.65, 0.5], apply: slowSteps },
  {
    id: 'head-turned',
    text: 'the head turned 80°, 120°, 170° aside',
    sizes: [80, 120, 170],
    apply: turnPart('head'),
  },
  {
    id: 'foot-turned',
    text: 'a foot turned 45°, 90°, 160° about the vertical',
    sizes: [45, 90, 160],
    apply: turnPart('Foot'),
  },
  { id: 'elbow-back', text: 'an elbow bent 25°, 50°, 90° the wrong way', sizes: [25, 50, 90], apply: bendElbowBack },
  {
    id: 'tipped-any-way',
    text: 'the stiff body tipped 5°, 10°, 20° over an edge of its soles',
    sizes: [5, 10, 20],
    apply: tipAnyWay,
  },
];
