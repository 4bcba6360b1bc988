/** A figure of rounded rods, one per bone: for skeletons that are nobody, and people whom no skin fits. */
import type { Skeleton } from 'poise';
import { DynamicDrawUsage, InstancedMesh, Matrix4, MeshStandardMaterial, SphereGeometry } from 'three';
import { boneShapes, bonesOf, jointMatrix } from '../bone-list.ts';
import { ORDER } from '../order.ts';
import type { Figure } from './figure.ts';
import { markPerson } from './stencil.ts';

const XRAY = 0.32;

export function createWoodenFigure(skeleton: Skeleton, colour = 0xc9bdae): Figure {
  const bones = bonesOf(skeleton);
  const shapes = boneShapes(bones, (length) => Math.min(0.075, Math.max(0.012, 0.17 * length)));
  const geometry = new SphereGeometry(1, 20, 14).scale(1, 0.55, 1).translate(0, 0.5, 0);
  const material = markPerson(new MeshStandardMaterial({ color: colour, roughness: 0.65 }));
  const mesh = new InstancedMesh(geometry, material, Math.max(1, shapes.length));
  mesh.count = shapes.length;
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  const matrix = new Matrix4();
  return {
    object: mesh,
    place({ origins, rotations }) {
      for (let b = 0; b < shapes.length; b++) {
        jointMatrix(matrix, origins, rotations, bones.joints[b]!).multiply(shapes[b]!);
        mesh.setMatrixAt(b, matrix);
      }
      mesh.instanceMatrix.needsUpdate = true;
    },
    setXray(on) {
      mesh.renderOrder = on ? ORDER.xray : 0;
      material.transparent = on;
      material.opacity = on ? XRAY : 1;
      material.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      mesh.dispose();
    },
  };
}
