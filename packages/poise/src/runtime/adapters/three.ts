/**
 * Binds a three.js character: bones by the parts of a person they play, whatever they are called. Fingers, faces, weapons and all
 * other bones are neither read nor written; hits on them are hits on the bone that carries them.
 */
import type { Body } from '../../body/body.ts';
import { createBody } from '../../body/create-body.ts';
import { BODY_DEFAULTS, type BodyOptions } from '../../body/options.ts';
import { RigError } from '../../errors.ts';
import { refuseUnknown } from '../../math/options.ts';
import { multiplyQuat, relativeQuat, rotate3 } from '../../math/quat.ts';
import { findRoles } from '../../motion/find-roles.ts';
import { ROLES, type Role, type RoleMap } from '../../motion/roles.ts';
import { createSkeleton, type Skeleton } from '../../motion/skeleton.ts';
import type { Rig } from '../rig.ts';
import { bindOffsets, bindTurns } from './bind-pose.ts';
import { boneRig } from './bone-rig.ts';
import { boneTree, keptJoints } from './bone-tree.ts';
import { carrierFinder } from './carriers.ts';
import { findDetached } from './detached.ts';
import { joinSkins } from './shared-bones.ts';
import { createSkinBounds } from './skin-bounds.ts';
import { findSkins, isMirrored, type ObjectLike } from './three-objects.ts';
import { uprightTurn } from './upright.ts';

export type { ObjectLike } from './three-objects.ts';

export interface BindOptions extends Partial<Omit<BodyOptions, 'referencePose'>> {
  readonly metresPerUnit?: number; // of the scene; default 1
  /** Bone names by role, where names do not tell. */
  readonly roles?: Readonly<Partial<Record<Role, string>>>;
}

export interface BoundCharacter {
  readonly body: Body;
  readonly rig: Rig;
  readonly bones: readonly ObjectLike[]; // one per joint of the body
}

const [SMALLEST, TALLEST] = [0.1, 20]; // [m] toys and giants; anything else is another unit

/** Finds the person in a skinned model. Throws RigError with the reason where there is none.
 *
 * ```ts
 * const { body, rig } = bindCharacter(gltf.scene);
 * const layer = new ReactionLayer(body, rig);
 * ```
 */
export function bindCharacter(root: ObjectLike, options: BindOptions = {}): BoundCharacter {
  refuseUnknown('bindCharacter', options, ['metresPerUnit', 'roles', ...Object.keys(BODY_DEFAULTS)]);
  const { metresPerUnit = 1, roles: named, ...bodyOptions } = options;
  if (!Array.isArray(root?.children)) {
    throw new RigError(
      'bindCharacter takes an object of the scene, such as gltf.scene; what it was given has no children',
    );
  }
  const skin = joinSkins(findSkins(root));
  if (!skin) throw new RigError(`"${root.name}" has no skinned mesh`);
  root.updateWorldMatrix(true, true);
  const attached = findDetached(skin.bones);
  const parentOf = (bone: ObjectLike): ObjectLike | null => attached.get(bone) ?? bone.parent;
  const tree = boneTree(skin.bones, parentOf);
  const turns = bindTurns(
    tree,
    tree.map((bone) => tree.indexOf(parentOf(bone) as ObjectLike)),
    skin,
  );
  const whole = skeletonOf(tree, turns, metresPerUnit, parentOf);
  const roles = named ? rolesByName(named, tree) : foundRoles(whole);
  if (roles.hips === undefined) throw new RigError('no bone plays the hips');
  // of all bones those that carry parts of a person, with what lies between them and the hips
  const kept = keptJoints(tree, roles, parentOf);
  const bones = kept.map((k) => tree[k]);
  const skeleton = skeletonOf(
    bones,
    kept.map((k) => turns[k]),
    metresPerUnit,
    parentOf,
  );
  const own: Partial<Record<Role, number>> = {};
  for (const role of ROLES) {
    const joint = roles[role];
    if (joint !== undefined && kept.includes(joint)) own[role] = kept.indexOf(joint);
  }
  if (isMirrored(bones[0].matrixWorld.elements)) {
    throw new RigError(`"${root.name}" is mirrored by a negative scale: mirror the animation instead`);
  }
  const body = createBody(standUpright(skeleton, own), own, bodyOptions);
  if (!(body.height > SMALLEST && body.height < TALLEST)) {
    throw new RigError(
      `the person is ${body.height.toPrecision(3)} m tall: options.metresPerUnit says how long a unit is (0.01: centimetres)`,
    );
  }
  const detached = bones.flatMap((bone, joint) => (attached.has(bone) ? [joint] : []));
  const rig = boneRig(body, bones, detached, metresPerUnit, root);
  const bounds = createSkinBounds(root, bones[0]);
  return {
    body,
    rig: {
      ...rig,
      read(q) {
        rig.read(q);
        bounds.look();
      },
      write(q) {
        rig.write(q);
        bounds.follow();
      },
      carrierOf: carrierFinder(root, bones),
    },
    bones,
  };
}

/** Lengths are those of the scene. */
function skeletonOf(
  bones: readonly ObjectLike[],
  turns: readonly Float64Array[],
  metresPerUnit: number,
  parentOf: (bone: ObjectLike) => ObjectLike | null,
): Skeleton {
  const parents = bones.map((bone) => bones.indexOf(parentOf(bone) as ObjectLike));
  const offsets = bindOffsets(bones, parents).map((part) => metresPerUnit * part);
  const rest = new Float64Array(4 * bones.length);
  bones.forEach((_, k) => {
    rest.set(turns[k], 4 * k);
    if (parents[k] >= 0) relativeQuat(rest, 4 * k, turns[parents[k]], 0, turns[k], 0);
  });
  return createSkeleton({ names: bones.map(({ name }) => name), parents, offsets, restRotations: rest });
}

function foundRoles(skeleton: Skeleton): RoleMap {
  const found = findRoles(skeleton);
  if (found.status === 'humanoid') return found.roles;
  throw new RigError(`${found.reason} (options.roles can say which bone is which)`);
}

function rolesByName(named: NonNullable<BindOptions['roles']>, tree: readonly ObjectLike[]): RoleMap {
  const roles: Partial<Record<Role, number>> = {};
  for (const role of ROLES) {
    const name = named[role];
    if (name === undefined) continue;
    const joint = tree.findIndex((bone) => bone.name === name);
    if (joint < 0) throw new RigError(`roles.${role}: there is no bone "${name}"`);
    roles[role] = joint;
  }
  return roles;
}

/** The rest pose in world axes, standing. */
function standUpright(skeleton: Skeleton, roles: RoleMap): Skeleton {
  const { offsets, restRotations, parents } = skeleton;
  const [places, turns] = [new Float64Array(offsets.length), restRotations.slice()];
  for (let k = 1; k < parents.length; k++) {
    const p = parents[k];
    rotate3(places, 3 * k, turns, 4 * p, offsets, 3 * k);
    for (let c = 0; c < 3; c++) places[3 * k + c] += places[3 * p + c];
    multiplyQuat(turns, 4 * k, turns, 4 * p, restRotations, 4 * k);
  }
  const way = (from: number, to: number): [number, number, number] => [
    places[3 * to] - places[3 * from],
    places[3 * to + 1] - places[3 * from + 1],
    places[3 * to + 2] - places[3 * from + 2],
  ];
  const turn = uprightTurn(way(0, roles.head ?? 0), way(roles.rightUpperLeg ?? 0, roles.leftUpperLeg ?? 0));
  const rest = restRotations.slice();
  multiplyQuat(rest, 0, turn, 0, rest, 0);
  return createSkeleton({ names: skeleton.names, parents, offsets, restRotations: rest });
}
