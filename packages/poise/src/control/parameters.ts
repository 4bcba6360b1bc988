/** The numbers of the reaction body. One table; a body may be given other values, which is how the table was fitted. */
import type { Body } from '../body/body.ts';
import { type ParameterValues, parameter, scaledTo, valuesOf } from '../gait/parameter.ts';

/** The table is that of a person of this mass [kg] and height [m]. Others move alike: lengths go with the height, times with its root, inertias
 *  with mass and height². */
export const MODEL_MASS = 65;
export const MODEL_HEIGHT = 1.72;
/** [s] over which a contact fades in and out, so that the ground's force does not jump. */
export const CONTACT_FADE = 0.05;
/** [s] in which a clip that ends in motion comes to rest. */
export const END_SETTLE = 0.3;
/** [s] in which the seam of a loop is closed. */
export const SEAM_FADE = 0.4;

/** Set while looking at falls, jolts and the balance point of 40 to 60 random pushes of 10 to 50 N·s on the performed idle. */
const IDLE_PUSHES = 'set on random pushes of the performed idle; no other body was looked at for it';
const CHOSEN = 'chosen; looked at on 150 random pushes of 14 bodies (seed 3), checked with others';
const PROTOTYPE = 'prototype of the reaction body, performed and captured clips';

// biome-ignore format: a table
export const REACTION_PARAMETERS = {
  trunkStiffness: parameter(60, '1/s²', PROTOTYPE, 'half: trunk sways twice as far; double: hits hardly bend it'),
  trunkDamping: parameter(12, '1/s', PROTOTYPE, 'half: trunk rings once; double: returns in slow motion'),
  legStiffness: parameter(60, '1/s²', PROTOTYPE, 'feet are held by rows, so legs change little'),
  legDamping: parameter(12, '1/s', PROTOTYPE, 'as legStiffness'),
  legAway: parameter(0.03, 'height', IDLE_PUSHES, '1: the hips are pulled out of a lunge and never come to rest'),
  neckStiffness: parameter(200, '1/s²', IDLE_PUSHES, 'half: head whips 1.4 times as far'),
  neckDamping: parameter(24, '1/s', IDLE_PUSHES, 'half: head nods after a hit'),
  armStiffness: parameter(40, '1/s²', PROTOTYPE, 'half: arms trail longer; double: arms look tied on'),
  armDamping: parameter(9, '1/s', PROTOTYPE, 'half: arms swing through once'),
  rootStiffness: parameter(40, '1/s²', PROTOTYPE, 'turn of the hips; half: hips stay turned for a second'),
  rootDamping: parameter(10, '1/s', PROTOTYPE, 'as rootStiffness'),
  surprisedShare: parameter(0.4, '', 'reaction time of muscles; 0.1 is whiplash, 1 is stiff', 'gains until surprisedUntil'),
  surprisedUntil: parameter(0.08, 's', 'short and medium latency reflexes', 'double: later, larger lean'),
  awakeAt: parameter(0.25, 's', 'voluntary reaction', 'double: gains return late, more steps'),
  captureGain: parameter(1.8, '', IDLE_PUSHES, '1 is the least that holds; double: ankles work harder, same steps'),
  hipReach: parameter(0.2, 'm', PROTOTYPE, 'how far outside the soles the balance point may be wished for; 0: no hip strategy'),
  noiseReach: parameter(0.02, 'm', 'sway of quiet standing', 'how far off the source its noise is granted by half; 1: a body on the edge of its soles trembles over it'),
  heightStiffness: parameter(60, '1/s²', PROTOTYPE, 'half: sinks in steps'),
  heightDamping: parameter(14, '1/s', PROTOTYPE, 'as heightStiffness'),
  spinDamping: parameter(3, '1/s', PROTOTYPE, 'half: trunk takes longer to come upright'),
  linearWeight: parameter(5, '1/mass', PROTOTYPE, 'half: more falls; double: arms and hips work harder'),
  urgentLinearWeight: parameter(60, '1/mass', IDLE_PUSHES, 'of a force whose balance point would have to be far outside, and in steps of the balance point alone; half: falls return; double: flailing'),
  urgentReach: parameter(0.15, 'm', PROTOTYPE, 'how far outside the wished balance point makes it urgent'),
  verticalWeight: parameter(12, '1/mass', PROTOTYPE, 'half: hips sink 1 cm more'),
  angularWeight: parameter(4, '1/(mass·height²)', IDLE_PUSHES, 'ten times: no arm or hip strategy'),
  forcePrice: parameter(7e-5, '1/mass', PROTOTYPE, 'spreads the load over the soles; 1e-4 bends the clip'),
  friction: parameter(0.8, '', 'shoes on dry floor', '0.4: slips are answered by falls'),
  limitRate: parameter(18, '1/s', PROTOTYPE, 'half: joints stop far before their limit'),
  kneeLimitRate: parameter(12, '1/s', PROTOTYPE, 'double: knees snap straight, jolts of 36 rad/s'),
  limitYield: parameter(0.3, '', IDLE_PUSHES, '0: one joint at its limit flings the others'),
  kneeYield: parameter(0.005, '', IDLE_PUSHES, '0.3: knees bend backward in the air and snap when the foot lands'),
  quickYield: parameter(0.05, '', CHOSEN, 'of hip and ankle of a leg in the air that would turn too fast; 0.3: jolts of 18 rad/s where a foot is aimed anew'),
  mostBraking: parameter(250, 'rad/s²', IDLE_PUSHES, 'limits never ask for more'),
  soleRate: parameter(45, '1/s', CHOSEN, 'how late a sole that comes down is braked; half: feet hover before they land; double: jolts'),
  soleBraking: parameter(60, '1/s', CHOSEN, 'how quickly a sole that comes down faster is braked; half: feet hover before they land; double: jolts'),
  legRate: parameter(30, '1/s', CHOSEN, 'the same for a leg that comes near the other one'),
  legRoom: parameter(0.75, 'radius', CHOSEN, 'legs of an average person this thick do not meet; 0.6 is seen to cross'),
  footRoom: parameter(1, 'radius', 'shoes do not yield as flesh does', 'the same for feet; 0.75: soles pass at 5 cm'),
  mostClearing: parameter(60, 'm/s²', CHOSEN, 'ground and legs never ask for more'),
  clearingYield: parameter(0.02, '', CHOSEN, '0: a leg that is caught flings the hips'),
  swingSoftness: parameter(3.2, '1/mass', IDLE_PUSHES, '0: hard feet in the air jolt the hips'),
  swingTurnSoftness: parameter(9.5, '1/(mass·height²)', IDLE_PUSHES, 'the same for its turns'),
  swingFeedback: parameter(15, '1/s', PROTOTYPE, 'half: feet land centimetres off'),
  swingCatchUp: parameter(1.5, 'm/s', PROTOTYPE, 'fastest correction of a foot in the air'),
  heelSoftness: parameter(96, '1/(mass·height²)', PROTOTYPE, 'a heel that lifts because the leg is straight'),
  heelStiffness: parameter(150, '1/s²', PROTOTYPE, 'how fast a lifted heel comes down'),
  heelDamping: parameter(24, '1/s', PROTOTYPE, 'critical'),
  landingRate: parameter(30, '1/s', PROTOTYPE, 'leftover height and turn of a landed foot die out'),
  slideRate: parameter(200, '1/s', CHOSEN, 'leftover speed of a landed foot dies out within a tick; half: feet slide twice as far'),
  rootArmature: parameter(2, 'kg·m²', PROTOTYPE, 'half: hips wobble'),
  neckEffort: parameter(3, 'kg·m²', IDLE_PUSHES, '0: neck jolts of 50 rad/s in steps'),
  armEffort: parameter(0.3, 'kg·m²', IDLE_PUSHES, '0: arms fling in steps; 1: arms do not help'),
  armArmature: parameter(0.15, 'kg·m²', PROTOTYPE, '0.02: elbows of 123°; 1: arms do not help'),
} as const;

export type ReactionParameters = ParameterValues<typeof REACTION_PARAMETERS>;
export const REACTION_DEFAULTS: ReactionParameters = valuesOf(REACTION_PARAMETERS);

/** The values of a body; `changed` are values of the model person. */
export const reactionParameters = (body: Body, changed: Partial<ReactionParameters> = {}): ReactionParameters =>
  scaledTo(REACTION_PARAMETERS, { ...REACTION_DEFAULTS, ...changed }, body.height / MODEL_HEIGHT);
