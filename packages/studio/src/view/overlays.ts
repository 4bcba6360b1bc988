/** What can be laid over the person in a view, from what was measured in this very moment. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh } from 'three';
import type { SceneLayer } from '../scene/contract.ts';
import { createFatLine } from '../scene/fat-line.ts';
import { com } from '../scene/layers/com.ts';
import { createFloorMark, flatMaterial } from '../scene/layers/marks.ts';
import { skeleton } from '../scene/layers/skeleton.ts';
import { LIFT, ORDER } from '../scene/order.ts';
import { paletteOf } from '../scene/palette.ts';
import type { Measure } from './measure.ts';
import { OVERLAY_TITLES } from './overlay-ids.ts';

const MOST_POINTS = 64;

/** @param measure what is known now; undefined while nobody is on stage */
export const viewLayers = (measure: () => Measure | undefined): readonly SceneLayer[] => [
  com,
  {
    id: 'zmp',
    title: OVERLAY_TITLES.zmp,
    key: undefined,
    on: false,
    create({ root }) {
      const mark = createFloorMark(0.034, 'disc', ORDER.zmp);
      let [good, bad, edge] = [0, 0, 0];
      root.add(mark.object);
      return {
        show({ dark }) {
          ({ good, bad } = paletteOf(dark));
          edge = dark ? 0x0c0f13 : 0xffffff;
        },
        at() {
          const now = measure();
          const [x, z] = now?.zmp ?? [Number.NaN, Number.NaN];
          mark.object.visible = now !== undefined && !Number.isNaN(x!);
          if (!now || !mark.object.visible) return;
          mark.object.position.set(x!, LIFT.marks, z!);
          mark.setColour(now.isInside() ? good : bad, edge);
        },
        dispose: mark.dispose,
      };
    },
  },
  supportLayer(measure),
  skeleton,
];

const supportLayer = (measure: () => Measure | undefined): SceneLayer => ({
  id: 'support',
  title: OVERLAY_TITLES.support,
  key: undefined,
  on: false,
  create({ floor }) {
    const places = new BufferAttribute(new Float32Array(3 * MOST_POINTS), 3);
    places.setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry().setAttribute('position', places);
    geometry.setIndex(Array.from({ length: MOST_POINTS - 2 }, (_, k) => [0, k + 2, k + 1]).flat());
    const material = flatMaterial();
    material.opacity = 0.2;
    const fill = new Mesh(geometry, material);
    fill.frustumCulled = false;
    fill.renderOrder = ORDER.supportFill;
    const edge = createFatLine({ capacity: MOST_POINTS + 1, width: 2.2, hidden: 0.5, order: ORDER.supportEdge });
    floor.add(fill, edge.object);
    return {
      show({ dark }) {
        const { support } = paletteOf(dark);
        material.color.set(support);
        edge.setColours(support);
      },
      at() {
        const now = measure();
        const count = Math.min(MOST_POINTS, now?.corners() ?? 0);
        for (let k = 0; now && k <= count && count > 0; k++) {
          const i = 2 * (k % count);
          const [x, z] = [now.support[i]!, now.support[i + 1]!];
          if (k < count) places.setXYZ(k, x, LIFT.support, z);
          edge.setPoint(k, x, LIFT.support, z);
        }
        places.needsUpdate = true;
        geometry.setDrawRange(0, 3 * Math.max(0, count - 2));
        edge.finish(count > 0 ? count + 1 : 0);
      },
      dispose() {
        geometry.dispose();
        material.dispose();
        edge.dispose();
      },
    };
  },
});
