/** The pose that the animation has made, as the rig has it and over ground that rests. */
import { UsageError } from '../errors.ts';
import type { GroundVelocity } from './moving-ground.ts';
import type { Rig } from './rig.ts';

export interface Intake {
  readonly read: Float64Array; // nq as the rig has it
  readonly pose: Float64Array; // nq the same, over ground that rests
  travel: { x: number; z: number }; // [m] over a ground that moves
}

export const createIntake = (nq: number): Intake => ({
  read: new Float64Array(nq),
  pose: new Float64Array(nq),
  travel: { x: 0, z: 0 },
});

/** Reads the rig after dt. */
export function takeIn(intake: Intake, rig: Rig, [x, z]: Readonly<GroundVelocity>, dt: number): void {
  const { read, pose, travel } = intake;
  rig.read(read);
  const bad = read.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new UsageError(`the rig's pose holds ${read[bad]} at coordinate ${bad}`);
  travel.x -= dt * x;
  travel.z -= dt * z;
  pose.set(read);
  pose[0] += travel.x;
  pose[2] += travel.z;
}

/** The model was turned: what it has travelled on the spot turns with it, so that the next pose follows on the last. */
export function turnTravel({ travel }: Intake, yaw: number): void {
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  const { x, z } = travel;
  travel.x = cosine * x + sine * z;
  travel.z = cosine * z - sine * x;
}
