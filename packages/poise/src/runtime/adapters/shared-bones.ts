/**
 * Loaders may make one bone several times: FBXLoader makes it once per skinned mesh that uses it, each copy hanging on the next, all of one
 * name. The outermost copy is the one that mixers animate and other bones hang on; it stands for all of them.
 */
import type { ObjectLike, SkeletonLike } from './three-objects.ts';

/** The outermost copy of a bone. */
export function outermost(bone: ObjectLike): ObjectLike {
  let at = bone;
  while (at.parent && at.name !== '' && at.parent.name === at.name && isInPlace(at)) at = at.parent;
  return at;
}

const NEAR = 1e-6;

/** A copy lies on what it hangs on: no offset, no turn. */
function isInPlace({ position: { x, y, z }, quaternion }: ObjectLike): boolean {
  return Math.abs(x) + Math.abs(y) + Math.abs(z) < NEAR && Math.abs(quaternion.w) > 1 - NEAR;
}

/** One skeleton of all skins that belong to the person of the largest one: copies of a bone count once, meshes may share bones or have
 *  parts of the body each. */
export function joinSkins(skins: readonly SkeletonLike[]): SkeletonLike | undefined {
  const [largest, ...others] = [...skins].sort((a, b) => b.bones.length - a.bones.length);
  if (!largest) return undefined;
  const bones: ObjectLike[] = [];
  const boneInverses: SkeletonLike['boneInverses'][number][] = [];
  const take = (skin: SkeletonLike): void => {
    skin.bones.forEach((copy, k) => {
      const bone = outermost(copy);
      if (bones.includes(bone)) return;
      bones.push(bone);
      boneInverses.push(skin.boneInverses[k]);
    });
  };
  take(largest);
  for (const skin of others) {
    const own = skin.bones.map(outermost);
    if (own.some((bone) => isOf(bone, bones))) take(skin);
  }
  return { bones, boneInverses };
}

/** Is a bone one of these, or hangs it on one of them? */
function isOf(bone: ObjectLike, bones: readonly ObjectLike[]): boolean {
  for (let at: ObjectLike | null = bone; at; at = at.parent) if (bones.includes(at)) return true;
  return false;
}
