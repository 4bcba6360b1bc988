/** One number per question, from the series of a report. docs/metrics.md defines them. */
import { percentile } from '../math/order-statistics.ts';
import type { BalanceReport, BalanceSummary, FootReport } from './report.ts';
import { SUPPORT_PHASES } from './report.ts';
import type { BodyTrace } from './trace.ts';

const SLIDE_TRIM = 0.04; // [s] at both ends of a contact
const OUTSIDE = 0.01; // [m] the ZMP counts as outside beyond this

export function summarise(report: Omit<BalanceReport, 'summary'>, jitter: number): BalanceSummary {
  const { frameCount, margin, judged, imbalance, phase } = report;
  let outside = 0;
  let judgedCount = 0;
  let flight = 0;
  let worst = 0;
  let worstFrame = -1;
  let shift = 0;
  let shiftFrame = -1;
  const frictions: number[] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    if (phase[frame] === SUPPORT_PHASES.indexOf('flight')) flight++;
    const size = Math.hypot(imbalance[3 * frame], imbalance[3 * frame + 1], imbalance[3 * frame + 2]);
    if (size > shift) {
      shift = size;
      shiftFrame = frame;
    }
    if (!judged[frame]) continue;
    judgedCount++;
    frictions.push(report.friction[frame]);
    if (margin[frame] < -OUTSIDE) outside++;
    if (-margin[frame] > worst) {
      worst = -margin[frame];
      worstFrame = frame;
    }
  }
  const share = (count: number, of: number): number => (of > 0 ? count / of : 0);
  return {
    zmpOutsideFraction: share(outside, judgedCount),
    worstZmpDistance: worst,
    worstZmpFrame: worstFrame,
    imbalance: shift,
    imbalanceFrame: shiftFrame,
    judgedFraction: share(judgedCount, frameCount),
    flightFraction: share(flight, frameCount),
    skate: meanSkate(report.feet),
    slide: Math.max(0, ...report.feet.map((foot) => largestSlide(foot, report.frameTime))),
    float: floatHeight(report),
    penetration: percentile(depths(report.feet), 0.99),
    friction: percentile(frictions, 0.95),
    jitter,
  };
}

/** Mean speed of touching parts over the floor, both feet. */
function meanSkate(feet: readonly FootReport[]): number {
  let sum = 0;
  let count = 0;
  for (const foot of feet) {
    for (let frame = 0; frame < foot.skate.length; frame++) {
      if (Number.isNaN(foot.skate[frame])) continue;
      sum += foot.skate[frame];
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

/** Largest net shift [m] of the standing part from the start to any moment of one contact. Touch-down and lift-off themselves
 *  are left out. */
function largestSlide(foot: FootReport, frameTime: number): number {
  const trim = Math.round(SLIDE_TRIM / frameTime);
  let largest = 0;
  let start = -1;
  for (let frame = 0; frame <= foot.skate.length; frame++) {
    const touches = frame < foot.skate.length && !Number.isNaN(foot.skate[frame]);
    if (touches && start < 0) start = frame;
    if (touches || start < 0) continue;
    let x = 0;
    let z = 0;
    for (let i = start + trim; i < frame - trim; i++) {
      x += foot.skateVelocity[2 * i] * frameTime;
      z += foot.skateVelocity[2 * i + 1] * frameTime;
      largest = Math.max(largest, Math.hypot(x, z));
    }
    start = -1;
  }
  return largest;
}

/** Height of the lower foot while nothing touches although the ground would have to push. */
function floatHeight(report: Omit<BalanceReport, 'summary'>): number {
  let highest = 0;
  for (let frame = 0; frame < report.frameCount; frame++) {
    if (report.unsupported[frame] < 0.5) continue;
    highest = Math.max(highest, Math.min(report.feet[0].clearance[frame], report.feet[1].clearance[frame]));
  }
  return highest;
}

function depths(feet: readonly FootReport[]): number[] {
  return feet.flatMap((foot) => Array.from(foot.clearance, (clearance) => Math.max(0, -clearance)));
}

/** RMS [m/s²] of what the low-pass took off the CoM's acceleration. Both in the same frame. */
export function jitterOf(trace: BodyTrace, smooth: Float64Array): number {
  const frames = trace.frameCount;
  if (frames < 3) return 0;
  const rate = 1 / (trace.frameTime * trace.frameTime);
  let sum = 0;
  for (let i = 3; i < 3 * (frames - 1); i++) {
    const rough = trace.com[i - 3] - smooth[i - 3] - 2 * (trace.com[i] - smooth[i]) + trace.com[i + 3] - smooth[i + 3];
    sum += (rough * rate) ** 2;
  }
  return Math.sqrt(sum / (frames - 2));
}
