/** Random hits on walking and running bodies, and the tables of what came of them. */
import { createRng, uniform } from '../src/math/random.ts';
import type { Vec3 } from '../src/math/types.ts';
import type { PlannerOptions } from '../src/methods/reactive-locomotion/options.ts';
import { createWalker, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import type { Subject } from './komura04-clips.ts';
import { type HitOutcome, hitOnce, type Judgement, judge } from './komura04-hit.ts';
import { ownGait, quantile } from './komura04-own.ts';
import { table } from './paper.ts';

export const HITS = 300; // per clip
export const PARTS = ['head', 'chest', 'hips'] as const;
const SIDES = ['behind', 'left', 'front', 'right'] as const; // where the push comes from

/** A walker that has been going for three quarters of a second. */
export function walkerOf({ body, clip }: Subject, options: Partial<PlannerOptions> = {}): Walker {
  const walker = createWalker(body, clip, options);
  for (let k = 0; k < 90; k++) tickWalker(walker);
  return walker;
}

/** A push of Δv [m/s] on the whole body, towards an angle to the left of the way it goes [rad]. */
export function impulseOf({ endless, body }: Walker, change: number, angle: number): Vec3 {
  const yaw = endless.steps[0]!.yaw + angle;
  const size = change * body.totalMass;
  return [size * Math.sin(yaw), 0, size * Math.cos(yaw)];
}

/** What is kept of a hit. */
interface Hit extends Pick<HitOutcome, 'status' | 'phase' | 'posture' | 'fastest'>, Judgement {
  readonly side: (typeof SIDES)[number];
  readonly steps: number;
}

/** 300 hits on a clip. */
export interface Sweep {
  readonly name: string;
  readonly hits: readonly Hit[];
  readonly own: { readonly zmp: number; readonly slide: number }; // while nobody pushes
}

export function sweep(subject: Subject): Sweep {
  const walker = walkerOf(subject);
  const own = ownGait(walker);
  const rng = createRng(11);
  const hits = Array.from({ length: HITS }, (): Hit => {
    const ticks = Math.floor(uniform(rng, 0, 130));
    for (let k = 0; k < ticks; k++) tickWalker(walker);
    const angle = uniform(rng, -Math.PI, Math.PI);
    const part = PARTS[Math.floor(uniform(rng, 0, 3))]!;
    const segment = walker.body.roles[part] ?? 0;
    const outcome = hitOnce(walker, { impulse: impulseOf(walker, uniform(rng, 0.05, 0.35), angle), segment });
    const { status, phase, posture, fastest, records } = outcome;
    // pushed to the front: hit from behind; to the left: from the right
    const side = SIDES[((-Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4]!;
    return { status, phase, posture, fastest, steps: records.length, side, ...judge(walker, outcome, own) };
  });
  return { name: subject.name, hits, own: { zmp: own.zmp, slide: own.slide } };
}

const isUp = ({ status }: Hit): boolean => status !== 'fell';
const isBack = ({ status }: Hit): boolean => status === 'recovered' || status === 'stumbled';
const share = (hits: readonly Hit[]): string =>
  hits.length === 0 ? '–' : `${hits.filter(isUp).length}/${hits.length}`;
const counts = (hits: readonly Hit[]): string =>
  (['recovered', 'recovering', 'stumbled', 'fell'] as const)
    .map((status) => hits.filter((hit) => hit.status === status).length)
    .join(' / ');

const HEAD = [
  'clip',
  'recovered / still at it after 5 s / stumbled / fell',
  'on its feet when hit from behind, left, front, right',
  'steps, median',
  'ZMP outside, p95 of a hit, median over hits (while nobody pushes) [cm]',
  'added by the hit [cm]',
  'slide, p90 (while nobody pushes) [mm]',
  'posture 0.5 s after [°]',
  'fastest joint of trunk, arms and legs, p90 [rad/s]',
];

function rowOf({ name, hits, own }: Sweep): (string | number)[] {
  const back = hits.filter(isBack);
  const up = hits.filter(isUp);
  const over = (of: readonly Hit[], value: (hit: Hit) => number, part: number): number =>
    quantile(of.map(value).filter(Number.isFinite), part);
  return [
    name,
    counts(hits),
    SIDES.map((side) => share(hits.filter((hit) => hit.side === side))).join(', '),
    over(back, ({ steps }) => steps, 0.5),
    `${(100 * over(up, ({ zmp }) => zmp, 0.5)).toFixed(1)} (${(100 * own.zmp).toFixed(1)})`,
    (100 * over(up, ({ added }) => added, 0.5)).toFixed(1),
    `${(1000 * over(up, ({ slide }) => slide, 0.9)).toFixed(0)} (${(1000 * own.slide).toFixed(0)})`,
    ((180 / Math.PI) * over(back, ({ posture }) => posture, 0.5)).toFixed(1),
    over(up, ({ fastest }) => fastest, 0.9).toFixed(0),
  ];
}

export const sweepTable = (sweeps: readonly Sweep[]): string => table(HEAD, sweeps.map(rowOf));

/** By the phase that the hit fell into. */
export function phaseTable(sweeps: readonly Sweep[]): string {
  const all = sweeps.flatMap(({ hits }) => hits);
  return table(
    ['hit in', 'hits', 'recovered / still at it / stumbled / fell', 'steps, median'],
    ['double', 'single', 'stance', 'flight'].map((phase) => {
      const hits = all.filter((hit) => hit.phase === phase);
      return [
        phase,
        hits.length,
        counts(hits),
        quantile(
          hits.filter(isBack).map(({ steps }) => steps),
          0.5,
        ),
      ];
    }),
  );
}
