/**
 * Which stances show where the ground is? A level off the floor exists when one foot stands on it while the other still stands on known
 * ground, or when it is reached by a flight. A foot that rises or sinks in its place, together with the hips, has left the ground: both feet that rise together float, however long.
 */
import { GRAVITY } from '../dynamics/wrench.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { type Plane, STEP } from './ground.ts';
import type { GroundPatch } from './report.ts';
import type { Probe, Stance } from './stance.ts';

const STEP_PLACE = 0.2; // [m] … if nobody stands on the floor this near to it; otherwise it hangs in the air
const STEP_REACH = 0.3; // [m] between a standing foot and the CoM above it
const TOGETHER = 0.03; // [s] both feet rest at once: one on known ground vouches for the other
const LEAST_FLIGHT = 0.12; // [s]
const FREE_FALL = 0.5; // of gravity, over the whole gap between two stances
const LIFT = 0.035; // [m] that a foot rises or sinks in place …
const IN_PLACE = 0.035; // [m] … while it moves less than this along …
const LIKE_HIPS = 0.4; // … and the hips go with it, but for this share
const QUICK_LIFT = 0.6; // [m/s]
const LONGEST_LIFT = 0.6; // [s]

export interface StanceInput {
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
  const { stances, plane, probes, com, frameTime } = input;
  const miss = (s: Stance): number => Math.abs(s.y - plane.height - plane.slopeX * s.x - plane.slopeZ * s.z);
  const carries = (s: Stance): boolean => {
    const middle = 3 * ((s.start + s.end) >> 1);
    return Math.hypot(com[middle] - s.x, com[middle + 2] - s.z) < STEP_REACH;
  };
  const onFloor = stances.filter((s) => miss(s) <= STEP);
  const isOverFloor = (s: Stance): boolean =>
    onFloor.some((floor) => Math.hypot(floor.x - s.x, floor.z - s.z) <= STEP_PLACE);
  const off = stances.filter((s) => miss(s) > STEP && carries(s));
  const hangs = new Set(off.filter((s) => isOverFloor(s) || isLifted(s, input)));
  const least = Math.round(TOGETHER / frameTime);
  const together = (a: Stance, b: Stance): boolean =>
    probes[a.probe].foot !== probes[b.probe].foot && Math.min(a.to, b.to) - Math.max(a.from, b.from) >= least;
  /** What of `open` stands together with nothing of `found`, directly or through others. */
  const apartFrom = (found: readonly Stance[], open: readonly Stance[]): readonly Stance[] => {
    const rest = open.filter((s) => !found.some((f) => together(s, f)));
    return rest.length === open.length ? open : apartFrom([...found, ...open.filter((s) => !rest.includes(s))], rest);
  };
  const landed = off.filter((s) => !hangs.has(s) && landsOn(s, stances, com, frameTime));
  const open = off.filter((s) => !hangs.has(s) && !landed.includes(s));
  const unlinked = apartFrom([...onFloor, ...landed], open);
  // Neither with known ground nor with what hangs: a clip may begin on a step.
  const unknown = apartFrom([...hangs], unlinked);
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
