/**
 * VRM animation 1.0 (.vrma): a GLB that names which node is which bone of a person, so that any VRM model can play it. Read as
 * glTF. Written into its own file, or anew with the bones that roles name: T-pose at rest, rotations, the way of the hips.
 */
import { UsageError } from '../../errors.ts';
import { multiplyQuat, quatBetween, relativeQuat, rotate3 } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../clip.ts';
import { fromClip } from '../from-clip.ts';
import type { RawJoint, RawMotion } from '../raw-motion.ts';
import { tPoseOf } from '../reference-pose.ts';
import { ROLES, type Role, type RoleMap } from '../roles.ts';
import { coordinateCount } from '../skeleton.ts';
import { worldFramesOf } from '../world-frames.ts';
import { type MotionFormat, quoted, type WriteOptions } from './format.ts';
import { readGltf } from './gltf.ts';
import { writeFresh } from './gltf-fresh.ts';
import { isObject } from './gltf-json.ts';
import { patchGltf } from './gltf-patch.ts';
import { gltfDocument } from './gltf-read.ts';

const EXTENSION = 'VRMC_vrm_animation';
const TRUNK = ['spine', 'chest', 'upperChest'] as const;

/** Without these a VRM model has no person. */
const REQUIRED: readonly Role[] = [
  'hips',
  'spine',
  'head',
  ...(['left', 'right'] as const).flatMap((side) =>
    (['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'] as const).map(
      (part) => `${side}${part}` as const,
    ),
  ),
];

/** The bone that VRM hangs a bone on, where the model has it; else the one above that. */
const ABOVE: Readonly<Partial<Record<Role, Role>>> = {
  spine: 'hips',
  chest: 'spine',
  upperChest: 'chest',
  neck: 'upperChest',
  head: 'neck',
  ...Object.fromEntries(
    ['left', 'right'].flatMap((side) => [
      [`${side}UpperLeg`, 'hips'],
      [`${side}LowerLeg`, `${side}UpperLeg`],
      [`${side}Foot`, `${side}LowerLeg`],
      [`${side}Toes`, `${side}Foot`],
      [`${side}Shoulder`, 'upperChest'],
      [`${side}UpperArm`, `${side}Shoulder`],
      [`${side}LowerArm`, `${side}UpperArm`],
      [`${side}Hand`, `${side}LowerArm`],
    ]),
  ),
};

/** Joint per VRM bone. A trunk is named from below: who has a chest and no spine has a spine. */
function bonesOf({ roles, source, name }: Clip): RoleMap {
  if (roles.status === 'refused') {
    throw new UsageError(
      `a VRM animation needs a person, and none was found in "${source?.file ?? name}": ${roles.reason}`,
    );
  }
  const trunk = TRUNK.flatMap((role) => roles.roles[role] ?? []);
  const bones: Partial<Record<Role, number>> = { ...roles.roles };
  TRUNK.forEach((role, i) => {
    delete bones[role];
    if (trunk[i] !== undefined) bones[role] = trunk[i];
  });
  const missing = REQUIRED.filter((role) => bones[role] === undefined);
  if (missing.length > 0)
    throw new UsageError(`a VRM animation needs these bones, which the clip lacks: ${missing.join(', ')}`);
  return bones;
}

/** The clip on VRM's bones, all of whose axes are the world's in the T-pose. */
function humanoidMotion(clip: Clip): RawMotion {
  const bones = bonesOf(clip);
  const present = ROLES.filter((role) => bones[role] !== undefined);
  const indexOf = new Map(present.map((role, i) => [role, i]));
  const aboveOf = (role: Role): number => {
    let above = ABOVE[role];
    while (above !== undefined && !indexOf.has(above)) above = ABOVE[above];
    return above === undefined ? -1 : indexOf.get(above)!;
  };
  const jointAt = present.map((role) => bones[role]!);
  const parents = present.map(aboveOf);
  const rest = restOf(clip, bones);
  const joints = present.map((name, i): RawJoint => {
    const [own, above] = [3 * jointAt[i], 3 * (jointAt[parents[i]] ?? 0)];
    const away = (k: number): number => rest.origins[own + k] - rest.origins[above + k];
    const translation: Vec3 = i === 0 ? [0, rest.hipsHeight, 0] : [away(0), away(1), away(2)];
    return { name, parent: parents[i], translation, rotation: [0, 0, 0, 1], scale: 1 };
  });
  return {
    ...fromClip(clip, { fresh: true }),
    joints,
    endSites: endSitesOf(clip, jointAt, rest.rotations),
    ...tracksOf(clip, jointAt, parents, rest),
    scales: present.map(() => undefined),
  };
}

interface Rest {
  readonly origins: Float64Array;
  readonly rotations: Float64Array;
  readonly hipsHeight: number; // [m] over the lowest point of the body
}

function restOf({ skeleton, ...clip }: Clip, bones: RoleMap): Rest {
  const frames = worldFramesOf(skeleton, tPoseOf({ skeleton, ...clip }, bones));
  let lowest = 0;
  for (let i = 1; i < frames.origins.length; i += 3) lowest = Math.min(lowest, frames.origins[i]);
  const point = new Float64Array(3);
  for (const { joint, offset } of skeleton.endSites) {
    rotate3(point, 0, frames.rotations, 4 * joint, Float64Array.from(offset), 0);
    lowest = Math.min(lowest, frames.origins[3 * joint + 1] + point[1]);
  }
  return { ...frames, hipsHeight: frames.origins[3 * bones.hips! + 1] - lowest };
}

/** Tips of the bones that are written, in the axes of the T-pose. */
function endSitesOf({ skeleton }: Clip, jointAt: readonly number[], rotations: Float64Array): RawMotion['endSites'] {
  return skeleton.endSites.flatMap(({ joint, offset }) => {
    const bone = jointAt.indexOf(joint);
    if (bone < 0) return [];
    const tip = Float64Array.from(offset);
    rotate3(tip, 0, rotations, 4 * joint, tip, 0);
    return [{ joint: bone, offset: [tip[0], tip[1], tip[2]] satisfies Vec3 }];
  });
}

/** Turns away from the T-pose, each against the bone above. Joints between two bones are part of the lower one's turn; where the upper
 *  one carries no other bone, it points to where they put the lower one. */
function tracksOf(
  { skeleton, q, frameCount }: Clip,
  jointAt: readonly number[],
  parents: readonly number[],
  rest: Rest,
): Pick<RawMotion, 'translations' | 'rotations'> {
  const nq = coordinateCount(skeleton);
  const rotations = jointAt.map(() => new Float64Array(4 * frameCount));
  const way = new Float64Array(3 * frameCount);
  const turns = new Float64Array(4 * jointAt.length);
  const back = rest.rotations.map((x, i) => (i % 4 === 3 ? x : -x));
  const aims = jointAt.map((joint, bone) => {
    const carried = parents.flatMap((parent, child) => (parent === bone ? [jointAt[child]] : []));
    return carried.length === 1 && skeleton.parents[carried[0]] !== joint ? carried[0] : undefined;
  });
  for (let frame = 0; frame < frameCount; frame++) {
    const frames = worldFramesOf(skeleton, q, nq * frame);
    way.set(frames.origins.subarray(3 * jointAt[0], 3 * jointAt[0] + 3), 3 * frame);
    jointAt.forEach((joint, bone) => {
      multiplyQuat(turns, 4 * bone, frames.rotations, 4 * joint, back, 4 * joint);
      const target = aims[bone];
      if (target !== undefined) aim(turns, 4 * bone, betweenOf(rest, joint, target), betweenOf(frames, joint, target));
      if (parents[bone] < 0) rotations[bone].set(turns.subarray(4 * bone, 4 * bone + 4), 4 * frame);
      else relativeQuat(rotations[bone], 4 * frame, turns, 4 * parents[bone], turns, 4 * bone);
    });
  }
  return { translations: jointAt.map((_, bone) => (bone === 0 ? way : undefined)), rotations };
}

/** From one joint to another, in the world. */
const betweenOf = ({ origins }: Pick<Rest, 'origins'>, from: number, to: number): Float64Array =>
  Float64Array.from([0, 1, 2], (k) => origins[3 * to + k] - origins[3 * from + k]);

/** Changes the turn at turns[o] by as little as makes it take one direction to the other. */
function aim(turns: Float64Array, o: number, atRest: Float64Array, wanted: Float64Array): void {
  if (Math.hypot(...atRest) < 1e-6 || Math.hypot(...wanted) < 1e-6) return;
  const [turned, swing] = [new Float64Array(3), new Float64Array(4)];
  rotate3(turned, 0, turns, o, atRest, 0);
  quatBetween(swing, 0, turned, 0, wanted, 0);
  multiplyQuat(turns, o, swing, 0, turns, o);
}

/** The VRM animation that the clip is written into; undefined where a new one is made. */
function ownFile(clip: Clip, { fresh }: WriteOptions) {
  const document = fresh ? undefined : gltfDocument(clip.source?.document);
  const extensions = document?.gltf.json['extensions'];
  return isObject(extensions) && extensions[EXTENSION] !== undefined ? document : undefined;
}

async function write(clip: Clip, options: WriteOptions): Promise<Uint8Array> {
  const document = ownFile(clip, options);
  if (document) return patchGltf(fromClip(clip), document, 'glb');
  if ((options.metresPerUnit ?? 1) !== 1) throw new UsageError('a VRM animation is in metres; leave out the unit');
  const motion = humanoidMotion(clip);
  const humanBones = Object.fromEntries(motion.joints.map(({ name }, node) => [name, { node }]));
  return await writeFresh([motion], 'glb', {
    extensions: { [EXTENSION]: { specVersion: '1.0', humanoid: { humanBones } } },
  });
}

export const vrma: MotionFormat = {
  id: 'vrma',
  title: 'VRM animation',
  extensions: ['.vrma'],
  read: readGltf,
  write,
  keepsFile: (clip, options) => ownFile(clip, options) !== undefined,
  writeNotes: (clip, options) => {
    if (ownFile(clip, options) || clip.roles.status === 'refused') return [];
    const named = new Set(Object.values(clip.roles.roles));
    const others = clip.skeleton.names.filter((_, joint) => !named.has(joint));
    return others.length > 0 ? [`left out, as VRM animations have no bones for them: ${quoted(others)}`] : [];
  },
};
