/** [Yin05] figure 7: one push after the other, and those who may not step. Second pushes are held against the ground. */
import { createRng, uniform } from '../src/math/random.ts';
import type { PushResponseOptions } from '../src/methods/push-response/options.ts';
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import { body, centralPush } from '../test/methods/push-cases.ts';
import { footDrift } from '../test/performer/drift.ts';
import type { Claim } from './paper.ts';
import { answer, idleFor, quantile } from './yin05-answers.ts';

const DEGREE = Math.PI / 180;
const IN_PLACE: Partial<PushResponseOptions> = { allowed: ['hip', 'arm'] };

interface Double {
  readonly name: string;
  readonly pushes: readonly (readonly [time: number, impulse: number, degrees: number])[];
  readonly options?: Partial<PushResponseOptions>;
  readonly falls?: boolean;
}

const DOUBLES: readonly Double[] = [
  {
    name: 'a forward, then backward; no step allowed',
    pushes: [
      [0.5, 10, 0],
      [0.85, 22, 180],
    ],
    options: IN_PLACE,
  },
  {
    name: 'b to the left, again',
    pushes: [
      [0.5, 15, 90],
      [0.9, 28, 90],
    ],
  },
  {
    name: 'c backward, again',
    pushes: [
      [0.5, 17, 180],
      [0.9, 25, 180],
    ],
  },
  {
    name: 'd forward and left, then backward and right',
    pushes: [
      [0.5, 30, 45],
      [1.4, 12, -135],
    ],
  },
  {
    name: 'e forward, again while stepping',
    pushes: [
      [0.5, 30, 0],
      [0.9, 20, 0],
    ],
  },
  {
    name: 'f backward, then forward',
    pushes: [
      [0.5, 30, 180],
      [1.1, 35, 0],
    ],
  },
  { name: 'beam: forward, too strong', pushes: [[0.5, 60, 0]], options: IN_PLACE, falls: true },
];

export function figure7(library: ResponseLibrary): readonly Claim[] {
  const clip = idleFor(200);
  return DOUBLES.map(({ name, pushes: list, options = {}, falls = false }) => {
    const pushes = list.map(([time, impulse, degrees]) => centralPush(clip, time, impulse, degrees * DEGREE));
    const { answers, outcome, events, clip: answered } = answer(clip, pushes, library, options);
    const chosen = answers.map(({ selection: { chosen: one, status } }) => one?.strategy ?? status);
    const steps = events.filter(({ kind }) => kind === 'step').length;
    const drift = footDrift(body, answered);
    const slides = falls ? '' : `; standing feet slide ${(1000 * drift).toFixed(1)} mm`;
    const inPlace = options.allowed !== undefined && !falls;
    return {
      id: `yin05/7-${name.split(':')[0]!.replace(/[^a-z]+/g, '-')}`,
      paper: `${name}: ${falls ? 'more than hips and arms can take' : `recovers${inPlace ? ', no foot moves' : ''}`}`,
      ours: `${outcome.status}; ${chosen.join(', then ')}; ${steps} steps${slides}`,
      holds: falls
        ? outcome.status === 'fall'
        : outcome.achieved && drift < 0.005 && (!inPlace || (steps === 0 && chosen[1] === 'arm')),
    };
  });
}

const STRENGTHS = Array.from({ length: 16 }, (_, k) => 4 + 2 * k); // [N·s]

/** Without steps, hips answer weak pushes and arms strong ones. */
export function figure7Strategies(library: ResponseLibrary): { readonly claim: Claim; readonly rows: string[][] } {
  const clip = idleFor(60);
  const sides = [
    ['forward', 0],
    ['to the left', 90],
    ['backward', 180],
  ] as const;
  let holds = true;
  const rows = sides.map(([side, degrees]) => {
    const tried = STRENGTHS.map((impulse) => {
      const push = centralPush(clip, 0.3, impulse, degrees * DEGREE);
      const { answers, outcome } = answer(clip, [push], library, IN_PLACE);
      return { impulse, strategy: answers[0]!.selection.chosen?.strategy, held: outcome.achieved };
    });
    const of = (strategy: string): number[] =>
      tried.filter((one) => one.strategy === strategy).map(({ impulse }) => impulse);
    const [hip, arm] = [of('hip'), of('arm')];
    const held = tried.findIndex((one) => !one.held);
    const most = held < 0 ? STRENGTHS.at(-1)! : held === 0 ? 0 : STRENGTHS[held - 1]!;
    holds &&= hip.length > 0 && arm.length > 0 && Math.max(...hip) < Math.min(...arm);
    const range = (list: readonly number[]): string => (list.length ? `${list[0]}–${list.at(-1)}` : '–');
    return [side, range(hip), range(arm), String(most)];
  });
  const words = rows.map(([side, hip, arm, most]) => `${side} hip ${hip}, arm ${arm}, held up to ${most} N·s`);
  return {
    rows,
    claim: {
      id: 'yin05/7a-hip-then-arm',
      paper: 'without steps, hips answer weaker pushes and arms stronger ones',
      ours: words.join('; '),
      holds,
    },
  };
}

const SECOND = 60; // second pushes tried
const INSIDE = 0.01; // [m]

/** Second pushes 0.2 to 0.6 s after the first, from all sides: where the balance point is until the character stands again. */
export function secondPushes(library: ResponseLibrary): Claim {
  const rng = createRng(7);
  const clip = idleFor(120);
  const worst: number[] = [];
  let [frames, inside, falls] = [0, 0, 0];
  for (let k = 0; k < SECOND; k++) {
    const first = uniform(rng, 0.3, 1);
    const second = first + uniform(rng, 0.2, 0.6);
    const pushes = [first, second].map((time, i) =>
      centralPush(
        clip,
        Math.round(60 * time) / 60,
        uniform(rng, 8, i === 0 ? 35 : 28),
        uniform(rng, -Math.PI, Math.PI),
      ),
    );
    const { report, recovered, fell } = answer(clip, pushes, library);
    if (fell < Infinity) falls++;
    const from = Math.round(60 * pushes[1]!.time) + 1;
    const end = recovered.find((time) => time > second) ?? Infinity;
    const to = Math.min(report.frameCount - 2, Math.round(60 * Math.min(end, fell)));
    const margins = report.margin.slice(from, to).filter((margin) => Number.isFinite(margin));
    frames += margins.length;
    inside += margins.filter((margin) => margin > -INSIDE).length;
    worst.push(-Math.min(...margins));
  }
  const share = inside / frames;
  return {
    id: 'yin05/7-second-push-zmp',
    paper:
      'second pushes are answered in balance (ours: balance point, push included, within 1 cm of the soles in 95 % of frames)',
    ours: `${(100 * share).toFixed(1)} % of ${frames} frames of ${SECOND} answers; worst frame, median of answers ${(100 * quantile(worst, 0.5)).toFixed(1)} cm outside; ${falls} fall`,
    holds: share >= 0.95,
  };
}
