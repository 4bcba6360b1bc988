/**
 * A tree of joints as role detection sees it: names, parents, and the places of the joints in a few poses. It is made from
 * a Skeleton (rest pose only) or from a file's own tree (rest pose and frames), in any unit and with any axis up.
 */
export interface RigTree {
  readonly names: readonly string[];
  readonly parents: ArrayLike<number>; // −1: a root; parents may come after children
  readonly poses: readonly Float64Array[]; // n×3 each; the first is the rest pose
  readonly endSites: readonly { readonly joint: number; readonly positions: readonly Float64Array[] }[]; // 3 per pose
}

/** Joints from this one up to its root, itself first. */
export function ancestry(tree: Pick<RigTree, 'parents'>, joint: number): number[] {
  const line: number[] = [];
  for (let at = joint; at >= 0; at = tree.parents[at]) line.push(at);
  return line;
}

/** The deepest joint above or equal to all of these; −1 when they share none. */
export function sharedAncestor(tree: Pick<RigTree, 'parents'>, joints: readonly number[]): number {
  const [first, ...others] = joints.map((joint) => ancestry(tree, joint));
  const lines = others.map((line) => new Set(line));
  return first.find((joint) => lines.every((line) => line.has(joint))) ?? -1;
}

/** Joints strictly between an ancestor and its descendant, from the top down. */
export function between(tree: Pick<RigTree, 'parents'>, ancestor: number, descendant: number): number[] {
  const line = ancestry(tree, descendant);
  return line.slice(1, line.indexOf(ancestor)).reverse();
}

export function childrenOf(tree: Pick<RigTree, 'names' | 'parents'>): number[][] {
  const children: number[][] = tree.names.map(() => []);
  for (let joint = 0; joint < tree.names.length; joint++) {
    if (tree.parents[joint] >= 0) children[tree.parents[joint]].push(joint);
  }
  return children;
}

/** Joints ordered so that parents come before children. */
export function topDown(tree: Pick<RigTree, 'names' | 'parents'>): number[] {
  const children = childrenOf(tree);
  const order = tree.names.map((_, joint) => joint).filter((joint) => tree.parents[joint] < 0);
  for (let k = 0; k < order.length; k++) order.push(...children[order[k]]);
  return order;
}

/** Distance of two joints in a pose. */
export function span(pose: ArrayLike<number>, a: number, b: number): number {
  return Math.hypot(pose[3 * a] - pose[3 * b], pose[3 * a + 1] - pose[3 * b + 1], pose[3 * a + 2] - pose[3 * b + 2]);
}

/** Unit vector from one joint to another in a pose; zero when they coincide. */
export function direction(pose: ArrayLike<number>, from: number, to: number): [number, number, number] {
  const size = span(pose, from, to) || 1;
  return [0, 1, 2].map((k) => (pose[3 * to + k] - pose[3 * from + k]) / size) as [number, number, number];
}

export const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
