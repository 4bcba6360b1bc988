/** A foot stays where it is planned: position and orientation of the ankle's segment, hard, never given up. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { copyQuat } from '../../math/quat.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Feedback, PointReference, RotationReference } from '../feedback.ts';
import { RANK, type Task } from '../task.ts';
import { frameOrientation } from './frame-orientation.ts';
import { framePosition } from './frame-position.ts';

export interface FootPlant {
  readonly segment: number;
  readonly rank: number;
  readonly tasks: readonly [position: Task, orientation: Task];
  readonly position: PointReference; // of the segment's origin, the ankle
  readonly rotation: RotationReference;
}

export interface FootPlantOptions {
  readonly name: string;
  readonly level: Feedback['level'];
  readonly softness: number; // 1e-12 for support, 1e-6 for swing
  readonly rank: number;
}

export const FOOT_PLANT_DEFAULTS: Omit<FootPlantOptions, 'name'> = {
  level: 'velocity',
  softness: 1e-12,
  rank: RANK.support,
};

/** Share of the error that is taken back within one step. */
const TAKEN_BACK = 0.9;

/** Six rows in two tasks. Velocity level: b = ẋ_plan + 0.9 (x_plan − x)/dt and ω_plan + 0.9 log(R_plan Rᵀ)/dt. Acceleration
 *  level: critically damped, so that the same share of an error is gone after about ten steps. dt [s] is the step.
 *
 * ```ts
 * const left = footPlant(body, body.soles[0].foot, 1 / 60);
 * plantHere(left, ws);
 * ```
 */
export function footPlant(body: Body, segment: number, dt: number, options: Partial<FootPlantOptions> = {}): FootPlant {
  const { level, softness, rank } = { ...FOOT_PLANT_DEFAULTS, ...options };
  const name = options.name ?? body.skeleton.names[segment];
  const frequency = 0.4 / dt; // [1/s] of the acceleration level
  const feedback: Feedback =
    level === 'velocity'
      ? { level, stiffness: TAKEN_BACK / dt, damping: 0 }
      : { level, stiffness: frequency * frequency, damping: 2 * frequency };
  const rows = { ...feedback, softness, rank, fastest: Infinity };
  const position = framePosition(body, segment, { ...rows, name: `${name} position` });
  const orientation = frameOrientation(body, segment, { ...rows, name: `${name} orientation` });
  return {
    segment,
    rank,
    tasks: [position, orientation],
    position: position.reference,
    rotation: orientation.reference,
  };
}

/** Plans the foot to stay where it is in ws. */
export function plantHere(plant: FootPlant, ws: Workspace): void {
  const { segment } = plant;
  copy3(plant.position.position, 0, ws.segmentOrigin, 3 * segment);
  copyQuat(plant.rotation.rotation, 0, ws.segmentRotation, 4 * segment);
  plant.position.velocity.fill(0);
  plant.position.acceleration.fill(0);
  plant.rotation.angularVelocity.fill(0);
  plant.rotation.angularAcceleration.fill(0);
}
