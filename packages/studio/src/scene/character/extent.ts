/** How much room a character takes up in its pose: heads and helmets reach beyond the joints. */
import { type Box3, Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';

const MOST_POINTS = 600; // per mesh: enough for an outline, and no stall where a mesh has a million

/** World box [m] of what moves with the joints below `root`; what merely stands about in the file is left out. */
export function extentOf(out: Box3, object: Object3D, root: Object3D): Box3 {
  out.makeEmpty();
  object.updateMatrixWorld(true);
  const carried = new Set<Object3D>();
  root.traverse((part) => void carried.add(part));
  const point = new Vector3();
  object.traverse((part) => {
    if (!(part instanceof Mesh) || !(part instanceof SkinnedMesh || carried.has(part))) return;
    const count = part.geometry.getAttribute('position')?.count ?? 0;
    const stride = Math.max(1, Math.floor(count / MOST_POINTS));
    for (let i = 0; i < count; i += stride) {
      out.expandByPoint(part.getVertexPosition(i, point).applyMatrix4(part.matrixWorld));
    }
  });
  return out;
}
