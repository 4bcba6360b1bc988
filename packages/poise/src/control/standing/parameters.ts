/** The numbers of standing on one's feet that the steps themselves do not have: when all is calm, when all is lost, how feet go back. Those of a
 *  person with legs of MODEL_LEG; others move alike. */
import { type ParameterValues, parameter, scaledTo, valuesOf } from '../../gait/parameter.ts';

const CHOSEN = 'chosen from what people can do';
const LOOKED_AT = 'set while looking at random pushes of the performed idle';
const CAPTURED = 'captured pushes (mocap statistics, push_events)';

// biome-ignore format: a table
const STANDING_BALANCE_PARAMETERS = {
  calmError: parameter(0.02, 'm', 'sway of quiet standing', 'of the capture point; half: recoveries are told late; double: while the body still moves'),
  calmSpeed: parameter(0.06, 'm/s', 'sway of quiet standing', 'of the centre of mass; as calmError'),
  calmTime: parameter(0.25, 's', LOOKED_AT, 'that all must have been well; half: feet begin to tidy in a sway'),
  slowError: parameter(0.12, 'm', CAPTURED, 'people do not wait until they stand still: a tidying step begins when the capture point is this near'),
  slowSpeed: parameter(0.3, 'm/s', CAPTURED, 'and the centre of mass this slow; half: feet go back half a second later'),
  slowTime: parameter(0.12, 's', CAPTURED, 'for this long'),
  settleGain: parameter(3.2, '', CAPTURED, 'how far beyond the capture point the balance point goes when the last sway is taken out; 1.8: people stand still half a second sooner'),
  tidyFrom: parameter(0.03, 'm', LOOKED_AT, 'feet that are farther off their stance go back'),
  tidyBlend: parameter(0.15, 's', LOOKED_AT, 'in which the foot that goes back takes weight to push the body off it; half: hips jerk'),
  tidyGain: parameter(3, '', CAPTURED, 'how far beyond the capture point it does so; half: feet go back half a second later'),
  tidyLongest: parameter(1.5, 's', LOOKED_AT, 'of a shift: then the foot goes as in any step'),
  tidySwing: parameter(0.36, 's', CAPTURED, 'people swing back in 0.39 to 0.43 s'),
  tidySwingSlope: parameter(0.15, 's/m', CAPTURED, 'and for every metre'),
  tidyLead: parameter(0.4, 's', CAPTURED, 'before it lands the weight begins to leave the other foot: people have their centre of mass back as the foot comes down'),
  tidyOver: parameter(0.05, 'm', CHOSEN, 'half of a sole and hips: how far beyond the foot that stands the balance point may push off'),
  tidyUnload: parameter(0.1, '1/tick', LOOKED_AT, 'of the load of the foot that goes back'),
  stepsFrom: parameter(1e-3, 'm', 'rounding', 'a capture point this far beyond what feet, soles and hips hold needs a step'),
  almostCaught: parameter(0.01, 'm', LOOKED_AT, 'less than planned that the capture point may be short of a landed foot'),
  nearCaught: parameter(0.03, 'm', LOOKED_AT, 'outside the feet; double: bodies drift on after the last step'),
  replan: parameter(0.02, 's', 'cost', 'between plans; half: the same steps'),
  reactsInSwing: parameter(0.06, 's', CHOSEN, 'after a push, a foot in the air is aimed anew; as expected pushes of step plans'),
  landedLoad: parameter(0.05, '', LOOKED_AT, 'share of its load that a foot has when it lands, and just before it leaves; 0.5: hips jolt'),
  heelOff: parameter(3, 'rad/s', CHOSEN, 'at which a heel goes up when its foot leaves: the knee must be bent then; 0: straight legs drag their feet along the ground'),
  settlesFrom: parameter(0.8, '', LOOKED_AT, 'of a swing: the foot is nearly down and keeps its place; 1: feet that are aimed anew slide along the ground'),
  gripTime: parameter(0.12, 's', LOOKED_AT, 'before landing, a foot begins to follow its course exactly; half: it lands where it happens to be'),
  leaveTime: parameter(0.06, 's', LOOKED_AT, 'after lift-off, until then it follows less and less exactly: it goes up before hips carry it along'),
  mostGrip: parameter(0.97, '', LOOKED_AT, 'how exactly a foot follows its course at the last; 1: a leg that is too short jolts the hips'),
  heightRate: parameter(9, '1/s', LOOKED_AT, 'how fast the body goes up and down with its feet; double: hips drop before a foot lands'),
  sinkShare: parameter(1.2, '', CAPTURED, 'of what legs that are far apart are lower; pelvis 7 to 10 cm lower after steps of 0.5 to 0.9 m'),
  widestSink: parameter(1.2, 'legs', CHOSEN, 'feet farther apart do not lower the body any more'),
  soleLength: parameter(0.165, 'legs', CHOSEN, 'half of a sole and a margin, that must find even ground'),
  soleWidth: parameter(0.06, 'legs', CHOSEN, 'as soleLength'),
  uneven: parameter(0.02, 'm', CHOSEN, 'that ground may be off a plane under a sole'),
  edgeStep: parameter(0.02, 'm', 'cost', 'even ground is looked for in steps of this'),
  edgeReach: parameter(0.4, 'legs', CHOSEN, 'as far as this from where the foot was to land'),
  otherLevel: parameter(0.08, 'm', CHOSEN, 'between two plans of one swing: more is another level'),
  mostLean: parameter(0.55, 'legs', CHOSEN, 'centre of mass outside the feet: a leg leans by 33°; double: falls are told on the ground'),
  mostDrop: parameter(0.35, 'legs', CHOSEN, 'that the centre of mass may be lower than planned'),
  mostMissing: parameter(0.05, 'm', CHOSEN, 'that a standing leg may be too short'),
  mostSteps: parameter(9, '', CHOSEN, 'without a recovery in between'),
} as const;

export type StandingBalance = ParameterValues<typeof STANDING_BALANCE_PARAMETERS>;

/** The values of somebody whose legs are this long against the model's. */
export const standingBalance = (legOverModel: number): StandingBalance =>
  scaledTo(STANDING_BALANCE_PARAMETERS, valuesOf(STANDING_BALANCE_PARAMETERS), legOverModel);
