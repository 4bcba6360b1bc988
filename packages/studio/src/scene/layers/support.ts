/** Support polygon: the hull of every part of the soles that touches the floor. */
import type { BalanceReport } from 'poise';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh } from 'three';
import type { SceneLayer } from '../contract.ts';
import { createFatLine } from '../fat-line.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { nearestFrame } from '../rows.ts';
import { flatMaterial } from './marks.ts';

const MOST_POINTS = 64;

export const support: SceneLayer = {
  id: 'support',
  title: 'Support polygon',
  key: '3',
  on: true,
  create({ floor }) {
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
    let report: BalanceReport | undefined;
    let drawn = -1;
    floor.add(fill, edge.object);
    const draw = (frame: number): void => {
      const start = report?.supportStart[frame] ?? 0;
      const count = Math.min(MOST_POINTS, (report?.supportStart[frame + 1] ?? 0) - start);
      // On uneven ground the polygon lies at the height of the stance, which the ZMP's height tells.
      const high = report?.ground.kind === 'uneven' ? report.zmp[3 * frame + 1]! - report.ground.height : 0;
      const y = (Number.isFinite(high) ? high : 0) + LIFT.support;
      for (let k = 0; k <= count && count > 0; k++) {
        const i = 2 * (start + (k % count));
        const [x, z] = [report!.supportPoints[i]!, report!.supportPoints[i + 1]!];
        if (k < count) places.setXYZ(k, x, y, z);
        edge.setPoint(k, x, y, z);
      }
      places.needsUpdate = true;
      geometry.setDrawRange(0, 3 * Math.max(0, count - 2));
      edge.finish(count > 0 ? count + 1 : 0);
    };
    return {
      show(view) {
        report = view.report;
        drawn = -1;
        const { support: colour } = paletteOf(view.dark);
        material.color.set(colour);
        edge.setColours(colour);
      },
      at(frame) {
        const near = report ? nearestFrame(frame, report.frameCount) : 0;
        if (near === drawn) return;
        drawn = near;
        draw(near);
      },
      dispose() {
        geometry.dispose();
        material.dispose();
        edge.dispose();
      },
    };
  },
};

/** Triangles of a convex polygon whose points turn from +x towards +z, seen from above. */
function fan(points: number): number[] {
  const indices: number[] = [];
  for (let k = 2; k < points; k++) indices.push(0, k, k - 1);
  return indices;
}
