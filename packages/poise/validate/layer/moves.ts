/** Hits through the reaction layer while foreign rigs stand, walk and run, and while one animation fades into another. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TimedPush } from '../../src/gait/push.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import { type HitMeasures, measureHit, type OwnMotion, ownMotion } from '../gait-hits/measure.ts';
import { performedAndRigs } from '../pushes/bodies.ts';
import { impulseAt, placeOn } from '../pushes/cases.ts';
import { pushOn } from '../pushes/index.ts';
import { library } from '../pushes/starter.ts';
import { type Answered, pushTable } from '../pushes/tables.ts';
import { type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { DIRECTIONS, IMPULSES, USUAL_MASS } from './cases.ts';
import { type GameSubject, gameSubjects, isGameRig, paceOf, SCENES } from './game-clips.ts';
import { layerStarter } from './starter.ts';

interface MovingHit {
  readonly answered: Answered & { readonly made: { readonly subject: GameSubject } };
  readonly size: number; // [N·s] for a person of 70 kg
  readonly hit: HitMeasures | undefined;
}

const JOLT = 8.5; // [rad/s per 1/60 s] that people show
const POP = 60; // [m/s²]
const GOLDEN = 0.618; // of the time in which hits may come: moments that fall nowhere together

async function run({ count, worst, out, say }: ValidationOptions): Promise<Outcome> {
  const start = layerStarter(await library());
  const rigs = (await performedAndRigs(say)).filter(({ id }) => isGameRig(id));
  const hits: MovingHit[] = [];
  const paces: string[][] = [];
  let index = 0;
  for (const rig of rigs) {
    for (const subject of await gameSubjects(rig)) {
      const { speed, aside } = paceOf(subject, 2);
      paces.push([subject.id, speed.toFixed(2), speed > 0.1 ? aside.toFixed(0) : '–']);
      const own = ownMotion(start, { ...subject, half: 'held-out', kind: 'walks', times: [] });
      const cases = casesOf(subject, count).map((made) => ({ ...made, index: index++ }));
      const answers = pushOn('flat', start, cases, say);
      for (const [k, answered] of answers.entries()) {
        hits.push({
          answered: answered as MovingHit['answered'],
          size: cases[k]!.size,
          hit: measuredHit(answered, own),
        });
      }
    }
  }
  if (worst > 0) await writeWorst(hits, worst, out);
  const byScene = SCENES.map((kind) =>
    row(
      kind,
      hits.filter(({ answered }) => answered.made.subject.kind === kind),
    ),
  );
  const byRig = [...new Set(hits.map(({ answered }) => answered.made.subject.id))].map((id) =>
    row(
      id,
      hits.filter(({ answered }) => answered.made.subject.id === id),
    ),
  );
  const note = `${hits.length} hits at the chest from eight sides through ReactionLayer at 60 frames a second, on ${rigs.map(({ id }) => id).join(', ')}: standing, walking, running (the model is moved), and from 0.25 s before a crossfade to 0.25 s after it. Jolts and pops are beyond the most that the same animation shows unpushed.`;
  const markdown = [
    note,
    table(HEAD, [...byScene, row('all', hits)]),
    table(HEAD, byRig),
    'Of all frames (second table of `-- layer`):',
    pushTable(hits.map(({ answered }) => answered)),
    table(['scene', 'model [m/s]', 'aside [deg]'], paces),
  ].join('\n\n');
  return { lines: [], markdown, figures: [], files: [{ name: 'hits.csv', text: linesOf(hits) }] };
}

/** Every side with every strength, or `count` of them spread evenly. */
function casesOf(subject: GameSubject, count: number) {
  const all = Array.from({ length: DIRECTIONS * IMPULSES.length }, (_, k) => {
    const size = IMPULSES[k % IMPULSES.length]!;
    const angle = (2 * Math.PI * Math.floor(k / IMPULSES.length)) / DIRECTIONS;
    const time = subject.from + (subject.until - subject.from) * ((GOLDEN * k) % 1);
    const impulse = impulseAt(subject, (size * subject.body.totalMass) / USUAL_MASS, angle);
    const { segment } = placeOn(subject.body, 'chest');
    const push: TimedPush = { time: Math.round(60 * time) / 60, impulse, segment };
    return { subject, places: ['chest'] as const, pushes: [push], size };
  });
  const every = Math.max(1, Math.ceil(all.length / count));
  return all.filter((_, k) => k % every === Math.floor(k / every) % every);
}

const measuredHit = ({ recording, measures }: Answered, own: OwnMotion): HitMeasures | undefined =>
  measures && recording.error === undefined ? measureHit(recording, own) : undefined;

const HEAD = [
  'scene',
  'hits',
  ...IMPULSES.map((size) => `falls at ${size} N·s`),
  'unfinished',
  `jolts ≤ ${JOLT} rad/s`,
  'jolt, median / 90 % / most [rad/s per 1/60 s]',
  `pops > ${POP} m/s²; most`,
  'added ZMP, median / 90 % [cm]',
  'exceptions',
];

function row(name: string, hits: readonly MovingHit[]): readonly (string | number)[] {
  const measured = hits.flatMap(({ hit }) => (hit ? [hit] : []));
  const up = measured.filter(({ fell }) => !fell);
  const jolts = up.map(({ jolt }) => jolt);
  const added = up.map((one) => 100 * one.added);
  const fallsAt = IMPULSES.map((size) => {
    const same = hits.filter((one) => one.size === size);
    return `${same.filter(({ hit }) => hit?.fell).length} of ${same.length}`;
  });
  return [
    name,
    hits.length,
    ...fallsAt,
    measured.filter(({ unfinished }) => unfinished).length,
    `${jolts.filter((jolt) => jolt <= JOLT).length} of ${up.length}`,
    [0.5, 0.9, 1].map((share) => quantile(jolts, share).toFixed(1)).join(' / '),
    `${up.filter(({ pop }) => pop > POP).length}; ${quantile(
      up.map(({ pop }) => pop),
      1,
    ).toFixed(0)}`,
    [0.5, 0.9].map((share) => quantile(added, share).toFixed(1)).join(' / '),
    hits.filter(({ answered }) => answered.recording.error !== undefined).length,
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function linesOf(hits: readonly MovingHit[]): string {
  const head =
    'case,scene,N·s,side [deg],at [s],fell,reason,unfinished,jolt,jolt at,pop,added,recovered after,steps,exception';
  const lines = hits.map(({ answered: { made, recording }, size, hit }) => {
    const [push] = made.pushes;
    const [x, , z] = push!.impulse;
    const about = [made.index, made.subject.id.replace(',', ''), size, ((180 / Math.PI) * Math.atan2(x, z)).toFixed(0)];
    const found = hit
      ? [
          hit.fell,
          hit.reason,
          hit.unfinished,
          hit.jolt.toFixed(1),
          hit.joltAt,
          hit.pop.toFixed(0),
          hit.added.toFixed(3),
          hit.seconds.toFixed(2),
          hit.steps,
        ]
      : Array.from({ length: 9 }, () => '');
    return [...about, push!.time.toFixed(2), ...found, recording.error ?? ''].join(',');
  });
  return [head, ...lines].join('\n');
}

async function writeWorst(hits: readonly MovingHit[], count: number, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const badness = ({ hit, size }: MovingHit): number =>
    hit ? (hit.fell ? 400 / size : 0) + (hit.unfinished ? 15 : 0) + hit.jolt + hit.pop / 5 : 1e3;
  const ranked = [...hits].sort((a, b) => badness(b) - badness(a));
  for (const [rank, { answered, size }] of ranked.slice(0, count).entries()) {
    const { made, recording } = answered;
    const scene = made.subject.id.replace(/[^A-Za-z0-9]+/g, '-');
    const name = `${String(rank + 1).padStart(2, '0')}-case${made.index}-${scene}-${size}.bvh`;
    await writeFile(join(folder, name), await writeClip(recording.clip, name));
  }
}

export const layerMoves: Validation = { id: 'layer-moves', page: null, run };
