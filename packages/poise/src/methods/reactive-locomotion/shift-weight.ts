/**
 * Where weight goes in double support when the foot that lands cannot be where it should: to the edge of its sole on the side that the
 * body falls to, and there sooner than in the clip; from the old foot's edge where the body falls back over that one. The law stays
 * linear in time; where it starts from says how soon the weight is over.
 */
import { pendulumTime } from '../../gait/pendulum.ts';
import { type AfterSupport, writeEndOf } from './after-support.ts';
import { type PlaneBody, type TimedQuestion, type TimedSupport, writeTimed } from './double-support.ts';
import type { NominalStep } from './gait-step.ts';

const SOONER = 0.5; // of the way that the ZMP is over at once …
const WIDTH = 0.05; // [m] … and no further than soles are wide: it would leave the line between the feet
const GOOD = 0.06; // [m] of the capture point: nearer than this it need not be

const end = new Float64Array(2);

/** How far aside of the clip's the capture point is at the end of the step [m], the support being solved. */
function astrayOf({ body, left }: NominalStep, swing: AfterSupport, way: TimedSupport, foot: number): number {
  writeEndOf(swing, end, 0, way.position - foot, way.velocity);
  return end[0] - left.xEnd + (end[1] - left.vEnd) * pendulumTime(body.height, body.gravity);
}

/** Solves a support anew, with the ZMP further to the side that the body falls to, as far as need be. `ask` and `way` are written over:
 *  the support as solved, for a foot at `foot` [m] from the old one. `most`: 0 … 1 of what can be done. Returns how far astray the
 *  capture point is left [m]. */
export function shiftWeight(
  way: TimedSupport,
  ask: TimedQuestion,
  body: PlaneBody,
  step: NominalStep,
  swing: AfterSupport,
  foot: number,
  most: number,
): number {
  const { sole } = step.measures;
  const astray = astrayOf(step, swing, way, foot);
  const side = Math.sign(astray);
  const need = Math.abs(astray) - GOOD;
  if (sole === undefined || !(need > 0 && most > 0)) return Math.abs(astray);
  const { zB, zC } = ask;
  const edge = side > 0 ? Math.max(zC, foot + sole[1]) : Math.min(zC, foot + sole[0]);
  // the old foot's sole is the new one's, mirrored
  const old = side > 0 ? Math.max(zB, -sole[0]) : Math.min(zB, -sole[1]);
  const start = side * edge > side * old ? zB + side * Math.min(SOONER * side * (edge - zB), WIDTH) : old;
  ask.zB = start;
  ask.zC = edge;
  writeTimed(way, body, ask);
  const gain = side * (astray - astrayOf(step, swing, way, foot));
  const share = gain > 0 ? Math.min(most, need / gain) : 0;
  if (share === 1) return Math.abs(astray) - gain;
  ask.zB = zB + share * (start - zB);
  ask.zC = zC + share * (edge - zC);
  writeTimed(way, body, ask);
  return Math.abs(astray) - share * Math.max(0, gain);
}
