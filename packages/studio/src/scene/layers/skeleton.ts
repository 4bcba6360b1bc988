/** Skeleton: a slim rod per bone and a dot per joint, left and right in their own colours, seen through the body. */
import type { Body, Clip } from 'poise';
import { Color, CylinderGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry } from 'three';
import { type BoneList, boneShapes, bonesOf, jointMatrix } from '../bone-list.ts';
import type { SceneLayer, StageView } from '../contract.ts';
import { ORDER } from '../order.ts';
import { type Palette, paletteOf } from '../palette.ts';

export const skeleton: SceneLayer = {
  id: 'skeleton',
  title: 'Skeleton',
  swatch: 'middle',
  key: '0',
  on: false,
  create({ root, pose }) {
    // Wide near the joint, thin at the far end, as bones are drawn in modelling programs.
    const rod = new CylinderGeometry(0.12, 1, 0.88, 6).translate(0, 0.56, 0);
    const base = new CylinderGeometry(1, 0.05, 0.12, 6).translate(0, 0.06, 0);
    const dot = new SphereGeometry(0.0135, 12, 8);
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true });
    material.toneMapped = false;
    const matrix = new Matrix4();
    let clip: Clip | undefined;
    let bones: BoneList | undefined;
    let shapes: Matrix4[] = [];
    let meshes: InstancedMesh[] = [];
    const clear = (): void => {
      for (const mesh of meshes) {
        mesh.removeFromParent();
        mesh.dispose();
      }
      meshes = [];
    };
    const build = (): void => {
      clear();
      if (!clip) return;
      bones = bonesOf(clip.skeleton);
      shapes = boneShapes(bones, (length) => Math.min(0.018, Math.max(0.005, 0.055 * length)));
      meshes = [
        new InstancedMesh(rod, material, Math.max(1, shapes.length)),
        new InstancedMesh(base, material, Math.max(1, shapes.length)),
        new InstancedMesh(dot, material, clip.skeleton.names.length),
      ];
      for (const mesh of meshes) {
        mesh.frustumCulled = false;
        mesh.renderOrder = ORDER.skeleton;
        root.add(mesh);
      }
      meshes[0]!.count = meshes[1]!.count = shapes.length;
      meshes[2]!.renderOrder = ORDER.joints;
    };
    const paint = (view: StageView): void => {
      if (!clip || !bones) return;
      const colours = jointColours(clip, view.body, paletteOf(view.dark));
      bones.joints.forEach((joint, b) => {
        // A bone takes the side of its far end: the pelvis shows which hip is which.
        const end = bones!.ends[b]!;
        for (const mesh of meshes.slice(0, 2)) mesh.setColorAt(b, colours[end < 0 ? joint : end]!);
      });
      const dotColour = new Color(view.dark ? 0xffffff : 0x20262e);
      for (let i = 0; i < clip.skeleton.names.length; i++) meshes[2]!.setColorAt(i, dotColour);
      for (const mesh of meshes) if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    };
    return {
      show(view) {
        if (view.clip?.skeleton !== clip?.skeleton || meshes.length === 0) {
          clip = view.clip;
          build();
        }
        paint(view);
      },
      at() {
        if (!bones || meshes.length === 0) return;
        const { origins, rotations } = pose;
        for (let b = 0; b < shapes.length; b++) {
          jointMatrix(matrix, origins, rotations, bones.joints[b]!).multiply(shapes[b]!);
          meshes[0]!.setMatrixAt(b, matrix);
          meshes[1]!.setMatrixAt(b, matrix);
        }
        matrix.identity();
        for (let i = 0; i < origins.length / 3; i++) {
          matrix.setPosition(origins[3 * i]!, origins[3 * i + 1]!, origins[3 * i + 2]!);
          meshes[2]!.setMatrixAt(i, matrix);
        }
        for (const mesh of meshes) mesh.instanceMatrix.needsUpdate = true;
      },
      dispose() {
        clear();
        for (const thing of [rod, base, dot, material]) thing.dispose();
      },
    };
  },
};

/** Joints below a left or right role belong to that side. */
function jointColours(clip: Clip, body: Body | undefined, palette: Palette): Color[] {
  const roles = body?.roles ?? (clip.roles.status === 'humanoid' ? clip.roles.roles : {});
  const sides = new Map<number, 'left' | 'right'>();
  for (const [role, joint] of Object.entries(roles)) {
    if (role.startsWith('left')) sides.set(joint, 'left');
    else if (role.startsWith('right')) sides.set(joint, 'right');
  }
  const of: ('left' | 'right' | undefined)[] = [];
  clip.skeleton.names.forEach((_, i) => {
    const parent = clip.skeleton.parents[i]!;
    of.push(sides.get(i) ?? (parent >= 0 ? of[parent] : undefined));
  });
  return of.map((side) => new Color(palette[side ?? 'middle']));
}
