/** The numbers of standing on one's feet that the steps themselves do not have: when all is calm, when all is lost, how feet go back. */
import { parameter, valuesOf } from '../../gait/parameter.ts';

const CHOSEN = 'chosen from what people can do';
const LOOKED_AT = 'set while looking at random pushes of the performed idle';
const CAPTURED = 'captured pushes (mocap statistics, push_events)';

// biome-ignore format: a table
export const STANDING_BALANCE_PARAMETERS = {
  calmError: parameter(0.02, 'm', 'sway of quiet standing', 'of the capture point; half: recoveries are told late; double: while the body still moves'),
  calmSpeed: parameter(0.06, 'm/s', 'sway of quiet standing', 'of the centre of mass; as calmError'),
  calmTime: parameter(0.25, 's', LOOKED_AT, 'that all must have been well; half: feet begin to tidy in a sway'),
  slowError: parameter(0.12, 'm', CAPTURED, 'people do not wait until they stand still: a tidying step begins when the capture point is this near'),
  slowSpeed: parameter(0.3, 'm/s', CAPTURED, 'and the centre of mass this slow; half: feet go back half a second later'),
  slowTime: parameter(0.12, 's', CAPTURED, 'for this long'),
  tidyFrom: parameter(0.03, 'm', LOOKED_AT, 'feet that are farther off their stance go back'),
  tidyBlend: parameter(0.15, 's', LOOKED_AT, 'in which the foot that goes back takes weight to push the body off it; half: hips jerk'),
  tidyGain: parameter(3, '', CAPTURED, 'how far beyond the capture point it does so; half: feet go back half a second later'),
  tidyLongest: parameter(1.5, 's', LOOKED_AT, 'of a shift: then the foot goes anyway'),
  tidySwing: parameter(0.36, 's', CAPTURED, 'people swing back in 0.39 to 0.43 s'),
  tidySwingSlope: parameter(0.15, 's/m', CAPTURED, 'and for every metre'),
  tidyUnload: parameter(0.1, '1/tick', LOOKED_AT, 'of the load of the foot that goes back'),
  stepsFrom: parameter(1e-3, 'm', 'rounding', 'a capture point this far beyond what feet, soles and hips hold needs a step'),
  almostCaught: parameter(0.01, 'm', LOOKED_AT, 'less than planned that the capture point may be short of a landed foot'),
  nearCaught: parameter(0.03, 'm', LOOKED_AT, 'outside the feet; double: bodies drift on after the last step'),
  replan: parameter(0.02, 's', 'cost', 'between plans; half: the same steps'),
  release: parameter(0.05, 's', CHOSEN, 'before landing the plan stands; 0: feet jerk as they land'),
  reactsInSwing: parameter(0.06, 's', CHOSEN, 'after a push, a foot in the air is aimed anew; as expected pushes of step plans'),
  landedLoad: parameter(0.05, '', LOOKED_AT, 'share of its load that a foot has when it lands, and just before it leaves; 0.5: hips jolt'),
  mostLean: parameter(0.55, 'legs', CHOSEN, 'centre of mass outside the feet: a leg leans by 33°; double: falls are told on the ground'),
  mostDrop: parameter(0.35, 'legs', CHOSEN, 'that the centre of mass may be lower than planned'),
  mostMissing: parameter(0.05, 'm', CHOSEN, 'that a standing leg may be too short'),
  mostSteps: parameter(9, '', CHOSEN, 'without a recovery in between'),
} as const;

export const STANDING_BALANCE = valuesOf(STANDING_BALANCE_PARAMETERS);
