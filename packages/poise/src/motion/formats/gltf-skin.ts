/** A skinned mesh in a glTF: vertex data, materials, and a skin whose inverse bind matrices undo the bind pose. */
import type { Accessor, Document, Buffer as GltfBuffer, Node, Primitive } from '@gltf-transform/core';
import { UsageError } from '../../errors.ts';
import { coordinateCount, jointCount, type Skeleton } from '../skeleton.ts';
import { inverseBindMatrices, type SkinnedMesh, vertexCount } from '../skinned-mesh.ts';

/** A mesh and the skeleton that moves it; node k of the file is joint k. */
export interface Skinned {
  readonly mesh: SkinnedMesh;
  readonly skeleton: Skeleton;
  readonly metresPerUnit: number;
}

export function addSkinnedMesh(document: Document, nodes: readonly Node[], skinned: Skinned): void {
  const { mesh, skeleton, metresPerUnit } = skinned;
  checkFit(mesh, skeleton);
  const buffer = bufferOf(document);
  const skin = document.createSkin('person').setSkeleton(nodes[0]);
  for (const node of nodes) skin.addJoint(node);
  skin.setInverseBindMatrices(
    document.createAccessor('inverseBindMatrices', buffer).setType('MAT4').setArray(matricesInUnits(skinned)),
  );
  const vertices = vertexAccessors(document, buffer, mesh, metresPerUnit);
  const target = document.createMesh('person');
  for (const { material, start, count } of mesh.groups) {
    const { name, colour, roughness, metallic } = mesh.materials[material];
    const surface = document
      .createMaterial(name)
      .setBaseColorFactor([...colour, 1])
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metallic);
    const indices = mesh.indices.subarray(start, start + count);
    const stored = vertexCount(mesh) < 65535 ? Uint16Array.from(indices) : Uint32Array.from(indices);
    const primitive = document.createPrimitive().setMaterial(surface);
    primitive.setIndices(document.createAccessor('', buffer).setType('SCALAR').setArray(stored));
    for (const [semantic, accessor] of vertices) primitive.setAttribute(semantic, accessor);
    target.addPrimitive(primitive as Primitive);
  }
  const node = document.createNode('person').setMesh(target).setSkin(skin);
  document.getRoot().getDefaultScene()?.addChild(node);
  // The rest pose is where the figure stands, not with its hips on the ground.
  const [x, y, z] = mesh.bindPose;
  nodes[0].setTranslation([x / metresPerUnit, y / metresPerUnit, z / metresPerUnit]);
}

/** The buffer that holds everything; a .glb may have only one. */
export const bufferOf = (document: Document): GltfBuffer =>
  document.getRoot().listBuffers()[0] ?? document.createBuffer();

function checkFit(mesh: SkinnedMesh, skeleton: Skeleton): void {
  const found = mesh.bindPose.length;
  if (found !== coordinateCount(skeleton)) {
    throw new UsageError(`the mesh was made for ${(found - 3) / 4} joints, the clip has ${jointCount(skeleton)}`);
  }
}

function vertexAccessors(
  document: Document,
  buffer: GltfBuffer,
  mesh: SkinnedMesh,
  metresPerUnit: number,
): readonly (readonly [string, Accessor])[] {
  const accessor = (type: 'VEC3' | 'VEC4', values: Float32Array | Uint16Array | Uint8Array): Accessor =>
    document.createAccessor('', buffer).setType(type).setArray(values);
  const colours = Uint8Array.from({ length: 4 * mesh.shades.length }, (_, i) =>
    i % 4 === 3 ? 255 : Math.round(255 * Math.min(1, Math.max(0, mesh.shades[i >> 2]))),
  );
  const narrow = mesh.joints.every((joint) => joint < 256);
  return [
    [
      'POSITION',
      accessor(
        'VEC3',
        mesh.positions.map((value) => value / metresPerUnit),
      ),
    ],
    ['NORMAL', accessor('VEC3', Float32Array.from(mesh.normals))],
    ['COLOR_0', accessor('VEC4', colours).setNormalized(true)],
    ['JOINTS_0', accessor('VEC4', narrow ? Uint8Array.from(mesh.joints) : Uint16Array.from(mesh.joints))],
    ['WEIGHTS_0', accessor('VEC4', Float32Array.from(mesh.weights))],
  ];
}

/** The matrices in the file's unit. */
function matricesInUnits({ mesh, skeleton, metresPerUnit }: Skinned): Float32Array {
  const isShift = (i: number): boolean => i % 16 >= 12 && i % 16 < 15;
  return inverseBindMatrices(mesh, skeleton).map((value, i) => (isShift(i) ? value / metresPerUnit : value));
}
