/** [Yin05] figure 7: one push after the other, and those who may not step. Second pushes are held against the ground. */
import { createRng, uniform } from '../src/math/random.ts';
import { startPushResponse } from '../src/methods/push-response/as-method.ts';
import type { PushResponseOptions } from '../src/methods/push-response/options.ts';
import { polarPad } from '../src/methods/push-response/polar-pad.ts';
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import { body, centralPush, idle } from '../test/methods/push-cases.ts';
import { footDrift } from '../test/performer/drift.ts';
import type { Claim } from './paper.ts';
import { answer, quantile } from './yin05-answers.ts';

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
      [0.85, 32, 180],
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
      [0.5, 35, 180],
      [2, 35, 0],
    ],
  },
  { name: 'beam: forward, too strong', pushes: [[0.5, 60, 0]], options: IN_PLACE, falls: true },
];

export function figure7(library: ResponseLibrary): readonly Claim[] {
  return DOUBLES.map(({ name, pushes: list, options = {}, falls = false }) => {
    const pushes = list.map(([time, impulse, degrees]) => centralPush(idle, time, impulse, degrees * DEGREE));
    const { answers, outcome, events, clip: answered } = answer(idle, pushes, library, { ...options, seconds: 7 });
    // what one sees after each push: steps, or the response in place
    const chosen = answers.map(({ selection: { chosen: one, status } }, k) => {
      const until = pushes[k + 1]?.time ?? Infinity;
      const stepped = events.some(({ kind, time }) => kind === 'step' && time > pushes[k]!.time && time <= until);
      return stepped ? 'step' : (one?.strategy ?? status);
    });
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

/** Of the strongest hip response: from here on an arm response may be the nearer one. */
const OVERLAP = 0.7;
const STRENGTHS = Array.from({ length: 16 }, (_, k) => 4 + 2 * k); // [N·s]

/** Without steps, hips answer weak pushes and arms what hips do not reach; where their regions overlap, the nearer response. */
export function figure7Strategies(library: ResponseLibrary): Claim {
  const [envelope] = polarPad(startPushResponse({ body, clip: idle }, { library })).envelopes;
  const sides = [
    ['forward', 0],
    ['to the left', 90],
    ['backward', 180],
  ] as const;
  let holds = true;
  const words = sides.map(([side, degrees]) => {
    const tried = STRENGTHS.map((impulse) => {
      const push = centralPush(idle, 0.3, impulse, degrees * DEGREE);
      const { answers, outcome } = answer(idle, [push], library, { ...IN_PLACE, seconds: 6 });
      return { impulse, strategy: answers[0]!.selection.chosen?.strategy, held: outcome.achieved };
    });
    const most = envelope!.radii[Math.round((envelope!.radii.length * degrees) / 360)]!;
    for (const { impulse, strategy } of tried) {
      if (impulse < OVERLAP * most) holds &&= strategy === 'hip';
      if (impulse > most) holds &&= strategy === 'arm';
    }
    const range = (of: string): string => {
      const list = tried.filter(({ strategy }) => strategy === of).map(({ impulse }) => impulse);
      return list.length > 0 ? `${list[0]}–${list.at(-1)}` : 'none';
    };
    const fell = tried.findIndex(({ held }) => !held);
    const held = fell < 0 ? STRENGTHS.at(-1)! : (STRENGTHS[fell - 1] ?? 0);
    return `${side}: hip ${range('hip')}, arm ${range('arm')}, holds up to ${held} N·s`;
  });
  return {
    id: 'yin05/7a-hip-then-arm',
    paper: 'without steps, hips answer weaker pushes and arms stronger ones',
    ours: words.join('; '),
    holds,
  };
}

const SECOND = 60; // second pushes tried
const INSIDE = 0.01; // [m]

/** Second pushes 0.2 to 0.6 s after the first, from all sides: where the balance point is until the character stands again. */
export function secondPushes(library: ResponseLibrary): Claim {
  const rng = createRng(7);
  const worst: number[] = [];
  let [frames, inside, falls] = [0, 0, 0];
  for (let k = 0; k < SECOND; k++) {
    const first = uniform(rng, 0.3, 1);
    const second = first + uniform(rng, 0.2, 0.6);
    const pushes = [first, second].map((time, i) =>
      centralPush(
        idle,
        Math.round(60 * time) / 60,
        uniform(rng, 8, i === 0 ? 35 : 28),
        uniform(rng, -Math.PI, Math.PI),
      ),
    );
    const { report, recovered, fell } = answer(idle, pushes, library, { seconds: 7 });
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
