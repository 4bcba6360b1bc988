/** Simulated people: scenes in the MuJoCo engine, which the caller loads and passes in, and the controller that balances. */
export { palmInHand } from './bumpers.ts';
export { createController, type MomentumController } from './controller/momentum-controller.ts';
export type { MujocoModule } from './engine.ts';
export { FALL_LIMITS, FALL_WORDS, type FallLimits, type FallReason, type FallSigns, fallReason } from './fall.ts';
export {
  type CopCourse,
  FOLLOW_DEFAULTS,
  type FollowOptions,
  type FollowResult,
  followClip,
} from './follow-clip.ts';
export { GAINS, TIGHT_GAINS } from './gains.ts';
export {
  meanJointError,
  STANDING_LIMITS,
  StandingJudge,
  type StandingLimits,
  type StandingVerdict,
} from './judge-standing.ts';
export { planOf } from './motion-plan.ts';
export { createRecorder } from './recorder.ts';
export { clipReference, createReferenceState, holdPose, type PoseKey, poseSequence } from './references.ts';
export { type Angle, leanToBalance, type SagittalAngles, sagittalPose } from './sagittal-pose.ts';
export { createSimulation, type RunningScene } from './simulation.ts';
export { startOf } from './start-of.ts';
export type * from './types.ts';
