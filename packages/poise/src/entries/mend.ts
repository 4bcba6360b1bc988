/** `poise/mend`: every stage of `mend` as a function of its own, and what `balanceFilter` and `plantFeet` tell in detail. */
export { type BalanceInput, restoreBalance } from '../mend/balance.ts';
export { steadyBones } from '../mend/bones.ts';
export type { MendChange } from '../mend/change.ts';
export { standFeet } from '../mend/feet.ts';
export { flyFreely } from '../mend/flight.ts';
export { type FloorOutcome, settleFloor } from '../mend/floor.ts';
export { fillGaps } from '../mend/gaps.ts';
export { keepHands } from '../mend/hands.ts';
export { heldStretches } from '../mend/held.ts';
export { calmTremor } from '../mend/jitter.ts';
export type { MendJudgement, MendProgress, MendStageReport } from '../mend/options.ts';
export { removeOutliers } from '../mend/outliers.ts';
export { MEND_STAGES, type MendStageId, type StageInput, type StageOutcome, type Stretch } from '../mend/stage.ts';
export { unswapLimbs } from '../mend/swaps.ts';
export {
  type AngleBound,
  type BodyPoint,
  type Ceiling,
  type FilterProgress,
  type Pin,
  STIFFNESS_PARTS,
  type StiffnessPart,
} from '../methods/balance-filter/options.ts';
export type { FilterConflict, FilterStatus, FilterWindow } from '../methods/balance-filter/report.ts';
export type { BeforeAfter, Contact } from '../methods/plant-feet/options.ts';
