/** Which bone of the body carries a part of the model: fingers, weapons, hats, meshes. */
import type { ObjectLike } from './three-objects.ts';

/** By object or by name; names are looked for when they are asked for, so that what was put into a hand later is found. */
export function carrierFinder(
  root: ObjectLike,
  bones: readonly ObjectLike[],
): (part: string | { readonly name: string }) => number | undefined {
  const joints = new Map(bones.map((bone, joint) => [bone, joint]));
  const above = (part: ObjectLike): number | undefined => {
    for (let at: ObjectLike | null = part; at; at = at.parent) {
      const joint = joints.get(at);
      if (joint !== undefined) return joint;
    }
    return undefined;
  };
  return (part) => {
    const found = typeof part === 'string' ? namedBelow(root, part) : (part as ObjectLike);
    return found && 'parent' in found ? above(found) : undefined;
  };
}

function namedBelow(root: ObjectLike, name: string): ObjectLike | undefined {
  if (root.name === name) return root;
  for (const child of root.children) {
    const found = namedBelow(child, name);
    if (found) return found;
  }
  return undefined;
}
