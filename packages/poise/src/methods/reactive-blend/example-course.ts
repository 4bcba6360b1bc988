/** What an example of a library does with its momentum: angular momentum and way of the centre of mass, frame by frame. */
import { fitBody } from '../../balance/fit-body.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { lowPass } from '../../math/low-pass.ts';
import { frameAt } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import { freedomCount, type Skeleton } from '../../motion/skeleton.ts';
import { type Entry, landingsOf } from '../push-response/entries.ts';
import type { Response } from '../push-response/response.ts';

export interface ExampleCourse {
  readonly frames: number;
  readonly spin: Float64Array; // frames × 3 [kg·m²/s] Iw of the person, heading frame: about left, up, forward
  readonly com: Float64Array; // frames × 3 [m] of the centre of mass from the first frame, heading frame
}

const CUTOFF = 6; // [Hz] of angular momentum: the habit of gait laboratories
const courses = new WeakMap<Response, ExampleCourse>();
const bodies = new WeakMap<Skeleton, Body>();

/** The person of a response. */
export function personOf({ clip, mass }: Response): Body {
  let body = bodies.get(clip.skeleton);
  if (!body) {
    body = fitBody(clip, { mass });
    bodies.set(clip.skeleton, body);
  }
  return body;
}

/** Made once and kept as long as the response is. */
export function courseOf(response: Response): ExampleCourse {
  let course = courses.get(response);
  if (!course) {
    course = measureCourse(response);
    courses.set(response, course);
  }
  return course;
}

function measureCourse(response: Response): ExampleCourse {
  const { clip } = response;
  const body = personOf(response);
  const { frameCount: frames, frameTime } = clip;
  const ws = createWorkspace(body);
  const v = new Float64Array(freedomCount(clip.skeleton));
  const spin = new Float64Array(3 * frames);
  const com = new Float64Array(3 * frames);
  for (let f = 0; f < frames; f++) {
    const [a, b] = [Math.max(0, f - 1), Math.min(frames - 1, f + 1)];
    forwardKinematics(body, ws, frameAt(clip, f));
    difference(v, clip.skeleton, frameAt(clip, a), 0, frameAt(clip, b), 0, Math.max(1, b - a) * frameTime);
    forwardVelocity(body, ws, v);
    spin.set(ws.angularMomentum, 3 * f);
    com.set(ws.com, 3 * f);
  }
  const start = com.slice(0, 3);
  for (let i = 0; i < com.length; i++) com[i] -= start[i % 3];
  lowPass(spin, 3, 1 / frameTime, CUTOFF);
  return { frames, spin, com };
}

/** out (3) = angular momentum of an entry at a place [frames], as it would be for this body: scaled and mirrored. */
export function writeSpin(out: Float64Array, entry: Entry, leg: number, place: number): void {
  const { response, mirrored, momentumScale } = entry;
  const { spin, frames } = courseOf(response);
  const at = Math.max(0, Math.min(frames - 1, place));
  const f = Math.min(Math.max(0, frames - 2), Math.floor(at));
  const next = Math.min(frames - 1, f + 1);
  const scale = (momentumScale * leg) / response.legLength;
  for (let c = 0; c < 3; c++) {
    const value = spin[3 * f + c] + (at - f) * (spin[3 * next + c] - spin[3 * f + c]);
    out[c] = (mirrored && c > 0 ? -scale : scale) * value;
  }
}

/** Frames of an example at which its fall is caught, and at which it has recovered: t_l and t'_l of [Komura05] eq. 7–8. Steps: the first
 *  landing and the one after it. Without one: where the body turns round, and as long again. */
export function phasesOf(entry: Entry, from: number): { readonly caught: number; readonly recovered: number } {
  const [first, second] = landingsOf(entry).filter(({ frame }) => frame > from);
  if (first) return { caught: first.frame, recovered: second?.frame ?? 2 * first.frame - entry.first };
  const { com, frames } = courseOf(entry.response);
  const sign = entry.mirrored ? -1 : 1;
  const [x, z] = [sign * Math.sin(entry.angle), Math.cos(entry.angle)];
  const along = (f: number): number => com[3 * f] * x + com[3 * f + 2] * z;
  let caught = Math.min(frames - 1, Math.max(from, entry.first) + 1);
  for (let f = caught; f < frames; f++) if (along(f) > along(caught)) caught = f;
  return { caught, recovered: 2 * caught - entry.first };
}
