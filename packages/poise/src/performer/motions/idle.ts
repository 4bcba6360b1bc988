/**
 * Standing about: slow sway, breathing, weight shifts, small looks around; a seamless loop of 12 s.
 *
 * Sizes are those of people who idle (statistics, idle_summary.json, 7 people): RMS of the CoM per frequency band over leg
 * length, head and chest rotation of the same people made smaller, because a loop that is seen often must not distract.
 */
import { createRng, type Rng, uniform } from '../../math/random.ts';
import type { PerformerMotion } from '../motion.ts';
import { delayed, type Track, track } from '../plan/keys.ts';
import { performStanding, SEED, STANCE, stancePrints, styleOf } from './standing.ts';

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
    { name: 'looks', unit: 'deg', default: 14, min: 0, max: 40, text: 'how far the head turns when looking around' },
    { name: 'breath', unit: 'deg', default: 1.2, min: 0, max: 4, text: 'how far the ribs rise and fall' },
    SEED,
  ],
  perform: (actor, { sway, shift, looks, breath, seed }) => {
    const style = styleOf(seed);
    const rest = style.posture;
    const rng = createRng(Math.round(seed) + 4711);
    const wander = (size: number, first = 1, last = 9): Track => wandering(rng, size, first, last);
    const swayX = sum(SWAY.map(([first, last, , side]) => wander(side * sway * actor.scale, first, last)));
    const swayZ = sum(SWAY.map(([first, last, ahead]) => wander(ahead * sway * actor.scale, first, last)));
    const weight = shifts(rng); // −1 on the right foot … 1 on the left
    const look = glances(rng);
    const lungs = breathing(uniform(rng, 0, 4));
    const carried = delayedLoop(weight, 0.12); // the trunk follows the hips
    const bodyLook = delayedLoop(look, 0.15);
    const [nod, tilt, turn, elbows, arms] = [0.9, 0.5, 1.3, 1.6, 0.9].map((size) => wander(size));
    const [twist, otherElbow] = [wander(0.8, 1, 4), wander(1.6)];
    return performStanding(actor, {
      duration: LOOP,
      ends: 'loop',
      style,
      prints: stancePrints(actor),
      tracks: {
        pelvisList: (t) => 80 * shift * weight(t),
        pelvisTurn: (t) => 0.05 * looks * bodyLook(t) + 0.5 * twist(t),
        pelvisTilt: (t) => rest.pelvisTilt + 0.25 * nod(t),
        trunkList: (t) => -110 * shift * carried(t) + 0.3 * tilt(t),
        trunkTurn: (t) => rest.trunkTurn + 0.16 * looks * bodyLook(t) + twist(t),
        trunkFlexion: (t) => rest.trunkFlexion - breath * lungs(t),
        headPitch: (t) => rest.headPitch + 0.8 * breath * lungs(t) + nod(t) + 0.12 * looks * Math.abs(look(t)),
        headTurn: (t) => rest.headTurn + looks * look(t) + turn(t),
        headList: (t) => rest.headList + tilt(t) + 30 * shift * carried(t),
        leftLift: (t) => rest.leftLift + 0.95 * breath * lungs(t - 0.05),
        rightLift: (t) => rest.rightLift + 0.95 * breath * lungs(t - 0.05),
        leftAbduction: (t) => rest.leftAbduction + 0.3 * breath * lungs(t - 0.1) - 60 * shift * carried(t),
        rightAbduction: (t) => rest.rightAbduction + 0.3 * breath * lungs(t - 0.1) + 60 * shift * carried(t),
        leftFlexion: (t) => rest.leftFlexion + arms(t) - 0.06 * looks * bodyLook(t),
        rightFlexion: (t) => rest.rightFlexion + arms(t + 5.3) + 0.06 * looks * bodyLook(t),
        leftElbow: (t) => rest.leftElbow + elbows(t),
        rightElbow: (t) => rest.rightElbow + otherElbow(t),
      },
      knee: (t) => STANCE.knee + 0.5 * nod(t + 3),
      bearing: (t) => 0.5 + 0.5 * carried(t),
      copX: (t) => shift * weight(t) + swayX(t),
      copZ: (t) => STANCE.comAhead * actor.scale + swayZ(t),
    });
  },
};

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
    { at: at[0], lasts: uniform(rng, 1.2, 1.5), to: first, skew: 0.2 },
    { at: at[1], lasts: uniform(rng, 1.3, 1.7), to: second, skew: 0.2 },
    { at: at[2], lasts: uniform(rng, 1.2, 1.6), to: 0 },
  );
}

/** Looks to one side and, later and less far, to the other. −1…1. */
function glances(rng: Rng): Track {
  const side = rng.next() < 0.5 ? 1 : -1;
  const first = uniform(rng, 2.2, 3);
  const second = uniform(rng, 7, 7.8);
  return track(
    0,
    { at: first, lasts: 0.6, to: side, skew: 0.3 },
    { at: first + uniform(rng, 1.5, 2), lasts: 0.8, to: -0.1 * side },
    { at: second, lasts: 0.7, to: -0.7 * side, skew: 0.3 },
    { at: second + uniform(rng, 1.6, 2.2), lasts: 0.9, to: 0 },
  );
}

/** Later by some time, going round with the loop. */
const delayedLoop = (curve: Track, by: number): Track => {
  const late = delayed(curve, by);
  return (t) => (t < by ? curve(t - by + LOOP) : late(t));
};
