/** CMRTs from CMRTs: between two that were solved, and several one after the other. [Rabbani14] §4.2. */
import { UsageError } from '../../errors.ts';
import { type Cmrt, checkCmrt, cmrtCurve, type OffsetCurve, softClamp, softClampSlope } from './cmrt.ts';

/** A solved CMRT of a family of motions that differ in one number, mostly how long the task takes. */
export interface FamilyMember {
  readonly parameter: number; // T [s], or a mass [kg]
  readonly cmrt: Cmrt;
  readonly rms: number; // [m] CoP error that it was solved to
}

export interface Interpolated {
  readonly cmrt: Cmrt;
  readonly expectedRms: number; // [m] between those of the neighbours
}

/** How much worse than its neighbours an interpolated CMRT may be before the family needs a member there. */
export const INTERPOLATION_SLACK = 1.25;

/** The CMRT for a parameter between those of a family. Knots are interpolated in seconds, and sorted ones stay sorted. Beyond the
 *  ends the nearest member is taken. Members need the same duration.
 *
 * ```ts
 * const { cmrt } = interpolateFamily([fast, slow], 0.8);
 * ```
 */
export function interpolateFamily(family: readonly FamilyMember[], parameter: number): Interpolated {
  const { a, b, share } = neighboursOf(family, parameter);
  return { cmrt: lerpCmrt(a.cmrt, b.cmrt, share), expectedRms: a.rms + share * (b.rms - a.rms) };
}

/** One of a family, without what it was solved to. */
export type LearnedMember = Pick<FamilyMember, 'parameter' | 'cmrt'>;

/** The same without the error to expect. */
export function interpolateCmrt(members: readonly LearnedMember[], parameter: number): Cmrt {
  const { a, b, share } = neighboursOf(members, parameter);
  return lerpCmrt(a.cmrt, b.cmrt, share);
}

interface Neighbours<M> {
  readonly a: M;
  readonly b: M;
  readonly share: number; // of b
}

function neighboursOf<M extends LearnedMember>(family: readonly M[], parameter: number): Neighbours<M> {
  if (family.length === 0) throw new UsageError('a family needs one member or more, found none');
  if (!Number.isFinite(parameter)) throw new UsageError(`expected a number between the members, found ${parameter}`);
  const sorted = [...family].sort((a, b) => a.parameter - b.parameter);
  const above = sorted.findIndex((member) => member.parameter >= parameter);
  if (above <= 0) {
    const nearest = sorted[above === 0 ? 0 : sorted.length - 1]!;
    return { a: nearest, b: nearest, share: 0 };
  }
  const [a, b] = [sorted[above - 1]!, sorted[above]!];
  return { a, b, share: (parameter - a.parameter) / (b.parameter - a.parameter) };
}

/** a at share 0, b at share 1. */
export function lerpCmrt(a: Cmrt, b: Cmrt, share: number): Cmrt {
  checkCmrt(a);
  checkCmrt(b);
  if (Math.abs(a.duration - b.duration) > 1e-9) {
    throw new UsageError(`CMRTs of one family last equally long, found ${a.duration} s and ${b.duration} s`);
  }
  const between = (x: readonly number[], y: readonly number[]): number[] =>
    x.map((value, i) => value + share * (y[i]! - value));
  const zeros = a.knots.map(() => 0);
  const left = a.left || b.left ? { left: between(a.left ?? zeros, b.left ?? zeros) } : {};
  return {
    duration: a.duration,
    knots: between(a.knots, b.knots),
    forward: between(a.forward, b.forward),
    ...left,
  };
}

/** A CMRT that begins at a moment of a longer motion. */
export interface PlacedCmrt {
  readonly start: number; // [s]
  readonly cmrt: Cmrt;
}

/** Beyond the edge of the support a sum of offsets is asked to go no farther than this [m]. */
export const BEYOND_SUPPORT = 0.05;

/** The sum of several CMRTs, each from its own start, softly kept within ±limit [m]: half the support and a little more. */
export function superpose(parts: readonly PlacedCmrt[], limit: number): OffsetCurve {
  const curves = parts.map(({ start, cmrt }) => ({ start, curve: cmrtCurve(cmrt) }));
  const own = new Float64Array(4);
  return {
    duration: Math.max(0, ...parts.map(({ start, cmrt }) => start + cmrt.duration)),
    sample(out, t) {
      out.fill(0, 0, 4);
      for (const { start, curve } of curves) {
        curve.sample(own, t - start);
        for (let k = 0; k < 4; k++) out[k] += own[k];
      }
      for (let k = 0; k < 2; k++) {
        out[2 + k] *= softClampSlope(out[k], limit);
        out[k] = softClamp(out[k], limit);
      }
    },
  };
}
