/**
 * With what gravity a body falls while it flies: the parabola through its path, which is not smoothed. Flights of runners last a tenth of a second, and what
 * smoothing leaves of them tells little; captures of 60 people fly with 0.8 to 1.3 g each, and with 1.0 g on the average.
 */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { SUPPORT_PHASES } from '../report.ts';
import { type RuleInput, type Run, runsWhere } from './rule.ts';

const LEAST_FRAMES = 5; // that a parabola is fitted to
const LEAST_SECONDS = 0.05;

export interface Flight {
  readonly seconds: number;
  readonly clear: number; // [m] of the lower foot above the floor in the middle of it
  readonly gravity: number; // over the real one
}

export function flightsOf(input: RuleInput): readonly Flight[] {
  const { clip, report } = input;
  const flight = SUPPORT_PHASES.indexOf('flight');
  return runsWhere(clip.frameCount, (frame) => report.phase[frame] === flight)
    .filter(({ start, end }) => end - start + 1 >= LEAST_FRAMES && (end - start) * clip.frameTime >= LEAST_SECONDS)
    .map((run) => {
      const middle = (run.start + run.end) >> 1;
      return {
        seconds: (run.end - run.start) * clip.frameTime,
        clear: Math.min(report.feet[0].clearance[middle], report.feet[1].clearance[middle]),
        gravity: -accelerationOf(heightsIn(input, run), clip.frameTime) / GRAVITY,
      };
    });
}

/** Height of the CoM [m] in every frame of a run. */
function heightsIn({ body, clip }: RuleInput, { start, end }: Run): number[] {
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  return Array.from({ length: end - start + 1 }, (_, k) => {
    forwardKinematics(body, ws, clip.q, (start + k) * nq);
    return ws.com[1];
  });
}

/** Second derivative [m/s²] of the parabola through equally spaced values, by least squares. */
function accelerationOf(values: readonly number[], dt: number): number {
  const n = values.length;
  let [t2, t4, y, t2y] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const square = ((i - (n - 1) / 2) * dt) ** 2;
    t2 += square;
    t4 += square * square;
    y += values[i];
    t2y += square * values[i];
  }
  return (2 * (n * t2y - t2 * y)) / (n * t4 - t2 * t2);
}
