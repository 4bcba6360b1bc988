/** Figures 2 to 9 of [Rabbani14], of our simulations. */
import type { Body } from '../src/body/body.ts';
import { cmrtCurve } from '../src/methods/anticipation/cmrt.ts';
import { interpolateFamily, superpose } from '../src/methods/anticipation/combine.ts';
import { startAnticipation } from '../src/methods/anticipation/optimise.ts';
import { type Anticipated, curveOf, localPool } from '../src/methods/anticipation/pool.ts';
import { type Recording, recordRollout } from '../src/methods/anticipation/recording.ts';
import type { Scenario } from '../src/methods/anticipation/scenario.ts';
import { scenarioNamed } from '../src/methods/anticipation/scenarios/index.ts';
import { anticipateParts, type SolvedCmrt, solvedFor } from '../src/methods/anticipation/solved.ts';
import { createStage } from '../src/methods/anticipation/stage.ts';
import type { MujocoModule } from '../src/sim/engine.ts';
import { type Band, type Curve, type Plot, plots } from './curves.ts';
import type { Reproduction } from './paper.ts';
import { type StripRow, strip } from './stick-figure.ts';

const [BLUE, RED, GREEN, GREY] = ['#1f6fb4', '#c9553c', '#3a9a5b', '#888'];
const COLOURS = ['#0b3c6b', BLUE, '#57a0d8', '#8cc3ea', GREEN];
const STRIPS = ['kick', 'catch', 'dominoes', 'bend-fast'];
const SEARCHED = 'catch-paper';
/** Range of CoP plots [mm]: the foot and a little more; a fallen body presses anywhere. */
const FOOT = { low: -160, high: 160 };

const bands = ({ preparation, task, duration }: Scenario): Band[] => [
  { from: 0, to: preparation, name: 'preparation', colour: '#f1f5fa' },
  { from: preparation, to: preparation + task, name: 'task', colour: '#fdeee0' },
  { from: preparation + task, to: duration, name: 'decay', colour: '#f0f7f0' },
];

function record(mujoco: MujocoModule, body: Body, scenario: Scenario, anticipated: Anticipated): Recording {
  const stage = createStage(mujoco, body, scenario);
  const recording = recordRollout(stage, curveOf(anticipated), { after: 0.4 });
  stage.delete();
  return recording;
}

/** CoP off the middle of the feet [mm], over the clip. */
function copError({ trace }: Recording, scenario: Scenario): [number, number][] {
  const rows = Math.round(scenario.duration / trace.step);
  return Array.from({ length: rows }, (_, k) => [
    k * trace.step,
    trace.contact[k] ? 1000 * (trace.cop[2 * k + 1] - trace.support[2 * k + 1]) : Number.NaN,
  ]);
}

function curvePoints(curve: { sample(out: Float64Array, t: number): void }, duration: number): [number, number][] {
  const out = new Float64Array(4);
  return Array.from({ length: Math.round(duration / 0.01) + 1 }, (_, k) => {
    curve.sample(out, k * 0.01);
    return [k * 0.01, 100 * out[1]];
  });
}

function copPlots(mujoco: MujocoModule, body: Body, name: string): readonly Plot[] {
  const scenario = scenarioNamed(name);
  const cmrt = solvedFor(body, scenario)?.cmrt;
  if (!cmrt) return [];
  const errors = [undefined, cmrt].map((anticipated) =>
    copError(record(mujoco, body, scenario, anticipated), scenario),
  );
  const plot = (title: string, curve: Curve, yLabel: string): Plot => ({
    title,
    xLabel: 'time [s]',
    yLabel,
    bands: bands(scenario),
    curves: [curve],
  });
  return [
    { ...plot(`${name}: CoP without`, { name: 'CoP − support', colour: RED, points: errors[0]! }, '[mm]'), ...FOOT },
    { ...plot(`${name}: CoP with`, { name: 'CoP − support', colour: GREEN, points: errors[1]! }, '[mm]'), ...FOOT },
    plot(
      `${name}: CMRT`,
      { name: 'offset forward', colour: BLUE, points: curvePoints(cmrtCurve(cmrt), scenario.duration) },
      '[cm]',
    ),
  ];
}

async function searchPlot(mujoco: MujocoModule, body: Body): Promise<Plot> {
  const scenario = scenarioNamed(SEARCHED);
  const stood: [number, number][] = [];
  const fell: [number, number][] = [];
  let count = 0;
  await startAnticipation({ body, scenario }, localPool(mujoco), {
    seed: 1,
    onProgress: ({ candidates }) => {
      for (const { cost, fell: down } of candidates) (down ? fell : stood).push([++count, cost]);
    },
  }).done;
  const samples = Math.round(scenario.duration / 0.005);
  return {
    title: `${SEARCHED}: all samples of a search`,
    xLabel: 'rollout',
    yLabel: 'cost',
    low: 0,
    high: 16,
    levels: [{ y: scenario.threshold * Math.sqrt(samples), name: 'threshold' }],
    curves: [
      { name: 'stood', colour: GREEN, points: stood, dots: true },
      { name: 'fell', colour: RED, points: fell, dots: true },
    ],
  };
}

function familyPlot(family: readonly SolvedCmrt[]): Plot {
  const middle = family[Math.floor(family.length / 2)];
  const others = family.filter((member) => member !== middle);
  const members = others.map(({ task, cmrt, rms }) => ({ parameter: task, cmrt, rms }));
  const curves: Curve[] = family.map(({ task, cmrt }, k) => ({
    name: `T ${task} s`,
    colour: COLOURS[k % COLOURS.length]!,
    points: curvePoints(cmrtCurve(cmrt), cmrt.duration),
  }));
  if (middle && others.length > 1) {
    const { cmrt } = interpolateFamily(members, middle.task);
    const points = curvePoints(cmrtCurve(cmrt), cmrt.duration);
    curves.push({ name: `T ${middle.task} s interpolated`, colour: RED, dashed: true, points });
  }
  return { title: 'CMRTs of a bend at different speeds', xLabel: 'time [s]', yLabel: '[cm]', curves };
}

function chainPlot(body: Body): Plot {
  const chain = scenarioNamed('chain');
  const sum = anticipateParts(body, chain);
  if (!sum || !('parts' in sum)) throw new Error('the chain has no parts');
  const shifted = sum.parts.map(({ start, cmrt }, k): Curve => {
    const points = curvePoints(cmrtCurve(cmrt), cmrt.duration).map(([t, y]): [number, number] => [t + start, y]);
    return { name: `part ${k + 1}`, colour: GREY, dashed: true, points };
  });
  const points = curvePoints(superpose(sum.parts, sum.limit), chain.duration);
  return {
    title: 'CMRTs of four changes of pose, and their sum',
    xLabel: 'time [s]',
    yLabel: '[cm]',
    curves: [...shifted, { name: 'sum', colour: BLUE, points }],
  };
}

/** Frames from a little before the task on, with and without. */
function stripOf(mujoco: MujocoModule, body: Body, name: string): string {
  const scenario = scenarioNamed(name);
  const cmrt = solvedFor(body, scenario)?.cmrt;
  const rows = (
    [
      ['without anticipation', undefined],
      ['with anticipation', cmrt],
    ] as const
  ).map(([words, anticipated]): StripRow => {
    const recording = record(mujoco, body, scenario, anticipated);
    const { clip, props } = recording;
    const first = Math.round((scenario.preparation - 0.3) / clip.frameTime);
    const step = Math.round(0.2 / clip.frameTime);
    const frames = Array.from({ length: 9 }, (_, k) => first + k * step).filter((frame) => frame < clip.frameCount);
    return {
      title: `${scenario.title}, ${words}`,
      body,
      clip,
      frames,
      // boxes behind the first one would stand in the next picture
      things: (frame, x, y, scale) => props.slice(0, 1).map((prop) => thing(prop, frame, x, y, scale)),
    };
  });
  return strip(rows);
}

type Thing = Recording['props'][number];

function thing(
  { shape, poses }: Thing,
  frame: number,
  x: (z: number) => string,
  y: (height: number) => string,
  scale: number,
): string {
  const [, up, ahead, turn, , , w] = poses.subarray(7 * frame, 7 * frame + 7);
  if (shape.kind === 'ball') {
    const hidden = up! > 1.85 ? ' visibility="hidden"' : '';
    return `<circle cx="${x(ahead!)}" cy="${y(up!)}" r="${(scale * shape.radius).toFixed(1)}" fill="#e0a030" fill-opacity="0.85"${hidden}/>`;
  }
  // turned about the left-right axis: forward is +x in the picture, so the turn is clockwise there
  const angle = ((360 / Math.PI) * Math.atan2(turn!, w!)).toFixed(1);
  const [height, depth] = [scale * shape.size[1], scale * shape.size[2]];
  return `<rect x="${(Number(x(ahead!)) - depth / 2).toFixed(1)}" y="${(Number(y(up!)) - height / 2).toFixed(1)}" width="${depth.toFixed(1)}" height="${height.toFixed(1)}" fill="#d9c7a8" fill-opacity="0.6" transform="rotate(${angle} ${x(ahead!)} ${y(up!)})"/>`;
}

export async function figuresOf(
  mujoco: MujocoModule,
  body: Body,
  family: readonly SolvedCmrt[],
): Promise<Reproduction['figures']> {
  return [
    {
      name: 'rabbani14-cop.svg',
      svg: plots([...copPlots(mujoco, body, 'kick'), ...copPlots(mujoco, body, 'bend-fast')]),
    },
    { name: 'rabbani14-search.svg', svg: plots([await searchPlot(mujoco, body)]) },
    { name: 'rabbani14-family.svg', svg: plots([familyPlot(family), chainPlot(body)]) },
    ...STRIPS.map((name) => ({ name: `rabbani14-${name}.svg`, svg: stripOf(mujoco, body, name) })),
  ];
}
