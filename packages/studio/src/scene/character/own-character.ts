/** The user's own character, from the bytes of the file that the clip came from, moved by the clip. */
import type { Clip } from 'poise';
import { Group, type Material, Matrix4, Mesh, type Object3D, Quaternion, SkinnedMesh, Vector3 } from 'three';
import { ORDER } from '../order.ts';
import { createPose } from '../pose-source.ts';
import { extentOf } from './extent.ts';
import type { Figure } from './figure.ts';
import { isFbx, loadFbx, loadGlb } from './load-character.ts';
import { markPerson } from './stencil.ts';

/** A file whose joints come to lie farther than this share of the figure's size from the clip's is not understood. */
const TOLERANCE = 0.1;

/** A figure, or undefined where the file shows no skin or does not match the clip. */
export async function createOwnCharacter(bytes: Uint8Array, clip: Clip): Promise<Figure | undefined> {
  const { source } = clip;
  if (!source?.tree) return undefined;
  const loaded = isFbx(bytes) ? await loadFbx(bytes, source.tree) : await loadGlb(bytes, source.tree);
  if (!loaded || !hasSkin(loaded.scene)) return undefined;
  const moved = Array.from(source.nodeOfJoint, (node) => loaded.nodes[node]);
  const root = moved[0];
  if (!root) return undefined;
  // clip = worldFromFile · file · metresPerUnit − ground, so the file's scene is hung up in the clip's world that way.
  const object = new Group();
  object.position.y = -source.frame.groundHeight;
  object.quaternion.fromArray([...source.frame.worldFromFile]);
  object.scale.setScalar(source.frame.metresPerUnit);
  object.add(loaded.scene);
  dress(object);
  const figure = figureOf(object, moved, root);
  if (strays(figure, moved, clip)) {
    figure.dispose();
    return undefined;
  }
  return figure;
}

function figureOf(object: Object3D, moved: readonly (Object3D | undefined)[], root: Object3D): Figure {
  const materials = new Set<Material>();
  object.traverse((part) => {
    if (part instanceof Mesh) for (const m of [part.material].flat() as Material[]) materials.add(m);
  });
  for (const material of materials) markPerson(material);
  const opaque = new Map([...materials].map((m) => [m, { transparent: m.transparent, opacity: m.opacity }]));
  const above = new Matrix4();
  const aboveTurn = new Quaternion();
  const [spareP, spareS] = [new Vector3(), new Vector3()];
  return {
    object,
    place({ q, origins, rotations }) {
      for (let joint = 1; joint < moved.length; joint++) moved[joint]?.quaternion.fromArray(q, 3 + 4 * joint);
      // The root is given in the world; its node hangs below others of the file.
      const parent = root.parent;
      if (!parent) return;
      parent.updateWorldMatrix(true, false);
      parent.matrixWorld.decompose(spareP, aboveTurn, spareS);
      root.position.fromArray(origins, 0).applyMatrix4(above.copy(parent.matrixWorld).invert());
      root.quaternion.fromArray(rotations, 0).premultiply(aboveTurn.invert());
    },
    setXray(on) {
      object.traverse((part) => {
        // Not of groups: three draws a group's parts together, after or before all others.
        if (part instanceof Mesh) part.renderOrder = on ? ORDER.xray : 0;
      });
      for (const [material, own] of opaque) {
        material.transparent = on || own.transparent;
        material.opacity = on ? 0.32 * own.opacity : own.opacity;
        material.needsUpdate = true;
      }
    },
    extent: (out) => extentOf(out, object, root),
    dispose() {
      object.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        part.geometry.dispose();
        if (part instanceof SkinnedMesh) part.skeleton.dispose();
      });
      for (const material of materials) {
        for (const value of Object.values(material)) if (value?.isTexture) value.dispose();
        material.dispose();
      }
    },
  };
}

/** Do the file's nodes come to lie elsewhere than the clip's joints? Then it was not understood. */
function strays(figure: Figure, moved: readonly (Object3D | undefined)[], clip: Clip): boolean {
  const pose = createPose();
  pose.use(clip, undefined);
  pose.at(0);
  figure.place(pose);
  figure.object.updateMatrixWorld(true);
  const at = new Vector3();
  const joint = new Vector3();
  let worst = 0;
  let size = 0;
  moved.forEach((node, i) => {
    joint.fromArray(pose.origins, 3 * i);
    size = Math.max(size, Math.hypot(...joint.toArray().map((x, k) => x - pose.origins[k]!)));
    if (node) worst = Math.max(worst, node.getWorldPosition(at).distanceTo(joint));
  });
  return !(worst <= TOLERANCE * size);
}

const hasSkin = (scene: Object3D): boolean => {
  let found = false;
  scene.traverse((part) => {
    found ||= part instanceof SkinnedMesh;
  });
  return found;
};

function dress(object: Object3D): void {
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.castShadow = true;
    part.receiveShadow = true;
    part.frustumCulled = false;
  });
}
