/**
 * Which joint plays which part of a person. Roles carry the names of the VRM/glTF humanoid; a skeleton's own names are
 * never changed.
 */
export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export const ROLES = [
  'hips',
  'spine',
  'chest',
  'upperChest',
  'neck',
  'head',
  'leftUpperLeg',
  'leftLowerLeg',
  'leftFoot',
  'leftToes',
  'rightUpperLeg',
  'rightLowerLeg',
  'rightFoot',
  'rightToes',
  'leftShoulder',
  'leftUpperArm',
  'leftLowerArm',
  'leftHand',
  'rightShoulder',
  'rightUpperArm',
  'rightLowerArm',
  'rightHand',
] as const;
export type Role = (typeof ROLES)[number];

/** Joint index per role; absent roles have no entry. */
export type RoleMap = Readonly<Partial<Record<Role, number>>>;

/** Without these there is no person to balance. */
export const REQUIRED_ROLES: readonly Role[] = [
  'hips',
  'leftUpperLeg',
  'leftLowerLeg',
  'leftFoot',
  'rightUpperLeg',
  'rightLowerLeg',
  'rightFoot',
  'head',
  'leftUpperArm',
  'leftLowerArm',
  'rightUpperArm',
  'rightLowerArm',
];

export type RoleOutcome =
  | {
      readonly status: 'humanoid';
      readonly roles: RoleMap;
      readonly by: 'names' | 'topology' | 'map';
      readonly rig: string;
    }
  | { readonly status: 'refused'; readonly reason: string };
