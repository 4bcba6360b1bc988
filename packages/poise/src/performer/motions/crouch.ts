/** Sinks into a low, watchful stance, looks to both sides with the weight following, and stands up again. */
import type { PerformerMotion } from '../motion.ts';
import { type Track, track } from '../plan/keys.ts';
import type { Posture } from '../pose/posture.ts';
import { STANCE, stancePrints } from './stance.ts';
import { performStanding, SEED, styleOf, type Tracks } from './standing.ts';

const DEPTH = 68; // [deg] for which the postures below are written

export const crouch: PerformerMotion = {
  id: 'crouch',
  title: 'Crouch',
  text: 'Crouches as one who does not want to be seen, looks to both sides and rises.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'depth', unit: '°', default: DEPTH, min: 30, max: 100, text: 'flexion of the knees' },
    { name: 'watch', unit: 's', default: 1.1, min: 0.6, max: 4, text: 'time for a look to each side' },
    SEED,
  ],
  perform: (actor, { depth, watch, seed }) => {
    const style = styleOf(seed);
    const down = 0.95 * style.pace;
    const left = START + down;
    const beats: Beats = { down, left, right: left + watch, up: left + 2 * watch, rise: 1.15 * style.pace, watch };
    const { right, up, rise } = beats;
    const turn = turnTime(watch);
    const deep = depth / DEPTH;
    const sway = 0.045 * actor.scale;
    const ahead = STANCE.comAhead * actor.scale;
    const lag = style.lag();
    return performStanding(actor, {
      duration: up + rise + 0.9,
      style,
      prints: stancePrints(actor, 0.36, 17),
      tracks: {
        ...trunkTracks(style.posture, beats, deep),
        ...armTracks(style.posture, beats, deep, 'left', lag),
        ...armTracks(style.posture, beats, deep, 'right', lag + 0.05),
      },
      knee: track(STANCE.knee, [START, down, depth * 1.03], [left - 0.15, 0.5, depth], [up - 0.04, rise, STANCE.knee]),
      copX: track(0, [left - 0.05, turn, sway], [right, 1.25 * turn, -sway], [up - 0.15, 0.8 * rise, 0]),
      copZ: track(ahead, [START, down, 0.075 * actor.scale], [up, rise, ahead]),
    });
  },
};

const START = 0.6; // [s]

/** Times [s]. */
interface Beats {
  readonly down: number; // sinking lasts
  readonly left: number; // the look to the left starts
  readonly right: number; // and the one to the right
  readonly up: number; // rising starts
  readonly rise: number; // and lasts
  readonly watch: number;
}

const turnTime = (watch: number): number => Math.min(0.75, 0.7 * watch);

function trunkTracks(rest: Posture, { down, left, right, up, rise, watch }: Beats, deep: number): Tracks {
  const turn = turnTime(watch);
  const sides = (from: number, to: number, late: number): Track =>
    track(
      from,
      [left - 0.1 + late, turn, from + to],
      [right + late, 1.25 * turn, from - to],
      [up - 0.1 + late, rise, from],
    );
  return {
    pelvisTilt: track(rest.pelvisTilt, [START + 0.03, down, 24 * deep], [up, rise, rest.pelvisTilt]),
    trunkFlexion: track(
      rest.trunkFlexion,
      [START + 0.07, down, 20 * deep * 1.06],
      [left - 0.1, 0.45, 20 * deep],
      [up + 0.03, rise, rest.trunkFlexion],
    ),
    headPitch: track(rest.headPitch, [START + 0.12, down, -36 * deep], [up + 0.06, rise, rest.headPitch]),
    // The eyes lead, the shoulders follow, then the hips.
    headTurn: sides(rest.headTurn, 42, -0.08),
    trunkTurn: sides(rest.trunkTurn, 14, 0.04),
    pelvisTurn: sides(0, 6, 0.1),
    pelvisList: sides(0, 1.5, 0.1),
    trunkList: sides(0, -3, 0.08),
  };
}

function armTracks(
  rest: Posture,
  { down, left, up, rise }: Beats,
  deep: number,
  side: 'left' | 'right',
  late: number,
): Tracks {
  const there = (
    name: 'Flexion' | 'Abduction' | 'Rotation' | 'Elbow' | 'Wrist',
    to: number,
    settled: number,
  ): Track => {
    const from = rest[`${side}${name}`];
    return track(from, [START + late, down, to], [left, 0.6, settled], [up + late, rise, from]);
  };
  return {
    [`${side}Flexion`]: there('Flexion', 46 * deep, 42 * deep),
    [`${side}Abduction`]: there('Abduction', 20, 20),
    [`${side}Elbow`]: there('Elbow', 82, 78),
    [`${side}Rotation`]: there('Rotation', 34, 34),
    [`${side}Wrist`]: there('Wrist', -8, -8),
  };
}
