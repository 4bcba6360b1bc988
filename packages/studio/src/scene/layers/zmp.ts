/** Zero moment point: green where the support carries it, red where nothing does, amber where the error leaves it open. */
import type { BalanceReport } from 'poise';
import type { SceneLayer } from '../contract.ts';
import { createFatLine, type FatLine } from '../fat-line.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { nearestFrame, rowAt } from '../rows.ts';
import { zmpVerdict } from '../verdict.ts';
import { createFloorMark } from './marks.ts';

const PAST = 1.6; // [s]
const FUTURE = 0.5;

export const zmp: SceneLayer = {
  id: 'zmp',
  title: 'Zero moment point',
  key: '2',
  on: true,
  create({ root }) {
    const mark = createFloorMark(0.034, 'disc', ORDER.zmp);
    const point = new Float64Array(3);
    let trail: FatLine | undefined;
    let report: BalanceReport | undefined;
    let colours = [0, 0, 0];
    let edge = 0;
    root.add(mark.object);
    return {
      show(view) {
        const palette = paletteOf(view.dark);
        colours = [palette.good, palette.warn, palette.bad];
        edge = view.dark ? 0x0c0f13 : 0xffffff;
        if (view.report !== report || !trail) {
          trail?.object.removeFromParent();
          trail?.dispose();
          report = view.report;
          trail = zmpTrail(report);
          root.add(trail.object);
        }
        trail.setColours(...colours);
      },
      at(frame) {
        mark.object.visible = false;
        if (!report) return;
        trail?.setNow(frame * report.frameTime);
        const verdict = zmpVerdict(report, nearestFrame(frame, report.frameCount));
        rowAt(point, report.zmp, frame);
        if (verdict < 0 || Number.isNaN(point[0]!)) return;
        mark.object.visible = true;
        mark.object.position.set(point[0]!, point[1]! + LIFT.marks, point[2]!);
        mark.setColour(colours[verdict]!, edge);
      },
      dispose() {
        mark.dispose();
        trail?.dispose();
      },
    };
  },
};

function zmpTrail(report: BalanceReport | undefined): FatLine {
  const frames = report?.frameCount ?? 0;
  const trail = createFatLine({
    capacity: frames,
    width: 3,
    hidden: 0.3,
    past: PAST,
    future: FUTURE,
    order: ORDER.floorTrail,
  });
  for (let f = 0; f < frames; f++) {
    const rows = report!.zmp;
    const state = zmpVerdict(report!, f);
    const shown = state < 0 ? 0 : 1; // no numbers that are not numbers in the buffer
    trail.setPoint(
      f,
      shown && rows[3 * f]!,
      shown && rows[3 * f + 1]! + LIFT.trail,
      shown && rows[3 * f + 2]!,
      report!.time[f]!,
      state,
    );
  }
  trail.finish(frames);
  return trail;
}
