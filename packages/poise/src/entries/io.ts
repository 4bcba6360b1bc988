/** `poise/io`: laboratory files, the border between files and clips, roles, skins. Motion files are read and written by `poise` itself. */
export type { AnimatedProp, SolidShape } from '../motion/animated-prop.ts';
export { type ClipSource, type ExtraTrack, type FileFrame, fileFrame } from '../motion/clip.ts';
export { findRoles } from '../motion/find-roles.ts';
export { clockOf, onClock, totalPlate } from '../motion/force-plates.ts';
export { type C3dTrial, readC3d } from '../motion/formats/c3d.ts';
export { assetExtras } from '../motion/formats/gltf-extras.ts';
export { readForces } from '../motion/formats/mot-forces.ts';
export { readTable } from '../motion/formats/mot-table.ts';
export { type OsimBodyData, osimClip } from '../motion/formats/osim-clip.ts';
export { type OsimModel, readOsim } from '../motion/formats/osim-model.ts';
export { readTrc } from '../motion/formats/trc.ts';
export { type FromClipOptions, fromClip } from '../motion/from-clip.ts';
export {
  type BodyMeasures,
  type FitResidual,
  type MarkerClipOptions,
  type MarkerMotion,
  markersToClip,
} from '../motion/markers/markers-to-clip.ts';
export type { FileTree, RawJoint, RawMotion } from '../motion/raw-motion.ts';
export * from '../motion/recording.ts';
export { referencePoseOfClip } from '../motion/reference-pose.ts';
export { parseRoleMap, printRoleMap, ROLE_CHAINS, type RoleNames } from '../motion/role-map.ts';
export { REQUIRED_ROLES } from '../motion/roles.ts';
export * from '../motion/skinned-mesh.ts';
export { toClip } from '../motion/to-clip.ts';
export type { EncodedPicture } from '../report/picture/encoded.ts';
export { type GifColours, type GifPicture, writeGif } from '../report/picture/gif.ts';
export { coloursOf } from '../report/picture/median-cut.ts';
export { type Mp4Track, writeMp4 } from '../report/picture/mp4.ts';
export { type WebmTrack, writeWebm } from '../report/picture/webm.ts';
