/** Linear momentum: an arrow from the centre of mass, as long as the body would travel in 0.4 s. */
import type { BalanceReport } from 'poise';
import { createArrow } from '../arrow.ts';
import type { SceneLayer } from '../contract.ts';
import { paletteOf } from '../palette.ts';
import { rowAt } from '../rows.ts';

const SECONDS = 0.4;

export const linearMomentum: SceneLayer = {
  id: 'linear-momentum',
  title: 'Linear momentum',
  swatch: 'linear',
  key: '5',
  on: false,
  create({ root, pose }) {
    const arrow = createArrow(0.009);
    const row = new Float64Array(3);
    let report: BalanceReport | undefined;
    root.add(arrow.object);
    return {
      show(view) {
        report = view.report;
        arrow.setColour(paletteOf(view.dark).linear);
      },
      at(frame) {
        if (!report) return arrow.hide();
        rowAt(row, report.linearMomentum, frame);
        const [x, y, z] = [row[0]!, row[1]!, row[2]!];
        const length = (SECONDS * Math.hypot(x, y, z)) / report.mass;
        arrow.set(pose.com[0]!, pose.com[1]!, pose.com[2]!, x, y, z, length);
      },
      dispose: () => arrow.dispose(),
    };
  },
};
