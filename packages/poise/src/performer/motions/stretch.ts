/**
 * The reach of [Tak00] §5: arms rise, the trunk bends forward. As an animator keys it, hips over the ankles, it cannot be
 * held; with the hips back it can. The preset tak2000 is the original of the experiments: from upright to the end pose.
 */
import type { Actor } from '../actor.ts';
import type { ParameterValues, Performance, PerformerMotion } from '../motion.ts';
import { type Track, track } from '../plan/keys.ts';
import { plantFoot } from '../pose/plant-foot.ts';
import { writePosture } from '../pose/posture.ts';
import { STANCE, stancePrints } from './stance.ts';
import {
  FRAME_TIME,
  livingPostureAt,
  performKinematic,
  performStanding,
  postureAt,
  SEED,
  type Style,
  styleOf,
  type Tracks,
} from './standing.ts';
import { TAK2000_FIGURE } from './tak2000-figure.ts';

const LEAD = 0.7; // [s] of standing before

export const stretch: PerformerMotion = {
  id: 'stretch',
  title: 'Forward stretch',
  text: 'Raises the arms and bends far forward with the hips over the ankles, which no one can; the preset balanced can.',
  loops: false,
  balanced: false,
  parameters: [
    { name: 'bend', unit: '°', default: 75, min: 10, max: 80, text: 'how far the trunk bends' },
    { name: 'arms', unit: '°', default: 95, min: 0, max: 120, text: 'how far the arms rise from hanging' },
    { name: 'reach', unit: 's', default: 1, min: 0.5, max: 3, text: 'time to bend' },
    { name: 'hold', unit: 's', default: 0.6, min: 0, max: 5, text: 'time at the end pose' },
    { name: 'back', unit: 's', default: 1.2, min: 0.6, max: 3, text: 'time to return' },
    { name: 'balanced', unit: '', default: 0, min: 0, max: 1, text: 'the hips go where balance wants them' },
    { name: 'oneway', unit: '', default: 0, min: 0, max: 1, text: 'ends in the end pose, 30 frames a second' },
    SEED,
  ],
  presets: [
    { id: 'balanced', text: 'the same posture, hips moved back until it is possible', values: { balanced: 1 } },
    {
      id: 'tak2000',
      text: 'the original of [Tak00]: 31 frames at 30 Hz, its own figure, waist to 72°, feet together',
      values: { bend: 72, arms: 58, oneway: 1 },
      figure: TAK2000_FIGURE,
    },
  ],
  perform: (actor, values) => {
    if (values.oneway === 1) return performOneWay(actor, values);
    const style = styleOf(values.seed);
    const tracks = postures(style, values);
    const duration = LEAD + values.reach + values.hold + values.back + 1;
    if (values.balanced === 1) {
      const knee = thereAndBack(values, STANCE.knee, STANCE.knee + 0.06 * values.bend, 0);
      return performStanding(actor, { duration, style, tracks, prints: stancePrints(actor), knee });
    }
    return performRaw(actor, style, tracks, duration);
  },
};

const thereAndBack = ({ reach, hold, back }: ParameterValues, from: number, to: number, late: number): Track =>
  track(from, [LEAD + late, reach, to], [LEAD + reach + hold + 0.8 * late, back, from]);

/** The pelvis carries most of the bend; arms follow the trunk, the head looks where the hands go. */
function postures(style: Style, values: ParameterValues): Tracks {
  const rest = style.posture;
  const lag = style.lag();
  const at = (from: number, to: number, late: number): Track => thereAndBack(values, from, to, late);
  const { bend, arms } = values;
  return {
    pelvisTilt: at(rest.pelvisTilt, 0.6 * bend, 0),
    trunkFlexion: at(rest.trunkFlexion, 0.4 * bend, 0.04),
    headPitch: at(rest.headPitch, -0.5 * bend, 0.1),
    leftFlexion: at(rest.leftFlexion, arms + bend, -lag),
    rightFlexion: at(rest.rightFlexion, arms + bend, 0.025 - lag),
    leftAbduction: at(rest.leftAbduction, 3, 0),
    rightAbduction: at(rest.rightAbduction, 3, 0.02),
    leftElbow: at(rest.leftElbow, 6, lag),
    rightElbow: at(rest.rightElbow, 6, lag + 0.02),
    leftReach: at(rest.leftReach, 12, 0.05),
    rightReach: at(rest.rightReach, 12, 0.07),
  };
}

/** Hip joints over the ankles throughout. */
function performRaw(actor: Actor, style: Style, tracks: Tracks, duration: number): Performance {
  const prints = stancePrints(actor);
  return performKinematic(actor, {
    frames: Math.round(duration / FRAME_TIME) + 1,
    frameTime: FRAME_TIME,
    pose: (request, t) => {
      writePosture(request, actor, livingPostureAt(style, tracks, t));
      for (const side of [0, 1] as const) plantFoot(request.feet[side], actor, prints[side]);
      const slack = 0.004 * actor.scale; // knees a little bent
      request.hips.set([0, actor.hipHeight - slack, 0]);
    },
  });
}

/** [Tak00]: all of it in the waist, arms in step with it, legs straight under the hips, feet together. */
function performOneWay(actor: Actor, { bend, arms, reach }: ParameterValues): Performance {
  const frameTime = 1 / 30;
  // Two keys with level tangents, as key-frame editors join them.
  const go = (t: number): number => (t / reach) ** 2 * (3 - (2 * t) / reach);
  const upright = styleOf(0);
  const still = Object.fromEntries(Object.keys(upright.posture).map((name) => [name, () => 0])) as unknown as Tracks;
  const hip = Math.abs(actor.skeleton.offsets[3 * actor.legs[0].upper]);
  return performKinematic(actor, {
    frames: Math.round(reach / frameTime) + 1,
    frameTime,
    pose: (request, t) => {
      const tracks = {
        ...still,
        trunkFlexion: () => bend * go(t),
        leftFlexion: () => (arms + bend) * go(t),
        rightFlexion: () => (arms + bend) * go(t),
      };
      writePosture(request, actor, postureAt(upright, tracks, t));
      for (const side of [0, 1] as const) {
        plantFoot(request.feet[side], actor, { x: actor.legs[side].sign * hip, z: 0, turn: 0 });
      }
      request.hips.set([0, actor.hipHeight - 0.001 * actor.scale, 0]); // knees a hair from straight
    },
  });
}
