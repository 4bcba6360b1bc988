/** Ground reaction force: an arrow from the ZMP; one body weight is 0.9 m long, red where no floor could give it. */
import type { BalanceReport } from 'poise';
import { GRAVITY } from 'poise/dynamics';
import { createArrow } from '../arrow.ts';
import type { SceneLayer } from '../contract.ts';
import { paletteOf } from '../palette.ts';
import { nearestFrame, rowAt } from '../rows.ts';
import { zmpVerdict } from '../verdict.ts';

const METRES_PER_WEIGHT = 0.9;

export const reaction: SceneLayer = {
  id: 'reaction',
  title: 'Ground reaction force',
  swatch: 'reaction',
  key: '4',
  on: true,
  create({ root }) {
    const arrow = createArrow(0.009);
    const [point, force] = [new Float64Array(3), new Float64Array(3)];
    let report: BalanceReport | undefined;
    let blamed: Uint8Array | undefined;
    let [usual, impossible, shown] = [0, 0, -1];
    root.add(arrow.object);
    return {
      show(view) {
        ({ report, blamed } = view);
        const palette = paletteOf(view.dark);
        [usual, impossible, shown] = [palette.reaction, palette.bad, -1];
      },
      at(frame) {
        if (!report) return arrow.hide();
        const verdict = zmpVerdict(report, blamed, nearestFrame(frame, report.frameCount));
        if (verdict < 0) return arrow.hide();
        const colour = verdict === 2 ? impossible : usual;
        if (colour !== shown) arrow.setColour(colour);
        shown = colour;
        rowAt(point, report.zmp, frame);
        rowAt(force, report.grf, frame);
        const [x, y, z] = [force[0]!, force[1]!, force[2]!];
        const length = (METRES_PER_WEIGHT * Math.hypot(x, y, z)) / (report.mass * GRAVITY);
        arrow.set(point[0]!, point[1]!, point[2]!, x, y, z, length);
      },
      dispose: () => arrow.dispose(),
    };
  },
};
