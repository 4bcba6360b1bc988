/** The acceptance checks of walking and running, where only frames that carry weight can be judged. */
import { analyse } from '../../src/balance/analyse.ts';
import { lint } from '../../src/balance/lint.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import { traceClip } from '../../src/balance/trace.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { createActor } from '../../src/performer/actor.ts';
import { type PerformerMotion, type PerformOptions, perform } from '../../src/performer/motion.ts';
import { LEVEL } from './checks.ts';

export interface GaitChecks {
  readonly clip: Clip;
  readonly report: BalanceReport;
  readonly outside: number; // share of judged frames with the ZMP more than 1 cm out of the support
  readonly outsideLoaded: number; // the same, of frames in which the floor carries half the weight or more
  readonly judged: number; // how many frames could be judged
  readonly drift: number; // [m] of heel and toes while they lie on the ground
  readonly penetration: number; // [m]
  readonly friction: number;
  readonly load: readonly [least: number, most: number]; // body weights, ends left out
  readonly errors: readonly string[];
}

export function checkGait(motion: PerformerMotion, options: Partial<PerformOptions> = {}): GaitChecks {
  const clip = perform(motion, options);
  const { body } = createActor(options.body ?? {});
  const report = analyse(body, clip, { ground: LEVEL, cutoff: Number.POSITIVE_INFINITY });
  const judged = Array.from(report.judged.keys()).filter((frame) => report.judged[frame] === 1);
  const loads = Array.from(report.time, (_, frame) => report.grf[3 * frame + 1] / (9.81 * report.mass)).slice(3, -3);
  const loaded = judged.filter((frame) => report.grf[3 * frame + 1] > 0.5 * 9.81 * report.mass);
  const outOf = (frames: readonly number[]): number =>
    frames.filter((frame) => report.margin[frame] < -0.01).length / frames.length;
  return {
    clip,
    report,
    judged: judged.length,
    outside: outOf(judged),
    outsideLoaded: outOf(loaded),
    friction: Math.max(...judged.map((frame) => report.friction[frame])),
    drift: driftOf(clip, body),
    penetration: -Math.min(...report.feet.flatMap((foot) => [...foot.clearance])),
    load: [Math.min(...loads), Math.max(...loads)],
    errors: lint(body, clip, report)
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message),
  };
}

const ON_GROUND = 0.0005; // [m]

/** How far heel and toes move while they lie on the ground; the frames of touching down and lifting are left out. The ball rolls:
 *  it turns about the toe joint, which is 2 cm above it. */
function driftOf(clip: Clip, body: Parameters<typeof traceClip>[0]): number {
  const trace = traceClip(body, clip, { inertia: 'full' });
  let worst = 0;
  trace.soles.forEach((points, side) => {
    const count = body.soles[side].segments.length;
    const at = (frame: number, point: number): number => 3 * (frame * count + point);
    const down = (frame: number, point: number): boolean => Math.abs(points[at(frame, point) + 1]) < ON_GROUND;
    for (let point = 0; point < count; point++) {
      if (body.soles[side].parts[point] === 'ball') continue;
      let start = -1;
      for (let frame = 2; frame < clip.frameCount - 2; frame++) {
        const still = [-2, -1, 0, 1, 2].every((d) => down(frame + d, point));
        if (!still) start = -1;
        else if (start < 0) start = frame;
        if (start < 0) continue;
        const [a, b] = [at(start, point), at(frame, point)];
        worst = Math.max(worst, Math.hypot(points[b] - points[a], points[b + 2] - points[a + 2]));
      }
    }
  });
  return worst;
}
