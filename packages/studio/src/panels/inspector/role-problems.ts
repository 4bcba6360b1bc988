/** Why a joint cannot play a part of the body: it plays another, it hangs in the wrong place, or it lies on the other side. */
import type { Clip, Role } from 'poise';
import { multiplyQuat, quatIndex, rotate3 } from 'poise/dynamics';
import { ROLE_CHAINS } from 'poise/io';
import { jointName } from './joint-name.ts';
import { roleTitle } from './role-titles.ts';

/** Joint name per role. */
export type RoleNames = Readonly<Record<string, string>>;

/** Pairs of which the second must hang below the first: the library's, and the spine joint by joint. */
const CHAINS: readonly (readonly [upper: Role, lower: Role])[] = [
  ...ROLE_CHAINS,
  ...(['spine', 'chest', 'upperChest', 'neck'] as const).map((role) => ['hips', role] as const),
  ['spine', 'chest'],
  ['chest', 'upperChest'],
  ['neck', 'head'],
];

const lower = (role: string): string => roleTitle(role).toLowerCase();

/** What speaks against giving the role to the joint of this name, in words; undefined where nothing does. `names`: the others. */
export function roleProblem(clip: Clip, names: RoleNames, role: Role, name: string): string | undefined {
  const { skeleton } = clip;
  const joints = skeleton.names.map((_, joint) => jointName(skeleton, joint));
  const taken = Object.entries(names).find(([other, joint]) => other !== role && joint === name);
  if (taken) return `${name} is the ${lower(taken[0])} already. Choose “none” there first.`;
  const all: RoleNames = { ...names, [role]: name };
  const jointFor = (part: Role): number => joints.indexOf(all[part] ?? '\0');
  for (const [above, below] of CHAINS) {
    if (above !== role && below !== role) continue;
    const [a, b] = [jointFor(above), jointFor(below)];
    if (a < 0 || b < 0 || hangsBelow(skeleton.parents, b, a)) continue;
    return above === role
      ? `The ${lower(below)} (${joints[b]}) does not hang below ${name}.`
      : `${name} does not hang below the ${lower(above)} (${joints[a]}).`;
  }
  return sideProblem(clip, jointFor, role, name);
}

function hangsBelow(parents: ArrayLike<number>, joint: number, above: number): boolean {
  for (let at = parents[joint] ?? -1; at >= 0; at = parents[at] ?? -1) if (at === above) return true;
  return false;
}

const PAIRS = ['UpperLeg', 'Shoulder', 'UpperArm'] as const; // these never cross; hands and feet may

/** Left and right must lie as they do elsewhere in the body, seen in the first frame. */
function sideProblem(clip: Clip, jointFor: (role: Role) => number, role: Role, name: string): string | undefined {
  const own = PAIRS.find((pair) => role === `left${pair}` || role === `right${pair}`);
  if (!own) return undefined;
  const places = jointPlaces(clip);
  const across = (pair: (typeof PAIRS)[number]): readonly number[] | undefined => {
    const [left, right] = [jointFor(`left${pair}`), jointFor(`right${pair}`)];
    return left < 0 || right < 0
      ? undefined
      : [0, 1, 2].map((k) => at(places, 3 * left + k) - at(places, 3 * right + k));
  };
  const here = across(own);
  const there = PAIRS.filter((pair) => pair !== own).flatMap((pair) => across(pair) ?? []);
  if (!here || there.length === 0) return undefined;
  let along = 0;
  for (let i = 0; i < there.length; i++) along += at(there, i) * at(here, i % 3);
  if (along >= 0) return undefined;
  const side = role.startsWith('left') ? 'right' : 'left';
  return `${name} lies on the ${side} of the person: left and right would be crossed.`;
}

const at = (values: ArrayLike<number>, i: number): number => values[i] ?? 0;

/** n×3: joint origins in the first frame, world. */
function jointPlaces({ skeleton, q }: Clip): Float64Array {
  const n = skeleton.names.length;
  const places = new Float64Array(3 * n);
  const turns = new Float64Array(4 * n);
  const arm = new Float64Array(3);
  for (let joint = 0; joint < n; joint++) {
    const parent = skeleton.parents[joint] ?? -1;
    const own = q.subarray(quatIndex(joint), quatIndex(joint) + 4);
    if (parent < 0) {
      places.set(q.subarray(0, 3), 3 * joint);
      turns.set(own, 4 * joint);
      continue;
    }
    rotate3(arm, 0, turns, 4 * parent, skeleton.offsets, 3 * joint);
    for (let k = 0; k < 3; k++) places[3 * joint + k] = at(places, 3 * parent + k) + at(arm, k);
    multiplyQuat(turns, 4 * joint, turns, 4 * parent, own, 0);
  }
  return places;
}
