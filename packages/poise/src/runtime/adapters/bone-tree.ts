/** The bones of a model as one tree, and those of them that make up the person. */
import type { RoleMap } from '../../motion/roles.ts';
import type { ObjectLike } from './three-objects.ts';

type ParentOf = (bone: ObjectLike) => ObjectLike | null;

/** All bones, parents first, beginning with the one above all others. Nodes that no skin knows but that carry its bones are among them: the
 *  one that several topmost bones hang on, and links that an exporter has left out of the skin because no vertex follows them. */
export function boneTree(bones: readonly ObjectLike[], parentOf: ParentOf): ObjectLike[] {
  const known = new Set(bones);
  for (const bone of bones) for (const link of linksAbove(bone, known)) known.add(link);
  const tops = bones.filter((bone) => !isBelow(bone, known));
  const top = tops.length > 1 ? sharedAbove(tops) : tops[0];
  if (!top) return [];
  for (const bone of tops) for (let at: ObjectLike | null = bone; at && at !== top; at = at.parent) known.add(at);
  const tree: ObjectLike[] = [];
  const visit = (bone: ObjectLike): void => {
    tree.push(bone);
    for (const child of bone.children) if (known.has(child) && parentOf(child) === bone) visit(child);
    for (const child of bones) if (child.parent !== bone && parentOf(child) === bone) visit(child);
  };
  visit(top);
  return tree;
}

/** Joints of the tree that carry parts of a person, with what lies between them and the hips; the hips first. */
export function keptJoints(tree: readonly ObjectLike[], roles: RoleMap, parentOf: ParentOf): number[] {
  const hips = roles.hips!;
  const kept = new Set<number>([hips]);
  const above = (k: number): number => tree.indexOf(parentOf(tree[k]) as ObjectLike);
  for (const joint of Object.values(roles)) {
    const way: number[] = [];
    for (let k = joint; k >= 0 && !kept.has(k); k = above(k)) way.push(k);
    const top = above(way.at(-1) ?? joint);
    if (way.length === 0 || kept.has(top)) for (const k of way) kept.add(k);
  }
  return [...kept].sort((a, b) => (a === hips ? -1 : b === hips ? 1 : a - b));
}

/** Nodes between a bone and the next known one above it; none where there is none. */
function linksAbove(bone: ObjectLike, known: ReadonlySet<ObjectLike>): readonly ObjectLike[] {
  const links: ObjectLike[] = [];
  for (let at = bone.parent; at; at = at.parent) {
    if (known.has(at)) return links;
    links.push(at);
  }
  return [];
}

const isBelow = (bone: ObjectLike, others: ReadonlySet<ObjectLike>): boolean => {
  for (let at = bone.parent; at; at = at.parent) if (others.has(at)) return true;
  return false;
};

/** The lowest node that all of these hang on. */
function sharedAbove(bones: readonly ObjectLike[]): ObjectLike | undefined {
  const [first, ...others] = bones;
  for (let at = first?.parent ?? null; at; at = at.parent) {
    const here = new Set([at]);
    if (others.every((bone) => isBelow(bone, here))) return at;
  }
  return first;
}
