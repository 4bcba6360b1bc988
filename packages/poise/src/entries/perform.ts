/** `poise/perform`: the mannequin, its skin, the parameters of its motions, and the responses to pushes that it performs. */
export type { Actor } from '../performer/actor.ts';
export { meshFor } from '../performer/mannequin/mesh.ts';
export {
  createMannequin,
  MANNEQUIN_DEFAULTS,
  type Mannequin,
  type MannequinOptions,
} from '../performer/mannequin/skeleton.ts';
export { actorFor, type Preset, presetNamed } from '../performer/motion.ts';
export { checkedValues, isSwitch, isWhole, type Parameter, type ParameterValues } from '../performer/parameters.ts';
export { checkResponse, failedChecks, LIMITS, type ResponseChecks } from '../performer/responses/checks.ts';
export { type GenerateOptions, generateResponses } from '../performer/responses/generate.ts';
export { generateLibrary, type LibraryOptions, resolveBody } from '../performer/responses/library.ts';
export { libraryPlan } from '../performer/responses/library-plan.ts';
export type { ResponseRequest, StepTiming } from '../performer/responses/request.ts';
