/** A person made by code: an adult of given stature with joint centres at the mean places of de Leva's men, facing +Z. */
import type { RoleMap } from '../../src/motion/roles.ts';
import { createSkeleton, type Skeleton } from '../../src/motion/skeleton.ts';

export interface PersonOptions {
  readonly height?: number; // [m]
  readonly spineJoints?: number; // between hips and neck, 1 to 5
  readonly arms?: 'down' | 'side'; // rest pose
}

/** Rest pose: standing, root at the origin (hips, slightly above the hip joints), frames parallel to the world. */
export function makePerson(options: PersonOptions = {}): { skeleton: Skeleton; roles: RoleMap } {
  const { height = 1.741, spineJoints = 3, arms = 'down' } = options;
  const k = height / 1.741;
  const names: string[] = [];
  const parents: number[] = [];
  const offsets: number[] = [];
  const endSites: { joint: number; offset: readonly [number, number, number] }[] = [];
  const roles: Record<string, number> = {};
  const add = (name: string, parent: number, x: number, y: number, z: number): number => {
    names.push(name);
    parents.push(parent);
    offsets.push(k * x, k * y, k * z);
    roles[name] = names.length - 1;
    return names.length - 1;
  };
  const hips = add('hips', -1, 0, 0, 0);
  const hipDrop = 0.05;
  // Spine joints at equal steps up to the height of the shoulders, 0.5155 above the hip joints.
  const spineTop = 0.5155 - hipDrop;
  let below = hips;
  const labels: Record<number, readonly string[]> = {
    1: ['spine'],
    2: ['spine', 'chest'],
    3: ['spine', 'chest', 'upperChest'],
    4: ['spine', 'extra1', 'chest', 'upperChest'],
    5: ['spine', 'extra1', 'extra2', 'chest', 'upperChest'],
  };
  for (const label of labels[spineJoints]) below = add(label, below, 0, spineTop / (spineJoints + 1), 0);
  const shoulderRise = spineTop / (spineJoints + 1);
  const neck = add('neck', below, 0, shoulderRise + 0.06, 0);
  const head = add('head', neck, 0, 0.09, 0);
  endSites.push({ joint: head, offset: [0, k * (0.6033 + 0.2429 - 0.5155 - 0.06 - 0.09), 0] });
  for (const [side, s] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const shoulder = add(`${side}Shoulder`, below, 0.03 * s, shoulderRise, 0);
    const down = arms === 'down' ? 1 : 0;
    const out = s * (1 - down);
    const upperArm = add(`${side}UpperArm`, shoulder, 0.15 * s, 0, 0);
    const lowerArm = add(`${side}LowerArm`, upperArm, out * 0.2817, -down * 0.2817, 0);
    const hand = add(`${side}Hand`, lowerArm, out * 0.2689, -down * 0.2689, 0);
    endSites.push({ joint: hand, offset: [k * out * 0.1879, -k * down * 0.1879, 0] });
    const upperLeg = add(`${side}UpperLeg`, hips, 0.09 * s, -hipDrop, 0);
    const lowerLeg = add(`${side}LowerLeg`, upperLeg, 0, -0.4222, 0);
    const foot = add(`${side}Foot`, lowerLeg, 0, -0.4403, 0);
    const toes = add(`${side}Toes`, foot, 0, -0.05, 0.13);
    endSites.push({ joint: toes, offset: [0, 0, k * 0.065] });
  }
  return { skeleton: createSkeleton({ names, parents, offsets, endSites }), roles: roles as RoleMap };
}

/** Height of the hip joints above the ground in the rest pose [m]: legs and ankle of de Leva's men. */
export const HIP_JOINT_HEIGHT = 0.4222 + 0.4403 + 0.07;
