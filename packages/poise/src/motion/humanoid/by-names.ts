/**
 * Roles by name: for each limb the chain of joints, each below the one before, whose names fit best.
 */
import { type Role, SIDES, type Side } from '../roles.ts';
import { ARM_PARTS, LEG_PARTS, type LimbPart, type ReadName, readName } from './name-table.ts';
import { type RigTree, sharedAncestor, span, topDown } from './rig-tree.ts';
import { addTrunk, type Roles } from './trunk.ts';

export type NamedRoles =
  | { readonly status: 'found'; readonly roles: Roles; readonly notes: readonly string[] }
  | { readonly status: 'missing'; readonly part: string };

/** Parts that a limb may lack. */
const OPTIONAL: readonly LimbPart[] = ['toes', 'shoulder', 'hand'];

/** A tree with its names read, looked at from the top down. */
interface NamedTree {
  readonly tree: RigTree;
  readonly names: readonly ReadName[];
  readonly order: readonly number[];
  readonly place: Int32Array; // which of a run of equal names a joint is, from 0 ("leg_joint_L_1, _2, _3")
  readonly run: Int32Array; // how many there are in its run
}

export function rolesByNames(tree: RigTree): NamedRoles {
  const named = readTree(tree);
  const roles: Roles = {};
  const notes: string[] = [];
  for (const side of SIDES) {
    for (const parts of [LEG_PARTS, ARM_PARTS]) {
      const chain = bestChain(named, side, parts) ?? (parts === LEG_PARTS ? legWithoutFoot(named, side) : undefined);
      if (!chain) return { status: 'missing', part: `${side} ${parts === LEG_PARTS ? 'leg' : 'arm'}` };
      if (chain.note) notes.push(chain.note);
      for (const [part, joint] of chain.joints) roles[roleOf(side, part)] = joint;
    }
  }
  const head = headByName(named, roles);
  if (head === undefined) return { status: 'missing', part: 'head' };
  roles.head = head;
  return { status: 'found', roles: addTrunk(tree, named.names, roles), notes };
}

const roleOf = (side: Side, part: LimbPart): Role => `${side}${part[0].toUpperCase()}${part.slice(1)}` as Role;

function readTree(tree: RigTree): NamedTree {
  const links = linksIn(tree);
  const names = tree.names.map((name, joint) =>
    links.has(joint) ? { ...readName(name), helper: true } : readName(name),
  );
  const order = topDown(tree);
  const place = new Int32Array(names.length);
  const run = new Int32Array(names.length);
  const alike = (a: number, b: number) => b >= 0 && names[a].key === names[b].key && names[a].side === names[b].side;
  for (const joint of order) {
    const parent = tree.parents[joint];
    if (alike(joint, parent)) place[joint] = place[parent] + 1;
  }
  for (const joint of [...order].reverse()) {
    run[joint] = Math.max(run[joint], place[joint] + 1);
    const parent = tree.parents[joint];
    if (alike(joint, parent)) run[parent] = Math.max(run[parent], run[joint]);
  }
  return { tree, names, order, place, run };
}

/** Bones that Acclaim files need between a joint and one aside of it: "neck_link" above "neck". They stand where the joint above does. */
function linksIn({ names, parents }: RigTree): ReadonlySet<number> {
  return new Set(names.flatMap((name, joint) => (names[parents[joint]] === `${name}_link` ? [parents[joint]] : [])));
}

/** How well a joint fits a part; 0 where it does not. Runs of three or more equal names count off the parts. */
function fit({ tree, names, place, run }: NamedTree, side: Side, joint: number, part: LimbPart): number {
  const name = names[joint];
  if (name.side !== side || name.helper) return 0;
  // A foot below an ankle is the ball of the foot (SMPL, Kinect); below another foot it is anything.
  if (part === 'toes' && name.key === 'foot' && names[tree.parents[joint]]?.key !== 'ankle') return 0;
  if (run[joint] >= 3 && (name.key === 'leg' || name.key === 'arm')) {
    const parts: readonly LimbPart[] = name.key === 'leg' ? LEG_PARTS : ARM_PARTS.slice(run[joint] >= 4 ? 0 : 1);
    return parts[place[joint]] === part ? 1 : 0;
  }
  return name.fits[part] ?? 0;
}

interface Chain {
  readonly score: number;
  readonly joints: readonly (readonly [LimbPart, number])[];
  readonly note?: string;
}

/** The best-fitting chain, or undefined when a part that a limb cannot lack fits no joint. Of equals the highest wins. */
function bestChain(named: NamedTree, side: Side, parts: readonly LimbPart[]): Chain | undefined {
  // Per joint and part: the best chain that ends with this part at this joint or above it.
  const best: (Chain | undefined)[][] = named.names.map(() => []);
  const needed = parts.findLastIndex((part) => !OPTIONAL.includes(part));
  let winner: Chain | undefined;
  for (const joint of named.order) {
    const above = named.tree.parents[joint] >= 0 ? best[named.tree.parents[joint]] : [];
    parts.forEach((part, k) => {
      best[joint][k] = above[k];
      const score = fit(named, side, joint, part);
      if (score === 0) return;
      const before = k > 0 ? above[k - 1] : undefined;
      const mayStart = parts.slice(0, k).every((other) => OPTIONAL.includes(other));
      if (!before && !mayStart) return;
      const chain: Chain = {
        score: score + (before?.score ?? 0),
        joints: [...(before?.joints ?? []), [part, joint]],
      };
      if (chain.score > (above[k]?.score ?? 0)) best[joint][k] = chain;
      if (k >= needed && chain.score > (winner?.score ?? 0)) winner = chain;
    });
  }
  return winner;
}

/** A leg whose foot hangs elsewhere (an IK foot beside the hips): the end of the shin stands in for it. */
function legWithoutFoot(named: NamedTree, side: Side): Chain | undefined {
  const leg = bestChain(named, side, ['upperLeg', 'lowerLeg']);
  if (!leg) return undefined;
  const { tree, names } = named;
  const rest = tree.poses[0];
  const [[, thigh], [, shin]] = leg.joints;
  const length = (joint: number) => span(rest, shin, joint);
  // An end marker is placed on purpose; other children (meshes, fittings) lie anywhere.
  const below = named.order.filter(
    (joint) => tree.parents[joint] === shin && length(joint) > 0.3 * span(rest, thigh, shin),
  );
  const marked = below.filter((joint) => names[joint].helper);
  const candidates = marked.length > 0 ? marked : below;
  if (candidates.length === 0) return undefined;
  const ankle = candidates.reduce((far, joint) => (length(joint) > length(far) ? joint : far));
  return {
    score: leg.score,
    joints: [...leg.joints, ['foot', ankle]],
    note: `no foot hangs from "${tree.names[shin]}"; "${tree.names[ankle]}" below it stands in for the ${side} foot`,
  };
}

/** The head by name; else the last joint of the neck; else of a spine that goes on beyond the arms (Rigify). */
function headByName({ tree, names, order }: NamedTree, limbs: Roles): number | undefined {
  const arms = SIDES.map((side) => limbs[`${side}Shoulder`] ?? limbs[`${side}UpperArm`]!);
  const armsMeet = sharedAncestor(tree, arms);
  const onLimb = new Uint8Array(names.length);
  const aboveArms = new Uint8Array(names.length);
  for (const joint of Object.values(limbs)) onLimb[joint] = 1;
  let head: number | undefined;
  let neck: number | undefined;
  let spine: number | undefined;
  for (const joint of order) {
    const parent = tree.parents[joint];
    if (parent >= 0 && onLimb[parent]) onLimb[joint] = 1;
    if (parent >= 0 && (parent === armsMeet || aboveArms[parent])) aboveArms[joint] = 1;
    const { helper, side, fits } = names[joint];
    if (onLimb[joint] || helper || side) continue;
    if ((fits.head ?? 0) > (head === undefined ? 0 : names[head].fits.head!)) head = joint;
    if (fits.neck) neck = joint;
    if (fits.spine && aboveArms[joint]) spine = joint;
  }
  return head ?? neck ?? spine;
}
