/** Does the character stand, or does it travel? And a layer's whole state as data. */
import type { Body } from '../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { createFootsteps, type Footsteps, followContacts } from '../methods/reactive-blend/footsteps.ts';
import { createWatchedFeet, type WatchedFeet, watchFeet } from '../methods/reactive-blend/watch-feet.ts';
import type { Budget } from './budget.ts';
import type { Driver } from './driver.ts';
import type { GroundVelocity } from './moving-ground.ts';
import type { LayerMethod } from './options.ts';
import type { Placement } from './placement.ts';

export interface Situation {
  readonly watched: WatchedFeet;
  readonly steps: Footsteps; // when feet were lifted and how long they swing
  stillFor: number; // frames in a row that it has stood on both feet
  groundVelocity: GroundVelocity; // of a ground that moves under a clip on the spot
}

export const createSituation = (): Situation => ({
  watched: createWatchedFeet(),
  steps: createFootsteps(),
  stillFor: 0,
  groundVelocity: [0, 0],
});

const STANDING = 0.3; // [m/s] of the centre of mass

/** `stream`: pose and velocity now. */
export function watchSituation(
  situation: Situation,
  body: Body,
  ws: Workspace,
  stream: { readonly q: Float64Array; readonly v: Float64Array; readonly time: number },
  ground: number,
): void {
  forwardKinematics(body, ws, stream.q);
  forwardVelocity(body, ws, stream.v);
  const { planted } = situation.watched;
  watchFeet(situation.watched, body, ws, ground);
  followContacts(situation.steps, planted, stream.time);
  const speed = Math.hypot(ws.comVelocity[0], ws.comVelocity[2]);
  const stands = planted[0] > 0 && planted[1] > 0 && speed < STANDING;
  situation.stillFor = stands ? situation.stillFor + 1 : 0;
}

/** Plain data: numbers, strings, arrays. */
export interface SavedLayer {
  readonly stream: { readonly time: number; readonly known: number; readonly q: number[]; readonly v: number[] };
  readonly situation: unknown;
  readonly placement: Placement;
  readonly travel: { x: number; z: number };
  readonly driver: { readonly id: Driver['id']; readonly state: unknown } | undefined;
  readonly shown: { readonly q: number[]; readonly v: number[] };
  readonly transition: { readonly at: number; readonly offset: number[]; readonly rate: number[] };
  readonly gait: unknown; // gaits that were recorded, and what is shown now
  readonly budget: Budget;
  readonly updates: number;
  readonly weight: number;
  readonly mask: number[];
  readonly method: LayerMethod;
}
