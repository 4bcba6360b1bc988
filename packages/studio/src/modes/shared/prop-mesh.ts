/** Balls and boxes of a simulation on stage. */
import type { PropShape } from 'poise/sim';
import {
  BoxGeometry,
  BufferGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';

export interface PropMesh {
  readonly object: Group;
  /** Takes the pose of a frame, which may lie between two. Must not allocate. */
  readonly at: (frame: number, aside: number) => void;
  readonly paint: (colour: number, edge: number) => void;
  readonly dispose: () => void;
}

const SEAM = 1.004; // the line of a ball lies just above its skin

/** @param poses frames × 7 position, rotation x y z w. @param faint it is only thought of */
export function createPropMesh(shape: PropShape, poses: Float64Array, faint: boolean): PropMesh {
  const geometry = shape.kind === 'ball' ? new SphereGeometry(shape.radius, 40, 28) : new BoxGeometry(...shape.size);
  const material = new MeshStandardMaterial({ roughness: 0.7, transparent: faint, opacity: faint ? 0.28 : 1 });
  material.depthWrite = !faint;
  const lines = shape.kind === 'ball' ? seams(shape.radius) : new EdgesGeometry(geometry);
  const ink = new LineBasicMaterial({ transparent: true, opacity: faint ? 0.5 : 0.85 });
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = !faint;
  mesh.receiveShadow = !faint;
  mesh.frustumCulled = false;
  const object = new Group().add(mesh, new LineSegments(lines, ink));
  const [from, to] = [new Quaternion(), new Quaternion()];
  const [here, there] = [new Vector3(), new Vector3()];
  const frames = poses.length / 7;
  return {
    object,
    at(frame, aside) {
      const first = Math.max(0, Math.min(frames - 1, Math.floor(frame)));
      const next = Math.min(frames - 1, first + 1);
      const share = Math.max(0, Math.min(1, frame - first));
      here.fromArray(poses, 7 * first);
      there.fromArray(poses, 7 * next);
      from.fromArray(poses, 7 * first + 3);
      to.fromArray(poses, 7 * next + 3);
      object.position.copy(here.lerp(there, share));
      object.position.x += aside;
      object.quaternion.copy(from.slerp(to, share));
    },
    paint(colour, edge) {
      material.color.set(colour);
      ink.color.set(edge);
    },
    dispose() {
      for (const thing of [geometry, material, lines, ink]) thing.dispose();
    },
  };
}

/** Two great circles, so that one sees a ball turn. */
function seams(radius: number): BufferGeometry {
  const points: Vector3[] = [];
  const parts = 64;
  for (let i = 0; i < parts; i++) {
    for (const end of [i, i + 1]) {
      const angle = (2 * Math.PI * end) / parts;
      points.push(new Vector3(0, Math.cos(angle), Math.sin(angle)).multiplyScalar(SEAM * radius));
    }
  }
  for (let i = 0; i < parts; i++) {
    for (const end of [i, i + 1]) {
      const angle = (2 * Math.PI * end) / parts;
      points.push(new Vector3(Math.cos(angle), 0, Math.sin(angle)).multiplyScalar(SEAM * radius));
    }
  }
  return new BufferGeometry().setFromPoints(points);
}
