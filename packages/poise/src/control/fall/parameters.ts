/** The numbers of a fall: contact, muscles, and what people do to protect themselves. */
import { UsageError } from '../../errors.ts';
import { type ParameterValues, parameter, valuesOf } from '../../gait/parameter.ts';
import { withDefaults } from '../../math/options.ts';

const CHOSEN = 'chosen; looked at on falls of the performed idle (seed 1), checked with others';

/** Sensitivities: mean of ten falls of the performed idle at 1.1 and 1.8 m/s; depth in the ground 1 cm, beyond range 1°, rest 2.0 s, head 0.1 m/s,
 *  hips 1.75 m/s, unless told. */
// biome-ignore format: a table
const FALL_PARAMETERS = {
  tickRate: parameter(240, '1/s', CHOSEN, 'half: 1.5° beyond range, half the cost; double: nothing but twice the cost'),
  rounds: parameter(20, '', CHOSEN, 'half: 3.7° beyond range; double: 0.5°'),
  groundFrequency: parameter(50, 'Hz', '[Catto24] has 30 at 60 ticks a second', 'half: 1.3 cm in the ground; quarter: 2.9 cm; more than a quarter of the tick rate rings'),
  groundRatio: parameter(5, '', '[Catto24] has 10; more than 1: no bounce', 'half, double: little'),
  soleFriction: parameter(0.8, '', 'shoes on dry floor, as the reaction body', 'half, double: little'),
  skinFriction: parameter(0.5, '', 'clothes and skin on floor: 0.3 to 0.6', 'half: hips land at 2.2 m/s, hands slide away; double: 1.6 m/s'),
  limitRate: parameter(40, '1/s', CHOSEN, 'how fast a joint beyond its range comes back; half, double: little. Ranges themselves are hard: springs give way under the weight on a wrist'),
  core: parameter(0.85, 'radius', 'flesh yields; arms that hang touch the trunk', 'half: forearms inside the trunk; 1: arms are pushed off the trunk at hand-over'),
  stepIn: parameter(0.15, 's', 'by the time balance is lost legs are at work: feet leave the ground 0.2 to 0.3 s after a push [Hsiao98]', 'as late as arms: the foot hardly leaves the ground'),
  reflexAt: parameter(0.1, 's', 'reflexes of arms and trunk come about 0.1 s after balance is lost', 'double: the head lands twice as fast'),
  braceIn: parameter(0.25, 's', 'arms are stretched and held some 0.1 s before impact [Borrelli20]; falls from standing take 0.5 s or more', 'double: rest 0.25 s later'),
  calmSpeed: parameter(0.35, 'm/s', CHOSEN, 'slower than this on the floor, people let go; half: rest 0.1 s later'),
  letGoAfter: parameter(0.15, 's', CHOSEN, 'how long it must be calm; double: rest 0.1 s later'),
  letGoIn: parameter(0.6, 's', CHOSEN, 'time in which tone fades; half, double: little'),
  stretchIn: parameter(0.35, 's', CHOSEN, 'time in which legs and trunk go over to lying once chest or waist has landed; double: legs stay up in the air, rest 0.2 s later'),
  restSpeed: parameter(0.05, 'm/s', CHOSEN, 'root mean square over the masses; slower for restAfter: asleep; half: 0.15 s later; double: is seen to stop'),
  restAfter: parameter(0.25, 's', CHOSEN, 'double: rest 0.25 s later'),
} as const;

export type FallParameters = ParameterValues<typeof FALL_PARAMETERS>;
export const FALL_DEFAULTS: FallParameters = valuesOf(FALL_PARAMETERS);

const MOST_TIMES = 100; // the usual value: ticks and rounds would take for ever

/** The usual numbers of a fall with those that are given in place of them. Throws UsageError where one is unknown or no such number. */
export function fallParameters(given: Partial<FallParameters>): FallParameters {
  const all = withDefaults('parameters of a fall', FALL_DEFAULTS, given);
  for (const [name, usual] of Object.entries(FALL_DEFAULTS)) {
    const value = all[name as keyof FallParameters];
    if (value > 0 && value <= MOST_TIMES * usual) continue;
    throw new UsageError(`${name}: expected a number above 0, at most ${MOST_TIMES * usual}, found ${value}`);
  }
  return all;
}

/** A kind of joint. For a person of 65 kg and 1.72 m; others by mass and height. */
export interface JointTone {
  readonly stiffness: number; // [N·m/rad] of muscles at tone 1
  readonly damping: number; // [N·m·s/rad] of muscles at tone 1
  readonly strength: number; // [N·m] most that muscles give about one axis
  readonly passive: number; // [N·m·s/rad] damping of a limp joint
  readonly elastic: number; // [N·m/rad] of ligaments and flesh about flexion, towards the neutral pose
  readonly friction: number; // [N·m] of who lies at rest: clothes, skin and what is left of muscles: a third of what limbs weigh, so that nothing stays up in the air
  readonly across: number; // [N·m/rad] the same about the axes that a hinge does not have
}

export type JointKind =
  | 'hip'
  | 'knee'
  | 'ankle'
  | 'trunk'
  | 'neck'
  | 'girdle'
  | 'shoulder'
  | 'elbow'
  | 'wrist'
  | 'other';

/** Strengths: about two thirds of what healthy adults have, stiffness and damping of muscles: so that a limb is where it should be 0.25 s on; passive
 *  damping and elasticity: by size. From general knowledge, set while looking at falls of the performed idle; what a hinge does not have is stiff
 *  enough to hold it. */
// biome-ignore format: a table
export const JOINT_TONES: Readonly<Record<JointKind, JointTone>> = {
  hip: { stiffness: 120, damping: 22, strength: 150, passive: 3, elastic: 2, friction: 10, across: 6 },
  knee: { stiffness: 110, damping: 20, strength: 130, passive: 2, elastic: 0, friction: 4, across: 250 },
  ankle: { stiffness: 30, damping: 3, strength: 80, passive: 0.8, elastic: 6, friction: 1, across: 12 },
  trunk: { stiffness: 250, damping: 25, strength: 150, passive: 8, elastic: 40, friction: 20, across: 60 },
  neck: { stiffness: 60, damping: 4, strength: 35, passive: 1, elastic: 6, friction: 2, across: 6 },
  girdle: { stiffness: 0, damping: 0, strength: 0, passive: 12, elastic: 0, friction: 10, across: 0 },
  shoulder: { stiffness: 90, damping: 9, strength: 75, passive: 1.2, elastic: 0, friction: 4, across: 0 },
  elbow: { stiffness: 60, damping: 6, strength: 60, passive: 0.6, elastic: 0, friction: 1, across: 40 },
  wrist: { stiffness: 10, damping: 0.6, strength: 12, passive: 0.15, elastic: 1, friction: 0.3, across: 3 },
  other: { stiffness: 0, damping: 0, strength: 0, passive: 1000, elastic: 0, friction: 0, across: 0 },
};

/** [kg·m²] added to every joint of a person of that size, as the simulator does (sim/scene-xml.ts): keeps light segments calm. */
export const JOINT_ARMATURE = 0.01;

/** Where an arm reaches: parts of a direction, made to unit length. fall: where the body falls to, level; down: to the ground; out: away from
 *  the body on the arm's own side; front: ahead of the chest. */
export interface Reach {
  readonly fall: number;
  readonly down: number;
  readonly out: number;
  readonly front: number;
}

/** What somebody does who falls one way. Angles in degrees, as in body/limits.ts. `near`: the side it falls to, `far`: the other. */
export interface ProtectiveAct {
  readonly source: string;
  readonly hip: number; // flexion
  readonly knee: number;
  readonly trunk: number; // forward, of the whole trunk
  readonly elbow: readonly [near: number, far: number];
  readonly wrist: number; // flexion: negative lifts the hand
  readonly reach: readonly [near: Reach, far: Reach];
}

const FORWARD: Reach = { fall: 0.9, down: 1, out: 0.2, front: 0.3 };
const BACKWARD: Reach = { fall: 0.5, down: 1, out: 0.5, front: 0 };

/**
 * Steps of falls forward that come too late: people step nearly always, and fall because a step is short or late ([Hsiao98]). In falls
 * backward people sit down; in falls to a side, the leg that should step is the one that carries. Angles in radians. Set by eye on falls of the performed idle and walk.
 */
export const VAIN_STEP = {
  reach: 0.9, // of the thigh along the fall, over down
  swings: 1.3, // flexion of the knee on the way
  lands: 0.3, // and where the leg arrives
  toes: 0.35, // flexion of its ankle: toes clear the ground
  bends: 0.9, // from where it should point: bent as on the way when the thigh is farther than this
  stiffer: 4, // times the stiffness of muscles: a leg is thrown with all their strength
  high: 0.85, // [legs] hips over the lower ankle: higher, and a leg steps
  low: 0.5, // lower, and both legs are those of the act
  until: 0.3, // [s] since balance was lost: a step or two
  fades: 0.3, // [s]
  ahead: 0.25, // [legs] of the other foot, and not higher: it is down, and the other leg has its turn
} as const;

/** How somebody lies once the trunk has landed: degrees of flexion. Set by eye: nearly straight, legs brought down and not over the
 *  head. */
export const LYING = { hip: 20, knee: 30, trunk: 5 } as const;

export const PROTECTIVE_ACTS: Readonly<Record<'forward' | 'backward' | 'sideways', ProtectiveAct>> = {
  forward: {
    source:
      '[Giddins20]: arms align with the fall, elbows bent by 30°, wrists lifted by 40 to 50°; [Lo08]: bending the hips on the way down takes most energy out of a fall forward',
    hip: 25,
    knee: 45,
    trunk: 0,
    elbow: [30, 30],
    wrist: -50,
    reach: [FORWARD, FORWARD],
  },
  backward: {
    source:
      '[Hsiao98]: pelvis and wrists land together, 38 ms apart; a squat on the way down, a round back and the chin on the chest as judo teaches them (general knowledge)',
    hip: 70,
    knee: 70,
    trunk: 45,
    elbow: [20, 20],
    wrist: -40,
    reach: [BACKWARD, BACKWARD],
  },
  sideways: {
    source:
      '[Hsiao98]: the trunk turns, so that the side of the hip is spared; [Inoue05]: bending forward and to the side slows the head',
    hip: 50,
    knee: 70,
    trunk: 15,
    elbow: [60, 40],
    wrist: -30,
    reach: [
      { fall: 0.9, down: 0.8, out: 0.2, front: 0.5 },
      { fall: 0.6, down: 0.6, out: 0, front: 0.9 },
    ],
  },
};
