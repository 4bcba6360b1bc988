/**
 * `poise/babylon`: binds a Babylon.js character as glTF files make them: bones that are linked to transform nodes. Nothing of Babylon is
 * imported. Babylon's scenes are left-handed unless told otherwise; Poise is right-handed, so there z points the other way: `turnHand`
 * takes points and impulses from one to the other.
 */
import { RigError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import { bindEngineCharacter, type EngineNodes } from './engine-node.ts';
import type { BindOptions, BoundCharacter } from './three.ts';

interface Vector {
  x: number;
  y: number;
  z: number;
  set?(x: number, y: number, z: number): unknown;
}

/** What is used of a TransformNode or mesh. */
export interface BabylonNode {
  readonly name: string;
  readonly parent: BabylonNode | null;
  readonly position: Vector;
  readonly rotation: Vector;
  rotationQuaternion?: (Vector & { w: number }) | null;
  readonly skeleton?: BabylonSkeleton | null;
  getChildren(): readonly BabylonNode[];
  getScene(): { readonly useRightHandedSystem: boolean };
  computeWorldMatrix(force: boolean): { readonly m: ArrayLike<number> };
}

export interface BabylonSkeleton {
  readonly bones: readonly {
    readonly name: string;
    getTransformNode(): BabylonNode | null;
    getAbsoluteInverseBindMatrix(): { readonly m: ArrayLike<number> };
  }[];
}

/** Nodes without a quaternion are turned by angles: about y, then x, then z. */
function quaternionOf({ rotationQuaternion, rotation }: BabylonNode): Vector & { w: number } {
  if (rotationQuaternion) return rotationQuaternion;
  const [sx, sy, sz] = [rotation.x, rotation.y, rotation.z].map((angle) => Math.sin(angle / 2)) as [
    number,
    number,
    number,
  ];
  const [cx, cy, cz] = [rotation.x, rotation.y, rotation.z].map((angle) => Math.cos(angle / 2)) as [
    number,
    number,
    number,
  ];
  return {
    x: cy * sx * cz + sy * cx * sz,
    y: sy * cx * cz - cy * sx * sz,
    z: cy * cx * sz - sy * sx * cz,
    w: cy * cx * cz + sy * sx * sz,
  };
}

function setQuaternion(node: BabylonNode, x: number, y: number, z: number, w: number): void {
  const own = node.rotationQuaternion;
  if (!own) {
    throw new RigError(`"${node.name}" is turned by angles: set its rotationQuaternion, as loaders of glTF do`);
  }
  own.x = x;
  own.y = y;
  own.z = z;
  own.w = w;
}

function skinsOf({ skeleton }: BabylonNode): ReturnType<EngineNodes<BabylonNode>['skins']> {
  if (!skeleton) return [];
  const linked = skeleton.bones.flatMap((bone) => {
    const node = bone.getTransformNode();
    return node ? [{ node, inverse: bone.getAbsoluteInverseBindMatrix().m }] : [];
  });
  if (linked.length === 0) throw new RigError('no bone is linked to a transform node, as bones of glTF files are');
  return [{ bones: linked.map(({ node }) => node), inverses: linked.map(({ inverse }) => inverse) }];
}

/** `hand`: −1 in left-handed scenes. */
const nodesOf = (hand: 1 | -1): EngineNodes<BabylonNode> => ({
  name: ({ name }) => name,
  parent: ({ parent }) => parent,
  children: (node) => node.getChildren(),
  position: ({ position }) => position,
  setPosition: ({ position }, x, y, z) => {
    position.x = x;
    position.y = y;
    position.z = z;
  },
  turn: quaternionOf,
  setTurn: setQuaternion,
  world: (node) => {
    const { m } = node.computeWorldMatrix(true);
    if (hand === 1) return m;
    const turned = Float64Array.from(m);
    for (const i of [2, 6, 10, 14]) turned[i] = -turned[i];
    return turned;
  },
  skins: skinsOf,
});

export interface BoundBabylonCharacter extends Omit<BoundCharacter, 'bones'> {
  readonly bones: readonly BabylonNode[]; // one per joint of the body
  /** A point, velocity or impulse of the scene in Poise's axes, and back. */
  readonly turnHand: (vector: Vec3) => Vec3;
}

/** Finds the person below a node, such as the root of an imported glTF file. Throws RigError with the reason where there is none.
 *
 * ```ts
 * const { body, rig, turnHand } = bindBabylonCharacter(result.meshes[0]);
 * const layer = new ReactionLayer(body, rig);
 * scene.onAfterAnimationsObservable.add(() => layer.update(engine.getDeltaTime() / 1000));
 * layer.hit({ bone: 'chest', impulse: turnHand([0, 0, 30]) });
 * ```
 */
export function bindBabylonCharacter(root: BabylonNode, options: BindOptions = {}): BoundBabylonCharacter {
  const hand = root.getScene().useRightHandedSystem ? 1 : -1;
  const bound = bindEngineCharacter(root, nodesOf(hand), options);
  return { ...bound, turnHand: ([x, y, z]) => [x, y, hand * z] };
}
