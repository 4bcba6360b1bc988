/** What can be asked of the balance filter. SI units and radians; times in seconds from the first frame. */
import type { AnalyseOptions } from '../../balance/analyse.ts';
import { UsageError } from '../../errors.ts';
import { withDefaults } from '../../math/options.ts';
import type { Vec3 } from '../../math/types.ts';
import { ROLES, type Role } from '../../motion/roles.ts';

/** Parts of the body whose stiffness can be chosen; a role name chooses one joint. */
export const STIFFNESS_PARTS = ['root', 'hip', 'knee', 'ankle', 'waist', 'chest', 'neck', 'shoulder', 'elbow'] as const;
export type StiffnessPart = (typeof STIFFNESS_PARTS)[number];

/** A point of a segment. */
export interface BodyPoint {
  readonly role: Role;
  /** In the frame of the role's joint [m]. Default: the end of the segment where the rig has one (crown, finger tips), else
   *  the joint itself. */
  readonly offset?: Vec3;
}

/** Keeps a point below a height: a number, or a function of time that may return Infinity. */
export interface Ceiling extends BodyPoint {
  readonly height: number | ((t: number) => number); // [m] above the ground
}

/** Keeps a point where the clip has it, or at a fixed place in the world. */
export interface Pin extends BodyPoint {
  readonly start?: number; // [s] default: the whole clip
  readonly end?: number;
  readonly position?: Vec3; // [m] default: where it is in the clip at each moment
}

/** Keeps an anatomical angle (see JointLimits) of a joint in a range. */
export interface AngleBound {
  readonly role: Role;
  readonly angle: 'flexion' | 'abduction' | 'twist';
  readonly least?: number; // [rad]
  readonly most?: number;
}

/** How far the work has come; throw from the callback to cancel. */
export interface FilterProgress {
  readonly window: number; // index
  readonly windows: number;
  readonly iteration: number;
  readonly violation: number; // [m] of the worst row
  readonly done: number; // rough share of the whole, 0 … 1
}

export interface FilterOptions {
  /** inside: the ZMP stays in the support polygon. track: it follows its own projection into the polygon, as [Tak00] has it. */
  readonly zmpMode: 'inside' | 'track';
  readonly margin: number; // [m] from the polygon's edge; halved where the polygon is too small for it
  readonly inertia: AnalyseOptions['inertia']; // point-mass: [Tak00] as printed
  readonly soleScale: number; // size of the soles about the ankles
  /** M_jj: how much a change costs, by part or role. 1 is usual; 0.02 makes a joint that gives in first. */
  readonly stiffness: Readonly<Partial<Record<StiffnessPart | Role, number>>>;
  readonly tau: number; // [s] τ: weight of accelerations against positions
  readonly extension: number; // [s] that windows reach beyond what is out of balance
  readonly leastLoad: number; // φ: vertical force in contact, of body weight
  readonly friction: number | undefined; // μ; undefined: not looked at
  /** At the ends of the clip, where a window reaches them. keep: velocities as in the clip (of a clip that ends at rest: zero). */
  readonly endVelocity: 'keep' | 'zero' | 'free';
  readonly endStatic: boolean; // no accelerations in the last frame: the end pose can be held
  readonly firstPose: 'auto' | 'keep' | 'free'; // auto: kept where it is in balance
  readonly lastPose: 'free' | 'keep';
  readonly swingFeet: 'keep' | 'height'; // height: may move, at most 1 cm lower than in the clip
  readonly rollingFeet: 'keep' | 'roll'; // roll: on heel or toes only, a foot may tilt about what stands
  readonly flight: 'ballistic' | 'ignore'; // feet off the ground: free fall with constant angular momentum, or left alone
  readonly ceilings: readonly Ceiling[];
  readonly pins: readonly Pin[];
  readonly bounds: readonly AngleBound[];
  /** [m] that a hand of a clip from a file may be moved against the trunk; ceilings, pins and bounds lift it. */
  readonly mostHandMove: number;
  readonly loop: boolean; // the last frame leads on to the first; it still does afterwards
  readonly maxIterations: number; // of the SQP, per window and stage
  readonly ceilingStages: number; // a ceiling comes down in this many steps
  readonly siteTime: number | undefined; // [s] between the sites of the spline; default 1/30 for captures, else 1/60; never less than the frame time
  readonly fit: 'auto' | 'smooth' | 'interpolate'; // auto: smooth clips from files, interpolate what code has made
  readonly analyse: Partial<AnalyseOptions>; // ground and contacts
  readonly onProgress?: (progress: FilterProgress) => void;
}

export const FILTER_DEFAULTS: FilterOptions = {
  zmpMode: 'inside',
  margin: 0.005,
  inertia: 'full',
  soleScale: 1,
  stiffness: {},
  tau: 0.1,
  extension: 1 / 3, // ten sites at 30 Hz; [Tak00] §4.4 has 5 or 6, which changes more
  leastLoad: 0.3,
  friction: 0.8, // dry floors under shoes: 0.6 to 1
  endVelocity: 'keep',
  endStatic: false,
  firstPose: 'auto',
  lastPose: 'free',
  swingFeet: 'keep',
  rollingFeet: 'keep',
  flight: 'ballistic',
  ceilings: [],
  pins: [],
  bounds: [],
  mostHandMove: 0.05,
  loop: false,
  maxIterations: 25,
  ceilingStages: 5,
  siteTime: undefined,
  fit: 'auto',
  analyse: {},
};

/** Defaults filled in and numbers checked. */
export function checkedOptions(options: Partial<FilterOptions>): FilterOptions {
  const settings = withDefaults('balanceFilter', FILTER_DEFAULTS, options, ['onProgress']);
  const check = (name: keyof FilterOptions, least: number, most: number): void => {
    const value = settings[name] as number;
    if (!(value >= least && value <= most)) {
      throw new UsageError(`${name} must lie in ${least} … ${most}, found ${value}`);
    }
  };
  check('margin', 0, 0.2);
  check('soleScale', 0.05, 20);
  check('tau', 0, 1);
  check('extension', 0, 60);
  check('leastLoad', 0, 1);
  check('mostHandMove', 0, Number.POSITIVE_INFINITY);
  check('maxIterations', 1, 1000);
  check('ceilingStages', 1, 50);
  if (settings.siteTime !== undefined) check('siteTime', 1e-3, 0.2);
  if (settings.friction !== undefined) check('friction', 0.01, 10);
  for (const [name, value] of Object.entries(settings.stiffness)) {
    if (!(STIFFNESS_PARTS as readonly string[]).includes(name) && !(ROLES as readonly string[]).includes(name)) {
      throw new UsageError(`stiffness: "${name}" is no part; parts are ${STIFFNESS_PARTS.join(', ')}, or a role`);
    }
    if (!(value >= 1e-4 && value <= 1e4)) {
      throw new UsageError(`stiffness of ${name} must lie in 0.0001 … 10000, found ${value}`);
    }
  }
  return settings;
}
