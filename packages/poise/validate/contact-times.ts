/** When does a foot touch down and lift off: seen by Poise, and measured by a plate. */
import type { BalanceReport } from '../src/balance/report.ts';
import type { ForceRecording } from '../src/motion/recording.ts';

const NEAR = 0.15; // [s] events farther apart are not the same event

/** Computed minus measured times [s] of all events of plates that carry one foot only. */
export function contactErrors(
  report: BalanceReport,
  forces: ForceRecording,
  loaded: number,
): { touchDown: number[]; liftOff: number[] } {
  const touchDown: number[] = [];
  const liftOff: number[] = [];
  const reach = Math.round(NEAR / report.frameTime);
  for (const plate of forces.plates) {
    const carries = (frame: number): boolean => plate.force[3 * frame + 1] > loaded;
    const foot = report.feet.find((candidate) => owns(report.frameCount, carries, (f) => touches(candidate, f)));
    if (!foot) continue;
    const seen = (frame: number): boolean => frame >= 0 && frame < report.frameCount && touches(foot, frame);
    for (let frame = 1; frame < report.frameCount; frame++) {
      if (carries(frame) === carries(frame - 1)) continue;
      const down = carries(frame);
      for (let k = 0; k <= reach; k++) {
        const hit = [k, -k].find((d) => frame + d > 0 && seen(frame + d) === down && seen(frame + d - 1) !== down);
        if (hit === undefined) continue;
        (down ? touchDown : liftOff).push(hit * report.frameTime);
        break;
      }
    }
  }
  return { touchDown, liftOff };
}

const touches = (foot: BalanceReport['feet'][number], frame: number): boolean =>
  foot.heel[frame] + foot.ball[frame] + foot.toe[frame] > 0;

/** Does this foot stand during most of what the plate carries, and little else? */
function owns(frames: number, carries: (frame: number) => boolean, stands: (frame: number) => boolean): boolean {
  let carried = 0;
  let both = 0;
  let standing = 0;
  for (let frame = 0; frame < frames; frame++) {
    if (carries(frame)) carried++;
    if (stands(frame)) standing++;
    if (carries(frame) && stands(frame)) both++;
  }
  return carried > 5 && both > 0.8 * carried && standing < 1.5 * carried;
}
