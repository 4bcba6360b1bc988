/** Somebody who stands as the source of a reaction: whether the clip goes round, and who answers where its feet move later. */
import { analyse } from '../balance/analyse.ts';
import { type BalanceReport, phaseAt } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import { ClipSource } from '../control/clip-source.ts';
import type { PlanGait } from '../control/gait/foot-answer.ts';
import { GaitPlanner } from '../control/gait/gait-planner.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';

/** [m] by which a foot or the hips may be elsewhere when a clip starts again: captured people sway and shuffle. */
const SEAM = 0.05;
/** [m/s] of the centre of mass: idles stay below. Whoever moves faster waits with what they do while they are getting back their balance. */
const QUIET = 0.2;

export interface StandsAs {
  readonly source: ClipSource;
  /** Who answers while the clip moves its feet, and lets it wait; undefined: it only stands. */
  readonly gait: PlanGait | undefined;
}

/** A clip whose ends do not meet comes to rest at its end. */
export function standsAs(body: Body, clip: Clip, report: BalanceReport = analyse(body, clip)): StandsAs {
  const ends = [0, clip.frameCount - 1].every((frame) => phaseAt(report, frame) === 'double');
  const source = new ClipSource(body, clip, { end: ends && meet(body, clip) ? 'loop' : 'hold', report });
  const stays = report.phase.every((_, frame) => phaseAt(report, frame) === 'double') && isQuiet(report);
  return { source, gait: stays ? undefined : (of) => new GaitPlanner(of) };
}

function isQuiet({ comVelocity: v }: BalanceReport): boolean {
  for (let i = 0; i < v.length; i += 3) if (Math.hypot(v[i]!, v[i + 1]!, v[i + 2]!) > QUIET) return false;
  return true;
}

/** Whether first and last frame stand alike: hips as high, feet as far apart. */
function meet(body: Body, { q, skeleton, frameCount }: Clip): boolean {
  const ws = createWorkspace(body);
  const [start, end] = [0, frameCount - 1].map((frame) => {
    forwardKinematics(body, ws, q, frame * coordinateCount(skeleton));
    const at = ws.segmentOrigin;
    const [left, right] = body.soles.map(({ foot }) => 3 * foot);
    return [0, 1, 2].map((c) => at[left! + c]! - at[right! + c]!).concat(at[3 * (body.roles.hips ?? 0) + 1]!);
  });
  const [x, y, z, height] = end!.map((value, k) => value - start![k]!);
  return Math.hypot(x!, y!, z!) < 2 * SEAM && Math.abs(height!) < SEAM;
}
