/** Sinks into a low, watchful stance, looks to both sides with the weight following, and stands up again. */
import type { PerformerMotion } from '../motion.ts';
import { type Move, type Track, track } from '../plan/keys.ts';
import { performStanding, SEED, STANCE, stancePrints, styleOf } from './standing.ts';

export const crouch: PerformerMotion = {
  id: 'crouch',
  title: 'Crouch',
  text: 'Crouches as one who does not want to be seen, looks to both sides and rises.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'depth', unit: 'deg', default: 68, min: 30, max: 100, text: 'flexion of the knees' },
    { name: 'watch', unit: 's', default: 1.1, min: 0.6, max: 4, text: 'time for a look to each side' },
    SEED,
  ],
  perform: (actor, { depth, watch, seed }) => {
    const style = styleOf(seed);
    const rest = style.posture;
    const deep = depth / 68;
    const down = 0.95 * style.pace;
    const start = 0.6;
    const left = start + down; // looks left, then right
    const right = left + watch;
    const up = right + watch;
    const rise = 1.15 * style.pace;
    const lag = style.lag();
    const moves = (from: number, ...rows: readonly (readonly [at: number, lasts: number, to: number])[]): Track =>
      track(from, ...rows.map(([at, lasts, to]): Move => ({ at, lasts, to })));
    const sway = 0.045 * actor.scale;
    const turnTo = Math.min(0.75, 0.7 * watch);
    const sides = (from: number, to: number, late: number): Track =>
      moves(
        from,
        [left - 0.1 + late, turnTo, from + to],
        [right + late, 1.25 * turnTo, from - to],
        [up - 0.1 + late, rise, from],
      );
    const arm = (side: 'left' | 'right', late: number) => ({
      [`${side}Flexion`]: moves(
        rest[`${side}Flexion`],
        [start + late, down, 46 * deep],
        [left, 0.6, 42 * deep],
        [up + late, rise, rest[`${side}Flexion`]],
      ),
      [`${side}Abduction`]: moves(
        rest[`${side}Abduction`],
        [start + late, down, 20],
        [up + late, rise, rest[`${side}Abduction`]],
      ),
      [`${side}Elbow`]: moves(
        rest[`${side}Elbow`],
        [start + late + 0.03, down, 82],
        [left, 0.6, 78],
        [up + late + 0.03, rise, rest[`${side}Elbow`]],
      ),
      [`${side}Rotation`]: moves(
        rest[`${side}Rotation`],
        [start + late, down, 34],
        [up + late, rise, rest[`${side}Rotation`]],
      ),
      [`${side}Wrist`]: moves(
        rest[`${side}Wrist`],
        [start + late + 0.08, down, -8],
        [up + late + 0.05, rise, rest[`${side}Wrist`]],
      ),
    });
    return performStanding(actor, {
      duration: up + rise + 0.9,
      style,
      prints: stancePrints(actor, 0.36, 17),
      tracks: {
        ...arm('left', lag),
        ...arm('right', lag + 0.05),
        pelvisTilt: moves(rest.pelvisTilt, [start + 0.03, down, 24 * deep], [up, rise, rest.pelvisTilt]),
        trunkFlexion: moves(
          rest.trunkFlexion,
          [start + 0.07, down, 20 * deep * 1.06],
          [left - 0.1, 0.45, 20 * deep],
          [up + 0.03, rise, rest.trunkFlexion],
        ),
        headPitch: moves(rest.headPitch, [start + 0.12, down, -36 * deep], [up + 0.06, rise, rest.headPitch]),
        headTurn: sides(rest.headTurn, 42, -0.08),
        trunkTurn: sides(rest.trunkTurn, 14, 0.04),
        pelvisTurn: sides(0, 6, 0.1),
        pelvisList: sides(0, 1.5, 0.1),
        trunkList: sides(0, -3, 0.08),
      },
      knee: moves(STANCE.knee, [start, down, depth * 1.03], [left - 0.15, 0.5, depth], [up - 0.04, rise, STANCE.knee]),
      copX: moves(0, [left - 0.05, turnTo, sway], [right, 1.25 * turnTo, -sway], [up - 0.15, 0.8 * rise, 0]),
      copZ: moves(
        STANCE.comAhead * actor.scale,
        [start, down, 0.075 * actor.scale],
        [up, rise, STANCE.comAhead * actor.scale],
      ),
    });
  },
};
