/** Avatars as modellers and exporters of different houses make them. */
import type * as THREE from 'three';
import { ROLES, type Role } from '../../src/motion/roles.ts';
import type { AvatarSpec } from './avatars.ts';

type Names = (role: Role) => string | undefined;
type Side = 'left' | 'right';

/** Names of the trunk by role, of limbs by part. */
const table =
  (names: Readonly<Record<string, string>>, limb: (part: string, side: Side) => string): Names =>
  (role) => {
    const side = (['left', 'right'] as const).find((one) => role.startsWith(one));
    if (!side) return names[role];
    const part = names[role.slice(side.length)];
    return part === undefined ? undefined : limb(part, side);
  };
const letter = (side: Side): string => side[0]!;
const capital = (side: Side): string => side[0]!.toUpperCase();

const mixamo = (prefix: string): Names =>
  table(
    {
      hips: `${prefix}Hips`,
      spine: `${prefix}Spine`,
      chest: `${prefix}Spine1`,
      upperChest: `${prefix}Spine2`,
      neck: `${prefix}Neck`,
      head: `${prefix}Head`,
      UpperLeg: 'UpLeg',
      LowerLeg: 'Leg',
      Foot: 'Foot',
      Toes: 'ToeBase',
      Shoulder: 'Shoulder',
      UpperArm: 'Arm',
      LowerArm: 'ForeArm',
      Hand: 'Hand',
    },
    (p, s) => `${prefix}${s === 'left' ? 'Left' : 'Right'}${p}`,
  );
const vrm = table(
  {
    hips: 'J_Bip_C_Hips',
    spine: 'J_Bip_C_Spine',
    chest: 'J_Bip_C_Chest',
    upperChest: 'J_Bip_C_UpperChest',
    neck: 'J_Bip_C_Neck',
    head: 'J_Bip_C_Head',
    UpperLeg: 'UpperLeg',
    LowerLeg: 'LowerLeg',
    Foot: 'Foot',
    Toes: 'ToeBase',
    Shoulder: 'Shoulder',
    UpperArm: 'UpperArm',
    LowerArm: 'LowerArm',
    Hand: 'Hand',
  },
  (p, s) => `J_Bip_${capital(s)}_${p}`,
);
const ue = table(
  {
    hips: 'pelvis',
    spine: 'spine_01',
    chest: 'spine_02',
    upperChest: 'spine_03',
    neck: 'neck_01',
    head: 'head',
    UpperLeg: 'thigh',
    LowerLeg: 'calf',
    Foot: 'foot',
    Toes: 'ball',
    Shoulder: 'clavicle',
    UpperArm: 'upperarm',
    LowerArm: 'lowerarm',
    Hand: 'hand',
  },
  (p, s) => `${p}_${letter(s)}`,
);
const biped = table(
  {
    hips: 'Bip01 Pelvis',
    spine: 'Bip01 Spine',
    chest: 'Bip01 Spine1',
    upperChest: 'Bip01 Spine2',
    neck: 'Bip01 Neck',
    head: 'Bip01 Head',
    UpperLeg: 'Thigh',
    LowerLeg: 'Calf',
    Foot: 'Foot',
    Toes: 'Toe0',
    Shoulder: 'Clavicle',
    UpperArm: 'UpperArm',
    LowerArm: 'Forearm',
    Hand: 'Hand',
  },
  (p, s) => `Bip01 ${capital(s)} ${p}`,
);
const rigify = table(
  {
    hips: 'DEF-spine',
    spine: 'DEF-spine.001',
    chest: 'DEF-spine.002',
    upperChest: 'DEF-spine.003',
    neck: 'DEF-spine.004',
    head: 'DEF-spine.006',
    UpperLeg: 'DEF-thigh',
    LowerLeg: 'DEF-shin',
    Foot: 'DEF-foot',
    Toes: 'DEF-toe',
    Shoulder: 'DEF-shoulder',
    UpperArm: 'DEF-upper_arm',
    LowerArm: 'DEF-forearm',
    Hand: 'DEF-hand',
  },
  (p, s) => `${p}.${capital(s)}`,
);
const cc = table(
  {
    hips: 'CC_Base_Hip',
    spine: 'CC_Base_Waist',
    chest: 'CC_Base_Spine01',
    upperChest: 'CC_Base_Spine02',
    neck: 'CC_Base_NeckTwist01',
    head: 'CC_Base_Head',
    UpperLeg: 'Thigh',
    LowerLeg: 'Calf',
    Foot: 'Foot',
    Toes: 'ToeBase',
    Shoulder: 'Clavicle',
    UpperArm: 'Upperarm',
    LowerArm: 'Forearm',
    Hand: 'Hand',
  },
  (p, s) => `CC_Base_${capital(s)}_${p}`,
);
const smpl = table(
  {
    hips: 'Pelvis',
    spine: 'Spine1',
    chest: 'Spine2',
    upperChest: 'Spine3',
    neck: 'Neck',
    head: 'Head',
    UpperLeg: 'Hip',
    LowerLeg: 'Knee',
    Foot: 'Ankle',
    Toes: 'Foot',
    Shoulder: 'Collar',
    UpperArm: 'Shoulder',
    LowerArm: 'Elbow',
    Hand: 'Wrist',
  },
  (p, s) => `${capital(s)}_${p}`,
);
const quaternius = table(
  {
    hips: 'Hips',
    spine: 'Abdomen',
    chest: 'Torso',
    neck: 'Neck',
    head: 'Head',
    UpperLeg: 'UpperLeg',
    LowerLeg: 'LowerLeg',
    Foot: 'Foot',
    UpperArm: 'UpperArm',
    LowerArm: 'LowerArm',
    Hand: 'Palm',
  },
  (p, s) => `${p}.${capital(s)}`,
);
const numbered: Names = (role) => `Bone_${7 + 3 * ROLES.indexOf(role)}`;
const without =
  (names: Names, ...parts: readonly string[]): Names =>
  (role) =>
    parts.some((part) => role.endsWith(part)) ? undefined : names(role);
/** As Blender exports: z up below a node that turns it, in another unit. */
const blender =
  (x: number, y = x, z = x) =>
  (node: THREE.Object3D): void => {
    node.rotation.x = -Math.PI / 2;
    node.scale.set(x, y, z);
  };

export const AVATARS: readonly AvatarSpec[] = [
  { id: 'roles', name: (role) => role },
  { id: 'vrm', name: vrm, above: ['Root'] },
  {
    id: 'vrm0 turned about',
    name: vrm,
    above: ['Root'],
    world: (node) => node.position.set(3, 0, -2) && node.rotation.set(0, Math.PI, 0),
  },
  { id: 'vrm without chest bones', name: without(vrm, 'upperChest', 'chest', 'Toes') },
  {
    id: 'mixamo cm',
    name: mixamo('mixamorig'),
    unit: 0.01,
    axes: 'along',
    armature: (node) => node.scale.setScalar(0.01),
  },
  {
    id: 'mixamo cm z-up armature',
    name: mixamo('mixamorig:'),
    unit: 0.01,
    axes: 'along',
    zUp: true,
    armature: blender(0.01),
    armsDown: 0.6,
  },
  { id: 'rpm A-pose', name: mixamo(''), armsDown: 0.8, axes: 'along' },
  {
    id: 'ue leaf twists',
    name: ue,
    above: ['root'],
    unit: 0.01,
    zUp: true,
    armature: blender(0.01),
    axes: 'any',
    twists: 'leaf',
    armsDown: 0.9,
  },
  {
    id: 'biped, clavicles on the neck',
    name: biped,
    above: ['Bip01'],
    clavicleOn: 'neck',
    axes: 'any',
    twists: 'leaf',
  },
  {
    id: 'rigify chain twists',
    name: rigify,
    above: ['root'],
    axes: 'along',
    twists: 'chain',
    zUp: true,
    armature: blender(1),
    armsDown: 0.7,
  },
  {
    id: 'cc pelvis',
    name: cc,
    above: ['CC_Base_BoneRoot'],
    legsOn: 'CC_Base_Pelvis',
    axes: 'any',
    unit: 0.01,
    armature: (node) => node.scale.setScalar(0.01),
    armsDown: 0.5,
    twists: 'leaf',
  },
  { id: 'smpl', name: smpl, above: ['root'] },
  {
    id: 'quaternius',
    name: quaternius,
    above: ['Root', 'Body'],
    axes: 'along',
    zUp: true,
    armature: blender(100),
    unit: 100,
    armsDown: 1,
  },
  { id: 'numbered, no toes', name: without(numbered, 'Toes') },
  { id: 'no clavicles, no neck', name: without((role) => role, 'Shoulder', 'neck') },
  { id: 'no hands, no toes', name: without((role) => role, 'Hand', 'Toes') },
  { id: 'child', name: mixamo(''), size: 0.6 },
  { id: 'giant 3.5 m', name: vrm, size: 2 },
  { id: 'armature 1,1.15,1', name: mixamo(''), axes: 'along', armature: (node) => node.scale.set(1, 1.15, 1) },
  { id: 'armature 0.85,1,0.85', name: mixamo(''), axes: 'any', armature: (node) => node.scale.set(0.85, 1, 0.85) },
  {
    id: 'z-up armature 1,1,1.2 cm',
    name: mixamo('mixamorig'),
    unit: 0.01,
    zUp: true,
    armature: blender(0.01, 0.01, 0.012),
    axes: 'along',
    armsDown: 0.6,
  },
  {
    id: 'world turned and scaled 1.3, far',
    name: mixamo(''),
    axes: 'any',
    world: (node) => node.position.set(800, 12, -640) && node.rotation.set(0, 2.2, 0) && node.scale.setScalar(1.3),
  },
  { id: 'skin without links', name: mixamo(''), axes: 'along', unskinned: /Spine1|Neck|LeftShoulder/ },
  { id: 'twists not skinned', name: rigify, axes: 'any', twists: 'chain', unskinned: /Twist/ },
  { id: 'loose weapon first', name: vrm, axes: 'along', loose: 'Weapon_R' },
  { id: 'big head', name: mixamo(''), axes: 'along', grown: { head: 1.6 } },
  {
    id: 'chibi: big head, short arms',
    name: vrm,
    grown: { head: 1.8, leftUpperArm: 0.8, rightUpperArm: 0.8 },
    size: 0.7,
  },
  { id: 'hips scaled', name: mixamo(''), axes: 'any', grown: { hips: 1.1 } },
];
