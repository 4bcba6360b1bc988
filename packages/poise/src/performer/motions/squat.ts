/** A deep squat and back: hips start, arms come forward to balance them, the head stays up. */
import type { PerformerMotion } from '../motion.ts';
import { settling, track } from '../plan/keys.ts';
import { STANCE, stancePrints } from './stance.ts';
import { performStanding, SEED, styleOf } from './standing.ts';

export const squat: PerformerMotion = {
  id: 'squat',
  title: 'Squat',
  text: 'Squats deeply with the arms forward, and rises.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'depth', unit: '°', default: 112, min: 40, max: 120, text: 'flexion of the knees' },
    { name: 'down', unit: 's', default: 1.15, min: 0.7, max: 3, text: 'time to go down' },
    { name: 'hold', unit: 's', default: 0.3, min: 0, max: 3, text: 'time below' },
    { name: 'heels', unit: '°', default: 6, min: 0, max: 18, text: 'how far the heels come up at full depth' },
    SEED,
  ],
  perform: (actor, { depth, down, hold, heels, seed }) => {
    const style = styleOf(seed);
    const rest = style.posture;
    const deep = depth / 112;
    const descent = down * style.pace;
    const [start, up] = [0.6, 0.6 + descent + hold];
    const rise = 1.05 * descent;
    // There and back: `late` [s] after the hips, to `to` [deg].
    const there = (from: number, to: number, late: number) =>
      track(
        from,
        ...settling(from, [start + late, descent, to], 0.03, 0.4),
        ...settling(to, [up + late, rise, from], 0.03, 0.5),
      );
    const lag = style.lag();
    // The heels leave the ground after the weight has left them, and are down before it comes back.
    const raised = track(0, [start + 0.45 * descent, 0.6 * descent, heels], [up, 0.5 * rise, 0]);
    const ahead = STANCE.comAhead * actor.scale;
    const arms = 88 * deep * style.size;
    return performStanding(actor, {
      duration: up + rise + 1.1,
      style,
      prints: stancePrints(actor, 0.3, 16),
      tracks: {
        pelvisTilt: there(rest.pelvisTilt, 36 * deep, 0),
        trunkFlexion: there(rest.trunkFlexion, 10 * deep, 0.05),
        headPitch: there(rest.headPitch, -28 * deep, 0.1),
        leftFlexion: there(rest.leftFlexion, arms + 32 * deep, lag),
        rightFlexion: there(rest.rightFlexion, arms + 32 * deep, lag + 0.03),
        leftAbduction: there(rest.leftAbduction, 2, lag),
        rightAbduction: there(rest.rightAbduction, 2, lag + 0.03),
        leftElbow: there(rest.leftElbow, 12, lag + 0.05),
        rightElbow: there(rest.rightElbow, 12, lag + 0.07),
        leftReach: there(rest.leftReach, 10, lag),
        rightReach: there(rest.rightReach, 10, lag),
      },
      knee: there(STANCE.knee, depth, 0.03),
      heels: [raised, raised],
      copZ: track(
        ahead,
        [start, 0.6 * descent, ahead + 0.0045 * heels * actor.scale],
        [up + 0.4 * rise, 0.6 * rise, ahead],
      ),
    });
  },
};
