/**
 * `poise/playcanvas`: binds a PlayCanvas character: an entity with a skinned render component below it. Nothing of PlayCanvas is imported.
 */
import { bindEngineCharacter, type EngineNodes } from './engine-node.ts';
import type { BindOptions, BoundCharacter } from './three.ts';

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** What is used of a GraphNode or Entity. */
export interface PlayCanvasNode {
  readonly name: string;
  readonly parent: PlayCanvasNode | null;
  readonly children: readonly PlayCanvasNode[];
  readonly render?:
    | { readonly meshInstances: readonly { readonly skinInstance?: PlayCanvasSkin | null }[] }
    | undefined;
  getLocalPosition(): Vector;
  setLocalPosition(x: number, y: number, z: number): void;
  getLocalRotation(): Vector & { readonly w: number };
  setLocalRotation(x: number, y: number, z: number, w: number): void;
  getWorldTransform(): { readonly data: ArrayLike<number> };
}

export interface PlayCanvasSkin {
  readonly bones: readonly PlayCanvasNode[];
  readonly skin: { readonly inverseBindPose: readonly { readonly data: ArrayLike<number> }[] };
}

const NODES: EngineNodes<PlayCanvasNode> = {
  name: ({ name }) => name,
  parent: ({ parent }) => parent,
  children: ({ children }) => children,
  position: (node) => node.getLocalPosition(),
  setPosition: (node, x, y, z) => node.setLocalPosition(x, y, z),
  turn: (node) => node.getLocalRotation(),
  setTurn: (node, x, y, z, w) => node.setLocalRotation(x, y, z, w),
  world: (node) => node.getWorldTransform().data,
  skins: ({ render }) =>
    (render?.meshInstances ?? []).flatMap(({ skinInstance }) =>
      skinInstance
        ? [{ bones: skinInstance.bones, inverses: skinInstance.skin.inverseBindPose.map(({ data }) => data) }]
        : [],
    ),
};

export interface BoundPlayCanvasCharacter extends Omit<BoundCharacter, 'bones'> {
  readonly bones: readonly PlayCanvasNode[]; // one per joint of the body
}

/** Finds the person below an entity. Throws RigError with the reason where there is none.
 *
 * ```ts
 * const { body, rig } = bindPlayCanvasCharacter(entity);
 * const layer = new ReactionLayer(body, rig);
 * app.on('update', (dt) => layer.update(dt)); // after the anim component
 * ```
 */
export function bindPlayCanvasCharacter(entity: PlayCanvasNode, options: BindOptions = {}): BoundPlayCanvasCharacter {
  return bindEngineCharacter(entity, NODES, options);
}
