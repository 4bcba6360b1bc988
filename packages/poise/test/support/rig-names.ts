/** Names that rigs of different houses give to the joints of a person. */
import { type Role, SIDES } from '../../src/motion/roles.ts';
import type { ExtraJoint, PersonNames } from './people.ts';

/** How one family of rigs names its joints. */
export interface Convention {
  readonly rig: string;
  readonly trunk: readonly [hips: string, spine: string, chest: string, upperChest: string, neck: string, head: string];
  /** Leg then arm; '' where the rig has no such joint. %: the side. */
  readonly limbs: readonly string[];
  readonly sides: readonly [string, string];
  readonly extras?: readonly ExtraJoint[];
}

const LIMB_ROLES = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes', 'Shoulder', 'UpperArm', 'LowerArm', 'Hand'] as const;

export const CONVENTIONS: readonly Convention[] = [
  {
    rig: 'CMU BVH',
    trunk: ['Hips', 'LowerBack', 'Spine', 'Spine1', 'Neck', 'Head'],
    limbs: ['%UpLeg', '%Leg', '%Foot', '%ToeBase', '%Shoulder', '%Arm', '%ForeArm', '%Hand'],
    sides: ['Left', 'Right'],
    extras: [
      { name: 'LHipJoint', parent: 'Hips', before: 'LeftUpLeg' },
      { name: 'RHipJoint', parent: 'Hips', before: 'RightUpLeg' },
      { name: 'Neck1', parent: 'Neck', before: 'Head' },
      { name: 'LeftFingerBase', parent: 'LeftHand' },
      { name: 'LeftHandIndex1', parent: 'LeftFingerBase' },
      { name: 'LThumb', parent: 'LeftHand' },
    ],
  },
  {
    rig: 'MotionBuilder',
    trunk: [
      'Character1_Hips',
      'Character1_Spine',
      'Character1_Spine1',
      'Character1_Spine2',
      'Character1_Neck',
      'Character1_Head',
    ],
    limbs: ['%UpLeg', '%Leg', '%Foot', '%ToeBase', '%Shoulder', '%Arm', '%ForeArm', '%Hand'],
    sides: ['Left', 'Right'],
  },
  {
    rig: 'CMU Acclaim',
    trunk: ['root', 'lowerback', 'upperback', 'thorax', 'lowerneck', 'head'],
    limbs: ['%femur', '%tibia', '%foot', '%toes', '%clavicle', '%humerus', '%radius', '%wrist'],
    sides: ['l', 'r'],
    extras: [
      { name: 'lhipjoint', parent: 'root', before: 'lfemur' },
      { name: 'rhipjoint', parent: 'root', before: 'rfemur' },
      { name: 'upperneck', parent: 'lowerneck', before: 'head' },
      { name: 'lhand', parent: 'lwrist' },
      { name: 'lfingers', parent: 'lhand' },
    ],
  },
  {
    rig: 'Mixamo',
    trunk: [
      'mixamorig:Hips',
      'mixamorig:Spine',
      'mixamorig:Spine1',
      'mixamorig:Spine2',
      'mixamorig:Neck',
      'mixamorig:Head',
    ],
    limbs: ['UpLeg', 'Leg', 'Foot', 'ToeBase', 'Shoulder', 'Arm', 'ForeArm', 'Hand'].map(
      (part) => `mixamorig:%${part}`,
    ),
    sides: ['Left', 'Right'],
    extras: [
      { name: 'mixamorig:LeftToe_End', parent: 'mixamorig:LeftToeBase' },
      { name: 'mixamorig:HeadTop_End', parent: 'mixamorig:Head' },
      { name: 'mixamorig:LeftHandThumb1', parent: 'mixamorig:LeftHand' },
    ],
  },
  {
    rig: 'Mixamo',
    trunk: [
      'mixamorig1_Hips',
      'mixamorig1_Spine',
      'mixamorig1_Spine1',
      'mixamorig1_Spine2',
      'mixamorig1_Neck',
      'mixamorig1_Head',
    ],
    limbs: ['UpLeg', 'Leg', 'Foot', 'ToeBase', 'Shoulder', 'Arm', 'ForeArm', 'Hand'].map(
      (part) => `mixamorig1_%${part}`,
    ),
    sides: ['Left', 'Right'],
  },
  {
    rig: 'VRM',
    trunk: ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'],
    limbs: ['%UpperLeg', '%LowerLeg', '%Foot', '%Toes', '%Shoulder', '%UpperArm', '%LowerArm', '%Hand'],
    sides: ['left', 'right'],
    extras: [{ name: 'leftEye', parent: 'head' }],
  },
  {
    rig: 'VRM',
    trunk: ['J_Bip_C_Hips', 'J_Bip_C_Spine', 'J_Bip_C_Chest', 'J_Bip_C_UpperChest', 'J_Bip_C_Neck', 'J_Bip_C_Head'],
    limbs: ['UpperLeg', 'LowerLeg', 'Foot', 'ToeBase', 'Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map(
      (p) => `J_Bip_%_${p}`,
    ),
    sides: ['L', 'R'],
    extras: [{ name: 'J_Sec_Hair1_01', parent: 'J_Bip_C_Head' }],
  },
  {
    rig: 'Unreal',
    trunk: ['pelvis', 'spine_01', 'spine_02', 'spine_03', 'neck_01', 'head'],
    limbs: ['thigh_%', 'calf_%', 'foot_%', 'ball_%', 'clavicle_%', 'upperarm_%', 'lowerarm_%', 'hand_%'],
    sides: ['l', 'r'],
    extras: [
      { name: 'thigh_twist_01_l', parent: 'thigh_l' },
      { name: 'upperarm_twist_01_r', parent: 'upperarm_r' },
      { name: 'ik_foot_l', parent: 'pelvis' },
      { name: 'index_01_l', parent: 'hand_l' },
    ],
  },
  {
    rig: 'Rigify',
    trunk: ['DEF-spine', 'DEF-spine.001', 'DEF-spine.002', 'DEF-spine.003', 'DEF-spine.004', 'DEF-spine.006'],
    limbs: [
      'DEF-thigh.%',
      'DEF-shin.%',
      'DEF-foot.%',
      'DEF-toe.%',
      'DEF-shoulder.%',
      'DEF-upper_arm.%',
      'DEF-forearm.%',
      'DEF-hand.%',
    ],
    sides: ['L', 'R'],
    extras: [
      { name: 'DEF-thigh.L.001', parent: 'DEF-thigh.L', before: 'DEF-shin.L', at: [0.09, 0.7, 0] },
      { name: 'DEF-thigh.R.001', parent: 'DEF-thigh.R', before: 'DEF-shin.R', at: [-0.09, 0.7, 0] },
      { name: 'DEF-pelvis.L', parent: 'DEF-spine' },
      { name: 'MCH-foot_ik.L', parent: 'DEF-spine' },
    ],
  },
  {
    rig: 'Rigify',
    trunk: ['pelvis', 'spine', 'spine.001', '', 'neck', 'face'],
    limbs: ['thigh.%', 'shin.%', 'foot.%', '', 'shoulder.%', 'upper_arm.%', 'forearm.%', ''],
    sides: ['L', 'R'],
    extras: [{ name: 'pelvis.L', parent: 'pelvis' }],
  },
  {
    rig: 'Poser',
    trunk: ['hip', 'abdomen', 'chest', '', 'neck', 'head'],
    limbs: ['%Thigh', '%Shin', '%Foot', '%Toe', '%Collar', '%Shldr', '%ForeArm', '%Hand'],
    sides: ['l', 'r'],
    extras: [
      { name: 'lButtock', parent: 'hip', before: 'lThigh' },
      { name: 'leftEye', parent: 'head' },
    ],
  },
  {
    rig: 'DAZ',
    trunk: ['hip', 'abdomenLower', 'chestLower', 'chestUpper', 'neckLower', 'head'],
    limbs: ['%ThighBend', '%Shin', '%Foot', '%Toe', '%Collar', '%ShldrBend', '%ForearmBend', '%Hand'],
    sides: ['l', 'r'],
    extras: [
      { name: 'pelvis', parent: 'hip', before: 'lThighBend' },
      { name: 'lThighTwist', parent: 'lThighBend', before: 'lShin' },
      { name: 'lMetatarsals', parent: 'lFoot', before: 'lToe' },
    ],
  },
  {
    rig: 'LAFAN',
    trunk: ['Hips', 'Spine', 'Spine1', 'Spine2', 'Neck', 'Head'],
    limbs: ['%UpLeg', '%Leg', '%Foot', '%Toe', '%Shoulder', '%Arm', '%ForeArm', '%Hand'],
    sides: ['Left', 'Right'],
  },
  {
    rig: 'Bandai-Namco',
    trunk: ['Hips', 'Spine', 'Chest', '', 'Neck', 'Head'],
    limbs: ['UpperLeg_%', 'LowerLeg_%', 'Foot_%', 'Toes_%', 'Shoulder_%', 'UpperArm_%', 'LowerArm_%', 'Hand_%'],
    sides: ['L', 'R'],
    extras: [{ name: 'joint_Root', parent: 'Hips' }],
  },
  {
    rig: 'SNU',
    trunk: ['Hips', 'Spine', 'Spine1', '', '', 'Head'],
    limbs: ['%UpLeg', '%Leg', '%Foot', '%Toes', '%Shoulder1', '%Arm', '%ForeArm', '%Hand'],
    sides: ['Left', 'Right'],
    extras: [
      { name: 'LeftUpLegDummy', parent: 'Hips', before: 'LeftUpLeg' },
      { name: 'SpineDummy', parent: 'Hips', before: 'Spine' },
      { name: 'HEadDummy', parent: 'Spine1', before: 'Head' },
      { name: 'LeftShoulder1Dummy', parent: 'Spine1', before: 'LeftShoulder1' },
    ],
  },
  {
    rig: '3ds Max Biped',
    trunk: ['Bip01 Pelvis', 'Bip01 Spine', 'Bip01 Spine1', 'Bip01 Spine2', 'Bip01 Neck', 'Bip01 Head'],
    limbs: ['Thigh', 'Calf', 'Foot', 'Toe0', 'Clavicle', 'UpperArm', 'Forearm', 'Hand'].map(
      (part) => `Bip01 % ${part}`,
    ),
    sides: ['L', 'R'],
    extras: [
      { name: 'Bip01 HeadNub', parent: 'Bip01 Head' },
      { name: 'Bip01 L Toe0Nub', parent: 'Bip01 L Toe0' },
      { name: 'Bip01 L Finger0', parent: 'Bip01 L Hand' },
    ],
  },
  {
    rig: 'Collada',
    trunk: ['torso_joint_1', 'torso_joint_2', 'torso_joint_3', '', 'neck_joint_1', 'neck_joint_2'],
    limbs: [
      'leg_joint_%_1',
      'leg_joint_%_2',
      'leg_joint_%_3',
      'leg_joint_%_5',
      '',
      'arm_joint_%_1',
      'arm_joint_%_2',
      'arm_joint_%_3',
    ],
    sides: ['L', 'R'],
  },
  {
    rig: 'OpenSim',
    trunk: ['pelvis', 'torso', '', '', '', 'head'],
    limbs: ['femur_%', 'tibia_%', 'talus_%', 'toes_%', '', 'humerus_%', 'ulna_%', 'hand_%'],
    sides: ['l', 'r'],
    extras: [
      { name: 'calcn_l', parent: 'talus_l', before: 'toes_l' },
      { name: 'radius_l', parent: 'ulna_l', before: 'hand_l' },
    ],
  },
  {
    rig: 'Biovision',
    trunk: ['Hips', 'Chest', '', '', 'Neck', 'Head'],
    limbs: ['%Hip', '%Knee', '%Ankle', '', '%Collar', '%Shoulder', '%Elbow', '%Wrist'],
    sides: ['Left', 'Right'],
  },
  {
    rig: 'own names',
    trunk: [
      'CC_Base_Hip',
      'CC_Base_Waist',
      'CC_Base_Spine01',
      'CC_Base_Spine02',
      'CC_Base_NeckTwist01',
      'CC_Base_Head',
    ],
    limbs: ['Thigh', 'Calf', 'Foot', 'ToeBase', 'Clavicle', 'Upperarm', 'Forearm', 'Hand'].map(
      (part) => `CC_Base_%_${part}`,
    ),
    sides: ['L', 'R'],
    extras: [{ name: 'CC_Base_L_ThighTwist01', parent: 'CC_Base_L_Thigh' }],
  },
  {
    rig: 'SMPL', // its foot is the ball of the foot
    trunk: ['Pelvis', 'Spine1', 'Spine2', 'Spine3', 'Neck', 'Head'],
    limbs: ['%_Hip', '%_Knee', '%_Ankle', '%_Foot', '%_Collar', '%_Shoulder', '%_Elbow', '%_Wrist'],
    sides: ['L', 'R'],
  },
  {
    rig: 'Kinect',
    trunk: ['PELVIS', 'SPINE_NAVEL', 'SPINE_CHEST', '', 'NECK', 'HEAD'],
    limbs: ['HIP_%', 'KNEE_%', 'ANKLE_%', 'FOOT_%', 'CLAVICLE_%', 'SHOULDER_%', 'ELBOW_%', 'WRIST_%'],
    sides: ['LEFT', 'RIGHT'],
  },
  {
    rig: 'Xsens',
    trunk: ['Pelvis', 'L5', 'T12', 'T8', 'Neck', 'Head'],
    limbs: ['UpperLeg', 'LowerLeg', 'Foot', 'Toe', 'Shoulder', 'UpperArm', 'ForeArm', 'Hand'].map((part) => `%${part}`),
    sides: ['Left', 'Right'],
  },
  {
    rig: 'own names', // a foot below a foot is no toe
    trunk: ['Hips', 'Spine', 'Chest', '', 'Neck', 'Head'],
    limbs: ['%Thigh', '%Shin', '%Foot', '', '%Clavicle', '%UpperArm', '%Forearm', '%Hand'],
    sides: ['Left', 'Right'],
    extras: [{ name: 'LeftFoot2', parent: 'LeftFoot' }],
  },
];

/** Joint name per role. */
export function namesOf({ trunk, limbs, sides }: Convention): PersonNames {
  const names: { -readonly [R in Role]?: string } = {};
  (['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'] as const).forEach((role, i) => {
    if (trunk[i]) names[role] = trunk[i];
  });
  SIDES.forEach((side, s) => {
    LIMB_ROLES.forEach((part, i) => {
      if (limbs[i]) names[`${side}${part}`] = limbs[i].replace('%', sides[s]);
    });
  });
  return names;
}
