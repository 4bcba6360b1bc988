/** Legs to the feet: no sole sinks, no knee snaps. Heels and hips follow what legs need a little ahead of time, softly. */

import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { solveLimb } from '../../ik/leg-ik.ts';
import { smoothstep } from '../../math/ease.ts';
import { expQuat, logQuat, multiplyQuat, relativeQuat } from '../../math/quat.ts';
import { addScaled3, dot3 } from '../../math/vec3.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Figure, Stage } from './figure.ts';
import { heelFor, raiseHeel } from './heel.ts';
import {
  createStanding,
  dropFor,
  type LegReach,
  LOCKED,
  placeAnkle,
  pullFor,
  readReach,
  type Standing,
  wholeLeg,
  yielded,
} from './leg-needs.ts';

const HEEL_RATE = 24; // [1/s] with which heels follow
const HIPS_RATE = 22; // [1/s] with which the hips follow
const MOST_DROP = 0.12; // of the leg; for more the hips stay behind
const LEAST_BEND = 0.05; // [rad] of a knee before its leg is solved

const ankle = new Float64Array(6);
const feet = new Float64Array(8);
const position = new Float64Array(3);
const rotation = new Float64Array(4);
const point = new Float64Array(3);
const turn = new Float64Array(4);
const reach: LegReach = { far: 0, first: 0, most: 0 };
const TARGET = { position, rotation };
const SIDES = [0, 1] as const;

const LEGS = 5; // numbers
const DOWN = 2;
const BEHIND = 3;

/** Goes on from step to step. */
export interface Legs {
  readonly standing: Standing;
  readonly x: Float64Array; // 5: heels up beyond what the response has [rad], hips down and behind (x, z) [m]
  readonly v: Float64Array; // 5 per second
  readonly needed: Float64Array; // 5: the most of each that is needed soon
  lost: number; // feet that stand out of reach: bit 1 left, bit 2 right
}

export const createLegs = (): Legs => ({
  standing: createStanding(),
  x: new Float64Array(LEGS),
  v: new Float64Array(LEGS),
  needed: new Float64Array(LEGS),
  lost: 0,
});

/** Takes note of what a pose will need. `carries`: bit 1 left, bit 2 right foot then; `stands`: the same now, for nobody lands on the
 *  toes; `asked` (2): how straight the response has its legs. */
export function foreseeLegs(
  legs: Legs,
  figure: Figure,
  stage: Stage,
  carries: number,
  stands: number,
  asked: Float64Array,
): void {
  forwardKinematics(figure.body, figure.ws, stage.q);
  for (const side of SIDES) {
    placeAnkle(ankle, figure, stage, side, legs.standing.floor[side]);
    if (!(carries & (1 << side))) {
      readReach(reach, figure, ankle, side, legs.standing, asked[side], 1);
      // hips come down for a foot in the air, but are not pulled after it: that gives way itself
      const drop = Math.min(MOST_DROP * figure.leg, dropFor(figure, ankle, side, reach.most));
      legs.needed[DOWN] = Math.max(legs.needed[DOWN], drop);
      continue;
    }
    readReach(reach, figure, ankle, side, legs.standing, asked[side], 0);
    if (reach.far <= reach.first) continue;
    const heel = stands & (1 << side) ? heelFor(figure, stage, ankle, side, yielded(reach)) : 0;
    legs.needed[side] = Math.max(legs.needed[side], heel);
    if (heel > 0) raiseHeel(ankle, feet, stage, side, heel);
    needHips(legs, figure, side);
  }
}

/** What a leg needs of the hips. */
function needHips({ needed }: Legs, figure: Figure, side: 0 | 1): void {
  const most = MOST_DROP * figure.leg;
  const drop = dropFor(figure, ankle, side, reach.most);
  needed[DOWN] = Math.max(needed[DOWN], Math.min(most, drop));
  if (drop <= most) return;
  const size = pullFor(pull, figure, ankle, side, reach.most, most);
  if (size > Math.hypot(needed[BEHIND], needed[BEHIND + 1])) needed.set(pull, BEHIND);
}
const pull = new Float64Array(2);

/** Heels and hips go on by dt [s] towards what is needed, critically damped. */
function followNeeds({ x, v, needed }: Legs, dt: number): void {
  for (let k = 0; k < LEGS; k++) {
    const rate = k < DOWN ? HEEL_RATE : HIPS_RATE;
    const away = x[k] - needed[k];
    const pull = v[k] + rate * away;
    const fading = Math.exp(-rate * dt);
    x[k] = needed[k] + (away + pull * dt) * fading;
    v[k] = (v[k] - rate * pull * dt) * fading;
    needed[k] = 0;
  }
}

/** q = the stage's pose with legs that reach its feet, dt [s] after the last one. `loose`: how far a foot gives way to a leg that is too
 *  short, 0 one that stands fast, 1 one in the air; such a foot is brought nearer, in the stage too. `soft`: how high [m] over the floor feet begin to feel it. */
export function solveLegs(
  q: Float64Array,
  figure: Figure,
  stage: Stage,
  legs: Legs,
  loose: readonly [number, number],
  soft: readonly [number, number],
  asked: Float64Array,
  dt: number,
): void {
  const { body, ws } = figure;
  followNeeds(legs, dt);
  q.set(stage.q);
  q[0] += legs.x[BEHIND];
  q[1] -= legs.x[DOWN];
  q[2] += legs.x[BEHIND + 1];
  feet.set(stage.feet);
  for (const side of SIDES) bendForward(q, body, figure.legs[side].lower);
  forwardKinematics(body, ws, q);
  let missing = 0;
  for (const side of SIDES) {
    placeAnkle(ankle, figure, stage, side, legs.standing.floor[side], soft[side]);
    if (legs.x[side] > 1e-9) raiseHeel(ankle, feet, stage, side, legs.x[side]);
    if (loose[side] === 0)
      missing = Math.max(missing, dropFor(figure, ankle, side, LOCKED * wholeLeg(ws, figure.legs[side])));
  }
  // what could not be foreseen: a foot on the ground goes before smoothness
  missing = Math.min(missing, 1.5 * MOST_DROP * figure.leg - legs.x[DOWN]);
  if (missing > 0) {
    legs.x[DOWN] += missing;
    q[1] -= missing;
    forwardKinematics(body, ws, q);
  }
  legs.lost = 0;
  for (const side of SIDES) {
    readReach(reach, figure, ankle, side, legs.standing, asked[side], loose[side] > 0 ? 1 : 0);
    if (loose[side] > 0)
      bringNearer(figure, stage, side, reach.far + smoothstep(loose[side]) * (yielded(reach) - reach.far));
    else if (reach.far > wholeLeg(ws, figure.legs[side])) {
      bringNearer(figure, stage, side, LOCKED * wholeLeg(ws, figure.legs[side]));
      legs.lost |= 1 << side;
    }
    for (let c = 0; c < 3; c++) position[c] = ankle[3 * side + c];
    for (let c = 0; c < 4; c++) rotation[c] = feet[4 * side + c];
    solveLimb(q, ws, figure.legs[side], TARGET);
    const { foot, toes } = body.soles[side];
    if (toes !== foot) relativeQuat(q, quatIndex(toes), feet, 4 * side, stage.toes, 4 * side);
  }
}

/** Brings the ankle and ball of a foot to within a length [m] of its hip. reach.far: how far it is. */
function bringNearer(figure: Figure, stage: Stage, side: 0 | 1, length: number): void {
  if (reach.far <= length) return;
  const hip = 3 * figure.legs[side].upper;
  const share = 1 - length / reach.far;
  for (let c = 0; c < 3; c++) {
    const way = share * (figure.ws.segmentOrigin[hip + c] - ankle[3 * side + c]);
    ankle[3 * side + c] += way;
    stage.balls[3 * side + c] += way;
  }
}

/** A blend may bend a knee backwards, and leg IK would take its plane from that: at least a little the right way. */
function bendForward(q: Float64Array, { limits }: Body, knee: number): void {
  relativeQuat(turn, 0, limits.neutral, 4 * knee, q, quatIndex(knee));
  logQuat(point, 0, turn, 0);
  const axis = 9 * knee;
  const flexion = dot3(limits.axes, axis, point, 0);
  const missing = limits.lower[3 * knee] + LEAST_BEND - flexion;
  if (!(missing > 0 && missing < Number.POSITIVE_INFINITY)) return;
  addScaled3(point, 0, limits.axes, axis, missing);
  expQuat(turn, 0, point, 0);
  multiplyQuat(q, quatIndex(knee), limits.neutral, 4 * knee, turn, 0);
}
