/** Hands hold things that are not in the file: a window that would move one too far against the trunk is changed by a share only. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { rotateBack3 } from '../../math/quat.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type Attempt, finished, type Task } from './attempt.ts';
import { eased, type SolvedWindow } from './solve-windows.ts';

const SLACK = 0.9; // of what is allowed: hands do not move quite in proportion

/** The attempt with hands that move by at most options.mostHandMove. Clips that code has made, and those of whom more is asked than
 *  balance, are left to it. */
export function withNearHands(task: Task, made: Attempt): Attempt {
  const { options, smooth } = task;
  const asked = options.ceilings.length + options.pins.length + options.bounds.length > 0;
  if (!smooth || asked || !made.closed.changed.includes(1)) return made;
  const moves = made.solved.windows.map(({ report }) => handMove(task.body, task.clip.q, made.closed.q, report));
  if (moves.every((size) => size <= options.mostHandMove)) return made;
  let { coefficients } = made.solved;
  const notes: string[] = [];
  const windows = made.solved.windows.map((item, k): SolvedWindow => {
    if (moves[k] <= options.mostHandMove) return item;
    const share = (SLACK * options.mostHandMove) / moves[k];
    coefficients = eased(coefficients, made.demands, item.window, share);
    const { startFrame, endFrame } = item.report;
    notes.push(
      `frames ${startFrame}–${endFrame}: balance would move a hand by ${(100 * moves[k]).toFixed(0)} cm against the trunk, so ${Math.round(100 * share)} % of the change was made`,
    );
    return { ...item, report: { ...item.report, status: 'balanced-with-residual' } };
  });
  return finished(task, made.demands, [...made.notes, ...notes], { coefficients, windows });
}

/** [m] most that a hand moves in a stretch of frames, seen from the trunk that its arm hangs on. */
function handMove(
  body: Body,
  before: Float64Array,
  after: Float64Array,
  { startFrame, endFrame }: SolvedWindow['report'],
): number {
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const [way, old, now] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const seenFromTrunk = (out: Float64Array, q: Float64Array, frame: number, hand: number, trunk: number): void => {
    forwardKinematics(body, ws, q, frame * nq);
    for (let c = 0; c < 3; c++) way[c] = ws.segmentOrigin[3 * hand + c] - ws.segmentOrigin[3 * trunk + c];
    rotateBack3(out, 0, ws.segmentRotation, 4 * trunk, way, 0);
  };
  let most = 0;
  for (const side of SIDES) {
    const { [`${side}Hand` as const]: hand, [`${side}UpperArm` as const]: arm } = body.roles;
    if (hand === undefined || arm === undefined) continue;
    const trunk = Math.max(0, body.skeleton.parents[arm]);
    for (let frame = startFrame; frame <= endFrame; frame++) {
      seenFromTrunk(old, before, frame, hand, trunk);
      seenFromTrunk(now, after, frame, hand, trunk);
      most = Math.max(most, Math.hypot(now[0] - old[0], now[1] - old[1], now[2] - old[2]));
    }
  }
  return most;
}
