/** The experiments of Yin, Pai and van de Panne 2005 [Yin05] on the built-in library, and what 500 pushes from all sides come to. */
import { analyse } from '../src/balance/analyse.ts';
import type { BalanceReport } from '../src/balance/report.ts';
import { builtInLibrary } from '../src/cli/library/built-in.ts';
import { pushTrack } from '../src/gait/push.ts';
import { createRng, uniform } from '../src/math/random.ts';
import { alignedRadius } from '../src/methods/push-response/aligned-radius.ts';
import { answerPushes, startPushResponse } from '../src/methods/push-response/as-method.ts';
import { LEVEL_GROUND } from '../src/methods/push-response/measure.ts';
import type { PushResponseOptions } from '../src/methods/push-response/options.ts';
import { polarPad } from '../src/methods/push-response/polar-pad.ts';
import { indexImpulse, type Response, type ResponseLibrary } from '../src/methods/push-response/response.ts';
import { type Clip, createClip } from '../src/motion/clip.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { body, centralPush, idle, judged, stillOf } from '../test/methods/push-cases.ts';
import { check, jointVelocities } from '../test/performer/checks.ts';
import { type Claim, type Paper, type Reproduction, table } from './paper.ts';
import { curvesFigure, loopFigure, polarFigure } from './yin05-figures.ts';
import { minutesOfPushes } from './yin05-minutes.ts';

const PUSHES = 500;
const nq = coordinateCount(body.skeleton);
const DEGREE = Math.PI / 180;

type Say = (what: string) => void;
type Figure = Reproduction['figures'][number];

export const yin05: Paper = {
  id: 'yin05',
  async reproduce(say: Say): Promise<Reproduction> {
    const library = await builtInLibrary();
    say('figures 2 to 5');
    const scaled = figure4(library);
    const figures = [figure2(library), figure3(library), scaled.figure, ...figure5(library)];
    say('figure 7: double pushes');
    const double = figure7(library);
    const experiments = [...scaled.rows, ...double.rows];
    say(`${PUSHES} pushes from all sides`);
    return {
      page: 'push-response.md',
      figures,
      claims: double.claims,
      sections: [
        { mark: 'yin05-sweep', markdown: table(['', 'median', '90th percentile', 'most'], sweep(library, PUSHES)) },
        { mark: 'yin05-experiments', markdown: table(['experiment', 'found'], experiments) },
        { mark: 'yin05-minutes', markdown: minutesOfPushes(library, say) },
      ],
    };
  },
};

function figure2(library: ResponseLibrary): Figure {
  const arms = strongest(library, 'arm', 0);
  const report = judged(arms.clip);
  const title = `Figure 2: momentum of ${arms.name}`;
  return { name: 'yin05-2.svg', svg: curvesFigure(title, [momentum(report, 0, 'x'), momentum(report, 2, 'z')]) };
}

function figure3(library: ResponseLibrary): Figure {
  const pad = polarPad(startPushResponse({ body, clip: idle }, { library }));
  return { name: 'yin05-3.svg', svg: polarFigure('Figure 3: the library', pad) };
}

function strongest(library: ResponseLibrary, strategy: Response['strategy'], degrees: number): Response {
  const found = library.responses
    .filter(
      (response) => response.strategy === strategy && Math.abs(indexImpulse(response).angle - degrees * DEGREE) < 0.01,
    )
    .sort((a, b) => indexImpulse(b).radius - indexImpulse(a).radius);
  return found[0]!;
}

const momentum = (report: BalanceReport, axis: 0 | 2, label: string) => ({
  label,
  time: report.time,
  values: report.time.map((_, f) => report.linearMomentum[3 * f + axis]),
});

/** One response from its own neutral pose, for α of its impulse turned by `turn` [rad]. */
function played(response: Response, library: ResponseLibrary, alpha: number, turn = 0) {
  const still = stillOf(response);
  const { radius, angle } = indexImpulse(response);
  const push = centralPush(still, 0, alpha * radius * (1 - 1e-9), angle + turn);
  return answerPushes({ body, clip: still, pushes: [push] }, { library: { ...library, responses: [response] } });
}

function figure4(library: ResponseLibrary): { readonly figure: Figure; readonly rows: readonly string[][] } {
  const response = strongest(library, 'hip', 0);
  const curves = [1, 0.7, 0.5].map((alpha) => ({
    alpha,
    ...momentum(judged(played(response, library, alpha).clip), 2, `α = ${alpha}`),
  }));
  const peak = (values: Float64Array): number => Math.max(...values);
  const rows = curves
    .slice(1)
    .map(({ alpha, values }) => [
      `4: ${response.name} scaled to ${alpha}`,
      `peak momentum ${(peak(values) / peak(curves[0]!.values)).toFixed(3)} of the whole`,
    ]);
  return { rows, figure: { name: 'yin05-4.svg', svg: curvesFigure(`Figure 4: ${response.name} scaled`, curves) } };
}

function figure5(library: ResponseLibrary): readonly Figure[] {
  const inPlace = strongest(library, 'hip', 45);
  const step = strongest(library, 'step', 0);
  const loop = (response: Response, degrees: number, alpha = 1) => {
    const report = judged(played(response, library, alpha, degrees * DEGREE).clip);
    return {
      label: `${response.name} turned by ${degrees}°`,
      x: report.time.map((_, f) => report.angularMomentum[3 * f]),
      z: report.time.map((_, f) => report.angularMomentum[3 * f + 2]),
    };
  };
  const onTheSpot = [0, -20, -40].map((degrees) => loop(inPlace, degrees, 0.7));
  const stepping = [0, 10, 20].map((degrees) => loop(step, degrees));
  return [
    { name: 'yin05-5a.svg', svg: loopFigure('Figure 5: angular momentum, in place', onTheSpot) },
    { name: 'yin05-5b.svg', svg: loopFigure('Figure 5: angular momentum, stepping', stepping) },
  ];
}

const DOUBLE: readonly (readonly [
  string,
  readonly (readonly [number, number, number])[],
  Partial<PushResponseOptions>?,
])[] = [
  [
    'a forward, backward, no step allowed',
    [
      [0.5, 14, 0],
      [0.85, 20, 180],
    ],
    { allowed: ['hip', 'arm'] },
  ],
  [
    'b to the left, again',
    [
      [0.5, 15, 90],
      [0.9, 28, 90],
    ],
  ],
  [
    'c backward, again',
    [
      [0.5, 17, 180],
      [0.9, 25, 180],
    ],
  ],
  [
    'd forward and left, backward and right',
    [
      [0.5, 30, 45],
      [1.4, 12, -135],
    ],
  ],
  [
    'e forward, again while stepping',
    [
      [0.5, 30, 0],
      [0.9, 20, 0],
    ],
  ],
  [
    'f backward, forward',
    [
      [0.5, 30, 180],
      [1.1, 35, 0],
    ],
  ],
  [' beam: forward, too strong', [[0.5, 45, 0]], { allowed: ['hip', 'arm'] }],
];

function figure7(library: ResponseLibrary) {
  const clip = createClip({ ...idle, q: idle.q.slice(0, 200 * nq) });
  const claims: Claim[] = [];
  const rows = DOUBLE.map(([name, list, options]) => {
    const pushes = list.map(([time, radius, degrees]) => centralPush(clip, time, radius, degrees * DEGREE));
    const result = answerPushes({ body, clip, pushes }, { library, ...options });
    const chosen = result.answers.map(({ selection: { chosen: one, status } }) =>
      one ? `${one.name} from frame ${one.frame.toFixed(0)}` : status,
    );
    const drift = (1000 * check(body, result.clip).drift).toFixed(1);
    const ours = `${result.outcome.status}; ${chosen.join(', then ')}; feet slide ${drift} mm`;
    // on the beam there is no step that would help
    const tooStrong = name.includes('too strong');
    claims.push({
      id: `yin05/7-${name.trim().replace(/[^a-z]+/g, '-')}`,
      paper: tooStrong ? 'beyond what hips and arms can take' : 'recovers',
      ours,
      holds: result.outcome.achieved !== tooStrong,
    });
    return [`7${name}`, ours];
  });
  return { rows, claims };
}

/** Pushes through the CoM, uniform in direction and in strength up to the envelope, at any moment of the idle. */
function sweep(library: ResponseLibrary, count: number): readonly string[][] {
  const rng = createRng(2005);
  const { entries, reach } = startPushResponse({ body, clip: idle }, { library }).searcher!;
  const rows = Array.from({ length: count }, () => {
    const time = Math.round(60 * uniform(rng, 0.3, 8)) / 60;
    const angle = uniform(rng, -Math.PI, Math.PI);
    const most = Math.max(...entries.map((e) => alignedRadius(e.strategy, e.radius, e.angle, angle, reach)));
    const start = Math.round(time / idle.frameTime) - 18;
    const clip = createClip({ ...idle, q: idle.q.slice(start * nq, (start + 60) * nq) });
    const push = centralPush(clip, 0.3, uniform(rng, 3, most), angle);
    const { clip: answered, recovered, answers } = answerPushes({ body, clip, pushes: [push] }, { library });
    const external = [pushTrack(push)];
    const report = analyse(body, answered, { external, ground: LEVEL_GROUND, cutoff: Infinity });
    const checks = check(body, answered);
    return {
      'ZMP more than 2 cm outside [% of frames]':
        (100 * report.margin.filter((m) => m < -0.02).length) / report.frameCount,
      'planted feet slide [mm]': 1000 * checks.drift,
      'penetration [mm]': 1000 * checks.penetration,
      'fastest joint [rad/s]': checks.fastest,
      'a joint changes its speed between frames [rad/s]': largestJump(answered),
      'back to neutral [s]': (recovered[0] ?? Infinity) - 0.3,
      α: answers[0]!.selection.chosen?.alpha ?? 0,
      unanswered: answers[0]!.selection.status === 'found' ? 0 : 1,
    };
  });
  return (Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[]).map((key) => {
    const sorted = rows.map((row) => row[key]).sort((a, b) => a - b);
    const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2);
    return [key, at(0.5), at(0.9), at(1)];
  });
}

/** Largest change of any joint's angular velocity from one frame to the next: a pop would show here. */
function largestJump(clip: Clip): number {
  const velocities = jointVelocities(clip);
  let most = 0;
  for (let k = 1; k < velocities.length; k++) {
    for (let i = 3; i < velocities[k]!.length; i++) {
      most = Math.max(most, Math.abs(velocities[k]![i]! - velocities[k - 1]![i]!));
    }
  }
  return most;
}
