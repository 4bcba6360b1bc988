/** A front kick with the right leg: weight to the left foot, knee up, strike, knee back, foot down where it was. */
import { quatFromAxisAngle, rotate3, slerpQuat } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import type { PerformerMotion } from '../motion.ts';
import { minimumJerk, type Track, track } from '../plan/keys.ts';
import type { FootRequest, PoseRequest } from '../pose/request.ts';
import { DEGREE, performStanding, SEED, STANCE, stancePrints, styleOf } from './standing.ts';

export const kick: PerformerMotion = {
  id: 'kick',
  title: 'Front kick',
  text: 'Shifts the weight to the left foot and kicks forward with the right.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'rise', unit: 'deg', default: 84, min: 40, max: 100, text: 'how far the thigh comes up' },
    { name: 'strike', unit: 's', default: 0.27, min: 0.22, max: 0.6, text: 'time in which the knee straightens' },
    SEED,
  ],
  perform: (actor, { rise, strike, seed }) => {
    const style = styleOf(seed);
    const rest = style.posture;
    const prints = stancePrints(actor);
    const lift = 1.02; // [s] the right foot leaves the ground
    const out = lift + 0.42; // the knee is up, the foot goes forward
    const back = out + strike + 0.07;
    const down = back + 0.3;
    const land = down + 0.42;
    const lag = style.lag();
    const over = prints[0].x - 0.012 * actor.scale; // the inner half of the left foot
    const ahead = STANCE.comAhead * actor.scale;
    const leg: SwingLeg = {
      rise: track(0, { at: lift - 0.02, lasts: 0.22, to: 1 }, { at: land - 0.36, lasts: 0.36, to: 0 }),
      carry: track(0, { at: lift + 0.08, lasts: 0.28, to: 1 }, { at: land - 0.6, lasts: 0.4, to: 0 }),
      thigh: track(
        4,
        { at: lift - 0.06, lasts: 0.46, to: rise },
        { at: out, lasts: strike, to: rise + 6 },
        { at: back + 0.06, lasts: 0.3, to: 0.75 * rise },
        { at: down - 0.06, lasts: 0.5, to: 5 },
      ),
      knee: track(
        12,
        { at: lift - 0.1, lasts: 0.5, to: 104 },
        { at: out - 0.02, lasts: strike, to: 12, skew: 0.1 },
        { at: back - 0.02, lasts: 0.32, to: 88 },
        { at: down - 0.02, lasts: 0.48, to: 12 },
      ),
      plantar: track(
        0,
        { at: lift - 0.05, lasts: 0.3, to: 18 },
        { at: lift + 0.2, lasts: 0.3, to: -6 },
        { at: out - 0.02, lasts: strike, to: 24 },
        { at: back, lasts: 0.4, to: 6 },
        { at: land - 0.4, lasts: 0.35, to: 2 },
      ),
      toes: track(0, { at: lift + 0.15, lasts: 0.3, to: 25 }, { at: back + 0.1, lasts: 0.5, to: 0 }),
    };
    const there = (from: number, ready: number, hit: number, late: number): Track =>
      track(
        from,
        { at: 0.6 + late, lasts: 0.6, to: ready },
        { at: out - 0.1 + late, lasts: strike + 0.12, to: hit, skew: 0.1 },
        { at: back + late, lasts: 0.55, to: ready },
        { at: land - 0.15 + late, lasts: 0.85, to: from },
      );
    return performStanding(actor, {
      duration: land + 1.4,
      style,
      prints,
      tracks: {
        pelvisTilt: there(rest.pelvisTilt, -6, -17, 0),
        pelvisTurn: there(0, 0, 12, 0),
        pelvisList: track(
          0,
          { at: 0.6, lasts: 0.6, to: 1.5 },
          { at: out - 0.2, lasts: strike + 0.2, to: -3 },
          { at: back, lasts: 0.6, to: 2 },
          { at: land - 0.1, lasts: 0.9, to: 0 },
        ),
        trunkFlexion: there(rest.trunkFlexion, 9, 6, 0.04),
        trunkTurn: there(rest.trunkTurn, 0, -12, 0.05),
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
      },
      knee: track(
        STANCE.knee,
        { at: 0.5, lasts: 0.5, to: 12 },
        { at: out - 0.05, lasts: strike + 0.1, to: 8 },
        { at: back, lasts: 0.5, to: 19 },
        { at: land - 0.05, lasts: 0.9, to: STANCE.knee },
      ),
      bearing: track(0.5, { at: 0.45, lasts: 0.55, to: 1 }, { at: land, lasts: 0.7, to: 0.5 }),
      heels: [() => 0, track(0, { at: lift - 0.26, lasts: 0.3, to: 22 }, { at: land - 0.35, lasts: 0.4, to: 0 })],
      copX: track(0, { at: 0.5, lasts: 0.5, to: over }, { at: land + 0.02, lasts: 0.7, to: 0 }),
      copZ: track(ahead, { at: 0.5, lasts: 0.5, to: 1.05 * ahead }, { at: land, lasts: 0.7, to: ahead }),
      follow: (request, t) => swing(request, actor, leg, t),
    });
  },
};

interface SwingLeg {
  readonly rise: Track; // height of the foot: 0 as on its print … 1 as the angles say
  readonly carry: Track; // the same for its place over the ground and its turn: they change later and are back earlier
  readonly thigh: Track; // [deg] forward from hanging
  readonly knee: Track; // [deg]
  readonly plantar: Track; // [deg] toes down from a right angle
  readonly toes: Track; // [deg] toes back
}

const hip = new Float64Array(3);
const turned = new Float64Array(4);

/** Moves the right foot from its print to where thigh and knee put it, hanging from the hips. */
function swing(request: PoseRequest, actor: Actor, leg: SwingLeg, t: number): void {
  const [rise, carry] = [leg.rise(t), leg.carry(t)];
  const { upper, thigh, shank } = actor.legs[1];
  const foot = request.feet[1];
  foot.kneeGuide = 'side';
  if (rise <= 0) return;
  for (let k = 0; k < 3; k++) hip[k] = actor.skeleton.offsets[3 * upper + k] - actor.hipsInRoot[k];
  rotate3(hip, 0, request.hipsRotation, 0, hip, 0);
  const [a, b] = [leg.thigh(t) * DEGREE, (leg.thigh(t) - leg.knee(t)) * DEGREE];
  const y = request.hips[1] + hip[1] - thigh * Math.cos(a) - shank * Math.cos(b);
  const z = request.hips[2] + hip[2] + thigh * Math.sin(a) + shank * Math.sin(b);
  foot.ankle[0] += carry * (request.hips[0] + hip[0] - foot.ankle[0]);
  foot.ankle[1] += rise * (y - foot.ankle[1]);
  foot.ankle[2] += carry * (z - foot.ankle[2]);
  quatFromAxisAngle(turned, 0, 1, 0, 0, leg.plantar(t) * DEGREE - b);
  slerpQuat(foot.rotation, 0, foot.rotation, 0, turned, 0, carry);
  foot.toeBend += carry * (leg.toes(t) * DEGREE - foot.toeBend);
  foot.kneeYaw *= 1 - carry;
  foot.ankle[1] += spare(lowestPoint(foot, actor), 1e-5 + 0.004 * minimumJerk(4 * rise));
}

const point = new Float64Array(3);
const toePitch = new Float64Array(4);

/** Height [m] of the lowest point of the right sole. */
function lowestPoint(foot: FootRequest, actor: Actor): number {
  const sole = actor.body.soles[1];
  let lowest = Number.POSITIVE_INFINITY;
  quatFromAxisAngle(toePitch, 0, 1, 0, 0, -foot.toeBend);
  sole.segments.forEach((segment, k) => {
    const onToes = segment === sole.toes;
    if (onToes) {
      rotate3(point, 0, toePitch, 0, sole.points, 3 * k);
      for (let i = 0; i < 3; i++) point[i] += actor.skeleton.offsets[3 * sole.toes + i];
      rotate3(point, 0, foot.rotation, 0, point, 0);
    } else rotate3(point, 0, foot.rotation, 0, sole.points, 3 * k);
    lowest = Math.min(lowest, foot.ankle[1] + point[1]);
  });
  return lowest;
}

/** How much higher [m] a foot must go whose lowest point is at y, starting `softly` [m] above the ground. */
const spare = (y: number, softly: number): number => softly * Math.log(1 + Math.exp(-Math.max(-500, y / softly)));
