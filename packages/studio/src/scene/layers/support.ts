/** Support polygon: the hull of every part of the soles that touches the floor, red where the balance point leaves it impossibly. */
import type { BalanceReport } from 'poise';
import type { SceneLayer } from '../contract.ts';
import { LIFT } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { nearestFrame } from '../rows.ts';
import { zmpVerdict } from '../verdict.ts';
import { createFloorPolygon } from './floor-polygon.ts';

const NOBODY = new Float64Array(0);

export const support: SceneLayer = {
  id: 'support',
  title: 'Support polygon',
  swatch: 'support',
  key: '3',
  on: true,
  create({ floor }) {
    const polygon = createFloorPolygon();
    let report: BalanceReport | undefined;
    let blamed: Uint8Array | undefined;
    let drawn = -1;
    let [usual, impossible] = [0, 0];
    floor.add(...polygon.objects);
    const draw = (frame: number): void => {
      const start = report?.supportStart[frame] ?? 0;
      const count = (report?.supportStart[frame + 1] ?? 0) - start;
      // On uneven ground the polygon lies at the height of the stance, which the ZMP's height tells.
      const high = report?.ground.kind === 'uneven' ? report.zmp[3 * frame + 1]! - report.ground.height : 0;
      polygon.draw(report?.supportPoints ?? NOBODY, start, count, (Number.isFinite(high) ? high : 0) + LIFT.support);
    };
    return {
      show(view) {
        ({ report, blamed } = view);
        drawn = -1;
        const palette = paletteOf(view.dark);
        [usual, impossible] = [palette.support, palette.bad];
      },
      at(frame) {
        const near = report ? nearestFrame(frame, report.frameCount) : 0;
        if (near === drawn) return;
        drawn = near;
        polygon.setColour(report && zmpVerdict(report, blamed, near) === 2 ? impossible : usual);
        draw(near);
      },
      dispose: polygon.dispose,
    };
  },
};
