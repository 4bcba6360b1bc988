/** One answer, measured as the tables want it. */
import type { MotionCheck } from '../../src/balance/motion-check.ts';
import type { Body } from '../../src/body/body.ts';
import { rotateBack3 } from '../../src/math/quat.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { SIDES } from '../../src/motion/roles.ts';
import { trim } from '../../src/motion/trim.ts';
import type { Subject } from './bodies.ts';
import type { Scene } from './grounds.ts';
import { RATE, type Recording, record } from './record.ts';
import { checkOn, sunkInto } from './soles.ts';
import type { Starter } from './starter.ts';
import { type Step, stepsIn, type Tracks, tracksOf } from './steps.ts';
import { zmpOutside } from './zmp.ts';

/** What somebody does unpushed: what answers are held against. */
export interface Reference {
  readonly clip: Clip;
  readonly scene: Scene;
  readonly tracks: Tracks;
  readonly outside: Float64Array; // [m] ZMP
  readonly sunk: number; // [m] deepest of the soles
}

const UNPUSHED = 13; // [s]: longer than any case

export function referenceOf(start: Starter, subject: Subject, scene: Scene): Reference {
  const { body } = subject;
  const { clip, error } = record(start, subject, [], { most: UNPUSHED, scene });
  if (error !== undefined) throw new Error(`unpushed: ${error}`);
  const [outside] = zmpOutside(body, clip, [], scene);
  const sunk = sunkInto(body, clip, scene, 0, clip.frameCount);
  return { clip, scene, tracks: tracksOf(body, clip), outside: outside!, sunk };
}

export interface Measures {
  readonly hipChange: Float64Array; // [m/s per 1/60 s] per frame from the first push on
  readonly jointChange: Float64Array; // [rad/s per 1/60 s]
  readonly check: MotionCheck; // up to a fall
  readonly zmpFrames: number; // from the first push to the end or the fall, feet loaded
  readonly zmpWithin: number; // of them at most 1 cm outside beyond the clip's own
  readonly zmpWorst: number; // [m]
  readonly slide: number; // [m] of a standing foot, before a fall
  readonly sunk: number; // [m] of a sole into the ground, deeper than unpushed, before a fall
  readonly steps: readonly Step[];
  readonly stepError: number; // [rad] between the first step and the push; NaN without one, or where another push came before it landed
  readonly armAngle: number; // [rad] largest angle of an upper arm from the clip's, seen from the chest, before a foot lifts
}

const CLOSE = 0.01; // [m]
const OWN = 6; // frames to each side within which the clip's own ZMP counts

export function measure(recording: Recording, reference: Reference): Measures {
  const { body, clip, pushes, fall } = recording;
  const first = Math.max(0, Math.round(pushes[0]!.time * RATE) - 2);
  const end = fall ? fall.frame : clip.frameCount;
  const whole = checkOn(reference.scene, body, clip, reference.clip);
  // up to a fall, as results are checked before they are written: bodies that hit the ground stop at once, and are right to
  const check = fall ? checkOn(reference.scene, body, trim(clip, 0, end + 1), reference.clip) : whole;
  const tracks = tracksOf(body, clip);
  const steps = stepsIn(body, tracks, clip.frameTime).filter(({ lift }) => lift >= first);
  const zmp = zmpOutside(body, clip, pushes, reference.scene).map((series) => zmpOf(series, reference, first, end));
  const best = zmp.reduce((a, b) => (b.within > a.within ? b : a));
  return {
    hipChange: whole.hipChange.slice(first),
    jointChange: whole.jointChange.slice(first),
    check,
    zmpFrames: best.frames,
    zmpWithin: best.within,
    zmpWorst: best.worst,
    slide: largest(check.slide, 2 * first, 2 * (fall ? end - 1 : end)), // speeds are differences of the frames to both sides
    sunk: Math.max(0, sunkInto(body, clip, reference.scene, first, end) - reference.sunk),
    steps,
    stepError: stepErrorOf(recording, steps, end),
    armAngle: armAngleOf(body, tracks, reference.tracks, first, Math.min(end, steps[0]?.lift ?? end)),
  };
}

function largest(values: Float64Array, from: number, to: number): number {
  let most = 0;
  for (let i = from; i < Math.min(to, values.length); i++) most = Math.max(most, values[i]);
  return most;
}

function zmpOf(series: Float64Array, { outside }: Reference, first: number, end: number) {
  let [frames, within, worst] = [0, 0, 0];
  for (let frame = first; frame < Math.min(end, series.length - 2); frame++) {
    if (Number.isNaN(series[frame])) continue;
    let own = 0;
    for (let f = Math.max(0, frame - OWN); f <= Math.min(outside.length - 1, frame + OWN); f++) {
      own = Math.max(own, outside[f] || 0);
    }
    const beyond = series[frame] - own;
    frames++;
    if (beyond <= CLOSE) within++;
    worst = Math.max(worst, beyond);
  }
  return { frames, within, worst };
}

function stepErrorOf({ pushes }: Recording, steps: readonly Step[], end: number): number {
  const step = steps[0];
  const push = pushes[0]!;
  const next = pushes[1] ? Math.round(pushes[1].time * RATE) : end;
  if (!step?.landed || step.land > Math.min(next, end)) return Number.NaN;
  const [x, z] = step.move;
  const dot = x * push.impulse[0] + z * push.impulse[2];
  return Math.acos(Math.max(-1, Math.min(1, dot / (Math.hypot(x, z) * Math.hypot(push.impulse[0], push.impulse[2])))));
}

/** Largest angle between where an upper arm points and where it does in the clip, both seen from the chest. */
function armAngleOf(body: Body, answer: Tracks, source: Tracks, first: number, end: number): number {
  const chest = body.roles.chest ?? body.roles.upperChest ?? body.roles.spine ?? 0;
  const [a, b] = [new Float64Array(3), new Float64Array(3)];
  let most = 0;
  for (const side of SIDES) {
    const upper = body.roles[`${side}UpperArm`] ?? 0;
    const lower = body.roles[`${side}LowerArm`] ?? 0;
    const point = (out: Float64Array, { origin, rotation, joints }: Tracks, frame: number): void => {
      const [i, j] = [3 * (frame * joints + upper), 3 * (frame * joints + lower)];
      for (let c = 0; c < 3; c++) out[c] = origin[j + c] - origin[i + c];
      rotateBack3(out, 0, rotation, 4 * (frame * joints + chest), out, 0);
    };
    for (let frame = first; frame < end; frame++) {
      point(a, answer, frame);
      point(b, source, Math.min(frame, source.com.length / 3 - 1));
      const cosine = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (Math.hypot(...a) * Math.hypot(...b));
      most = Math.max(most, Math.acos(Math.max(-1, Math.min(1, cosine))));
    }
  }
  return most;
}
