/** How fast a runner comes upright again, with β 0.3 and 0.7: [Komura04] on the whole body. */
import { gaugeOf } from '../src/methods/reactive-locomotion/lean-gauge.ts';
import { restoreWalker, saveWalker } from '../src/methods/reactive-locomotion/save-walker.ts';
import { pushWalker, TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { axesOf } from '../src/methods/reactive-locomotion/walker-state.ts';
import { plots } from './curves.ts';
import { betaClaim } from './komura04-claims.ts';
import type { Subject } from './komura04-clips.ts';
import type { Experiment } from './komura04-figures.ts';
import { impulseOf, walkerOf } from './komura04-sweep.ts';
import { table } from './paper.ts';

const BETAS = [
  [0.3, '#c9553c'],
  [0.7, '#1f6fb4'],
] as const;
const SIDES = [
  ['from behind', 0],
  ['from the front', Math.PI],
] as const;
const CHANGE = 0.15; // [m/s] of the whole body, at the head
const MOMENTS = [8, 16, 24, 32, 40, 48]; // [ticks] at which the push comes: all of a step
const SHOWN = 2; // of them whose lean is drawn
const PUSH = 12; // [ticks] that it lasts
const SECONDS = 2.4;
const STEPS = 6;

/** What came of one push. */
interface Bent {
  readonly lean: readonly number[]; // [rad] of the trunk to the front beyond the clip's, tick by tick
  readonly errors: readonly number[]; // I [kg·m²·rad] of the body at each touch-down after the push
}

function pushed(walker: Walker, moment: number, angle: number): Bent {
  for (let k = 0; k < moment; k++) tickWalker(walker);
  pushWalker(walker, { impulse: impulseOf(walker, CHANGE, angle), segment: walker.body.roles.head ?? 0 });
  const [lean, errors]: [number[], number[]] = [[], []];
  for (let k = 0; k < Math.round(SECONDS / TICK); k++) {
    const { count } = walker.state.plan;
    tickWalker(walker);
    const now = walker.state.plan.count;
    const { left: l } = axesOf(walker, now);
    lean.push(walker.follower.off[3] * l[0] + walker.follower.off[5] * l[1]);
    if (now > count && k > PUSH && errors.length < STEPS) errors.push(gaugeOf(walker, now).lean[0]);
  }
  return { lean, errors };
}

/** Pushes at all moments of a step. */
function bentBy(subject: Subject, beta: number, angle: number): readonly Bent[] {
  const walker = walkerOf(subject, { beta });
  const start = saveWalker(walker);
  return MOMENTS.map((moment) => {
    restoreWalker(walker, start);
    return pushed(walker, moment, angle);
  });
}

const meanErrors = (all: readonly Bent[]): readonly number[] =>
  Array.from({ length: STEPS }, (_, k) => all.reduce((sum, { errors }) => sum + (errors[k] ?? 0), 0) / all.length);

export function betas(subject: Subject): Experiment {
  const cases = SIDES.flatMap(([side, angle]) =>
    BETAS.map(([beta, colour]) => ({ side, beta, colour, all: bentBy(subject, beta, angle) })),
  );
  const svg = plots(
    SIDES.flatMap(([side]) => {
      const shown = cases.filter((one) => one.side === side);
      return [
        {
          title: `Run, hit at the head ${side} (${CHANGE} m/s): lean beyond the clip`,
          xLabel: 'time after the hit [s]',
          yLabel: '[°]',
          curves: shown.map(({ beta, colour, all }) => ({
            name: `β ${beta}`,
            colour,
            points: all[SHOWN]!.lean.map((lean, k) => [k * TICK, (180 / Math.PI) * lean] as const),
          })),
        },
        {
          title: `Posture error of the body at touch-down, ${side}, mean over six moments`,
          xLabel: 'touch-down after the hit',
          yLabel: 'I [kg·m²·rad]',
          curves: shown.map(({ beta, colour, all }) => ({
            name: `β ${beta}`,
            colour,
            points: meanErrors(all).map((error, k) => [k + 1, error] as const),
          })),
        },
      ];
    }),
  );
  const rows = cases.map(({ side, beta, all }) => [
    side,
    beta,
    meanErrors(all)
      .map((error) => error.toFixed(2))
      .join(', '),
  ]);
  const head = ['hit at the head', 'β', 'posture error I of the body, touch-down by touch-down [kg·m²·rad]'];
  const claims = SIDES.map(([side]) => {
    const [slow, quick] = cases.filter((one) => one.side === side).map(({ all }) => meanErrors(all));
    return betaClaim(side, slow!, quick!);
  });
  return { markdown: table(head, rows), svg, claims };
}
