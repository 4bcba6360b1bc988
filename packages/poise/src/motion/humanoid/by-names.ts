/**
 * Roles by name: for each limb the chain of joints, each below the one before, whose names fit best.
 */
import { type Role, SIDES, type Side } from '../roles.ts';
import { ARM_PARTS, LEG_PARTS, type LimbPart, type ReadName, readName } from './name-table.ts';
import { ancestry, type RigTree, span, topDown } from './rig-tree.ts';
import { addTrunk, type Roles } from './trunk.ts';

export type NamedRoles =
  | { readonly status: 'found'; readonly roles: Roles; readonly notes: readonly string[] }
  | { readonly status: 'missing'; readonly part: string };

/** Parts that a limb may lack. */
const OPTIONAL: readonly LimbPart[] = ['toes', 'shoulder', 'hand'];

export function rolesByNames(tree: RigTree): NamedRoles {
  const names = tree.names.map(readName);
  const roles: Roles = {};
  const notes: string[] = [];
  for (const side of SIDES) {
    for (const parts of [LEG_PARTS, ARM_PARTS]) {
      const chain = bestChain(tree, names, side, parts) ?? chainWithStandIn(tree, names, side, parts);
      if (!chain) return { status: 'missing', part: `${side} ${parts === LEG_PARTS ? 'leg' : 'arm'}` };
      if (chain.note) notes.push(chain.note);
      for (const [part, joint] of chain.joints) roles[roleOf(side, part)] = joint;
    }
  }
  const head = headByName(tree, names, roles);
  if (head === undefined) return { status: 'missing', part: 'head' };
  roles.head = head;
  return { status: 'found', roles: addTrunk(tree, names, roles), notes };
}

const roleOf = (side: Side, part: LimbPart): Role => `${side}${part[0].toUpperCase()}${part.slice(1)}` as Role;

interface Chain {
  readonly joints: readonly (readonly [LimbPart, number])[];
  readonly note?: string;
}

/** How well a joint fits a part; 0 where it does not. Runs of equal names ("leg_joint_L_1, _2, _3") count off the parts. */
function fit(tree: RigTree, names: readonly ReadName[], side: Side, joint: number, part: LimbPart): number {
  const name = names[joint];
  if (name.side !== side || name.helper) return 0;
  if (name.key === 'leg' || name.key === 'arm') {
    const run = runOf(tree, names, side, joint);
    if (run.length >= 3) {
      const parts: readonly LimbPart[] = name.key === 'leg' ? LEG_PARTS : ARM_PARTS.slice(run.length >= 4 ? 0 : 1);
      return parts[run.indexOf(joint)] === part ? 1 : 0;
    }
  }
  return name.fits[part] ?? 0;
}

/** The joints of the same key and side above and below this one, from the top down, when they follow one another. */
function runOf(tree: RigTree, names: readonly ReadName[], side: Side, joint: number): number[] {
  const alike = (other: number) => names[other].key === names[joint].key && names[other].side === side;
  const up = ancestry(tree, joint).slice(1);
  const above = up.slice(0, up.findIndex((other) => !alike(other)) >>> 0);
  const run = [...above.reverse(), joint];
  for (;;) {
    const last = run[run.length - 1];
    const next = tree.names.findIndex((_, other) => tree.parents[other] === last && alike(other));
    if (next < 0) return run;
    run.push(next);
  }
}

/** The best-fitting chain, or undefined when a part that a limb cannot lack fits no joint. */
function bestChain(
  tree: RigTree,
  names: readonly ReadName[],
  side: Side,
  parts: readonly LimbPart[],
): Chain | undefined {
  type Link = { score: number; joints: readonly (readonly [LimbPart, number])[] };
  const best: Map<LimbPart, Link>[] = tree.names.map(() => new Map()); // per joint: chains that end there with a part
  let winner: Link | undefined;
  const last = parts.findLastIndex((part) => !OPTIONAL.includes(part));
  for (const joint of topDown(tree)) {
    parts.forEach((part, k) => {
      const score = fit(tree, names, side, joint, part);
      if (score === 0) return;
      const before = parts.slice(0, k);
      let chain: Link | undefined = before.every((other) => OPTIONAL.includes(other))
        ? { score, joints: [[part, joint]] }
        : undefined;
      for (const above of ancestry(tree, joint).slice(1)) {
        const previous = best[above].get(before[k - 1]);
        if (previous && previous.score + score > (chain?.score ?? 0)) {
          chain = { score: previous.score + score, joints: [...previous.joints, [part, joint]] };
        }
      }
      if (!chain) return;
      best[joint].set(part, chain);
      if (k >= last && chain.score > (winner?.score ?? 0)) winner = chain;
    });
  }
  return winner;
}

/** A leg whose foot hangs elsewhere (an IK foot beside the hips): the end of the shin stands in for it. */
function chainWithStandIn(
  tree: RigTree,
  names: readonly ReadName[],
  side: Side,
  parts: readonly LimbPart[],
): Chain | undefined {
  if (parts !== LEG_PARTS) return undefined;
  const leg = bestChain(tree, names, side, ['upperLeg', 'lowerLeg']);
  if (!leg) return undefined;
  const shin = leg.joints[1][1];
  const rest = tree.poses[0];
  const below = tree.names.map((_, joint) => joint).filter((joint) => tree.parents[joint] === shin);
  const ankle = below.reduce((far, joint) => (span(rest, shin, joint) > span(rest, shin, far) ? joint : far), shin);
  const thighLength = span(rest, leg.joints[0][1], shin);
  if (span(rest, shin, ankle) < 0.3 * thighLength) return undefined;
  return {
    joints: [...leg.joints, ['foot', ankle]],
    note: `no foot hangs from "${tree.names[shin]}"; its end "${tree.names[ankle]}" stands in for the ${side} foot`,
  };
}

/** The head by name; else the last joint of the neck. */
function headByName(tree: RigTree, names: readonly ReadName[], limbs: Roles): number | undefined {
  const onLimb = new Set(Object.values(limbs).flatMap((joint) => (names[joint].fits.spine ? [] : [joint])));
  let head: number | undefined;
  let score = 0;
  const order = topDown(tree).filter((joint) => !names[joint].helper && names[joint].side === undefined);
  for (const joint of order) {
    if (ancestry(tree, joint).some((above) => onLimb.has(above))) continue;
    const fits = names[joint].fits.head ?? 0;
    if (fits > score) {
      head = joint;
      score = fits;
    }
  }
  if (head !== undefined) return head;
  const necks = order.filter((joint) => names[joint].fits.neck !== undefined);
  return necks.length > 1 ? necks[necks.length - 1] : undefined;
}
