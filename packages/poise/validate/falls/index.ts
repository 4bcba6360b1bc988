/** Falls of standing, walking and running people: what must not happen, and what protective acts save against falling limp. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FallingBody } from '../../src/control/fall/falling-body.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { headingYaw } from '../../src/gait/heading.ts';
import { percentile } from '../../src/math/order-statistics.ts';
import { createRng } from '../../src/math/random.ts';
import { createClip } from '../../src/motion/clip.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import { type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { type FallMeasures, measureFall } from './measure.ts';
import { type Faller, fallersToShove, type Lost, loseBalance, randomShove } from './people.ts';

const WAYS = ['forward', 'left', 'backward', 'right'] as const;

interface Fallen {
  readonly index: number;
  readonly faller: Faller;
  readonly lost: Lost;
  readonly way: (typeof WAYS)[number];
  readonly limp: FallMeasures;
  readonly braced: FallMeasures;
}

async function run({ count, seed, say, worst, out }: ValidationOptions): Promise<Outcome> {
  const rng = createRng(seed);
  const fallers = await fallersToShove(say);
  const fallen: Fallen[] = [];
  let stood = 0;
  for (let k = 0; k < count; k++) {
    if (k % 20 === 0) say(`fall ${k} of ${count}`);
    const faller = fallers[k % fallers.length]!;
    const lost = loseBalance(randomShove(rng, faller));
    if (!lost) {
      stood++;
      continue;
    }
    // the floor of the clip is where its soles are: y = 0 for all of these
    const create = (tone: number) => (): FallingBody => new FallingBody(faller.body, { tone });
    const limp = measureFall(faller, lost, create(0));
    const braced = measureFall(faller, lost, create(1));
    fallen.push({ index: k, faller, lost, way: wayOf(faller, lost), limp, braced });
  }
  if (worst > 0) await writeWorst(fallen, worst, out);
  const notes = `${fallen.length} falls of ${fallers.length} people and rigs, standing, walking and running, seed ${seed}; ${stood} could not be brought down. Beyond range and depth: beyond what was handed over.`;
  const markdown = [notes, checks(fallen), savings(fallen), people(fallen)].join('\n\n');
  const lines = [
    { id: 'falls/overstep', value: most(fallen, ({ overstep }) => overstep), unit: '°' },
    { id: 'falls/depth', value: most(fallen, ({ depth }) => depth), unit: 'm' },
  ];
  return { lines, markdown, figures: [] };
}

const both = ({ limp, braced }: Fallen): readonly FallMeasures[] => [limp, braced];
const most = (fallen: readonly Fallen[], of: (measures: FallMeasures) => number): number =>
  Math.max(0, ...fallen.flatMap(both).map(of));

/** Which way somebody falls, as they face. */
function wayOf({ body }: Faller, { q, v }: Lost): (typeof WAYS)[number] {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  const { comVelocity: u } = ws;
  const angle = Math.atan2(u[0], u[2]) - headingYaw(body, ws);
  return WAYS[((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4]!;
}

function checks(fallen: readonly Fallen[]): string {
  const all = fallen.flatMap(both);
  const count = (bad: (measures: FallMeasures) => boolean): string => `${all.filter(bad).length}`;
  const spread = (values: readonly number[], digits: number): string =>
    [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(digits)).join(' / ');
  const limp = fallen.map((one) => one.limp);
  return table(
    ['check (limp and braced)', 'median / 95 % / worst', 'beyond'],
    [
      ['a number that is none', '', count(({ finite }) => !finite)],
      [
        'joint beyond range [°], at most 5',
        spread(
          all.map(({ overstep }) => overstep),
          1,
        ),
        count(({ overstep }) => overstep > 5),
      ],
      [
        'part in the ground [cm], at most 2',
        spread(
          all.map(({ depth }) => 100 * depth),
          1,
        ),
        count(({ depth }) => depth > 0.02),
      ],
      [
        'energy gained without muscles [J]',
        spread(
          limp.map(({ gain }) => gain),
          2,
        ),
        `${limp.filter(({ gain }) => gain > 1).length} above 1 J`,
      ],
      [
        'rest [s], within 4',
        spread(
          all.map(({ rest }) => rest),
          2,
        ),
        count(({ rest }) => rest > 4),
      ],
      ['replay with other bytes', '', count(({ same }) => !same)],
      [
        'hips change velocity in a frame [m/s]',
        spread(
          all.map(({ jolt }) => jolt),
          1,
        ),
        '',
      ],
    ],
  );
}

function savings(fallen: readonly Fallen[]): string {
  const row = (name: string, part: readonly Fallen[]): string[] => {
    const median = (of: (fall: Fallen) => number): number => (part.length === 0 ? 0 : percentile(part.map(of), 0.5));
    const [limp, braced] = [median((one) => one.limp.head), median((one) => one.braced.head)];
    const less = limp > 0 ? `${(100 * (1 - braced / limp)).toFixed(0)} %` : '–';
    const hips = [median((one) => one.limp.hips), median((one) => one.braced.hips)];
    return [
      name,
      `${part.length}`,
      limp.toFixed(2),
      braced.toFixed(2),
      less,
      hips.map((x) => x.toFixed(2)).join(' → '),
    ];
  };
  return table(
    ['falls', 'count', 'head meets the ground, limp [m/s]', 'braced', 'less', 'hips'],
    WAYS.map((way) =>
      row(
        way,
        fallen.filter((one) => one.way === way),
      ),
    ),
  );
}

function people(fallen: readonly Fallen[]): string {
  const names = [...new Set(fallen.map(({ faller }) => faller.id))];
  return table(
    ['who', 'falls', 'beyond range [°]', 'in the ground [cm]', 'rest [s]'],
    names.map((name) => {
      const part = fallen.filter(({ faller }) => faller.id === name);
      const all = part.flatMap(both);
      const turned = all.reduce((a, b) => (b.overstep > a.overstep ? b : a));
      const deep = all.reduce((a, b) => (b.depth > a.depth ? b : a));
      const rest = Math.max(...all.map((one) => one.rest));
      return [
        name,
        `${part.length}`,
        `${turned.overstep.toFixed(1)} ${turned.overstepAt}`,
        `${(100 * deep.depth).toFixed(1)} ${deep.depthAt}`,
        rest.toFixed(1),
      ];
    }),
  );
}

/** The falls that are farthest beyond what is allowed, as BVH, from before balance was lost. */
async function writeWorst(fallen: readonly Fallen[], worst: number, out: string): Promise<void> {
  const badness = ({ overstep, depth, rest }: FallMeasures): number =>
    overstep / 5 + depth / 0.02 + Math.min(rest, 9) / 4;
  const sorted = [...fallen].sort((a, b) => badness(b.braced) - badness(a.braced)).slice(0, worst);
  await mkdir(out, { recursive: true });
  for (const [rank, { faller, lost, braced, index, way }] of sorted.entries()) {
    const frames = [...lost.before.slice(-20), ...braced.frames];
    const nq = lost.q.length;
    const q = new Float64Array(nq * frames.length);
    for (const [k, pose] of frames.entries()) q.set(pose, k * nq);
    const clip = createClip({ ...faller.clip, frameTime: 1 / 60, q, extraTracks: [] });
    const name = `${String(rank + 1).padStart(2, '0')}-case${index}-${way}-${faller.id.replace(/[^A-Za-z0-9]+/g, '-')}.bvh`;
    await writeFile(join(out, name), await writeClip(clip, 'fall.bvh'));
  }
}

export const falls: Validation = { id: 'falls', page: null, run };
