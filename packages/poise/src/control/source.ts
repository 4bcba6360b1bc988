/**
 * What a reacting body would do if nobody touched it: a clip, or a stream of poses. The body follows it as well as ground, joints
 * and muscles allow; without a push it follows it exactly.
 */
import type { Body } from '../body/body.ts';

export interface Source {
  readonly body: Body;
  /** [m] height of the floor that the source itself stands on; its ground is level. */
  readonly floor: number;
  /** out = the pose at t [s] (nq numbers). The same time gives the same pose. */
  pose(out: Float64Array, t: number): void;
  /** out = how firmly each sole point stands at t: left foot's points, then the right's; 1 stands, 0 is in the air. Changes of
   *  contact are spread over CONTACT_FADE. */
  contact(out: Float64Array, t: number): void;
  /** out = the wrench (moment about the centre of mass; force) that the ground gives the source at t, smoothed: 6 numbers. */
  wrench(out: Float64Array, t: number): void;
}

/** Number of sole points of both feet. */
export const solePointCount = (body: Body): number => body.soles[0].parts.length + body.soles[1].parts.length;
