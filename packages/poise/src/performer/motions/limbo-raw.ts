/** The waist bent back under a bar, nothing else: what [Tak00] shows before filtering. It cannot be done. */
import type { PerformerMotion } from '../motion.ts';
import { type Track, track } from '../plan/keys.ts';
import { plantFoot } from '../pose/plant-foot.ts';
import { writePosture } from '../pose/posture.ts';
import { stancePrints } from './stance.ts';
import { FRAME_TIME, performKinematic, postureAt, SEED, styleOf } from './standing.ts';
import { ON_TAK2000 } from './tak2000-figure.ts';

export const limboRaw: PerformerMotion = {
  id: 'limbo-raw',
  title: 'Limbo, unbalanced',
  text: 'Bends the waist far back over still legs, which no one can: an input for the balance filter.',
  loops: false,
  balanced: false,
  parameters: [
    { name: 'bend', unit: '°', default: 66, min: 10, max: 70, text: 'how far the waist bends back' },
    { name: 'down', unit: 's', default: 1.2, min: 0.5, max: 3, text: 'time to bend' },
    { name: 'hold', unit: 's', default: 0.6, min: 0, max: 5, text: 'time at the end pose' },
    SEED,
  ],
  presets: [ON_TAK2000],
  perform: (actor, { bend, down, hold, seed }) => {
    const style = styleOf(seed);
    const rest = style.posture;
    const start = 0.5;
    const there = (from: number, to: number, late: number): Track =>
      track(from, [start + late, down, to], [start + down + hold + late, down, from]);
    const tracks = {
      pelvisTilt: there(rest.pelvisTilt, -0.2 * bend, 0),
      trunkFlexion: there(rest.trunkFlexion, -0.8 * bend, 0),
      headPitch: there(rest.headPitch, 0.15 * bend, 0.08),
      leftFlexion: there(rest.leftFlexion, -22, 0.05),
      rightFlexion: there(rest.rightFlexion, -22, 0.08),
      leftAbduction: there(rest.leftAbduction, 26, 0.05),
      rightAbduction: there(rest.rightAbduction, 26, 0.08),
    };
    const prints = stancePrints(actor);
    return performKinematic(actor, {
      frames: Math.round((start + 2 * down + hold + 0.6) / FRAME_TIME) + 1,
      frameTime: FRAME_TIME,
      pose: (request, t) => {
        writePosture(request, actor, postureAt(style, tracks, t));
        for (const side of [0, 1] as const) plantFoot(request.feet[side], actor, prints[side]);
        request.hips.set([0, actor.hipHeight - 0.006 * actor.scale, 0]);
      },
    });
  },
};
