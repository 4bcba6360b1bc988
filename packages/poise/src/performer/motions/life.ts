/**
 * What a standing person never stops doing: sways, breathes, lets head and arms wander. Idles are made of it, and every other
 * standing motion has a quieter share, so that it begins and ends in a living hold.
 *
 * Sizes are those of people who idle (statistics, idle_summary.json, 7 people): sway of the CoM per frequency band; median
 * deviation within a person of the arms' angles, about half of it for trunk and head, which have looks and weight shifts
 * besides. Wrists are our own.
 */
import { type Rng, uniform } from '../../math/random.ts';
import type { Track } from '../plan/keys.ts';
import { breathing, fidget, sum, wander } from '../plan/wander.ts';
import type { Posture } from '../pose/posture.ts';

/** Added to what a motion does. */
export interface Life {
  readonly posture: { readonly [name in keyof Posture]?: Track }; // [deg]
  readonly knee: Track; // [deg]
  readonly sway: readonly [x: Track, z: Track]; // of the centre of pressure, over leg length
}

export interface LifeSize {
  readonly sway: number; // of people's
  readonly unrest: number; // of people's: trunk, head and arms
  readonly breath: number; // [deg] how far the ribs rise and fall
}

export const LIFE_PERIOD = 12; // [s] after which it repeats
const BREATH = 4; // [s]

/** A person who holds still between two moves is quieter than one who idles. */
export const HOLD: LifeSize = { sway: 0.5, unrest: 0.45, breath: 1.2 };

/** RMS over leg length of the CoM's sway by harmonic of the period: [first harmonic, last, fore-aft, sideways]. */
const SWAY = [
  [1, 1, 0.0054, 0.0033], // 0.03–0.1 Hz
  [2, 3, 0.0043, 0.0025], // 0.1–0.25 Hz
  [4, 6, 0.0019, 0.0011], // 0.25–0.5 Hz
  [7, 12, 0.0007, 0.0006], // 0.5–1 Hz
] as const;

/** RMS [deg] of trunk and head. */
const TRUNK = {
  pelvisTilt: 0.6,
  pelvisList: 0.3,
  pelvisTurn: 2,
  trunkFlexion: 1,
  trunkList: 0.8,
  trunkTurn: 2.2,
  headPitch: 2.6,
  headList: 1.4,
  headTurn: 3,
} as const;

/** Deviation [deg] of the arms' angles: as slow noise, and of the places they are moved to now and then. */
const ARM = {
  Flexion: [3, 3.4],
  Abduction: [1.2, 1],
  Rotation: [3.3, 3.4],
  Elbow: [5, 6.5],
  Wrist: [3, 4.5],
} as const;
const KNEE = 1; // [deg] RMS
const MOVES = 6; // of an arm's angle in a period

export function createLife(rng: Rng, { sway, unrest, breath }: LifeSize): Life {
  const drift = (k: 2 | 3): Track =>
    sum(...SWAY.map((band) => wander(rng, LIFE_PERIOD, sway * band[k], band[0], band[1])));
  const [z, x] = [drift(2), drift(3)];
  const lungs = breathing(uniform(rng, 0, BREATH), BREATH);
  const posture: { [name in keyof Posture]?: Track } = {};
  for (const name of Object.keys(TRUNK) as (keyof typeof TRUNK)[]) {
    posture[name] = wander(rng, LIFE_PERIOD, unrest * TRUNK[name]);
  }
  for (const side of ['left', 'right'] as const) {
    for (const name of Object.keys(ARM) as (keyof typeof ARM)[]) {
      const [noise, moved] = ARM[name];
      posture[`${side}${name}`] = sum(
        wander(rng, LIFE_PERIOD, unrest * noise),
        fidget(rng, LIFE_PERIOD, unrest * moved, MOVES),
      );
    }
  }
  breathe(posture, lungs, breath);
  return { posture, knee: wander(rng, LIFE_PERIOD, unrest * KNEE), sway: [x, z] };
}

/** Breath moves ribs, shoulders and arms one after the other; the head stays level. */
function breathe(posture: { [name in keyof Posture]?: Track }, lungs: Track, breath: number): void {
  const put = (name: keyof Posture, gain: number, late: number): void => {
    const before = posture[name] ?? (() => 0);
    posture[name] = (t) => before(t) + gain * breath * lungs(t - late);
  };
  put('trunkFlexion', -1, 0);
  put('headPitch', 0.8, 0);
  for (const side of ['left', 'right'] as const) {
    put(`${side}Lift`, 0.95, 0.05);
    put(`${side}Abduction`, 0.3, 0.1);
  }
}
