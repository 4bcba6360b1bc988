/**
 * Which stances show where the ground is? A level off the floor exists when one foot stands on it while the other still stands on known
 * ground, or when it is reached by a flight. A foot that rises or sinks in its place, together with the hips, has left the ground: both feet that rise together float, however long.
 */
import { GRAVITY } from '../dynamics/wrench.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { Plane } from './ground.ts';
import type { GroundPatch } from './report.ts';
import type { Probe, Stance } from './stance.ts';

const STEP = 0.06; // [m] a stance this far off the best plane, for adults, stands on something else than the floor …
const ADULT = 1.7; // [m]
const STEP_PLACE = 0.2; // [m] … if nobody stands on the floor this near to it; otherwise it hangs in the air
const STEP_REACH = 0.3; // [m] between a standing foot and the CoM above it
const NEXT = 0.15; // [s] the other foot rests before or after: one on known ground vouches for the other
const AGREES = { share: 0.25, noise: 0.02 }; // of the height over the floor, and [m]: what the feet say of it as one takes over from the other
const SAME_HEIGHT = 0.02; // [m] a foot that stays on its step does not rise or sink by more, but with the hips
const LEAST_FLIGHT = 0.12; // [s]
const FREE_FALL = 0.5; // of gravity, over the whole gap between two stances
const LIFT = 0.035; // [m] that a foot rises or sinks in place …
const IN_PLACE = 0.035; // [m] … while it moves less than this along …
const LIKE_HIPS = 0.4; // … and the hips go with it, but for this share
const QUICK_LIFT = 0.6; // [m/s]
const LONGEST_LIFT = 0.6; // [s]

/** Height [m] from which a level is a step, for somebody of this stature [m]: children climb, and are made to climb, what is as high for them. */
export const stepOf = (stature: number): number => STEP * Math.min(1, stature / ADULT);

export interface StanceInput {
  readonly step: number; // [m] stepOf the body
  readonly stances: readonly Stance[];
  readonly plane: Plane;
  readonly probes: readonly Probe[];
  readonly com: ReadonlyVector; // frames×3
  readonly root: ReadonlyVector; // frames×3
  readonly frameTime: number;
}

/** A stance that shows where the ground is, and why. */
export interface KnownStance extends Stance {
  readonly by: GroundPatch['evidence']['by'];
}

export function knownStances(input: StanceInput): readonly KnownStance[] {
  const { step, stances, plane, probes, com, frameTime } = input;
  const over = (s: Stance): number => s.y - plane.height - plane.slopeX * s.x - plane.slopeZ * s.z;
  const miss = (s: Stance): number => Math.abs(over(s));
  const carries = (s: Stance): boolean => {
    const middle = 3 * ((s.start + s.end) >> 1);
    return Math.hypot(com[middle] - s.x, com[middle + 2] - s.z) < STEP_REACH;
  };
  const onFloor = stances.filter((s) => miss(s) <= step);
  const isOverFloor = (s: Stance): boolean =>
    onFloor.some((floor) => Math.hypot(floor.x - s.x, floor.z - s.z) <= STEP_PLACE);
  const off = stances.filter((s) => miss(s) > step && carries(s));
  const hangs = new Set(off.filter((s) => isOverFloor(s) || isLifted(s, input)));
  const stays = new Map(stances.map((s) => [s, stayOf(s, input)]));
  const gap = Math.round(NEXT / frameTime);
  const next = (a: Stance, b: Stance): boolean => {
    const [own, other] = [stays.get(a)!, stays.get(b)!];
    const isApart = Math.max(own.start, other.start) - Math.min(own.end, other.end) > gap;
    return probes[a.probe].foot !== probes[b.probe].foot && !isApart;
  };
  /** As one foot takes over from the other, both tell how much higher one place is. Where that does not add up to the height of the whole stance, the body
   *  was lifted or lowered meanwhile, and its feet with it. */
  const vouches = (f: Stance, s: Stance): boolean => {
    if (!next(f, s)) return false;
    const known = miss(f) <= step ? 0 : over(f);
    const rise = riseBetween(stays.get(f)!, stays.get(s)!) - (s.y - over(s)) + (f.y - over(f));
    return Math.abs(known + rise - over(s)) < AGREES.share * miss(s) + AGREES.noise;
  };
  /** What of `open` stands next to nothing of `found`, directly or through others. */
  const apartFrom = (
    found: readonly Stance[],
    open: readonly Stance[],
    isLinked: (f: Stance, s: Stance) => boolean,
  ): readonly Stance[] => {
    const rest = open.filter((s) => !found.some((f) => isLinked(f, s)));
    if (rest.length === open.length) return open;
    return apartFrom([...found, ...open.filter((s) => !rest.includes(s))], rest, isLinked);
  };
  const landed = off.filter((s) => !hangs.has(s) && landsOn(s, stances, com, frameTime));
  const open = off.filter((s) => !hangs.has(s) && !landed.includes(s));
  const unlinked = apartFrom([...onFloor, ...landed], open, vouches);
  // Next to no stance that is known, carried off or hanging: a clip may begin on a step.
  const unknown = apartFrom([...onFloor, ...off.filter((s) => !unlinked.includes(s))], unlinked, next);
  const evidence = new Map<Stance, KnownStance['by']>([
    ...unknown.map((s) => [s, 'start'] as const),
    ...open.filter((s) => !unlinked.includes(s)).map((s) => [s, 'step'] as const),
    ...landed.map((s) => [s, 'landing'] as const),
    ...onFloor.map((s) => [s, 'floor'] as const),
  ]);
  return stances.flatMap((s) => {
    const by = evidence.get(s);
    return by ? [{ ...s, by }] : [];
  });
}

/** A foot in one place, whether it rests there or is carried up or down. */
interface Stay {
  readonly start: number;
  readonly end: number;
  readonly lowest: (frame: number) => number; // [m] of the foot: its heel rises before it leaves
}

/** It stays while it keeps its height, or rises and sinks with the hips: a foot that rises without them is leaving. */
function stayOf(s: Stance, { probes, root }: StanceInput): Stay {
  const { position, foot } = probes[s.probe];
  const own = probes.filter((probe) => probe.foot === foot);
  const lowest = (frame: number): number => Math.min(...own.map((probe) => probe.position[3 * frame + 1]));
  const isThere = (frame: number, since: number): boolean => {
    if (!(Math.hypot(position[3 * frame] - s.x, position[3 * frame + 2] - s.z) < IN_PLACE)) return false;
    const rise = lowest(frame) - lowest(since);
    const hips = root[3 * frame + 1] - root[3 * since + 1];
    return Math.min(Math.abs(rise), Math.abs(rise - hips)) < SAME_HEIGHT;
  };
  let [start, end] = [s.start, s.end];
  while (isThere(start - 1, s.start)) start--;
  while (isThere(end + 1, s.end)) end++;
  return { start, end, lowest };
}

/** How much higher [m] the place of `s` is than that of `f`, while both feet are there or as one takes over from the other. */
function riseBetween(f: Stay, s: Stay): number {
  const [from, to] = [Math.max(f.start, s.start), Math.min(f.end, s.end)];
  const heightOf = ({ lowest, start, end }: Stay): number => {
    const [a, b] = [from, to].map((frame) => Math.min(end, Math.max(start, frame))).sort((x, y) => x - y);
    let sum = 0;
    for (let frame = a; frame <= b; frame++) sum += lowest(frame);
    return sum / (b - a + 1);
  };
  return heightOf(s) - heightOf(f);
}

/** Did the foot come to this stance, or leave it, straight up or down with the hips, and the other foot too, or faster than feet are set down? */
function isLifted(s: Stance, { probes, root, frameTime }: StanceInput): boolean {
  const { foot } = probes[s.probe];
  const frames = root.length / 3;
  const reach = Math.round(LONGEST_LIFT / frameTime);
  const own = probes[s.probe].position;
  const lowOf = (side: number, frame: number): number =>
    probes.reduce((low, probe) => (probe.foot === side ? Math.min(low, probe.position[3 * frame + 1]) : low), Infinity);
  const lifts = (from: number, step: 1 | -1): boolean => {
    let frame = from;
    for (let n = 0; n < reach && frame + step >= 0 && frame + step < frames; n++) {
      frame += step;
      const rise = lowOf(foot, frame) - lowOf(foot, from);
      if (Math.abs(rise) < LIFT) continue;
      const goesAlong = (other: number): boolean => Math.abs(other - rise) < LIKE_HIPS * Math.abs(rise);
      const along = Math.hypot(own[3 * frame] - own[3 * from], own[3 * frame + 2] - own[3 * from + 2]);
      if (along > IN_PLACE || !goesAlong(root[3 * frame + 1] - root[3 * from + 1])) return false;
      const speed = Math.abs(rise) / ((n + 1) * frameTime);
      return goesAlong(lowOf(1 - foot, frame) - lowOf(1 - foot, from)) || speed > QUICK_LIFT;
    }
    return false;
  };
  return lifts(s.start, -1) || lifts(s.end, 1);
}

/** Was this stance reached, or left, through the air? Nothing rests between it and its neighbour in time, and the body falls freely meanwhile. */
function landsOn(s: Stance, stances: readonly Stance[], com: ReadonlyVector, frameTime: number): boolean {
  const before = stances.reduce((last, { end }) => (end < s.start ? Math.max(last, end) : last), -1);
  const after = stances.reduce((next, { start }) => (start > s.end ? Math.min(next, start) : next), Infinity);
  const falls = (a: number, b: number): boolean => {
    if (a < 0 || !Number.isFinite(b) || (b - a) * frameTime < LEAST_FLIGHT) return false;
    if (stances.some(({ start, end }) => start < b && end > a)) return false;
    const m = (a + b) >> 1;
    const half = ((b - a) / 2) * frameTime;
    return (com[3 * b + 1] - 2 * com[3 * m + 1] + com[3 * a + 1]) / (half * half) < -FREE_FALL * GRAVITY;
  };
  return falls(before, s.start) || falls(s.end, after);
}
