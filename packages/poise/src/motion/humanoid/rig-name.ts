/** Which tool or data set a skeleton's names come from, for reports. The first row that fits wins. */
const RIGS: readonly (readonly [rig: string, ...marks: readonly RegExp[]])[] = [
  ['Mixamo', /^mixamorig\d*[:_]?/],
  ['VRM', /^J_Bip_L_UpperLeg$/],
  ['Unreal', /^pelvis$/, /^thigh_l$/i, /^calf_l$/i],
  ['3ds Max Biped', /(^|\.)Bip\d+[ _]?L[ _]Thigh$/i],
  ['Rigify', /^(DEF-|ORG-)?thigh[._]L/, /^(DEF-|ORG-)?shin[._]L/],
  ['DAZ', /^lThighBend$/, /^lShldrBend$/],
  ['Poser', /^lThigh$/, /^lShldr$/],
  ['CMU Acclaim', /^lfemur$/, /^ltibia$/],
  ['OpenSim', /^femur_[lr]$/, /^calcn_[lr]$/],
  ['Bandai-Namco', /^joint_Root$/, /^UpperLeg_L$/],
  ['CMU BVH', /^LHipJoint$/, /^LeftUpLeg$/],
  ['SNU', /^LeftUpLeg$/, /^LeftToes$/],
  ['LAFAN', /^LeftUpLeg$/, /^Spine3$|^LeftToe$/],
  ['MotionBuilder', /^LeftUpLeg$/, /^LeftForeArm$/],
  ['VRM', /^leftUpperLeg$/, /^leftLowerLeg$/],
  ['Biovision', /^LeftHip$/, /^LeftKnee$/],
  ['Collada', /leg_joint_L_\d/],
  ['SMPL', /^(L_Hip|left_hip)$/, /^(L_Ankle|left_ankle)$/, /^(L_Foot|left_foot)$/],
  ['Kinect', /^Hip_?Left$/i, /^Ankle_?Left$/i],
  ['Xsens', /^L5$/, /^T8$/, /^LeftUpperLeg$/],
];

export function rigName(names: readonly string[]): string {
  const row = RIGS.find(([, ...marks]) => marks.every((mark) => names.some((name) => mark.test(name))));
  return row ? row[0] : 'own names';
}
