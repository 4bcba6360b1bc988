/** `poise/react`: the methods behind `react` and `ReactionLayer`: running characters, libraries of responses, maps of what a character can take. */
export { headingYaw } from '../gait/heading.ts';
export type { Placement } from '../gait/placement.ts';
export { PUSH_DURATION, pushShare, pushTrack } from '../gait/push.ts';
export { measureSituation, type Situation, type SituationOptions } from '../gait/situation.ts';
export type { Balancer, BalancerEvent, BalancerStatus } from '../methods/balancer.ts';
export { methodNamed, methods } from '../methods/index.ts';
export type { Fit, Method, MethodInput, MethodResult } from '../methods/method.ts';
export {
  type AnswerOptions,
  answerPushes,
  type PushResponseResult,
  pushResponseMethod,
  startPushResponse,
} from '../methods/push-response/as-method.ts';
export { relabel, responseOf } from '../methods/push-response/build-response.ts';
export { type Captured, type CaptureOptions, responsesIn } from '../methods/push-response/capture.ts';
export { printLibrary } from '../methods/push-response/library-file.ts';
export { PUSH_RESPONSE_DEFAULTS, type PushResponseOptions } from '../methods/push-response/options.ts';
export { type PadDot, type PadEnvelope, type PolarPad, polarPad } from '../methods/push-response/polar-pad.ts';
export { parseLibrary } from '../methods/push-response/read-library.ts';
export { type Answer, PushResponder } from '../methods/push-response/responder.ts';
export {
  type ImpulseEstimates,
  indexImpulse,
  LIBRARY_VERSION,
  type PolarImpulse,
  type Provenance,
  type PushTruth,
  type Response,
  STRATEGIES,
  type Strategy,
  type StrategyAttributes,
  TOUCH,
} from '../methods/push-response/response.ts';
export type { Candidate, Rejection, Selection, SelectionStatus } from '../methods/push-response/selection.ts';
export { reactToPushes, startReactiveBlend } from '../methods/reactive-blend/as-method.ts';
export { ReactiveBlender } from '../methods/reactive-blend/blender.ts';
export { type FootstepRule, footstepShift } from '../methods/reactive-blend/footstep-rule.ts';
export {
  GAIT_REACTION_DEFAULTS,
  type GaitReaction,
  type GaitReactionOptions,
  generateGaitReactions,
} from '../methods/reactive-blend/gait-reactions.ts';
export { REACTIVE_BLEND_DEFAULTS, type ReactiveBlendOptions } from '../methods/reactive-blend/options.ts';
export { answerHits, type LocomotionResult, startLocomotion } from '../methods/reactive-locomotion/as-method.ts';
export { type Ball, ballPush } from '../methods/reactive-locomotion/ball.ts';
export { Locomotion, type LocomotionView } from '../methods/reactive-locomotion/locomotion.ts';
export {
  BRACINGS,
  type Bracing,
  LOCOMOTION_DEFAULTS,
  type LocomotionOptions,
  type LocomotionStyle,
} from '../methods/reactive-locomotion/options.ts';
export { isEarly, type StepRecord } from '../methods/reactive-locomotion/step-record.ts';
export { type RecordedClip, type RecordRequest, record } from '../methods/record.ts';
export * from '../methods/recoverability/index.ts';
export { situationOf } from '../methods/situation.ts';
// more of the layer: detail, contacts between bodies, ragdolls, engines other than three.js
export { type ContactForceLike, contactHit } from '../runtime/contact/contact-hit.ts';
export { SHOVE_DEFAULTS, Shove, type ShoveOptions, type ShoveStatus } from '../runtime/contact/shove.ts';
export type { BoneOf, Expectation } from '../runtime/events.ts';
export { recordCycle } from '../runtime/gait/cycle.ts';
export type { LayerMethod } from '../runtime/options.ts';
export type { Ragdoll, RagdollJoint, RagdollPart } from '../runtime/ragdoll.ts';
export { poseRig } from '../runtime/rig.ts';
export type { GroundAnswer, LayerGround, Walkable } from '../runtime/scene-ground.ts';
export type { Stiffness } from '../runtime/stiffness.ts';
export type { VectorLike } from '../runtime/vector-like.ts';
