/** Times and ways of the whole body: bridged gaps, hang time, slow rises, turned rests, roots that are smoothed or stepped. */
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import type { Run } from '../../src/balance/rules/rule.ts';
import { lowPass } from '../../src/math/low-pass.ts';
import { multiplyQuat, quatFromAxisAngle, rotate3, slerpQuat } from '../../src/math/quat.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { framesIn, windowOf } from './place.ts';
import { retime } from './retime.ts';
import { flightsOf, moved, swingsOf } from './root-damages.ts';

const DEGREE = Math.PI / 180;
const MOVES = 0.5; // [m/s]
const wholeOf = ({ clip }: DamageInput): Run => ({ start: 0, end: clip.frameCount - 1 });

/** A frame in which the body moves, `seconds` away from both ends. */
function movingFrame({ clip, report, rng }: DamageInput, seconds: number): number | undefined {
  const edge = framesIn(clip, seconds);
  const moving: number[] = [];
  for (let frame = edge; frame < clip.frameCount - edge; frame++) {
    const [x, y, z] = report.comVelocity.subarray(3 * frame, 3 * frame + 3);
    if (Math.hypot(x, y, z) > MOVES) moving.push(frame);
  }
  return moving[Math.floor(rng.next() * moving.length)];
}

/** A stretch of motion replaced by straight lines between its ends, as when a gap of a capture is bridged. */
function bridgeGap(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip } = input;
  const middle = movingFrame(input, seconds / 2 + 0.3);
  if (middle === undefined) return undefined;
  const half = framesIn(clip, seconds / 2);
  const run = { start: middle - half, end: middle + half };
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = run.start; frame <= run.end; frame++) {
    const u = (frame - run.start) / (run.end - run.start);
    for (let k = 0; k < 3; k++) q[frame * nq + k] = (1 - u) * clip.q[run.start * nq + k] + u * clip.q[run.end * nq + k];
    for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
      const i = quatIndex(joint);
      slerpQuat(q, frame * nq + i, clip.q, run.start * nq + i, clip.q, run.end * nq + i, u);
    }
  }
  return { clip: withCoordinates(clip, q), wrong: run };
}

/** At the top of a flight the body stays at its height and goes on. */
function hangTime(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip, report, rng } = input;
  const flights = flightsOf(input, 0.15);
  const flight = flights[Math.floor(rng.next() * flights.length)];
  if (!flight) return undefined;
  let top = flight.start;
  for (let f = flight.start; f <= flight.end; f++) if (report.com[3 * f + 1] > report.com[3 * top + 1]) top = f;
  const hold = framesIn(clip, seconds);
  const times = Array.from({ length: clip.frameCount + hold }, (_, f) =>
    f < top ? f : f <= top + hold ? top : f - hold,
  );
  const held = retime(clip, times);
  const [vx, , vz] = report.comVelocity.subarray(3 * top, 3 * top + 3);
  const after = moved(held, { start: top, end: held.frameCount - 1 }, (f) => {
    const s = Math.min(f - top, hold) * clip.frameTime;
    return [vx * s, 0, vz * s];
  });
  return { clip: after, wrong: { start: flight.start, end: flight.end + hold } };
}

/** The whole body rolls to and fro about a level line through the floor below it. */
function sway(input: DamageInput, angle: number): Damaged {
  const { clip, rng } = input;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const [period, way, phase] = [1.6 + 1.4 * rng.next(), 2 * Math.PI * rng.next(), 2 * Math.PI * rng.next()];
  const turn = new Float64Array(4);
  const arm = new Float64Array(3);
  for (let f = 0; f < clip.frameCount; f++) {
    const by = angle * DEGREE * Math.sin(phase + (2 * Math.PI * f * clip.frameTime) / period);
    quatFromAxisAngle(turn, 0, Math.cos(way), 0, Math.sin(way), by);
    arm.set([0, q[f * nq + 1], 0]);
    rotate3(arm, 0, turn, 0, arm, 0);
    q[f * nq] += arm[0];
    q[f * nq + 1] = arm[1];
    q[f * nq + 2] += arm[2];
    multiplyQuat(q, f * nq + 3, turn, 0, q, f * nq + 3);
  }
  return { clip: withCoordinates(clip, q), wrong: wholeOf(input) };
}

/** The body rises by and by, within 3 s, and stays there. */
function riseSlowly(input: DamageInput, size: number): Damaged | undefined {
  const { clip, rng } = input;
  const ramp = framesIn(clip, 3);
  if (clip.frameCount < 1.3 * ramp) return undefined;
  const start = Math.floor(rng.next() * (clip.frameCount - 1.25 * ramp));
  const rest = { start, end: clip.frameCount - 1 };
  const risen = moved(clip, rest, (f) => [0, size * Math.min(1, (f - start) / ramp), 0]);
  return { clip: risen, wrong: { start: start + (ramp >> 1), end: rest.end } };
}

/** All that follows a moment turned about the vertical through the hips, and its way with it. */
function turnRest(input: DamageInput, angle: number): Damaged | undefined {
  const { clip, rng } = input;
  const run = windowOf(input, 0.4);
  if (!run) return undefined;
  const at = (run.start + run.end) >> 1;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, (rng.next() < 0.5 ? -1 : 1) * angle * DEGREE);
  const way = new Float64Array(3);
  for (let f = at; f < clip.frameCount; f++) {
    for (let k = 0; k < 3; k++) way[k] = clip.q[f * nq + k] - clip.q[at * nq + k];
    rotate3(way, 0, turn, 0, way, 0);
    for (let k = 0; k < 3; k++) q[f * nq + k] = clip.q[at * nq + k] + way[k];
    multiplyQuat(q, f * nq + 3, turn, 0, clip.q, f * nq + 3);
  }
  return { clip: withCoordinates(clip, q), wrong: { start: at - 1, end: at } };
}

/** 1.5 s of a moving body played faster. */
function rush(input: DamageInput, factor: number): Damaged | undefined {
  const { clip } = input;
  const middle = movingFrame(input, 1.1);
  if (middle === undefined) return undefined;
  const half = framesIn(clip, 0.75);
  const times: number[] = [];
  let start = 0;
  let end = 0;
  for (let at = 0; at < clip.frameCount; ) {
    times.push(at);
    const inside = at >= middle - half && at <= middle + half;
    if (inside && start === 0) start = times.length - 1;
    if (inside) end = times.length - 1;
    at += inside ? factor : 1;
  }
  return { clip: retime(clip, times), wrong: { start, end } };
}

/** The path of the root low-passed, with rotations as they were. */
function smoothRoot(input: DamageInput, hertz: number): Damaged | undefined {
  const { clip } = input;
  if (Math.min(...swingsOf(input)) < 2) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const path = Float64Array.from({ length: 3 * clip.frameCount }, (_, i) => clip.q[Math.floor(i / 3) * nq + (i % 3)]);
  const smooth = path.slice();
  lowPass(smooth, 3, 1 / clip.frameTime, hertz);
  const by = (f: number, k: number): number => smooth[3 * f + k] - path[3 * f + k];
  return {
    clip: moved(clip, wholeOf(input), (f) => [by(f, 0), by(f, 1), by(f, 2)]),
    wrong: wholeOf(input),
  };
}

/** The place of the root is told only now and then and stands in between; rotations flow on. */
function stepRoot(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip } = input;
  if (Math.min(...swingsOf(input)) < 2) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const every = framesIn(clip, seconds);
  const by = (f: number, k: number): number => clip.q[(f - (f % every)) * nq + k] - clip.q[f * nq + k];
  const all = wholeOf(input);
  return { clip: moved(clip, all, (f) => [by(f, 0), by(f, 1), by(f, 2)]), wrong: all };
}

/** A standing body goes up and down as if thrown, with legs that do nothing for it. */
function leap(input: DamageInput, height: number): Damaged | undefined {
  const { clip, report, rng } = input;
  const seconds = 2 * Math.sqrt((2 * height) / 9.81);
  const frames = framesIn(clip, seconds);
  const edge = framesIn(clip, 0.3);
  const stands: number[] = [];
  for (let f = edge; f + frames + edge < clip.frameCount; f++)
    if (SUPPORT_PHASES[report.phase[f]] === 'double') stands.push(f);
  const start = stands[Math.floor(rng.next() * stands.length)];
  if (start === undefined) return undefined;
  const flight = { start, end: start + frames };
  const up = (f: number): number => {
    const u = (f - flight.start) / frames;
    return 4 * height * u * (1 - u);
  };
  return { clip: moved(clip, flight, (f) => [0, up(f), 0]), wrong: flight };
}

export const pathDamages: readonly Damage[] = [
  {
    id: 'gap-bridged',
    text: '0.3, 0.8, 1.6 s of a moving body replaced by straight lines',
    sizes: [0.3, 0.8, 1.6],
    apply: bridgeGap,
  },
  {
    id: 'hang-time',
    text: 'a flight that stays at its top for 0.05, 0.15, 0.35 s',
    sizes: [0.05, 0.15, 0.35],
    apply: hangTime,
  },
  {
    id: 'sway',
    text: 'the whole body rolls to and fro by 4°, 8°, 16° within 1.6 to 3 s',
    sizes: [4, 8, 16],
    apply: sway,
  },
  {
    id: 'rises-slowly',
    text: 'the body rises by 5, 10, 20 cm within 3 s and stays',
    sizes: [0.05, 0.1, 0.2],
    apply: riseSlowly,
  },
  {
    id: 'turned-rest',
    text: 'all that follows a moment turned by 15°, 45°, 120°',
    sizes: [15, 45, 120],
    apply: turnRest,
  },
  { id: 'rush', text: '1.5 s of a moving body 1.4, 2, 3 times as fast', sizes: [1.4, 2, 3], apply: rush },
  { id: 'root-smoothed', text: 'the path of the root below 2, 1, 0.5 Hz', sizes: [2, 1, 0.5], apply: smoothRoot },
  {
    id: 'root-stepped',
    text: 'the place of the root told every 0.05, 0.1, 0.2 s',
    sizes: [0.05, 0.1, 0.2],
    apply: stepRoot,
  },
  { id: 'leap', text: 'a standing body thrown up by 4, 10, 25 cm by nothing', sizes: [0.04, 0.1, 0.25], apply: leap },
];
