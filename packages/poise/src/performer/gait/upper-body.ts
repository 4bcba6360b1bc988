/** Trunk, head and arms of a gait as turns of the pose request (docs/performer.md). */
import { conjugateQuat, expQuat, logQuat, multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { SIDES } from '../../motion/roles.ts';
import type { Actor } from '../actor.ts';
import type { PoseRequest } from '../pose/request.ts';
import { seriesAt, variationAt } from './channel.ts';
import type { GaitCurves } from './gait.ts';
import type { Variation } from './variation.ts';

const DEGREE = Math.PI / 180;
const HAND_FLEXION = 7 * DEGREE;
const HAND_INWARD = 14 * DEGREE;

/** Angles of a trunk part in the world: forward, left side up, to the left. */
export interface TrunkAngles {
  pitch: number;
  list: number;
  rotation: number;
}

/** What the upper body does in one frame. Arms: rotation vectors to the chest as the left arm's, and elbow. */
export interface UpperBody {
  readonly hips: TrunkAngles;
  readonly chest: TrunkAngles;
  readonly head: TrunkAngles;
  readonly arms: readonly [left: Float64Array, right: Float64Array]; // 4: shoulder x y z, elbow x
}

const ARM = ['upperArmX', 'upperArmY', 'upperArmZ', 'lowerArmX'] as const;

/** The upper body of a gait at a phase. */
export function upperBodyAt(curves: GaitCurves, p: number, arms: readonly [number, number]): UpperBody {
  const part = (pitch: keyof GaitCurves, list: keyof GaitCurves, rotation: keyof GaitCurves): TrunkAngles => ({
    pitch: seriesAt(curves[pitch], p),
    list: seriesAt(curves[list], p),
    rotation: seriesAt(curves[rotation], p),
  });
  const arm = (phase: number, gain: number): Float64Array =>
    Float64Array.from(ARM, (name) => {
      const series = curves[name];
      return series.mean + gain * variationAt(series, phase);
    });
  return {
    hips: part('pelvisTilt', 'pelvisList', 'pelvisRotation'),
    chest: part('chestPitch', 'chestList', 'chestRotation'),
    head: part('headPitch', 'headList', 'headRotation'),
    arms: [arm(p, arms[0]), arm(p + 0.5, arms[1])],
  };
}

/** Adds to the upper body what differs in this stride. */
export function varyUpperBody(upper: UpperBody, curves: GaitCurves, vary: Variation, phase: number): void {
  const slow = phase / vary.strides;
  for (const part of ['chest', 'head'] as const) {
    for (const angle of ['pitch', 'list', 'rotation'] as const) upper[part][angle] += seriesAt(vary[part][angle], slow);
  }
  vary.arms.forEach(({ gain, flexion, abduction, elbow }, k) => {
    const arm = upper.arms[k];
    const more = seriesAt(gain, slow);
    ARM.forEach((name, i) => {
      arm[i] += more * variationAt(curves[name], phase + 0.5 * k);
    });
    arm[0] -= seriesAt(flexion, slow);
    arm[2] += seriesAt(abduction, slow);
    arm[3] -= seriesAt(elbow, slow);
  });
}

const turn = new Float64Array(4);

/** Yaw, then pitch, then list. */
export function trunkQuat(out: Float64Array, { pitch, list, rotation }: TrunkAngles): void {
  quatFromAxisAngle(out, 0, 0, 1, 0, rotation);
  quatFromAxisAngle(turn, 0, 1, 0, 0, pitch);
  multiplyQuat(out, 0, out, 0, turn, 0);
  quatFromAxisAngle(turn, 0, 0, 0, 1, list);
  multiplyQuat(out, 0, out, 0, turn, 0);
}

/** Writes hips, spine, neck, head and arms of a request. The collar bones stay as they are. */
export function writeUpperBody(request: PoseRequest, actor: Actor, upper: UpperBody): void {
  const { roles } = actor;
  const chest = new Float64Array(4);
  const head = new Float64Array(4);
  trunkQuat(request.hipsRotation, upper.hips);
  trunkQuat(chest, upper.chest);
  trunkQuat(head, upper.head);
  shareTurn(request, [roles.spine, roles.chest, roles.upperChest], request.hipsRotation, chest);
  shareTurn(request, [roles.neck, roles.head], chest, head);
  SIDES.forEach((side, i) => {
    const sign = i === 0 ? 1 : -1;
    const arm = upper.arms[i];
    writeVector(request, roles[`${side}UpperArm`], arm[0], sign * arm[1], sign * arm[2]);
    writeVector(request, roles[`${side}LowerArm`], arm[3], 0, 0);
    writeVector(request, roles[`${side}Hand`], 0, -sign * HAND_INWARD, -sign * HAND_FLEXION);
  });
}

/** Spreads the turn from one orientation to another evenly over the joints between them. */
function shareTurn(
  request: PoseRequest,
  joints: readonly (number | undefined)[],
  from: ReadonlyVector,
  to: ReadonlyVector,
): void {
  const turn = new Float64Array(4);
  conjugateQuat(turn, 0, from, 0);
  multiplyQuat(turn, 0, turn, 0, to, 0);
  logQuat(turn, 0, turn, 0);
  const present = joints.filter((joint) => joint !== undefined);
  for (const joint of present) {
    const share = 1 / present.length;
    writeVector(request, joint, share * turn[0], share * turn[1], share * turn[2]);
  }
}

function writeVector(request: PoseRequest, joint: number | undefined, x: number, y: number, z: number): void {
  if (joint === undefined) return;
  expQuat(request.turns, 4 * joint, Float64Array.of(x, y, z), 0);
}
