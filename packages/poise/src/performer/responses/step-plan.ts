/** Which foot goes where and when, and where the weight is meanwhile (performer.md §4, timing of people §10). */
import type { Actor } from '../actor.ts';
import type { Move } from '../plan/keys.ts';
import { track } from '../plan/keys.ts';
import type { Footprint } from '../pose/plant-foot.ts';
import type { CopKey } from './cop-keys.ts';
import type { FootCourse, Swing } from './foot-course.ts';
import type { Neutral } from './neutral.ts';
import { PUSH } from './push-force.ts';
import type { StepTiming } from './request.ts';

/** One step of a response. */
export interface PlannedStep {
  readonly foot: 0 | 1;
  readonly lift: number; // [s] from the first frame
  readonly land: number; // [s]
  readonly share: number; // of the displacement at which the foot lands
  readonly closes: boolean; // comes beside the other foot after the fall is caught
}

type Turn = readonly [foot: 'lead' | 'trail', share: number];

/** Order of feet and shares of the whole way; the last one closes. */
const SEQUENCES: Readonly<Record<'along' | 'aside', Readonly<Record<1 | 2 | 3, readonly Turn[]>>>> = {
  along: {
    1: [
      ['lead', 1],
      ['trail', 1],
    ],
    2: [
      ['lead', 0.5],
      ['trail', 1],
      ['lead', 1],
    ],
    3: [
      ['lead', 0.36],
      ['trail', 0.72],
      ['lead', 1],
      ['trail', 1],
    ],
  },
  aside: {
    1: [
      ['lead', 1],
      ['trail', 1],
    ],
    2: [
      ['lead', 0.55],
      ['trail', 0.55],
      ['lead', 1],
      ['trail', 1],
    ],
    3: [
      ['lead', 0.36],
      ['trail', 0.36],
      ['lead', 0.7],
      ['trail', 0.7],
      ['lead', 1],
      ['trail', 1],
    ],
  },
};

/** Out and back again. */
const RETURN: readonly Turn[] = [
  ['lead', 1],
  ['lead', 0],
];

/** Is the push more to the side than along? */
export const goesAside = (direction: number): boolean => Math.abs(Math.sin(direction)) > 0.7;

/** Steps for a push in `direction` [rad]; `lead` is the foot that goes first. */
export function planSteps(direction: number, lead: 0 | 1, timing: StepTiming): PlannedStep[] {
  const turns = timing.ending === 'return' ? RETURN : SEQUENCES[goesAside(direction) ? 'aside' : 'along'][timing.count];
  const steps: PlannedStep[] = [];
  let t = PUSH.start + timing.lift;
  turns.forEach(([who, share], k) => {
    const closes = k === turns.length - 1;
    const swing = k === 0 ? timing.swing : closes ? timing.close : timing.later;
    if (k > 0) t += closes ? timing.rest : timing.between;
    steps.push({ foot: who === 'lead' ? lead : lead === 0 ? 1 : 0, lift: t, land: t + swing, share, closes });
    t += swing;
  });
  return steps;
}

/** How far the CoP may go towards the toes, the heels or the side to brake before a foot is lifted [m], for feet of 0.266 m. */
const BRAKE = { forward: [0.06, 0.0011], back: [0.045, 0.0009], side: [0.07, 0.0011] } as const; // and more per N·s
const PREPARE = { forward: 0.1, back: 0.07 }; // [m] towards the swinging foot, which throws the body over the other one
const FOOT_LENGTH = 0.266;

/** Where the weight is: brakes, goes to the foot that stays, to the one that landed, and in the end to the middle. */
export function stepCop(
  actor: Actor,
  neutral: Neutral,
  direction: number,
  impulse: number, // [N·s] for the reference body
  steps: readonly PlannedStep[],
  timing: StepTiming,
): CopKey[] {
  const size = actor.foot.length / FOOT_LENGTH;
  const [ux, uz] = [Math.sin(direction), Math.cos(direction)];
  const [restX, restZ] = [neutral.com[0], neutral.com[2]];
  const sign = (foot: 0 | 1): number => (foot === 0 ? 1 : -1);
  const t0 = PUSH.start;
  const lead = steps[0].foot;
  const braking = ([least, more]: readonly [number, number]): number => least + more * impulse;
  const brake = Math.hypot(braking(uz > 0 ? BRAKE.forward : BRAKE.back) * uz, braking(BRAKE.side) * ux) * size;
  const prepare = (uz > 0 ? PREPARE.forward : PREPARE.back) * size * uz * uz * Math.min(1, (0.19 / timing.lift) ** 2);
  const keys: CopKey[] = [
    { from: 0, to: 0, at: [restX, restZ], share: 0 },
    {
      from: t0 + Math.max(0.04, timing.lift - 0.17),
      to: t0 + Math.max(0.09, timing.lift - 0.09),
      at: [restX + brake * ux + prepare * sign(lead), restZ + brake * uz],
      share: 0,
    },
  ];
  /** On a foot: a little inwards, ahead of the ankle, towards where the push goes. */
  const onFoot = (foot: 0 | 1, reach: number): readonly [number, number] => {
    const print = neutral.prints[foot];
    const edge = 0.033 + 0.005 * uz; // the heel is narrower than the ball
    const inward = Math.min(edge, Math.max(0.012, edge - 0.006 - 0.02 * ux * sign(foot) * Math.abs(ux)));
    return [print.x - size * inward * sign(foot), print.z + size * (0.05 + reach * uz * Math.abs(uz))];
  };
  steps.forEach((step, k) => {
    const other = step.foot === 0 ? 1 : 0;
    const carried = steps.slice(0, k).findLast(({ foot }) => foot === other);
    const before = steps[k - 1];
    if (before && before.foot === step.foot) {
      // Out and back: onto the foot that landed, and in time back to the other one.
      const landed = before.land + timing.transfer;
      keys.push({ from: before.land, to: landed, at: onFoot(step.foot, 0.06), share: before.share });
      keys.push({ from: Math.max(landed, step.lift - 0.17), to: step.lift - 0.01, at: onFoot(other, 0.03), share: 0 });
      return;
    }
    // Onto the foot that stays, just before the other one leaves.
    const from = k === 0 ? step.lift - 0.075 : steps[k - 1].land;
    const to = k === 0 ? step.lift - 0.005 : Math.min(step.lift - 0.01, from + timing.transfer);
    keys.push({ from, to, at: onFoot(other, k === 0 ? 0.078 : 0.02), share: carried?.share ?? 0 });
  });
  const last = steps[steps.length - 1];
  keys.push({ from: last.land - 0.01, to: last.land + 0.34, at: [restX, restZ], share: last.share });
  return keys;
}

/** Both feet for a displacement of the whole body. */
export function stepFeet(
  neutral: Neutral,
  steps: readonly PlannedStep[],
  moved: readonly [x: number, z: number],
): readonly [FootCourse, FootCourse] {
  return [courseOf(neutral, steps, moved, 0), courseOf(neutral, steps, moved, 1)];
}

function courseOf(
  neutral: Neutral,
  steps: readonly PlannedStep[],
  moved: readonly [number, number],
  foot: 0 | 1,
): FootCourse {
  const home = neutral.prints[foot];
  const printAt = (share: number): Footprint => ({
    x: home.x + share * moved[0],
    z: home.z + share * moved[1],
    turn: home.turn,
  });
  const pitch: Move[] = [];
  const swings: Swing[] = [];
  let from = home;
  steps.forEach((step, k) => {
    if (step.foot !== foot) return;
    const to = printAt(step.share);
    const swing = swingTo(from, to, step);
    swings.push(swing);
    pitch.push(...pitchMoves(from, to, step, steps[k - 1]));
    from = to;
  });
  if (swings.length === 0) pitch.push(...stayingHeel(home, printAt(1), steps));
  return { from: home, swings, pitch: track(0, ...pitch) };
}

/** [deg] The heel of the foot that stays comes up while the other one is far ahead. */
function stayingHeel(from: Footprint, ahead: Footprint, steps: readonly PlannedStep[]): Move[] {
  const { far, forward } = shapeOf(from, ahead);
  const [out, back] = [steps[0], steps[steps.length - 1]];
  return [
    [out.land - 0.12, 0.45, -26 * forward * Math.min(1, far / 0.8)],
    [back.lift - 0.38, 0.32, 0],
  ];
}

/** Shares of a way: how much of it goes forward, back and aside, adding up to 1; and how long it is [m]. */
function shapeOf(from: Footprint, to: Footprint) {
  const [x, z] = [to.x - from.x, to.z - from.z];
  const far = Math.hypot(x, z);
  const along = far > 1e-6 ? z / far : 0;
  return { far, forward: Math.max(0, along) ** 2, back: Math.max(0, -along) ** 2, aside: 1 - along * along };
}

function swingTo(from: Footprint, to: Footprint, { lift, land, closes }: PlannedStep): Swing {
  const { far, forward } = shapeOf(from, to);
  const height = 0.022 + 0.055 * Math.min(1, far / 0.75);
  return {
    lift,
    land,
    to,
    height: closes ? 0.8 * height : height,
    pivots: ['ball', forward > 0.5 && !closes ? 'heel' : 'ball'],
  };
}

/** [deg] Heel up before the foot leaves, toes up before a forward landing, on the ball before a backward one. */
function pitchMoves(from: Footprint, to: Footprint, step: PlannedStep, before: PlannedStep | undefined): Move[] {
  const { lift, land, closes } = step;
  const { far, forward, back, aside } = shapeOf(from, to);
  const size = Math.min(1, far / 0.8);
  const swing = land - lift;
  const most = -(forward * (10 + 26 * size) + back * (10 + 14 * size) + aside * (6 + 8 * size));
  const landing = closes ? -3 * (1 - forward) : forward > 0.5 ? 7 * forward * size : -(11 * back * size + 3 * aside);
  const moves: Move[] = [];
  if (before && before.foot !== step.foot)
    moves.push([before.land - 0.17, 0.17 + Math.max(0.08, lift - before.land), -25 * forward * size]);
  const off = Math.min(0.1, before ? 0.6 * (lift - before.land) : 0.08);
  moves.push([lift - off, off + 0.38 * swing, most]);
  moves.push([lift + 0.4 * swing, 0.58 * swing, landing]);
  moves.push([land - 0.015, 0.12 + 0.05 * back, 0]);
  return moves;
}
