/**
 * The numbers of the step plan. Lengths are those of a person with legs of MODEL_LEG; others are scaled. What walking shares with
 * standing has its home in standing-parameters.ts.
 */
import { type ParameterValues, parameter, valuesOf } from '../parameter.ts';
import { STANDING_PARAMETERS } from '../standing-parameters.ts';
import type { StepPlanOptions } from './step-plan-types.ts';

const FITTED = 'fitted on a body to half of 29 people pushed while walking (snu-push-recovery), the other half alike';
const CHOSEN = 'chosen from what people can do';
const {
  endWeight,
  roomAhead,
  roomAside,
  hipRoom,
  longest,
  longestBack,
  widest,
  leastSwing,
  laterSwing,
  timeWeight,
  expectPush,
  delay,
  swingSpeed,
} = STANDING_PARAMETERS;

// biome-ignore format: a table
const STEP_PLAN_PARAMETERS = {
  endWeight, roomAhead, roomAside, longest, longestBack, widest, leastSwing, laterSwing, timeWeight, expectPush, swingSpeed,
  crossing: parameter(0.25, 'm', CHOSEN, 'half: pushed towards the standing leg 6 cm further aside; double: 7 to 12 cm less'),
  quickShift: parameter(0.3, '', CHOSEN, 'share of the clip\'s double support that is enough; half: detours 1 cm less; double: 3 cm more'),
  hipLag: parameter(0.1, 's', CHOSEN, 'until hip and trunk have made the lean; half and double: less than 1 cm'),
  fastest: parameter(3, '', CHOSEN, 'of its own pace: a step is hurried by so much at the most; 6: slow walkers fall more'),
  rush: parameter(8, '1/s', CHOSEN, 'how fast the pace of a step rises; half: landings come late'),
  lineAfter: parameter(1.5, 's', FITTED, 'until the line counts again; 0: the most comes half a step earlier'),
  lostCapture: parameter(1.2, 'm', 'capture point 1.3 legs from the foot', 'against the clip; half: given up too early; double: the same falls, said later'),
  lostBeside: parameter(0.6, 'm', 'beside the foot by more than a leg leans', 'against the clip; half: given up too early; double: the same falls, said later'),
} as const;

export type StepPlanParameters = ParameterValues<typeof STEP_PLAN_PARAMETERS>;
export const STEP_PLAN_DEFAULTS: StepPlanParameters = valuesOf(STEP_PLAN_PARAMETERS);

/** What differs from person to person. */
// biome-ignore format: a table
const STEP_PLAN_STYLE = {
  beta: parameter(0.7, '', '[Komura04] β: the user\'s', 'how fast the lean goes; half: detours 3 cm more'),
  bracing: parameter(0.06, '', FITTED, 'half: 0.07 m further from the line at the tenth landing; double: the most comes half a step earlier'),
  bracingError: parameter(0.1, 'm', FITTED, 'half: detours 5 cm less; double: 4 cm more'),
  delay,
  hip: hipRoom,
  strength: parameter(1, '', 'the model person', 'lean that hips make, speed of the swinging foot; half: detours 3 cm more; double: 2 cm less'),
} as const;

export const STEP_PLAN_OPTIONS: StepPlanOptions = valuesOf(STEP_PLAN_STYLE);
