/**
 * three.js measures a skinned mesh once, in the pose in which it is drawn first, and leaves out what that sphere says is out of sight, also
 * for the mouse. A character that has been led away would vanish: its spheres go along with the hips.
 */
import { invertAxes, type ObjectLike } from './three-objects.ts';

interface SphereLike {
  readonly center: { x: number; y: number; z: number; set(x: number, y: number, z: number): unknown };
  radius: number;
}

interface Measured {
  readonly mesh: ObjectLike & { readonly boundingSphere?: SphereLike | null };
  sphere: SphereLike | undefined; // as three has measured it
}

export interface SkinBounds {
  /** Before the pose is changed: takes over what has been measured since. */
  look(): void;
  /** After it was changed. */
  follow(): void;
}

/** Limbs that stretch reach farther than where they were measured. */
const STRETCHED = 1.25;

/** Skinned meshes below `root` that move with `hips`. */
export function createSkinBounds(root: ObjectLike, hips: ObjectLike): SkinBounds {
  const skins: Measured[] = [];
  const visit = (node: ObjectLike): void => {
    if ('skeleton' in node && 'boundingSphere' in node)
      skins.push({ mesh: node as Measured['mesh'], sphere: undefined });
    for (const child of node.children) visit(child);
  };
  visit(root);
  let isAway = false;
  const follow = (): void => {
    hips.updateWorldMatrix(false, false);
    for (const { mesh, sphere } of skins) {
      if (!sphere) continue;
      const [x, y, z] = placeIn(mesh, hips);
      sphere.center.set(x, y, z);
    }
  };
  return {
    look() {
      for (const skin of skins) {
        const { mesh, sphere } = skin;
        if (!mesh.boundingSphere || mesh.boundingSphere === sphere) continue;
        skin.sphere = mesh.boundingSphere;
        const { center, radius } = skin.sphere;
        const [x, y, z] = placeIn(mesh, hips);
        // about the hips, however the body is turned
        skin.sphere.radius = STRETCHED * (radius + Math.hypot(center.x - x, center.y - y, center.z - z));
        center.set(x, y, z);
      }
      if (isAway) follow();
      isAway = false;
    },
    follow() {
      follow();
      isAway = true;
    },
  };
}

/** Where an object is in the frame of another. */
function placeIn({ matrixWorld: { elements: frame } }: ObjectLike, { matrixWorld: { elements: at } }: ObjectLike) {
  const back = invertAxes(frame);
  const [x, y, z] = [at[12] - frame[12], at[13] - frame[13], at[14] - frame[14]];
  const along = (row: number): number => back[row] * x + back[4 + row] * y + back[8 + row] * z;
  return [along(0), along(1), along(2)] as const;
}
