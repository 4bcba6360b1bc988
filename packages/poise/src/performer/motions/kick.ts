/** A front kick with the right leg: weight to the left foot, knee up, strike, knee back, foot down where it was. */
import type { PerformerMotion } from '../motion.ts';
import { type Track, track } from '../plan/keys.ts';
import type { Posture } from '../pose/posture.ts';
import { STANCE, stancePrints } from './stance.ts';
import { performStanding, SEED, styleOf, type Tracks } from './standing.ts';
import { type SwingLeg, swingLeg } from './swing-leg.ts';

export const kick: PerformerMotion = {
  id: 'kick',
  title: 'Front kick',
  text: 'Shifts the weight to the left foot and kicks forward with the right.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'rise', unit: '°', default: 84, min: 40, max: 100, text: 'how far the thigh comes up' },
    { name: 'strike', unit: 's', default: 0.27, min: 0.22, max: 0.6, text: 'time in which the knee straightens' },
    SEED,
  ],
  perform: (actor, { rise, strike, seed }) => {
    const style = styleOf(seed);
    const prints = stancePrints(actor);
    const back = OUT + strike + 0.07;
    const beats: Beats = { strike, back, land: back + 0.72 };
    const { land } = beats;
    const leg = legTracks(beats, rise);
    const over = prints[0].x - 0.012 * actor.scale; // the inner half of the left foot
    const ahead = STANCE.comAhead * actor.scale;
    return performStanding(actor, {
      duration: land + 1.4,
      style,
      prints,
      tracks: upperBody(style.posture, beats, style.lag()),
      knee: track(
        STANCE.knee,
        [0.5, 0.5, 12],
        [OUT - 0.05, strike + 0.1, 8],
        [back, 0.5, 19],
        [land - 0.05, 0.9, STANCE.knee],
      ),
      bearing: track(0.5, [0.45, 0.55, 1], [land, 0.7, 0.5]),
      heels: [() => 0, track(0, [LIFT - 0.26, 0.3, 22], [land - 0.35, 0.4, 0])],
      copX: track(0, [0.5, 0.5, over], [land + 0.02, 0.7, 0]),
      copZ: track(ahead, [0.5, 0.5, 1.05 * ahead], [land, 0.7, ahead]),
      follow: (request, t) => swingLeg(request, actor, 1, leg, t),
    });
  },
};

const LIFT = 1.02; // [s] the right foot leaves the ground
const OUT = LIFT + 0.42; // [s] the knee is up, the foot goes forward

/** Times [s]. */
interface Beats {
  readonly strike: number; // the knee straightens in
  readonly back: number; // it bends again at
  readonly land: number; // the foot is down
}

function legTracks({ strike, back, land }: Beats, rise: number): SwingLeg {
  const down = back + 0.3;
  return {
    rise: track(0, [LIFT - 0.02, 0.22, 1], [land - 0.36, 0.36, 0]),
    carry: track(0, [LIFT + 0.08, 0.28, 1], [land - 0.6, 0.4, 0]),
    thigh: track(
      4,
      [LIFT - 0.06, 0.46, rise],
      [OUT, strike, rise + 6],
      [back + 0.06, 0.3, 0.75 * rise],
      [down - 0.06, 0.5, 5],
    ),
    knee: track(
      12,
      [LIFT - 0.1, 0.5, 104],
      [OUT - 0.02, strike, 12, 0.1],
      [back - 0.02, 0.32, 88],
      [down - 0.02, 0.48, 12],
    ),
    plantar: track(
      0,
      [LIFT - 0.05, 0.3, 18],
      [LIFT + 0.2, 0.3, -6],
      [OUT - 0.02, strike, 24],
      [back, 0.4, 6],
      [land - 0.4, 0.35, 2],
    ),
    toes: track(0, [LIFT + 0.15, 0.3, 25], [back + 0.1, 0.5, 0]),
  };
}

/** Guard up while the weight goes over; the trunk leans back and turns against the leg; arms keep the balance. */
function upperBody(rest: Posture, { strike, back, land }: Beats, lag: number): Tracks {
  const there = (from: number, ready: number, hit: number, late: number): Track =>
    track(
      from,
      [0.6 + late, 0.6, ready],
      [OUT - 0.1 + late, strike + 0.12, hit, 0.1],
      [back + late, 0.55, ready],
      [land - 0.15 + late, 0.85, from],
    );
  return {
    pelvisTilt: there(rest.pelvisTilt, -6, -17, 0),
    pelvisTurn: there(0, -6, 24, 0), // the kicking hip is drawn back, then drives forward
    pelvisList: track(0, [0.6, 0.6, 1.5], [OUT - 0.2, strike + 0.2, -3], [back, 0.6, 2], [land - 0.1, 0.9, 0]),
    trunkFlexion: there(rest.trunkFlexion, 9, 6, 0.04),
    trunkTurn: there(rest.trunkTurn, 5, -22, 0.05),
    trunkList: there(0, 2, 4, 0.05),
    headPitch: there(rest.headPitch, 0, 9, 0.08),
    leftFlexion: there(rest.leftFlexion, 34, 40, lag),
    leftAbduction: there(rest.leftAbduction, 16, 20, lag),
    leftElbow: there(rest.leftElbow, 96, 104, lag + 0.03),
    leftRotation: there(rest.leftRotation, 32, 36, lag),
    rightFlexion: there(rest.rightFlexion, 28, 2, lag + 0.04),
    rightAbduction: there(rest.rightAbduction, 16, 24, lag + 0.04),
    rightElbow: there(rest.rightElbow, 90, 66, lag + 0.06),
    rightRotation: there(rest.rightRotation, 30, 24, lag + 0.04),
  };
}
