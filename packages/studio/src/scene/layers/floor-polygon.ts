/** A convex polygon on the floor, filled and outlined, that changes from frame to frame. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, type Object3D } from 'three';
import { createFatLine } from '../fat-line.ts';
import { ORDER } from '../order.ts';
import { flatMaterial } from './marks.ts';

const MOST_POINTS = 64;

export interface FloorPolygon {
  readonly objects: readonly Object3D[];
  /** `count` corners (x, z) of `points` from number `start` on, at height y [m]. */
  draw(points: ArrayLike<number>, start: number, count: number, y: number): void;
  setColour(colour: number): void;
  dispose(): void;
}

export function createFloorPolygon(): FloorPolygon {
  const places = new BufferAttribute(new Float32Array(3 * MOST_POINTS), 3);
  places.setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute('position', places);
  geometry.setIndex(fan(MOST_POINTS));
  const material = flatMaterial();
  material.opacity = 0.2;
  const fill = new Mesh(geometry, material);
  fill.frustumCulled = false;
  fill.renderOrder = ORDER.supportFill;
  const edge = createFatLine({ capacity: MOST_POINTS + 1, width: 2.2, hidden: 0.5, order: ORDER.supportEdge });
  return {
    objects: [fill, edge.object],
    draw(points, start, count, y) {
      const corners = Math.min(MOST_POINTS, count);
      for (let k = 0; k <= corners && corners > 0; k++) {
        const i = 2 * (start + (k % corners));
        const [x, z] = [points[i]!, points[i + 1]!];
        if (k < corners) places.setXYZ(k, x, y, z);
        edge.setPoint(k, x, y, z);
      }
      places.needsUpdate = true;
      geometry.setDrawRange(0, 3 * Math.max(0, corners - 2));
      edge.finish(corners > 0 ? corners + 1 : 0);
    },
    setColour(colour) {
      material.color.set(colour);
      edge.setColours(colour);
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      edge.dispose();
    },
  };
}

/** Triangles of a convex polygon whose points turn from +x towards +z, seen from above. */
function fan(points: number): number[] {
  const indices: number[] = [];
  for (let k = 2; k < points; k++) indices.push(0, k, k - 1);
  return indices;
}
