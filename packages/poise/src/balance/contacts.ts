/**
 * When do heel, ball and toe of each foot touch the ground? The one detector of Poise. A part touches while it is low and
 * slow over the floor, with hysteresis; short gaps are closed and short touches dropped; a person's word overrides all.
 */
import type { Body, Sole, SolePart } from '../body/body.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { Side } from '../motion/roles.ts';
import { horizontalVelocity, reachOf, slowestVelocity } from './over-floor.ts';
import type { GroundLookup } from './patches.ts';
import type { BodyTrace } from './trace.ts';

export const SOLE_PARTS: readonly SolePart[] = ['heel', 'ball', 'toe'];

/** A hand-made correction: this part of this foot touches (or does not) from start to end, frames included. */
export interface ContactOverride {
  readonly side: Side;
  readonly part: SolePart | 'all';
  readonly start: number;
  readonly end: number;
  readonly touches: boolean;
}

export interface ContactOptions {
  readonly touchHeight: number; // [m] a part below this may start to touch
  readonly releaseHeight: number; // [m] a part above this lets go
  readonly touchSpeed: number; // [m/s] horizontal speed over the floor below which a part may start to touch
  readonly releaseSpeed: number; // [m/s] above which it lets go
  readonly speedShare: number; // both speeds grow by this share of the CoM's speed: a landing foot still moves
  readonly leaveHeight: number; // [m] a foot whose lowest point is above this …
  readonly leaveRise: number; // [m/s] … and rises faster than this has left, however slowly it moves ahead
  readonly landHeight: number; // [m] a foot whose lowest point is above this …
  readonly landFall: number; // [m/s] … and sinks faster than this has not landed yet
  readonly shortest: number; // [s] touches and gaps shorter than this are noise
  readonly toes: 'exact' | 'give-way'; // captured toes point anywhere: those below the floor count as bent up by it
  readonly overrides: readonly ContactOverride[];
}

export const CONTACT_DEFAULTS: ContactOptions = {
  touchHeight: 0.025,
  releaseHeight: 0.04,
  touchSpeed: 0.4,
  releaseSpeed: 0.6,
  speedShare: 0.35,
  leaveHeight: 0.015,
  leaveRise: 0.4,
  landHeight: 0.005, // with landFall, on plates: feet of three walkers touched down 10 to 25 ms early without them; any two choose these for the third
  landFall: 0.2,
  shortest: 0.04,
  toes: 'exact',
  overrides: [],
};

/** Heights, speeds and touches of the parts of one foot. Index: frame · 3 + part (heel, ball, toe). */
export interface FootContacts {
  readonly height: Float64Array; // frames×3 [m] lowest point of each part above the floor
  readonly velocity: Float64Array; // frames×3×2 [m/s] (x, z) of each part over the floor
  readonly speed: Float64Array; // frames×3 [m/s] its size
  readonly touches: Uint8Array; // frames×3
  readonly floor: Float64Array; // frames [m] height of the ground under the foot; 0 but on uneven ground
}

/** Height [m] of the ground that carries the body in a frame: under the touching feet, or under both in the air. */
export function carryingFloor(contacts: readonly [FootContacts, FootContacts], frame: number): number {
  const [left, right] = contacts.map(
    (foot) => foot.touches[3 * frame] + foot.touches[3 * frame + 1] + foot.touches[3 * frame + 2] > 0,
  );
  if (left === right) return (contacts[0].floor[frame] + contacts[1].floor[frame]) / 2;
  return contacts[left ? 0 : 1].floor[frame];
}

/** Finds the contacts of both feet. `trace` is in the level frame: floor at y = 0. On uneven ground `lookup` says how high the ground is. */
export function findContacts(
  body: Body,
  trace: BodyTrace,
  beltX: number,
  beltZ: number,
  options: ContactOptions,
  lookup?: GroundLookup,
): [left: FootContacts, right: FootContacts] {
  const comVelocity = horizontalVelocity(trace.com, 3, 0, 1, trace, beltX, beltZ);
  const comSpeed = Float64Array.from({ length: trace.frameCount }, (_, f) =>
    Math.hypot(comVelocity[2 * f], comVelocity[2 * f + 1]),
  );
  return [0, 1].map((index) => {
    const sole = body.soles[index];
    const foot = measureFoot(sole, trace.soles[index], trace, [beltX, beltZ], options.toes);
    if (lookup) lowerToTerrain(foot, sole, trace.soles[index], lookup);
    detect(foot, comSpeed, trace.frameTime, options);
    for (const override of options.overrides) if (override.side === sole.side) apply(foot.touches, override);
    return foot;
  }) as [FootContacts, FootContacts];
}

/** Heights over uneven ground: over the patch under each part; where nobody stood, over a straight line in time between what is known. */
function lowerToTerrain(foot: FootContacts, sole: Sole, points: ReadonlyVector, lookup: GroundLookup): void {
  const { height, floor } = foot;
  const frames = floor.length;
  const stride = sole.points.length;
  const known = new Float64Array(3 * frames).fill(Number.NaN);
  SOLE_PARTS.forEach((part, k) => {
    const [first, end] = partRange(sole, part);
    for (let frame = 0; frame < frames && end > first; frame++) {
      let [x, z] = [0, 0];
      for (let i = first; i < end; i++) {
        x += points[frame * stride + 3 * i] / (end - first);
        z += points[frame * stride + 3 * i + 2] / (end - first);
      }
      known[3 * frame + k] = lookup(x, height[3 * frame + k], z);
    }
    const between = bridged(known, k);
    for (let frame = 0; frame < frames; frame++) {
      const i = 3 * frame + k;
      const over = height[i] - between[frame];
      height[i] = Number.isNaN(known[i]) ? Math.max(0, over) : over;
      known[i] = between[frame];
    }
  });
  for (let frame = 0; frame < frames; frame++) {
    let lowest = 3 * frame;
    for (let i = lowest + 1; i < 3 * frame + 3; i++) if (height[i] < height[lowest]) lowest = i;
    floor[frame] = known[lowest];
  }
}

/** One column of a table of three, with its gaps bridged by straight lines; 0 where nothing is known. */
function bridged(rows: ReadonlyVector, column: number): Float64Array {
  const frames = rows.length / 3;
  const out = new Float64Array(frames);
  let before = -1;
  for (let frame = 0; frame < frames; frame++) {
    const value = rows[3 * frame + column];
    if (Number.isNaN(value)) continue;
    const from = before < 0 ? value : out[before];
    for (let k = before + 1; k < frame; k++) out[k] = from + ((value - from) * (k - before)) / (frame - before);
    out[frame] = value;
    before = frame;
  }
  if (before >= 0) out.fill(out[before], before + 1);
  return out;
}

/** Points of each part are consecutive in a sole; first and one-past-last of a part. */
export function partRange(sole: Sole, part: SolePart): [first: number, end: number] {
  const first = sole.parts.indexOf(part);
  return first < 0 ? [0, 0] : [first, sole.parts.lastIndexOf(part) + 1];
}

function measureFoot(
  sole: Sole,
  points: ReadonlyVector,
  trace: BodyTrace,
  [beltX, beltZ]: readonly [number, number],
  toes: ContactOptions['toes'],
): FootContacts {
  const frames = trace.frameCount;
  const stride = sole.points.length;
  const height = new Float64Array(3 * frames);
  const speed = new Float64Array(3 * frames);
  const velocity = new Float64Array(6 * frames);
  SOLE_PARTS.forEach((part, k) => {
    const [first, end] = partRange(sole, part);
    const partVelocity = slowestVelocity(points, stride, first, end, trace, beltX, beltZ);
    for (let frame = 0; frame < frames; frame++) {
      let lowest = Number.POSITIVE_INFINITY;
      for (let i = first; i < end; i++) lowest = Math.min(lowest, points[frame * stride + 3 * i + 1]);
      // Toes give way: where the ball is above the floor, toes below it are bent up by it in truth.
      if (toes === 'give-way' && part === 'toe' && end > first)
        lowest = Math.max(lowest, Math.min(0, height[3 * frame + 1]));
      height[3 * frame + k] = lowest;
      const i = 3 * frame + k;
      velocity[2 * i] = partVelocity[2 * frame];
      velocity[2 * i + 1] = partVelocity[2 * frame + 1];
      speed[i] = Math.hypot(velocity[2 * i], velocity[2 * i + 1]);
    }
  });
  return { height, velocity, speed, touches: new Uint8Array(3 * frames), floor: new Float64Array(frames) };
}

/** Hysteresis per part, then short gaps closed and short touches dropped. */
function detect(foot: FootContacts, comSpeed: ReadonlyVector, frameTime: number, options: ContactOptions): void {
  const frames = comSpeed.length;
  const shortest = Math.max(1, Math.round(options.shortest / frameTime));
  const away = findAway(foot.height, frameTime, options);
  for (let part = 0; part < 3; part++) {
    let touching = false;
    for (let frame = 0; frame < frames; frame++) {
      const i = 3 * frame + part;
      const extra = options.speedShare * comSpeed[frame];
      const heightLimit: number = touching ? options.releaseHeight : options.touchHeight;
      const speedLimit: number = (touching ? options.releaseSpeed : options.touchSpeed) + extra;
      touching = foot.height[i] < heightLimit && foot.speed[i] < speedLimit && !away[frame];
      foot.touches[i] = touching ? 1 : 0;
    }
    dropShortRuns(foot.touches, part, frames, shortest, 0);
    dropShortRuns(foot.touches, part, frames, shortest, 1);
  }
}

/** Frames in which the whole foot is on its way up, or not yet down. Toes of runners stay low and slow for 50 ms after the ground carries
 *  nothing, and feet of walkers are low and slow 20 ms before it carries them; force plates show it. */
function findAway(
  height: ReadonlyVector,
  frameTime: number,
  { leaveHeight, leaveRise, landHeight, landFall }: ContactOptions,
): Uint8Array {
  const frames = height.length / 3;
  const lowest = Float64Array.from({ length: frames }, (_, f) =>
    Math.min(height[3 * f], height[3 * f + 1], height[3 * f + 2]),
  );
  const reach = reachOf(frameTime);
  return Uint8Array.from({ length: frames }, (_, frame) => {
    const [before, after] = [Math.max(0, frame - reach), Math.min(frames - 1, frame + reach)];
    const rise = (lowest[after] - lowest[before]) / ((after - before) * frameTime); // NaN for a single frame: is on the ground
    const leaves = lowest[frame] > leaveHeight && rise > leaveRise;
    const lands = lowest[frame] > landHeight && -rise > landFall;
    return leaves || lands ? 1 : 0;
  });
}

/** Flips runs of `value` shorter than `shortest` frames that have the other value on both sides. */
function dropShortRuns(touches: Uint8Array, part: number, frames: number, shortest: number, value: 0 | 1): void {
  let start = -1;
  for (let frame = 0; frame < frames; frame++) {
    const here = touches[3 * frame + part];
    if (here === value && start < 0) start = frame;
    if (here !== value && start >= 0) {
      if (start > 0 && frame - start < shortest) {
        for (let f = start; f < frame; f++) touches[3 * f + part] = 1 - value;
      }
      start = -1;
    }
  }
}

function apply(touches: Uint8Array, override: ContactOverride): void {
  const frames = touches.length / 3;
  for (let frame = Math.max(0, override.start); frame <= Math.min(frames - 1, override.end); frame++) {
    for (let part = 0; part < 3; part++) {
      if (override.part === 'all' || override.part === SOLE_PARTS[part]) {
        touches[3 * frame + part] = override.touches ? 1 : 0;
      }
    }
  }
}
