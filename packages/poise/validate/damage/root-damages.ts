/** Damages that move the body as a whole: up, down, along, in time. */
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import { type Run, runsWhere } from '../../src/balance/rules/rule.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { plateau } from './edit.ts';
import { framesIn, standingWindow, windowOf } from './place.ts';
import { retime } from './retime.ts';

/** The root moved by `shift(frame)` [m]. */
export function moved(
  clip: Clip,
  run: Run,
  shift: (frame: number) => readonly [x: number, y: number, z: number],
): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = run.start; frame <= run.end; frame++) {
    const by = shift(frame);
    for (let k = 0; k < 3; k++) q[frame * nq + k] += by[k];
  }
  return withCoordinates(clip, q);
}

/** Up or down for 1.5 s of standing or walking. */
function lift(input: DamageInput, size: number): Damaged | undefined {
  const run = standingWindow(input, 1.5);
  if (!run) return undefined;
  const ramp = framesIn(input.clip, 0.15);
  const clip = moved(input.clip, run, (frame) => [0, size * plateau(frame, run.start, run.end, ramp), 0]);
  return { clip, wrong: run };
}

function liftThroughout({ clip }: DamageInput, size: number): Damaged {
  const all = { start: 0, end: clip.frameCount - 1 };
  return { clip: moved(clip, all, () => [0, size, 0]), wrong: all };
}

/** The whole body drifts over the floor for 2 s, as generated motion does. */
function drift(input: DamageInput, speed: number): Damaged | undefined {
  const { clip, rng } = input;
  const run = standingWindow(input, 2);
  const way = 2 * Math.PI * rng.next();
  if (!run) return undefined;
  const [x, z] = [Math.sin(way), Math.cos(way)];
  const end = { start: run.start, end: clip.frameCount - 1 };
  const drifted = moved(clip, end, (frame) => {
    const s = speed * clip.frameTime * (Math.min(frame, run.end) - run.start);
    return [s * x, 0, s * z];
  });
  return { clip: drifted, wrong: run };
}

/** Horizontal travel stretched; the legs walk on as before. */
function scaleTravel({ clip, report }: DamageInput, size: number): Damaged | undefined {
  const nq = coordinateCount(clip.skeleton);
  const last = (clip.frameCount - 1) * nq;
  const way = Math.hypot(clip.q[last] - clip.q[0], clip.q[last + 2] - clip.q[2]);
  const [beltX, , beltZ] = report.ground.beltVelocity;
  if (way < 1.5 || Math.hypot(beltX, beltZ) > 0) return undefined;
  const all = { start: 0, end: clip.frameCount - 1 };
  const stretched = moved(clip, all, (frame) => [
    (size - 1) * (clip.q[frame * nq] - clip.q[0]),
    0,
    (size - 1) * (clip.q[frame * nq + 2] - clip.q[2]),
  ]);
  return { clip: stretched, wrong: all };
}

/** A moving body stands still for a while, then goes on. */
function freeze(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip, report, rng } = input;
  const speed = (frame: number): number =>
    Math.hypot(report.comVelocity[3 * frame], report.comVelocity[3 * frame + 1], report.comVelocity[3 * frame + 2]);
  const moving: number[] = [];
  const edge = framesIn(clip, 0.3);
  for (let frame = edge; frame < clip.frameCount - edge; frame++) if (speed(frame) > 0.5) moving.push(frame);
  if (moving.length < framesIn(clip, 0.5)) return undefined;
  const at = moving[Math.floor(rng.next() * moving.length)];
  const hold = framesIn(clip, seconds);
  const times = [
    ...Array.from({ length: at }, (_, k) => k),
    ...Array.from({ length: hold }, () => at),
    ...Array.from({ length: clip.frameCount - at }, (_, k) => at + k),
  ];
  return { clip: retime(clip, times), wrong: { start: at, end: at + hold } };
}

const FLIGHT = SUPPORT_PHASES.indexOf('flight');
export const flightsOf = ({ clip, report }: DamageInput, least: number): readonly Run[] =>
  runsWhere(clip.frameCount, (frame) => report.phase[frame] === FLIGHT).filter(
    (run) => (run.end - run.start + 1) * clip.frameTime >= least && run.start > 3 && run.end < clip.frameCount - 4,
  );

/** A flight, with 0.1 s around it, played slower. */
function slowFlight(input: DamageInput, factor: number): Damaged | undefined {
  const { clip, rng } = input;
  const flights = flightsOf(input, 0.2);
  if (flights.length === 0) return undefined;
  const flight = flights[Math.floor(rng.next() * flights.length)];
  const pad = framesIn(clip, 0.1);
  const start = Math.max(0, flight.start - pad);
  const end = Math.min(clip.frameCount - 1, flight.end + pad);
  const times: number[] = [];
  for (let frame = 0; frame < start; frame++) times.push(frame);
  for (let at = start; at <= end; at += factor) times.push(at);
  for (let frame = end + 1; frame < clip.frameCount; frame++) times.push(frame);
  const shift = (frame: number): number => Math.round(start + (frame - start) / factor);
  return { clip: retime(clip, times), wrong: { start: shift(flight.start), end: shift(flight.end) } };
}

/** How often each foot swings. */
export const swingsOf = ({ clip, report }: DamageInput): readonly number[] =>
  report.feet.map(
    (foot) =>
      runsWhere(clip.frameCount, (frame) => foot.clearance[frame] > 0.04).filter(
        (run) => (run.end - run.start) * clip.frameTime > 0.15,
      ).length,
  );

/** The whole clip of somebody who steps or flies, faster. */
function speedUp(input: DamageInput, factor: number): Damaged | undefined {
  const { clip } = input;
  if (Math.min(...swingsOf(input)) < 2 && flightsOf(input, 0.2).length === 0) return undefined;
  return { clip: { ...clip, frameTime: clip.frameTime / factor }, wrong: { start: 0, end: clip.frameCount - 1 } };
}

/** One frame in another place. */
function popBody(input: DamageInput, size: number): Damaged | undefined {
  const { clip, rng } = input;
  const run = windowOf(input, 0.2);
  const way = 2 * Math.PI * rng.next();
  if (!run) return undefined;
  const at = (run.start + run.end) >> 1;
  const by = [size * Math.sin(way) * 0.8, size * 0.6, size * Math.cos(way) * 0.8] as const;
  return { clip: moved(clip, { start: at, end: at }, () => by), wrong: { start: at, end: at } };
}

export const rootDamages: readonly Damage[] = [
  { id: 'float', text: 'the body 2, 5, 10 cm up in the air for 1.5 s', sizes: [0.02, 0.05, 0.1], apply: lift },
  {
    id: 'float-throughout',
    text: 'the whole clip 4, 7, 12 cm too high',
    sizes: [0.04, 0.07, 0.12],
    apply: liftThroughout,
  },
  { id: 'sink', text: 'the body 3, 7, 14 cm lower for 1.5 s', sizes: [-0.03, -0.07, -0.14], apply: lift },
  { id: 'drift', text: 'the body drifts at 0.1, 0.25, 0.5 m/s for 2 s', sizes: [0.1, 0.25, 0.5], apply: drift },
  { id: 'scaled-travel', text: 'travel times 1.15, 1.3, 1.6', sizes: [1.15, 1.3, 1.6], apply: scaleTravel },
  { id: 'frozen', text: 'a moving body still for 0.2, 0.5, 1.2 s', sizes: [0.2, 0.5, 1.2], apply: freeze },
  { id: 'flight-slowed', text: 'a flight at 0.8, 0.6, 0.4 of its speed', sizes: [0.8, 0.6, 0.4], apply: slowFlight },
  { id: 'sped-up', text: 'people who step or fly 1.4, 1.7, 2 times too fast', sizes: [1.4, 1.7, 2], apply: speedUp },
  { id: 'body-pop', text: 'one frame 3, 8, 20 cm off', sizes: [0.03, 0.08, 0.2], apply: popBody },
];
