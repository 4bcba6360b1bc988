/** Small flat signs on the floor. */
import { type BufferGeometry, CircleGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';

const HIDDEN = 0.5; // opacity where something stands in front

export interface FloorMark {
  readonly object: Group;
  readonly setColour: (fill: number, edge: number) => void;
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
  const throughs: MeshBasicMaterial[] = [];
  const parts: readonly [BufferGeometry, MeshBasicMaterial][] = [
    [inner, fill],
    [rim, edge],
  ];
  for (const [shape, material] of parts) {
    // Feet stand on these: where hidden, they show through faintly.
    const through = material.clone();
    through.depthTest = false;
    through.opacity = HIDDEN;
    throughs.push(through);
    for (const paint of [through, material]) {
      const mesh = new Mesh(shape, paint);
      mesh.renderOrder = order;
      object.add(mesh);
    }
  }
  return {
    object,
    setColour(inside, outside) {
      for (const material of [fill, throughs[0]!]) material.color.set(inside);
      for (const material of [edge, throughs[1]!]) material.color.set(outside);
    },
    dispose() {
      for (const thing of [inner, rim, fill, edge, ...throughs]) thing.dispose();
    },
  };
}

export function flatMaterial(): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ transparent: true, depthWrite: false });
  material.toneMapped = false;
  return material;
}
