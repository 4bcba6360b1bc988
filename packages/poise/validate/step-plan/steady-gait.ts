/** A walk or a run that repeats itself, as a pendulum makes it: no clip, only numbers. */
import { COURSE_ROWS, type Gait, type GaitStep } from '../../src/gait/steps/gait-step.ts';

export interface SteadyWalk {
  readonly duration: number; // T [s] of a step
  readonly doubleSupport: number; // T_d [s]
  readonly length: number; // [m] of a step
  readonly width: number; // [m] between the feet
  readonly rate: number; // ω [1/s]
}

export interface SteadyRun {
  readonly stance: number; // [s]
  readonly flight: number; // [s]
  readonly length: number;
  readonly width: number;
  readonly rate: number;
}

/** Place and velocity, one axis. */
type Motion = readonly [c: number, v: number];
/** Where the motion is at `t`, from where it was at touch-down. */
type Flow = (start: Motion, t: number) => Motion;

/** A pendulum whose balance point is at p and moves on with `speed`, exactly. */
function pendulumAfter([c, v]: Motion, p: number, speed: number, rate: number, h: number): Motion {
  const [cosh, sinh] = [Math.cosh(rate * h), Math.sinh(rate * h)];
  const [x, w] = [c - p, v - speed];
  return [p + speed * h + x * cosh + (w / rate) * sinh, speed + x * rate * sinh + w * cosh];
}

/** The start that comes again, turned by `sign` and moved on by `way`: c(T) = sign c(0) + way, v(T) = sign v(0). */
function periodic(flow: Flow, T: number, sign: number, way: number): Motion {
  const [o, a, b] = [flow([0, 0], T), flow([1, 0], T), flow([0, 1], T)];
  const m = [a[0] - o[0] - sign, b[0] - o[0], a[1] - o[1], b[1] - o[1] - sign] as const;
  const [r, s] = [way - o[0], -o[1]];
  const det = m[0] * m[3] - m[1] * m[2];
  return [(r * m[3] - m[1] * s) / det, (m[0] * s - m[2] * r) / det];
}

/** Two steps, and over and over. `ahead` and `aside`: the motion over a stance on the left foot at (0, width/2). */
function repeated(
  gait: Pick<GaitStep, 'duration' | 'doubleSupport' | 'flight' | 'rate' | 'load'>,
  length: number,
  width: number,
  ahead: Flow,
  aside: Flow,
): Gait {
  const T = gait.duration;
  const startAhead = periodic(ahead, T, 1, length);
  const startAside = periodic(aside, T, -1, 0);
  const steps = [0, 1].map((k): GaitStep => {
    const side = k === 0 ? 1 : -1;
    const course = new Float64Array(4 * COURSE_ROWS);
    for (let row = 0; row < COURSE_ROWS; row++) {
      const t = (row * T) / (COURSE_ROWS - 1);
      const [z, vz] = ahead(startAhead, t);
      const [x, vx] = aside(startAside, t);
      course.set([side * (x - width / 2), z, side * vx, vz], 4 * row);
    }
    return {
      ...gait,
      foot: k as 0 | 1,
      lift: (k - 1) * T - (T - gait.doubleSupport),
      land: k * T,
      x: (side * width) / 2,
      z: k * length,
      height: 0,
      footYaw: 0,
      yaw: 0,
      stepX: side * width,
      stepZ: length,
      course,
    };
  });
  const round = { from: 0, to: 2, move: { yaw: 0, x: 0, z: 2 * length }, rise: 0, time: 2 * T };
  return { kind: gait.load.length > 0 ? 'run' : 'walk', steps, landings: 2, round };
}

/** A steady walk along +Z, left foot first. */
export function steadyWalk({ duration, doubleSupport, length, width, rate }: SteadyWalk): Gait {
  const flow =
    (from: number, to: number): Flow =>
    (start, t) => {
      const speed = (to - from) / doubleSupport;
      const over = pendulumAfter(start, from, speed, rate, Math.min(t, doubleSupport));
      return t > doubleSupport ? pendulumAfter(over, to, 0, rate, t - doubleSupport) : over;
    };
  const times = { duration, doubleSupport, flight: 0, rate, load: new Float64Array(0) };
  return repeated(times, length, width, flow(-length, 0), flow(-width / 2, width / 2));
}

/** A steady run along +Z; its load is half a sine that carries the weight over the whole step. */
export function steadyRun({ stance, flight, length, width, rate }: SteadyRun): Gait {
  const duration = stance + flight;
  const load = Float64Array.from(
    { length: COURSE_ROWS },
    (_, row) => (Math.PI / 2) * (duration / stance) * Math.sin((Math.PI * row) / (COURSE_ROWS - 1)),
  );
  const flow =
    (p: number): Flow =>
    (start, t) => {
      let [c, v] = start;
      const count = 400;
      const h = Math.min(t, stance) / count;
      for (let i = 0; i < count; i++) {
        const share = ((i + 0.5) * h) / stance;
        const stiffness = rate * rate * (Math.PI / 2) * (duration / stance) * Math.sin(Math.PI * share);
        const middle = c + (v * h) / 2;
        const next = v + stiffness * (middle - p) * h;
        c += ((v + next) * h) / 2;
        v = next;
      }
      return [c + v * Math.max(0, t - stance), v];
    };
  return repeated({ duration, doubleSupport: 0, flight, rate, load }, length, width, flow(0), flow(width / 2));
}
