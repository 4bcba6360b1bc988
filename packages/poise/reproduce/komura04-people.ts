/** Pushed sideways while walking: how far off the way, beside people of whom the same was measured. */
import { fitBody } from '../src/balance/fit-body.ts';
import { whereAt } from '../src/methods/reactive-locomotion/endless-clip.ts';
import { restoreWalker, saveWalker } from '../src/methods/reactive-locomotion/save-walker.ts';
import { TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { perform } from '../src/performer/motion.ts';
import { walk } from '../src/performer/motions/walk.ts';
import { CELLS, type Detour, humanPushes, type PushCell } from './human-pushes.ts';
import { peopleClaims } from './komura04-claims.ts';
import { BEFORE, type HitOutcome, hipsAlong, hitOnce } from './komura04-hit.ts';
import { phaseOf } from './komura04-own.ts';
import { impulseOf, walkerOf } from './komura04-sweep.ts';
import { type Claim, table } from './paper.ts';
import { scatter } from './scatter.ts';

const SPEED = 1.1; // [m/s], as those people walk
const CHANGES = [0.3, 0.4, 0.5, 0.6, 0.7]; // [m/s] of the whole body; people's: 0.35 to 0.69, nine in ten
const MOMENTS = [-1, -1 / 3, 1 / 3, 1] as const; // standard deviations of a cell's start
const DURATION = 0.2; // [s], as people were pushed
const STEPS = 5; // after the push that the way is looked at, as theirs was
const SECONDS = 4;

type Side = 'left' | 'right';

/** The foot that landed last and the share of its step's time that has passed, BEFORE from now, when a hit would come. */
function phaseAtHit(walker: Walker): readonly [side: Side, share: number] {
  const start = saveWalker(walker);
  for (let k = 0; k < Math.round(BEFORE / TICK); k++) tickWalker(walker);
  const { state, endless, laps, gait } = walker;
  const own = state.untouched ? whereAt(endless, (state.ticks * TICK) / endless.clip.frameTime, -laps) : undefined;
  const [count, share] = own ? [own.count + laps, own.share] : phaseOf(walker);
  restoreWalker(walker, start);
  const { support, after, side } = gait.steps[count % gait.steps.length]!.measures;
  return [side, (Math.min(1, share) * support + Math.max(0, share - 1) * after) / (support + after)];
}

const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** Goes on until a hit would come at `share` of the step of a foot; negative: before that foot lands. */
function waitFor(walker: Walker, foot: Side, share: number): void {
  const [side, wanted] = share < 0 ? [other(foot), 1 + share] : [foot, share];
  for (let k = 0; k < 400; k++) {
    const [now, at] = phaseAtHit(walker);
    if (now === side && Math.abs(at - wanted) < 0.012) return;
    tickWalker(walker);
  }
  throw new Error(`no ${side} step comes to ${wanted} of its time`);
}

/** How far the hips are beside their undisturbed way. */
function detourOf(walker: Walker, { clip, prints, at }: HitOutcome, change: number): Detour {
  const own = hipsAlong(walker, clip.frameCount);
  const nq = coordinateCount(clip.skeleton);
  const { yaw } = walker.endless.steps[0]!;
  const landed = prints.map(({ time }) => Math.round(time / TICK));
  const last = Math.min(clip.frameCount - 1, landed[STEPS - 1] ?? clip.frameCount);
  let [most, when, first] = [0, 0, 0];
  for (let k = at; k <= last; k++) {
    const [x, z] = [clip.q[k * nq] - own[2 * k], clip.q[k * nq + 2] - own[2 * k + 1]];
    const aside = Math.abs(x * Math.cos(yaw) - z * Math.sin(yaw));
    if (k === landed[0]) first = aside;
    if (aside > most) [most, when] = [aside, k];
  }
  return { change, most, first, step: 1 + landed.filter((frame) => frame < when).length };
}

/** Pushes of one kind: those who keep their feet, and how many there were. */
function ownPushes(
  walker: Walker,
  { start, spread, away }: PushCell,
): { readonly up: readonly Detour[]; readonly all: number } {
  const up: Detour[] = [];
  let all = 0;
  for (const change of CHANGES) {
    for (const moment of MOMENTS) {
      for (const foot of ['left', 'right'] as const) {
        waitFor(walker, foot, start + moment * spread);
        // away from the left leg is to the right
        const angle = ((foot === 'left') === away ? -1 : 1) * (Math.PI / 2);
        const push = {
          impulse: impulseOf(walker, change, angle),
          segment: walker.body.roles.chest ?? 0,
          duration: DURATION,
        };
        const hit = hitOnce(walker, push, SECONDS);
        all++;
        if (hit.status !== 'fell') up.push(detourOf(walker, hit, change));
      }
    }
  }
  return { up, all };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const size = (values: readonly number[], least = 1): string => (values.length < least ? '–' : mean(values).toFixed(2));

/** Slope [m per m/s] and correlation. */
function trendOf(trials: readonly Detour[], what: 'most' | 'first'): string {
  if (trials.length < 3) return '–';
  const [mx, my] = [mean(trials.map(({ change }) => change)), mean(trials.map((trial) => trial[what]))];
  let [xx, yy, xy] = [0, 0, 0];
  for (const trial of trials) {
    xx += (trial.change - mx) ** 2;
    yy += (trial[what] - my) ** 2;
    xy += (trial.change - mx) * (trial[what] - my);
  }
  return `${(xy / xx).toFixed(2)} (r ${(xy / Math.sqrt(xx * yy)).toFixed(2)})`;
}

const near = (trials: readonly Detour[], change: number): readonly Detour[] =>
  trials.filter((trial) => Math.abs(trial.change - change) < 0.05);

export interface BesidePeople {
  readonly svg: string;
  readonly cells: string;
  readonly changes: string;
  readonly claims: readonly Claim[]; // none where the trials of people are not at hand
}

export function besidePeople(): BesidePeople {
  const clip = perform(walk, { values: { speed: SPEED } });
  const walker = walkerOf({ name: '', body: fitBody(clip), clip });
  const people = humanPushes();
  const own = CELLS.map((cell) => ownPushes(walker, cell));
  const rows = CELLS.map(({ name }, k) => {
    const [theirs, { up, all }] = [people[k]!, own[k]!];
    const each = (what: 'most' | 'first' | 'step'): string[] => [
      size(theirs.map((trial) => trial[what])),
      size(up.map((trial) => trial[what])),
    ];
    return [name, theirs.length, `${up.length}/${all}`, ...each('most'), ...each('first'), ...each('step')];
  });
  const [all, ours] = [people.flat(), own.flatMap(({ up }) => up)];
  const each = CELLS.length * MOMENTS.length * 2;
  const byChange = CHANGES.map((change) => [
    change,
    near(all, change).length,
    `${near(ours, change).length}/${each}`,
    size(
      near(all, change).map(({ most }) => most),
      8,
    ),
    size(near(ours, change).map(({ most }) => most)),
    size(
      near(all, change).map(({ first }) => first),
      8,
    ),
    size(near(ours, change).map(({ first }) => first)),
  ]);
  const trends = ['most', 'first'].flatMap((what) => [all, ours].map((trials) => trendOf(trials, what as 'most')));
  const both = (what: string): string[] => [`${what}, people [m]`, `${what}, Poise [m]`];
  return {
    svg: scatter('Pushed sideways while walking: detour against impulse per mass', '[m/s]', '[m]', [
      { name: `people who walk upright, ${all.length} trials`, colour: '#e0a595', points: all.map(pointOf) },
      { name: `Poise, walk of ${SPEED} m/s, who keep their feet`, colour: '#1f6fb4', points: ours.map(pointOf) },
    ]),
    cells: table(
      [
        'pushed',
        'people',
        'Poise on its feet',
        ...both('detour'),
        ...both('at the first landing'),
        'step of the most, people',
        'Poise',
      ],
      rows,
    ),
    changes: table(
      ['impulse per mass [m/s]', 'people', 'Poise on its feet', ...both('detour'), ...both('at the first landing')],
      [...byChange, ['trend [m per m/s]', all.length, '', ...trends]],
    ),
    claims: all.length > 0 ? peopleClaims(people, own) : [],
  };
}

const pointOf = ({ change, most }: Detour): readonly [number, number] => [change, most];
