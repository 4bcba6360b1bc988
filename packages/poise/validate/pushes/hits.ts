/** Hits at head, chest, shoulder and hips: which part moves first, when and how far the head and the trunk go, when a foot lifts. */
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { relativeQuat, rotate3 } from '../../src/math/quat.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { table } from '../validation.ts';
import { impulseAt, PLACES, type Place, placeOn } from './cases.ts';
import { RATE, record } from './record.ts';
import type { Starter } from './starter.ts';
import { stepsIn, type Tracks, tracksOf } from './steps.ts';

const IMPULSES = [10, 20, 30, 40, 60]; // [N·s]
const SIDES = [
  ['from behind', 0],
  ['from the front', Math.PI],
  ['from the right', Math.PI / 2],
] as const;
const TIME = 1; // [s] of the hit
const SEEN = 0.004; // [m] that counts as moved
const WATCHED = 1; // [s] after the hit
const DEGREE = Math.PI / 180;

export function hitTable(start: Starter): string {
  const clip = perform(idle, { values: { sway: 0.3, looks: 0 } });
  const subject = { id: 'mannequin', clip, body: fitBody(clip) };
  const still = tracksOf(subject.body, record(start, subject, [], { most: TIME + WATCHED + 8 }).clip);
  const rows = PLACES.flatMap((place) =>
    SIDES.flatMap(([from, angle]) =>
      IMPULSES.map((size) => {
        const push = { time: TIME, impulse: impulseAt(subject, size, angle), ...placeOn(subject.body, place, 'right') };
        const { clip: answer, fall, error } = record(start, subject, [push], { afterFall: WATCHED });
        if (error !== undefined) return [place, from, size, error, '', '', '', '', ''];
        const tracks = tracksOf(subject.body, answer);
        const { first, when } = firstToMove(subject.body, tracks, still);
        const end = Math.min(answer.frameCount, Math.round((TIME + WATCHED) * RATE));
        const head = peakOf(headAngle(subject.body, tracks, still, end));
        const bend = Math.max(...trunkAngle(subject.body, tracks, still, end));
        const step = stepsIn(subject.body, tracks, answer.frameTime).find(({ lift }) => lift >= TIME * RATE);
        return [
          place,
          from,
          size,
          first === undefined
            ? '–'
            : `${first} (${when.map((t) => (t === undefined ? '–' : (1000 * t).toFixed(0))).join('/')})`,
          head.time.toFixed(2),
          (head.angle / DEGREE).toFixed(0),
          (bend / DEGREE).toFixed(0),
          step ? (step.lift / RATE - TIME).toFixed(2) : '–',
          fall ? (fall.frame / RATE - TIME).toFixed(2) : '',
        ];
      }),
    ),
  );
  const parts = PLACES.join('/');
  return table(
    [
      'hit at',
      'side',
      'N·s',
      `moves first (${parts} [ms])`,
      "head's peak [s]",
      'head to chest [°]',
      'trunk bend [°]',
      'first lift [s]',
      'fall [s]',
    ],
    rows,
  );
}

/** The part whose middle leaves its way by 4 mm first, and when each does [s after the hit]. */
function firstToMove(body: Body, answer: Tracks, still: Tracks) {
  const when = PLACES.map((place) => {
    let before = 0;
    for (let frame = Math.round(TIME * RATE); frame < Math.round((TIME + WATCHED) * RATE); frame++) {
      const away = distance(placeAt(body, answer, place, frame), placeAt(body, still, place, frame));
      if (away > SEEN) return (frame - (away - SEEN) / Math.max(1e-9, away - before)) / RATE - TIME;
      before = away;
    }
    return undefined;
  });
  const times = when.map((t) => t ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...times);
  return { first: Number.isFinite(least) ? PLACES[times.indexOf(least)] : undefined, when };
}

const distance = (a: Float64Array, b: Float64Array): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Where a push at this place meets the body [m]. */
function placeAt(body: Body, { origin, rotation, joints, com }: Tracks, place: Place, frame: number): Float64Array {
  const { segment, pointInSegment = [0, 0, 0] } = placeOn(body, place, 'right');
  const shown = Math.min(frame, com.length / 3 - 1);
  const out = Float64Array.from(pointInSegment);
  rotate3(out, 0, rotation, 4 * (shown * joints + segment), out, 0);
  for (let c = 0; c < 3; c++) out[c] += origin[3 * (shown * joints + segment) + c];
  return out;
}

/** Angle [rad] by which a part is turned towards another otherwise than unpushed, frame by frame from the hit on. */
function turned(answer: Tracks, still: Tracks, part: number, against: number, end: number): number[] {
  const [a, b] = [new Float64Array(4), new Float64Array(4)];
  const angles: number[] = [];
  for (let frame = Math.round(TIME * RATE); frame < end; frame++) {
    for (const [out, tracks] of [
      [a, answer],
      [b, still],
    ] as const) {
      const row = 4 * tracks.joints * frame;
      relativeQuat(out, 0, tracks.rotation, row + 4 * against, tracks.rotation, row + 4 * part);
    }
    relativeQuat(a, 0, b, 0, a, 0);
    angles.push(2 * Math.acos(Math.min(1, Math.abs(a[3]))));
  }
  return angles;
}

const upper = ({ roles }: Body): number => roles.upperChest ?? roles.chest ?? roles.spine ?? 0;
const headAngle = (body: Body, answer: Tracks, still: Tracks, end: number): number[] =>
  turned(answer, still, body.roles.head ?? 0, upper(body), end);
const trunkAngle = (body: Body, answer: Tracks, still: Tracks, end: number): number[] =>
  turned(answer, still, upper(body), body.roles.hips ?? 0, end);

/** The first peak of at least half the largest one. */
function peakOf(angles: readonly number[]): { readonly time: number; readonly angle: number } {
  const largest = Math.max(0, ...angles);
  const peak = angles.findIndex(
    (angle, k) => angle >= largest / 2 && angle >= (angles[k - 1] ?? 0) && angle >= (angles[k + 1] ?? 0),
  );
  return { time: Math.max(0, peak) / RATE, angle: angles[peak] ?? 0 };
}
