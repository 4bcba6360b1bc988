/** Kimodo's skeletons: names and parents by the number of joints. Where bones are is in the file itself. */

export interface KimodoTree {
  readonly names: readonly string[];
  readonly parents: readonly number[];
}

const below = (pairs: readonly (readonly [name: string, parent: string])[]): KimodoTree => {
  const names = pairs.map(([name]) => name);
  return { names, parents: pairs.map(([, parent]) => names.indexOf(parent)) };
};

const TRUNK: readonly (readonly [string, string])[] = [
  ['Hips', ''],
  ['Spine1', 'Hips'],
  ['Spine2', 'Spine1'],
  ['Chest', 'Spine2'],
  ['Neck1', 'Chest'],
  ['Neck2', 'Neck1'],
  ['Head', 'Neck2'],
];

const arm = (side: string): readonly (readonly [string, string])[] => [
  [`${side}Shoulder`, 'Chest'],
  [`${side}Arm`, `${side}Shoulder`],
  [`${side}ForeArm`, `${side}Arm`],
  [`${side}Hand`, `${side}ForeArm`],
];

const leg = (side: string): readonly (readonly [string, string])[] => [
  [`${side}Leg`, 'Hips'],
  [`${side}Shin`, `${side}Leg`],
  [`${side}Foot`, `${side}Shin`],
  [`${side}ToeBase`, `${side}Foot`],
];

function fingers(side: string): readonly (readonly [string, string])[] {
  const hand = `${side}Hand`;
  return ['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'].flatMap((finger) => {
    const joints = [
      ...Array.from({ length: finger === 'Thumb' ? 3 : 4 }, (_, k) => `${hand}${finger}${k + 1}`),
      `${hand}${finger}End`,
    ];
    return joints.map((name, k) => [name, k === 0 ? hand : joints[k - 1]] as const);
  });
}

const face: readonly (readonly [string, string])[] = [
  ['Jaw', 'Head'],
  ['LeftEye', 'Head'],
  ['RightEye', 'Head'],
];
const tips = (side: string): readonly (readonly [string, string])[] =>
  ['Thumb', 'Middle'].map((finger) => [`${side}Hand${finger}End`, `${side}Hand`] as const);

const TREES: Readonly<Record<number, KimodoTree>> = {
  30: below([
    ...TRUNK,
    ...face,
    ...arm('Left'),
    ...tips('Left'),
    ...arm('Right'),
    ...tips('Right'),
    ...leg('Left'),
    ...leg('Right'),
  ]),
  77: below([
    ...TRUNK,
    ['HeadEnd', 'Head'],
    ...face,
    ...arm('Left'),
    ...fingers('Left'),
    ...arm('Right'),
    ...fingers('Right'),
    ...leg('Left'),
    ['LeftToeEnd', 'LeftToeBase'],
    ...leg('Right'),
    ['RightToeEnd', 'RightToeBase'],
  ]),
};

export const kimodoTree = (joints: number): KimodoTree | undefined => TREES[joints];
