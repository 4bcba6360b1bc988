/** Sets of key points that cameras and models give, by the order of their numbers. Names are those that `poseFromPoints` knows. */

/** Points of a person. Sided ones have the side in front. */
export type PointName =
  | 'pelvis'
  | 'spine'
  | 'spine2'
  | 'chest'
  | 'neck'
  | 'head'
  | 'nose'
  | `${'left' | 'right'}${'Hip' | 'Knee' | 'Ankle' | 'Heel' | 'Toe' | 'SmallToe' | 'Collar' | 'Shoulder' | 'Elbow' | 'Wrist' | 'Ear'}`;

export interface PointSet {
  readonly title: string;
  readonly points: readonly (PointName | undefined)[]; // undefined: not needed
  readonly rate: number; // [Hz] usual, where files do not say
}

const sided = (order: readonly ('left' | 'right')[], names: readonly string[]): PointName[] =>
  order.flatMap((side) => names.map((name) => `${side}${name}` as PointName));

/** SMPL's first 22 joints: HumanML3D and the models that learn from it. */
const SMPL_22: readonly PointName[] = [
  'pelvis',
  'leftHip',
  'rightHip',
  'spine',
  'leftKnee',
  'rightKnee',
  'spine2',
  'leftAnkle',
  'rightAnkle',
  'chest',
  'leftToe',
  'rightToe',
  'neck',
  'leftCollar',
  'rightCollar',
  'head',
  'leftShoulder',
  'rightShoulder',
  'leftElbow',
  'rightElbow',
  'leftWrist',
  'rightWrist',
];

const H36M_17: readonly PointName[] = [
  'pelvis',
  ...sided(['right', 'left'], ['Hip', 'Knee', 'Ankle']),
  'spine',
  'neck',
  'nose',
  'head',
  ...sided(['left', 'right'], ['Shoulder', 'Elbow', 'Wrist']),
];

const NOWHERE = (count: number): undefined[] => Array.from({ length: count }, () => undefined);

const MEDIAPIPE_33: readonly (PointName | undefined)[] = [
  'nose',
  ...NOWHERE(6),
  'leftEar',
  'rightEar',
  ...NOWHERE(2),
  'leftShoulder',
  'rightShoulder',
  'leftElbow',
  'rightElbow',
  'leftWrist',
  'rightWrist',
  ...NOWHERE(6),
  'leftHip',
  'rightHip',
  'leftKnee',
  'rightKnee',
  'leftAnkle',
  'rightAnkle',
  'leftHeel',
  'rightHeel',
  'leftToe',
  'rightToe',
];

const BODY_25: readonly (PointName | undefined)[] = [
  'nose',
  'neck',
  ...sided(['right', 'left'], ['Shoulder', 'Elbow', 'Wrist']),
  'pelvis',
  ...sided(['right', 'left'], ['Hip', 'Knee', 'Ankle']),
  ...NOWHERE(2),
  'rightEar',
  'leftEar',
  'leftToe',
  'leftSmallToe',
  'leftHeel',
  'rightToe',
  'rightSmallToe',
  'rightHeel',
];

/** By how many points a file has. */
export const POINT_SETS: Readonly<Record<number, PointSet>> = {
  16: { title: 'Human3.6M, 16 points', points: H36M_17.filter((point) => point !== 'nose'), rate: 30 },
  17: { title: 'Human3.6M, 17 points', points: H36M_17, rate: 30 },
  22: { title: 'SMPL, 22 joints (HumanML3D)', points: SMPL_22, rate: 20 },
  24: { title: 'SMPL, 24 joints', points: [...SMPL_22, ...NOWHERE(2)], rate: 30 },
  25: { title: 'BODY_25', points: BODY_25, rate: 30 },
  33: { title: 'MediaPipe, 33 points', points: MEDIAPIPE_33, rate: 30 },
  67: { title: 'BODY_25 with hands', points: [...BODY_25, ...NOWHERE(42)], rate: 30 },
  543: { title: 'MediaPipe with hands and face', points: [...MEDIAPIPE_33, ...NOWHERE(510)], rate: 30 },
};

const WORDS: Readonly<Record<string, string>> = {
  hip: 'Hip',
  knee: 'Knee',
  ankle: 'Ankle',
  heel: 'Heel',
  bigtoe: 'Toe',
  footindex: 'Toe',
  smalltoe: 'SmallToe',
  shoulder: 'Shoulder',
  elbow: 'Elbow',
  wrist: 'Wrist',
  ear: 'Ear',
};
const MIDDLE: Readonly<Record<string, PointName>> = {
  neck: 'neck',
  head: 'head',
  nose: 'nose',
  midhip: 'pelvis',
  pelvis: 'pelvis',
};

/** A point by a name such as RHip, LBigToe, left_hip; undefined where the name is another. */
export function pointNamed(name: string): PointName | undefined {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (Object.hasOwn(MIDDLE, plain)) return MIDDLE[plain];
  const match = /^(left|right|l|r)(.+)$/.exec(plain);
  if (!match || !Object.hasOwn(WORDS, match[2])) return undefined;
  return `${match[1].startsWith('l') ? 'left' : 'right'}${WORDS[match[2]]}` as PointName;
}
