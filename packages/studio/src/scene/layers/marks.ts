/** Small flat signs on the floor. */
import { type BufferGeometry, CircleGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';

export interface FloorMark {
  readonly object: Group;
  readonly setColour: (fill: number, edge: number) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly dispose: () => void;
}

/** A disc with a rim, or a ring with a dot. @param radius [m] */
export function createFloorMark(radius: number, kind: 'disc' | 'target', order: number): FloorMark {
  const inner = new CircleGeometry(kind === 'disc' ? radius : 0.32 * radius, 40).rotateX(-Math.PI / 2);
  const rim = new RingGeometry(kind === 'disc' ? radius : 0.74 * radius, (kind === 'disc' ? 1.22 : 1) * radius, 48);
  rim.rotateX(-Math.PI / 2);
  const fill = flatMaterial();
  const edge = flatMaterial();
  const object = new Group();
  const parts: readonly [BufferGeometry, MeshBasicMaterial][] = [
    [inner, fill],
    [rim, edge],
  ];
  for (const [shape, material] of parts) {
    const mesh = new Mesh(shape, material);
    mesh.renderOrder = order;
    object.add(mesh);
  }
  return {
    object,
    setColour(inside, outside) {
      fill.color.set(inside);
      edge.color.set(outside);
    },
    setOpacity(opacity) {
      fill.opacity = opacity;
      edge.opacity = opacity;
    },
    dispose() {
      for (const thing of [inner, rim, fill, edge]) thing.dispose();
    },
  };
}

export function flatMaterial(): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ transparent: true, depthWrite: false });
  material.toneMapped = false;
  return material;
}
