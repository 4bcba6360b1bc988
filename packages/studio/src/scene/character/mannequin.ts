/** The mannequin as three draws it. */
import type { Body, Skeleton } from 'poise';
import type { SkinnedMesh as Skin } from 'poise/io';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type Material,
  SkinnedMesh,
  Sphere,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { ORDER } from '../order.ts';
import type { Figure } from './figure.ts';
import { addPanels, matteMaterial } from './panels.ts';
import { PoseSkeleton } from './pose-skeleton.ts';
import { markPerson } from './stencil.ts';

const XRAY = 0.32;

/** Shared by the figure and its ghosts. */
export function skinGeometry(skin: Skin): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(skin.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(skin.normals, 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(skin.joints, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(skin.weights, 4));
  // Folds lie in shade: light from all around reaches them less.
  const shades = new Float32Array(skin.positions.length);
  for (let i = 0; i < shades.length; i++) shades[i] = skin.shades[Math.floor(i / 3)]!;
  geometry.setAttribute('color', new BufferAttribute(shades, 3));
  geometry.setIndex(new BufferAttribute(skin.indices, 1));
  for (const { start, count, material } of skin.groups) geometry.addGroup(start, count, material);
  geometry.boundingSphere = new Sphere(new Vector3(), 1e4); // moves with the pose; never asked for
  return geometry;
}

/** @param tint colour that the skin's own is mixed with by half */
export function createMannequinFigure(skin: Skin, body: Body, tint?: number): Figure {
  const geometry = skinGeometry(skin);
  addPanels(geometry, skin, body);
  const materials = skin.materials.map((part) => markPerson(matteMaterial(part, (colour) => tinted(colour, tint))));
  const { mesh, bones } = createSkinnedMesh(geometry, materials, skin, body.skeleton);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return {
    object: mesh,
    place: (pose) => bones.place(pose.origins, pose.rotations),
    setXray(on) {
      mesh.renderOrder = on ? ORDER.xray : 0;
      for (const material of materials) {
        material.transparent = on;
        material.opacity = on ? XRAY : 1;
        material.needsUpdate = true;
      }
    },
    dispose() {
      geometry.dispose();
      bones.dispose();
      for (const material of materials) material.dispose();
    },
  };
}

const tinted = (colour: Color, tint: number | undefined): Color =>
  tint === undefined ? colour : colour.lerp(new Color(tint), 0.55);

/** A mesh that follows the pose through its own bone matrices. */
export function createSkinnedMesh(
  geometry: BufferGeometry,
  material: Material | Material[],
  skin: Skin,
  skeleton: Skeleton,
): { mesh: SkinnedMesh; bones: PoseSkeleton } {
  const bones = new PoseSkeleton(skeleton, skin.bindPose);
  const mesh = new SkinnedMesh(geometry, material);
  mesh.bind(bones, mesh.matrixWorld);
  mesh.frustumCulled = false;
  return { mesh, bones };
}
