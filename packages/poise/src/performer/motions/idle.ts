/**
 * Standing about: what a living body does anyway (life.ts), and besides it weight shifts and looks around that the body
 * follows; a seamless loop of 12 s.
 */
import { createRng, type Rng, uniform } from '../../math/random.ts';
import type { ParameterValues, PerformerMotion } from '../motion.ts';
import { type Track, track } from '../plan/keys.ts';
import type { Posture } from '../pose/posture.ts';
import { createLife, LIFE_PERIOD } from './life.ts';
import { STANCE, stancePrints } from './stance.ts';
import { performStanding, SEED, styleOf, type Tracks } from './standing.ts';

export const idle: PerformerMotion = {
  id: 'idle',
  title: 'Idle',
  text: 'Stands relaxed: sways, breathes, shifts the weight, looks around.',
  loops: true,
  balanced: true,
  parameters: [
    {
      name: 'sway',
      unit: '×',
      default: 1,
      min: 0,
      max: 1.5,
      text: 'size of the sway; 1 as idling people, 0.3 quiet standing',
    },
    { name: 'shift', unit: 'm', default: 0.015, min: 0, max: 0.03, text: 'weight shift to each side' },
    { name: 'looks', unit: '°', default: 20, min: 0, max: 40, text: 'how far the head turns when looking around' },
    { name: 'breath', unit: '°', default: 1.2, min: 0, max: 4, text: 'how far the ribs rise and fall' },
    {
      name: 'unrest',
      unit: '×',
      default: 1,
      min: 0,
      max: 1.5,
      text: 'how much trunk, head and arms wander; 1 as idling people, 0 not at all',
    },
    SEED,
  ],
  perform: (actor, values) => {
    const { sway, shift, breath, unrest, seed } = values;
    const style = styleOf(seed);
    const rng = createRng(Math.round(seed) + 4711);
    const weight = shifts(rng); // −1 on the right foot … 1 on the left
    const ahead = STANCE.comAhead * actor.scale;
    return performStanding(actor, {
      duration: LIFE_PERIOD,
      ends: 'loop',
      style,
      life: createLife(rng, { sway, unrest, breath }),
      prints: stancePrints(actor),
      tracks: aboutTracks(style.posture, values, weight, glances(rng)),
      knee: () => STANCE.knee,
      copX: (t) => shift * weight(t),
      copZ: () => ahead,
    });
  },
};

/** The hip over the standing leg rises, the trunk bends back over it; the body follows the head when it looks aside. */
function aboutTracks(rest: Posture, { shift, looks }: ParameterValues, weight: Track, look: Track): Tracks {
  const carried = delayedLoop(weight, 0.12); // the trunk follows the hips
  const follow = delayedLoop(look, 0.15);
  const hang = (t: number): number => 60 * shift * carried(t);
  return {
    pelvisList: (t) => 150 * shift * weight(t),
    trunkList: (t) => -190 * shift * carried(t),
    pelvisTurn: (t) => 0.1 * looks * follow(t),
    trunkTurn: (t) => rest.trunkTurn + 0.18 * looks * follow(t),
    headPitch: (t) => rest.headPitch + 0.12 * looks * look(t) ** 2,
    headTurn: (t) => rest.headTurn + looks * look(t),
    headList: (t) => rest.headList + 30 * shift * carried(t),
    leftAbduction: (t) => rest.leftAbduction - hang(t),
    rightAbduction: (t) => rest.rightAbduction + hang(t),
    leftFlexion: (t) => rest.leftFlexion - 0.06 * looks * follow(t),
    rightFlexion: (t) => rest.rightFlexion + 0.06 * looks * follow(t),
  };
}

/** Weight to one foot, to the other, and back to both: a shift every 4 to 6 s, each 1.1 to 1.6 s long. */
function shifts(rng: Rng): Track {
  const side = rng.next() < 0.5 ? 1 : -1;
  const at = [uniform(rng, 0.8, 1.6), uniform(rng, 5, 6), uniform(rng, 9.2, 9.8)];
  const [first, second] = [side * uniform(rng, 0.8, 1), -side * uniform(rng, 0.75, 1)];
  return track(
    0,
    [at[0], uniform(rng, 1.2, 1.5), first, 0.2],
    [at[1], uniform(rng, 1.3, 1.7), second, 0.2],
    [at[2], uniform(rng, 1.2, 1.6), 0],
  );
}

/** Looks to one side, ahead, farther, and, later and less far, to the other. −1…1. */
function glances(rng: Rng): Track {
  const side = rng.next() < 0.5 ? 1 : -1;
  const first = uniform(rng, 2.2, 3);
  const second = uniform(rng, 7, 7.8);
  return track(
    0,
    [first, 0.6, side, 0.3],
    [first + uniform(rng, 1, 1.3), 0.5, 0.55 * side, 0.2],
    [first + uniform(rng, 2.2, 2.6), 0.8, -0.1 * side],
    [second, 0.7, -0.7 * side, 0.3],
    [second + uniform(rng, 1.6, 2.2), 0.9, 0],
  );
}

/** Later by some time, going round with the loop. */
const delayedLoop =
  (curve: Track, by: number): Track =>
  (t) =>
    curve(t < by ? t - by + LIFE_PERIOD : t - by);
