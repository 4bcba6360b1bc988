/**
 * What Poise offers at first hand: read, judge, mend, perform, react, report. Special tools have entries of their own
 * (`entries/`): poise/io, /lint, /mend, /perform, /react, /falls, /three, /dynamics, /ik, /sim, /anticipation. What no entry names is
 * internal and may change. Every name has one home.
 */

// judge: what is wrong with a clip, where and why
export { ANALYSE_DEFAULTS, type AnalyseOptions, analyse } from './balance/analyse.ts';
export { type Finding, SEVERITIES, type Severity } from './balance/finding.ts';
export { fitBody } from './balance/fit-body.ts';
export type { ForceTrack } from './balance/force-track.ts';
export { type JudgeContext, type Judgement, judge } from './balance/judge.ts';
export { lint } from './balance/lint.ts';
export type { BalanceReport, BalanceSummary, FootReport, GroundPatch, PartReport } from './balance/report.ts';
export { type Verdict, verdictOf } from './balance/verdict.ts';
export type { Body } from './body/body.ts';
export { BODY_DEFAULTS, type BodyOptions } from './body/options.ts';
// errors: FormatError names file and line, RigError a person that is not there, UsageError a caller's mistake
export { FormatError, RigError, UsageError } from './errors.ts';
// reactions: whole clips by `react`, characters of a game by `ReactionLayer`
export type { Push, TimedPush } from './gait/push.ts';
export type { Quat, ReadonlyVector, Vec3 } from './math/types.ts';
export { type MeasureValues, measureMotion } from './measures/published.ts';
// mend: the closest motion that could happen
export { MEND_DEFAULTS, mend } from './mend/index.ts';
export type { MendOptions, MendReport, MendResult, MendStatus } from './mend/options.ts';
export { balanceFilter, type FilterResult } from './methods/balance-filter/index.ts';
export { FILTER_DEFAULTS, type FilterOptions } from './methods/balance-filter/options.ts';
export type { FilterReport } from './methods/balance-filter/report.ts';
export type { MethodEvent, MethodOutcome } from './methods/method.ts';
export { type PlantResult, plantFeet } from './methods/plant-feet/index.ts';
export { PLANT_DEFAULTS, type PlantOptions, type PlantReport } from './methods/plant-feet/options.ts';
export type { ResponseLibrary } from './methods/push-response/response.ts';
export { type Reaction, type ReactOptions, react } from './methods/react.ts';
// clips: skeletons, motions, files
export {
  type Clip,
  type ClipParts,
  type ClipProvenance,
  createClip,
  durationOf,
  type FloorKnowledge,
  frameAt,
  type ImportNote,
  withCoordinates,
  withFrameRate,
} from './motion/clip.ts';
export type { MotionFormat, NamedFile, ReadOptions, WriteOptions } from './motion/formats/format.ts';
export { formatForFile, formats, readClips, writeClip, writeClips, writeCompanions } from './motion/formats/index.ts';
export { mirror } from './motion/mirror.ts';
export type { BorderOptions } from './motion/raw-motion.ts';
export { type ResampleOptions, resample } from './motion/resample.ts';
export { ROLES, type Role, type RoleMap, type RoleOutcome, SIDES, type Side } from './motion/roles.ts';
export { sample } from './motion/sample.ts';
export { createSkeleton, type Skeleton, type SkeletonParts } from './motion/skeleton.ts';
export { FIT_DEFAULTS, type FitOptions, smooth } from './motion/smooth.ts';
export { trim } from './motion/trim.ts';
// performer: the built-in person and the motions it makes
export { motionNamed, motions } from './performer/index.ts';
export { type PerformerMotion, type PerformOptions, perform } from './performer/motion.ts';
export { unpackLibrary } from './performer/responses/compact.ts';
// report: a judgement as a page, as data, as a picture
export { toJson } from './report/json.ts';
export { type PageMeta, reportPage } from './report/page.ts';
export { filmStrip, STRIP_DEFAULTS, type StripOptions } from './report/picture/film-strip.ts';
export { reportCsv } from './report/report-csv.ts';
export { reportJson } from './report/report-json.ts';
// retarget: a motion played by another person
export { RETARGET_DEFAULTS, type RetargetOptions, type RetargetResult, retarget } from './retarget/index.ts';
export type { Falls, ReactionLibrary } from './runtime/driver.ts';
export type { Hit, OnMove, Pull, ReactionEvent } from './runtime/events.ts';
export { ReactionLayer } from './runtime/layer.ts';
export type { Mask, MaskValue } from './runtime/mix-pose.ts';
export { REACTION_LAYER_DEFAULTS, type ReactionLayerOptions } from './runtime/options.ts';
export { HIT_PRESETS, type HitPreset } from './runtime/presets.ts';
export { reactionLibrary } from './runtime/reaction-library.ts';
export type { Rig } from './runtime/rig.ts';
