/**
 * Roles by shape, for rigs whose names say nothing: two equal limbs leave one joint of the trunk, two more another; those
 * that continue the trunk are legs, a head rises between the other two.
 */

import { ARM_LOOK, chainOf, LEG_LOOK, type Pair, type Shape, segmentsOf, shapeOf } from './limb-shape.ts';
import { readName } from './name-table.ts';
import { direction, dot, type RigTree, sharedAncestor, span } from './rig-tree.ts';
import { addTrunk, type Roles } from './trunk.ts';

export type ShapeRoles =
  | { readonly status: 'found'; readonly roles: Roles }
  | { readonly status: 'refused'; readonly reason: string };

/** The two limbs of a pair are alike to this degree, bone by bone. */
const LIKENESS = 0.8;
/** Legs continue the trunk: cosine between leg and trunk (taken upwards) below this. */
const LEGS_DOWN = -0.5;
/** Branches of one joint looked at, longest first. */
const MOST_LIMBS = 12;
/** Pairs of limbs looked at, longest first; a person has a handful. */
const MOST_PAIRS = 50;
/** Pairs shorter than this share of the longest are ears, eyes or fingers. */
const LONG_PAIR = 0.3;

/** Tries one pose of the tree after another until the shape of a person is seen. */
export function rolesByTopology(tree: RigTree): ShapeRoles {
  let first: ShapeRoles | undefined;
  for (let k = 0; k < tree.poses.length; k++) {
    const outcome = rolesInPose(shapeOf(tree, k));
    if (outcome.status === 'found') return outcome;
    first ??= outcome;
  }
  return first ?? { status: 'refused', reason: 'the tree has no pose to look at' };
}

function rolesInPose(shape: Shape): ShapeRoles {
  const pairs = pairsOf(shape);
  if (pairs.length === 0) return { status: 'refused', reason: 'no two equal limbs leave one joint' };
  const couple = legsAndArms(shape, pairs);
  if (couple.status === 'refused') return couple;
  const { legs, arms } = couple;
  const [leftLeg, rightLeg] = leftFirst(shape, legs, legs, arms);
  const [leftArm, rightArm] = leftFirst(shape, arms, legs, arms);
  const head = headChain(shape, legs, arms);
  if (!head) return { status: 'refused', reason: 'nothing like a head rises between the arms' };
  const legJoints = [leftLeg, rightLeg].map((limb) => segmentsOf(shape, legs, limb, LEG_LOOK));
  const armJoints = [leftArm, rightArm].map((limb) => segmentsOf(shape, arms, limb, ARM_LOOK));
  if (!legJoints[0] || !legJoints[1]) return { status: 'refused', reason: 'the legs lack a knee or an ankle' };
  if (!armJoints[0] || !armJoints[1]) return { status: 'refused', reason: 'the arms lack an elbow' };
  const roles: Roles = { head };
  (['left', 'right'] as const).forEach((side, s) => {
    const [, upperLeg, lowerLeg, foot, toes] = legJoints[s]!;
    const [shoulder, upperArm, lowerArm, hand] = armJoints[s]!;
    roles[`${side}UpperLeg`] = upperLeg!;
    roles[`${side}LowerLeg`] = lowerLeg!;
    roles[`${side}Foot`] = foot!;
    if (toes !== undefined) roles[`${side}Toes`] = toes;
    if (shoulder !== undefined) roles[`${side}Shoulder`] = shoulder;
    roles[`${side}UpperArm`] = upperArm!;
    roles[`${side}LowerArm`] = lowerArm!;
    if (hand !== undefined) roles[`${side}Hand`] = hand;
  });
  return { status: 'found', roles: addTrunk(shape.tree, shape.tree.names.map(readName), roles) };
}

/** Per joint the pair of limbs most like one another that leave it; only long ones, longest first. */
function pairsOf(shape: Shape): Pair[] {
  const { tree, pose, children, reach } = shape;
  const pairs: Pair[] = [];
  for (let junction = 0; junction < tree.names.length; junction++) {
    const limbs = children[junction]
      .filter((child) => child < tree.names.length && children[child].length > 0)
      .map((child) => ({ child, length: span(pose, junction, child) + reach[child] }))
      .sort((a, b) => b.length - a.length)
      .slice(0, MOST_LIMBS);
    let best: Pair | undefined;
    let most = LIKENESS;
    limbs.forEach((a, i) => {
      for (const b of limbs.slice(i + 1)) {
        // Long limbs before short ones that are more alike: a leg before two equal belts.
        const like = b.length < LIKENESS * a.length ? 0 : likeness(shape, junction, a.child, b.child);
        if (like < LIKENESS || like * a.length <= most * (best?.length ?? 0)) continue;
        best = { junction, limbs: [a.child, b.child], length: a.length };
        most = like;
      }
    });
    if (best) pairs.push(best);
  }
  pairs.sort((a, b) => b.length - a.length);
  return pairs.filter((pair) => pair.length > LONG_PAIR * pairs[0].length).slice(0, MOST_PAIRS);
}

/** 1 for limbs whose bones are equally long one by one, 0 for limbs that share nothing. */
function likeness(shape: Shape, junction: number, a: number, b: number): number {
  const [one, other] = [a, b].map((limb) => {
    const chain = [junction, ...chainOf(shape, limb)];
    return chain.slice(1).map((node, i) => span(shape.pose, chain[i], node));
  });
  let apart = 0;
  let total = 0;
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    apart += Math.abs((one[i] ?? 0) - (other[i] ?? 0));
    total += Math.max(one[i] ?? 0, other[i] ?? 0);
  }
  return total > 0 ? 1 - apart / total : 0;
}

type Couple =
  | { readonly status: 'found'; readonly legs: Pair; readonly arms: Pair }
  | { readonly status: 'refused'; readonly reason: string };

/** The two longest pairs that are not part of one another, told apart by which one continues the trunk. */
function legsAndArms(shape: Shape, pairs: readonly Pair[]): Couple {
  const [one] = pairs;
  const inside = (joint: number, pair: Pair) =>
    pair.limbs.some((limb) => sharedAncestor(shape.tree, [joint, limb]) === limb);
  const two = pairs.find((pair) => pair !== one && !inside(pair.junction, one) && !inside(one.junction, pair));
  if (!two)
    return { status: 'refused', reason: 'only one pair of equal limbs leaves the trunk: legs or arms are missing' };
  const downOne = alongTrunk(shape, one, two);
  const downTwo = alongTrunk(shape, two, one);
  if (Math.min(downOne, downTwo) > LEGS_DOWN) {
    const [a, b] = [one, two].map((pair) => shape.reach[pair.limbs[0]]);
    const equal = Math.min(a, b) > LIKENESS * Math.max(a, b);
    const limbs = equal
      ? 'four legs of equal length leave the trunk'
      : 'neither pair of limbs continues the trunk as legs do';
    return { status: 'refused', reason: equal ? `${limbs}, and there are no arms` : limbs };
  }
  return downOne <= downTwo ? { status: 'found', legs: one, arms: two } : { status: 'found', legs: two, arms: one };
}

/** Cosine between a pair of limbs and the trunk from its junction to the other one: −1 for legs of a standing person. */
function alongTrunk(shape: Shape, pair: Pair, other: Pair): number {
  const trunk = direction(shape.pose, pair.junction, other.junction);
  const [a, b] = pair.limbs.map((limb) => dot(direction(shape.pose, limb, chainOf(shape, limb).at(-1)!), trunk));
  return (a + b) / 2;
}

/** The limbs of a pair, left one first: by the sides in their names, else by where they lie when the toes point forward. */
function leftFirst(shape: Shape, pair: Pair, legs: Pair, arms: Pair): readonly [number, number] {
  const [a, b] = pair.limbs;
  const sides = [a, b].map((limb) => readName(shape.tree.names[limb]).side);
  if (sides[0] && sides[1] && sides[0] !== sides[1]) return sides[0] === 'left' ? [a, b] : [b, a];
  const up = direction(shape.pose, legs.junction, arms.junction);
  const toes = legs.limbs.map((limb) => {
    const [, , , foot] = segmentsOf(shape, legs, limb, LEG_LOOK) ?? [];
    return foot === undefined ? [0, 0, 0] : direction(shape.pose, foot, chainOf(shape, limb).at(-1)!);
  });
  let forward = [0, 1, 2].map((k) => toes[0][k] + toes[1][k]);
  const alongUp = dot(forward, up);
  forward = forward.map((x, k) => x - alongUp * up[k]);
  if (Math.hypot(...forward) < 0.3) forward = [0, 0, 1]; // no toes: the conventions' forward
  const left = [
    up[1] * forward[2] - up[2] * forward[1],
    up[2] * forward[0] - up[0] * forward[2],
    up[0] * forward[1] - up[1] * forward[0],
  ];
  // Over the whole limb: its first joint may lie in the middle, on its parent.
  const across = (limb: number) => {
    const chain = chainOf(shape, limb);
    return (
      chain.reduce((sum, node) => sum + dot([...shape.pose.subarray(3 * node, 3 * node + 3)], left), 0) / chain.length
    );
  };
  return across(a) >= across(b) ? [a, b] : [b, a];
}

/** The head: of the branches between the arms the one that rises farthest; its last joint but end markers. */
function headChain(shape: Shape, legs: Pair, arms: Pair): number | undefined {
  const { tree, pose, children } = shape;
  const up = direction(pose, legs.junction, arms.junction);
  const rise = (node: number) => dot(direction(pose, arms.junction, node), up) * span(pose, arms.junction, node);
  let best: number[] | undefined;
  for (const branch of children[arms.junction]) {
    if (arms.limbs.includes(branch) || branch >= tree.names.length) continue;
    const chain = chainOf(shape, branch).filter((node) => node < tree.names.length);
    if (rise(chain.at(-1)!) > (best ? rise(best.at(-1)!) : 0)) best = chain;
  }
  if (!best) return undefined;
  // Eyes, jaw and hair branch off the head. Where nothing branches, a leaf after two or more joints is the marker on top of
  // the head; a last joint with an end site is the head itself.
  const branching = best.find((joint) => children[joint].filter((child) => child < tree.names.length).length > 1);
  if (branching !== undefined) return branching;
  const last = best[best.length - 1];
  return best.length > 2 && children[last].length === 0 ? best[best.length - 2] : last;
}
