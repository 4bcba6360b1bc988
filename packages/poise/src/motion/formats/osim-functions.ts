/**
 * The functions by which OpenSim joints turn coordinates into angles and shifts.
 */

import type { Vec3 } from '../../math/types.ts';
import { BOUNDS } from '../bounds.ts';
import { childNamed, childText, type XmlElement } from './osim-xml.ts';

export type ScalarFunction = (x: number) => number;

/** Why a function cannot be read; the caller knows the place. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
}

const KNOWN =
  /^(LinearFunction|Constant|SimmSpline|NaturalCubicSpline|MultiplierFunction|PiecewiseLinearFunction|PolynomialFunction|natCubicSpline)$/;

/** The function among an element's children, or undefined when there is none. */
export function functionIn(element: XmlElement | undefined): ScalarFunction | undefined {
  const direct = element?.children.find((child) => KNOWN.test(child.name) || /Function$|Spline$/.test(child.name));
  if (direct) return readFunction(direct);
  const wrapper = childNamed(element, 'function');
  return wrapper ? functionIn(wrapper) : undefined;
}

function readFunction(element: XmlElement): ScalarFunction {
  switch (element.name) {
    case 'Constant': {
      const value = numbers(childText(element, 'value'))[0] ?? 0;
      return () => value;
    }
    case 'LinearFunction': {
      const [slope = 1, intercept = 0] = numbers(childText(element, 'coefficients'));
      return (x) => slope * x + intercept;
    }
    case 'PolynomialFunction': {
      const coefficients = numbers(childText(element, 'coefficients')); // highest power first
      return (x) => coefficients.reduce((sum, c) => sum * x + c, 0);
    }
    case 'MultiplierFunction': {
      const scale = numbers(childText(element, 'scale'))[0] ?? 1;
      const inner = functionIn(childNamed(element, 'function'));
      if (!inner) throw new FunctionError('MultiplierFunction holds no function');
      return (x) => scale * inner(x);
    }
    case 'PiecewiseLinearFunction':
      return piecewiseLinear(...knots(element));
    case 'SimmSpline':
    case 'NaturalCubicSpline':
    case 'natCubicSpline':
      return simmSpline(...knots(element));
    default:
      throw new FunctionError(`function ${element.name} is not known`);
  }
}

export function numbers(text: string): number[] {
  const values = text.split(/\s+/).filter(Boolean).map(Number);
  const bad = values.findIndex((value) => !(Math.abs(value) <= BOUNDS.number));
  if (bad >= 0) throw new FunctionError(`expected numbers, found "${text.slice(0, 40)}"`);
  return values;
}

/** Three numbers; zeros when the text is empty. */
export function vec3Of(text: string): Vec3 {
  const values = numbers(text);
  if (values.length !== 3 && values.length !== 0) throw new FunctionError(`expected 3 numbers, found ${values.length}`);
  return values.length === 3 ? [values[0], values[1], values[2]] : [0, 0, 0];
}

function knots(element: XmlElement): [x: number[], y: number[]] {
  const x = numbers(childText(element, 'x'));
  const y = numbers(childText(element, 'y'));
  if (x.length < 2 || x.length !== y.length)
    throw new FunctionError(`${element.name} needs as many x as y, at least 2; found ${x.length} and ${y.length}`);
  for (let i = 1; i < x.length; i++)
    if (!(x[i] > x[i - 1]))
      throw new FunctionError(`${element.name}: x must increase, found ${x[i]} after ${x[i - 1]}`);
  return [x, y];
}

function intervalOf(x: readonly number[], value: number): number {
  let low = 0;
  let high = x.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function piecewiseLinear(x: readonly number[], y: readonly number[]): ScalarFunction {
  return (value) => {
    const i = intervalOf(x, value);
    return y[i] + ((y[i + 1] - y[i]) / (x[i + 1] - x[i])) * (value - x[i]);
  };
}

/**
 * Cubic spline with continuous curvature whose third derivative at each end is that of the cubic through the four end points
 * (Forsythe, Malcolm and Moler 1977, §4.4); straight beyond the ends. It is not the natural spline despite the older name.
 */
export function simmSpline(x: readonly number[], y: readonly number[]): ScalarFunction {
  const n = x.length;
  if (n === 2) return piecewiseLinear(x, y);
  const h = Array.from({ length: n - 1 }, (_, i) => x[i + 1] - x[i]);
  const slope = h.map((step, i) => (y[i + 1] - y[i]) / step);
  // Unknowns: sigma_i, one sixth of the second derivative at the knots; a tridiagonal system.
  const diagonal = new Float64Array(n);
  const right = new Float64Array(n);
  for (let i = 1; i < n - 1; i++) {
    diagonal[i] = 2 * (h[i - 1] + h[i]);
    right[i] = slope[i] - slope[i - 1];
  }
  diagonal[0] = -h[0];
  diagonal[n - 1] = -h[n - 2];
  if (n > 3) {
    right[0] = h[0] * h[0] * thirdDifference(x, slope, 0);
    right[n - 1] = -h[n - 2] * h[n - 2] * thirdDifference(x, slope, n - 4);
  }
  for (let i = 1; i < n; i++) {
    const factor = h[i - 1] / diagonal[i - 1];
    diagonal[i] -= factor * h[i - 1];
    right[i] -= factor * right[i - 1];
  }
  const sigma = new Float64Array(n);
  sigma[n - 1] = right[n - 1] / diagonal[n - 1];
  for (let i = n - 2; i >= 0; i--) sigma[i] = (right[i] - h[i] * sigma[i + 1]) / diagonal[i];
  const endSlope = slope[n - 2] + h[n - 2] * (sigma[n - 2] + 2 * sigma[n - 1]);
  const startSlope = slope[0] - h[0] * (2 * sigma[0] + sigma[1]);
  return (value) => {
    if (value < x[0]) return y[0] + startSlope * (value - x[0]);
    if (value > x[n - 1]) return y[n - 1] + endSlope * (value - x[n - 1]);
    const i = intervalOf(x, value);
    const w = (value - x[i]) / h[i];
    const v = 1 - w;
    return w * y[i + 1] + v * y[i] + h[i] * h[i] * ((w * w * w - w) * sigma[i + 1] + (v * v * v - v) * sigma[i]);
  };
}

/** Divided difference of third order over the knots i … i+3. */
function thirdDifference(x: readonly number[], slope: readonly number[], i: number): number {
  const first = (slope[i + 1] - slope[i]) / (x[i + 2] - x[i]);
  const second = (slope[i + 2] - slope[i + 1]) / (x[i + 3] - x[i + 1]);
  return (second - first) / (x[i + 3] - x[i]);
}
