/** Knees of legs that cross: they point outwards, so that one does not go through the other. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { type Limb, type LimbTarget, limbOf } from '../../ik/leg-ik.ts';
import { smoothstep } from '../../math/ease.ts';
import { type Clip, frameAt } from '../../motion/clip.ts';
import type { FootTarget } from './reach-feet.ts';

const OUTWARDS = 0.8; // tangent of the turn of a knee whose foot is wholly across
const FROM = 0.02; // [m] between the feet, sideways: from there on knees turn, or from where the clip's feet are …
const WHOLLY = 0.25; // … and wholly so this far across
const FASTEST = 8; // [1/s] of it: feet that land elsewhere than they were sent to must not jerk a knee

/** Goes on by dt [s] with how far knees turn for feet that are `apart` [m] sideways, left from right, and `own` in the clip; l: to the
 *  left, x and z. `turned`: the tangent of it. */
export function turnKnees(
  feet: readonly [FootTarget, FootTarget],
  turned: Float64Array,
  apart: number,
  own: number,
  l: readonly [number, number],
  dt: number,
): void {
  const wanted = OUTWARDS * smoothstep((Math.min(FROM, own) - apart) / WHOLLY);
  const most = FASTEST * dt;
  turned[0] += Math.max(-most, Math.min(most, wanted - turned[0]));
  const by = turned[0];
  for (let side = 0; side < 2; side++) {
    const { aside } = feet[side]!;
    aside[0] = (side === 0 ? by : -by) * l[0];
    aside[2] = (side === 0 ? by : -by) * l[1];
  }
}

/** True where the knees of a clip are bent all the time, so that there is a direction that they point to: captured legs that are
 *  straight, or bend the wrong way for a moment, would jerk. */
export function kneesBend(body: Body, clip: Clip): boolean {
  const ws = createWorkspace(body);
  const limbs = (['left', 'right'] as const).map((side) => limbOf(body, side, 'leg'));
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, frameAt(clip, frame));
    for (const limb of limbs) if (!limb || writeKnee(knee, ws, limb) < BENT) return false;
  }
  return true;
}

const BENT = 0.015; // [m] off the line from hip to ankle: four degrees

// memory
const knee = new Float64Array(3);
const turnedTarget = { position: new Float64Array(3), rotation: new Float64Array(4), bendTowards: knee };

/** Writes where the knee is, from the line between hip and ankle; returns how far that is [m]. */
function writeKnee(out: Float64Array, { segmentOrigin: o }: Workspace, { upper, lower, end }: Limb): number {
  let along = 0;
  let length = 0;
  for (let k = 0; k < 3; k++) {
    const leg = o[3 * end + k] - o[3 * upper + k];
    along += leg * (o[3 * lower + k] - o[3 * upper + k]);
    length += leg * leg;
  }
  for (let k = 0; k < 3; k++) {
    const leg = o[3 * end + k] - o[3 * upper + k];
    out[k] = o[3 * lower + k] - o[3 * upper + k] - (along / length) * leg;
  }
  return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}

/** The target with the knee turned: from where it points, by `aside`. ws holds the position level of the leg as it was. */
export function turnedAside(ws: Workspace, limb: Limb, target: LimbTarget, aside: Float64Array): LimbTarget {
  if (aside[0] === 0 && aside[2] === 0) return target;
  const bent = writeKnee(knee, ws, limb);
  if (!(bent > 0)) return target;
  for (let k = 0; k < 3; k++) knee[k] = knee[k] / bent + aside[k];
  turnedTarget.position.set(target.position);
  turnedTarget.rotation.set(target.rotation);
  return turnedTarget;
}
