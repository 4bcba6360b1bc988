/**
 * The shape of a tree in one pose: how far its branches reach, and where a limb bends. No names are looked at.
 */
import { childrenOf, type RigTree, span, topDown } from './rig-tree.ts';

export interface Shape {
  readonly tree: RigTree;
  readonly pose: Float64Array; // joints, then end sites
  readonly children: readonly (readonly number[])[]; // end sites included
  readonly reach: Float64Array; // longest way down from a node, along the bones
}

/** Two limbs alike that leave one joint. */
export interface Pair {
  readonly junction: number;
  readonly limbs: readonly [number, number];
  readonly length: number;
}

export function shapeOf(tree: RigTree, k: number): Shape {
  const count = tree.names.length;
  const pose = new Float64Array(3 * (count + tree.endSites.length));
  pose.set(tree.poses[k]);
  const children = childrenOf(tree);
  const reach = new Float64Array(count + tree.endSites.length);
  tree.endSites.forEach((site, e) => {
    pose.set(site.positions[k], 3 * (count + e));
    children.push([]);
    if (span(pose, site.joint, count + e) > 0) children[site.joint].push(count + e); // many files mark ends by zero
  });
  for (const joint of topDown(tree).reverse()) {
    for (const child of children[joint]) reach[joint] = Math.max(reach[joint], span(pose, joint, child) + reach[child]);
  }
  return { tree, pose, children, reach };
}

/** The longest way down from a limb's first joint, end site included. */
export function chainOf({ pose, children, reach }: Shape, limb: number): number[] {
  const chain = [limb];
  for (let at = limb; children[at].length > 0; chain.push(at)) {
    const length = (child: number) => span(pose, at, child) + reach[child];
    at = children[at].reduce((far, child) => (length(child) > length(far) ? child : far));
  }
  return chain;
}

/** What a limb of a person looks like. */
export interface LimbLook {
  readonly ratio: number; // lower to upper segment
  readonly rest: number; // most that follows the lower segment, in lower segments
  readonly clear: number; // the upper joint keeps this share of the limb's length away from the trunk
  readonly needsEnd: boolean; // the lower segment ends at a joint, not at an end site
}
export const LEG_LOOK: LimbLook = { ratio: 1, rest: 0.8, clear: 0, needsEnd: true };
export const ARM_LOOK: LimbLook = { ratio: 0.87, rest: 0.9, clear: 0.1, needsEnd: false };

/** The limb's joints [before upper, upper, lower, end, after end]: the two segments that look most like a person's. */
export function segmentsOf(shape: Shape, pair: Pair, limb: number, look: LimbLook) {
  const chain = chainOf(shape, limb);
  const joint = (i: number) => (chain[i] < shape.tree.names.length ? chain[i] : undefined);
  let best = -1;
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 2 < chain.length; i++) {
    // Both limbs of a pair are cut at the same place.
    const cost = pair.limbs.reduce((sum, one) => sum + costOfSegments(shape, pair.junction, one, i, look), 0);
    if (cost < lowest) {
      lowest = cost;
      best = i;
    }
  }
  return best < 0 ? undefined : [-1, 0, 1, 2, 3].map((k) => joint(best + k));
}

/** How little the segments from the i-th joint of a limb look like upper and lower arm or leg. */
function costOfSegments(shape: Shape, junction: number, limb: number, i: number, look: LimbLook): number {
  const chain = chainOf(shape, limb);
  const lengths = chain.slice(1).map((node, k) => span(shape.pose, chain[k], node));
  const [upper, lower] = [lengths[i], lengths[i + 1]];
  const endsAtJoint = chain[i + 2] < shape.tree.names.length;
  if (!(upper > 0) || !(lower > 0) || (look.needsEnd && !endsAtJoint)) return Number.POSITIVE_INFINITY;
  const sum = (parts: readonly number[]) => parts.reduce((total, length) => total + length, 0);
  const total = sum(lengths);
  const after = sum(lengths.slice(i + 2)) / lower;
  // A collar bone starts at the trunk, an upper arm does not.
  const atTrunk = span(shape.pose, junction, chain[i]) < look.clear * total ? 0.5 : 0;
  return (
    Math.abs(Math.log(lower / upper / look.ratio)) +
    Math.max(0, after - look.rest) +
    atTrunk -
    (2 * (upper + lower)) / total
  );
}
