/** Does the character stand, or does it travel? */
import type { Body } from '../body/body.ts';
import { forwardVelocity } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { STANDING_SPEED } from '../gait/standing.ts';
import { createWatchedFeet, type WatchedFeet, watchFeet, writeLowest } from '../gait/streaming-contacts.ts';
import { createSeenSteps, type SeenSteps, seeSteps } from './gait/seen-steps.ts';
import type { GroundVelocity } from './moving-ground.ts';

const LOW = 0.03; // [m] over its own floor that a foot which sets off may be
const SLOW = 2; // times the speed of somebody who stands

export interface Situation {
  readonly watched: WatchedFeet;
  readonly steps: SeenSteps; // when and where feet landed last
  stillFor: number; // frames in a row that it has stood on both feet
  setsOff: number; // 1: it stood, and has not lifted a foot since
  groundVelocity: GroundVelocity; // of a ground that moves under a clip on the spot
}

export const createSituation = (): Situation => ({
  watched: createWatchedFeet(),
  steps: createSeenSteps(),
  stillFor: 0,
  setsOff: 0,
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
  const mayStay =
    speed < SLOW * STANDING_SPEED && ([0, 1] as const).every((foot) => isLow(situation, body, ws, floor, foot));
  situation.setsOff = stands || (situation.setsOff > 0 && mayStay) ? 1 : 0;
}

const lowest = new Float64Array(4);

function isLow({ watched }: Situation, body: Body, ws: Workspace, floor: number, foot: 0 | 1): boolean {
  writeLowest(lowest, body.soles[foot], ws);
  return lowest[0] - floor - watched.floor[foot] < LOW;
}
