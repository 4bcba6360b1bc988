/** The acceptance checks of walking and running, where only frames that carry weight can be judged. */
import { analyse } from '../../src/balance/analyse.ts';
import { lint } from '../../src/balance/lint.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { createActor } from '../../src/performer/actor.ts';
import { type PerformerMotion, type PerformOptions, perform } from '../../src/performer/motion.ts';
import { LEVEL } from './checks.ts';
import { footDrift } from './drift.ts';

export interface GaitChecks {
  readonly clip: Clip;
  readonly report: BalanceReport;
  readonly outside: number; // share of judged frames with the ZMP more than 1 cm out of the support
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
  return {
    clip,
    report,
    judged: judged.length,
    outside: judged.filter((frame) => report.margin[frame] < -0.01).length / judged.length,
    friction: Math.max(...judged.map((frame) => report.friction[frame])),
    drift: footDrift(body, clip),
    penetration: -Math.min(...report.feet.flatMap((foot) => [...foot.clearance])),
    load: [Math.min(...loads), Math.max(...loads)],
    errors: lint(body, clip, report)
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message),
  };
}
