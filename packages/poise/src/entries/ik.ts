/** `poise/ik`: whole-body inverse kinematics: tasks, preferences and limits, one solve per frame; limbs in closed form. */
export { buildIk } from '../ik/build-ik.ts';
export { createIkScratch, type IkScratch } from '../ik/ik-system.ts';
export {
  createLimb,
  type Limb,
  type LimbOptions,
  type LimbOutcome,
  type LimbTarget,
  limbOf,
  solveLimb,
} from '../ik/leg-ik.ts';
export type { Limit, LimitRows } from '../ik/limit-rows.ts';
export { type JointRangeOptions, jointRange } from '../ik/limits/joint-range.ts';
export type { IkOutcome, IkStatus } from '../ik/outcome.ts';
export { createIk, type IkParts, type IkProblem } from '../ik/problem.ts';
export { solveIk } from '../ik/solve-ik.ts';
export { type IkState, type Preference, RANK, type Task } from '../ik/task.ts';
export {
  type AngularMomentumOptions,
  type AngularMomentumTask,
  angularMomentum,
} from '../ik/tasks/angular-momentum.ts';
export { type ComTask, com } from '../ik/tasks/com.ts';
export { type FootPlant, type FootPlantOptions, footPlant } from '../ik/tasks/foot-plant.ts';
export { type FrameOrientationTask, frameOrientation } from '../ik/tasks/frame-orientation.ts';
export { type FramePositionTask, framePosition } from '../ik/tasks/frame-position.ts';
export {
  HELD_WEIGHT,
  type PostureOptions,
  type PosturePreference,
  type PostureWeights,
  posture,
  weighJoints,
} from '../ik/tasks/posture.ts';
export { type SmoothnessPreference, smoothness } from '../ik/tasks/smoothness.ts';
