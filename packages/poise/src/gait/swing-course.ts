/**
 * The way of a foot through the air: on the ground a quintic from where it is and how it moves to where it lands, at rest there; bowed
 * around the standing foot; lifted in between; the heel leads at first. Aimed anew at any time without a jolt.
 */
import { quinticFactors } from '../math/quintic.ts';
import { type ParameterValues, parameter, scaledTo, valuesOf } from './parameter.ts';

const CAPTURED = 'captured steps after a push: ball 3–6 cm, ankle 8–10 cm (mocap statistics, push_events)';
const CHOSEN = 'chosen; steps looked at';

// biome-ignore format: a table
const SWING_PARAMETERS = {
  lift: parameter(0.03, 'm', CAPTURED, 'of the ball, at the least; half: toes scrape'),
  liftShare: parameter(0.04, '', CAPTURED, 'more lift per metre of travel'),
  stepShare: parameter(0.3, '', CHOSEN, 'more lift per metre up or down: toes pass over the edge of a step'),
  clearance: parameter(0.15, 'm', CHOSEN, 'between the middles of two feet that pass side by side; half: feet touch'),
  length: parameter(1.8, '', 'soles of the model', 'of a sole over its width: that much more where a foot passes ahead of the other one or behind it'),
  heel: parameter(0.22, 'rad', CAPTURED, 'by which the heel leads'),
  toes: parameter(0.08, 'm', 'soles of the model', 'ahead of the ball: they must clear the ground when the heel is up'),
  fullLead: parameter(0.5, 'm', CHOSEN, 'steps from this length on lift the heel as far as that'),
  follow: parameter(0.06, 's', CHOSEN, 'in which lift and bow follow a new aim; half: jolts'),
} as const;

export type SwingOptions = ParameterValues<typeof SWING_PARAMETERS>;
export const SWING_DEFAULTS: SwingOptions = valuesOf(SWING_PARAMETERS);

/** The options of somebody whose legs are this long against the model's. */
export const swingOptions = (legOverModel: number): SwingOptions =>
  scaledTo(SWING_PARAMETERS, SWING_DEFAULTS, legOverModel);

/** Numbers of a course in a save. */
export const SWING_STATE = 31;

export class SwingCourse {
  readonly options: SwingOptions;
  readonly place = new Float64Array(3); // [m] where it is: x, height over the ground, z
  readonly rate = new Float64Array(3); // [m/s]
  heel = 0; // [rad]
  heelRate = 0; // [rad/s]
  time = 0; // [s] since it left
  land = 0; // [s] when it lands
  readonly #acceleration = new Float64Array(2); // x, z [m/s²]
  readonly #plain = new Float64Array(4); // x, z and their rates without the bow
  readonly #target = new Float64Array(3); // x, z where it lands, height there
  readonly #wide = new Float64Array(3); // [m] at mid-swing: bow along x and z, and lift
  readonly #wideRate = new Float64Array(3);
  readonly #wideAim = new Float64Array(3); // where they are going
  readonly #factors = new Float64Array(3);
  #start = 0; // [m] height where it left
  #lead = 0; // [rad] of the heel
  #late = 0; // [m] that the height is behind a new aim; gone when the foot lands
  #phase = 0; // 0 … 1 of the swing; goes on evenly however often the landing is moved

  constructor(options: SwingOptions = SWING_DEFAULTS) {
    this.options = options;
  }

  /** 0 … 1 of the swing. */
  get phase(): number {
    return this.#phase;
  }

  /** It leaves the ground at (x, z), `height` over the plane that heights are counted from. */
  begin(x: number, height: number, z: number, swing: number): void {
    this.place[0] = x;
    this.place[1] = height;
    this.place[2] = z;
    this.rate.fill(0);
    this.#acceleration.fill(0);
    this.#plain[0] = x;
    this.#plain[1] = z;
    this.#plain[2] = 0;
    this.#plain[3] = 0;
    this.#wide.fill(0);
    this.#wideRate.fill(0);
    this.#wideAim.fill(0);
    this.#start = height;
    this.#late = 0;
    this.#phase = 0;
    this.heel = 0;
    this.heelRate = 0;
    this.time = 0;
    this.land = swing;
  }

  /** Aims at (x, z) at `height`, to land `left` seconds from now. (standX, standZ): the other foot; (aheadX, aheadZ): where that points,
   *  unit; 0: it is as long as wide. */
  aim(
    x: number,
    height: number,
    z: number,
    left: number,
    standX: number,
    standZ: number,
    aheadX = 0,
    aheadZ = 0,
  ): void {
    const was = this.#level();
    this.#target[0] = x;
    this.#target[1] = z;
    this.#target[2] = height;
    this.land = this.time + left;
    if (this.time > 0) this.#late += was - this.#level();
    const travel = Math.hypot(x - this.#plain[0], z - this.#plain[1]);
    const aim = this.#wideAim;
    const { lift, liftShare, stepShare } = this.options;
    aim[2] = Math.max(aim[2], lift + liftShare * travel + stepShare * Math.abs(height - this.#start));
    if (this.time < 0.4 * this.land) this.#writeBow(standX, standZ, aheadX, aheadZ);
    if (this.time > 0) return;
    this.#wide.set(aim);
    this.#lead = this.options.heel * Math.min(1, travel / this.options.fullLead);
  }

  /** [m] the height without the lift, as if the aim had always been this. */
  #level(): number {
    const height = this.#target[2] - this.#start;
    return this.#start + height * rise(this.#phase, height);
  }

  /** A straight way that comes too near to the other foot is bowed away from it. The other foot is an oval; all is seen with its length
   *  shortened to its width, where it is a circle. */
  #writeBow(standX: number, standZ: number, aheadX: number, aheadZ: number): void {
    const short = 1 / this.options.length - 1;
    const ax = this.#plain[0] - standX;
    const az = this.#plain[1] - standZ;
    const bx = this.#target[0] - standX;
    const bz = this.#target[1] - standZ;
    const fromAhead = short * (ax * aheadX + az * aheadZ);
    const toAhead = short * (bx * aheadX + bz * aheadZ);
    const fromX = ax + fromAhead * aheadX;
    const fromZ = az + fromAhead * aheadZ;
    const dx = bx + toAhead * aheadX - fromX;
    const dz = bz + toAhead * aheadZ - fromZ;
    const square = dx * dx + dz * dz;
    this.#wideAim.fill(0, 0, 2);
    if (square < 1e-6) return;
    const u = Math.max(0, Math.min(1, -(fromX * dx + fromZ * dz) / square));
    // only feet that pass the other one: near its start or end the way belongs to the stance
    const pass = Math.min(1, 8 * u * (1 - u));
    let awayX = fromX + u * dx;
    let awayZ = fromZ + u * dz;
    const distance = Math.hypot(awayX, awayZ);
    const need = pass * (this.options.clearance - distance);
    if (need <= 0) return;
    if (distance < 1e-3) {
      awayX = -dz;
      awayZ = dx;
    }
    const size = Math.hypot(awayX, awayZ);
    const bowX = (need * awayX) / size;
    const bowZ = (need * awayZ) / size;
    // back to the length that it has
    const long = (this.options.length - 1) * (bowX * aheadX + bowZ * aheadZ);
    this.#wideAim[0] = bowX + long * aheadX;
    this.#wideAim[1] = bowZ + long * aheadZ;
  }

  /** Goes on by h: `rate` is the velocity of this tick, `place` where it ends. */
  advance(h: number): void {
    const before = this.time;
    this.time = Math.min(this.land, before + h);
    const plain = this.#plain;
    for (let k = 0; k < 2; k++) {
      const left = this.land - before;
      const away = this.#target[k] - plain[k];
      const v = plain[2 + k];
      const a = this.#acceleration[k];
      if (left <= 1.5 * h) {
        plain[2 + k] = away / h;
        plain[k] = this.#target[k];
        this.#acceleration[k] = 0;
        continue;
      }
      // x = away − …: distance to the target goes to 0, at rest
      quinticFactors(this.#factors, -away, v, a, left);
      const [c5, c4, c3] = this.#factors;
      plain[k] += h * (v + h * (a / 2 + h * (c3 + h * (c4 + h * c5))));
      plain[2 + k] = v + h * (a + h * (3 * c3 + h * (4 * c4 + h * 5 * c5)));
      this.#acceleration[k] = a + h * (6 * c3 + h * (12 * c4 + h * 20 * c5));
    }
    this.#follow(h);
    const ahead = this.land - before;
    this.#phase = ahead > h ? this.#phase + ((1 - this.#phase) * h) / ahead : 1;
    const u = this.#phase;
    const hump = bump(u);
    const x = plain[0] + hump * this.#wide[0];
    const z = plain[1] + hump * this.#wide[1];
    const heel = this.#lead * lead(u);
    const lift = hump * this.#wide[2] + this.options.toes * Math.sin(heel);
    this.#late *= Math.max(0, (this.land - this.time) / Math.max(1e-9, ahead));
    const y = this.#level() + this.#late + lift;
    this.rate[0] = (x - this.place[0]) / h;
    this.rate[1] = (y - this.place[1]) / h;
    this.rate[2] = (z - this.place[2]) / h;
    this.heelRate = (heel - this.heel) / h;
    this.place[0] = x;
    this.place[1] = y;
    this.place[2] = z;
    this.heel = heel;
  }

  /** Bow and lift go to their aims without a jolt: critically damped, exact for any h. */
  #follow(h: number): void {
    const { follow } = this.options;
    const decay = Math.exp(-h / follow);
    for (let k = 0; k < 3; k++) {
      const off = this.#wide[k] - this.#wideAim[k];
      const slope = this.#wideRate[k] + off / follow;
      this.#wide[k] = this.#wideAim[k] + (off + slope * h) * decay;
      this.#wideRate[k] = (this.#wideRate[k] - (slope * h) / follow) * decay;
    }
  }

  save(out: Float64Array, o: number): void {
    out.set(this.place, o);
    out.set(this.#plain, o + 3);
    out.set(this.#acceleration, o + 7);
    out.set(this.#target, o + 9);
    out.set(this.#wide, o + 12);
    out.set(this.#wideRate, o + 15);
    out.set(this.#wideAim, o + 18);
    out[o + 21] = this.heel;
    out[o + 22] = this.time;
    out[o + 23] = this.land;
    out[o + 24] = this.#start;
    out[o + 25] = this.#phase;
    out[o + 26] = this.#lead;
    out[o + 27] = this.#late;
    out.set(this.rate, o + 28);
  }

  restore(state: Float64Array, o: number): void {
    this.place.set(state.subarray(o, o + 3));
    this.#plain.set(state.subarray(o + 3, o + 7));
    this.#acceleration.set(state.subarray(o + 7, o + 9));
    this.#target.set(state.subarray(o + 9, o + 12));
    this.#wide.set(state.subarray(o + 12, o + 15));
    this.#wideRate.set(state.subarray(o + 15, o + 18));
    this.#wideAim.set(state.subarray(o + 18, o + 21));
    this.heel = state[o + 21];
    this.time = state[o + 22];
    this.land = state[o + 23];
    this.#start = state[o + 24];
    this.#phase = state[o + 25];
    this.#lead = state[o + 26];
    this.#late = state[o + 27];
    this.rate.set(state.subarray(o + 28, o + 31));
  }
}

/** 0 → 1 → 0 over a swing, still at both ends. */
const bump = (u: number): number => 16 * u * u * (1 - u) * (1 - u);
/** 0 → 1, done before the foot lands, so that it comes down from above; early on the way up, late on the way down, for what lies between. */
function rise(u: number, height: number): number {
  const s = height > 0 ? Math.min(1, u / 0.6) : Math.max(0, Math.min(1, (u - 0.2) / 0.7));
  return s * s * (3 - 2 * s);
}
/** 0 → 1 → 0: the heel leaves gently, because a leg is nearly straight then, and the foot is level again when it lands. */
function lead(u: number): number {
  const s = u * (1 - u);
  return 64 * s * s * s;
}
