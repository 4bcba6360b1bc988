/** Bends down to the floor with nearly straight legs, takes something with the right hand, looks at it and stands again. */
import type { PerformerMotion } from '../motion.ts';
import { type Move, type Track, track } from '../plan/keys.ts';
import { performStanding, SEED, STANCE, stancePrints, styleOf } from './standing.ts';

export const bend: PerformerMotion = {
  id: 'bend',
  title: 'Pick up',
  text: 'Bends to the floor, hips back, picks something up with the right hand and looks at it.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'depth', unit: 'deg', default: 110, min: 30, max: 116, text: 'how far pelvis and trunk bend together' },
    { name: 'knees', unit: 'deg', default: 36, min: 10, max: 60, text: 'flexion of the knees below' },
    { name: 'down', unit: 's', default: 1.3, min: 0.9, max: 3, text: 'time to go down' },
    SEED,
  ],
  perform: (actor, { depth, knees, down, seed }) => {
    const style = styleOf(seed);
    const rest = style.posture;
    const reach = down * style.pace;
    const start = 0.65;
    const up = start + reach + 0.45;
    const rise = 1.05 * reach + 0.1;
    const look = up + rise + 0.1; // the hand goes back to the side
    const end = look + 0.75;
    const lag = style.lag();
    const [hips, trunk] = [0.56 * depth, 0.44 * depth];
    const moves = (
      from: number,
      ...rows: readonly (readonly [at: number, lasts: number, to: number, skew?: number])[]
    ): Track => track(from, ...rows.map(([at, lasts, to, skew = 0]): Move => ({ at, lasts, to, skew })));
    return performStanding(actor, {
      duration: end + 0.8,
      style,
      prints: stancePrints(actor, 0.24),
      tracks: {
        // The eyes find it first, then the hips go back and the trunk follows.
        headPitch: moves(
          rest.headPitch,
          [0.35, 0.6, 22],
          [start + 0.3, reach - 0.2, 8],
          [up + 0.15, rise, 26],
          [look, 0.7, rest.headPitch],
        ),
        headTurn: moves(rest.headTurn, [0.35, 0.6, -5], [up + 0.2, rise, -10], [look + 0.1, 0.6, rest.headTurn]),
        pelvisTilt: moves(
          rest.pelvisTilt,
          [start, reach, hips * 1.02],
          [start + 0.85 * reach, 0.4, hips],
          [up + 0.06, rise, rest.pelvisTilt - 2],
          [up + 0.8 * rise, 0.6, rest.pelvisTilt],
        ),
        trunkFlexion: moves(
          rest.trunkFlexion,
          [start + 0.08, reach, trunk * 1.04],
          [start + 0.9 * reach, 0.4, trunk],
          [up, 0.95 * rise, rest.trunkFlexion],
        ),
        trunkTurn: moves(rest.trunkTurn, [start + 0.15, reach - 0.1, 9], [up + 0.05, rise, rest.trunkTurn]),
        trunkList: moves(0, [start + 0.15, reach - 0.1, 4], [up + 0.05, rise, 0]),
        pelvisTurn: moves(0, [start + 0.1, reach, 5], [up + 0.1, rise, 0]),
        // The right arm hangs from the bending chest, then brings the thing up in front.
        rightFlexion: moves(
          rest.rightFlexion,
          [start + lag, reach, 0.98 * depth],
          [up + 0.1, rise, 22],
          [look, 0.75, rest.rightFlexion],
        ),
        rightAbduction: moves(
          rest.rightAbduction,
          [start + lag, reach, -4],
          [up + 0.1, rise, 6],
          [look, 0.75, rest.rightAbduction],
        ),
        rightElbow: moves(
          rest.rightElbow,
          [start, 0.6 * reach, 26],
          [start + 0.5 * reach, 0.55 * reach, 6],
          [up + 0.12, rise, 88],
          [look + 0.04, 0.8, rest.rightElbow],
        ),
        rightRotation: moves(
          rest.rightRotation,
          [start, reach, 10],
          [up + 0.1, rise, 38],
          [look, 0.8, rest.rightRotation],
        ),
        rightReach: moves(rest.rightReach, [start + 0.3, reach - 0.2, 14], [up, rise, rest.rightReach]),
        rightWrist: moves(
          rest.rightWrist,
          [start + 0.4, reach - 0.2, 18],
          [up + 0.2, rise, 10],
          [look, 0.8, rest.rightWrist],
        ),
        // The left arm comes to rest near the thigh.
        leftFlexion: moves(
          rest.leftFlexion,
          [start + lag + 0.04, reach, 0.62 * depth],
          [up + 0.12, rise, rest.leftFlexion],
        ),
        leftElbow: moves(rest.leftElbow, [start + 0.1, reach, 34], [up + 0.15, rise, rest.leftElbow]),
        leftAbduction: moves(rest.leftAbduction, [start + 0.1, reach, 15], [up + 0.15, rise, rest.leftAbduction]),
      },
      knee: moves(STANCE.knee, [start + 0.04, reach, knees], [up - 0.05, 0.85 * rise, STANCE.knee]),
      copX: moves(0, [start, reach, -0.012 * actor.scale], [up, rise, 0]),
    });
  },
};
