/** A foot stays where it is planned: position and orientation of the ankle's segment, hard, never given up. */

import type { Body } from '../../body/body.ts';
import { filledWith } from '../../math/options.ts';
import type { PointReference, RotationReference } from '../feedback.ts';
import { RANK, type Task } from '../task.ts';
import { frameOrientation } from './frame-orientation.ts';
import { framePosition } from './frame-position.ts';

export interface FootPlant {
  readonly segment: number;
  readonly tasks: readonly [position: Task, orientation: Task];
  readonly position: PointReference; // of the segment's origin, the ankle
  readonly rotation: RotationReference;
}

export interface FootPlantOptions {
  readonly softness: number; // 1e-12 for support, 1e-6 for swing
}

const FOOT_PLANT_DEFAULTS: FootPlantOptions = { softness: 1e-12 };

/** Share of the error that is taken back within one step. */
const TAKEN_BACK = 0.9;

/** Six rows in two tasks: b = ẋ_plan + 0.9 (x_plan − x)/dt and ω_plan + 0.9 log(R_plan Rᵀ)/dt. dt [s] is the step.
 *
 * ```ts
 * const left = footPlant(body, body.soles[0].foot, 1 / 60);
 * left.position.position.set(ankle);
 * ```
 */
export function footPlant(body: Body, segment: number, dt: number, options: Partial<FootPlantOptions> = {}): FootPlant {
  const { softness } = filledWith(FOOT_PLANT_DEFAULTS, options);
  const rows = { stiffness: TAKEN_BACK / dt, softness, rank: RANK.support, fastest: Infinity };
  const position = framePosition(body, segment, rows);
  const orientation = frameOrientation(body, segment, rows);
  return { segment, tasks: [position, orientation], position: position.reference, rotation: orientation.reference };
}
