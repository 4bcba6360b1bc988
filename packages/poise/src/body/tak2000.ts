/**
 * The figure of [Tak00] table 1: lengths as printed, masses 50.0 kg in all, one ball joint each for waist and neck. The paper
 * prints no widths: hips and shoulders are 17 and 34 cm wide here, ankles 7 cm high. Rest pose: standing, arms hanging.
 */
import type { RoleMap } from '../motion/roles.ts';
import { createSkeleton, type EndSite, type Skeleton } from '../motion/skeleton.ts';
import type { Body } from './body.ts';
import { createBody } from './create-body.ts';
import { LENGTH_OVER_STATURE } from './tables.ts';

/** [Tak00] table 1 [m]. */
const LENGTHS = {
  pelvis: 0.155,
  torso: 0.48,
  head: 0.14,
  upperArm: 0.27,
  lowerArm: 0.28,
  upperLeg: 0.3,
  lowerLeg: 0.42,
};
const ANKLE_HEIGHT = 0.07;
const HIP_HALF_WIDTH = 0.085;
const SHOULDER_HALF_WIDTH = 0.17;

/** Soles of the experiments: 21 cm, 5.5 behind and 15.5 cm ahead of the ankle (methods/balance-filter §7 has 6 and 15). */
const SOLE_LENGTH = 0.21;

/** Height of the figure's hips above the ground when it stands [m]. */
export const TAK2000_HIP_HEIGHT = LENGTHS.upperLeg + LENGTHS.lowerLeg + ANKLE_HEIGHT;

export function tak2000Skeleton(): { readonly skeleton: Skeleton; readonly roles: RoleMap } {
  const names: string[] = [];
  const parents: number[] = [];
  const offsets: number[] = [];
  const endSites: EndSite[] = [];
  const add = (name: string, parent: number, x: number, y: number): number => {
    offsets.push(x, y, 0);
    parents.push(parent);
    return names.push(name) - 1;
  };
  const hips = add('hips', -1, 0, 0);
  const spine = add('spine', hips, 0, LENGTHS.pelvis);
  const head = add('head', spine, 0, LENGTHS.torso);
  endSites.push({ joint: head, offset: [0, LENGTHS.head, 0] });
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const upperArm = add(`${side}UpperArm`, spine, sign * SHOULDER_HALF_WIDTH, LENGTHS.torso);
    const lowerArm = add(`${side}LowerArm`, upperArm, 0, -LENGTHS.upperArm);
    const hand = add(`${side}Hand`, lowerArm, 0, -LENGTHS.lowerArm);
    endSites.push({ joint: hand, offset: [0, -0.05, 0] });
    const upperLeg = add(`${side}UpperLeg`, hips, sign * HIP_HALF_WIDTH, 0);
    const lowerLeg = add(`${side}LowerLeg`, upperLeg, 0, -LENGTHS.upperLeg);
    const foot = add(`${side}Foot`, lowerLeg, 0, -LENGTHS.lowerLeg);
    endSites.push({ joint: foot, offset: [0, -ANKLE_HEIGHT, 0.155] });
  }
  const roles = Object.fromEntries(names.map((name, joint) => [name, joint])) as RoleMap;
  return { skeleton: createSkeleton({ names, parents, offsets, endSites }), roles };
}

/** The body of [Tak00]; soleScale 0.5 and 1.8 are its small and large feet. */
export function tak2000Body(soleScale = 1): Body {
  const { skeleton, roles } = tak2000Skeleton();
  const height = TAK2000_HIP_HEIGHT + LENGTHS.pelvis + LENGTHS.torso + LENGTHS.head;
  const usualSole = LENGTH_OVER_STATURE.foot * height;
  const plane = { up: [0, 1, 0] as const, ankleHeight: ANKLE_HEIGHT };
  return createBody(skeleton, roles, {
    table: 'tak2000',
    height,
    soleScale: (soleScale * SOLE_LENGTH) / usualSole,
    solePlanes: { left: plane, right: plane },
  });
}
