/** A push: one type from the command line to the body, and how its impulse arrives over time. */
import type { ForceTrack } from '../balance/force-track.ts';
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import type { Vec3 } from '../math/types.ts';
import { jointCount } from '../motion/skeleton.ts';

/** A force on a segment that rises and falls as half a sine. */
export interface Push {
  readonly impulse: Vec3; // [N·s] world axes
  readonly segment: number; // joint whose segment is pushed
  readonly pointInSegment?: Vec3; // [m] default: the segment's centre of mass
  readonly duration?: number; // [s] default: PUSH_DURATION
}

/** A push at a moment of a clip. */
export interface TimedPush extends Push {
  readonly time: number; // [s] from the first frame, when it begins
}

/** How long a push lasts that does not say [s]: set by hand, a pulse of short duration beside a step, as [Yin05] §4 asks for. */
export const PUSH_DURATION = 0.1;

const STRONGEST = 1e5; // [N·s] a lorry at walking pace; far beyond it numbers overflow

const FARTHEST = 1000; // [m] from a segment to where it is pushed; far beyond it moments overflow

const isTriple = (value: Vec3): boolean => value?.length === 3 && value.every(Number.isFinite);

/** A push that can be delivered to this body. */
export function checkPush(
  { impulse, segment, pointInSegment = [0, 0, 0], duration = PUSH_DURATION }: Push,
  body: Body,
): void {
  const joints = jointCount(body.skeleton);
  if (!Number.isInteger(segment) || segment < 0 || segment >= joints) {
    throw new UsageError(`a push needs a segment in 0 … ${joints - 1}, found ${segment}`);
  }
  if (!isTriple(impulse) || !isTriple(pointInSegment)) {
    throw new UsageError(`a push needs finite numbers, found impulse ${impulse} at ${pointInSegment}`);
  }
  if (!(Math.hypot(...impulse) <= STRONGEST)) {
    throw new UsageError(`a push has at most ${STRONGEST} N·s, found ${Math.hypot(...impulse)}`);
  }
  if (!(Math.hypot(...pointInSegment) <= FARTHEST)) {
    throw new UsageError(`a push acts within ${FARTHEST} m of its segment, found it at ${pointInSegment}`);
  }
  if (!(duration > 0 && duration < Number.POSITIVE_INFINITY)) {
    throw new UsageError(`a push needs a duration above 0 s, found ${duration}`);
  }
}

/**
 * Share of a push's impulse that arrives from `t` to `t + dt`, both counted from its beginning and in the unit of `duration`:
 * ∫ (π/2T) sin(πt/T) dt. The shares of adjoining intervals add up to 1 over the whole push.
 *
 * ```ts
 * const share = pushShare(0.02, 1 / 120, 0.1); // of push.impulse, in this tick
 * ```
 */
export const pushShare = (t: number, dt: number, duration: number): number =>
  deliveredBy(t + dt, duration) - deliveredBy(t, duration);

/** Share that has arrived by t. */
const deliveredBy = (t: number, duration: number): number =>
  (1 - Math.cos((Math.PI * Math.max(0, Math.min(duration, t))) / duration)) / 2;

/** out (3) = where a push acts now [m] world. ws: its position level. */
export function writePushPoint(out: Float64Array, { segment, pointInSegment }: Push, ws: Workspace): void {
  for (let c = 0; c < 3; c++) {
    if (!pointInSegment) {
      out[c] = ws.segmentCom[3 * segment + c];
      continue;
    }
    out[c] = ws.segmentOrigin[3 * segment + c];
    for (let k = 0; k < 3; k++) out[c] += ws.worldFromSegment[9 * segment + 3 * c + k] * pointInSegment[k];
  }
}

const SAMPLES = 33; // of a force track: linear between them, within 0.1 % of the sine

/** The push as a force over time, which `analyse` and the simulator take. `body`: whose; a push that says its own point needs none.
 *
 * ```ts
 * const push = pushTrack({ segment: chest, impulse: [0, 0, 35], time: 1 }, body);
 * ```
 */
export function pushTrack(push: TimedPush & { readonly name?: string }, body?: Pick<Body, 'comInSegment'>): ForceTrack {
  const { name = 'push', time: start, duration = PUSH_DURATION, impulse, segment } = push;
  if (!(duration > 0)) throw new UsageError(`a push needs a duration above 0 s, found ${duration}`);
  const time = new Float64Array(SAMPLES);
  const force = new Float64Array(3 * SAMPLES);
  let area = 0;
  for (let i = 0; i < SAMPLES; i++) area += Math.sin((Math.PI * i) / (SAMPLES - 1));
  area *= duration / (SAMPLES - 1); // trapezoid rule; both ends are zero
  for (let i = 0; i < SAMPLES; i++) {
    const shape = Math.sin((Math.PI * i) / (SAMPLES - 1)) / area;
    time[i] = start + (duration * i) / (SAMPLES - 1);
    for (let k = 0; k < 3; k++) force[3 * i + k] = impulse[k] * shape;
  }
  return { name, segment, pointInSegment: push.pointInSegment ?? centreOf(segment, body), time, force };
}

function centreOf(segment: number, body: Pick<Body, 'comInSegment'> | undefined): Vec3 {
  if (!body) throw new UsageError('a push needs the point it acts at, or the body it acts on: found neither');
  const at = body.comInSegment;
  return [at[3 * segment], at[3 * segment + 1], at[3 * segment + 2]];
}
