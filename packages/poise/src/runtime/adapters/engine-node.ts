/** Nodes of other engines as the adapter knows them: one face per node, so that who hangs on whom can be compared. */
import type { Rig } from '../rig.ts';
import { type BindOptions, type BoundCharacter, bindCharacter } from './three.ts';
import type { ObjectLike, SkeletonLike } from './three-objects.ts';

/** What an engine tells of its nodes. Local places and turns are read and written, world matrices (column-major, 16 numbers) read. */
export interface EngineNodes<Node extends object> {
  readonly name: (node: Node) => string;
  readonly parent: (node: Node) => Node | null;
  readonly children: (node: Node) => readonly Node[];
  readonly position: (node: Node) => { readonly x: number; readonly y: number; readonly z: number };
  readonly setPosition: (node: Node, x: number, y: number, z: number) => void;
  readonly turn: (node: Node) => { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  readonly setTurn: (node: Node, x: number, y: number, z: number, w: number) => void;
  /** World matrix of now, right-handed and Y up. */
  readonly world: (node: Node) => ArrayLike<number>;
  /** Skins of the meshes at this node: their bones and the inverses of their matrices when the skin was bound. */
  readonly skins: (
    node: Node,
  ) => readonly { readonly bones: readonly Node[]; readonly inverses: readonly ArrayLike<number>[] }[];
}

/** Face of a node; asks the engine whenever it is asked. */
class NodeFace<Node extends object> implements ObjectLike {
  readonly node: Node;
  readonly position: ObjectLike['position'];
  readonly quaternion: ObjectLike['quaternion'];
  readonly matrixWorld: { readonly elements: ArrayLike<number> };
  readonly skeletons: readonly SkeletonLike[];
  readonly #engine: EngineNodes<Node>;
  readonly #faces: Map<Node, NodeFace<Node>>;

  constructor(node: Node, engine: EngineNodes<Node>, faces: Map<Node, NodeFace<Node>>) {
    this.node = node;
    this.#engine = engine;
    this.#faces = faces;
    faces.set(node, this);
    this.position = placeOf(node, engine);
    this.quaternion = turnOf(node, engine);
    this.matrixWorld = {
      get elements() {
        return engine.world(node);
      },
    };
    this.skeletons = engine.skins(node).map(({ bones, inverses }) => ({
      bones: bones.map((bone) => this.#faceOf(bone)),
      boneInverses: inverses.map((elements) => ({ elements })),
    }));
  }

  get name(): string {
    return this.#engine.name(this.node);
  }

  get parent(): ObjectLike | null {
    const above = this.#engine.parent(this.node);
    return above && this.#faceOf(above);
  }

  get children(): readonly ObjectLike[] {
    return this.#engine.children(this.node).map((child) => this.#faceOf(child));
  }

  /** World matrices are asked for when they are read. */
  updateWorldMatrix(): void {}

  #faceOf(node: Node): NodeFace<Node> {
    return this.#faces.get(node) ?? new NodeFace(node, this.#engine, this.#faces);
  }
}

function placeOf<Node extends object>(node: Node, engine: EngineNodes<Node>): ObjectLike['position'] {
  const set = (x: number, y: number, z: number): void => engine.setPosition(node, x, y, z);
  return {
    get x() {
      return engine.position(node).x;
    },
    get y() {
      return engine.position(node).y;
    },
    get z() {
      return engine.position(node).z;
    },
    set,
  } as ObjectLike['position'];
}

function turnOf<Node extends object>(node: Node, engine: EngineNodes<Node>): ObjectLike['quaternion'] {
  const set = (x: number, y: number, z: number, w: number): void => engine.setTurn(node, x, y, z, w);
  return {
    get x() {
      return engine.turn(node).x;
    },
    get y() {
      return engine.turn(node).y;
    },
    get z() {
      return engine.turn(node).z;
    },
    get w() {
      return engine.turn(node).w;
    },
    set,
  } as ObjectLike['quaternion'];
}

/** `bindCharacter` for the nodes of an engine. */
export function bindEngineCharacter<Node extends object>(
  root: Node,
  engine: EngineNodes<Node>,
  options: BindOptions,
): Omit<BoundCharacter, 'bones'> & { readonly bones: readonly Node[] } {
  const faces = new Map<Node, NodeFace<Node>>();
  const { body, rig, bones } = bindCharacter(new NodeFace(root, engine, faces), options);
  const carrierOf: Rig['carrierOf'] = (part) =>
    rig.carrierOf?.(
      typeof part === 'string' ? part : (faces.get(part as Node) ?? new NodeFace(part as Node, engine, faces)),
    );
  return { body, rig: { ...rig, carrierOf }, bones: bones.map((face) => (face as NodeFace<Node>).node) };
}
