/** Does the character stand, or does it travel? */
import type { Body } from '../body/body.ts';
import { forwardVelocity } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { STANDING_SPEED } from '../gait/standing.ts';
import { createWatchedFeet, type WatchedFeet, watchFeet } from '../gait/streaming-contacts.ts';
import { createSeenSteps, type SeenSteps, seeSteps } from './gait/seen-steps.ts';
import type { GroundVelocity } from './moving-ground.ts';

export interface Situation {
  readonly watched: WatchedFeet;
  readonly steps: SeenSteps; // when and where feet landed last
  stillFor: number; // frames in a row that it has stood on both feet
  groundVelocity: GroundVelocity; // of a ground that moves under a clip on the spot
}

export const createSituation = (): Situation => ({
  watched: createWatchedFeet(),
  steps: createSeenSteps(),
  stillFor: 0,
  groundVelocity: [0, 0],
});

/** `stream`: pose and velocity now, ws: its position level, where the floor is at this height [m]. */
export function watchSituation(
  situation: Situation,
  body: Body,
  ws: Workspace,
  stream: { readonly q: Float64Array; readonly v: Float64Array; readonly time: number },
  floor: number,
  dt: number,
): void {
  forwardVelocity(body, ws, stream.v);
  const { planted } = situation.watched;
  watchFeet(situation.watched, body, ws, floor, dt);
  seeSteps(situation.steps, body, ws, situation.watched, stream.time, dt);
  const speed = Math.hypot(ws.comVelocity[0], ws.comVelocity[2]);
  const stands = planted[0] > 0 && planted[1] > 0 && speed < STANDING_SPEED;
  situation.stillFor = stands ? situation.stillFor + 1 : 0;
}
