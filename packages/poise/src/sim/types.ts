/**
 * What a simulated scene is made of, what can be read from it, and what its controller is told. Frames and units as
 * everywhere: SI, Y up, +Z forward, +X left; q and v in the coordinates of the Body, whatever joints the engine moves.
 */
import type { ForceTrack } from '../balance/force-track.ts';
import type { Body } from '../body/body.ts';
import type { Quat, ReadonlyVector, Vec3 } from '../math/types.ts';
import type { Clip } from '../motion/clip.ts';
import type { Side } from '../motion/roles.ts';

/** Which joints the engine moves; the others stay as they are in the first pose. 'main': trunk, head, arms, hands and legs of a
 *  person, one joint each (48 degrees of freedom); 'massive': every joint that moves mass; or joints by index.
 *  In the plane 'main' leaves head and hands out: trunk, arms and legs, 14 degrees of freedom. */
export type MovingJoints = 'main' | 'massive' | readonly number[];

export type PropShape =
  | { readonly kind: 'ball'; readonly radius: number } // [m]
  | { readonly kind: 'box'; readonly size: Vec3 }; // [m] whole lengths along x, y, z

/** Where a driven prop is: writes position (3) and velocity (3) [m, m/s] at time t. */
export type DrivenPath = (position: Float64Array, velocity: Float64Array, t: number) => void;

/** Something that is not the person. In planar scenes it moves in the plane x = 0, like everything else. */
export interface Prop {
  readonly name: string; // unique
  readonly shape: PropShape;
  readonly mass: number; // [kg]
  readonly position: Vec3; // [m] of its centre, at the start
  readonly rotation?: Quat; // default: none
  readonly velocity?: Vec3; // [m/s] at the start
  readonly spin?: Vec3; // [rad/s] at the start, world axes
  readonly friction?: number; // default 0.8
  /** free: falls, rolls, tips. fixed: part of the world. driven: moves as `path` says, whatever pushes it (a moving floor). */
  readonly motion?: 'free' | 'fixed' | 'driven'; // default free
  readonly path?: DrivenPath; // needed when driven
  /** Held up until this time [s], then let go with `velocity`: a ball that is thrown later. Default 0. */
  readonly releaseAt?: number;
  /** What it can touch: the ground and other props always; 'hands': of the person only the hands (default), 'person': all
   *  segments, 'feet': it is a floor to stand on, 'nothing': nothing of the person. */
  readonly touches?: 'hands' | 'person' | 'feet' | 'nothing';
}

/** A hand that catches: once the palm is near enough, spring and damper hold the prop where it was caught,
 *  as seen from the hand. */
export interface Weld {
  readonly segment: number; // joint that holds the palm
  readonly pointInSegment: Vec3; // [m] the palm
  readonly prop: string;
  readonly within: number; // [m] from the palm to the prop's centre, at which it is caught
  readonly stiffness?: number; // [N/m] default 4000
  readonly damping?: number; // [N·s/m] default 120
  readonly from?: number; // [s] default 0: not before
  readonly until?: number; // [s] default never: lets go
}

export interface SceneDescription {
  readonly body: Body;
  /** Motion in the Y–Z plane only: one hinge about the left-right axis per joint. Default false. */
  readonly planar?: boolean;
  readonly joints?: MovingJoints; // default 'main'
  /** 'stiff' (default): each foot is one piece, flat. 'bend': where the skeleton has toes they are a link of their own that carries the
   *  ball of the foot; heels can rise. In space only. */
  readonly toes?: 'stiff' | 'bend';
  /** Coordinates at the start, feet on the ground. Planar: symmetric about x = 0 but for angles about the left-right axis. */
  readonly pose: ReadonlyVector;
  readonly velocity?: ReadonlyVector; // default: at rest
  readonly props?: readonly Prop[];
  readonly welds?: readonly Weld[];
  readonly forces?: readonly ForceTrack[]; // pushes on the person, world axes
  readonly friction?: number; // of the ground, default 0.9
  readonly timestep?: number; // [s] default 0.002
  readonly controlPeriod?: number; // [s] a multiple of the time step; default 0.004
}

/** Where the engine gave up; the simulation stands still from then on. */
export interface SimFault {
  readonly time: number; // [s]
  readonly reason: string; // one sentence
}

/** What can be read while a scene runs. The arrays are the simulation's own and change with every tick. */
export interface Simulation {
  readonly scene: SceneDescription;
  readonly freedoms: number; // of the person
  readonly timestep: number; // [s]
  readonly controlPeriod: number; // [s]
  readonly time: number; // [s]
  readonly fault: SimFault | undefined;

  /** One control period: the controller (if any) sets torques, the engine steps. False from a fault on. */
  tick(controller?: Controller): boolean;

  readonly q: Float64Array; // nq of the Body
  readonly v: Float64Array; // nv of the Body
  readonly com: Float64Array; // 3 [m] of the person, without props
  readonly comVelocity: Float64Array; // 3 [m/s]
  readonly angularMomentum: Float64Array; // 3 [kg·m²/s] about the CoM
  /** Ground reaction on the feet during the last step: force (3) [N] and moment about the world's origin (3) [N·m]. */
  readonly wrench: Float64Array;
  readonly cop: Float64Array; // 2 [m] x, z; the last valid one while hasCop is false
  readonly hasCop: boolean; // the vertical force on the feet is above 5 % of the weight
  /** Which feet touch the ground (or a floor), left and right. */
  readonly footContact: Uint8Array; // 2
  /** Convex hull of the soles of the feet that touch: `supportCount` corners x, z, turning from +x towards +z; planar: its two ends. */
  readonly support: Float64Array; // most × 2 [m]
  readonly supportCount: number;
  readonly supportCentre: Float64Array; // 2 [m] centroid of the hull, smoothed over 50 ms when feet come and go; kept in the air
  /** Something other than a foot touches the ground. */
  readonly touchesGround: boolean;

  propIndex(name: string): number; // throws UsageError for a name that is not there
  /** Centre (3), rotation (4), velocity (3), spin (3) of a prop, world axes. */
  readProp(out: Float64Array, index: number): void; // 13 numbers
  /** Has a weld caught its prop? By index in the scene. */
  isCaught(weld: number): boolean;
  /** Distance from a weld's palm to its prop's centre [m]. */
  reachOf(weld: number): number;
  /** World position of a point fixed to a segment. */
  pointAt(out: Float64Array, segment: number, pointInSegment: Vec3): void;

  /** A push more, from now on; time in the track is the simulation's. */
  addForce(track: ForceTrack): void;

  /** Everything needed to go on from here, to the bit. The controller has its own save and restore. */
  save(): Float64Array;
  restore(state: Float64Array): void;
  /** Back to the start. */
  reset(): void;
  /** Frees the engine's memory; the simulation must not be used any more. */
  delete(): void;
}

/** The motion to follow: written by a sampler, in the coordinates of the Body. */
export interface ReferenceState {
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
  readonly a: Float64Array; // nv, feed-forward
}

export type ReferenceSampler = (out: ReferenceState, t: number) => void;

/** Offset of the CoM from the centre of support, in the yaw frame of the support (planar: z only): [left, forward] [m] and its
 *  rate [m/s], as four numbers left, forward, leftRate, forwardRate. */
export type ComOffsetSampler = (out: Float64Array, t: number) => void;

/** Feet that are meant to carry at time t. 'touching': whatever touches and is not told to swing by the reference. */
export type SupportFeet = 'both' | Side | 'none' | 'touching';

/** What a motion that is followed is doing at one moment, on level ground. Feet: left, right. */
export interface PlanMoment {
  readonly heel: Uint8Array; // 2: the heel carries
  readonly front: Uint8Array; // 2: ball or toes carry
  readonly share: Float64Array; // 2: how the load is shared, 1 together
  readonly floor: Float64Array; // 2 [m] height of what each foot stands on; smooth
  readonly untilLanding: Float64Array; // 2 [s] for feet in the air; Infinity: it does not come down
  readonly com: Float64Array; // 3 [m]
  readonly comVelocity: Float64Array; // 3 [m/s]
  readonly comAcceleration: Float64Array; // 3 [m/s²]
  readonly spin: Float64Array; // 3 [kg·m²/s] angular momentum about the CoM
  readonly spinRate: Float64Array; // 3 [N·m]
  stands: boolean; // both feet carry, and will for a while
}

/** A motion with steps, as something to follow: see `planOf`. */
export interface MotionPlan {
  readonly reference: ReferenceSampler;
  /** Pose and velocity to start a scene with. */
  readonly start: { readonly pose: Float64Array; readonly velocity: Float64Array };
  read(out: PlanMoment, t: number): void;
}

/** Gains and weights of the momentum controller; docs/methods/simulation.md says what each does. */
export interface ControllerGains {
  readonly com: number; // kl [1/s²] horizontal
  readonly comDamping: number; // dl [1/s]
  readonly height: number; // kz [1/s²]
  readonly heightDamping: number; // dz [1/s]
  readonly track: number; // kt [1/s²] joints
  readonly trackDamping: number; // dt [1/s]
  readonly linearWeight: number; // βl
  readonly verticalWeight: number; // βvertical
  readonly angularWeight: number; // βh
  readonly trackWeight: number; // βt
  readonly orientationWeight: number; // pelvis and trunk
  readonly orientation: number; // k [1/s²]
  readonly orientationDamping: number; // d [1/s]
  readonly footLevel: number; // ks [1/s²] levels the soles
  readonly footDamping: number; // ds [1/s]
  readonly friction: number; // μ the controller counts on
  readonly yields: number; // [m] by which the CoM will pass the support when posture counts half
  readonly copMargin: number; // [m] kept from the edge of the soles
  /** How dear each part is to tracking: low ones are spent on balance first. */
  readonly partWeights: Readonly<Record<BodyPart, number>>;
  /** Largest torque [N·m] of each part at 70 kg; scaled with the mass. */
  readonly torqueLimits: Readonly<Record<BodyPart, number>>;
}

export type BodyPart = 'waist' | 'neck' | 'shoulder' | 'elbow' | 'wrist' | 'hip' | 'knee' | 'ankle';

export interface ControllerOptions {
  /** 'qp': CoP, friction, joint and torque limits as inequalities. 'paper': equality only, [Rabbani14] eq. 6. */
  readonly mode: 'qp' | 'paper';
  readonly gains: ControllerGains;
  readonly reference: ReferenceSampler;
  /** Default: none, the CoM is asked above the centre of support. */
  readonly comOffset: ComOffsetSampler | undefined;
  /** Default 'touching'. */
  readonly support: SupportFeet;
  /** Feet, CoM and angular momentum of a motion that is followed. The reference is then the plan's. Default: none, the CoM is asked above the
   *  centre of support. In space only. */
  readonly plan: MotionPlan | undefined;
  /** Takes steps when it cannot hold; in space only. Default false. */
  readonly stepping: boolean;
}

export interface Controller {
  readonly options: ControllerOptions;
  /** The CoM asked for in the last update: x, z [m]. */
  readonly comReference: Float64Array;
  /** Computes torques for the state that the simulation is in; called by tick. */
  update(simulation: Simulation): void;
  save(): Float64Array;
  restore(state: Float64Array): void;
  reset(): void;
}

/** Keeps what a simulation does, at a fixed rate. */
export interface Recorder {
  /** Call after every tick: keeps a frame when one is due. */
  sample(): void;
  readonly frameCount: number;
  /** The person so far. */
  clip(name?: string): Clip;
  /** Props so far, by index: frames × 7 position and rotation x y z w. */
  prop(index: number): Float64Array;
}
