/**
 * SMPL's tree of joints and a generic body for it. SMPL's own measures are licensed; these lengths were measured on joint positions that
 * are free (HumanML3D's mean skeleton), so results are those of a generic body and not of the shape numbers in the file.
 */
import type { Vec3 } from '../../../math/types.ts';
import type { RawJoint } from '../../raw-motion.ts';

/** Names under which files hold rotations and the way, by maker: AMASS, AIST++, WHAM; SMPL-X of AMASS, GVHMR, GLAMR. */
export const SMPL_NAMES = {
  whole: ['poses', 'smpl_poses', 'pose_world', 'pose'],
  root: ['root_orient', 'global_orient', 'smpl_orient_world'],
  body: ['pose_body', 'body_pose', 'smpl_pose'],
  trans: ['trans', 'transl', 'smpl_trans', 'trans_world', 'root_trans_world'],
} as const;
export const RATE_NAMES = ['mocap_framerate', 'mocap_frame_rate', 'fps', 'framerate'] as const;

/** Name, parent and place in the parent [m]; T-pose, left is +X, up is +Y, front is +Z. */
// biome-ignore format: a table
const BODY: readonly (readonly [name: string, parent: number, offset: Vec3])[] = [
  ['pelvis', -1, [0, 0, 0]],
  ['left_hip', 0, [0.06, -0.087, 0]],
  ['right_hip', 0, [-0.06, -0.087, 0]],
  ['spine1', 0, [0, 0.132, 0]],
  ['left_knee', 1, [0, -0.392, 0]],
  ['right_knee', 2, [0, -0.392, 0]],
  ['spine2', 3, [0, 0.143, 0]],
  ['left_ankle', 4, [0, -0.429, 0]],
  ['right_ankle', 5, [0, -0.429, 0]],
  ['spine3', 6, [0, 0.057, 0]],
  ['left_foot', 7, [0, -0.058, 0.134]],
  ['right_foot', 8, [0, -0.058, 0.134]],
  ['neck', 9, [0, 0.219, 0]],
  ['left_collar', 9, [0.08, 0.115, 0]],
  ['right_collar', 9, [-0.08, 0.115, 0]],
  ['head', 12, [0, 0.092, 0.047]],
  ['left_shoulder', 13, [0.122, 0.035, 0]],
  ['right_shoulder', 14, [-0.122, 0.035, 0]],
  ['left_elbow', 16, [0.26, 0, 0]],
  ['right_elbow', 17, [-0.26, 0, 0]],
  ['left_wrist', 18, [0.268, 0, 0]],
  ['right_wrist', 19, [-0.268, 0, 0]],
];
const FINGERS = ['index', 'middle', 'pinky', 'ring', 'thumb'] as const;
const FINGER_REACH = 0.09; // [m] from wrist to the first joint of a finger; thumbs 0.04
const FINGER_BONE = 0.025; // [m]

/** Joints that a pose of this many has: 22, 24, 52 (with fingers), 55 (with jaw and eyes). Undefined for other numbers. */
export function smplJoints(count: number): readonly RawJoint[] | undefined {
  const joints: RawJoint[] = BODY.map(([name, parent, translation]) => joint(name, parent, translation));
  if (count === 22) return joints;
  if (count === 24) {
    return [...joints, joint('left_hand', 20, [0.08, 0, 0]), joint('right_hand', 21, [-0.08, 0, 0])];
  }
  if (count !== 52 && count !== 55) return undefined;
  if (count === 55) {
    joints.push(
      joint('jaw', 15, [0, 0, 0.03]),
      joint('left_eye', 15, [0.03, 0.06, 0.07]),
      joint('right_eye', 15, [-0.03, 0.06, 0.07]),
    );
  }
  for (const [side, wrist, sign] of [
    ['left', 20, 1],
    ['right', 21, -1],
  ] as const) {
    for (const finger of FINGERS) {
      const reach = finger === 'thumb' ? 0.04 : FINGER_REACH;
      for (let k = 1; k <= 3; k++) {
        const parent = k === 1 ? wrist : joints.length - 1;
        joints.push(joint(`${side}_${finger}${k}`, parent, [sign * (k === 1 ? reach : FINGER_BONE), 0, 0]));
      }
    }
  }
  return joints;
}

const joint = (name: string, parent: number, translation: Vec3): RawJoint => ({
  name,
  parent,
  translation,
  rotation: [0, 0, 0, 1],
  scale: 1,
});

/** [m] from the file's root to the pelvis: translations of SMPL move the model's origin, which lies in its chest. */
export const pelvisFromOrigin = (count: number): Vec3 => (count === 55 ? [0, -0.37, 0.01] : [0, -0.22, 0.03]);
