/** Hands that are near each other keep their distance, hands on the floor stay on it; all others go where the arms lead. */
import { forwardKinematics } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { limbOf, solveLimb } from '../ik/leg-ik.ts';
import { smoothstep } from '../math/ease.ts';
import { SIDES } from '../motion/roles.ts';
import { RETARGET_PARAMETERS } from './parameters.ts';
import type { RigRest } from './rest.ts';

export interface HandAim {
  /** Moves the hands of a pose. Both workspaces hold the poses they belong to; `ours` is out of date afterwards. */
  readonly reach: (q: Float64Array, theirs: Workspace, ours: Workspace) => void;
}

/** Share of what lies between `near` (1) and `far` (0). */
const nearness = (value: number, near: number, far: number): number => 1 - smoothstep((value - near) / (far - near));

/** undefined where one of the two has no hands. */
export function createHandAim(source: RigRest, target: RigRest, scale: number): HandAim | undefined {
  const theirs = SIDES.map((side) => source.body.roles[`${side}Hand`]);
  const arms = SIDES.map((side) => limbOf(target.body, side, 'arm'));
  const [left, right] = theirs;
  const [leftArm, rightArm] = arms;
  if (left === undefined || right === undefined || !leftArm || !rightArm) return undefined;
  const { handsNear, handsFar, handLow, handHigh } = RETARGET_PARAMETERS;
  const armScale = target.armLength / source.armLength;
  const goals = [new Float64Array(3), new Float64Array(3)];
  const rotation = new Float64Array(4);
  return {
    reach: (q, from, ours) => {
      const at = (joint: number, c: number): number => from.segmentOrigin[3 * joint + c];
      const apart = Math.hypot(at(left, 0) - at(right, 0), at(left, 1) - at(right, 1), at(left, 2) - at(right, 2));
      const together = nearness(apart, handsNear, handsFar);
      let moved = false;
      [leftArm, rightArm].forEach((arm, k) => {
        const hand = [left, right][k];
        const onFloor = nearness(at(hand, 1), handLow, handHigh);
        moved ||= together > 0 || onFloor > 0;
        for (let c = 0; c < 3; c++) {
          const own = ours.segmentOrigin[3 * arm.end + c];
          const middle = 0.5 * (ours.segmentOrigin[3 * leftArm.end + c] + ours.segmentOrigin[3 * rightArm.end + c]);
          const side = (k === 0 ? 0.5 : -0.5) * armScale * (at(left, c) - at(right, c));
          const joined = own + together * (middle + side - own);
          goals[k][c] = joined + onFloor * (scale * at(hand, c) - joined);
        }
      });
      if (!moved) return;
      [leftArm, rightArm].forEach((arm, k) => {
        forwardKinematics(target.body, ours, q);
        rotation.set(ours.segmentRotation.subarray(4 * arm.end, 4 * arm.end + 4));
        solveLimb(q, ours, arm, { position: goals[k], rotation });
      });
    },
  };
}
