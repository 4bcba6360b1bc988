/**
 * Binds a three.js character: bones by the parts of a person they play, whatever they are called. Fingers, faces, weapons and all
 * other bones are neither read nor written.
 */
import type { Body } from '../../body/body.ts';
import { createBody } from '../../body/create-body.ts';
import type { BodyOptions } from '../../body/options.ts';
import { RigError } from '../../errors.ts';
import { conjugateQuat, multiplyQuat, normalizeQuat, rotate3, rotateBack3 } from '../../math/quat.ts';
import { findRoles } from '../../motion/find-roles.ts';
import { ROLES, type Role, type RoleMap } from '../../motion/roles.ts';
import { createSkeleton, quatIndex, type Skeleton } from '../../motion/skeleton.ts';
import type { Rig } from '../rig.ts';
import { createBoneMemory, noteWritten, putBack } from './bone-memory.ts';
import { findSkin, type ObjectLike, scaleOf, splitMatrix } from './three-objects.ts';
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

/** Finds the person in a skinned model. Throws RigError with the reason where there is none.
 *
 * ```ts
 * const { body, rig } = bindCharacter(gltf.scene);
 * const layer = new ReactionLayer(body, rig);
 * ```
 */
export function bindCharacter(root: ObjectLike, options: BindOptions = {}): BoundCharacter {
  const { metresPerUnit = 1, roles: named, ...bodyOptions } = options;
  const skin = findSkin(root);
  if (!skin) throw new RigError(`"${root.name}" has no skinned mesh`);
  root.updateWorldMatrix(true, true);
  const tree = boneTree(skin.bones);
  const turns = tree.map((bone) => bindTurn(bone, skin));
  const whole = skeletonOf(tree, turns, metresPerUnit);
  const roles = named ? rolesByName(named, tree) : foundRoles(whole);
  if (roles.hips === undefined) throw new RigError('no bone plays the hips');
  // of all bones those that carry parts of a person, with what lies between them and the hips
  const kept = keptBones(tree, roles);
  const bones = kept.map((k) => tree[k]);
  const skeleton = skeletonOf(
    bones,
    kept.map((k) => turns[k]),
    metresPerUnit,
  );
  const own: Partial<Record<Role, number>> = {};
  for (const role of ROLES) {
    const joint = roles[role];
    if (joint !== undefined && kept.includes(joint)) own[role] = kept.indexOf(joint);
  }
  const upright = standUpright(skeleton, own);
  return { body: createBody(upright, own, bodyOptions), rig: boneRig(bones, own, metresPerUnit), bones };
}

/** All bones, parents first, beginning with the one above all others. */
function boneTree(bones: readonly ObjectLike[]): ObjectLike[] {
  const known = new Set(bones);
  const top = bones.find(({ parent }) => !parent || !known.has(parent));
  const tree: ObjectLike[] = [];
  const visit = (bone: ObjectLike): void => {
    tree.push(bone);
    for (const child of bone.children) if (known.has(child)) visit(child);
  };
  if (top) visit(top);
  return tree;
}

/** World rotation of a bone in the pose it was bound in. */
function bindTurn(bone: ObjectLike, { bones, boneInverses }: NonNullable<ReturnType<typeof findSkin>>): Float64Array {
  const inverse = boneInverses[bones.indexOf(bone)];
  const { turn } = splitMatrix(inverse?.elements ?? bone.matrixWorld.elements);
  if (inverse) conjugateQuat(turn, 0, turn, 0);
  return turn;
}

/** Lengths are those of the scene; a bone's place in its parent's frame does not depend on the pose. */
function skeletonOf(bones: readonly ObjectLike[], turns: readonly Float64Array[], metresPerUnit: number): Skeleton {
  const parents = bones.map(({ parent }) => (parent ? bones.indexOf(parent) : -1));
  const offsets = new Float64Array(3 * bones.length);
  const rest = new Float64Array(4 * bones.length);
  bones.forEach(({ position }, k) => {
    const parent = parents[k];
    rest.set(turns[k], 4 * k);
    if (parent < 0) return;
    const scale = metresPerUnit * scaleOf(bones[parent].matrixWorld.elements);
    offsets.set([scale * position.x, scale * position.y, scale * position.z], 3 * k);
    conjugateQuat(rest, 4 * k, turns[parent], 0);
    multiplyQuat(rest, 4 * k, rest, 4 * k, turns[k], 0);
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

function keptBones(tree: readonly ObjectLike[], roles: RoleMap): number[] {
  const hips = roles.hips!;
  const kept = new Set<number>([hips]);
  for (const joint of Object.values(roles)) {
    const way: number[] = [];
    for (let k = joint; k >= 0 && !kept.has(k); k = tree.indexOf(tree[k].parent as ObjectLike)) way.push(k);
    const top = tree[way.at(-1) ?? joint]?.parent;
    if (way.length === 0 || (top && kept.has(tree.indexOf(top)))) for (const k of way) kept.add(k);
  }
  return [...kept].sort((a, b) => (a === hips ? -1 : b === hips ? 1 : a - b));
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

/** Reads and writes the bones; those without a role are read only. Mixers set only what has changed in their tracks, and bones
 *  without a track are never set: what nobody has touched since it was written is put back before it is read. */
function boneRig(bones: readonly ObjectLike[], roles: RoleMap, metresPerUnit: number): Rig {
  const [hips] = bones;
  const written = [...new Set(Object.values(roles))].filter((joint) => joint > 0);
  const memories = [0, ...written].map((joint) => createBoneMemory(bones[joint]));
  const [local, place] = [new Float64Array(4), new Float64Array(3)];
  return {
    read(q) {
      for (const memory of memories) putBack(memory);
      hips.updateWorldMatrix(true, false);
      const world = splitMatrix(hips.matrixWorld.elements);
      for (let c = 0; c < 3; c++) q[c] = metresPerUnit * world.place[c];
      q.set(world.turn, 3);
      for (let k = 1; k < bones.length; k++) {
        const { x, y, z, w } = bones[k].quaternion;
        const i = quatIndex(k);
        q[i] = x;
        q[i + 1] = y;
        q[i + 2] = z;
        q[i + 3] = w;
      }
    },
    write(q) {
      writeHips(hips, q, metresPerUnit, local, place);
      for (const joint of written) {
        const i = quatIndex(joint);
        bones[joint].quaternion.set(q[i], q[i + 1], q[i + 2], q[i + 3]);
      }
      for (const memory of memories) noteWritten(memory);
    },
  };
}

/** The hips are told in the world; their bone lives in its parent's frame, which may be turned, moved and scaled. */
function writeHips(
  hips: ObjectLike,
  q: Float64Array,
  metresPerUnit: number,
  local: Float64Array,
  place: Float64Array,
): void {
  const above = hips.parent?.matrixWorld.elements ?? IDENTITY;
  const parent = splitMatrix(above);
  for (let c = 0; c < 3; c++) place[c] = q[c] / metresPerUnit - parent.place[c];
  rotateBack3(place, 0, parent.turn, 0, place, 0);
  const scale = 1 / scaleOf(above);
  hips.position.set(scale * place[0], scale * place[1], scale * place[2]);
  conjugateQuat(local, 0, parent.turn, 0);
  multiplyQuat(local, 0, local, 0, q, 3);
  normalizeQuat(local, 0, local, 0);
  hips.quaternion.set(local[0], local[1], local[2], local[3]);
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
