/** A reverse punch without a step: the rear heel pushes, hips turn, trunk turns, the right arm follows and springs back. */
import type { PerformerMotion } from '../motion.ts';
import { type Track, track } from '../plan/keys.ts';
import { DEGREE } from './stance.ts';
import { performStanding, SEED, styleOf } from './standing.ts';

const RECOIL = 0.2; // [s]
const GIVE = 0.1; // share of the way back to the guard: hips and trunk …
const SPRING = 0.35; // … and the arm that has struck

export const punch: PerformerMotion = {
  id: 'punch',
  title: 'Reverse punch',
  text: 'From a guard with the left foot ahead, punches with the right hand and returns.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'strike', unit: 's', default: 0.3, min: 0.28, max: 0.8, text: 'time in which the arm shoots out' },
    { name: 'turn', unit: '°', default: 46, min: 10, max: 54, text: 'how far the hips turn into it' },
    SEED,
  ],
  perform: (actor, { strike, turn, seed }) => {
    const style = styleOf(seed);
    const L = actor.scale;
    const wind = 0.6;
    const hit = 0.98; // the hips start; trunk and arm follow
    const back = hit + strike + 0.26;
    // Guard, a little wound up, strike, recoil at once, guard again with a small overshoot. The fist springs back a third of
    // its way, hips and trunk give a little.
    const act = (guard: number, wound: number, struck: number, late: number, lasts = strike, recoil = GIVE): Track =>
      track(
        guard,
        [wind + 0.5 * late, 0.42, wound],
        [hit + late, lasts, struck, 0.08],
        [hit + late + lasts, RECOIL, struck + recoil * (guard - struck), 0.3],
        [back + 0.6 * late, 0.5, guard + 0.06 * (guard - struck)],
        [back + 0.42 + 0.6 * late, 0.45, guard],
      );
    const fist = (guard: number, wound: number, struck: number, late: number): Track =>
      act(guard, wound, struck, late, strike, SPRING);
    const hips = strike + 0.12;
    const trunk = strike + 0.08;
    return performStanding(actor, {
      duration: back + 1.75,
      style,
      prints: [
        { x: 0.17 * L, z: 0.2 * L, turn: 4 * DEGREE },
        { x: -0.21 * L, z: -0.22 * L, turn: -28 * DEGREE },
      ],
      tracks: {
        pelvisTurn: act(-30, -36, turn - 30, 0, hips),
        pelvisTilt: act(8, 7, 11, 0, hips),
        trunkTurn: act(-6, -12, 21, 0.04, trunk),
        trunkFlexion: act(9, 8, 11, 0.04, trunk),
        headTurn: act(33, 44, -34, 0.02, trunk),
        headPitch: act(-8, -7, -12, 0.05),
        rightFlexion: fist(46, 36, 108, 0.1),
        rightAbduction: fist(12, 15, 33, 0.1),
        rightRotation: fist(14, 12, 40, 0.1),
        rightElbow: fist(126, 129, 9, 0.12),
        rightReach: fist(4, -8, 20, 0.08),
        rightLift: act(2, 2, 0, 0.08),
        rightWrist: act(0, 0, -14, 0.1),
        leftFlexion: act(60, 64, 46, 0.06),
        leftAbduction: act(27, 30, 14, 0.06),
        leftRotation: act(6, 4, 26, 0.06),
        leftElbow: act(104, 98, 124, 0.06),
        leftReach: act(9, 12, 0, 0.06),
        leftLift: () => 2,
        leftWrist: () => 0,
      },
      knee: act(36, 38, 44, 0, hips),
      heels: [() => 0, act(10, 9, 26, 0, hips)],
      bearing: () => 1, // the front leg; the rear one follows
      copX: act(0, -0.02 * L, 0.035 * L, 0, hips),
      copZ: act(0.11 * L, 0.08 * L, 0.16 * L, 0, hips),
    });
  },
};
