/** How hard the person can be pushed in each direction at this moment: a rose on the floor around the feet. */
import type { BalanceReport, Clip } from 'poise';
import { type PushLimits, ROSE_DIRECTIONS } from '../../worker/limits-api.ts';
import type { SceneLayer } from '../contract.ts';
import { createFatLine, type FatLine } from '../fat-line.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { nearestRose, PUSH_LIMITS, RINGS, rosePoints, SCALE } from '../rose.ts';
import { nearestFrame } from '../rows.ts';

const RING_POINTS = 65; // the first again at the end

export const pushLimits: SceneLayer = {
  id: PUSH_LIMITS,
  title: 'Push limits',
  swatch: 'push',
  key: undefined,
  on: false,
  mode: 'analyse',
  create({ floor, pose }) {
    const line = (capacity: number, width: number, opacity: number): FatLine =>
      createFatLine({ capacity, width, hidden: 0.5 * opacity, order: ORDER.capture, opacity });
    const rings = line(RINGS.length * (RING_POINTS + 1), 1, 0.6);
    const [inner, outer] = [line(ROSE_DIRECTIONS + 1, 2.6, 1), line(ROSE_DIRECTIONS + 1, 2.6, 1)];
    const corners = new Float64Array(2 * ROSE_DIRECTIONS);
    let limits: PushLimits | undefined;
    let report: BalanceReport | undefined;
    let clip: Clip | undefined;
    floor.add(rings.object, inner.object, outer.object);

    const drawRose = (on: FatLine, sizes: readonly number[] | null, frame: number): void => {
      if (!sizes || !report) {
        on.finish(0);
        return;
      }
      const [forwardX, forwardZ] = [report.forward[2 * frame]!, report.forward[2 * frame + 1]!];
      rosePoints(corners, sizes, pose.com[0]!, pose.com[2]!, forwardX, forwardZ);
      for (let k = 0; k <= sizes.length; k++) {
        const i = 2 * (k % sizes.length);
        on.setPoint(k, corners[i]!, LIFT.marks, corners[i + 1]!);
      }
      on.finish(sizes.length + 1);
    };
    const drawRings = (): void => {
      let k = 0;
      for (const size of RINGS) {
        for (let i = 0; i < RING_POINTS; i++) {
          const angle = (2 * Math.PI * i) / (RING_POINTS - 1);
          const [x, z] = [SCALE * size * Math.cos(angle), SCALE * size * Math.sin(angle)];
          rings.setPoint(k++, pose.com[0]! + x, LIFT.marks, pose.com[2]! + z);
        }
        rings.setPoint(k++, pose.com[0]!, LIFT.marks, pose.com[2]!, 0, -1); // the next ring is a line of its own
      }
      rings.finish(k);
    };
    return {
      show(view) {
        ({ limits, report, clip } = view);
        const palette = paletteOf(view.dark);
        inner.setColours(palette.good);
        outer.setColours(palette.push);
        rings.setColours(palette.middle);
      },
      at(frame) {
        const rose = limits?.[nearestRose(limits, frame * (clip?.frameTime ?? 0))];
        floor.visible = rose !== undefined && report !== undefined;
        if (!rose || !report) return;
        const near = nearestFrame(frame, report.frameCount);
        drawRose(inner, rose.noStep, near);
        drawRose(outer, rose.steps, near);
        drawRings();
      },
      dispose() {
        for (const { dispose } of [rings, inner, outer]) dispose();
      },
    };
  },
};
