/** A limb whose end is led over the ground: what it is, and where it goes in a stage. */
import type { Limb, LimbTarget } from '../../ik/leg-ik.ts';
import { mix } from '../../math/tuple.ts';
import type { Side } from '../../motion/roles.ts';
import type { Figure } from './figure.ts';
import type { Lead, Led } from './way-up.ts';

export interface LedLimb {
  readonly name: Led;
  readonly side: Side;
  readonly kind: 'leg' | 'arm';
  readonly limb: Limb | undefined; // arms without a wrist: none
  readonly upper: number;
  readonly lower: number;
  readonly end: number; // joint whose frame `point` is in
  readonly point: Float64Array; // 3 [m] what touches the ground
  readonly ends: readonly { readonly at: Float64Array; readonly radius: number }[]; // of the hand or foot, the same frame
  readonly length: number; // [m]
  readonly clearance: number; // [m] at most
  readonly from: Float64Array; // 3 world: of the point
  readonly to: Float64Array; // 3 world
  readonly speed: Float64Array; // 3 [m/s] at the start
  readonly place: Float64Array; // 3 world: now
  readonly turns: Float64Array; // 3 × 4: world-from-end at the start, at the end, now
  readonly kneeFrom: Float64Array; // 3 world: knee or elbow
  readonly kneeTo: Float64Array; // 3 world
  readonly knee: Float64Array; // 3 world: now
  readonly bend: Float64Array; // 3
  readonly target: LimbTarget;
  readonly guided: LimbTarget; // the same, with its knee or elbow where it is led
  how: Lead | undefined;
  kneels: boolean; // its knee is on the ground, too
  isLoose: boolean; // the wrist or ankle is led, hand or foot turn with the key poses
  laid: number; // share by which such a hand or foot lies as it will lie
  isGuided: boolean; // its knee or elbow is led, too
  lift: number; // [m]
  stretch: number; // of its length, at most while it stays
  departs: number; // share of the stage: until then it stays
  arrives: number; // share of the stage
}

const CLEARANCE = { leg: 0.08, arm: 0.16 } as const; // of the limb's length

export function createLedLimb(figure: Figure, side: Side, kind: 'leg' | 'arm'): LedLimb {
  const { leg, arm, shoulder, elbow, tip, knuckles } = figure.sides[side];
  const limb = kind === 'leg' ? leg : arm;
  const end = limb?.end ?? elbow;
  const own = figure.body.shapes.find(
    ({ part, side: of, segment }) => part === (kind === 'leg' ? 'foot' : 'hand') && of === side && segment === end,
  );
  const length = kind === 'leg' ? figure.thigh + figure.shank : figure.arm;
  const palm = arm && own ? mix(own.near, own.far, 0.5) : knuckles.at;
  const target = { position: new Float64Array(3), rotation: new Float64Array(4) };
  const bend = new Float64Array(3);
  return {
    name: kind === 'leg' ? `${side}Leg` : `${side}Arm`,
    side,
    kind,
    limb,
    upper: limb?.upper ?? shoulder,
    lower: limb?.lower ?? elbow,
    end,
    point: Float64Array.from(kind === 'leg' ? tip : palm),
    ends: own
      ? [
          { at: Float64Array.from(own.near), radius: own.nearRadius },
          { at: Float64Array.from(own.far), radius: own.farRadius },
        ]
      : [],
    length,
    clearance: CLEARANCE[kind] * length,
    from: new Float64Array(3),
    to: new Float64Array(3),
    speed: new Float64Array(3),
    place: new Float64Array(3),
    turns: new Float64Array(12),
    kneeFrom: new Float64Array(3),
    kneeTo: new Float64Array(3),
    knee: new Float64Array(3),
    bend,
    target,
    guided: { ...target, bendTowards: bend },
    how: undefined,
    kneels: false,
    isLoose: false,
    laid: 0,
    isGuided: false,
    lift: 0,
    stretch: 1,
    departs: 0,
    arrives: 1,
  };
}
