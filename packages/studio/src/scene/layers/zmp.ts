/** Zero moment point: green where the support carries it, red where the verdict blames the clip, amber where it lies outside
 *  but errors of capture may explain it. */
import type { BalanceReport } from 'poise';
import type { SceneLayer } from '../contract.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { nearestFrame, rowAt } from '../rows.ts';
import { createTrail, type TrailSource } from '../trail.ts';
import { zmpVerdict } from '../verdict.ts';
import { createFloorMark } from './marks.ts';

const PAST = 1.6; // [s]
const FUTURE = 0.5;

export const zmp: SceneLayer = {
  id: 'zmp',
  title: 'Balance point (ZMP)',
  swatch: 'good',
  key: '2',
  on: true,
  create({ root }) {
    const mark = createFloorMark(0.034, 'disc', ORDER.zmp);
    const point = new Float64Array(3);
    const trail = createTrail({ past: PAST, future: FUTURE, width: 3, hidden: 0.3, order: ORDER.floorTrail });
    let report: BalanceReport | undefined;
    let blamed: Uint8Array | undefined;
    let colours = [0, 0, 0];
    let edge = 0;
    root.add(mark.object, trail.object);
    return {
      show(view) {
        const palette = paletteOf(view.dark);
        colours = [palette.good, palette.warn, palette.bad];
        edge = view.dark ? 0x0c0f13 : 0xffffff;
        if (view.report !== report || view.blamed !== blamed) {
          report = view.report;
          blamed = view.blamed;
          trail.use(report && followed(report, blamed));
        }
        trail.setColours(...colours);
      },
      at(frame) {
        mark.object.visible = false;
        if (!report) return;
        trail.at(frame);
        const verdict = zmpVerdict(report, blamed, nearestFrame(frame, report.frameCount));
        rowAt(point, report.zmp, frame);
        if (verdict < 0 || Number.isNaN(point[0]!)) return;
        mark.object.visible = true;
        mark.object.position.set(point[0]!, point[1]! + LIFT.marks, point[2]!);
        mark.setColour(colours[verdict]!, edge);
      },
      dispose() {
        mark.dispose();
        trail.dispose();
      },
    };
  },
};

function followed(report: BalanceReport, blamed: Uint8Array | undefined): TrailSource {
  const { zmp: rows, frameCount, frameTime } = report;
  return {
    frameCount,
    frameTime,
    pointAt(out, frame) {
      for (let k = 0; k < 3; k++) out[k] = rows[3 * frame + k]! + (k === 1 ? LIFT.trail : 0);
      return zmpVerdict(report, blamed, frame);
    },
  };
}
