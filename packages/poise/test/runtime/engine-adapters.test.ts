/** Characters of Babylon.js and PlayCanvas: the same person, bound through the nodes of each engine, answers as in three.js. */
import { describe, expect, it } from 'vitest';
import { multiplyQuat, rotate3 } from '../../src/math/quat.ts';
import { mat3FromQuat } from '../../src/math/quat-mat3.ts';
import { createActor } from '../../src/performer/actor.ts';
import { type BabylonNode, bindBabylonCharacter } from '../../src/runtime/adapters/babylon.ts';
import { bindPlayCanvasCharacter, type PlayCanvasNode } from '../../src/runtime/adapters/playcanvas.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';

const { body } = createActor();
const { skeleton } = body;

/** World rotation and place of every joint at rest, and a column-major matrix of both. */
const matrixOf = (turn: Float64Array, place: Float64Array): Float64Array => {
  const m = new Float64Array(9);
  mat3FromQuat(m, 0, turn, 0);
  return Float64Array.of(m[0]!, m[3]!, m[6]!, 0, m[1]!, m[4]!, m[7]!, 0, m[2]!, m[5]!, m[8]!, 0, ...place, 1);
};

/** A node that holds place and turn, and knows its world matrix; engines add their own ways to ask. */
class TestNode {
  readonly children: TestNode[] = [];
  readonly name: string;
  readonly parent: TestNode | null;
  readonly position: { x: number; y: number; z: number };
  readonly turn: { x: number; y: number; z: number; w: number };
  constructor(name: string, parent: TestNode | null, place: ArrayLike<number>, turn: ArrayLike<number>) {
    this.name = name;
    this.parent = parent;
    this.position = { x: place[0]!, y: place[1]!, z: place[2]! };
    this.turn = { x: turn[0]!, y: turn[1]!, z: turn[2]!, w: turn[3]! };
    parent?.children.push(this);
  }
  world(): { place: Float64Array; turn: Float64Array } {
    const place = Float64Array.of(this.position.x, this.position.y, this.position.z);
    const turn = Float64Array.of(this.turn.x, this.turn.y, this.turn.z, this.turn.w);
    if (!this.parent) return { place, turn };
    const above = this.parent.world();
    rotate3(place, 0, above.turn, 0, place, 0);
    for (let c = 0; c < 3; c++) place[c]! += above.place[c]!;
    multiplyQuat(turn, 0, above.turn, 0, turn, 0);
    return { place, turn };
  }
}

function person(): { root: TestNode; bones: TestNode[]; inverses: Float64Array[] } {
  const root = new TestNode('person', null, [0, 0, 0], [0, 0, 0, 1]);
  const bones: TestNode[] = [];
  for (let k = 0; k < skeleton.names.length; k++) {
    const above = skeleton.parents[k]! < 0 ? root : bones[skeleton.parents[k]!]!;
    const place = k === 0 ? [0, 0.95, 0] : skeleton.offsets.subarray(3 * k, 3 * k + 3);
    bones.push(new TestNode(skeleton.names[k]!, above, place, skeleton.restRotations.subarray(4 * k, 4 * k + 4)));
  }
  const inverses = bones.map((bone) => {
    const { place, turn } = bone.world();
    const back = Float64Array.of(-turn[0]!, -turn[1]!, -turn[2]!, turn[3]!);
    rotate3(place, 0, back, 0, place, 0);
    return matrixOf(
      back,
      place.map((x) => -x),
    );
  });
  return { root, bones, inverses };
}

function playCanvas(): PlayCanvasNode {
  const { root, bones, inverses } = person();
  const faces = new Map<TestNode, PlayCanvasNode>();
  const faceOf = (node: TestNode): PlayCanvasNode => {
    const known = faces.get(node);
    if (known) return known;
    const face: PlayCanvasNode = {
      name: node.name,
      get parent() {
        return node.parent && faceOf(node.parent);
      },
      get children() {
        return node.children.map(faceOf);
      },
      ...(node === root && {
        get render() {
          const skin = { inverseBindPose: inverses.map((data) => ({ data })) };
          return { meshInstances: [{}, { skinInstance: { bones: bones.map(faceOf), skin } }] };
        },
      }),
      getLocalPosition: () => node.position,
      setLocalPosition: (x, y, z) => Object.assign(node.position, { x, y, z }),
      getLocalRotation: () => node.turn,
      setLocalRotation: (x, y, z, w) => Object.assign(node.turn, { x, y, z, w }),
      getWorldTransform: () => ({ data: matrixOf(node.world().turn, node.world().place) }),
    };
    faces.set(node, face);
    return face;
  };
  return faceOf(root);
}

/** Left-handed scenes hang glTF files below a root that is mirrored along z. */
function babylon(rightHanded: boolean): BabylonNode {
  const { root, bones, inverses } = person();
  const scene = { useRightHandedSystem: rightHanded };
  const faces = new Map<TestNode, BabylonNode>();
  const faceOf = (node: TestNode): BabylonNode => {
    const known = faces.get(node);
    if (known) return known;
    const face = {
      name: node.name,
      get parent() {
        return node.parent && faceOf(node.parent);
      },
      position: node.position,
      rotation: { x: 0, y: 0, z: 0 },
      rotationQuaternion: node.turn,
      getChildren: () => node.children.map(faceOf),
      getScene: () => scene,
      computeWorldMatrix: () => {
        const m = matrixOf(node.world().turn, node.world().place);
        if (!rightHanded) for (const i of [2, 6, 10, 14]) m[i] = -m[i]!;
        return { m };
      },
      ...(node === root && {
        get skeleton() {
          return {
            bones: bones.map((bone, k) => ({
              name: bone.name,
              getTransformNode: () => faceOf(bone),
              getAbsoluteInverseBindMatrix: () => ({ m: inverses[k]! }),
            })),
          };
        },
      }),
    } as BabylonNode;
    faces.set(node, face);
    return face;
  };
  return faceOf(root);
}

const HIT = [0, 0, 25] as const;

/** Where the head goes, in Poise's axes, in the half second after a hit from behind. */
function headAfterHit(
  bound: { readonly body: typeof body; readonly rig: ConstructorParameters<typeof ReactionLayer>[1] },
  head: () => number,
): number {
  const layer = new ReactionLayer(bound.body, bound.rig);
  for (let k = 0; k < 30; k++) layer.update(1 / 60);
  const before = head();
  layer.hit({ bone: 'chest', impulse: HIT });
  for (let k = 0; k < 20; k++) layer.update(1 / 60);
  return head() - before;
}

describe('adapters of other engines', () => {
  it('bind a PlayCanvas entity, which answers a hit', () => {
    const entity = playCanvas();
    const bound = bindPlayCanvasCharacter(entity);
    expect(bound.body.height).toBeCloseTo(body.height, 2);
    const head = bound.bones[bound.body.roles.head!]!;
    const moved = headAfterHit(bound, () => head.getWorldTransform().data[14]!);
    expect(moved).toBeGreaterThan(0.03);
  });

  it.each([true, false])('bind a Babylon node, which answers a hit (right-handed: %s)', (rightHanded) => {
    const bound = bindBabylonCharacter(babylon(rightHanded));
    expect(bound.body.height).toBeCloseTo(body.height, 2);
    const hand = rightHanded ? 1 : -1;
    expect(bound.turnHand([1, 2, 3])).toEqual([1, 2, 3 * hand]);
    const head = bound.bones[bound.body.roles.head!]!;
    const moved = headAfterHit(bound, () => hand * head.computeWorldMatrix(true).m[14]!);
    expect(moved).toBeGreaterThan(0.03);
  });

  it('move every bone alike, whichever engine shows it', () => {
    const [p, b] = [bindPlayCanvasCharacter(playCanvas()), bindBabylonCharacter(babylon(false))];
    const [q, r] = [p, b].map((bound) => {
      const layer = new ReactionLayer(bound.body, bound.rig);
      for (let k = 0; k < 10; k++) layer.update(1 / 60);
      layer.hit({ bone: 'chest', impulse: HIT });
      for (let k = 0; k < 20; k++) layer.update(1 / 60);
      const out = new Float64Array(3 + 4 * bound.body.skeleton.names.length);
      bound.rig.read(out);
      return out;
    });
    expect(Math.max(...q!.map((x, k) => Math.abs(x - r![k]!)))).toBeLessThan(1e-9);
  });
});
