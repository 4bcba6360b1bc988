/** Unit, up axis and ground of a file, found from the person in it, with the evidence. */
import { rotate3 } from '../math/quat.ts';
import type { FileFrame, ImportNote } from './clip.ts';
import { statedForward, worldFromAxes } from './forward-axis.ts';
import { forwardNote } from './infer-forward.ts';
import { inferGround, SOLE_BELOW } from './infer-ground.ts';
import { type PoseSamples, samplePoses } from './infer-poses.ts';
import { boneLength, statureOf } from './infer-stature.ts';
import { inferUnit } from './infer-unit.ts';
import { inferUp, UP_AXES, type UpAxis } from './infer-up.ts';
import type { SkeletonCut } from './raw-cut.ts';
import type { BorderOptions, RawMotion } from './raw-motion.ts';
import { subtreeOf } from './raw-tree.ts';
import { type RoleMap, SIDES } from './roles.ts';

/** Frames looked at: enough to see the floor under a walk, few enough for a long take. */
const FRAMES = 300;

export interface InferredFrame {
  readonly frame: FileFrame;
  readonly notes: readonly ImportNote[];
}

/** `roles` in nodes of the file; `from`: first frame of the motion. Options win over what the file says or shows. */
export function inferFrame(
  raw: RawMotion,
  cut: SkeletonCut,
  roles: RoleMap | undefined,
  from: number,
  options: BorderOptions,
): InferredFrame {
  const poses = samplePoses(raw, from, FRAMES);
  const stature = roles && statureInFile(raw, cut, roles);
  const unit = inferUnit({
    option: options.metresPerUnit,
    stated: raw.statedMetresPerUnit,
    stature,
    size: longestReach(cut),
  });
  const up = inferUp({ option: options.up, stated: raw.statedUp, poses, roles });
  const soles = roles && stature ? soleHeights(raw, poses, roles, up.up, stature) : [];
  const ground = inferGround(
    soles.map((height) => height * unit.metresPerUnit),
    options.groundHeight,
  );
  const worldFromFile = worldFromAxes(up.up, options.forward);
  const facing = roles && forwardNote(leftwardIn(poses.frames[0] ?? poses.rest, roles, worldFromFile));
  const forward = options.forward === undefined ? [] : [statedForward(options.forward)];
  return {
    frame: { metresPerUnit: unit.metresPerUnit, worldFromFile, groundHeight: ground.groundHeight },
    notes: [...unit.notes, ...up.notes, ...ground.notes, ...forward, ...(facing ? [facing] : [])],
  };
}

/** Stature [file units] from the rigid bones; the head's own end sites and end joints tell where it ends. */
function statureInFile(raw: RawMotion, cut: SkeletonCut, roles: RoleMap): number {
  const jointOf = new Map(cut.nodes.map((node, joint) => [node, joint]));
  const inCut = Object.fromEntries(Object.entries(roles).map(([role, node]) => [role, jointOf.get(node)!])) as RoleMap;
  const head = inCut.head!;
  let headTop = 0;
  cut.nodes.forEach((_, joint) => {
    if (cut.parents[joint] === head) headTop = Math.max(headTop, boneLength(cut, joint));
  });
  for (const { joint: node, offset } of raw.endSites) {
    if (node === cut.nodes[head]) headTop = Math.max(headTop, cut.scaleInside[head] * Math.hypot(...offset));
  }
  return statureOf(cut, inCut, headTop);
}

/** Lowest point of the soles per sampled frame [file units along the up axis]. */
function soleHeights(raw: RawMotion, poses: PoseSamples, roles: RoleMap, up: UpAxis, stature: number): number[] {
  const points = SIDES.flatMap((side) => solePoints(raw, roles[`${side}Foot`]!, roles[`${side}Toes`]));
  const [x, y, z] = UP_AXES[up].axis;
  const seen = poses.frames.length > 0 ? poses.frames : [poses.rest];
  return seen.map((pose) =>
    Math.min(
      ...points.map(
        ({ point, below }) => x * pose[3 * point] + y * pose[3 * point + 1] + z * pose[3 * point + 2] - below * stature,
      ),
    ),
  );
}

/** Points of a foot, as numbered in PoseSamples, with the share of stature that the sole lies below each. Ankle and toe joint tell; the tips
 *  of captured toes point anywhere (down to 16 cm below the floor), so they count only where the rig has no toe joint. */
function solePoints(raw: RawMotion, foot: number, toes: number | undefined): { point: number; below: number }[] {
  const ankle = { point: foot, below: SOLE_BELOW.ankle };
  if (toes !== undefined) return [ankle, { point: toes, below: SOLE_BELOW.ball }];
  const nodes = subtreeOf(raw.joints, foot);
  const inFoot = new Set(nodes);
  const tips = raw.endSites.flatMap(({ joint, offset }, e) =>
    inFoot.has(joint) && Math.hypot(...offset) > 0 ? [{ point: raw.joints.length + e, below: SOLE_BELOW.tip }] : [],
  );
  const joints = nodes.filter((node) => node !== foot).map((node) => ({ point: node, below: SOLE_BELOW.tip }));
  return [ankle, ...joints, ...tips];
}

/** From right to left across hips and shoulders, in clip axes. */
function leftwardIn(pose: Float64Array, roles: RoleMap, worldFromFile: FileFrame['worldFromFile']): Float64Array {
  const leftward = new Float64Array(3);
  for (const [left, right] of [
    [roles.leftUpperLeg!, roles.rightUpperLeg!],
    [roles.leftUpperArm!, roles.rightUpperArm!],
  ]) {
    for (let k = 0; k < 3; k++) leftward[k] += pose[3 * left + k] - pose[3 * right + k];
  }
  rotate3(leftward, 0, Float64Array.from(worldFromFile), 0, leftward, 0);
  return leftward;
}

/** Longest way from the root to a joint, along the bones [file units]. */
function longestReach(cut: SkeletonCut): number {
  const reach = new Float64Array(cut.nodes.length);
  for (let joint = 1; joint < reach.length; joint++) reach[joint] = reach[cut.parents[joint]] + boneLength(cut, joint);
  return reach.reduce((most, length) => Math.max(most, length), 0);
}
