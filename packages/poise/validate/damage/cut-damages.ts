/** Errors of time: cut, mirrored, stuttering and slowed clips. */
import { withCoordinates } from '../../src/motion/clip.ts';
import { mirror } from '../../src/motion/mirror.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { framesIn } from './place.ts';
import { retime } from './retime.ts';
import { flightsOf, swingsOf } from './root-damages.ts';

const EDGE = 0.3; // [s] at both ends in which nothing is cut
const LEAST_SPEED = 0.4; // [m/s] of a body that is missed when frames of it are

/** A frame somewhere in a clip, with `seconds` after it, in which the body moves. */
function momentOf({ clip, report, rng }: DamageInput, seconds: number): number | undefined {
  const edge = framesIn(clip, EDGE);
  const last = clip.frameCount - edge - framesIn(clip, seconds);
  const moving: number[] = [];
  for (let frame = edge; frame < last; frame++) {
    const [x, y, z] = report.comVelocity.subarray(3 * frame, 3 * frame + 3);
    if (Math.hypot(x, y, z) > LEAST_SPEED) moving.push(frame);
  }
  return moving.length > 0 ? moving[Math.floor(rng.next() * moving.length)] : undefined;
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, k) => k);
const from = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, k) => start + k);

/** Frames of a moving body missing. */
function cutOut(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip } = input;
  const at = momentOf(input, 0.4);
  if (at === undefined) return undefined;
  const gap = Math.max(2, framesIn(clip, seconds));
  if (at + gap >= clip.frameCount - 3) return undefined;
  const times = [...upTo(at), ...from(at + gap, clip.frameCount)];
  return { clip: retime(clip, times), wrong: { start: at - 1, end: at } };
}

/** Two moments of a clip joined so that the hips stay within `size` of where they were, as a careless edit does. */
function spliced(input: DamageInput, size: number): Damaged | undefined {
  const { clip, rng } = input;
  const at = momentOf(input, 0.4);
  const way = 2 * Math.PI * rng.next();
  if (at === undefined) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const by = [size * Math.sin(way), 0, size * Math.cos(way)];
  for (let frame = at; frame < clip.frameCount; frame++) for (let k = 0; k < 3; k++) q[frame * nq + k] += by[k];
  return { clip: withCoordinates(clip, q), wrong: { start: at - 1, end: at } };
}

/** From a moment on the clip is its own mirror image, in the same place; blended over some time, or not at all. */
function mirrorRest(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip } = input;
  const at = momentOf(input, 0.4);
  if (at === undefined) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const image = mirror(clip).q;
  const q = clip.q.slice();
  const shift = [0, 2].map((k) => clip.q[at * nq + k] - image[at * nq + k]);
  for (let frame = at; frame < clip.frameCount; frame++) {
    q.set(image.subarray(frame * nq, (frame + 1) * nq), frame * nq);
    q[frame * nq] += shift[0];
    q[frame * nq + 2] += shift[1];
  }
  const length = Math.max(1, framesIn(clip, seconds));
  return { clip: withCoordinates(clip, q), wrong: { start: at - 1, end: at + length } };
}

/** Frames repeated, every so many, for 2 s: a capture that stutters. `share`: of the frames. */
function stutter(input: DamageInput, share: number): Damaged | undefined {
  const { clip } = input;
  const at = momentOf(input, 1.5);
  if (at === undefined) return undefined;
  const end = Math.min(clip.frameCount, at + framesIn(clip, 2));
  const period = Math.round(1 / share);
  const times = from(0, clip.frameCount).map((frame) => {
    const k = (frame - at) % period;
    return frame >= at && frame < end && k === period - 1 ? frame - 1 : frame;
  });
  return { clip: retime(clip, times), wrong: { start: at, end } };
}

/** Every pose held for a while, as motion keyed at a few frames a second and never interpolated. */
function stepped(input: DamageInput, seconds: number): Damaged | undefined {
  const { clip } = input;
  const at = momentOf(input, 1.5);
  const hold = framesIn(clip, seconds);
  if (at === undefined || hold < 2) return undefined;
  const end = Math.min(clip.frameCount, at + framesIn(clip, 2));
  const times = from(0, clip.frameCount).map((frame) =>
    frame >= at && frame < end ? frame - ((frame - at) % hold) : frame,
  );
  return { clip: retime(clip, times), wrong: { start: at, end } };
}

/** The whole clip of somebody who leaves the ground, slower. */
function slowDown(input: DamageInput, factor: number): Damaged | undefined {
  const { clip } = input;
  if (flightsOf(input, 0.15).length === 0) return undefined;
  return { clip: { ...clip, frameTime: clip.frameTime / factor }, wrong: { start: 0, end: clip.frameCount - 1 } };
}

/** Time that runs faster and slower in waves of 1.5 s, over a clip of somebody who steps. */
function wobble(input: DamageInput, size: number): Damaged | undefined {
  const { clip, rng } = input;
  const phase = 2 * Math.PI * rng.next();
  const swings = swingsOf(input);
  if (clip.frameCount * clip.frameTime < 2 || Math.min(...swings) < 2) return undefined;
  const rate = (2 * Math.PI) / 1.5;
  const times: number[] = [];
  for (let at = 0; at < clip.frameCount - 1; at += 1 + size * Math.sin(rate * times.length * clip.frameTime + phase))
    times.push(at);
  return { clip: retime(clip, times), wrong: { start: 0, end: times.length - 1 } };
}

export const cutDamages: readonly Damage[] = [
  { id: 'cut-out', text: '0.08, 0.2, 0.4 s of a moving body missing', sizes: [0.08, 0.2, 0.4], apply: cutOut },
  {
    id: 'spliced',
    text: 'all that follows a moment shifted by 5, 12, 30 cm',
    sizes: [0.05, 0.12, 0.3],
    apply: spliced,
  },
  { id: 'mirrored-rest', text: 'the mirror image from a moment on', sizes: [0.05, 0.05, 0.05], apply: mirrorRest },
  { id: 'stutter', text: 'one frame in 10, 4, 2 repeated for 2 s', sizes: [0.1, 0.25, 0.5], apply: stutter },
  { id: 'stepped', text: 'every pose held for 0.07, 0.13, 0.25 s', sizes: [0.07, 0.13, 0.25], apply: stepped },
  {
    id: 'slowed',
    text: 'people who leave the ground 0.8, 0.65, 0.5 times as fast',
    sizes: [0.8, 0.65, 0.5],
    apply: slowDown,
  },
  {
    id: 'time-wobble',
    text: 'time faster and slower by 25, 50, 80 % in waves of 1.5 s',
    sizes: [0.25, 0.5, 0.8],
    apply: wobble,
  },
];
