/** Pushes from everywhere on steady walks and runs, and on the gaits of captured people, at pendulum level. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fitBody } from '../../src/balance/fit-body.ts';
import { pendulumRate } from '../../src/gait/pendulum.ts';
import { MODEL_LEG } from '../../src/gait/standing-parameters.ts';
import { gaitOfClip } from '../../src/gait/steps/gait-of-clip.ts';
import type { Gait } from '../../src/gait/steps/gait-step.ts';
import { StepPlan } from '../../src/gait/steps/step-plan.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { readClip } from '../clips.ts';
import { MOCAP, table } from '../validation.ts';
import { LOG_ROW, walkPendulum } from './pendulum-walker.ts';
import { steadyRun, steadyWalk } from './steady-gait.ts';

const RATE = pendulumRate(1.15); // [1/s] of a grown person
const PHASES = [0, 0.2, 0.4, 0.6, 0.8];
const CALM = { step: 0.05, capture: 0.03 } as const; // of a step's length; [m]: recovered

const WALKS = [
  ['walk 0.7 m/s', steadyWalk({ duration: 0.7, doubleSupport: 0.22, length: 0.5, width: 0.1, rate: RATE })],
  ['walk 1.1 m/s', steadyWalk({ duration: 0.54, doubleSupport: 0.15, length: 0.6, width: 0.1, rate: RATE })],
  ['walk 1.6 m/s', steadyWalk({ duration: 0.48, doubleSupport: 0.11, length: 0.78, width: 0.1, rate: RATE })],
  ['run 3.2 m/s', steadyRun({ stance: 0.26, flight: 0.115, length: 1.2, width: 0.08, rate: RATE })],
] as const;

const DIRECTIONS = [
  ['behind', 0, 1],
  ['front', 0, -1],
  ['left', -1, 0],
] as const;

/** Steps until steps and capture point are the gait's own again, per strength; and how far from the line the tenth landing is. */
export function steadyTable(): string {
  const rows: (string | number)[][] = [];
  for (const [name, gait] of WALKS) {
    const plan = new StepPlan(1);
    for (const [from, dx, dz] of DIRECTIONS) {
      for (const strength of [0.1, 0.2, 0.4, 0.6]) {
        const steps: number[] = [];
        let [falls, tenth] = [0, 0];
        for (const phase of PHASES) {
          const start = phase * gait.steps[0]!.duration;
          const push = { start, duration: 0.1, x: strength * dx, z: strength * dz };
          const { fell, landed } = walkPendulum(plan, gait, [push], { to: 10 });
          if (fell !== undefined) {
            falls++;
            continue;
          }
          const late = landed.filter(({ index, step, capture }) => {
            const own = gait.steps[index % 2]!;
            const off = Math.hypot(step[0] - own.stepX, step[1] - own.stepZ);
            return off > CALM.step * Math.hypot(own.stepX, own.stepZ) || Math.hypot(...capture) > CALM.capture;
          });
          steps.push(late.at(-1)?.index ?? 0);
          tenth = Math.max(tenth, Math.abs(landed.at(-1)!.offset[0]));
        }
        rows.push([name, from, strength, falls, `${Math.min(...steps)}–${Math.max(...steps)}`, tenth.toFixed(2)]);
      }
    }
  }
  return table(
    ['gait', 'from', 'push [m/s]', 'falls of 5', 'steps to recover', 'beside the line at the tenth landing [m]'],
    rows,
  );
}

/** Hits every 1 to 2 s from everywhere for 20 s, 12 times each. */
export function repeatedTable(seed: number): string {
  const rows = [0.2, 0.3, 0.4, 0.5].map((strength) => {
    const rng = createRng(seed);
    let [falls, hits] = [0, 0];
    for (let walk = 0; walk < 12; walk++) {
      const pushes = [];
      for (let t = 0.2; t < 20; t += uniform(rng, 1, 2)) {
        const angle = uniform(rng, -Math.PI, Math.PI);
        pushes.push({ start: t, duration: 0.05, x: strength * Math.sin(angle), z: strength * Math.cos(angle) });
      }
      hits += pushes.length;
      if (walkPendulum(new StepPlan(1), WALKS[1][1], pushes, { to: 37 }).fell !== undefined) falls++;
    }
    return [strength, hits, `${falls} of 12`];
  });
  return table(['hits [m/s]', 'hits', 'falls'], rows);
}

/** Subjects whose files state twice their rate (cmu-random/README.md). */
const AT_60 = new Set('60 61 62 74 75 77 79 80 84 88 89 90 93 103 106 107 115 139 141 143'.split(' '));
const FOLDERS = ['cmu-bvh', 'cmu-random', 'snu-ys2010', 'bandai-namco'];
const CLIP_TIME = 0.1; // [s] of a push

export interface CapturedGaits {
  readonly found: string; // table
  readonly none: string; // table
  readonly weak: readonly [falls: number, pushes: number];
  readonly strong: readonly [falls: number, pushes: number];
  readonly astray: number; // [m] from the clip without a push, most of all clips
  readonly gaits: number;
}

/** Every captured clip: its gait or why it has none, and `count` random pushes (0.05–0.6 m/s) on each gait. */
export async function capturedGaits(count: number, seed: number, say: (what: string) => void): Promise<CapturedGaits> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(resolve(MOCAP, folder))
      .filter((name) => name.endsWith('.bvh'))
      .map((name) => `${folder}/${name}`),
  );
  const [found, none]: [(string | number)[][], string[][]] = [[], []];
  const [weak, strong]: [[number, number], [number, number]] = [
    [0, 0],
    [0, 0],
  ];
  let astray = 0;
  const rng = createRng(seed);
  for (const file of files) {
    const read = await readClip(file);
    const half = file.startsWith('cmu') && AT_60.has(file.split('/')[1]!.split('_')[0]!);
    const clip = half ? { ...read, frameTime: 1 / 60 } : read;
    const body = fitBody(clip);
    const finding = gaitOfClip(body, clip);
    if (finding.status === 'none') {
      none.push([file, finding.reason]);
      continue;
    }
    say(file);
    const { gait } = finding;
    const own = pushClip(gait, count, () => uniform(rng, 0, 1));
    for (let k = 0; k < 2; k++) {
      weak[k]! += own.weak[k]!;
      strong[k]! += own.strong[k]!;
    }
    astray = Math.max(astray, own.astray);
    const speed = finding.gait.steps[0]!.duration;
    found.push([
      file,
      gait.kind,
      gait.landings,
      gait.round === undefined ? 'stops' : 'goes on',
      speed.toFixed(2),
      own.weak.join(' of '),
      own.strong.join(' of '),
    ]);
  }
  return {
    found: table(
      ['clip', 'gait', 'landings', 'at its end', 'first step [s]', 'falls ≤ 0.35 m/s', 'falls above'],
      found,
    ),
    none: table(['clip', 'why it has no gait'], none),
    weak,
    strong,
    astray,
    gaits: found.length,
  };
}

function pushClip(gait: Gait, count: number, chance: () => number) {
  const [weak, strong]: [[number, number], [number, number]] = [
    [0, 0],
    [0, 0],
  ];
  const { steps, landings, round } = gait;
  // a centre of mass is about 1.1 legs high
  const plan = new StepPlan(9.81 / steps[0]!.rate ** 2 / 1.1 / MODEL_LEG);
  const to = round === undefined ? landings - 1 : 12;
  const unpushed = walkPendulum(plan, gait, [], { from: 0, to }).log;
  let astray = 0;
  for (let i = 0; i < unpushed.length; i += LOG_ROW)
    astray = Math.max(astray, Math.hypot(unpushed[i + 4]!, unpushed[i + 5]!));
  // pushes fall where three landings are still to come
  const span = round?.time ?? Math.max(0.01, steps[Math.max(1, landings - 4)]!.land - steps[0]!.land);
  for (let k = 0; k < count; k++) {
    const strength = 0.05 + 0.55 * chance();
    const angle = 2 * Math.PI * chance();
    const push = {
      start: span * chance(),
      duration: CLIP_TIME,
      x: strength * Math.sin(angle),
      z: strength * Math.cos(angle),
    };
    const counted = strength <= 0.35 ? weak : strong;
    counted[1]++;
    if (walkPendulum(plan, gait, [push], { from: 0, to }).fell !== undefined) counted[0]++;
  }
  return { weak, strong, astray };
}
