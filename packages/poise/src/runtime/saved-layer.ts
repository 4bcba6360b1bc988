/** A layer's whole state as bytes: small enough to keep many of them, for rollback. What a gait was learnt from is saved apart. */
import { UsageError } from '../errors.ts';
import { type BraceState, savedQuiet as quietBrace } from '../methods/anticipation/brace.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { LARGEST_SAVED } from '../methods/save-shape.ts';
import { adopt, number, unsound } from './adopt.ts';
import { decodeSave, encodeSave } from './binary.ts';
import type { Display } from './display.ts';
import type { Driver } from './driver.ts';
import type { Drivers } from './drivers.ts';
import type { FeetState } from './feet-watch.ts';
import type { Looking } from './gait/gait-memory.ts';
import type { GazeState } from './gaze.ts';
import { checkedShare, type Shares } from './mix-pose.ts';
import { type LayerMethod, METHODS } from './options.ts';
import type { Situation } from './situation.ts';
import { USUAL_FADE } from './transition.ts';
import type { Whereabouts } from './whereabouts.ts';

/** What a layer consists of, its methods apart. */
export interface LayerParts {
  readonly stream: StreamPrimary['state'];
  readonly situation: Situation;
  readonly where: Whereabouts;
  readonly display: Display;
  readonly shares: Shares;
  readonly feet: FeetState;
  readonly gaze: GazeState;
  readonly brace: BraceState;
  readonly looking: Looking;
  readonly intake: { isFitted: boolean };
  readonly run: {
    method: LayerMethod;
    pulls: number; // so far
  };
  readonly flags: Flags;
}

/** What is remembered of the reaction from frame to frame. */
export interface Flags {
  fell: number; // 1: on the way to the ground
  busy: number; // 1: a method has had to do something since the last 'settled'
  struck: number; // [m/s] that the whole body was given since then
  warned: number; // 1: the owner was told that nobody could walk as the animation does
}

const UNIT = 1e-3; // that a rotation's length may be off 1

/** Bytes. `driver`: who answers now. */
export function saveParts(parts: LayerParts, driver: Driver | undefined): Uint8Array<ArrayBuffer> {
  const { stream, situation, where, display, shares, run, feet, gaze, brace, looking, intake, flags } = parts;
  const { placement, travel, floor } = where;
  const { at, duration, offset, rate } = display.transition;
  const state = {
    stream,
    situation,
    where: { placement, travel, floor },
    feet,
    gaze,
    ...((brace.at >= 0 || brace.changedAt >= 0) && { brace }),
    looking,
    ...(intake.isFitted && { isFitted: true }),
    flags,
    run: { pulls: run.pulls },
    method: run.method,
    shares,
    transition: at < 0 ? undefined : { at, offset, rate, ...(duration !== USUAL_FADE && { duration }) },
    driver: driver && { id: driver.id, state: driver.save() },
  };
  return encodeSave(state, stream.q.length);
}

/** Restores a layer, its driver too; where the save is not sound, the layer stays as it was. Throws UsageError then. */
export function restoreOrKeep(
  parts: LayerParts,
  saved: unknown,
  drivers: Drivers,
  answering: { driver: Driver | undefined },
): void {
  const before = saveParts(parts, answering.driver);
  try {
    answering.driver = restoreParts(parts, saved, drivers);
    if (answering.driver?.q.every(Number.isFinite) === false) throw new UsageError('restore: the save is not sound');
  } catch (error) {
    answering.driver = restoreParts(parts, before, drivers);
    throw error instanceof UsageError ? error : new UsageError(`restore: the save is not sound: ${error}`);
  }
}

/** Returns who answers now. Throws UsageError before anything is changed, where bytes are no sound save of such a layer; `driver.restore`
 *  may still refuse its part. */
function restoreParts(parts: LayerParts, bytes: unknown, drivers: Drivers): Driver | undefined {
  const { stream, situation, where, display, shares, run, feet, gaze, brace, looking, intake, flags } = parts;
  const saved = decodeSave(bytes, stream.q.length) as Record<string, unknown>;
  checkNumbers(saved);
  const { method, driver, transition } = saved as {
    method: LayerMethod;
    driver?: { id: Driver['id']; state: unknown };
    transition?: unknown;
  };
  if (!METHODS.includes(method)) throw unsound('method', method);
  const answering = driver && drivers.named(driver.id);
  const counts = { pulls: 0 };
  adopt(counts, saved.run, 'run');
  const own = { weight: 0, mask: new Float64Array(shares.mask.length), held: new Float64Array(2) };
  adopt(own, saved.shares, 'shares');
  for (const share of [own.weight, ...own.mask]) checkedShare('a saved share', share);
  const next = {
    stream: { time: 0, q: new Float64Array(stream.q.length), v: new Float64Array(stream.v.length), known: 0 },
    placement: { yaw: 0, x: 0, z: 0 },
    travel: { x: 0, y: 0, z: 0 },
  };
  adopt(next.stream, saved.stream, 'stream');
  checkRotations(next.stream);
  // from here on nothing is refused but by the method itself
  const places = (saved.where ?? {}) as Record<string, unknown>;
  adopt(next.placement, places.placement, 'placement');
  adopt(next.travel, places.travel, 'travel');
  for (const [state, value, name] of [
    [where.floor, places.floor, 'floor'],
    [situation, saved.situation, 'situation'],
    [feet, saved.feet, 'feet'],
    [gaze, saved.gaze, 'gaze'],
    [flags, saved.flags, 'flags'],
    [looking, saved.looking, 'looking'],
    [brace, saved.brace ?? quietBrace(), 'brace'],
  ] as const) {
    adopt(state, value, name);
  }
  intake.isFitted = saved.isFitted === true;
  adopt(stream, saved.stream, 'stream');
  [where.placement, where.travel] = [next.placement, next.travel];
  display.transition.at = -1;
  if (transition !== undefined) adopt(display.transition, { duration: USUAL_FADE, ...transition }, 'transition');
  Object.assign(run, { pulls: counts.pulls, method });
  shares.weight = own.weight;
  shares.mask.set(own.mask);
  shares.held.set(own.held);
  if (driver) answering?.restore(driver.state);
  return answering;
}

/** Numbers of a size that a character can have. */
function checkNumbers(value: unknown): void {
  if (typeof value === 'number' && Math.abs(value) > LARGEST_SAVED && Math.abs(value) < Number.MAX_VALUE) {
    throw new UsageError(`restore: the save is not sound: it holds ${value}`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) checkNumbers(part);
}

function checkRotations({ q, known }: { readonly q: Float64Array; readonly known: number }): void {
  number(known, 'known', 'stream.known');
  for (let i = 3; i < q.length && known > 0; i += 4) {
    if (Math.abs(Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]) - 1) > UNIT) throw unsound('stream.q', 'no rotation');
  }
}
