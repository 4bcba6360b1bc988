/** What has been seen of the steps of a stream: the last landing, how long its step took, and where feet stand. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { type WatchedFeet, writeSoleMiddle } from '../../gait/streaming-contacts.ts';

/** Plain data. Places and velocities are (x, z), world. */
export interface SeenSteps {
  foot: number; // that landed last: 0 left, 1 right
  count: number; // landings
  land: number; // [s] when it did
  duration: number; // [s] of the last whole step
  double: number; // [s] of it on both feet
  flight: number; // [s] of it on none, before the landing
  together: number; // 1: the other foot had come down with it, which is no step
  readonly left: Float64Array; // 2 [s] when each foot left last
  readonly stood: Float64Array; // 2: stands
  readonly places: Float64Array; // 4 [m] middle of each sole, where it stands or stood last
}

const USUAL_STEP = 0.55; // [s] people's, at their usual speed
const USUAL_DOUBLE = 0.1; // [s]
const FLIES = 0.03; // [s] in the air before a landing: a run
const LONGEST_STEP = 1.2; // [s] whoever takes longer has stood
const SHORTEST_SWING = 0.08; // [s] a foot that was up for less has not stepped
const SHORTEST_STEP = 0.15; // [s] sprinters take 0.2; feet that come down together have not stepped

export const createSeenSteps = (): SeenSteps => ({
  foot: 0,
  count: 0,
  land: 0,
  duration: USUAL_STEP,
  double: USUAL_DOUBLE,
  flight: 0,
  together: 0,
  left: new Float64Array(2),
  stood: Float64Array.of(1, 1),
  places: new Float64Array(4),
});

/** The next pose of the stream, dt [s] after the one before. ws: its position level. What changes has changed since that one. */
export function seeSteps(
  seen: SeenSteps,
  body: Body,
  ws: Workspace,
  { planted }: WatchedFeet,
  now: number,
  dt: number,
): void {
  const time = now - dt;
  for (let foot = 0; foot < 2; foot++) {
    const stands = planted[foot] > 0;
    const stood = seen.stood[foot] > 0;
    seen.stood[foot] = stands ? 1 : 0;
    if (stood && !stands) {
      seen.left[foot] = time;
      if (foot !== seen.foot) seen.double = Math.min(0.5 * seen.duration, Math.max(0, time - seen.land));
    }
    if (stands) writeSoleMiddle(seen.places, 2 * foot, body.soles[foot], ws);
    if (stood || !stands) continue;
    if (foot === seen.foot && time - seen.left[foot] < SHORTEST_SWING) continue;
    const took = time - seen.land;
    const isOther = seen.count > 0 && foot !== seen.foot;
    seen.together = isOther && took < SHORTEST_STEP && planted[1 - foot] > 0 ? 1 : 0;
    if (isOther && took > SHORTEST_STEP && took < LONGEST_STEP) {
      const air = planted[1 - foot] > 0 ? 0 : time - seen.left[1 - foot];
      seen.flight = air > FLIES && air < took ? air : 0;
      seen.duration = took;
    }
    seen.foot = foot;
    seen.land = time;
    seen.count++;
  }
}
