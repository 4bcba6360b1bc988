/** Trunk, head and arms of someone who steps, in any direction. */
import type { Move, Track } from '../plan/keys.ts';
import type { Posture } from '../pose/posture.ts';
import type { Neutral } from './neutral.ts';
import { backwardCurves, beatsOf, type Curves, curve, forwardCurves, sidewaysCurves } from './step-curves.ts';
import type { PlannedStep } from './step-plan.ts';
import type { ResponseStyle } from './style.ts';

/** Arms against legs in the steps after the first: how far [deg] an arm is ahead of the body, + with the other foot. */
function armSwing(steps: readonly PlannedStep[], arm: 0 | 1): Track {
  const moves: Move[] = [];
  steps.slice(1).forEach(({ foot, lift, land, closes }) => {
    const size = closes ? 5 : 13;
    moves.push([lift - 0.02, land - lift + 0.04, foot === arm ? -size : size]);
  });
  const last = steps[steps.length - 1];
  return curve(...moves, [last.land - 0.05, 0.55, 0]);
}

const MIDLINE = [
  'pelvisTilt',
  'trunkFlexion',
  'headPitch',
  'pelvisTurn',
  'trunkTurn',
  'pelvisList',
  'trunkList',
  'headList',
] as const;
/** Turn about another axis when the leading foot is the left one instead of the right. */
const MIRRORED = new Set<string>(['pelvisTurn', 'trunkTurn', 'pelvisList', 'trunkList', 'headList']);

/** The posture over time. `lead`: the foot that steps first. */
export function stepPosture(
  neutral: Neutral,
  direction: number,
  lead: 0 | 1,
  steps: readonly PlannedStep[],
  speed: number,
  style: ResponseStyle,
): (t: number) => Posture {
  const beats = beatsOf(steps, style.reaction);
  const along = Math.cos(direction);
  const parts: readonly (readonly [number, Curves])[] = [
    [Math.max(0, along) ** 2, forwardCurves(beats, speed)],
    [Math.max(0, -along) ** 2, backwardCurves(beats, speed)],
    [1 - along * along, sidewaysCurves(beats, speed)],
  ];
  const used = parts.filter(([share]) => share > 1e-3);
  const sum = (name: string, t: number): number =>
    used.reduce((total, [share, curves]) => total + share * (curves[name]?.(t) ?? 0), 0);
  const swings = steps.length > 2 ? [armSwing(steps, 0), armSwing(steps, 1)] : undefined;
  const strides = Math.abs(along); // sideways the arms do not swing
  const sign = lead === 1 ? 1 : -1; // the statistics are of right feet that step
  return (t) => {
    const posture = { ...neutral.posture };
    for (const name of MIDLINE) posture[name] += (MIRRORED.has(name) ? sign : 1) * style.lean * sum(name, t);
    for (const side of ['left', 'right'] as const) {
      const k = side === 'left' ? 0 : 1;
      const role = k === lead ? 'step' : 'stance';
      const later = t - style.late[k];
      const swing = swings ? strides * swings[k](later) : 0;
      posture[`${side}Flexion`] += style.arms[k] * (sum(`${role}Flexion`, later) + swing);
      posture[`${side}Abduction`] += style.arms[k] * sum(`${role}Abduction`, later);
      posture[`${side}Elbow`] += style.arms[k] * (sum(`${role}Elbow`, later - 0.03) + 0.35 * swing);
    }
    return posture;
  };
}
