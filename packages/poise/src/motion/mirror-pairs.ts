/** Which joint is the mirror image of which: by role, then by name, then by place among its siblings. */
import { ROLES, type Role, type RoleMap } from './roles.ts';
import { jointCount, type Skeleton } from './skeleton.ts';

const SWAPPED: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  Left: 'Right',
  Right: 'Left',
  LEFT: 'RIGHT',
  RIGHT: 'LEFT',
  l: 'r',
  r: 'l',
  L: 'R',
  R: 'L',
};

/** The name with left and right exchanged: LeftHand, hand.L, l_hand, Bip01 R Foot, LThumb; unchanged where there is no side. */
export function mirroredName(name: string): string {
  const words = name.replace(/left|right|LEFT|RIGHT|Left|Right/g, (word) => SWAPPED[word]);
  if (words !== name) return words;
  const letters = name.replace(/(^|[^A-Za-z])([LRlr])(?=$|[^A-Za-z])/g, (_, before, side) => before + SWAPPED[side]);
  if (letters !== name) return letters;
  return name.replace(/^([LR])(?=[A-Z][a-z])/, (side) => SWAPPED[side]);
}

function mirroredRole(role: Role): Role {
  if (role.startsWith('left')) return role.replace('left', 'right') as Role;
  if (role.startsWith('right')) return role.replace('right', 'left') as Role;
  return role;
}

/** Partner of every joint; its own index for a joint in the middle, −1 for one on a side that has no partner there (a prop in
 *  one hand): such a joint and what hangs from it are left as they are. Partners always hang from partners. */
export function mirrorPairs(skeleton: Skeleton, roles: RoleMap): Int32Array {
  const n = jointCount(skeleton);
  const partner = new Int32Array(n).fill(-1);
  const children: number[][] = Array.from({ length: n }, () => []);
  for (let joint = 1; joint < n; joint++) children[skeleton.parents[joint]].push(joint);
  const roleOf = new Map<number, Role>();
  for (const role of ROLES) if (roles[role] !== undefined) roleOf.set(roles[role], role);
  const wantedByRole = (joint: number): number | undefined => {
    const role = roleOf.get(joint);
    return role && roles[mirroredRole(role)];
  };
  partner[0] = 0;
  for (let joint = 0; joint < n; joint++) {
    if (partner[joint] >= joint) pairChildren(joint, partner[joint]);
  }
  return partner;

  function pairChildren(a: number, b: number): void {
    const open = new Set(children[b]);
    const pair = (x: number, y: number): void => {
      partner[x] = y;
      partner[y] = x;
      open.delete(y);
      if (a === b) open.delete(x);
    };
    const unpaired = (): number[] => children[a].filter((child) => partner[child] < 0);
    for (const child of unpaired()) {
      const wanted = wantedByRole(child);
      if (partner[child] < 0 && wanted !== undefined && open.has(wanted)) pair(child, wanted);
    }
    for (const child of unpaired()) {
      if (partner[child] >= 0) continue;
      const wanted = mirroredName(skeleton.names[child]);
      const match = [...open].find((other) => skeleton.names[other] === wanted);
      if (match !== undefined && !(roleOf.has(child) !== roleOf.has(match))) pair(child, match);
    }
    // What is left: in the middle each joint is its own image; on the sides equal numbers pair in order.
    const rest = unpaired();
    if (a === b) for (const child of rest) pair(child, child);
    else if (rest.length === open.size) for (const [k, other] of [...open].entries()) pair(rest[k], other);
  }
}
