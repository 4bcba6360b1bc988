/** The motion that goes on underneath: the idle clip, standing wherever pushes have left the character. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import { type Clip, durationOf, frameAt } from '../../motion/clip.ts';
import { sample } from '../../motion/sample.ts';
import { jointCount, quatIndex } from '../../motion/skeleton.ts';
import { type Figure, readFeet, type Stage } from './figure.ts';
import { distance, type Standing, soleBelowAnkle } from './leg-needs.ts';

/** Turn about the origin, then shift. */
export interface Placement {
  yaw: number; // [rad]
  x: number; // [m]
  z: number;
}

/** A seam that a loop may have: mean joint turn [rad] and way of the feet against each other [m]. */
const SEAM = { turn: 0.1, feet: 0.03 };

const LOOK_BACK = 0.1; // [s] over which the speed is taken

export class IdleBase {
  readonly placement: Placement = { yaw: 0, x: 0, z: 0 };
  time = 0; // [s] in the clip
  readonly duration: number; // [s]
  readonly loops: boolean;
  readonly #clip: Clip;
  readonly #turn = new Float64Array(4);

  constructor(clip: Clip, figure: Figure) {
    this.#clip = clip;
    this.duration = durationOf(clip);
    this.loops = this.duration > 0 && seamIsSmall(clip, figure);
  }

  /** q = the placed idle `ahead` seconds from now. Held at its ends. */
  writePose(q: Float64Array, ahead = 0): void {
    sample(q, this.#clip, Math.max(0, Math.min(this.duration, this.time + ahead)));
    const { yaw, x, z } = this.placement;
    if (yaw !== 0) {
      const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
      const [px, pz] = [q[0], q[2]];
      q[0] = cosine * px + sine * pz;
      q[2] = cosine * pz - sine * px;
      quatFromAxisAngle(this.#turn, 0, 0, 1, 0, yaw);
      multiplyQuat(q, 3, this.#turn, 0, q, 3);
    }
    q[0] += x;
    q[2] += z;
  }

  /** Horizontal speed [m/s] now; `q` is overwritten. */
  speed(q: Float64Array): number {
    this.writePose(q);
    const [x, z] = [q[0], q[2]];
    this.writePose(q, -LOOK_BACK);
    return Math.hypot(x - q[0], z - q[2]) / LOOK_BACK;
  }

  /** The same with its feet. Leaves its kinematics in the figure's workspace. */
  writeStage(stage: Stage, figure: Figure, ahead = 0): void {
    this.writePose(stage.q, ahead);
    readFeet(stage, figure);
  }

  /** Moves the placement so that it turns by `yaw` [rad] about the origin and then by (x, z). */
  move(yaw: number, x: number, z: number): void {
    const { placement } = this;
    const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
    const [px, pz] = [placement.x, placement.z];
    placement.yaw += yaw;
    placement.x = cosine * px + sine * pz + x;
    placement.z = cosine * pz - sine * px + z;
  }
}

/** What the stage's standing pose does anyway; the figure's workspace holds its kinematics. */
export function writeStanding(out: Standing, stage: Stage, { body, ws, legs }: Figure): void {
  for (const side of [0, 1] as const) {
    const { upper, end } = legs[side];
    out.floor[side] = Math.min(0, ws.segmentOrigin[3 * end + 1] + soleBelowAnkle(body, stage, side));
    out.reach[side] = distance(ws, upper, end);
    const rise = ws.segmentOrigin[3 * upper + 1] - ws.segmentOrigin[3 * end + 1];
    out.across[side] = Math.sqrt(Math.max(0, out.reach[side] ** 2 - rise * rise));
  }
}

function seamIsSmall(clip: Clip, figure: Figure): boolean {
  const { body, ws } = figure;
  const first = frameAt(clip, 0);
  const last = frameAt(clip, clip.frameCount - 1);
  let sum = 0;
  for (let joint = 1; joint < jointCount(clip.skeleton); joint++) {
    const i = quatIndex(joint);
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += first[i + c] * last[i + c];
    sum += (2 * Math.acos(Math.min(1, Math.abs(dot)))) ** 2;
  }
  if (Math.sqrt(sum / jointCount(clip.skeleton)) > SEAM.turn) return false;
  const [a, b] = [first, last].map((q) => stanceOf(body, q));
  return Math.hypot(a[0] - b[0], a[1] - b[1]) < SEAM.feet;

  function stanceOf(of: Body, q: typeof first): readonly [number, number] {
    forwardKinematics(of, ws, q);
    const [left, right] = of.soles.map(({ foot }) => 3 * foot);
    return [ws.segmentOrigin[left] - ws.segmentOrigin[right], ws.segmentOrigin[left + 2] - ws.segmentOrigin[right + 2]];
  }
}
