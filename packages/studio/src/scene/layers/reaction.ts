/** Ground reaction force: an arrow from the ZMP; one body weight is 0.9 m long. */
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
  key: '4',
  on: true,
  create({ root }) {
    const arrow = createArrow(0.009);
    const [point, force] = [new Float64Array(3), new Float64Array(3)];
    let report: BalanceReport | undefined;
    root.add(arrow.object);
    return {
      show(view) {
        report = view.report;
        arrow.setColour(paletteOf(view.dark).reaction);
      },
      at(frame) {
        if (!report || zmpVerdict(report, undefined, nearestFrame(frame, report.frameCount)) < 0) return arrow.hide();
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
