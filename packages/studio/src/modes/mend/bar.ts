/** The bar that the head stays below: drawn across the person's way, taken hold of with the pointer. */
import {
  BoxGeometry,
  type Camera,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Plane,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import type { LayerContext, LiveLayer, SceneLayer, StageView } from '../../scene/contract.ts';
import { createBarDrag } from './bar-drag.ts';

const LENGTH = 1.5; // [m]
const RADIUS = 0.014;
const GRIP = 0.05; // [m] around the bar that a pointer may miss by
const POST = 0.02;
const COLOUR = 0xf2b134;
const HELD = 0xffffff;

/** What the layer is told and tells; the mode fills it in, since layers know nothing of the store. */
export const barLink: {
  height: number | undefined; // [m]
  onDrag: (height: number) => void;
} = { height: undefined, onDrag: () => {} };

function createBar({ root, pose }: LayerContext): LiveLayer {
  const material = new MeshBasicMaterial({ color: COLOUR });
  const bar = new Mesh(new CylinderGeometry(RADIUS, RADIUS, LENGTH, 20).rotateZ(Math.PI / 2), material);
  const grip = new Mesh(new CylinderGeometry(GRIP, GRIP, LENGTH, 8).rotateZ(Math.PI / 2), new MeshBasicMaterial());
  grip.visible = false; // for the ray only
  const posts = [-1, 1].map((side) => {
    const post = new Mesh(new BoxGeometry(POST, 1, POST), material);
    post.position.x = (side * LENGTH) / 2;
    return post;
  });
  const group = new Group().add(bar, grip, ...posts);
  root.add(group);
  let camera: Camera | undefined;
  const drag = createBarDrag({
    hit: (x, y, width, height) =>
      camera !== undefined && group.visible && rayAt(camera, x, y, width, height).intersectObject(grip).length > 0,
    heightAt: (x, y, width, height) =>
      camera && heightOnPlane(camera, group.position, rayAt(camera, x, y, width, height)),
    hover: (on) => material.color.set(on ? HELD : COLOUR),
    moved: (height) => barLink.onDrag(height),
  });
  // The first picture tells which camera and which canvas.
  bar.onBeforeRender = (renderer, _, seenBy) => {
    camera = seenBy;
    drag.listen(renderer.domElement);
  };
  bar.frustumCulled = false;
  let forward: Float64Array | undefined;
  const place = (frame: number): void => {
    const { height } = barLink;
    group.visible = height !== undefined;
    if (height === undefined || pose.com.length === 0) return;
    group.position.set(pose.com[0]!, height, pose.com[2]!);
    const at = 2 * Math.min(Math.round(frame), (forward?.length ?? 2) / 2 - 1);
    if (forward) group.rotation.y = Math.atan2(forward[at]!, forward[at + 1]!);
    for (const post of posts) {
      post.scale.y = height;
      post.position.y = -height / 2;
    }
  };
  return {
    show: (view: StageView) => {
      forward = view.report?.forward;
    },
    at: place,
    dispose() {
      drag.dispose();
      for (const mesh of [bar, grip, ...posts]) mesh.geometry.dispose();
      material.dispose();
    },
  };
}

const ray = new Raycaster();

function rayAt(camera: Camera, x: number, y: number, width: number, height: number): Raycaster {
  ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
  return ray;
}

/** Height [m] at which a ray meets the upright plane through the bar that faces the camera. */
function heightOnPlane(camera: Camera, through: Vector3, { ray: line }: Raycaster): number | undefined {
  const facing = camera.getWorldDirection(new Vector3()).setY(0);
  if (facing.lengthSq() < 1e-6) return undefined; // seen from above
  const plane = new Plane().setFromNormalAndCoplanarPoint(facing.normalize(), through);
  return line.intersectPlane(plane, new Vector3())?.y;
}

export const barLayer: SceneLayer = {
  id: 'mend-bar',
  title: 'Bar',
  key: undefined,
  on: true,
  create: createBar,
};
