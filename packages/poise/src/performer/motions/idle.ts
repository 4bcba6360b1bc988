/**
 * Standing about: slow sway, breathing, weight shifts, small looks around; a seamless loop of 12 s.
 *
 * Sizes are those of people who idle (statistics, idle_summary.json, 7 people): RMS of the CoM per frequency band over leg
 * length, head and chest rotation of the same people made smaller, because a loop that is seen often must not distract.
 */
import { createRng, type Rng, uniform } from '../../math/random.ts';
import type { ParameterValues, PerformerMotion } from '../motion.ts';
import { delayed, type Track, track } from '../plan/keys.ts';
import type { Posture } from '../pose/posture.ts';
import { performStanding, SEED, STANCE, stancePrints, styleOf, type Tracks } from './standing.ts';

const LOOP = 12; // [s]

/** RMS over leg length of the CoM's sway by harmonic of the loop: [first harmonic, last, fore-aft, sideways]. */
const SWAY = [
  [1, 1, 0.0054, 0.0033], // 0.03–0.1 Hz
  [2, 3, 0.0043, 0.0025], // 0.1–0.25 Hz
  [4, 6, 0.0019, 0.0011], // 0.25–0.5 Hz
  [7, 12, 0.0007, 0.0006], // 0.5–1 Hz
] as const;

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
    { name: 'looks', unit: '°', default: 14, min: 0, max: 40, text: 'how far the head turns when looking around' },
    { name: 'breath', unit: '°', default: 1.2, min: 0, max: 4, text: 'how far the ribs rise and fall' },
    SEED,
  ],
  perform: (actor, values) => {
    const { sway, shift, seed } = values;
    const style = styleOf(seed);
    const rng = createRng(Math.round(seed) + 4711);
    const wander: Wander = (size, first = 1, last = 9) => wandering(rng, size, first, last);
    const swayX = sum(SWAY.map(([first, last, , side]) => wander(side * sway * actor.scale, first, last)));
    const swayZ = sum(SWAY.map(([first, last, ahead]) => wander(ahead * sway * actor.scale, first, last)));
    const weight = shifts(rng); // −1 on the right foot … 1 on the left
    const carried = delayedLoop(weight, 0.12); // the trunk follows the hips
    const soft = wander(0.45);
    return performStanding(actor, {
      duration: LOOP,
      ends: 'loop',
      style,
      prints: stancePrints(actor),
      tracks: {
        ...trunkTracks(style.posture, values, weight, carried, wander),
        ...headAndArms(style.posture, values, carried, glances(rng), breathing(uniform(rng, 0, 4)), wander),
      },
      knee: (t) => STANCE.knee + soft(t),
      copX: (t) => shift * weight(t) + swayX(t),
      copZ: (t) => STANCE.comAhead * actor.scale + swayZ(t),
    });
  },
};

/** Slow noise of an RMS that repeats with the loop; harmonics 1 to 9 unless told. */
type Wander = (rms: number, first?: number, last?: number) => Track;

/** The hip over the standing leg rises, the trunk bends back over it. */
function trunkTracks(rest: Posture, { shift }: ParameterValues, weight: Track, carried: Track, wander: Wander): Tracks {
  const [lean, tilt] = [wander(0.25), wander(0.15)];
  return {
    pelvisList: (t) => 150 * shift * weight(t),
    pelvisTilt: (t) => rest.pelvisTilt + lean(t),
    trunkList: (t) => -190 * shift * carried(t) + tilt(t),
  };
}

/** Breathing moves ribs, shoulders and arms one after the other; the body follows the head when it looks aside. */
function headAndArms(
  rest: Posture,
  { shift, looks, breath }: ParameterValues,
  carried: Track,
  look: Track,
  lungs: Track,
  wander: Wander,
): Tracks {
  const follow = delayedLoop(look, 0.15);
  const [nod, tilt, turn, twist] = [wander(0.9), wander(0.5), wander(1.3), wander(0.8, 1, 4)];
  const [arms, otherArm, elbow, otherElbow] = [wander(0.9), wander(0.9), wander(1.6), wander(1.6)];
  const shoulders = (t: number): number => 0.95 * breath * lungs(t - 0.05);
  const apart = (t: number): number => 0.3 * breath * lungs(t - 0.1);
  const hang = (t: number): number => 60 * shift * carried(t);
  return {
    pelvisTurn: (t) => 0.05 * looks * follow(t) + 0.5 * twist(t),
    trunkTurn: (t) => rest.trunkTurn + 0.16 * looks * follow(t) + twist(t),
    trunkFlexion: (t) => rest.trunkFlexion - breath * lungs(t),
    headPitch: (t) => rest.headPitch + 0.8 * breath * lungs(t) + nod(t) + 0.12 * looks * look(t) ** 2,
    headTurn: (t) => rest.headTurn + looks * look(t) + turn(t),
    headList: (t) => rest.headList + tilt(t) + 30 * shift * carried(t),
    leftLift: (t) => rest.leftLift + shoulders(t),
    rightLift: (t) => rest.rightLift + shoulders(t),
    leftAbduction: (t) => rest.leftAbduction + apart(t) - hang(t),
    rightAbduction: (t) => rest.rightAbduction + apart(t) + hang(t),
    leftFlexion: (t) => rest.leftFlexion + arms(t) - 0.06 * looks * follow(t),
    rightFlexion: (t) => rest.rightFlexion + otherArm(t) + 0.06 * looks * follow(t),
    leftElbow: (t) => rest.leftElbow + elbow(t),
    rightElbow: (t) => rest.rightElbow + otherElbow(t),
  };
}

const sum =
  (tracks: readonly Track[]): Track =>
  (t) =>
    tracks.reduce((total, curve) => total + curve(t), 0);

/** Slow noise of a given RMS that repeats with the loop: harmonics first…last, amplitudes falling as 1/f. */
function wandering(rng: Rng, rms: number, first: number, last: number): Track {
  const waves = Array.from({ length: last - first + 1 }, (_, k) => ({
    rate: (2 * Math.PI * (first + k)) / LOOP,
    size: uniform(rng, 0.7, 1.3) / (first + k),
    phase: uniform(rng, 0, 2 * Math.PI),
  }));
  const power = waves.reduce((total, { size }) => total + size ** 2 / 2, 0);
  const scale = rms / Math.sqrt(power);
  return (t) => scale * waves.reduce((total, { rate, size, phase }) => total + size * Math.sin(rate * t + phase), 0);
}

/** In, with the ribs quicker than out; 4 s a breath. −1…1. */
function breathing(start: number): Track {
  const rate = (2 * Math.PI) / 4;
  return (t) => {
    const phase = rate * (t - start);
    return Math.sin(phase + 0.35 * Math.sin(phase));
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

/** Looks to one side and, later and less far, to the other. −1…1. */
function glances(rng: Rng): Track {
  const side = rng.next() < 0.5 ? 1 : -1;
  const first = uniform(rng, 2.2, 3);
  const second = uniform(rng, 7, 7.8);
  return track(
    0,
    [first, 0.6, side, 0.3],
    [first + uniform(rng, 1.5, 2), 0.8, -0.1 * side],
    [second, 0.7, -0.7 * side, 0.3],
    [second + uniform(rng, 1.6, 2.2), 0.9, 0],
  );
}

/** Later by some time, going round with the loop. */
const delayedLoop = (curve: Track, by: number): Track => {
  const late = delayed(curve, by);
  return (t) => (t < by ? curve(t - by + LOOP) : late(t));
};
