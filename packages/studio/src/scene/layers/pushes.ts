/** Pushes: an arrow whose tip is where the body is hit, as long as the force is strong; faint a moment before and after. */
import type { Body, ForceTrack } from 'poise';
import { GRAVITY } from 'poise/dynamics';
import { forceAt } from 'poise/lint';
import { type Arrow, createArrow } from '../arrow.ts';
import type { SceneLayer } from '../contract.ts';
import { pointOnBody } from '../grip.ts';
import { paletteOf } from '../palette.ts';

const METRES_PER_WEIGHT = 0.9; // as the ground reaction force
const LEAST = 0.12; // [m] while a push lasts, so that a light one is seen
const SEEN_THROUGH = 0.7; // its tip is inside the body
const AROUND = 0.35; // [s] before and after, faint, at its strongest

interface Shown {
  readonly track: ForceTrack;
  readonly arrow: Arrow;
  readonly point: Float64Array; // [m] in the segment
  readonly strongest: Float64Array; // [N]
  readonly from: number; // [s]
  readonly to: number;
}

export const pushes: SceneLayer = {
  id: 'pushes',
  title: 'Pushes',
  swatch: 'push',
  key: undefined,
  on: true,
  create({ root, pose }) {
    let shown: Shown[] = [];
    let tracks: readonly ForceTrack[] | undefined;
    let body: Body | undefined;
    let frameTime = 1;
    const [force, place] = [new Float64Array(3), new Float64Array(3)];
    const clear = (): void => {
      for (const { arrow } of shown) {
        arrow.object.removeFromParent();
        arrow.dispose();
      }
      shown = [];
    };
    return {
      show(view) {
        frameTime = view.clip?.frameTime ?? 1;
        body = view.body;
        if (view.pushes !== tracks) {
          tracks = view.pushes;
          clear();
          shown = tracks.map(shownPush);
          for (const { arrow } of shown) root.add(arrow.object);
        }
        for (const { arrow } of shown) arrow.setColour(paletteOf(view.dark).push);
      },
      at(frame) {
        const t = frame * frameTime;
        for (const { track, arrow, point, strongest, from, to } of shown) {
          forceAt(force, track, t);
          const during = Math.hypot(force[0]!, force[1]!, force[2]!) > 1;
          const near = body && t > from - AROUND && t < to + AROUND && 3 * track.segment < pose.origins.length;
          if (!near || !body) {
            arrow.hide();
            continue;
          }
          const [x, y, z] = during ? [force[0]!, force[1]!, force[2]!] : [strongest[0]!, strongest[1]!, strongest[2]!];
          const size = Math.hypot(x, y, z);
          const length = Math.max(LEAST, (METRES_PER_WEIGHT * size) / (body.totalMass * GRAVITY));
          pointOnBody(place, pose, track.segment, point);
          const back = size > 0 ? length / size : 0;
          arrow.setOpacity(during ? 1 : 0.28);
          arrow.set(place[0]! - back * x, place[1]! - back * y, place[2]! - back * z, x, y, z, length);
        }
      },
      dispose: clear,
    };
  },
};

function shownPush(track: ForceTrack): Shown {
  let strongest = 0;
  const size = (i: number): number => Math.hypot(track.force[3 * i]!, track.force[3 * i + 1]!, track.force[3 * i + 2]!);
  for (let i = 0; i < track.time.length; i++) if (size(i) > size(strongest)) strongest = i;
  return {
    track,
    arrow: createArrow(0.012, SEEN_THROUGH),
    point: Float64Array.from(track.pointInSegment),
    strongest: track.force.slice(3 * strongest, 3 * strongest + 3),
    from: track.time[0] ?? 0,
    to: track.time.at(-1) ?? 0,
  };
}
