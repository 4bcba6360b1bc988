/**
 * The manual map: a JSON object with a joint name per role, `{ "hips": "Bip01 Pelvis", "leftFoot": "Bip01 L Foot", … }`.
 * Where two joints share a name, "parent/joint" tells them apart.
 */
import { FormatError, UsageError } from '../errors.ts';
import { parseData, shown } from './data-node.ts';
import { REQUIRED_ROLES, ROLES, type Role, type RoleMap, SIDES } from './roles.ts';

/** Joint name per role, as written in the file. */
export type RoleNames = Readonly<Record<string, string>>;

interface NamedTree {
  readonly names: readonly string[];
  readonly parents: ArrayLike<number>;
}

/** Reads a manual map. Throws FormatError with the role that is wrong. */
export function parseRoleMap(text: string, file: string): RoleNames {
  const { value } = parseData(text, file, 'a role map');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FormatError(file, undefined, 'the file: expected an object { "hips": "joint name", … }');
  }
  for (const [role, joint] of Object.entries(value)) {
    if (!isRole(role)) {
      throw new FormatError(file, undefined, `/${role.slice(0, 60)}: unknown role; roles are ${ROLES.join(', ')}`);
    }
    if (typeof joint !== 'string') {
      throw new FormatError(file, undefined, `/${role}: expected a joint name, found ${shown(joint)}`);
    }
  }
  return value as RoleNames;
}

/** The map of a skeleton as JSON text that parseRoleMap reads, roles in their usual order. */
export function printRoleMap(tree: NamedTree, roles: RoleMap): string {
  const named = ROLES.flatMap((role) => {
    const joint = roles[role];
    return joint === undefined ? [] : [[role, uniqueName(tree, joint)]];
  });
  return `${JSON.stringify(Object.fromEntries(named), undefined, 2)}\n`;
}

/** Joint numbers of a manual map. Throws UsageError naming the role and the joint that do not fit. */
export function rolesFromMap(tree: NamedTree, map: RoleNames): RoleMap {
  const roles: { -readonly [R in Role]?: number } = {};
  const taken = new Map<number, Role>();
  for (const [role, name] of Object.entries(map)) {
    if (!isRole(role)) throw new UsageError(`unknown role "${role}"; roles are ${ROLES.join(', ')}`);
    const joint = jointCalled(tree, name, role);
    const other = taken.get(joint);
    if (other) throw new UsageError(`joint "${name}" is given two roles, ${other} and ${role}`);
    taken.set(joint, role);
    roles[role] = joint;
  }
  const missing = REQUIRED_ROLES.filter((role) => roles[role] === undefined);
  if (missing.length > 0) throw new UsageError(`the role map lacks ${missing.join(', ')}`);
  for (const [upper, lower] of ROLE_CHAINS) checkBelow(tree, roles, upper, lower);
  return roles;
}

const isRole = (role: string): role is Role => (ROLES as readonly string[]).includes(role);

/** Pairs of which the second joint must hang below the first. */
export const ROLE_CHAINS: readonly (readonly [upper: Role, lower: Role])[] = [
  ['hips', 'head'],
  ...SIDES.flatMap((side): [Role, Role][] => [
    ['hips', `${side}UpperLeg`],
    [`${side}UpperLeg`, `${side}LowerLeg`],
    [`${side}LowerLeg`, `${side}Foot`],
    [`${side}Foot`, `${side}Toes`],
    ['hips', `${side}UpperArm`],
    [`${side}Shoulder`, `${side}UpperArm`],
    [`${side}UpperArm`, `${side}LowerArm`],
    [`${side}LowerArm`, `${side}Hand`],
  ]),
];

function checkBelow(tree: NamedTree, roles: RoleMap, upper: Role, lower: Role): void {
  const above = roles[upper];
  const below = roles[lower];
  if (above === undefined || below === undefined) return;
  for (let at = tree.parents[below]; at >= 0; at = tree.parents[at]) if (at === above) return;
  throw new UsageError(
    `${lower} "${tree.names[below]}" must hang below ${upper} "${tree.names[above]}", and does not in this skeleton`,
  );
}

function jointCalled(tree: NamedTree, name: string, role: Role): number {
  const matches = tree.names.flatMap((_, joint) =>
    tree.names[joint] === name || pathName(tree, joint) === name ? [joint] : [],
  );
  if (matches.length === 1) return matches[0];
  if (matches.length > 1) {
    const paths = matches.map((joint) => `"${pathName(tree, joint)}"`).join(', ');
    throw new UsageError(`role ${role}: ${matches.length} joints are called "${name}"; name the parent too: ${paths}`);
  }
  const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const near = tree.names.find((other) => bare(other).endsWith(bare(name)) || bare(name).endsWith(bare(other)));
  throw new UsageError(`role ${role}: no joint is called "${name}"${near ? `; did you mean "${near}"?` : ''}`);
}

const pathName = (tree: NamedTree, joint: number): string =>
  tree.parents[joint] < 0 ? tree.names[joint] : `${tree.names[tree.parents[joint]]}/${tree.names[joint]}`;

const uniqueName = (tree: NamedTree, joint: number): string =>
  tree.names.filter((name) => name === tree.names[joint]).length === 1 ? tree.names[joint] : pathName(tree, joint);
