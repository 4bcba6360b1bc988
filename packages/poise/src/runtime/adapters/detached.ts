/**
 * Rigs whose feet hang on a control at the ground instead of on the shins: the shin ends where the foot is, and baked inverse
 * kinematics keeps it there. For the person in the model such a foot belongs to the shin.
 */
import type { ObjectLike } from './three-objects.ts';

/** Parents that bones have for the person, where they are others than in the scene. */
export type Attachments = ReadonlyMap<ObjectLike, ObjectLike>;

const NEAR = 0.02; // of the model's height

/** bones: of the skin, world matrices up to date. */
export function findDetached(bones: readonly ObjectLike[]): Attachments {
  const known = new Set(bones);
  const height = heightOf(bones);
  const found = new Map<ObjectLike, ObjectLike>();
  // ends of bones that no bone hangs on: where the next bone would begin
  const ends = bones.filter(({ children }) => !children.some((child) => known.has(child)));
  const top = bones.find(({ parent }) => !parent || !known.has(parent));
  for (const bone of bones) {
    if (bone.parent !== top || bone === top) continue;
    const shin = ends.find((end) => end !== bone && !isBelow(end, bone) && endsAt(end, bone, NEAR * height));
    if (shin && ![...found.values()].includes(shin)) found.set(bone, shin);
  }
  return found;
}

/** Does a bone end where another begins? Exporters leave an empty child there. */
function endsAt(bone: ObjectLike, other: ObjectLike, near: number): boolean {
  return bone.children.some((tip) => {
    tip.updateWorldMatrix(true, false);
    const [a, b] = [tip.matrixWorld.elements, other.matrixWorld.elements];
    return Math.hypot(a[12] - b[12], a[13] - b[13], a[14] - b[14]) < near;
  });
}

function isBelow(bone: ObjectLike, above: ObjectLike): boolean {
  for (let at: ObjectLike | null = bone; at; at = at.parent) if (at === above) return true;
  return false;
}

function heightOf(bones: readonly ObjectLike[]): number {
  let [low, high] = [Infinity, -Infinity];
  for (const { matrixWorld } of bones) {
    low = Math.min(low, matrixWorld.elements[13]);
    high = Math.max(high, matrixWorld.elements[13]);
  }
  return high - low;
}
