/** The character as a search sees it: where its feet are, in its own heading, and how it moves. */
import { logQuat, relativeQuat, rotate3 } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import { HIPS, ROW, TURN_ROLES } from './channel-layout.ts';
import type { Figure, Stage } from './figure.ts';
import { FEATURES, writeFeatures } from './pose-features.ts';
import type { FootPlace, Point, Query } from './selection.ts';

export interface Survey {
  readonly figure: Figure;
  readonly shown: Stage;
  readonly before: Stage; // dt earlier
  readonly dt: number; // [s]
  readonly base: Stage; // the standing pose underneath
  readonly yaw: number; // [rad] its heading
  readonly planted: readonly [boolean, boolean];
}

/** Feet and ground in the heading frame, from the middle of the standing pose's feet. */
export function lookAround(survey: Survey, walkable: Query['walkable']): Pick<Query, 'feet' | 'walkable'> {
  const { shown, base, yaw, planted } = survey;
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  const { balls } = base;
  const middle = [(balls[0] + balls[3]) / 2, (balls[2] + balls[5]) / 2];
  const turn = (x: number, z: number): Point => [cosine * x - sine * z, sine * x + cosine * z];
  const feet = ([0, 1] as const).map((side): FootPlace => {
    const at = (stage: Stage): Point => turn(stage.balls[3 * side] - middle[0], stage.balls[3 * side + 2] - middle[1]);
    return {
      ball: at(shown),
      neutral: at(base),
      heel: heelOf(survey, side, turn),
      height: shown.balls[3 * side + 1] - balls[3 * side + 1],
      planted: planted[side],
    };
  });
  return {
    feet: feet as [FootPlace, FootPlace],
    walkable: walkable.map((polygon) => polygon.map(([x, z]) => turn(x - middle[0], z - middle[1]))),
  };
}

/** From ball to heel, heading frame [m]. */
function heelOf({ figure, shown }: Survey, side: 0 | 1, turn: (x: number, z: number) => Point): Point {
  const { points, parts } = figure.body.soles[side];
  const heel = new Float64Array(3);
  const count = parts.filter((part) => part === 'heel').length || 1;
  parts.forEach((part, i) => {
    for (let c = 0; c < 3; c++) if (part === 'heel') heel[c] += points[3 * i + c] / count;
  });
  for (let c = 0; c < 3; c++) heel[c] -= figure.balls[side][c];
  rotate3(heel, 0, shown.feet, 4 * side, heel, 0);
  return turn(heel[0], heel[2]);
}

/** Features of the pose shown, and of how it moves; none are needed while it stands. */
export function featuresOf(
  { figure, shown, before, dt, base }: Survey,
  neutral: boolean,
): Pick<Query, 'neutral' | 'features'> {
  if (neutral) return { neutral, features: undefined };
  const row = new Float64Array(ROW);
  const rates = new Float64Array(ROW);
  const turn = new Float64Array(4);
  const taken = new Set<number>();
  TURN_ROLES.forEach((_, k) => {
    const joint = figure.joints[k];
    if (joint < 0 || taken.has(joint)) return;
    taken.add(joint);
    const i = quatIndex(joint);
    for (const [out, from, rate] of [
      [row, base, 1],
      [rates, before, dt > 0 ? 1 / dt : 0],
    ] as const) {
      relativeQuat(turn, 0, from.q, i, shown.q, i);
      logQuat(turn, 0, turn, 0);
      rotate3(out, 3 * k, figure.neutral, 4 * joint, turn, 0);
      for (let c = 0; c < 3; c++) out[3 * k + c] *= rate;
    }
  });
  row[HIPS + 1] = (shown.q[1] - base.q[1]) / figure.leg;
  const features = new Float64Array(FEATURES);
  writeFeatures(features, row, rates, figure.leg);
  return { neutral, features };
}
