/** What Poise offers, by layer; docs/architecture.md says which stands on which. Everything else is internal and may change. */

// balance: a clip judged
export { ANALYSE_DEFAULTS, type AnalyseOptions, analyse } from './balance/analyse.ts';
export type { ContactOptions, ContactOverride } from './balance/contacts.ts';
export * from './balance/finding.ts';
export { fitBody } from './balance/fit-body.ts';
export * from './balance/force-track.ts';
export { type JudgeContext, type Judgement, judge } from './balance/judge.ts';
export { lint, rules } from './balance/lint.ts';
export {
  checkMotion,
  MOTION_LIMITS,
  MOTION_RULES,
  type MotionCheck,
  type MotionCheckOptions,
  type MotionFinding,
  type MotionLimits,
  type MotionRule,
  type WorstFrame,
} from './balance/motion-check.ts';
export * from './balance/report.ts';
export type { Rule, RuleInput } from './balance/rules/rule.ts';
export { type Verdict, verdictOf } from './balance/verdict.ts';
export { anatomicalAngles } from './body/anatomical-angles.ts';
// body: masses, inertias and soles of a skeleton
export type { Body, JointLimits, Sole, SolePart } from './body/body.ts';
export { bodyOf, createBody } from './body/create-body.ts';
export { type MjcfOptions, toMjcf } from './body/mjcf.ts';
export { type Attachment, BODY_DEFAULTS, type BodyOptions, type SolePlane } from './body/options.ts';
export { type BodyShape, SHAPE_PARTS, type ShapePart } from './body/shapes.ts';
export { TABLE_NAMES, type TableName } from './body/tables.ts';
export { tak2000Body, tak2000Skeleton } from './body/tak2000.ts';
// falls: what happens once balance is lost
export { FallingBody, type FallOptions } from './control/fall/falling-body.ts';
export { DownAndUp, type DownAndUpOptions, type DownState } from './control/rise/down-and-up.ts';
export { type RiseOptions, RisingBody } from './control/rise/rising-body.ts';
// dynamics: what follows from a pose, a velocity, an acceleration; free functions that write into a Workspace
export { inverseDynamics, jointTorques } from './dynamics/inverse-dynamics.ts';
export { comJacobian, pointJacobian, rotationJacobian } from './dynamics/jacobians.ts';
export { forwardAcceleration, forwardKinematics, forwardVelocity } from './dynamics/kinematics.ts';
export { massMatrix } from './dynamics/mass-matrix.ts';
export { centroidalMomentumMatrix } from './dynamics/momentum-matrix.ts';
export { centroidalMomentumBias, centroidalMomentumRateMatrix } from './dynamics/momentum-rate.ts';
export { createWorkspace, type Workspace } from './dynamics/workspace.ts';
export { GRAVITY, groundWrench } from './dynamics/wrench.ts';
export type { WrenchDerivatives } from './dynamics/wrench-column.ts';
export { createWrenchDerivatives, wrenchDerivatives } from './dynamics/wrench-derivatives.ts';
// errors: FormatError names file and line, RigError a person that is not there, UsageError a caller's mistake
export * from './errors.ts';
// gait: what every gait shares
export { headingYaw } from './gait/heading.ts';
export type { Placement } from './gait/placement.ts';
// gait: what standing, walking and pushes are, below the methods
export { PUSH_DURATION, type Push, pushShare, pushTrack, type TimedPush } from './gait/push.ts';
export { measureSituation, type Situation, type SituationOptions } from './gait/situation.ts';
// ik: whole-body inverse kinematics: tasks, preferences, limits, one solve per frame
export { buildIk } from './ik/build-ik.ts';
export { createIkScratch, type IkScratch } from './ik/ik-system.ts';
export {
  createLimb,
  type Limb,
  type LimbOptions,
  type LimbOutcome,
  type LimbTarget,
  limbOf,
  solveLimb,
} from './ik/leg-ik.ts';
export type { Limit, LimitRows } from './ik/limit-rows.ts';
export { type JointRangeOptions, jointRange } from './ik/limits/joint-range.ts';
export type { IkOutcome, IkStatus } from './ik/outcome.ts';
export { createIk, type IkParts, type IkProblem } from './ik/problem.ts';
export { solveIk } from './ik/solve-ik.ts';
export { type IkState, type Preference, RANK, type Task } from './ik/task.ts';
export { type AngularMomentumOptions, type AngularMomentumTask, angularMomentum } from './ik/tasks/angular-momentum.ts';
export { type ComTask, com } from './ik/tasks/com.ts';
export { type FootPlant, type FootPlantOptions, footPlant } from './ik/tasks/foot-plant.ts';
export { type FrameOrientationTask, frameOrientation } from './ik/tasks/frame-orientation.ts';
export { type FramePositionTask, framePosition } from './ik/tasks/frame-position.ts';
export {
  HELD_WEIGHT,
  type PostureOptions,
  type PosturePreference,
  type PostureWeights,
  posture,
  weighJoints,
} from './ik/tasks/posture.ts';
export { type SmoothnessPreference, smoothness } from './ik/tasks/smoothness.ts';
// math: kernels on (array, offset), output first; quaternions are x y z w
export { wrapAngle } from './math/angle.ts';
export { ease, smoothstep } from './math/ease.ts';
export { convexHull, signedDistance } from './math/polygon.ts';
export * from './math/quat.ts';
export * from './math/quat-mat3.ts';
export { createRng, normal, type Rng, uniform } from './math/random.ts';
export type { Quat, ReadonlyVector, Vec3 } from './math/types.ts';
// methods: what makes a motion possible
export { type Measure, type MeasureValues, measureMotion, measures } from './measures/published.ts';
// mend: one pass over motion made by models, cameras and suits; every stage is a function of its own
export { type BalanceInput, restoreBalance } from './mend/balance.ts';
export { steadyBones } from './mend/bones.ts';
export type { MendChange } from './mend/change.ts';
export { standFeet } from './mend/feet.ts';
export { type FloorOutcome, settleFloor } from './mend/floor.ts';
export { fillGaps } from './mend/gaps.ts';
export { keepHands } from './mend/hands.ts';
export { heldStretches } from './mend/held.ts';
export { MEND_DEFAULTS, mend } from './mend/index.ts';
export { calmTremor } from './mend/jitter.ts';
export type {
  MendJudgement,
  MendOptions,
  MendProgress,
  MendReport,
  MendResult,
  MendStageReport,
  MendStatus,
} from './mend/options.ts';
export { removeOutliers } from './mend/outliers.ts';
export { MEND_STAGES, type MendStageId, type StageInput, type StageOutcome, type Stretch } from './mend/stage.ts';
export { unswapLimbs } from './mend/swaps.ts';
export * from './methods/anticipation/index.ts';
export { balanceFilter, type FilterResult } from './methods/balance-filter/index.ts';
export {
  type AngleBound,
  type BodyPoint,
  type Ceiling,
  FILTER_DEFAULTS,
  type FilterOptions,
  type FilterProgress,
  type Pin,
  STIFFNESS_PARTS,
  type StiffnessPart,
} from './methods/balance-filter/options.ts';
export type { FilterConflict, FilterReport, FilterStatus, FilterWindow } from './methods/balance-filter/report.ts';
export type { Balancer, BalancerEvent, BalancerStatus } from './methods/balancer.ts';
export { methodNamed, methods } from './methods/index.ts';
export type { Fit, Method, MethodEvent, MethodInput, MethodOutcome, MethodResult } from './methods/method.ts';
export { type PlantResult, plantFeet } from './methods/plant-feet/index.ts';
export {
  type BeforeAfter,
  type Contact,
  PLANT_DEFAULTS,
  type PlantOptions,
  type PlantReport,
} from './methods/plant-feet/options.ts';
export {
  type AnswerOptions,
  answerPushes,
  type PushResponseResult,
  pushResponseMethod,
  startPushResponse,
} from './methods/push-response/as-method.ts';
export { relabel, responseOf } from './methods/push-response/build-response.ts';
export { type Captured, type CaptureOptions, responsesIn } from './methods/push-response/capture.ts';
export { printLibrary } from './methods/push-response/library-file.ts';
export { PUSH_RESPONSE_DEFAULTS, type PushResponseOptions } from './methods/push-response/options.ts';
export { type PadDot, type PadEnvelope, type PolarPad, polarPad } from './methods/push-response/polar-pad.ts';
export { parseLibrary } from './methods/push-response/read-library.ts';
export { type Answer, PushResponder } from './methods/push-response/responder.ts';
export * from './methods/push-response/response.ts';
export type { Candidate, Rejection, Selection, SelectionStatus } from './methods/push-response/selection.ts';
export { reactToPushes, startReactiveBlend } from './methods/reactive-blend/as-method.ts';
export { ReactiveBlender } from './methods/reactive-blend/blender.ts';
export { type FootstepRule, footstepShift } from './methods/reactive-blend/footstep-rule.ts';
export {
  GAIT_REACTION_DEFAULTS,
  type GaitReaction,
  type GaitReactionOptions,
  generateGaitReactions,
} from './methods/reactive-blend/gait-reactions.ts';
export { REACTIVE_BLEND_DEFAULTS, type ReactiveBlendOptions } from './methods/reactive-blend/options.ts';
export { answerHits, type LocomotionResult, startLocomotion } from './methods/reactive-locomotion/as-method.ts';
export { type Ball, ballPush } from './methods/reactive-locomotion/ball.ts';
export { Locomotion, type LocomotionView } from './methods/reactive-locomotion/locomotion.ts';
export {
  BRACINGS,
  type Bracing,
  LOCOMOTION_DEFAULTS,
  type LocomotionOptions,
  type LocomotionStyle,
} from './methods/reactive-locomotion/options.ts';
export { isEarly, type StepRecord } from './methods/reactive-locomotion/step-record.ts';
export { type RecordedClip, type RecordRequest, record } from './methods/record.ts';
export * from './methods/recoverability/index.ts';
export { situationOf } from './methods/situation.ts';
// motion: skeletons, clips, roles, files, laboratory recordings
export type { AnimatedProp, SolidShape } from './motion/animated-prop.ts';
export * from './motion/clip.ts';
export { difference, integrate } from './motion/coordinates.ts';
export { findRoles } from './motion/find-roles.ts';
export { clockOf, onClock, totalPlate } from './motion/force-plates.ts';
export { type C3dTrial, readC3d } from './motion/formats/c3d.ts';
export type { MotionFormat, NamedFile, ReadOptions, WriteOptions } from './motion/formats/format.ts';
export { formatForFile, formats, readClips, writeClip, writeClips, writeCompanions } from './motion/formats/index.ts';
export { readTable } from './motion/formats/mot.ts';
export { readForces } from './motion/formats/mot-forces.ts';
export { type OsimBodyData, osimClip } from './motion/formats/osim-clip.ts';
export { type OsimModel, readOsim } from './motion/formats/osim-model.ts';
export { readTrc } from './motion/formats/trc.ts';
export { type FromClipOptions, fromClip } from './motion/from-clip.ts';
export {
  type BodyMeasures,
  type FitResidual,
  type MarkerClipOptions,
  type MarkerMotion,
  markersToClip,
} from './motion/markers/markers-to-clip.ts';
export { mirror } from './motion/mirror.ts';
export type { BorderOptions, FileTree, RawJoint, RawMotion } from './motion/raw-motion.ts';
export * from './motion/recording.ts';
export { referencePoseOfClip } from './motion/reference-pose.ts';
export { type ResampleOptions, resample } from './motion/resample.ts';
export { parseRoleMap, printRoleMap, ROLE_CHAINS, type RoleNames } from './motion/role-map.ts';
export * from './motion/roles.ts';
export { sample } from './motion/sample.ts';
export * from './motion/skeleton.ts';
export * from './motion/skinned-mesh.ts';
export { FIT_DEFAULTS, type FitOptions, fitSpline, type MotionFit, smooth } from './motion/smooth.ts';
export { toClip } from './motion/to-clip.ts';
export { trim } from './motion/trim.ts';
// optim: solvers that know nothing of characters
export { findRoot, goldenSection, type RootOutcome, type ScalarOptions } from './optim/find-root.ts';
export { createQp, type QpOutcome, type QpProblem, type QpStatus } from './optim/qp.ts';
export { createQpScratch, type QpScratch, solveQp } from './optim/solve-qp.ts';
export type { Actor } from './performer/actor.ts';
// performer: the built-in person and the motions it makes
export { motionNamed, motions } from './performer/index.ts';
export { meshFor } from './performer/mannequin/mesh.ts';
export {
  createMannequin,
  MANNEQUIN_DEFAULTS,
  type Mannequin,
  type MannequinOptions,
} from './performer/mannequin/skeleton.ts';
export {
  actorFor,
  type PerformerMotion,
  type PerformOptions,
  type Preset,
  perform,
  presetNamed,
} from './performer/motion.ts';
export { checkedValues, isSwitch, isWhole, type Parameter, type ParameterValues } from './performer/parameters.ts';
export { checkResponse, failedChecks, LIMITS, type ResponseChecks } from './performer/responses/checks.ts';
export { unpackLibrary } from './performer/responses/compact.ts';
export { type GenerateOptions, generateResponses } from './performer/responses/generate.ts';
export { generateLibrary, type LibraryOptions, resolveBody } from './performer/responses/library.ts';
export { libraryPlan } from './performer/responses/library-plan.ts';
export type { ResponseRequest, StepTiming } from './performer/responses/request.ts';
export { toJson } from './report/json.ts';
// report: the judgement as a page
export { type PageMeta, reportPage } from './report/page.ts';
export type { Canvas } from './report/picture/canvas.ts';
export { filmStrip, STRIP_DEFAULTS, type StripOptions } from './report/picture/film-strip.ts';
export { reportCsv } from './report/report-csv.ts';
export { reportJson } from './report/report-json.ts';
// runtime: reactions on top of any animation; poise/three binds three.js characters
export type { DetailChange } from './runtime/budget.ts';
export { type ContactForceLike, contactHit } from './runtime/contact/contact-hit.ts';
export {
  SHOVE_DEFAULTS,
  Shove,
  type ShoveOptions,
  type ShoveStatus,
} from './runtime/contact/shove.ts';
export type { Falls, ReactionLibrary } from './runtime/driver.ts';
export type { BoneOf, Hit, Move, OnMove, Pull, ReactionEvent } from './runtime/events.ts';
export { recordCycle } from './runtime/gait/cycle.ts';
export { ReactionLayer } from './runtime/layer.ts';
export type { Mask, MaskValue } from './runtime/mix-pose.ts';
export {
  type Detail,
  type LayerMethod,
  REACTION_LAYER_DEFAULTS,
  type ReactionLayerOptions,
} from './runtime/options.ts';
export { HIT_PRESETS, type HitPreset } from './runtime/presets.ts';
export type { Ragdoll, RagdollJoint, RagdollPart } from './runtime/ragdoll.ts';
export { reactionLibrary } from './runtime/reaction-library.ts';
export { poseRig, type Rig } from './runtime/rig.ts';
export type { GroundAnswer, LayerGround, Walkable } from './runtime/scene-ground.ts';
export type { Stiffness } from './runtime/stiffness.ts';
export type { VectorLike } from './runtime/vector-like.ts';
// sim: people in a physics engine that the caller loads, kept upright by momentum
export * from './sim/index.ts';
