/** Which foot goes where and when (docs/performer.md), timed as people do. */
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
const goesAside = (direction: number): boolean => Math.abs(Math.sin(direction)) > 0.7;

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
