/** The experiments of Komura, Leung and Kuffner 2004 [Komura04], on whole bodies. */
import { existsSync, readFileSync } from 'node:fs';
import { createRng, uniform } from '../src/math/random.ts';
import type { Vec3 } from '../src/math/types.ts';
import type { PlannerOptions } from '../src/methods/reactive-locomotion/options.ts';
import { createWalker, TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { capturePath, performed, type Subject, subjects } from './komura04-clips.ts';
import { type HitOutcome, hitOnce, undisturbed } from './komura04-hit.ts';
import { type Paper, type Reproduction, table } from './paper.ts';
import { scatter } from './scatter.ts';
import { strip } from './stick-figure.ts';

const HITS = 300; // per clip
const PARTS = ['head', 'chest', 'hips'] as const;
const SIDES = ['behind', 'left', 'front', 'right'] as const; // where the push comes from

function walkerOf({ body, clip }: Subject, options: Partial<PlannerOptions> = {}): Walker {
  const walker = createWalker(body, clip, options);
  for (let k = 0; k < 90; k++) tickWalker(walker);
  return walker;
}

/** A push of Δv [m/s] on the whole body, from an angle to the left of the way it goes [rad]. */
function impulseOf(walker: Walker, change: number, angle: number): Vec3 {
  const { steps } = walker.endless;
  const yaw = steps[0]!.yaw + angle;
  const size = change * walker.body.totalMass;
  return [size * Math.sin(yaw), 0, size * Math.cos(yaw)];
}

interface Hit extends HitOutcome {
  readonly side: (typeof SIDES)[number];
}

function sweep(subject: Subject): readonly Hit[] {
  const walker = walkerOf(subject);
  const rng = createRng(11);
  return Array.from({ length: HITS }, () => {
    const ticks = Math.floor(uniform(rng, 0, 130));
    for (let k = 0; k < ticks; k++) tickWalker(walker);
    const angle = uniform(rng, -Math.PI, Math.PI);
    const part = PARTS[Math.floor(uniform(rng, 0, 3))]!;
    const segment = walker.body.roles[part] ?? 0;
    const outcome = hitOnce(walker, { impulse: impulseOf(walker, uniform(rng, 0.05, 0.35), angle), segment });
    // pushed to the front: hit from behind
    const side = SIDES[((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4]!;
    return { ...outcome, side: side === 'left' ? 'right' : side === 'right' ? 'left' : side };
  });
}

const share = (hits: readonly Hit[], test: (hit: Hit) => boolean): string =>
  hits.length === 0 ? '–' : `${hits.filter(test).length}/${hits.length}`;
const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(part * values.length)] ?? Number.NaN;
const isUp = ({ status }: Hit): boolean => status !== 'fell';

function rowOf(subject: Subject, hits: readonly Hit[]): (string | number)[] {
  const { name } = subject;
  const own = undisturbed(walkerOf(subject));
  const back = hits.filter(({ status }) => status === 'recovered' || status === 'stumbled');
  const count = (status: Hit['status']): number => hits.filter((hit) => hit.status === status).length;
  const up = hits.filter(isUp);
  return [
    name,
    `${count('recovered')} / ${count('recovering')} / ${count('stumbled')} / ${count('fell')}`,
    SIDES.map((side) =>
      share(
        hits.filter((hit) => hit.side === side),
        isUp,
      ),
    ).join(', '),
    quantile(
      back.map(({ records }) => records.length),
      0.5,
    ),
    `${(
      100 *
        quantile(
          up.map(({ zmp }) => zmp),
          0.5,
        )
    ).toFixed(1)} (${(100 * own.zmp).toFixed(1)})`,
    `${(
      1000 *
        quantile(
          up.map(({ slide }) => slide),
          0.9,
        )
    ).toFixed(0)} (${(1000 * own.slide).toFixed(0)})`,
    ((180 / Math.PI) * quantile(back.map(({ posture }) => posture).filter(Number.isFinite), 0.5)).toFixed(1),
    quantile(
      up.map(({ fastest }) => fastest),
      0.9,
    ).toFixed(0),
  ];
}

const HEAD = [
  'clip',
  'recovered / still at it after 5 s / stumbled / fell',
  'on its feet when hit from behind, left, front, right',
  'steps, median',
  'ZMP outside, p95 of a hit, median over hits (while nobody pushes) [cm]',
  'slide, p90 (while nobody pushes) [mm]',
  'posture 0.5 s after [°]',
  'fastest joint of trunk, arms and legs, p90 [rad/s]',
];

function phaseTable(all: readonly Hit[]): string {
  const phases = ['double', 'single', 'stance', 'flight'];
  return table(
    ['hit in', 'hits', 'on its feet', 'steps, median'],
    phases.map((phase) => {
      const hits = all.filter((hit) => hit.phase === phase);
      return [
        phase,
        hits.length,
        share(hits, isUp),
        quantile(
          hits.filter(isUp).map(({ records }) => records.length),
          0.5,
        ),
      ];
    }),
  );
}

/** Weak and strong pushes from behind and from the front: the lengths of the steps that follow. */
function pushes(subject: Subject): { readonly rows: (string | number)[][]; readonly hits: readonly HitOutcome[] } {
  const walker = walkerOf(subject);
  const cases = [
    ['weak, from behind', 0.15, 0],
    ['strong, from behind', 0.4, 0],
    ['weak, from the front', 0.15, Math.PI],
    ['strong, from the front', 0.4, Math.PI],
  ] as const;
  const hits = cases.map(([, change, angle]) =>
    hitOnce(walker, { impulse: impulseOf(walker, change, angle), segment: walker.body.roles.chest ?? 0 }),
  );
  const rows = hits.map(({ records, status }, k) => [
    `${subject.name}, ${cases[k]![0]}`,
    records
      .slice(0, 6)
      .map(({ foot }) => foot[0].toFixed(2))
      .join(', '),
    records
      .slice(0, 6)
      .map(({ lean }) => lean[0].toFixed(2))
      .join(', '),
    status,
  ]);
  return { rows, hits };
}

function betas(subject: Subject): (string | number)[][] {
  return [0.3, 0.7].map((beta) => {
    const walker = walkerOf(subject, { beta });
    const { records } = hitOnce(walker, {
      impulse: impulseOf(walker, 0.2, 0),
      segment: walker.body.roles.head ?? 0,
    });
    return [
      beta,
      records
        .slice(0, 6)
        .map(({ lean }) => lean[0].toFixed(2))
        .join(', '),
    ];
  });
}

/** Pushed sideways: how far off the way, beside people of whom the same was measured. */
function detours([walking]: readonly Subject[]): { readonly svg: string; readonly markdown: string } {
  const walker = walkerOf(walking!);
  const own: [number, number][] = [];
  for (const change of [0.1, 0.2, 0.3, 0.4, 0.5]) {
    for (let k = 0; k < 6; k++) {
      for (let i = 0; i < 11; i++) tickWalker(walker);
      const angle = (k % 2 === 0 ? 1 : -1) * (Math.PI / 2);
      const impulse = impulseOf(walker, change, angle);
      const hit = hitOnce(walker, { impulse, segment: walker.body.roles.chest ?? 0, duration: 0.2 });
      if (hit.status !== 'fell') own.push([change, hit.detour]);
    }
  }
  const people = humanBins();
  const svg = scatter('Pushed sideways while walking: detour against impulse per mass', '[m/s]', '[m]', [
    { name: 'Poise, walk of the performer', colour: '#1f6fb4', points: own },
    { name: 'people, mean of trials', colour: '#c9553c', points: people },
  ]);
  const means = [0.1, 0.2, 0.3, 0.4, 0.5].map((change) => {
    const found = own.filter(([x]) => x === change).map(([, y]) => y);
    const near = people.find(([x]) => Math.abs(x - change) < 0.05);
    const mean = found.reduce((sum, y) => sum + y, 0) / Math.max(1, found.length);
    return [change, `${found.length}/6`, mean.toFixed(2), near ? near[1].toFixed(2) : '–'];
  });
  return { svg, markdown: table(['impulse per mass [m/s]', 'on its feet', 'detour [m]', 'people [m]'], means) };
}

/** Means of the trials of people by impulse per mass, in bins of 0.1 m/s. */
function humanBins(): [number, number][] {
  const file = capturePath('snu-push-recovery/human-data.csv');
  if (!existsSync(file)) return [];
  const [head, ...lines] = readFileSync(file, 'utf8').replaceAll('\r', '').trim().split('\n');
  const columns = head!.split(',');
  const [x, y] = ['push_force_normalized', 'maximal_detour_distance'].map((name) => columns.indexOf(name));
  const bins = new Map<number, number[]>();
  for (const line of lines) {
    const cells = line.split(',');
    const [push, detour] = [Number(cells[x!]) / 1000, Number(cells[y!]) / 1000];
    if (!(push > 0 && detour > 0)) continue;
    const bin = Math.round(push * 10) / 10;
    bins.set(bin, [...(bins.get(bin) ?? []), detour]);
  }
  return [...bins]
    .filter(([, values]) => values.length >= 8)
    .map(([bin, values]): [number, number] => [bin, values.reduce((sum, value) => sum + value, 0) / values.length])
    .sort((a, b) => a[0] - b[0]);
}

export const komura04: Paper = {
  id: 'komura04',
  async reproduce(say): Promise<Reproduction> {
    const all = await subjects();
    const swept = all.map((subject) => {
      say(`${HITS} hits on the ${subject.name}`);
      return sweep(subject);
    });
    const [walking, running] = performed();
    say('weak and strong pushes');
    const [walked, ran] = [pushes(walking), pushes(running)];
    const shown = (hit: HitOutcome): number[] =>
      Array.from({ length: 12 }, (_, k) => Math.min(hit.clip.frameCount - 1, 18 + k * Math.round(0.12 / TICK)));
    const rows = [walked.hits[0]!, walked.hits[1]!, walked.hits[3]!, ran.hits[1]!].map((hit, k) => ({
      title: [
        'weak push from behind',
        'strong push from behind',
        'strong push from the front',
        'run: strong push from behind',
      ][k]!,
      body: k === 3 ? running.body : walking.body,
      clip: hit.clip,
      frames: shown(hit),
    }));
    say('pushed sideways, beside people');
    const beside = detours([walking]);
    return {
      page: 'reactive-locomotion.md',
      sections: [
        {
          mark: 'komura04-sweep',
          markdown: table(
            HEAD,
            all.map((subject, k) => rowOf(subject, swept[k]!)),
          ),
        },
        { mark: 'komura04-phases', markdown: phaseTable(swept.flat()) },
        {
          mark: 'komura04-pushes',
          markdown: table(
            ['push', 'steps [m]', 'posture error I at touch-down [kg·m²·rad]', 'came to'],
            [...walked.rows, ...ran.rows],
          ),
        },
        { mark: 'komura04-beta', markdown: table(['β', 'posture error I, step by step'], betas(running)) },
        { mark: 'komura04-people', markdown: beside.markdown },
      ],
      figures: [
        { name: 'komura04-pushes.svg', svg: strip(rows) },
        { name: 'komura04-people.svg', svg: beside.svg },
      ],
    };
  },
};
