/** How fast a runner comes upright again, with β 0.3 and 0.7: [Komura04] on the whole body. */
import { headingAt } from '../src/gait/heading.ts';
import { Locomotion } from '../src/methods/reactive-locomotion/locomotion.ts';
import { plots } from './curves.ts';
import { betaClaim, betaEverywhere } from './komura04-claims.ts';
import type { Subject } from './komura04-clips.ts';
import type { Experiment } from './komura04-figures.ts';
import { impulseOf, leanOf, TICK, tick, type Walker, walkerOf } from './komura04-walker.ts';
import { type Claim, table } from './paper.ts';

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
  readonly errors: readonly number[]; // [°] the same at each touch-down after the push
}

function pushed(walker: Walker, moment: number, angle: number): Bent {
  const { locomotion, body } = walker;
  for (let k = 0; k < moment; k++) tick(walker);
  locomotion.push({ impulse: impulseOf(walker, CHANGE, angle), segment: body.roles.head ?? 0 });
  const [lean, errors]: [number[], number[]] = [[], []];
  for (let k = 0; k < Math.round(SECONDS / TICK); k++) {
    const landed = tick(walker).some(({ kind }) => kind === 'step');
    lean.push(leanOf(walker));
    if (landed && k > PUSH && errors.length < STEPS) errors.push((180 / Math.PI) * lean.at(-1)!);
  }
  return { lean, errors };
}

/** Pushes at all moments of a step. */
function bentBy(subject: Subject, beta: number, angle: number): readonly Bent[] {
  const walker = walkerOf(subject, { beta });
  const start = walker.locomotion.save();
  return MOMENTS.map((moment) => {
    walker.locomotion.restore(start);
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
          title: `Lean beyond the clip at touch-down, ${side}, mean over six moments`,
          xLabel: 'touch-down after the hit',
          yLabel: '[°]',
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
  const head = ['hit at the head', 'β', 'lean of the trunk beyond the clip’s, touch-down by touch-down [°]'];
  const claims = SIDES.map(([side]) => {
    const [slow, quick] = cases.filter((one) => one.side === side).map(({ all }) => meanErrors(all));
    return betaClaim(side, slow!, quick!);
  });
  return { markdown: table(head, rows), svg, claims };
}

const CHANGES = [0.15, 0.3]; // [m/s]
const PLACES = ['head', 'chest'] as const;
const AFTER = [0.45, 0.6]; // [s] at which the hit comes
const COUNTED = 3; // touch-downs whose lean is added up
const VISIBLE = 0.5; // [°] more

/** β in every run, hit at head and chest, weakly and strongly, from behind and from the front: the lean at the first touch-downs, added up. */
export function betaConditions(subjects: readonly Subject[]): {
  readonly markdown: string;
  readonly claims: readonly Claim[];
} {
  const rows: (string | number)[][] = [];
  let [seen, all] = [0, 0];
  for (const subject of subjects) {
    let [own, slow, quick] = [0, 0, 0];
    for (const place of PLACES) {
      for (const change of CHANGES) {
        for (const [, angle] of SIDES) {
          const [a, b] = BETAS.map(([beta]) => leanAfter(subject, beta, place, change, angle));
          own += a! - b! > VISIBLE ? 1 : 0;
          slow += a! / 8;
          quick += b! / 8;
          all++;
        }
      }
    }
    seen += own;
    rows.push([subject.name, `${own} of 8`, slow.toFixed(1), quick.toFixed(1)]);
  }
  const head = ['run', 'β 0.3 leans visibly more', 'lean with β 0.3, mean of the sums [°]', 'with β 0.7'];
  return { markdown: table(head, rows), claims: [betaEverywhere(seen, all)] };
}

function leanAfter(
  { body, clip }: Subject,
  beta: number,
  place: (typeof PLACES)[number],
  change: number,
  angle: number,
): number {
  let sum = 0;
  for (const time of AFTER) {
    const runner = new Locomotion(body, clip, { beta });
    for (let k = 0; k < Math.round(time / TICK); k++) runner.step(TICK);
    const { forward } = headingAt(body, clip, Math.round(time / clip.frameTime));
    const size = change * body.totalMass * Math.cos(angle);
    const segment = body.roles[place] ?? body.roles.spine ?? 0;
    runner.push({ impulse: [size * forward[0], 0, size * forward[1]], segment });
    let counted = 0;
    for (let k = 0; k < SECONDS / TICK && counted < COUNTED; k++) {
      const landed = runner.step(TICK).some(({ kind }) => kind === 'step');
      if (!landed || k <= PUSH) continue;
      counted++;
      sum += ((180 / Math.PI) * runner.view().steps.at(-1)!.lean) / AFTER.length;
    }
  }
  return sum;
}
