/** Pushed sideways while walking: how far off the way, beside people of whom the same was measured. */
import { existsSync, readFileSync } from 'node:fs';
import { TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { capturePath, type Subject } from './komura04-clips.ts';
import { type HitOutcome, hipsAlong, hitOnce } from './komura04-hit.ts';
import { impulseOf, walkerOf } from './komura04-sweep.ts';
import { table } from './paper.ts';
import { scatter } from './scatter.ts';

const CHANGES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]; // [m/s] of the whole body
const MOMENTS = 6; // of a stride, from both sides in turn
const DURATION = 0.2; // [s], as people were pushed
const SECONDS = 3; // after the push that the way is looked at

/** The most that the hips are beside their undisturbed way [m]. */
function detourOf(walker: Walker, { clip }: HitOutcome): number {
  const own = hipsAlong(walker, clip.frameCount);
  const nq = coordinateCount(clip.skeleton);
  const { yaw } = walker.endless.steps[0]!;
  let most = 0;
  for (let k = 0; k < clip.frameCount; k++) {
    const [x, z] = [clip.q[k * nq] - own[2 * k], clip.q[k * nq + 2] - own[2 * k + 1]];
    most = Math.max(most, Math.abs(x * Math.cos(yaw) - z * Math.sin(yaw)));
  }
  return most;
}

/** Impulse per mass [m/s] and detour [m] of those who keep their feet. */
function ownTrials(subject: Subject, lineReturn: number): [change: number, detour: number][] {
  const walker = walkerOf(subject, { lineReturn });
  const stride = 2 * (walker.gait.steps[0]!.measures.support + walker.gait.steps[0]!.measures.after);
  const found: [number, number][] = [];
  for (const change of CHANGES) {
    for (let k = 0; k < MOMENTS; k++) {
      for (let i = 0; i < Math.round(stride / MOMENTS / TICK); i++) tickWalker(walker);
      const impulse = impulseOf(walker, change, (k % 2 === 0 ? 1 : -1) * (Math.PI / 2));
      const hit = hitOnce(walker, { impulse, segment: walker.body.roles.chest ?? 0, duration: DURATION }, SECONDS);
      if (hit.status !== 'fell') found.push([change, detourOf(walker, hit)]);
    }
  }
  return found;
}

/** Trials of people who walk upright: impulse per mass [m/s] and detour [m]. */
function humanTrials(): [change: number, detour: number][] {
  const file = capturePath('snu-push-recovery/human-data.csv');
  if (!existsSync(file)) return [];
  const [head, ...lines] = readFileSync(file, 'utf8').replaceAll('\r', '').trim().split('\n');
  const columns = head!.split(',');
  const names = ['push_force_normalized', 'maximal_detour_distance', 'crouch'];
  const at = names.map((name) => columns.indexOf(name));
  return lines
    .map((line) => line.split(','))
    .map((cells) => at.map((column) => Number(cells[column])) as [number, number, number])
    .filter(([push, detour, crouch]) => push > 0 && detour > 0 && crouch === 0)
    .map(([push, detour]) => [push / 1000, detour / 1000]);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Slope [m per m/s] and correlation. */
function trendOf(trials: readonly (readonly [number, number])[]): readonly [slope: number, correlation: number] {
  const [mx, my] = [mean(trials.map(([x]) => x)), mean(trials.map(([, y]) => y))];
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of trials) {
    xx += (x - mx) ** 2;
    yy += (y - my) ** 2;
    xy += (x - mx) * (y - my);
  }
  return [xy / xx, xy / Math.sqrt(xx * yy)];
}

const near = (trials: readonly (readonly [number, number])[], change: number): number[] =>
  trials.filter(([x]) => Math.abs(x - change) < 0.05).map(([, y]) => y);

export function besidePeople(subject: Subject): { readonly svg: string; readonly markdown: string } {
  const [own, back, people] = [ownTrials(subject, 0), ownTrials(subject, 1), humanTrials()];
  const svg = scatter('Pushed sideways while walking: detour against impulse per mass', '[m/s]', '[m]', [
    { name: `people who walk upright, ${people.length} trials`, colour: '#e0a595', points: people },
    { name: `Poise, ${subject.name}, who keep their feet`, colour: '#1f6fb4', points: own },
    { name: 'the same, coming back to their line (lineReturn 1)', colour: '#3a9a5b', points: back },
  ]);
  const size = (values: readonly number[], least: number): string =>
    values.length < least ? '–' : mean(values).toFixed(2);
  const up = (trials: readonly (readonly [number, number])[], change: number): string =>
    CHANGES.includes(change) ? `${near(trials, change).length}/${MOMENTS}` : '–';
  const rows = [...CHANGES, 0.7, 0.8].map((change) => [
    change,
    up(own, change),
    size(near(own, change), 1),
    up(back, change),
    size(near(back, change), 1),
    size(near(people, change), 8),
    near(people, change).length,
  ]);
  const trend = (trials: readonly (readonly [number, number])[]): string => {
    if (trials.length < 3) return '–';
    const [slope, correlation] = trendOf(trials);
    return `${slope.toFixed(2)} m per m/s (r ${correlation.toFixed(2)})`;
  };
  const head = [
    'impulse per mass [m/s]',
    'on its feet',
    'detour, mean [m]',
    'lineReturn 1: on its feet',
    'detour, mean [m]',
    'people, mean [m]',
    'trials',
  ];
  return {
    svg,
    markdown: table(head, [...rows, ['trend', '', trend(own), '', trend(back), trend(people), people.length]]),
  };
}
