/** What can be laid over the person in a view, from what was measured in this very moment. */
import type { SceneLayer } from '../scene/contract.ts';
import { com } from '../scene/layers/com.ts';
import { createFloorPolygon } from '../scene/layers/floor-polygon.ts';
import { createFloorMark } from '../scene/layers/marks.ts';
import { skeleton } from '../scene/layers/skeleton.ts';
import { LIFT, ORDER } from '../scene/order.ts';
import { paletteOf } from '../scene/palette.ts';
import type { Measure } from './measure.ts';
import { OVERLAY_TITLES } from './overlay-ids.ts';

const NOBODY = new Float64Array(0);

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
    const polygon = createFloorPolygon();
    floor.add(...polygon.objects);
    return {
      show: ({ dark }) => polygon.setColour(paletteOf(dark).support),
      at() {
        const now = measure();
        polygon.draw(now?.support ?? NOBODY, 0, now?.corners() ?? 0, LIFT.support);
      },
      dispose: polygon.dispose,
    };
  },
});
