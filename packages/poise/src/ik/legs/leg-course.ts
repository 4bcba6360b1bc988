/**
 * Hips and legs over time for feet that have to be at places: the smallest and smoothest change of knees, hip joints and the place of the
 * hips that puts every foot where it is asked for. One banded least-squares problem over all frames, linearised a few times.
 *
 * Per frame 11 unknowns: the change of the hips' place r; per leg the change κ of the knee's measure (knee.ts) and of the leg's direction
 * (α, β across it); per foot the height ε by which it stays off the height that it is asked for. A foot is then moved by
 * c = r + |leg| (u + α p + β s) − leg. Costs: the unknowns and their second differences; of ε its size, not its square, so that it is zero
 * but where a straight leg would have to pay for it.
 */
import { power } from '../../math/power.ts';
import { bandIndex, createBanded, factorBanded, solveBanded } from '../../optim/banded.ts';
import { bonesLength, kneeOf, legLength, legSlope } from './knee.ts';
import { LEG_COURSE, type LegCourseParameters } from './parameters.ts';

const UNKNOWNS = 11;
const HALF_BAND = 2 * UNKNOWNS;
const LEG = 3; // unknowns of one leg
const HEIGHT = 9; // first of the heights

/** One leg over time, as the poses have it. */
export interface LegTrace {
  readonly hip: Float64Array; // frames × 3 [m]
  readonly ankle: Float64Array; // frames × 3 [m]
  readonly thigh: number; // [m]
  readonly shank: number; // [m]
}

/** What is asked of one foot. */
export interface FootWish {
  readonly shift: Float64Array; // frames × 3 [m] that the ankle shall move by …
  readonly share: Float64Array; // frames: … 0 about so, it swings … 1 exactly
  readonly least: Float64Array; // frames [m] that it must rise by at least; −∞: nothing
}

export interface LegCourse {
  readonly hips: Float64Array; // frames × 3 [m] that the hips move by
  readonly ankles: readonly [Float64Array, Float64Array]; // frames × 3 [m] that the ankles move by
}

interface Work {
  readonly frames: number;
  readonly legs: readonly LegState[];
  readonly x: Float64Array; // frames × UNKNOWNS
  readonly rest: Float64Array | undefined; // frames
  readonly weights: { readonly size: Float64Array; readonly bend: Float64Array }; // per unknown
  readonly parameters: LegCourseParameters;
}

interface LegState {
  readonly trace: LegTrace;
  readonly wish: FootWish;
  readonly knee: Float64Array; // frames: measure in the poses
  readonly axes: Float64Array; // frames × 9: u, p, s
  readonly straightest: number; // measure that a standing knee has at least
}

/** Solves for both legs. `rest`: frames, 0 free … 1 nothing moves. Frames of which nothing is asked, far from those of which something is, do not move. */
export function solveLegCourse(
  traces: readonly [LegTrace, LegTrace],
  wishes: readonly [FootWish, FootWish],
  frameTime: number,
  rest: Float64Array | undefined = undefined,
  parameters: LegCourseParameters = LEG_COURSE,
): LegCourse {
  const frames = traces[0].ankle.length / 3;
  const legs = traces.map((trace, side) => createLegState(trace, wishes[side], parameters));
  const work: Work = {
    frames,
    legs,
    x: new Float64Array(frames * UNKNOWNS),
    rest,
    weights: weightsOf(parameters, frameTime),
    parameters,
  };
  if (wishes.some(({ share, least }) => share.some((s) => s > 0) || least.some((s) => s > 0))) {
    for (let pass = 0; pass < parameters.passes; pass++) improve(work);
  }
  const hips = new Float64Array(3 * frames);
  const ankles = [new Float64Array(3 * frames), new Float64Array(3 * frames)] as const;
  for (let frame = 0; frame < frames; frame++) {
    for (let c = 0; c < 3; c++) hips[3 * frame + c] = work.x[frame * UNKNOWNS + c];
    for (const side of [0, 1]) shiftOf(ankles[side], 3 * frame, work, side, frame);
  }
  return { hips, ankles };
}

function weightsOf(parameters: LegCourseParameters, frameTime: number) {
  const { hips, knee, direction, hipsBend, jointBend, heightBend } = parameters;
  const size = new Float64Array(UNKNOWNS);
  const bend = new Float64Array(UNKNOWNS);
  for (let j = 0; j < UNKNOWNS; j++) {
    const isKnee = j === LEG || j === 2 * LEG;
    // the size of heights is weighed anew in every pass
    size[j] = j >= HEIGHT ? 0 : power(j < LEG ? hips : isKnee ? knee : direction, -2);
    bend[j] = power((j < LEG ? hipsBend : j < HEIGHT ? jointBend : heightBend) * frameTime ** 2, -2);
  }
  return { size, bend };
}

function createLegState(trace: LegTrace, wish: FootWish, { spare }: LegCourseParameters): LegState {
  const { hip, ankle, thigh, shank } = trace;
  const frames = ankle.length / 3;
  const knee = new Float64Array(frames);
  const axes = new Float64Array(9 * frames);
  const [u, p] = [new Float64Array(3), Float64Array.of(0, 0, 1)];
  for (let frame = 0; frame < frames; frame++) {
    for (let c = 0; c < 3; c++) u[c] = ankle[3 * frame + c] - hip[3 * frame + c];
    const d = Math.max(1e-6, Math.hypot(u[0], u[1], u[2]));
    for (let c = 0; c < 3; c++) u[c] /= d;
    knee[frame] = kneeOf(d, thigh, shank);
    // p is carried along from frame to frame, at right angles to the leg
    let along = u[0] * p[0] + u[1] * p[1] + u[2] * p[2];
    if (Math.abs(along) > 0.999) {
      p.set([u[1], u[2], u[0]]);
      along = u[0] * p[0] + u[1] * p[1] + u[2] * p[2];
    }
    for (let c = 0; c < 3; c++) p[c] -= along * u[c];
    const size = Math.hypot(p[0], p[1], p[2]);
    for (let c = 0; c < 3; c++) p[c] /= size;
    axes.set(u, 9 * frame);
    axes.set(p, 9 * frame + 3);
    for (let c = 0; c < 3; c++) {
      const [i, j] = [(c + 1) % 3, (c + 2) % 3];
      axes[9 * frame + 6 + c] = u[i] * p[j] - u[j] * p[i];
    }
  }
  return { trace, wish, knee, axes, straightest: kneeOf(bonesLength(spare, thigh, shank), thigh, shank) };
}

/** out = how far the ankle moves at the present solution. */
function shiftOf(out: Float64Array, o: number, { legs, x }: Work, side: number, frame: number): void {
  const { trace, knee, axes } = legs[side];
  const at = frame * UNKNOWNS + LEG + LEG * side;
  const length = legLength(knee[frame] + x[at], trace.thigh, trace.shank);
  const before = legLength(knee[frame], trace.thigh, trace.shank);
  const [alpha, beta] = [x[at + 1], x[at + 2]];
  const stretch = length / Math.sqrt(1 + alpha * alpha + beta * beta);
  for (let c = 0; c < 3; c++) {
    const u = axes[9 * frame + c];
    const turned = u + alpha * axes[9 * frame + 3 + c] + beta * axes[9 * frame + 6 + c];
    out[o + c] = x[frame * UNKNOWNS + c] + stretch * turned - before * u;
  }
}

/** One linearised solve. */
function improve(work: Work): void {
  const { frames, x, weights, parameters, rest } = work;
  const matrix = createBanded(frames * UNKNOWNS, HALF_BAND);
  const right = new Float64Array(frames * UNKNOWNS);
  const { entries } = matrix;
  const stencil = [1, -2, 1];
  for (let frame = 0; frame < frames; frame++) {
    const still = rest ? (rest[frame] ** 2 / parameters.exact) ** 2 : 0;
    for (let j = 0; j < UNKNOWNS; j++) {
      const i = frame * UNKNOWNS + j;
      if (j < HEIGHT) entries[bandIndex(HALF_BAND, i, i)] += still;
      entries[bandIndex(HALF_BAND, i, i)] +=
        j < HEIGHT ? weights.size[j] : 1 / (parameters.height * (Math.abs(x[i]) + parameters.heightEven));
      if (frame + 2 >= frames) continue;
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b <= a; b++) {
          entries[bandIndex(HALF_BAND, i + a * UNKNOWNS, i + b * UNKNOWNS)] +=
            weights.bend[j] * stencil[a] * stencil[b];
        }
      }
    }
  }
  const row = new Float64Array(UNKNOWNS);
  const add = (frame: number, value: number, weight: number): void => {
    const at = frame * UNKNOWNS;
    for (let i = 0; i < UNKNOWNS; i++) {
      if (row[i] === 0) continue;
      right[at + i] += weight * row[i] * value;
      for (let j = 0; j <= i; j++) entries[bandIndex(HALF_BAND, at + i, at + j)] += weight * row[i] * row[j];
    }
  };
  const shift = new Float64Array(3);
  for (let frame = 0; frame < frames; frame++) {
    for (let side = 0; side < 2; side++) {
      addFootRows(work, side, frame, row, shift, add);
      addKneeRow(work, side, frame, row, add);
    }
  }
  if (factorBanded(matrix) >= 0) return; // numbers that are not finite: what there is stays
  solveBanded(matrix, right);
  x.set(right);
}

type AddRow = (frame: number, value: number, weight: number) => void;

function addFootRows(
  work: Work,
  side: number,
  frame: number,
  row: Float64Array,
  shift: Float64Array,
  add: AddRow,
): void {
  const { legs, x, parameters, rest } = work;
  const { wish, trace, knee, axes } = legs[side];
  const share = wish.share[frame];
  shiftOf(shift, 0, work, side, frame);
  const isLow = shift[1] < wish.least[frame];
  if (rest?.[frame] === 1) return;
  const at = LEG + LEG * side;
  const now = knee[frame] + x[frame * UNKNOWNS + at];
  const slope = legSlope(now, trace.thigh, trace.shank);
  const length = legLength(now, trace.thigh, trace.shank);
  const weight =
    share >= 1 ? power(parameters.exact, -2) : Math.max(share / parameters.soft, 1 / parameters.swing) ** 2;
  for (let c = 0; c < 3; c++) {
    const lifts = c === 1 && isLow && share < 1;
    row.fill(0);
    row[c] = 1;
    row[at] = slope * axes[9 * frame + c];
    row[at + 1] = length * axes[9 * frame + 3 + c];
    row[at + 2] = length * axes[9 * frame + 6 + c];
    if (c === 1 && share > 0) row[HEIGHT + side] = -1;
    let linear = 0;
    for (let j = 0; j < HEIGHT; j++) linear += row[j] * x[frame * UNKNOWNS + j];
    add(frame, wish.shift[3 * frame + c] - shift[c] + linear, weight);
    row[HEIGHT + side] = 0;
    if (lifts) add(frame, wish.least[frame] - shift[1] + linear, power(parameters.lift, -2));
  }
}

/** A knee that would be straighter than a standing one may be, or than the poses have it in a swing, is held there. */
function addKneeRow(
  { legs, x, parameters, rest }: Work,
  side: number,
  frame: number,
  row: Float64Array,
  add: AddRow,
): void {
  if (rest?.[frame] === 1) return;
  const { knee, wish, straightest } = legs[side];
  const at = LEG + LEG * side;
  const share = Math.min(1, wish.share[frame]);
  const swings = Math.min(straightest, knee[frame]);
  const least = swings + share * (straightest - swings) - knee[frame];
  if (x[frame * UNKNOWNS + at] >= least) return;
  row.fill(0);
  row[at] = 1;
  add(frame, least, power(parameters.held, -2));
}
