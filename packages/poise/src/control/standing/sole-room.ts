/** How long and wide the soles of a body are against those of the model person: big feet hold more, small ones less. */
import type { Body } from '../../body/body.ts';
import type { StandingParameters } from '../../gait/standing-parameters.ts';
import { createFootFrame } from '../foot-frame.ts';

/** Soles of the performed mannequin, over the length of a leg. */
const MODEL_LENGTH = 0.204;
const MODEL_WIDTH = 0.098;

/** The parameters of the model person with the rooms of this body's smaller sole. `legs` [m]: length of a leg. */
export function withOwnSoles(parameters: StandingParameters, body: Body, legs: number): StandingParameters {
  const [left, right] = [soleSize(body, 0), soleSize(body, 1)];
  const length = Math.min(left[0], right[0]) / (MODEL_LENGTH * legs);
  const width = Math.min(left[1], right[1]) / (MODEL_WIDTH * legs);
  return { ...parameters, roomAhead: length * parameters.roomAhead, roomAside: width * parameters.roomAside };
}

/** [m] extent along the line from heel to ball and square to it. */
function soleSize(body: Body, foot: 0 | 1): readonly [length: number, width: number] {
  const { heel, ball } = createFootFrame(body, foot);
  const { points } = body.soles[foot];
  const along = unit(ball.map((value, c) => value - heel[c]));
  const aside = unit(farthestAside(points, heel, along));
  const extent = (axis: Float64Array): number => {
    let [least, most] = [Infinity, -Infinity];
    for (let k = 0; k < points.length; k += 3) {
      const at = points[k] * axis[0] + points[k + 1] * axis[1] + points[k + 2] * axis[2];
      least = Math.min(least, at);
      most = Math.max(most, at);
    }
    return most - least;
  };
  return [extent(along), extent(aside)];
}

/** From the line through the heel to the sole point that is farthest from it. */
function farthestAside(points: Float64Array, heel: Float64Array, along: Float64Array): Float64Array {
  let out = new Float64Array(3);
  for (let k = 0; k < points.length; k += 3) {
    const arm = Float64Array.of(points[k] - heel[0], points[k + 1] - heel[1], points[k + 2] - heel[2]);
    const share = arm[0] * along[0] + arm[1] * along[1] + arm[2] * along[2];
    for (let c = 0; c < 3; c++) arm[c] -= share * along[c];
    if (Math.hypot(...arm) > Math.hypot(...out)) out = arm;
  }
  return out;
}

function unit(v: Float64Array): Float64Array {
  const size = Math.hypot(...v) || 1;
  return v.map((value) => value / size);
}
