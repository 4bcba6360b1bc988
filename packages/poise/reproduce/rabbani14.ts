/** The experiments of Rabbani, van de Panne and Kry 2014 [Rabbani14], with the CMRTs that come with Poise. */
import loadMujoco from '@mujoco/mujoco';
import { createRng, normal, type Rng, uniform } from '../src/math/random.ts';
import { interpolateFamily } from '../src/methods/anticipation/combine.ts';
import { type Anticipated, curveOf } from '../src/methods/anticipation/pool.ts';
import { recordRollout } from '../src/methods/anticipation/recording.ts';
import { loadOf, type Scenario, withLoad, withTask } from '../src/methods/anticipation/scenario.ts';
import { scenarioNamed, scenarios } from '../src/methods/anticipation/scenarios/index.ts';
import { scaleMass } from '../src/methods/anticipation/scene.ts';
import {
  ANTICIPATION_PERSON,
  anticipateParts,
  type SolvedCmrt,
  solvedFor,
} from '../src/methods/anticipation/solved.ts';
import { createStage, type Rollout } from '../src/methods/anticipation/stage.ts';
import { createMannequin } from '../src/performer/mannequin/skeleton.ts';
import type { MujocoModule } from '../src/sim/engine.ts';
import { type Claim, type Paper, type Reproduction, table } from './paper.ts';
import { figuresOf } from './rabbani14-figures.ts';

const NOISE_RUNS = 10;
const AFTER_TASK = 0.1; // [s]
const TASKS = [0.6, 0.8, 1.0, 1.2];
/** Iterations and seconds of [Rabbani14] table 1. */
const PAPER: Readonly<Record<string, readonly [iterations: number, seconds: number]>> = {
  'dominoes-paper': [149, 328],
  'catch-paper': [18, 40],
  'bend-slow-paper': [328, 641],
  'bend-fast-paper': [683, 1366],
};

const { body } = createMannequin(ANTICIPATION_PERSON);

const mm = (metres: number): string => `${(1000 * metres).toFixed(0)} mm`;
const verdict = ({ ending, rms }: Rollout): string =>
  `${ending.standing ? 'stands' : ending.complaints.join(', ')}; ${mm(rms)}`;

function run(mujoco: MujocoModule, scenario: Scenario, anticipated: Anticipated, mass = 1, delay = 0): Rollout {
  const stage = createStage(mujoco, scaleMass(body, mass), scenario);
  const outcome = stage.rollout(curveOf(anticipated), { delay });
  stage.delete();
  return outcome;
}

const learned = (scenario: Scenario): Anticipated =>
  scenario.parts.length > 0 ? anticipateParts(body, scenario) : solvedFor(body, scenario)?.cmrt;

/** The part of the CoP error [m] that falls into the task and the tenth of a second after it: what no preparation takes away. */
function errorDuring(mujoco: MujocoModule, scenario: Scenario, anticipated: Anticipated): number {
  const stage = createStage(mujoco, body, scenario);
  const { trace } = recordRollout(stage, curveOf(anticipated), { after: 0 });
  stage.delete();
  const { preparation, task } = scenario;
  let squares = 0;
  for (let row = 0; row < trace.length; row++) {
    const t = (row + 1) * trace.step;
    if (t < preparation || t > preparation + task + AFTER_TASK || trace.contact[row] === 0) continue;
    for (let k = scenario.planar ? 1 : 0; k < 2; k++)
      squares += (trace.cop[2 * row + k] - trace.support[2 * row + k]) ** 2;
  }
  return Math.sqrt(squares / trace.length);
}

function cases(mujoco: MujocoModule) {
  const claims: Claim[] = [];
  const rows = scenarios.flatMap((scenario) => {
    const anticipated = learned(scenario);
    if (!anticipated) return [];
    const solved = solvedFor(body, scenario);
    const paper = PAPER[scenario.name];
    const [without, prepared] = [run(mujoco, scenario, undefined), run(mujoco, scenario, anticipated)];
    // slow bends are the paper's case of somebody who needs no preparation to stand
    const slow = scenario.name.startsWith('bend-slow');
    claims.push({
      id: `rabbani14/${scenario.name}`,
      paper: slow ? 'stands, with less error when it is prepared' : 'falls without, stands with preparation',
      ours: `without: ${verdict(without)}; with: ${verdict(prepared)}`,
      holds: prepared.ending.standing && (slow ? prepared.rms < without.rms : !without.ending.standing),
    });
    return [
      [
        scenario.name,
        `${scenario.mode}${scenario.planar ? '' : ', 3D'}`,
        scenario.task,
        verdict(without),
        verdict(prepared),
        (prepared.rms / without.rms).toFixed(2),
        scenario.parts.length > 0 ? '–' : mm(errorDuring(mujoco, scenario, anticipated)),
        solved?.evaluations ?? '–',
        paper ? `${paper[0]} iterations, ${paper[1]} s` : '–',
      ],
    ];
  });
  const markdown = table(
    [
      'scenario',
      'control',
      'T [s]',
      'without',
      'with',
      'with / without',
      'of which in T',
      'rollouts of the search',
      'the paper',
    ],
    rows,
  );
  return { markdown, claims };
}

interface Draw {
  readonly mass: number; // share of the person's
  readonly load: number; // share of what is believed
  readonly delay: number; // [s] of the CMRT
}

/** Two draws that no search has seen: anything up to 2 % and 20 ms, and bell-shaped about what is believed. */
const uniformly = (rng: Rng): Draw => ({
  mass: uniform(rng, 0.98, 1.02),
  load: uniform(rng, 0.98, 1.02),
  delay: uniform(rng, -0.02, 0.02),
});
const normally = (rng: Rng): Draw => ({
  mass: 1 + 0.01 * normal(rng),
  load: 1 + 0.01 * normal(rng),
  delay: 0.01 * normal(rng),
});

/** Body and load heavier or lighter, the CMRT early or late: how many stand, and the largest CoP error of those. */
function stands(mujoco: MujocoModule, scenario: Scenario, anticipated: Anticipated, draws: readonly Draw[]): string {
  const load = loadOf(scenario);
  const ends = draws.map((draw) => {
    const other = load > 0 ? withLoad(scenario, load * draw.load) : scenario;
    return run(mujoco, other, anticipated, draw.mass, draw.delay);
  });
  const standing = ends.filter(({ ending }) => ending.standing);
  const worst = Math.max(0, ...standing.map(({ rms }) => rms));
  return `${standing.length} of ${draws.length}; ${mm(worst)}`;
}

function noise(mujoco: MujocoModule): string {
  const rows = scenarios.flatMap((scenario) => {
    const anticipated = learned(scenario);
    if (!anticipated) return [];
    const { jitter } = scenario.search;
    const seen = [0, -jitter, jitter].slice(0, jitter > 0 ? 3 : 1).map((delay) => ({ mass: 1, load: 1, delay }));
    const [first, second] = [createRng(14), createRng(77)];
    return [
      [
        scenario.name,
        stands(mujoco, scenario, anticipated, seen),
        stands(
          mujoco,
          scenario,
          anticipated,
          Array.from({ length: NOISE_RUNS }, () => uniformly(first)),
        ),
        stands(
          mujoco,
          scenario,
          anticipated,
          Array.from({ length: NOISE_RUNS }, () => normally(second)),
        ),
      ],
    ];
  });
  return table(['scenario', 'as learned', 'up to 2 % and 20 ms', 'σ 1 % and 10 ms'], rows);
}

function mismatch(mujoco: MujocoModule): string {
  const rows = (
    [
      ['catch', [0.3, 1, 3, 5, 7, 8]],
      ['dominoes', [3, 30, 80, 140, 160]],
      ['push-side', [5, 20, 47, 55]],
    ] as const
  ).flatMap(([name, loads]) => {
    const scenario = scenarioNamed(name);
    const anticipated = learned(scenario);
    if (!anticipated) return [];
    return loads.map((load) => [
      name,
      loadOf(scenario).toFixed(1),
      load,
      verdict(run(mujoco, withLoad(scenario, load), anticipated)),
    ]);
  });
  return table(['scenario', 'expected', 'got', 'with what was learned for the expected'], rows);
}

function familyOf(): readonly SolvedCmrt[] {
  const scenario = scenarioNamed('bend-fast');
  return TASKS.flatMap((task) => solvedFor(body, withTask(scenario, task)) ?? []);
}

function family(mujoco: MujocoModule): string {
  const scenario = scenarioNamed('bend-fast');
  const members = familyOf();
  const rows = members.map((member, k) => {
    const others = members.filter((_, i) => i !== k).map(({ task, cmrt, rms }) => ({ parameter: task, cmrt, rms }));
    const speed = withTask(scenario, member.task);
    const isInside = k > 0 && k + 1 < members.length;
    return [
      member.task,
      mm(run(mujoco, speed, undefined).rms),
      mm(run(mujoco, speed, member.cmrt).rms),
      isInside ? mm(run(mujoco, speed, interpolateFamily(others, member.task).cmrt).rms) : '–',
      member.cmrt.knots[0]!.toFixed(2),
      `${(100 * Math.max(...member.cmrt.forward.map(Math.abs))).toFixed(1)} cm`,
    ];
  });
  return table(['T [s]', 'without', 'learned', 'interpolated from its neighbours', 'first knot [s]', 'peak'], rows);
}

async function reproduce(say: (what: string) => void): Promise<Reproduction> {
  const mujoco = (await loadMujoco()) as unknown as MujocoModule;
  say('cases, without and with');
  const { markdown, claims } = cases(mujoco);
  say('noise');
  const noiseTable = noise(mujoco);
  say('belief and truth, speeds');
  const sections = [
    { mark: 'rabbani14-cases', markdown },
    { mark: 'rabbani14-noise', markdown: noiseTable },
    { mark: 'rabbani14-mismatch', markdown: mismatch(mujoco) },
    { mark: 'rabbani14-family', markdown: family(mujoco) },
  ];
  say('figures; one search');
  return { page: 'anticipation.md', sections, claims, figures: await figuresOf(mujoco, body, familyOf()) };
}

export const rabbani14: Paper = { id: 'rabbani14', reproduce };
