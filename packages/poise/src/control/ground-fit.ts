/**
 * Puts poses of a source, which stands on a level floor, on the ground of the scene: feet lie on the slope, the hips move up or down so
 * that the leg with the longer way is as bent as in the source, the other leg bends more. On level ground it is a shift; without a ground it is nothing.
 */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { type Limb, limbOf, solveLimb } from '../ik/leg-ik.ts';
import { multiplyQuat, quatBetween, rotate3 } from '../math/quat.ts';
import { createFootFrame, type FootFrame, footPoint } from './foot-frame.ts';
import type { Ground } from './ground.ts';

interface FitFoot {
  readonly frame: FootFrame;
  readonly limb: Limb;
  rise: number; // [m] of the ground under this foot over the source's floor
  readonly turn: Float64Array; // 4 from level to the slope
  readonly target: { readonly position: Float64Array; readonly rotation: Float64Array }; // of the ankle
}

const LEVEL = 1e-9;

export class GroundFit {
  readonly ground: Ground | undefined;
  readonly normals: readonly [Float64Array, Float64Array]; // under each foot
  /** [s] from the next sample to the moment for which the ground speaks: ground that moves is where it was then. */
  lead = 0;
  readonly #body: Body;
  readonly #ws: Workspace;
  readonly #floor: number;
  readonly #feet: readonly FitFoot[];
  readonly #point = new Float64Array(6);

  constructor(body: Body, floor: number, ground: Ground | undefined) {
    this.ground = ground;
    this.#body = body;
    this.#floor = floor;
    this.#ws = createWorkspace(body);
    this.normals = [Float64Array.of(0, 1, 0), Float64Array.of(0, 1, 0)];
    this.#feet = ([0, 1] as const).map((foot) => ({
      frame: createFootFrame(body, foot),
      limb: limbOf(body, foot === 0 ? 'left' : 'right', 'leg') as Limb,
      rise: 0,
      turn: Float64Array.of(0, 0, 0, 1),
      target: { position: new Float64Array(3), rotation: new Float64Array(4) },
    }));
  }

  /** Moves the source by h [s] along with ground that moves sideways; h may be negative. */
  carry(h: number, placement: { x: number; z: number }): void {
    if (!this.ground) return;
    let x = 0;
    let z = 0;
    for (const { frame } of this.#feet) {
      footPoint(this.#point, 0, this.#ws, frame, frame.ball);
      const { velocity } = this.ground(this.#point[0], this.#point[2]);
      if (!velocity) continue;
      x += velocity[0] / 2;
      z += velocity[2] / 2;
    }
    placement.x += h * x;
    placement.z += h * z;
  }

  /** q on the ground, in place. */
  apply(q: Float64Array): void {
    if (!this.ground) return;
    forwardKinematics(this.#body, this.#ws, q);
    this.#read();
    const [left, right] = this.#feet;
    if (isLevel(left) && isLevel(right) && Math.abs(left.rise - right.rise) < LEVEL) {
      q[1] += Math.min(left.rise, right.rise);
      return;
    }
    const lower = Math.min(this.#place(left), this.#place(right));
    q[1] += lower;
    for (const { target, limb } of this.#feet) {
      // the workspace holds the hips where they were
      target.position[1] -= lower;
      solveLimb(q, this.#ws, limb, target);
    }
  }

  #read(): void {
    for (let foot = 0; foot < 2; foot++) {
      const f = this.#feet[foot];
      const normal = this.normals[foot];
      footPoint(this.#point, 0, this.#ws, f.frame, f.frame.ball);
      const ground = this.ground!(this.#point[0], this.#point[2]);
      f.rise = ground.height - this.lead * (ground.velocity?.[1] ?? 0) - this.#floor;
      for (let c = 0; c < 3; c++) normal[c] = ground.normal[c];
      this.#point[3] = 0;
      this.#point[4] = 1;
      this.#point[5] = 0;
      quatBetween(f.turn, 0, this.#point, 3, normal, 0);
    }
  }

  /** Where an ankle goes. Returns by how much [m] the hips then have to move up, for the leg to be as long as it was. */
  #place({ limb, frame, rise, turn, target }: FitFoot): number {
    const { position, rotation } = target;
    const ws = this.#ws;
    // the foot turns about its ball, which stays over its place
    footPoint(this.#point, 0, ws, frame, frame.ball);
    multiplyQuat(rotation, 0, turn, 0, ws.segmentRotation, 4 * frame.joint);
    rotate3(position, 0, rotation, 0, frame.ball, 0);
    for (let c = 0; c < 3; c++) position[c] = this.#point[c] - position[c];
    position[1] += rise;
    const { segmentOrigin: o } = ws;
    const hip = 3 * limb.upper;
    const ankle = 3 * limb.end;
    const long = (o[ankle] - o[hip]) ** 2 + (o[ankle + 1] - o[hip + 1]) ** 2 + (o[ankle + 2] - o[hip + 2]) ** 2;
    const aside = (position[0] - o[hip]) ** 2 + (position[2] - o[hip + 2]) ** 2;
    return position[1] + Math.sqrt(Math.max(0, long - aside)) - o[hip + 1];
  }
}

const isLevel = ({ turn }: FitFoot): boolean => Math.abs(turn[0]) + Math.abs(turn[2]) < LEVEL;
