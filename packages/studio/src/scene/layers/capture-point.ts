/** Capture point: where a foot would have to be put down for the body to come to rest above it. */
import type { BalanceReport } from 'poise';
import type { SceneLayer } from '../contract.ts';
import { createFatLine } from '../fat-line.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { rowAt } from '../rows.ts';
import { createFloorMark } from './marks.ts';

export const capturePoint: SceneLayer = {
  id: 'capture-point',
  title: 'Capture point',
  swatch: 'capture',
  key: '7',
  on: false,
  create({ root, pose }) {
    const mark = createFloorMark(0.05, 'target', ORDER.capture);
    const link = createFatLine({ capacity: 2, width: 1.4, hidden: 0.3, order: ORDER.capture, opacity: 0.7 });
    const row = new Float64Array(3);
    let report: BalanceReport | undefined;
    root.add(mark.object, link.object);
    return {
      show(view) {
        report = view.report;
        const { capture } = paletteOf(view.dark);
        mark.setColour(capture, capture);
        link.setColours(capture);
      },
      at(frame) {
        if (report) rowAt(row, report.capturePoint, frame);
        const [x, y, z] = [row[0]!, row[1]! + LIFT.marks, row[2]!];
        mark.object.visible = report !== undefined && Number.isFinite(x + y + z);
        if (!mark.object.visible) return link.finish(0);
        mark.object.position.set(x, y, z);
        // From under the centre of mass: how far the motion carries.
        link.setPoint(0, pose.com[0]!, y, pose.com[2]!);
        link.setPoint(1, x, y, z);
        link.finish(2);
      },
      dispose() {
        mark.dispose();
        link.dispose();
      },
    };
  },
};
