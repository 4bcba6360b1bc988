/** Do standing feet stand still, above the ground? */
import { median } from '../../math/order-statistics.ts';
import { type BalanceReport, type FootReport, SUPPORT_PHASES } from '../report.ts';
import { runsWhere } from '../rules/rule.ts';
import { takeOwn } from './own.ts';
import type { MotionLimits } from './parameters.ts';

export interface FootTrouble {
  readonly slide: Float64Array; // frames×2 [m] how far each foot (left, right) is from where its contact began, beyond the source's own sliding
  readonly depth: Float64Array; // frames×2 [m] below the ground, deeper than the source's own
}

export function measureFeet(
  report: BalanceReport,
  source: BalanceReport | undefined,
  limits: MotionLimits,
): FootTrouble {
  const reach = Math.round(limits.ownWindow / report.frameTime);
  const speed = perFoot(report, ({ skate }, frame) => skate[frame] || 0); // NaN in the air
  const depth = perFoot(report, ({ clearance }, frame) => Math.max(0, -clearance[frame]));
  const slide = new Float64Array(2 * report.frameCount);
  if (source) {
    takeOwn(
      speed,
      perFoot(source, ({ skate }, frame) => skate[frame] || 0),
      2,
      reach,
    );
    takeOwn(
      depth,
      perFoot(source, ({ clearance }, frame) => Math.max(0, -clearance[frame])),
      2,
      reach,
    );
  }
  report.feet.forEach((foot, side) => {
    sumSlide(slide, foot, side, speed, report, limits);
  });
  return { slide, depth };
}

function perFoot({ feet, frameCount }: BalanceReport, read: (foot: FootReport, frame: number) => number): Float64Array {
  return Float64Array.from({ length: 2 * frameCount }, (_, i) => read(feet[i & 1], i >> 1));
}

/** Adds up how a foot moves while it stands. A foot that comes down or goes up is higher than it stands; a person who lies on the
 *  ground does not stand. `speed`: beyond the source's own. */
function sumSlide(
  slide: Float64Array,
  { skate, skateVelocity, clearance }: FootReport,
  side: number,
  speed: Float64Array,
  { frameCount, frameTime, phase }: BalanceReport,
  { standingHeight, standingTrim }: MotionLimits,
): void {
  const other = SUPPORT_PHASES.indexOf('other');
  const trim = Math.round(standingTrim / frameTime);
  for (const run of runsWhere(frameCount, (frame) => !Number.isNaN(skate[frame]) && phase[frame] !== other)) {
    const highest = median(clearance.subarray(run.start, run.end + 1)) + standingHeight;
    let [x, z, since] = [0, 0, 0];
    for (let frame = run.start; frame <= run.end; frame++) {
      since = clearance[frame] < highest ? since + 1 : 0;
      const settled = since > trim || since > frame; // from the first frame on, or long enough
      const ahead = Math.min(frameCount - 1, frame + trim);
      if (!settled || ahead > run.end || !(clearance[ahead] < highest)) continue;
      const share = skate[frame] > 0 ? (speed[2 * frame + side] / skate[frame]) * frameTime : 0;
      x += share * skateVelocity[2 * frame];
      z += share * skateVelocity[2 * frame + 1];
      slide[2 * frame + side] = Math.hypot(x, z);
    }
  }
}
