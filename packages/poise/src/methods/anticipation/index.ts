/** Preparing for what is about to happen [Rabbani14]: what other parts of Poise and applications use. */
export { type AnticipateClipOptions, type AnticipatedClip, anticipateClip } from './anticipate-clip.ts';
export { afterCatch, type Belief, beliefIn, preparedFor } from './belief.ts';
export {
  CMRT_LIMIT,
  CMRT_POINTS,
  type Cmrt,
  checkCmrt,
  cmrtCurve,
  flatCmrt,
  type OffsetCurve,
  softClamp,
} from './cmrt.ts';
export { cmrtFromVector, LEAST_GAP, vectorFromCmrt } from './cmrt-vector.ts';
export {
  type FamilyMember,
  INTERPOLATION_SLACK,
  interpolateCmrt,
  interpolateFamily,
  type LearnedMember,
  lerpCmrt,
  type PlacedCmrt,
  superpose,
} from './combine.ts';
export { canonicalJson, contentHash } from './content-hash.ts';
export {
  families,
  familyCmrt,
  familyOf,
  nearestOfFamily,
  readFamily,
  type SolvedFamily,
  solvedFamily,
} from './families/index.ts';
export { cmrtAt, type Family, type FamilyParameter, fitted, memberOf, unitFor, valueFor } from './family.ts';
export { FAMILY_DEFAULTS, type FamilyOptions, type LearnedFamily, learnFamily } from './learn-family.ts';
export { leanAgainst, type ObjectiveKind } from './legible.ts';
export { type Course, costOf, LOG_STEP, paperCost, rmsOf } from './objective.ts';
export {
  type OptimiseJob,
  type OptimiseOptions,
  type OptimiseProgress,
  type OptimiseResult,
  startAnticipation,
  type TriedCmrt,
} from './optimise.ts';
export {
  type Anticipated,
  answerRequest,
  createStages,
  curveOf,
  localPool,
  type OpenPool,
  type RolloutOrder,
  type RolloutPool,
  type RolloutRequest,
  type StageSetup,
  type Stages,
} from './pool.ts';
export type { LimbAngles, PoseAngles } from './pose-angles.ts';
export { NAMED_POSES } from './poses.ts';
export {
  RECORD_DEFAULTS,
  type RecordedProp,
  type Recording,
  type RecordOptions,
  recordRollout,
  type Trace,
} from './recording.ts';
export {
  type BallEvent,
  type BoxItem,
  LOAD_UNIT,
  type LoadKind,
  loadKind,
  loadOf,
  MOST_LOAD,
  type Move,
  type PushEvent,
  type Scenario,
  withLoad,
  withTask,
} from './scenario.ts';
export { parseScenario, printScenario, readScenario } from './scenario-file.ts';
export { scenarioNamed, scenarios } from './scenarios/index.ts';
export { SEARCH_DEFAULTS, type SearchOptions, type SearchState, type StopReason } from './search.ts';
export {
  ANTICIPATION_PERSON,
  anticipateParts,
  anticipationKey,
  checkCmrtFits,
  parseCmrt,
  printCmrt,
  type SolvedCmrt,
  solvedCmrts,
  solvedFor,
  solvedNear,
} from './solved.ts';
export { createStage, type Rollout, type RolloutOptions, type Stage } from './stage.ts';
export type { Variation } from './variation.ts';
export type { Direction, Ending, Fall, Seen } from './watch.ts';
