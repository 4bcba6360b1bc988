/** The numbers of steps from standing: those of a person with legs of MODEL_LEG. Others move alike: lengths go with the leg, times with its root. */
import { type ParameterValues, parameter, valuesOf } from './parameter.ts';

export const MODEL_LEG = 0.88; // [m] hip to ankle and sole of the captured person

const FITTED = 'fitted to half of 70 captured pushes (mocap statistics, push_events), the other half alike';
const CHOSEN = 'chosen from what people can do';

// biome-ignore format: a table
export const STANDING_PARAMETERS = {
  endWeight: parameter(30, '', FITTED, '10 to 100 makes no difference'),
  acrossWeight: parameter(1, '', 'set by eye: steps of captured people go straight ahead', '30: steps go aside by as much as the body does'),
  endShort: parameter(0.085, 'm', FITTED, '0.005 is the style of following through with the other foot'),
  roomAhead: parameter(0.06, 'm', '0.8 of the sole', 'half: steps are 3 cm longer'),
  roomAside: parameter(0.04, 'm', '0.8 of the sole', 'half: side steps are wider'),
  hipRoom: parameter(0.03, 'm', FITTED, 'what hips and trunk add to the soles'),
  longest: parameter(1.05, 'm', CHOSEN, '1.2 legs'),
  longestBack: parameter(0.75, 'm', CHOSEN, 'shorter backward'),
  widest: parameter(0.7, 'm', CHOSEN, '0.8 legs'),
  narrowest: parameter(0.12, 'm', CHOSEN, 'feet do not touch'),
  crossing: parameter(0.2, 'm', CHOSEN, '0.3 legs beyond the other foot'),
  crossAhead: parameter(0.24, 'm', CHOSEN, 'a crossing foot passes in front'),
  otherFootPrice: parameter(0.15, 'm²', CHOSEN, 'an example steps with the other foot first; 0: its feet are not followed'),
  crossTime: parameter(0.08, 's', CHOSEN, 'a crossing foot takes the longer way'),
  swingSpeed: parameter(7, 'm/s', CHOSEN, 'of a foot half-way; captured people, pushed mildly, reach 5.1; 5.1: a fifth more falls; 8.4: legs jolt more'),
  swingBraking: parameter(75, 'm/s²', CHOSEN, 'mean at which a foot comes to rest: no landing is moved nearer than that; 50: more falls; none: feet stop dead, hips jolt'),
  leastSwing: parameter(0.22, 's', CHOSEN, 'shortest swing'),
  swingStep: parameter(0.03, 's', 'cost', 'between the swing times that are tried; half: the same steps'),
  keepsSide: parameter(0.1, 's', CHOSEN, 'after lift-off a foot does not change from crossing to not crossing'),
  release: parameter(0.05, 's', CHOSEN, 'before landing the plan stands; 0: feet jerk as they land'),
  swingBase: parameter(0.225, 's', FITTED, 'swing time of no step'),
  swingSlope: parameter(0.185, 's/m', FITTED, 'longer steps take longer'),
  timeWeight: parameter(250, 'm²/s²', FITTED, '20: lands early and short'),
  unloadBase: parameter(0.05, 's', FITTED, 'lift of an unloaded foot'),
  unloadSlope: parameter(0.14, 's', FITTED, 'and of one that carries everything'),
  laterShift: parameter(0.05, 's', FITTED, 'in which weight goes over to the foot that stands'),
  laterSwing: parameter(0.4, 's', FITTED, 'swing time of later steps'),
  caught: parameter(0.04, 'm', FITTED, 'the capture point lies this far short of the foot: no further step'),
  stayShare: parameter(0.35, '', FITTED, 'how far the balance point goes beyond the capture point to stop'),
  stayBlend: parameter(0.09, 's', FITTED, 'weight comes onto a landed foot'),
  calm: parameter(0.4, 'm/s', CHOSEN, 'slower than this inside the feet needs no step'),
  look: parameter(0.1, 's', 'mechanics: how far ahead a fall is seen', 'half: steps later'),
  expectPush: parameter(0.1, 's', FITTED, 'a push that goes on is expected to last this long'),
  delay: parameter(0.15, 's', 'reaction to a surprise; expected pushes 0.04 forward, 0.125 backward', 'later steps, longer ones'),
} as const;

export type StandingParameters = ParameterValues<typeof STANDING_PARAMETERS>;
export const STANDING_DEFAULTS: StandingParameters = valuesOf(STANDING_PARAMETERS);
